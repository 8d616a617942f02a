/** A Redis and a Redis Cluster, started once for the tests of a file. */
import { afterAll, beforeAll } from '@jest/globals';
import { openRedisStore } from '../../store/redis.ts';
import type { Store } from '../../store/store.ts';
import { startRedis, startRedisCluster, type RedisCluster, type RedisServer } from '../harness/redis.ts';

export type RedisSite = readonly [name: string, open: () => Promise<Store>, empty: () => Promise<unknown>];

/** Call this function where tests are declared, because it registers beforeAll and afterAll. */
export function redisSites(): RedisSite[] {
  let server: RedisServer;
  let cluster: RedisCluster;
  beforeAll(async () => {
    [server, cluster] = await Promise.all([startRedis(), startRedisCluster(3)]);
  });
  afterAll(async () => {
    await Promise.all([server.remove(), cluster.remove()]);
  });
  return [
    ['Redis', () => openRedisStore({ url: server.url }), () => server.command('FLUSHALL')],
    [
      'Redis Cluster',
      () => openRedisStore({ cluster: cluster.nodes }),
      () => Promise.all(cluster.servers.map(server => server.command('FLUSHALL'))),
    ],
  ];
}
