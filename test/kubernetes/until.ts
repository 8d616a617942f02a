/** Waits for a condition. Fails with the last result of the condition. */
import { setTimeout as wait } from 'node:timers/promises';

export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 240_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  let last: unknown = 'it was false';
  for (;;) {
    try {
      if (await condition()) return;
      last = 'it was false';
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw new Error(`The condition did not hold within ${timeoutMs} ms: ${condition.toString()}`, { cause: last });
    await wait(5);
  }
}
