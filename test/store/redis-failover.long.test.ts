/** A Redis that loses its master and continues with a replica. Data survives, and writers and readers reconnect. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { RedisStore } from '../../store/redis.ts';
import { openRedisStore } from '../../store/redis.ts';
import { clusterKeys } from '../../store/redis-scripts.ts';
import type { Lease } from '../../store/store.ts';
import { FencedError } from '../../store/store.ts';
import type { RedisServer } from '../harness/redis.ts';
import { startRedis, startRedisCluster, startSentinel } from '../harness/redis.ts';
import { eventually, listener } from './contract.ts';
import { row } from '../fixtures.ts';
import { readRows, role, state } from './fixtures.ts';

const NEVER = new AbortController().signal;
const TTL = 300_000;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: Parameters<typeof openRedisStore>[0]): Promise<RedisStore> {
  const store = await openRedisStore(options);
  closing.push(() => store.close());
  return store;
}

/** Writes, reads and follows a fleet, and checks that it survives `fail`, which removes a master permanently. */
async function survives(
  writer: RedisStore,
  reader: RedisStore,
  names: readonly string[],
  fail: () => Promise<void>,
): Promise<void> {
  const leases = new Map<string, Lease>();
  const positions = new Map<string, string>();
  const content = (cluster: string) =>
    ['a', 'b'].map(name => row({ name, cluster, labels: { 'app.kubernetes.io/part-of': 'a-shop-of-many' } }));
  for (const name of names) {
    const lease = (await writer.acquire(name, 'a', TTL)) as Lease;
    leases.set(name, lease);
    // Writes several times, because the writer stores a text as a shared text only after several uses.
    for (let i = 0; i < 5; i++)
      await writer.apply(lease, { puts: content(name), grantPuts: [role('r')], state: state() });
    positions.set(name, (await reader.snapshot(name, NEVER)).position);
  }
  const rung = new Set<string | undefined>();
  reader.subscribe(listener({ onChange: cluster => rung.add(cluster) }));

  await fail();
  await Promise.all(names.map(name => eventually(() => writer.renew(leases.get(name) as Lease, TTL))));
  await eventually(async () => expect((await reader.clusters()).sort()).toEqual([...names].sort()));
  // Until a sweep reaches the Redis server with a cluster's keys, the reader refuses to read the cluster.
  for (const name of names) await eventually(async () => void (await reader.changes(name, positions.get(name) ?? '')));
  rung.clear();

  for (const name of names) {
    const lease = leases.get(name) as Lease;
    expect(await readRows(reader, name)).toEqual(new Map(content(name).map(row => [row.name, row])));
    expect(await reader.changes(name, positions.get(name) ?? '')).toMatchObject({ changes: [], more: false });
    await expect(writer.apply({ ...lease, epoch: lease.epoch - 1 }, { puts: content(name) })).rejects.toThrow(
      FencedError,
    );
    expect(await reader.acquire(name, 'another', TTL)).toBeUndefined();

    await writer.apply(lease, {
      puts: [row({ name: 'c', cluster: name })],
      deletes: [encodeObjectKey(row({ name: 'a' }))],
    });
    const changes = await reader.changes(name, positions.get(name) ?? '');
    expect(changes).toMatchObject({
      changes: [{ puts: [{ name: 'c' }], deletes: [encodeObjectKey(row({ name: 'a' }))] }],
    });
    const refs = ['a', 'b', 'c'].map(object => ({ cluster: name, key: encodeObjectKey(row({ name: object })) }));
    expect((await reader.rows(refs)).map(found => found?.name)).toEqual([undefined, 'b', 'c']);
  }
  await eventually(async () => expect([...rung]).toEqual(expect.arrayContaining([...names])));

  await writer.release(leases.get(names[0] ?? '') as Lease);
  const next = (await reader.acquire(names[0] ?? '', 'another', TTL)) as Lease;
  expect(next.epoch).toBeGreaterThan(leases.get(names[0] ?? '')?.epoch ?? NaN);
  expect(await writer.join('a', TTL)).toEqual(['a']);
}

describe('a Redis store', () => {
  it('goes on when a replica takes the place of a master of a Redis Cluster', async () => {
    const cluster = await startRedisCluster(3, { replicas: true });
    closing.push(() => cluster.remove());
    const [writer, reader] = [await open({ cluster: cluster.nodes }), await open({ cluster: cluster.nodes })];
    const [lost, ...others] = cluster.servers as [RedisServer, ...RedisServer[]];
    const names = Array.from({ length: 24 }, (_, i) => `leaf-${i}`);

    await survives(writer, reader, names, async () => {
      const held = await Promise.all(
        names.map(async name => {
          const slot = await lost.command('CLUSTER', 'KEYSLOT', clusterKeys(name).rows);
          return (await lost.command('CLUSTER', 'COUNTKEYSINSLOT', slot)) !== '0';
        }),
      );
      expect(new Set(held)).toEqual(new Set([true, false]));
      await lost.command('WAIT', '1', '10000');
      await lost.kill();
    });
    // The remaining servers have a subscription for each cluster, so that no sweep is needed.
    await eventually(async () => {
      const subscribed = await Promise.all(
        others.map(server => server.command('PUBSUB', 'SHARDNUMSUB', ...names.map(name => clusterKeys(name).doorbell))),
      );
      for (const name of names) {
        expect(subscribed.some(text => text.includes(`${clusterKeys(name).doorbell}\n1`))).toBe(true);
      }
    });
  });

  it('goes on when Sentinel puts a replica in the place of its master', async () => {
    const master = await startRedis();
    closing.push(() => master.remove());
    const replica = await startRedis('--replicaof', '127.0.0.1', String(master.port));
    closing.push(() => replica.remove());
    await eventually(async () =>
      expect(await replica.command('INFO', 'replication')).toContain('master_link_status:up'),
    );
    const sentinel = await startSentinel(master);
    closing.push(() => sentinel.remove());
    await eventually(async () =>
      expect(await sentinel.command('SENTINEL', 'REPLICAS', 'fleet')).toContain(String(replica.port)),
    );

    const options = { sentinel: { name: 'fleet', sentinels: [`127.0.0.1:${sentinel.port}`] } };
    const [writer, reader] = [await open(options), await open(options)];
    await survives(writer, reader, ['leaf-1', 'leaf-2', 'leaf-3'], async () => {
      await master.command('WAIT', '1', '10000');
      await master.kill();
    });
    expect(await replica.command('ROLE')).toMatch(/^master/);
  });
});
