/** Memory use of a Redis server in bytes. */
import { Redis } from 'ioredis';

/** `logs` are the bytes of the streams, which hold the logs of changes. `content` is all other used memory. */
export async function usedBytes(url: string): Promise<{ content: number; logs: number }> {
  const redis = new Redis(url);
  try {
    const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
    let [cursor, logs] = ['0', 0];
    do {
      const [next, keys] = await redis.scan(cursor, 'COUNT', 1_000, 'TYPE', 'stream');
      for (const key of keys) logs += (await redis.memory('USAGE', key, 'SAMPLES', 0)) ?? 0;
      cursor = next;
    } while (cursor !== '0');
    return { content: used - logs, logs };
  } finally {
    redis.disconnect();
  }
}
