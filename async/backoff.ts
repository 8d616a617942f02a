/** Exponential backoff with jitter, so that a fleet that lost its network does not reconnect in one wave. */
export interface BackoffOptions {
  /** @default 800 */
  readonly firstMs?: number;
  /** @default 30_000 */
  readonly maxMs?: number;
  /** 0 ≤ value < 1. @default Math.random */
  readonly random?: () => number;
}

export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;
  #failures = 0;

  constructor({ firstMs = 800, maxMs = 30_000, random = Math.random }: BackoffOptions = {}) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure and returns how long to wait: 50 % to 100 % of first × 2ⁿ, at most `maxMs`. */
  next(): number {
    const ceiling = Math.min(this.#maxMs, this.#firstMs * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    return ceiling * (0.5 + this.#random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
