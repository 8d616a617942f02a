/** The Redis store keeps the contract on a real server and on a real Redis Cluster, and takes their loss as it should. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RedisCluster, RedisServer } from '../harness/redis.ts';
import { startRedis, startRedisCluster, startSentinel } from '../harness/redis.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { RedisStore } from '../../store/redis.ts';
import { openRedisStore } from '../../store/redis.ts';
import { clusterKeys, PARTITIONS, partitionOf } from '../../store/redis-scripts.ts';
import type { Lease, Store } from '../../store/store.ts';
import { FencedError, StoreUnavailableError } from '../../store/store.ts';
import { StoreFormatError } from '../../store/wire.ts';
import { describeStore, eventually, listener } from './contract.ts';
import { CLUSTER, readRows, role, row, state } from './fixtures.ts';

const NEVER = new AbortController().signal;

let server: RedisServer;
let cluster: RedisCluster;

beforeAll(async () => {
  [server, cluster] = await Promise.all([startRedis(), startRedisCluster(3)]);
}, 60_000);
afterAll(async () => {
  await Promise.all([server.remove(), cluster.remove()]);
});

describeStore('Redis', async () => {
  await server.command('FLUSHALL');
  return site(() => openRedisStore({ url: server.url }));
});

describeStore('Redis Cluster', async () => {
  await Promise.all(cluster.servers.map(server => server.command('FLUSHALL')));
  return site(() => openRedisStore({ cluster: cluster.nodes }));
});

async function site(open: () => Promise<Store>) {
  const [writer, reader] = await Promise.all([open(), open()]);
  return { writer, reader, close: async () => void (await Promise.all([writer.close(), reader.close()])) };
}

describe('a Redis store', () => {
  const stores: RedisStore[] = [];
  const servers: (RedisServer | RedisCluster)[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map(store => store.close()));
    await Promise.all(servers.splice(0).map(server => server.remove()));
  });

  async function open(options: Parameters<typeof openRedisStore>[0]): Promise<RedisStore> {
    const store = await openRedisStore(options);
    stores.push(store);
    return store;
  }
  async function ownServer(...flags: string[]): Promise<RedisServer> {
    const server = await startRedis(...flags);
    servers.push(server);
    return server;
  }
  const lease = async (store: Store, holder = 'collector-1') => (await store.acquire(CLUSTER, holder, 60_000)) as Lease;

  it('is behind and void everywhere after Redis came back empty, and is rebuilt by those who acquire again', async () => {
    const server = await ownServer();
    const [writer, reader] = [await open({ url: server.url }), await open({ url: server.url })];
    const problems: (string | undefined)[] = [];
    const rung: (string | undefined)[] = [];
    reader.subscribe(listener({ onChange: cluster => rung.push(cluster), onConnection: problem => problems.push(problem) }));
    const old = await lease(writer);
    await writer.apply(old, { puts: [row('a')], state: state() });
    const { position } = await reader.snapshot(CLUSTER, NEVER);
    await eventually(async () => expect(rung).toContain(CLUSTER));

    await server.stop();
    await eventually(async () => expect(problems).toEqual([expect.stringContaining(`127.0.0.1:${server.port}`)]));
    await expect(reader.changes(CLUSTER, position)).rejects.toThrow(StoreUnavailableError);
    await expect(writer.apply(old, { puts: [row('b')] })).rejects.toThrow(StoreUnavailableError);
    await server.start();
    await eventually(async () => expect(problems.at(-1)).toBeUndefined());

    expect(await reader.changes(CLUSTER, position)).toBe('behind');
    expect(await reader.clusters()).toEqual([]);
    await eventually(async () => expect(writer.apply(old, { puts: [row('b')] })).rejects.toThrow(/content was lost/));
    await expect(writer.renew(old, 60_000)).rejects.toThrow(FencedError);

    rung.length = 0;
    const renewed = await lease(writer);
    expect(renewed.epoch).toBeGreaterThan(old.epoch);
    await writer.apply(renewed, { puts: [row('b')] });
    await eventually(async () => expect(rung).toEqual(expect.arrayContaining([undefined, CLUSTER])));
    expect(await reader.changes(CLUSTER, position)).toBe('behind');
    expect([...(await readRows(reader)).keys()]).toEqual(['b']);
  });

  it('opens without Redis, refuses at once, and works when Redis comes', async () => {
    const server = await ownServer();
    await server.stop();
    const store = await open({ url: server.url });
    const problems: (string | undefined)[] = [];
    store.subscribe(listener({ onConnection: problem => problems.push(problem) }));
    await expect(store.clusters()).rejects.toThrow(StoreUnavailableError);
    await expect(store.acquire(CLUSTER, 'a', 1_000)).rejects.toThrow(/Redis at 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    await eventually(async () => expect(problems[0]).toMatch(/ECONNREFUSED/));

    await server.start();
    await eventually(async () => expect(problems.at(-1)).toBeUndefined());
    await store.apply(await lease(store), { puts: [row('a')] });
    expect((await readRows(store)).size).toBe(1);
  });

  it('finds its master by Sentinel', async () => {
    const master = await ownServer();
    const sentinel = await startSentinel(master);
    servers.push(sentinel);
    const store = await open({ sentinel: { name: 'fleet', sentinels: [`127.0.0.1:${sentinel.port}`] } });
    await store.apply(await lease(store), { puts: [row('a')] });
    expect((await readRows(store)).size).toBe(1);
    expect(await master.command('DBSIZE')).toBe('5');
  });

  it('loses with one node of a Redis Cluster only what that node held, and gets it back', async () => {
    const cluster = await startRedisCluster(3);
    servers.push(cluster);
    const store = await open({ cluster: cluster.nodes });
    const problems: (string | undefined)[] = [];
    store.subscribe(listener({ onConnection: problem => problems.push(problem) }));
    const names = Array.from({ length: 40 }, (_, i) => `leaf-${i}`);
    const leases = new Map<string, Lease>();
    for (const name of names) {
      leases.set(name, (await store.acquire(name, 'a', 60_000)) as Lease);
      await store.apply(leases.get(name) as Lease, { puts: [row('a', { cluster: name })] });
    }
    const [lost, ...kept] = cluster.servers as [RedisServer, ...RedisServer[]];
    const onLost = async (name: string) => (await lost.command('CLUSTER', 'COUNTKEYSINSLOT', await slotOf(lost, name))) !== '0';
    const gone: string[] = [];
    for (const name of names) if (await onLost(name)) gone.push(name);
    const others = names.filter(name => !gone.includes(name));
    expect([gone.length > 0, others.length > 0, kept.length]).toEqual([true, true, 2]);

    await lost.stop();
    await eventually(async () => expect(problems.at(-1)).toBeDefined());
    await Promise.all(gone.map(name => expect(readRows(store, name)).rejects.toThrow(StoreUnavailableError)));
    for (const name of others) expect((await readRows(store, name)).size).toBe(1);

    await lost.start();
    await eventually(async () => expect(problems.at(-1)).toBeUndefined());
    for (const name of gone) {
      await expect(store.renew(leases.get(name) as Lease, 1)).rejects.toThrow(FencedError);
      await store.apply((await store.acquire(name, 'a', 60_000)) as Lease, { puts: [row('b', { cluster: name })] });
      expect([...(await readRows(store, name)).keys()]).toEqual(['b']);
      const { doorbell } = clusterKeys(name);
      await eventually(async () => expect(await lost.command('PUBSUB', 'SHARDNUMSUB', doorbell)).toMatch(/\b1$/));
    }
  }, 60_000);

  it('finds what a lost doorbell did not tell', async () => {
    const server = await ownServer();
    const [writer, reader] = [await open({ url: server.url }), await open({ url: server.url })];
    const rung: (string | undefined)[] = [];
    const mine = await lease(writer);
    reader.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
    await eventually(async () => expect(rung).toContain(CLUSTER));

    // A write that rings nowhere, as one does whose message was lost with a connection.
    rung.length = 0;
    await server.command('HSET', clusterKeys(CLUSTER).index, CLUSTER, '99-1', 'leaf-99', '0-0');
    await eventually(async () => expect(rung).toEqual(expect.arrayContaining([undefined, CLUSTER])));

    await writer.apply(mine, { puts: [row('a')] });
    await server.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    rung.length = 0;
    await writer.apply(mine, { puts: [row('b')] });
    await eventually(async () => expect(rung).toContain(CLUSTER));
    await eventually(async () => expect(await server.command('PUBSUB', 'SHARDNUMSUB', clusterKeys(CLUSTER).doorbell)).toMatch(/\b1$/));
  });

  it('never shows a password, and says why it may not log in', async () => {
    const server = await ownServer('--requirepass', 'hunter2');
    const store = await open({ url: `redis://:wrong-s3cret@127.0.0.1:${server.port}` });
    const problem = await store.clusters().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StoreUnavailableError);
    expect((problem as Error).message).toMatch(/WRONGPASS/);
    expect(JSON.stringify(problem, Object.getOwnPropertyNames(problem))).not.toContain('wrong-s3cret');

    const allowed = await open({ url: `redis://:wrong-s3cret@127.0.0.1:${server.port}`, password: 'hunter2' });
    expect(await allowed.clusters()).toEqual([]);
    await expect(openRedisStore({ url: 'http://:s3cret@x' })).rejects.toThrow(/^(?!.*s3cret).*expected redis:/);
    await expect(openRedisStore({ url: server.url, cluster: ['x'] })).rejects.toThrow(/exactly one/);
  });

  it('refuses to guess at values of another format, and lets a collector write them anew', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    const mine = await lease(store);
    await store.apply(mine, { puts: [row('a', { resourceVersion: '7' })] });
    const key = encodeObjectKey(row('a'));
    await server.command('HSET', clusterKeys(CLUSTER).rows, key, '[99,"7"]');

    await expect(store.rows([{ cluster: CLUSTER, key }])).rejects.toThrow(StoreFormatError);
    await expect(readRows(store)).rejects.toThrow(/format 99, this process reads format 1/);
    expect((await store.versions(CLUSTER)).rows).toEqual(new Map([[key, '']]));
    await server.command('HSET', clusterKeys(CLUSTER).rows, key, 'junk');
    await expect(readRows(store)).rejects.toThrow(/not JSON/);
  });

  it('keeps no more of a log than is of use', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    const mine = await lease(store);
    const keys = clusterKeys(CLUSTER);
    const message = 'm'.repeat(1_000);
    const batch = Array.from({ length: 500 }, (_, i) => row(`web-${i}`, { message }));
    for (let i = 0; i < 12; i++) await store.apply(mine, { puts: batch });
    expect(Number(await server.command('MEMORY', 'USAGE', keys.log, 'SAMPLES', '0'))).toBeLessThan(6_000_000);
    expect(Number(await server.command('HGET', keys.meta, 'logSize'))).toBeLessThanOrEqual(4_194_304);

    // As if two minutes had gone by since the oldest entry.
    const { position } = await store.snapshot(CLUSTER, NEVER);
    await server.command('HSET', keys.meta, 'logOldest', '1');
    await store.apply(mine, { grantPuts: [role('r')] });
    expect(await store.changes(CLUSTER, position)).toMatchObject({ changes: [{ grantPuts: [{ name: 'r' }] }] });
  });

  it('refuses everything once it is closed', async () => {
    const store = await open({ url: server.url });
    await store.close();
    await expect(store.clusters()).rejects.toThrow(StoreUnavailableError);
  });
});

function slotOf(server: RedisServer, cluster: string): Promise<string> {
  return server.command('CLUSTER', 'KEYSLOT', clusterKeys(cluster).rows);
}

describe('partitions', () => {
  it('keep the keys of a cluster together and spread clusters', () => {
    const { index, meta, rows } = clusterKeys('{p99}:leaf');
    expect([index, meta, rows].map(key => /\{(.*?)\}/.exec(key)?.[1])).toEqual(Array(3).fill(`p${partitionOf('{p99}:leaf')}`));
    expect(new Set(Array.from({ length: 500 }, (_, i) => partitionOf(`leaf-${i}`))).size).toBe(PARTITIONS);
  });

  it('are where earlier versions put them', () => {
    expect(['leaf-01', 'leaf-02', 'prod/eu', '日本'].map(partitionOf)).toMatchInlineSnapshot(`
     [
       14,
       2,
       8,
       4,
     ]
    `);
  });
});
