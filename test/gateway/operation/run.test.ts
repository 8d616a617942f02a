/**
 * The run of one operation: its cost for each way to end, and the data that its client and its plugins receive. The
 * clock stands still.
 */
import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, type FormattedExecutionResult, GraphQLError } from 'graphql';
import { GateFull } from '../../../async/fair-gate.ts';
import type { Execution, OperationParams, Refusal } from '../../../gateway/context.ts';
import { Budgets } from '../../../gateway/operation/cost.ts';
import type { Executed } from '../../../gateway/operation/execute-plan.ts';
import type { PlannedDocument } from '../../../gateway/operation/plan-document.ts';
import { PlanningError } from '../../../gateway/operation/planner.ts';
import { pricesOf } from '../../../gateway/operation/prices.ts';
import { PreparedDocuments, createJudge, createRun } from '../../../gateway/operation/run.ts';
import type { EndedOperation } from '../../../gateway/plugins/plugin.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { recordingLog, requestOf } from '../plugins/hooks.ts';

describe('run', () => {
  const SDL = /* GraphQL */ `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@cost", "@listSize"])
    type Query {
      items(first: Int): [ID] @cost(weight: 100) @listSize(slicingArguments: ["first"])
    }
  `;
  const PRICES = pricesOf(composeSupergraph([{ name: 'test', sdl: SDL }]).supergraphSdl);
  const SIZE = 1e7;
  const SOURCE = '{ items(first: 400) }';
  const ESTIMATED = 500;
  /** Price of parsing the document, and of planning it. */
  const READING = SOURCE.length * (1 + 8);
  const DATA = { items: ['a', 'b'] };
  /** Cost of the operation: 100, and one for each item. */
  const CAME = 102;

  type Plan = (signal: AbortSignal) => Promise<PlannedDocument>;
  const planned: Plan = async () => ({ plan: { kind: 'QueryPlan' } }) as unknown as PlannedDocument;

  interface Opened {
    readonly plan?: Plan;
    readonly execute?: () => Promise<Executed>;
    readonly size?: number;
    readonly request?: Partial<RequestContext>;
  }

  function opened({ plan = planned, execute = async () => ({ data: DATA }), size = SIZE, request = {} }: Opened = {}) {
    const budgets = new Budgets({ size, windowMs: 1e9, clock: () => 0 });
    const documents = new PreparedDocuments({
      prices: PRICES,
      parseOptions: {},
      plan: (_source, _name, _caller, signal) => plan(signal),
    });
    const judge = createJudge({
      documents,
      prices: PRICES,
      budgets,
      ceiling: 1_000,
      schema: { getRootType: () => ({}) as never },
    });
    const ended: EndedOperation[] = [];
    const plugins = [{ operation: () => (end: EndedOperation) => void ended.push(end) }, {}];
    const run = createRun({ judge, execute, budgets, plugins, introspection: true });
    const context = { request: requestOf(request), subgraphs: new Map() };
    return {
      budgets,
      documents,
      ended,
      run: (params: Partial<OperationParams> = {}): Promise<Execution> => run({ query: SOURCE, ...params }, context),
      charged: () => size - budgets.left('jane'),
    };
  }

  const codeOf = ({ errors }: FormattedExecutionResult): unknown => errors?.[0]?.extensions?.['code'];

  interface Ending {
    readonly plan?: Plan;
    readonly data?: Record<string, unknown> | null;
    /** Time at which the caller disconnects: while the document is planned, or while the operation runs. */
    readonly hangsUp?: 'planning' | 'running';
    readonly variables?: Record<string, unknown>;
  }

  const untilGone: Plan = signal =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const failing =
    (error: Error): Plan =>
    async () =>
      Promise.reject(error);

  describe('an operation is charged', () => {
    it.each<[what: string, ending: Ending, outcome: string, charged: number]>([
      ['what it came to, when it is answered', { data: DATA }, 'ran', READING + CAME],
      ['what it was estimated at, when it has no answer', { data: null }, 'ran', READING + ESTIMATED],
      [
        'what it was estimated at, when its caller hangs up while it runs',
        { data: DATA, hangsUp: 'running' },
        'ran',
        READING + ESTIMATED,
      ],
      [
        'its reading alone, when its caller hangs up before it is planned',
        { plan: untilGone, hangsUp: 'planning' },
        '503 DEADLINE_EXCEEDED',
        READING,
      ],
      [
        'its reading alone, when it is invalid',
        { plan: async () => ({ errors: [{ message: 'no', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }) },
        '400 GRAPHQL_VALIDATION_FAILED',
        READING,
      ],
      [
        'its reading alone, when too many wait to be planned',
        { plan: failing(new GateFull()) },
        '429 RATE_LIMITED',
        READING,
      ],
      [
        'its reading alone, when planning fails by a fault of ours',
        { plan: failing(new PlanningError('no', { isTooMuch: false })) },
        '500 INTERNAL_SERVER_ERROR',
        READING,
      ],
      [
        'the seconds of the planner, when it takes too long to plan',
        { plan: failing(new PlanningError('no', { isTooMuch: true })) },
        '400 COST_LIMIT_EXCEEDED',
        READING + 4_000_000,
      ],
      [
        'nothing, when nobody could read its variables',
        { variables: { v: Array(20_001).fill(1) } },
        '400 BAD_USER_INPUT',
        0,
      ],
    ])('%s', async (_what, { plan = planned, data = null, hangsUp, variables }, outcome, charged) => {
      const gone = new AbortController();
      const hangUp = () => gone.abort(new DOMException('The client went away.', 'AbortError'));
      const execute = async () => {
        if (hangsUp === 'running') hangUp();
        return { data };
      };
      const { run, budgets, charged: paid } = opened({ plan, execute, request: { signal: gone.signal } });
      const running = run({ variables });
      if (hangsUp === 'planning') hangUp();
      const { answer, status } = await running;
      expect(answer.errors ? `${status} ${String(codeOf(answer))}` : 'ran').toBe(outcome);
      expect([paid(), budgets.left('joe')]).toEqual([charged, SIZE]);
    });

    it('no reading when its document is known, as are those behind the first payload of a subscription', async () => {
      const { run, charged } = opened();
      for (let i = 0; i < 4; i++) await run();
      expect(charged()).toBe(READING + 4 * CAME);
    });
  });

  describe('an operation', () => {
    it('is refused where the budget has less than it may cost, with the time to wait', async () => {
      const { run, ended } = opened({ size: READING + ESTIMATED + 50 });
      expect((await run()).status).toBe(200);
      const { answer, status, retryAfterSeconds } = await run();
      expect([status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(ended.map(end => end.status)).toEqual([200, 429]);
    });

    it('answers with the data, errors and extensions of its execution', async () => {
      const error = new GraphQLError('no', { path: ['items'], extensions: { code: 'BAD_USER_INPUT' } });
      const { run } = opened({
        execute: async () => ({ data: { items: null }, errors: [error], extensions: { more: 1 } }),
      });
      expect(await run()).toEqual({
        status: 200,
        answer: {
          errors: [{ message: 'no', path: ['items'], extensions: { code: 'BAD_USER_INPUT' } }],
          data: { items: null },
          extensions: { more: 1 },
        },
      });
    });

    it('without any data has the status of a bad request', async () => {
      const error = new GraphQLError('no', { extensions: { code: 'BAD_USER_INPUT' } });
      expect(await opened({ execute: async () => ({ errors: [error] }) }).run()).toMatchObject({ status: 400 });
    });

    it('is answered by its plan where no subgraph takes part', async () => {
      const { run } = opened({ plan: async () => ({ plan: undefined, data: { __typename: 'Query' } }) });
      expect(await run()).toEqual({ status: 200, answer: { data: { __typename: 'Query' } } });
    });

    it.each<[what: string, execute: () => Promise<Executed>, status: number]>([
      [
        'that is an error of a field',
        async () => ({ data: { items: null }, errors: [new GraphQLError('no route to 10.0.0.1')] }),
        200,
      ],
      ['that is thrown', async () => Promise.reject(new Error('no route to 10.0.0.1')), 500],
    ])('hides a fault of ours, which the log has whole: one %s', async (_what, execute, expected) => {
      const { log, lines } = recordingLog();
      const { run, ended } = opened({ execute, request: { log, requestId: 'r-7' } });
      const { answer, status } = await run();
      expect(status).toBe(expected);
      expect(answer.errors).toEqual([
        {
          message: 'Something went wrong on our side. Look for the request id in the log.',
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'r-7' },
        },
      ]);
      expect(JSON.stringify(lines)).toContain('10.0.0.1');
      expect(JSON.stringify(ended)).not.toContain('10.0.0.1');
    });

    it('has given its document to the table of documents, where a hash finds its text', async () => {
      const { run, documents } = opened();
      const found = hash('sha256', SOURCE);
      expect(documents.source(found)).toBeUndefined();
      await run();
      expect(documents.source(found)).toBe(SOURCE);
    });
  });

  describe('a plugin', () => {
    it('is told once of an operation that ended, with its price settled', async () => {
      const { run, ended } = opened();
      const { answer } = await run();
      expect(ended).toEqual([
        {
          answer,
          status: 200,
          hash: hash('sha256', SOURCE),
          operation: expect.objectContaining({ operation: 'query' }),
          charge: expect.objectContaining({ estimated: ESTIMATED, actual: CAME }),
        },
      ]);
    });

    it('is told of an operation that was refused, without one that its document does not show', async () => {
      const { run, ended } = opened();
      await run({ query: '{' });
      expect(ended).toMatchObject([{ status: 400, operation: undefined, charge: undefined }]);
    });

    it('may add extensions to the answer', async () => {
      const { run, ended } = opened();
      const { answer } = await run();
      ended[0]!.answer.extensions = { more: 1 };
      expect(answer.extensions).toEqual({ more: 1 });
    });
  });
});

/** Documents that createJudge() accepts, and documents that it refuses as a mistake of the client. */
describe('judge', () => {
  const QUERIES = buildSchema('type Query { a: ID }');
  const ALL = buildSchema('type Query { a: ID } type Mutation { a: ID } type Subscription { a: ID }');
  const PRICES = { objects: new Map(), inputs: new Map() };

  interface Requested extends Partial<OperationParams> {
    readonly query: string;
    readonly schema?: typeof ALL;
  }

  async function refusal({ schema = QUERIES, ...params }: Requested): Promise<Refusal | undefined> {
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
    it.each<[what: string, requested: Requested]>([
      ['with one operation without a name', { query: '{ a }' }],
      ['with one operation whose name is not said', { query: 'query A { a }' }],
      ['with one operation whose name is said to be empty', { query: 'query A { a }', operationName: '' }],
      ['with several, of which one is named', { query: 'query A { a } query B { a }', operationName: 'B' }],
      ['with a mutation, where there are any', { query: 'mutation { a }', schema: ALL }],
    ])('%s', async (_what, requested) => expect(await refusal(requested)).toBeUndefined());
  });

  describe('a document is refused', () => {
    const SEVERAL = 'The document has several operations; name the one to run in operationName.';
    it.each<[what: string, requested: Requested, message: string]>([
      ['with several operations and no name', { query: 'query A { a } query B { a }' }, SEVERAL],
      [
        'without the operation that is named',
        { query: 'query A { a }', operationName: 'B' },
        'The document has no operation named "B".',
      ],
      [
        'without one that objects have',
        { query: '{ a }', operationName: '__proto__' },
        'The document has no operation named "__proto__".',
      ],
      [
        'by a name of any length, in short',
        { query: '{ a }', operationName: 'x'.repeat(100_000) },
        `The document has no operation named "${'x'.repeat(100)}".`,
      ],
      [
        'with a mutation, where there is none',
        { query: 'mutation { a }' },
        'This graph has no mutations; it answers queries only.',
      ],
      [
        'with a subscription, where there is none',
        { query: 'subscription { a }' },
        'This graph has no subscriptions; it answers queries only.',
      ],
    ])('%s', async (_what, requested, message) => {
      expect(await refusal(requested)).toEqual({
        status: 400,
        errors: [{ message, extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }],
      });
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
});
