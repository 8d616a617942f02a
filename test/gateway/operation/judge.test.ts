/** Documents with nothing to run: refused as a mistake of the client. What is charged for: run.test.ts. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import type { OperationParams, Refusal } from '../../../gateway/context.ts';
import { Budgets } from '../../../gateway/operation/budget.ts';
import { createJudge } from '../../../gateway/operation/judge.ts';
import { PreparedDocuments } from '../../../gateway/operation/prepared-documents.ts';
import { requestOf } from '../plugins/hooks.ts';

const QUERIES = buildSchema('type Query { a: ID }');
const ALL = buildSchema('type Query { a: ID } type Mutation { a: ID } type Subscription { a: ID }');
const PRICES = { objects: new Map(), inputs: new Map() };

interface Asked extends Partial<OperationParams> {
  readonly query: string;
  readonly schema?: typeof ALL;
}

async function refusal({ schema = QUERIES, ...params }: Asked): Promise<Refusal | undefined> {
  const judge = createJudge({
    documents: new PreparedDocuments({ prices: PRICES, parseOptions: {}, plan: async () => ({ plan: undefined }) }),
    prices: PRICES,
    budgets: new Budgets({ size: 1e9, windowMs: 1e9 }),
    ceiling: 1e9,
    schema,
  });
  const judged = await judge({ isPost: true, ...params }, requestOf());
  return 'refusal' in judged ? judged.refusal : undefined;
}

describe('a document runs', () => {
  it.each<[what: string, asked: Asked]>([
    ['with one operation without a name', { query: '{ a }' }],
    ['with one operation whose name is not said', { query: 'query A { a }' }],
    ['with one operation whose name is said to be empty', { query: 'query A { a }', operationName: '' }],
    ['with several, of which one is named', { query: 'query A { a } query B { a }', operationName: 'B' }],
    ['with a mutation, where there are any', { query: 'mutation { a }', schema: ALL }],
  ])('%s', async (_what, asked) => expect(await refusal(asked)).toBeUndefined());
});

describe('a document is refused', () => {
  const SEVERAL = 'The document has several operations; name the one to run in operationName.';
  it.each<[what: string, asked: Asked, message: string]>([
    ['with several operations and no name', { query: 'query A { a } query B { a }' }, SEVERAL],
    ['without the operation that is named', { query: 'query A { a }', operationName: 'B' }, 'The document has no operation named "B".'],
    ['without one that objects have', { query: '{ a }', operationName: '__proto__' }, 'The document has no operation named "__proto__".'],
    [
      'by a name of any length, in short',
      { query: '{ a }', operationName: 'x'.repeat(100_000) },
      `The document has no operation named "${'x'.repeat(100)}".`,
    ],
    ['with a mutation, where there is none', { query: 'mutation { a }' }, 'This graph has no mutations; it answers queries only.'],
    [
      'with a subscription, where there is none',
      { query: 'subscription { a }' },
      'This graph has no subscriptions; it answers queries only.',
    ],
  ])('%s', async (_what, asked, message) => {
    expect(await refusal(asked)).toEqual({ status: 400, errors: [{ message, extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }] });
  });

  it('with a subscription where it would be answered once, with what to do', async () => {
    expect(await refusal({ query: 'subscription { a }', schema: ALL })).toMatchObject({
      status: 406,
      errors: [{ message: expect.stringContaining('text/event-stream'), extensions: { code: 'NOT_ACCEPTABLE' } }],
    });
  });

  it('with a mutation that did not come by its own POST, with what to do', async () => {
    expect(await refusal({ query: 'mutation { a }', schema: ALL, isPost: false })).toMatchObject({
      status: 405,
      errors: [{ message: expect.stringContaining('by POST'), extensions: { code: 'BAD_REQUEST' } }],
    });
  });
});
