/**
 * Long lists of a subgraph in this process. Their items are completed in turns of the event loop. The lists of one
 * request are completed one after the other.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { InProcessDataSource } from '../../../gateway/data-sources/in-process.ts';
import type { Subgraph } from '../../../subgraphs/subgraph.ts';

const LENGTH = 500;
const typeDefs = parse('type Query { list(name: String!): [Item] } type Item { number: Int items: [Item] }');

/** A list that records the order in which its items are completed. */
function listed() {
  const completed: string[] = [];
  const items = (name: string, inner?: string): object[] =>
    Array.from({ length: LENGTH }, (_, number) => ({
      number: () => (completed.push(name), number),
      items: () => (inner !== undefined && number === 0 ? items(inner) : null),
    }));
  const Query = {
    list: (_: unknown, { name }: { name: string }) => items(name, name === 'outer' ? 'inner' : undefined),
  };
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: { Query } }]);
  const source = new InProcessDataSource({ name: 'test', schema, context: () => ({}) } as unknown as Subgraph);
  const request = { identity: { user: 'jane' }, signal: new AbortController().signal };
  return {
    completed,
    ask: async (query: string) => {
      const context = { request, subgraphs: new Map() };
      return (await source.process({ request: { query }, context } as never)) as { data: any; errors?: unknown };
    },
  };
}

describe('long lists of one request', () => {
  it('come one after the other, so that only one of them waits as promises', async () => {
    const { ask, completed } = listed();
    const { data, errors } = await ask('{ a: list(name: "a") { number } b: list(name: "b") { number } }');
    expect(errors).toBeUndefined();
    for (const list of [data.a, data.b])
      expect(list.map(({ number }: { number: number }) => number)).toEqual([...Array(LENGTH).keys()]);
    expect(completed).toEqual([...Array<string>(LENGTH).fill('a'), ...Array<string>(LENGTH).fill('b')]);
  });

  it('come whole where one is in an item of the other', async () => {
    const { ask } = listed();
    const { data, errors } = await ask('{ list(name: "outer") { number items { number } } }');
    expect(errors).toBeUndefined();
    expect(data.list).toHaveLength(LENGTH);
    expect(data.list[0].items).toHaveLength(LENGTH);
  });
});
