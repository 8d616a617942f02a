/**
 * What each caller may spend: a budget that fills up evenly to its size in one window (a token bucket).
 *
 * A budget never grows beyond one window. So in any stretch of time a caller takes at most one window's budget and what filled up
 * meanwhile. An operation pays its estimate before it runs, and gets back what its answer did not use.
 */
import { LRUCache } from 'lru-cache';

export interface BudgetOptions {
  /** The budget of one window. */
  readonly size: number;
  readonly windowMs: number;
  /** A clock in milliseconds that never goes back. @default performance.now */
  readonly clock?: () => number;
}

/** Callers whose accounts are kept. A caller who is forgotten, after this many others, begins with a full budget. */
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

  /** Takes the cost from the caller's budget, or says in how many milliseconds there will be enough. */
  take(caller: string, cost: number): number | undefined {
    const account = this.#account(caller);
    // An operation that costs more than the budget waits until the budget is full, and then takes all of it.
    const needed = Math.min(cost, this.size);
    if (account.left < needed) return (needed - account.left) / this.#perMs;
    account.left -= cost;
    return undefined;
  }

  /** Takes what the operation cost more than its estimate, or gives back a negative amount. */
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
