/** Opens the store of a configuration. Reads the passwords of the store from the environment. */
import type { Config } from '../../config/schema.ts';
import { MemoryStore } from '../../store/memory.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { Store } from '../../store/store.ts';
import type { Logger } from '../../telemetry/log.ts';
import { UsageError } from '../usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** @param log Receives a warning if Redis may drop rows silently */
export async function openStore(config: Config['store'], env: Environment, log?: Pick<Logger, 'warn'>): Promise<Store> {
  if (config.type === 'memory') return new MemoryStore();
  const { passwordEnv, sentinel, ...address } = config;
  const store = await openRedisStore({
    ...address,
    password: passwordFrom(env, 'store.passwordEnv', passwordEnv),
    ...(sentinel && {
      sentinel: { ...sentinel, password: passwordFrom(env, 'store.sentinel.passwordEnv', sentinel.passwordEnv) },
    }),
  });
  // Not awaited, because a hanging Redis would delay the start.
  void store
    .evictionPolicy()
    .then(policy => policy !== undefined && log?.warn({ key: 'maxmemory-policy', policy }, EVICTS));
  return store;
}

const EVICTS =
  'When Redis is full it takes away what fleetgraph keeps there, and no answer can say which rows are missing. Set maxmemory-policy to noeviction.';

function passwordFrom(env: Environment, key: string, name: string | undefined): string | undefined {
  const password = name === undefined ? undefined : env[name];
  if (name !== undefined && !password)
    throw new UsageError(
      `${key} names ${name}, and there is no such environment variable. Set it, or leave ${key} out.`,
    );
  return password;
}
