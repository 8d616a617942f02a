/** Counts and times operations by kind and outcome. No label holds an operation name, a user or a cluster: their number has no bound. */
import type { ApolloServerPlugin } from '@apollo/server';
import { Counter, Histogram, type Registry } from 'prom-client';
import { ERROR_CODES, type ErrorCode } from '../../schema/error-codes.ts';
import type { GatewayContext } from '../data-sources/in-process.ts';

export function requestMetrics(registry: Registry): ApolloServerPlugin<GatewayContext> {
  const requests = new Counter({
    name: 'fleetgraph_graphql_requests_total',
    help: 'GraphQL operations by kind and by the code of their first error (OK without one).',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'fleetgraph_graphql_request_duration_seconds',
    help: 'Time from the parsed HTTP request to the answer.',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    requestDidStart: async () => {
      const start = performance.now();
      return {
        willSendResponse: async ({ operation, response }) => {
          const kind = operation?.operation ?? 'none';
          const code = response.body.kind === 'single' ? response.body.singleResult.errors?.[0]?.extensions?.['code'] : undefined;
          requests.inc({ operation: kind, outcome: typeof code === 'string' ? outcomeOf(code) : 'OK' });
          seconds.observe({ operation: kind }, (performance.now() - start) / 1000);
        },
      };
    },
  };
}

/** A subgraph may use any codes, so their number has no bound. */
function outcomeOf(code: string): ErrorCode {
  return ERROR_CODES.find(known => known === code) ?? 'SUBGRAPH_ERROR';
}
