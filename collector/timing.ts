/** Intervals of collection, in milliseconds. Tests pass shorter intervals to run the same code faster. */
export interface Timing {
  /** Time after which another collector may take the lease of a dead collector. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** Average interval of attempts to acquire a lease that another collector holds. */
  readonly acquireMs: number;
  /** Time for which a collector counts as alive after its last announcement. */
  readonly memberMs: number;
  /** Interval of a collector's announcements. */
  readonly beatMs: number;
  /** Maximum silence of a leaf before the prober sends a request. */
  readonly probeMs: number;
  readonly probeTimeoutMs: number;
  /** Maximum wait for the first answer of a new cluster before its state is reported. */
  readonly firstAnswerMs: number;
  readonly discoveryMs: number;
  /**
   * Time for which the rows of a kind stay after listing becomes forbidden. During this time, coverage reports that the
   * rows are no longer confirmed.
   */
  readonly forbiddenRowsMs: number;
  /** Interval of retries of a forbidden kind. */
  readonly forbiddenRetryMs: number;
  /** Interval of lists of a kind that may not be watched. */
  readonly pollMs: number;
  /** Interval of searches in the store for clusters that are no longer registered. */
  readonly sweepMs: number;
}

export const DEFAULT_TIMING: Timing = {
  leaseMs: 8_000,
  renewMs: 2_000,
  acquireMs: 500,
  memberMs: 4_000,
  beatMs: 1_000,
  probeMs: 5_000,
  probeTimeoutMs: 10_000,
  firstAnswerMs: 1_000,
  discoveryMs: 30_000,
  forbiddenRowsMs: 60_000,
  forbiddenRetryMs: 60_000,
  pollMs: 30_000,
  sweepMs: 60_000,
};

/** Current time in monotonic milliseconds, for ages. */
export function monotonic(): number {
  return performance.now();
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Waits until a computed time. wake() makes the timer compute the time again. Only one caller may wait at a time. */
export class WakeableTimer {
  #wake: (() => void) | undefined;

  /** @param dueIn Computes the milliseconds to wait. No wait if 0 or less */
  async wait(dueIn: () => number): Promise<void> {
    for (let ms = dueIn(); ms > 0; ms = dueIn()) await this.#sleep(ms);
  }

  wake(): void {
    this.#wake?.();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => this.wake(), Math.min(ms, 2 ** 31 - 1));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
