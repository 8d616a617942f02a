/**
 * Goes through a hash in Redis, chunk by chunk, asking for one while the one before is read. Some fields may come twice; everything that is there throughout
 * is seen.
 */
import { CHUNK_ROWS } from './limits.ts';
import type { RedisConnection } from './redis-connection.ts';
import { SCAN } from './redis-scripts.ts';

/** Fields and values in turn. */
export function scan(redis: RedisConnection, hash: string, signal?: AbortSignal): AsyncGenerator<readonly string[]> {
  return ahead(async cursor => {
    signal?.throwIfAborted();
    return (await redis.command('hscan', hash, cursor, 'COUNT', CHUNK_ROWS)) as [string, string[]];
  }, signal);
}

/** The same, each chunk as a MessagePack array. */
export function scanPacked(redis: RedisConnection, hash: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  return ahead(async cursor => {
    signal.throwIfAborted();
    const [next, chunk] = (await redis.run(SCAN, { hash }, { cursor, count: CHUNK_ROWS })) as [Buffer, Buffer];
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
