/**
 * Reports the price of an operation (`extensions.cost`) to callers who send this header: the estimate, the actual cost,
 * and the remaining budget.
 */
import { callerKey } from '../../identity/identity.ts';
import type { Budgets } from '../operation/cost.ts';
import type { GatewayPlugin } from './plugin.ts';

export const COST_HEADER = 'x-graphql-cost';

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

/**
 * Reports how many requests an operation sent to each cluster (`extensions.leafRequests`), to callers who send this
 * header.
 */

export const LEAF_REQUESTS_HEADER = 'x-graphql-leaf-requests';

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
