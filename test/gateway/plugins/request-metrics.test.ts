/** Operations are counted and timed. The number of label values is bounded for any input. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import { Registry } from 'prom-client';
import { requestMetrics } from '../../../gateway/plugins/reports.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { ERROR_CODES } from '../../../schema/error-codes.ts';
import { ended, requestOf } from './hooks.ts';

afterEach(() => void jest.useRealTimers());

const failing = (...codes: unknown[]): FormattedExecutionResult => ({
  errors: codes.map(code => ({ message: 'm', extensions: { code } })),
});

interface Counted {
  readonly operation?: string | undefined;
  readonly answer: FormattedExecutionResult;
  readonly request?: RequestContext;
}

async function counted(...operations: Counted[]): Promise<string[]> {
  const registry = new Registry();
  const plugin = requestMetrics(registry);
  for (const { operation, answer, request } of operations) {
    const node =
      operation === undefined ? undefined : ({ operation, name: { value: 'Secret' } } as OperationDefinitionNode);
    ended(plugin, answer, { operation: node, ...(request && { request }) });
  }
  const text = await registry.metrics();
  return text.split('\n').filter(line => /_requests_total\{|_seconds_count/.test(line));
}

const total = (operation: string, outcome: string, count = 1) =>
  `fleetgraph_graphql_requests_total{operation="${operation}",outcome="${outcome}"} ${count}`;
const timed = (operation: string, count = 1) =>
  `fleetgraph_graphql_request_duration_seconds_count{operation="${operation}"} ${count}`;

describe('an operation counts', () => {
  it.each<[what: string, operation: string | undefined, answer: FormattedExecutionResult, outcome: string]>([
    ['that has an answer', 'query', { data: {} }, 'OK'],
    ['that has an answer and no errors in a list', 'query', { data: {}, errors: [] }, 'OK'],
    ['by its first error', 'query', failing('DEADLINE_EXCEEDED', 'BAD_USER_INPUT'), 'DEADLINE_EXCEEDED'],
    ["of a subgraph's own code, whatever that is", 'query', failing('OUT_OF_STOCK_7f3a'), 'SUBGRAPH_ERROR'],
    ['of a code that every object has', 'query', failing('constructor'), 'SUBGRAPH_ERROR'],
    ['that did not parse', undefined, failing('GRAPHQL_PARSE_FAILED'), 'GRAPHQL_PARSE_FAILED'],
    ['that is a mutation', 'mutation', failing('OPERATION_RESOLUTION_FAILURE'), 'OPERATION_RESOLUTION_FAILURE'],
  ])('%s', async (_what, operation, answer, outcome) => {
    const kind = operation ?? 'none';
    expect(await counted({ operation, answer })).toEqual([total(kind, outcome), timed(kind)]);
  });

  it.each(ERROR_CODES)('an operation counts by a code of ours: %s', async code => {
    expect((await counted({ operation: 'query', answer: failing(code) }))[0]).toBe(total('query', code));
  });

  it('an operation counts beside those of its kind, and under no name', async () => {
    const answer = { data: {} };
    const lines = await counted(
      { operation: 'query', answer },
      { operation: 'query', answer },
      { answer: failing('BAD_REQUEST') },
    );
    expect(lines).toEqual([total('query', 'OK', 2), total('none', 'BAD_REQUEST'), timed('query', 2), timed('none')]);
    expect(lines.join()).not.toContain('Secret');
  });
});

it('each payload of a subscription counts as one', async () => {
  const liveQuery = { since: undefined, isOverrun: false, changed: () => undefined };
  const lines = await counted({ operation: 'query', answer: { data: {} }, request: requestOf({ liveQuery }) });
  expect(lines).toEqual([total('subscription', 'OK'), timed('subscription')]);
});

it('an operation takes as long as from its start to its answer', async () => {
  jest.useFakeTimers();
  const registry = new Registry();
  const end = requestMetrics(registry).operation!({ request: requestOf(), subgraphs: new Map() });
  jest.advanceTimersByTime(30);
  end({ answer: { data: {} }, status: 200 });
  const [, seconds] = /_seconds_sum\{operation="none"\} (\S+)/.exec(await registry.metrics())!;
  expect(Number(seconds)).toBeCloseTo(0.03);
});
