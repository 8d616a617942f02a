/** Requests whose document has nothing to run: reported as a mistake of the client. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, getOperationAST, parse, type GraphQLError } from 'graphql';
import type { OperationDecision } from '../../../gateway/context.ts';
import { operations } from '../../../gateway/plugins/operations.ts';
import { requestOf, startedBy } from '../plugins/hooks.ts';

const QUERIES = buildSchema('type Query { a: ID }');
const ALL = buildSchema('type Query { a: ID } type Mutation { a: ID } type Subscription { a: ID }');

interface Asked {
  readonly document: string;
  readonly operationName?: string | null;
  readonly schema?: typeof ALL;
  readonly decision?: OperationDecision;
}

async function refusal({ document, operationName, schema = QUERIES, decision }: Asked): Promise<GraphQLError | undefined> {
  const hooks = await startedBy(operations({} as never));
  const operation = getOperationAST(parse(document), operationName) ?? undefined;
  const contextValue = { request: requestOf(), ...(decision && { operation: decision }) };
  try {
    await hooks.didResolveOperation!({ operation, request: { operationName }, schema, contextValue } as never);
    return undefined;
  } catch (error) {
    return error as GraphQLError;
  }
}

describe('a document runs', () => {
  it.each<[what: string, asked: Asked]>([
    ['with one operation without a name', { document: '{ a }' }],
    ['with one operation whose name is not said', { document: 'query A { a }' }],
    ['with several, of which one is named', { document: 'query A { a } query B { a }', operationName: 'B' }],
    ['with a mutation, where there are any', { document: 'mutation { a }', schema: ALL }],
  ])('%s', async (_what, asked) => expect(await refusal(asked)).toBeUndefined());
});

describe('a document is refused', () => {
  const SEVERAL = 'The document has several operations; name the one to run in operationName.';
  it.each<[what: string, asked: Asked, message: string]>([
    ['with several operations and no name', { document: 'query A { a } query B { a }' }, SEVERAL],
    ['with several operations and null for a name', { document: 'query A { a } query B { a }', operationName: null }, SEVERAL],
    ['without the operation that is named', { document: 'query A { a }', operationName: 'B' }, 'The document has no operation named "B".'],
    [
      'without one that objects have',
      { document: '{ a }', operationName: '__proto__' },
      'The document has no operation named "__proto__".',
    ],
    [
      'by a name of any length, in short',
      { document: '{ a }', operationName: 'x'.repeat(100_000) },
      `The document has no operation named "${'x'.repeat(100)}".`,
    ],
    ['with a mutation, where there is none', { document: 'mutation { a }' }, 'This graph has no mutations; it answers queries only.'],
    [
      'with a subscription, where there is none',
      { document: 'subscription { a }' },
      'This graph has no subscriptions; it answers queries only.',
    ],
  ])('%s', async (_what, asked, message) => {
    expect(await refusal(asked)).toMatchObject({
      message,
      extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
    });
  });

  it('a document with a subscription is refused where it would be answered once, with what to do', async () => {
    expect(await refusal({ document: 'subscription { a }', schema: ALL })).toMatchObject({
      message: expect.stringContaining('text/event-stream'),
      extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } },
    });
  });

  it('a document is refused by the decision made before, where there is one', async () => {
    const decision: OperationDecision = { refusal: { status: 429, errors: [] } };
    expect(await refusal({ document: 'mutation { a }', decision })).toBeUndefined();
  });
});
