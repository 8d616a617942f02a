/**
 * Every interval of collection in one place, so that tests can run the same code in a fraction of the time.
 */
export interface Timing {
  /** A collector that dies is replaced when its lease has run out. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How often a lease is asked for that another collector still holds. */
  readonly acquireMs: number;
  /** How long a collector counts as living after it last said so, and how often it does. */
  readonly memberMs: number;
  readonly beatMs: number;
  /** How long the leaf may be silent before it is asked something. */
  readonly probeMs: number;
  readonly probeTimeoutMs: number;
  readonly discoveryMs: number;
  /** How long the rows of a kind stay after its listing has become forbidden. They are no longer confirmed, and coverage says so meanwhile. */
  readonly forbiddenRowsMs: number;
  /** How often a forbidden kind is tried again, and how often a kind that may not be watched is listed. */
  readonly forbiddenRetryMs: number;
  readonly pollMs: number;
  /** How often the store is searched for clusters that are registered nowhere. */
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

/** Monotonic milliseconds: what ages are measured by. */
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
