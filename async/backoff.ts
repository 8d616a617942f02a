export interface BackoffOptions {
  /** First delay in milliseconds, before its random reduction. @default 800 */
  readonly firstMs?: number;
  /** Maximum delay, in milliseconds. @default 30_000 */
  readonly maxMs?: number;
  /** Returns a number from 0 up to, but not including, 1. @default Math.random */
  readonly random?: () => number;
}

/**
 * Exponential backoff with jitter. The jitter keeps the clusters of a fleet from reconnecting all at once after a
 * network failure.
 */
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

  /** Number of failures since the last reset(), or since the start. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Counts a failure. Returns the delay before the next try in milliseconds. The delay doubles with each failure up to
   * `maxMs`, and is then reduced at random by up to half.
   */
  next(): number {
    const ceiling = Math.min(this.#maxMs, this.#firstMs * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    return ceiling * (0.5 + this.#random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
