/** Operations counted and timed, by labels whose number is bounded whatever clients and subgraphs say. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { operationMetrics, requestMetrics } from '../../../gateway/plugins/request-metrics.ts';
import { ERROR_CODES } from '../../../schema/error-codes.ts';
import { requestOf, responseOf, startedBy } from './hooks.ts';

afterEach(() => void jest.useRealTimers());

const failing = (...codes: unknown[]) => responseOf({ errors: codes.map(code => ({ message: 'm', extensions: { code } })) });

async function counted(...requests: { operation?: string | undefined; response: unknown }[]): Promise<string[]> {
  const registry = new Registry();
  const plugin = requestMetrics(operationMetrics(registry));
  for (const { operation, response } of requests) {
    const hooks = await startedBy(plugin);
    const operationNode = operation === undefined ? undefined : { operation, name: { value: 'Secret' } };
    await hooks.willSendResponse!({ operation: operationNode, response, contextValue: { request: requestOf() } } as never);
  }
  const text = await registry.metrics();
  return text.split('\n').filter(line => /_requests_total\{|_seconds_count/.test(line));
}

const total = (operation: string, outcome: string, count = 1) =>
  `fleetgraph_graphql_requests_total{operation="${operation}",outcome="${outcome}"} ${count}`;
const timed = (operation: string, count = 1) => `fleetgraph_graphql_request_duration_seconds_count{operation="${operation}"} ${count}`;

describe('an operation counts', () => {
  it.each<[what: string, operation: string | undefined, response: unknown, outcome: string]>([
    ['that has an answer', 'query', responseOf({ data: {} }), 'OK'],
    ['that has an answer and no errors in a list', 'query', responseOf({ data: {}, errors: [] }), 'OK'],
    ['that comes in parts', 'query', { body: { kind: 'incremental' } }, 'OK'],
    ['by its first error', 'query', failing('DEADLINE_EXCEEDED', 'BAD_USER_INPUT'), 'DEADLINE_EXCEEDED'],
    ["of a subgraph's own code, whatever that is", 'query', failing('OUT_OF_STOCK_7f3a'), 'SUBGRAPH_ERROR'],
    ['of a code that every object has', 'query', failing('constructor'), 'SUBGRAPH_ERROR'],
    ['that did not parse', undefined, failing('GRAPHQL_PARSE_FAILED'), 'GRAPHQL_PARSE_FAILED'],
    ['that is a mutation', 'mutation', failing('OPERATION_RESOLUTION_FAILURE'), 'OPERATION_RESOLUTION_FAILURE'],
  ])('%s', async (_what, operation, response, outcome) => {
    const kind = operation ?? 'none';
    expect(await counted({ operation, response })).toEqual([total(kind, outcome), timed(kind)]);
  });

  it.each(ERROR_CODES)('an operation counts by a code of ours: %s', async code => {
    expect((await counted({ operation: 'query', response: failing(code) }))[0]).toBe(total('query', code));
  });

  it('an operation counts beside those of its kind, and under no name', async () => {
    const response = responseOf({ data: {} });
    const lines = await counted({ operation: 'query', response }, { operation: 'query', response }, { response: failing('BAD_REQUEST') });
    expect(lines).toEqual([total('query', 'OK', 2), total('none', 'BAD_REQUEST'), timed('query', 2), timed('none')]);
    expect(lines.join()).not.toContain('Secret');
  });
});

it('a request takes as long as from its start to its answer', async () => {
  jest.useFakeTimers();
  const registry = new Registry();
  const hooks = await startedBy(requestMetrics(operationMetrics(registry)));
  jest.advanceTimersByTime(30);
  await hooks.willSendResponse!({ response: responseOf({ data: {} }), contextValue: { request: requestOf() } } as never);
  const [, seconds] = /_seconds_sum\{operation="none"\} (\S+)/.exec(await registry.metrics())!;
  expect(Number(seconds)).toBeCloseTo(0.03);
});
