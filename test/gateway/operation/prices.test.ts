/** Prices as they are read from a supergraph. */
import { describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import { pricesOf } from '../../../gateway/operation/prices.ts';
import { compileCost, estimatedCost, requestCost } from '../../../gateway/operation/operation-cost.ts';
import { configSchema } from '../../../config/schema.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { PRICES, SDL } from './priced-graph.ts';

const supergraph = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8');
const ours = pricesOf(supergraph);
const field = (type: string, name: string, prices = PRICES) => prices.objects.get(type)?.get(name);

describe('the prices of a graph', () => {
  it.each([
    ['its own price', 'Query', 'one', { weight: 7, isList: false }],
    ["its type's price", 'Query', 'dear', { weight: 40 }],
    ['no price: 1', 'Item', 'id', { weight: 1, size: undefined }],
    ['a list without a size', 'Query', 'plain', { isList: true, size: { assumed: 10 } }],
    ['a list of lists', 'Query', 'grid', { isList: true, type: 'Item' }],
    ['a size by a list of ids', 'Query', 'byId', { size: { assumed: 1, atLeast: ['ids'] } }],
    ['a size by arguments', 'Item', 'items', { size: { assumed: 4, by: ['first'] } }],
    ["a size by an argument's default", 'Query', 'some', { size: { assumed: 25, by: ['first'] } }],
    ['sizes of fields below', 'Connection', 'facets', { size: { assumed: 20, by: ['limit'], sizedFields: new Set(['values']) } }],
  ])('has a field with %s', (_what, type, name, price) => {
    expect(field(type, name)).toMatchObject(price);
  });

  it('has the prices of arguments and of inputs', () => {
    expect(field('Query', 'items')?.inputs.get('filter')).toEqual({ type: 'Filter', weight: 10 });
    expect(field('Query', 'items')?.inputs.get('first')).toEqual({ type: 'Int', weight: 0 });
    expect(PRICES.inputs.get('Filter')?.get('glob')).toEqual({ type: 'String', weight: 50 });
  });

  it('has those of a foreign subgraph beside ours', () => {
    const foreign = /* GraphQL */ `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize"])
      type Query {
        reports: [Report] @cost(weight: 500) @listSize(assumedSize: 9)
      }
      type Report {
        id: ID
      }
    `;
    const subgraphs = [
      { name: 'test', sdl: SDL },
      { name: 'foreign', sdl: foreign },
    ];
    const prices = pricesOf(composeSupergraph(subgraphs).supergraphSdl);
    expect(field('Query', 'reports', prices)).toMatchObject({ weight: 500, size: { assumed: 9 } });
    expect(field('Query', 'one', prices)).toMatchObject({ weight: 7 });
  });

  it('has them where no directive is imported by its short name', () => {
    const foreign = /* GraphQL */ `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9")
      type Query {
        reports: [Int] @federation__cost(weight: 500) @federation__listSize(assumedSize: 9)
      }
    `;
    const prices = pricesOf(composeSupergraph([{ name: 'foreign', sdl: foreign }]).supergraphSdl);
    expect(field('Query', 'reports', prices)).toMatchObject({ weight: 500, size: { assumed: 9 } });
  });
});

describe('the prices of our own graph', () => {
  const { operationCost } = configSchema.parse({ clusters: [] }).limits;
  const cost = (query: string) => estimatedCost(requestCost(ours, compileCost(ours, parse(query), undefined)!, {}));

  it.each([
    ['introspection as clients ask for it', getIntrospectionQuery()],
    [
      'introspection as GraphiQL asks for it',
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
    ],
    [
      'a full page of objects',
      '{ objects(first: 500) { totalCount nodes { id cluster { name } name status reason message labels source { id } } pageInfo { endCursor } } }',
    ],
    [
      'a page of live objects',
      '{ objects(first: 100) { nodes { id live { state conditions { type status } yaml events { nodes { message } } } } } }',
    ],
  ])('allow %s', (_what, query) => {
    expect(cost(query)).toBeLessThanOrEqual(operationCost);
  });

  it('allow clients to read a schema that is three times as large', () => {
    const more = Array.from({ length: 1_000 }, (_, i) => `type T${i} { a: Int b: [String!]! c: T0 d: Int e: Int }`).join(' ');
    const prices = pricesOf(`${supergraph} ${more}`);
    expect(estimatedCost(requestCost(prices, compileCost(prices, parse(getIntrospectionQuery()), undefined)!, {}))).toBeLessThanOrEqual(
      operationCost,
    );
  });

  it('give what docs/schema.md says of its example', () => {
    expect(cost('{ objects(first: 500) { nodes { id name status } } }')).toBe(30 + 1 + 500 * (1 + 3));
  });

  it.each([
    [
      'live objects of live objects',
      '{ objects(first: 500) { nodes { live { owners { live { events(first: 500) { nodes { message } } } } } } } }',
    ],
    ['the schema of the schema', '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }'],
  ])('refuse %s', (_what, query) => {
    expect(cost(query)).toBeGreaterThan(operationCost);
  });
});
