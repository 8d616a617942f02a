/**
 * Iterates over a hash in Redis, chunk by chunk, prefetching one. Some fields may come twice; everything that is there
 * throughout is seen.
 */
import { CHUNK_ROWS } from './limits.ts';
import type { RedisConnection } from './redis-connection.ts';
import { SCAN } from './redis-scripts.ts';

/** Registration of a cluster that must own the hash. */
export interface Owner {
  readonly meta: string;
  readonly registration: string;
}

/** Thrown if the content belongs to another registration of the cluster by now. */
export class ReplacedError extends Error {
  override name = 'ReplacedError';

  constructor() {
    super('the cluster was removed, or is read from another API server by now');
  }
}

/** Fields and values in turn. @throws ReplacedError before anything of another owner is returned */
export function scan(redis: RedisConnection, hash: string, signal?: AbortSignal, owner?: Owner): AsyncGenerator<readonly string[]> {
  return ahead(async cursor => {
    signal?.throwIfAborted();
    return owned(redis, owner, redis.command('hscan', hash, cursor, 'COUNT', CHUNK_ROWS) as Promise<[string, string[]]>);
  }, signal);
}

/** Registrations never recur: if the owner still matches after an answer, it matched when the answer was read. */
async function owned<T>(redis: RedisConnection, owner: Owner | undefined, answer: Promise<T>): Promise<T> {
  const [read, registration] = await Promise.all([answer, owner && redis.command('hget', owner.meta, 'registration')]);
  if (owner && (registration ?? '') !== owner.registration) throw new ReplacedError();
  return read;
}

/** As scan(), each chunk as a MessagePack array. */
export function scanPacked(redis: RedisConnection, hash: string, signal: AbortSignal, owner: Owner): AsyncGenerator<Buffer> {
  return ahead(async cursor => {
    signal.throwIfAborted();
    const answer = redis.run(SCAN, { hash }, { cursor, count: CHUNK_ROWS }) as Promise<[Buffer, Buffer]>;
    const [next, chunk] = await owned(redis, owner, answer);
    return [next.toString(), chunk];
  }, signal);
}

/** Each field of a chunk with its value. */
export function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i + 1 < flat.length; i += 2) yield [flat[i] ?? '', flat[i + 1] ?? ''];
}

async function* ahead<T>(ask: (cursor: string) => Promise<[next: string, chunk: T]>, signal?: AbortSignal): AsyncGenerator<T> {
  for (let asked: Promise<[string, T]> | undefined = ask('0'); asked;) {
    const [cursor, chunk]: [string, T] = await asked;
    signal?.throwIfAborted();
    asked = cursor === '0' ? undefined : ask(cursor);
    // Awaited above, unless its reader stops here.
    asked?.catch(() => undefined);
    yield chunk;
  }
}
