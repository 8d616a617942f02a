/** A clock that moves only when the test moves it. */
import type { Clock } from '../../async/clock.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Resolves once the condition holds. The condition must not depend on this clock. */
  until(condition: () => boolean): Promise<void>;
}

export function manualClock(): ManualClock {
  let now = 0;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => (sleepers.delete(sleeper), reject(signal.reason as Error)), {
          once: true,
        });
      }),
    advance(ms) {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    async until(condition) {
      while (!condition()) await new Promise(resolve => setImmediate(resolve));
    },
  };
}
