/**
 * Budget of each caller: a token bucket that refills evenly in one window.
 *
 * A budget never exceeds one window. So in any period a caller spends at most one window's budget plus the refill. An
 * operation pays its estimate before it runs, and gets a refund for what its answer did not use.
 */
import { LRUCache } from 'lru-cache';
import { callerKey } from '../../identity/identity.ts';
import type { RequestContext } from '../../identity/request.ts';
import { actualCost, estimatedCost, requestCost, type Cost, type Prices, type RequestCost, type Variables } from './operation-cost.ts';

export interface BudgetOptions {
  /** Budget of one window. */
  readonly size: number;
  readonly windowMs: number;
  /** Monotonic clock in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

/** Maximum accounts. A forgotten caller, after this many others, starts with a full budget. */
const MAX_CALLERS = 10_000;

interface Account {
  left: number;
  at: number;
}

export class Budgets {
  readonly size: number;
  readonly #perMs: number;
  readonly #clock: () => number;
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_CALLERS });

  constructor({ size, windowMs, clock = () => performance.now() }: BudgetOptions) {
    this.size = size;
    this.#perMs = size / windowMs;
    this.#clock = clock;
  }

  /** Takes the cost from the caller's budget, or returns the milliseconds until there is enough. */
  take(caller: string, cost: number): number | undefined {
    const account = this.#account(caller);
    // An operation that costs more than the budget waits until the budget is full, and then takes all of it.
    const needed = Math.min(cost, this.size);
    if (account.left < needed) return (needed - account.left) / this.#perMs;
    account.left -= cost;
    return undefined;
  }

  /** Takes what an operation cost beyond its estimate; a negative difference is a refund. */
  settle(caller: string, difference: number): void {
    const account = this.#account(caller);
    account.left = Math.min(this.size, account.left - difference);
  }

  left(caller: string): number {
    return Math.max(0, Math.floor(this.#account(caller).left));
  }

  #account(caller: string): Account {
    const now = this.#clock();
    let account = this.#accounts.get(caller);
    if (account) {
      account.left = Math.min(this.size, account.left + (now - account.at) * this.#perMs);
      account.at = now;
    } else this.#accounts.set(caller, (account = { left: this.size, at: now }));
    return account;
  }
}

/** Price of one operation. */
export interface Charge {
  readonly estimated: number;
  /** Set when the operation has ended. */
  actual?: number;
  readonly cost: RequestCost;
}

/** Undefined if the document has no such operation. */
export function chargeOf(
  prices: Prices,
  { cost, defaults }: { readonly cost: Cost | undefined; readonly defaults: Variables },
  given: Variables | undefined,
): Charge | undefined {
  if (!cost) return undefined;
  const request = requestCost(prices, cost, given ? { ...defaults, ...given } : defaults);
  return { cost: request, estimated: Math.ceil(estimatedCost(request)) };
}

/** Refunds the unused part of the estimate, or charges what the answer and resolvers used beyond it. */
export function settleCharge(charge: Charge, budgets: Budgets, { identity, signal, extra }: RequestContext, data: unknown): void {
  const { estimated, cost } = charge;
  const came = Math.ceil(actualCost(cost, data));
  // Abandoned work still has its price.
  charge.actual = (data && !signal.aborted ? came : Math.max(came, estimated)) + Math.ceil(extra?.cost ?? 0);
  budgets.settle(callerKey(identity), charge.actual - estimated);
}
