/** Waits for a condition. The pauses between checks become longer, because a check may need much processor time. */
import { setTimeout as wait } from 'node:timers/promises';

export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 240_000): Promise<void> {
  const start = performance.now();
  let last: unknown = 'it was false';
  for (;;) {
    try {
      if (await condition()) return;
      last = 'it was false';
    } catch (error) {
      last = error;
    }
    const tookMs = performance.now() - start;
    if (tookMs > timeoutMs)
      throw new Error(`The condition did not hold within ${timeoutMs} ms: ${condition.toString()}`, { cause: last });
    await wait(Math.min(Math.max(5, tookMs / 10), 100));
  }
}
