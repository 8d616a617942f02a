/**
 * Reports the price of an operation (`extensions.cost`) to callers who send this header: the estimate, the actual cost,
 * and the remaining budget.
 */
import { callerKey } from '../../identity/identity.ts';
import type { Budgets } from '../operation/budget.ts';
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
