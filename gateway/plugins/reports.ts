/**
 * Plugins that report numbers. Operators get metrics of all operations. Callers who send a header get the cost of their
 * own operation, or the number of requests that the operation sent to clusters.
 */
import { callerKey } from '../../identity/identity.ts';
import type { Budgets } from '../operation/cost.ts';
import type { GatewayPlugin } from './plugin.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { ERROR_CODES, type ErrorCode } from '../../schema/error-codes.ts';

export const COST_HEADER = 'x-graphql-cost';

/**
 * Sets `extensions.cost`: the estimated and the actual cost of an operation, and the caller's remaining budget. Only
 * for callers who send COST_HEADER.
 */
export function costReport(budgets: Pick<Budgets, 'size' | 'left'>): GatewayPlugin {
  return {
    operation:
      ({ request, headers }) =>
      ({ answer, charge }) => {
        if (!charge || headers?.[COST_HEADER] === undefined) return;
        const { estimated, actual } = charge;
        const budget = { limit: budgets.size, remaining: budgets.left(callerKey(request.identity)) };
        answer.extensions = { ...answer.extensions, cost: { estimated, actual, budget } };
      },
  };
}

export const LEAF_REQUESTS_HEADER = 'x-graphql-leaf-requests';

/**
 * Sets `extensions.leafRequests`, the number of requests that an operation sent to each cluster. Only for callers who
 * send LEAF_REQUESTS_HEADER.
 */
export function leafRequests(): GatewayPlugin {
  return {
    operation:
      ({ request, headers }) =>
      ({ answer }) => {
        if (headers?.[LEAF_REQUESTS_HEADER] === undefined) return;
        const counted = [...(request.leafRequests ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
        const sum = (requested: Iterable<{ readonly requests: number }>) =>
          [...requested].reduce((all, { requests }) => all + requests, 0);
        const leafRequests = Object.fromEntries(counted.map(([cluster, requested]) => [cluster, sum(requested)]));
        answer.extensions = { ...answer.extensions, leafRequests };
      },
  };
}

/**
 * Counts operations by kind and outcome, and measures their duration by kind. No label contains the name of an
 * operation, a user or a cluster, because the number of such names is unlimited.
 */
export function requestMetrics(registry: Registry): GatewayPlugin {
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
    operation: ({ request: { liveQuery } }) => {
      const start = performance.now();
      return ({ operation, answer: { errors } }) => {
        // A payload of a subscription is a query, but counts as a subscription.
        const kind = liveQuery ? 'subscription' : (operation?.operation ?? 'none');
        const code = errors?.[0]?.extensions?.['code'];
        requests.inc({ operation: kind, outcome: typeof code === 'string' ? outcomeOf(code) : 'OK' });
        seconds.observe({ operation: kind }, (performance.now() - start) / 1000);
      };
    },
  };
}

export type SubscriptionEvent = 'payload' | 'reset' | 'refused' | 'slow';

/** @param size Returns the number of open subscriptions */
export function subscriptionMetrics(registry: Registry, size: () => number): (event: SubscriptionEvent) => void {
  new Gauge({
    name: 'fleetgraph_subscriptions',
    help: 'Subscriptions that are open.',
    registers: [registry],
    collect() {
      this.set(size());
    },
  });
  const events = new Counter({
    name: 'fleetgraph_subscription_events_total',
    help: 'What became of subscriptions: payload (one was sent), reset (one was sent that asks the client to list anew), refused (over a limit), slow (closed, since its client read nothing).',
    labelNames: ['event'],
    registers: [registry],
  });
  return event => events.inc({ event });
}

/** A subgraph may send any code, so all unknown codes count as SUBGRAPH_ERROR. */
function outcomeOf(code: string): ErrorCode {
  return ERROR_CODES.find(known => known === code) ?? 'SUBGRAPH_ERROR';
}
