/** The store that a configuration names, with its password from the environment. */
import type { Config } from '../config/schema.ts';
import { MemoryStore } from '../store/memory.ts';
import { openRedisStore } from '../store/redis.ts';
import type { Store } from '../store/store.ts';
import { UsageError } from './usage-error.ts';

export async function openStore(config: Config['store'], env: Readonly<Record<string, string | undefined>>): Promise<Store> {
  if (config.type === 'memory') return new MemoryStore();
  const { passwordEnv, ...address } = config;
  const password = passwordEnv === undefined ? undefined : env[passwordEnv];
  if (passwordEnv !== undefined && !password)
    throw new UsageError(
      `store.passwordEnv names ${passwordEnv}, and there is no such environment variable. Set it, or leave passwordEnv out.`,
    );
  return openRedisStore({ ...address, ...(password && { password }) });
}
