/** The payloads behind a subscription's first: they are run without Apollo Server, and pay, count and mask like everything that it runs. */
import { describe, expect, it } from '@jest/globals';
import { GraphQLError, parse } from 'graphql';
import { createHash } from 'node:crypto';
import { Budgets } from '../../../gateway/operation/budget.ts';
import type { GatewayContext } from '../../../gateway/context.ts';
import type { Executed } from '../../../gateway/operation/execute-plan.ts';
import type { PreparedOperation } from '../../../gateway/operation/prepared-documents.ts';
import { laterPayloads } from '../../../gateway/streams/later-payloads.ts';
import { recordingLog, requestOf } from '../plugins/hooks.ts';

const QUERY = '{ changes { id } }';
const HASH = createHash('sha256').update(QUERY).digest('hex');
/** Ten for the operation, and one for each item of its list; the schema promises three. */
const ITEM = { once: 1, inputs: [], lists: [] };
const SIZE = { known: undefined, variables: [], otherwise: 3 };
const COST = { once: 10, inputs: [], lists: [{ path: ['changes'], size: SIZE, item: ITEM }] };
const PREPARED = { document: parse(QUERY), cost: COST, defaults: {}, plan: { kind: 'QueryPlan' } } as unknown as PreparedOperation;

function opened({ budget = 100, prepared = PREPARED, isKnown = true, tracked = true } = {}) {
  const budgets = new Budgets({ size: budget, windowMs: 1e12 });
  const { log, lines } = recordingLog();
  const counted: unknown[] = [];
  const given = { answer: (): Executed => ({ data: { changes: [{ id: '1' }] } }) };
  const make = laterPayloads({
    runtime: { execute: async () => given.answer(), prices: {} as never },
    documents: { known: hash => (isKnown && hash === HASH ? prepared : undefined) },
    budgets,
    record: (kind, code) => void counted.push([kind, code]),
    introspection: false,
  });
  const liveQuery = { since: undefined, isOverrun: false, changed: () => undefined, ...(tracked && { tracked: {} as never }) };
  const request = requestOf({ liveQuery, log, requestId: 'r-7' });
  const context: GatewayContext = { request, subgraphs: new Map(), hold: () => true };
  return { given, lines, counted, payload: (query = QUERY) => make({ query }, context) };
}

describe('a later payload', () => {
  it('is that of a query which is known and was told before; any other goes the way of all operations', () => {
    expect(opened({ tracked: false }).payload()).toBeUndefined();
    expect(opened({ isKnown: false }).payload()).toBeUndefined();
    expect(opened({ prepared: { errors: [] } }).payload()).toBeUndefined();
    expect(opened().payload('{ other }')).toBeUndefined();
    expect(opened().payload()).toBeInstanceOf(Promise);
  });

  it('answers with what was executed, and is counted as a subscription', async () => {
    const { payload, counted } = opened();
    expect(await payload()).toEqual({ answer: { data: { changes: [{ id: '1' }] } } });
    expect(counted).toEqual([['subscription', undefined]]);
  });

  it('costs what its answer has, and is refused where the budget has less than it may cost', async () => {
    const { payload, counted } = opened({ budget: 35 });
    for (let i = 0; i < 3; i++) expect(await payload()).not.toHaveProperty('refused'); // 11 each
    const { answer, refused } = (await payload())!;
    expect(refused?.status).toBe(429);
    expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('RATE_LIMITED');
    expect(counted.at(-1)).toEqual(['subscription', 'RATE_LIMITED']);
  });

  it('masks a fault of ours, which the log has whole', async () => {
    const { payload, given, lines, counted } = opened();
    given.answer = () => ({ data: { changes: null }, errors: [new GraphQLError('no route to 10.0.0.1', { path: ['changes'] })] });
    const { answer, refused } = (await payload())!;
    expect(refused).toBeUndefined();
    expect(answer.errors).toEqual([
      {
        message: 'Something went wrong on our side. Look for the request id in the log.',
        path: ['changes'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'r-7' },
      },
    ]);
    expect(JSON.stringify(lines)).toContain('10.0.0.1');
    expect(counted).toEqual([['subscription', 'INTERNAL_SERVER_ERROR']]);
  });

  it('that throws is refused, and tried again by its stream', async () => {
    const { payload, given } = opened();
    given.answer = () => {
      throw new Error('/etc/secret is not there');
    };
    const { answer, refused } = (await payload())!;
    expect(refused?.status).toBe(500);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
