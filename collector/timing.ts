/**
 * Every interval of collection in one place, so that tests can run the same code in a fraction of the time.
 */
export interface Timing {
  /** Another collector replaces one that dies when its lease has run out. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How often a collector asks for a lease that another one still holds. */
  readonly acquireMs: number;
  /** How long a collector counts as alive after its last sign, and how often it gives one. */
  readonly memberMs: number;
  readonly beatMs: number;
  /** How long a leaf may be silent before the prober asks it something. */
  readonly probeMs: number;
  readonly probeTimeoutMs: number;
  readonly discoveryMs: number;
  /**
   * How long the rows of a kind stay after listing it has become forbidden. They are no longer confirmed, and coverage says so meanwhile.
   */
  readonly forbiddenRowsMs: number;
  /** How often the collector tries a forbidden kind again, and lists a kind that it may not watch. */
  readonly forbiddenRetryMs: number;
  readonly pollMs: number;
  /** How often the collector searches the store for clusters that are no longer registered. */
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
  discoveryMs: 30_000,
  forbiddenRowsMs: 60_000,
  forbiddenRetryMs: 60_000,
  pollMs: 30_000,
  sweepMs: 60_000,
};

/** Monotonic milliseconds, for ages. */
export function monotonic(): number {
  return performance.now();
}

/** Resolves after the time, or as soon as the signal is aborted. */
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
