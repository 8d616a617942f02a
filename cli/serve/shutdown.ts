/**
 * Shutdown of a long-running command. After the first SIGINT or SIGTERM, `close` runs. A second signal exits at once
 * with code 130.
 */
import type { Logger } from '../../telemetry/log.ts';

export async function untilSignal(close: (signal: NodeJS.Signals) => Promise<void>, log: Logger): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
  log.info({ signal }, 'stopping');
  await close(signal);
}
