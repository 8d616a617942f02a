/** The store that a configuration names, with its passwords from the environment. */
import type { Config } from '../config/schema.ts';
import { MemoryStore } from '../store/memory.ts';
import { openRedisStore } from '../store/redis.ts';
import type { Store } from '../store/store.ts';
import { UsageError } from './usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export async function openStore(config: Config['store'], env: Environment): Promise<Store> {
  if (config.type === 'memory') return new MemoryStore();
  const { passwordEnv, sentinel, ...address } = config;
  return openRedisStore({
    ...address,
    password: passwordFrom(env, 'store.passwordEnv', passwordEnv),
    ...(sentinel && { sentinel: { ...sentinel, password: passwordFrom(env, 'store.sentinel.passwordEnv', sentinel.passwordEnv) } }),
  });
}

function passwordFrom(env: Environment, key: string, name: string | undefined): string | undefined {
  const password = name === undefined ? undefined : env[name];
  if (name !== undefined && !password)
    throw new UsageError(`${key} names ${name}, and there is no such environment variable. Set it, or leave ${key} out.`);
  return password;
}
