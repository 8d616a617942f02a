/** Time as an argument, so that tests can simulate hours of retries. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Waits `ms` milliseconds. Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error;
    }
  },
};
