/** What an operation is charged, and what of it comes back, by how it ends; the clock stands still. At a whole gateway: test/gateway/operation/operations.long.test.ts. */
import { describe, expect, it } from '@jest/globals';
import { GateFull } from '../../../async/fair-gate.ts';
import { Budgets } from '../../../gateway/operation/budget.ts';
import { pricesOf } from '../../../gateway/operation/prices.ts';
import type { GatewayContext } from '../../../gateway/context.ts';
import type { PlannedDocument } from '../../../gateway/operation/plan-document.ts';
import { PlanningError } from '../../../gateway/operation/planner.ts';
import { PreparedDocuments } from '../../../gateway/operation/prepared-documents.ts';
import { operations } from '../../../gateway/plugins/operations.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { requestOf, responseOf, startedBy } from '../plugins/hooks.ts';

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
/** To parse the document, and to plan it. */
const READING = SOURCE.length * (1 + 8);
const DATA = { items: ['a', 'b'] };

type Plan = (signal: AbortSignal) => Promise<PlannedDocument>;
const planned: Plan = async () => ({ plan: undefined, data: undefined }) as unknown as PlannedDocument;

interface Ending {
  readonly plan?: Plan;
  readonly data?: Record<string, unknown> | null;
  /** The caller hangs up: while the document is planned, or while the operation runs. */
  readonly hangsUp?: 'planning' | 'running';
  readonly variables?: Record<string, unknown>;
}

/** Runs one operation of jane to its end. */
async function run({ plan = planned, data, hangsUp, variables }: Ending) {
  const budgets = new Budgets({ size: SIZE, windowMs: 1e9, clock: () => 0 });
  const gone = new AbortController();
  const documents = new PreparedDocuments({ prices: PRICES, parseOptions: {}, plan: (_source, _name, _caller, signal) => plan(signal) });
  const hooks = await startedBy(operations({ documents, prices: PRICES, budgets, ceiling: 1_000 }));
  const contextValue: GatewayContext = { request: requestOf({ signal: gone.signal }), subgraphs: new Map(), hold: () => true };
  const context = { source: SOURCE, queryHash: 'h', request: { variables }, contextValue };
  const resolved = hooks.didResolveSource!(context as never);
  if (hangsUp === 'planning') gone.abort(new DOMException('The client went away.', 'AbortError'));
  await resolved;
  if (hangsUp === 'running') gone.abort(new DOMException('The client went away.', 'AbortError'));
  const { refusal } = contextValue.operation!;
  const response = responseOf(refusal ? { errors: refusal.errors } : { data: data ?? null });
  await hooks.willSendResponse!({ ...context, response } as never);
  const code = refusal?.errors[0]?.extensions?.['code'];
  return {
    outcome: refusal ? `${refusal.status} ${String(code)}` : 'ran',
    charged: SIZE - budgets.left('jane'),
    others: budgets.left('joe'),
  };
}

const untilGone: Plan = signal => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const failing =
  (error: Error): Plan =>
  async () =>
    Promise.reject(error);

describe('an operation is charged', () => {
  it.each<[what: string, ending: Ending, outcome: string, charged: number]>([
    ['what it came to, when it is answered', { data: DATA }, 'ran', READING + 102],
    ['what it was estimated at, when it has no answer', { data: null }, 'ran', READING + ESTIMATED],
    ['what it was estimated at, when its caller hangs up while it runs', { data: DATA, hangsUp: 'running' }, 'ran', READING + ESTIMATED],
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
    ['its reading alone, when too many wait to be planned', { plan: failing(new GateFull()) }, '429 RATE_LIMITED', READING],
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
    ['nothing, when nobody could read its variables', { variables: { v: Array(20_001).fill(1) } }, '400 BAD_USER_INPUT', 0],
  ])('%s', async (_what, ending, outcome, charged) => {
    expect(await run(ending)).toEqual({ outcome, charged, others: SIZE });
  });
});
