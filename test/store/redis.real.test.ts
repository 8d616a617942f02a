/**
 * The Redis store satisfies the contract on a real server and on a real Redis Cluster, and survives the loss of
 * servers.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RedisCluster, RedisServer } from '../harness/redis.ts';
import { startRedis, startRedisCluster, startSentinel } from '../harness/redis.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { KEEP_MS } from '../../store/limits.ts';
import type { RedisStore } from '../../store/redis.ts';
import { openRedisStore, StoreFormatError } from '../../store/redis.ts';
import {
  clusterKeys,
  FORMATS_KEY,
  PARTITIONS,
  partitionKeys,
  partitionOf,
  SECRET_KEY,
} from '../../store/redis-scripts.ts';
import type { Lease, Store } from '../../store/store.ts';
import { FencedError, StoreUnavailableError } from '../../store/store.ts';
import { WIRE_FORMAT } from '../../store/wire.ts';
import { describeStore, eventually, listener } from './contract.ts';
import { row } from '../fixtures.ts';
import { CLUSTER, readRows, role, state } from './fixtures.ts';
import { redisSites } from './redis-sites.ts';

const NEVER = new AbortController().signal;
/** A built-in kind. In Redis, the fields of its rows start with `N`. */
const DEPLOYMENT = { group: 'apps', kind: 'Deployment' };

for (const [name, open, empty] of redisSites())
  describeStore(name, async () => {
    await empty();
    return site(open);
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
    reader.subscribe(
      listener({ onChange: cluster => rung.push(cluster), onConnection: problem => problems.push(problem) }),
    );
    const old = await lease(writer);
    await writer.apply(old, { puts: [row({ name: 'a' })], state: state() });
    const { position } = await reader.snapshot(CLUSTER, NEVER);
    await eventually(async () => expect(rung).toContain(CLUSTER));

    await server.stop();
    await eventually(async () => expect(problems).toEqual([expect.stringContaining(`127.0.0.1:${server.port}`)]));
    await expect(reader.changes(CLUSTER, position)).rejects.toThrow(StoreUnavailableError);
    await expect(writer.apply(old, { puts: [row({ name: 'b' })] })).rejects.toThrow(StoreUnavailableError);
    await server.start();
    await eventually(async () => expect(problems.at(-1)).toBeUndefined());

    expect(await reader.changes(CLUSTER, position)).toBe('behind');
    expect(await reader.clusters()).toEqual([]);
    await eventually(async () =>
      expect(writer.apply(old, { puts: [row({ name: 'b' })] })).rejects.toThrow(/content was lost/),
    );
    await expect(writer.renew(old, 60_000)).rejects.toThrow(FencedError);

    rung.length = 0;
    const renewed = await lease(writer);
    expect(renewed.epoch).toBeGreaterThan(old.epoch);
    await writer.apply(renewed, { puts: [row({ name: 'b' })] });
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
    await store.apply(await lease(store), { puts: [row({ name: 'a' })] });
    expect((await readRows(store)).size).toBe(1);
  });

  it('works on a server without INFO, by a password and a database in its address', async () => {
    const server = await ownServer('--requirepass', 'p@ss/w:rd#1', '--rename-command', 'INFO', '');
    const store = await open({ url: `redis://:p%40ss%2Fw%3Ard%231@127.0.0.1:${server.port}/3` });
    const held = await lease(store);
    await store.apply(held, { puts: [row({ name: 'a' })], state: state() });
    expect([...(await readRows(store)).keys()]).toEqual(['a']);
    expect(await store.evictionPolicy()).toBeUndefined();
  });

  it('finds its master by Sentinel', async () => {
    const master = await ownServer();
    const sentinel = await startSentinel(master);
    servers.push(sentinel);
    const store = await open({ sentinel: { name: 'fleet', sentinels: [`127.0.0.1:${sentinel.port}`] } });
    await store.apply(await lease(store), { puts: [row({ name: 'a' })] });
    expect((await readRows(store)).size).toBe(1);
    expect(await master.command('DBSIZE')).toBe('6');
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
      await store.apply(leases.get(name) as Lease, { puts: [row({ name: 'a', cluster: name })] });
    }
    const [lost, ...kept] = cluster.servers as [RedisServer, ...RedisServer[]];
    const onLost = async (name: string) =>
      (await lost.command('CLUSTER', 'COUNTKEYSINSLOT', await slotOf(lost, name))) !== '0';
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
      await store.apply((await store.acquire(name, 'a', 60_000)) as Lease, {
        puts: [row({ name: 'b', cluster: name })],
      });
      expect([...(await readRows(store, name)).keys()]).toEqual(['b']);
      const { doorbell } = clusterKeys(name);
      await eventually(async () => expect(await lost.command('PUBSUB', 'SHARDNUMSUB', doorbell)).toMatch(/\b1$/));
    }
  });

  it('finds what a lost doorbell did not tell', async () => {
    const server = await ownServer();
    const [writer, reader] = [await open({ url: server.url }), await open({ url: server.url })];
    const rung: (string | undefined)[] = [];
    const mine = await lease(writer);
    reader.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
    await eventually(async () => expect(rung).toContain(CLUSTER));

    // This write sends no notification, as if a connection had lost it.
    rung.length = 0;
    await server.command('HSET', clusterKeys(CLUSTER).index, CLUSTER, '99-1', 'leaf-99', '0-0');
    await eventually(async () => expect(rung).toEqual(expect.arrayContaining([undefined, CLUSTER])));

    await writer.apply(mine, { puts: [row({ name: 'a' })] });
    await server.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    rung.length = 0;
    await writer.apply(mine, { puts: [row({ name: 'b' })] });
    await eventually(async () => expect(rung).toContain(CLUSTER));
    await eventually(async () =>
      expect(await server.command('PUBSUB', 'SHARDNUMSUB', clusterKeys(CLUSTER).doorbell)).toMatch(/\b1$/),
    );
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

  it('leaves out values that it never wrote, counts them, shows the rest, and lets a collector write them anew', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    const mine = await lease(store);
    const rows = ['a', 'b', 'c', 'd', 'e'].map(name => row({ ...DEPLOYMENT, name, resourceVersion: '7' }));
    await store.apply(mine, { puts: rows, grantPuts: [role('r'), role('s')], state: state() });
    const keys = clusterKeys(CLUSTER);
    const field = (name: string) => `N/team-a/${name}`;
    await server.command('HSET', keys.rows, field('a'), '[1,"7"]', field('b'), '', field('c'), '7\t0\t\t\t\t\t~gone0');
    await server.command(
      'EVAL',
      `redis.call('HSET', KEYS[1], ARGV[1], string.rep('x', 600000))`,
      '1',
      keys.rows,
      field('d'),
    );
    await server.command('HSET', keys.rows, 'no key', '7\t0');
    await server.command('HSET', keys.grants, 'Role/team-a/r', '{');
    await server.command('HSET', keys.meta, 'state', 'junk');

    expect([...(await readRows(store)).keys()]).toEqual(['e']);
    expect(store.unreadable).toBe(7);
    const snapshot = await store.snapshot(CLUSTER, NEVER);
    expect(snapshot.state).toBeUndefined();
    expect(snapshot.grants.map(({ name }) => name)).toEqual(['s']);
    const refs = rows.map(row => ({ cluster: CLUSTER, key: encodeObjectKey(row) }));
    expect((await store.rows(refs)).map(found => found?.name)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'e',
    ]);

    const { rows: versions } = await store.versions(CLUSTER);
    expect(['a', 'b', 'e'].map(name => versions.get(encodeObjectKey(row({ ...DEPLOYMENT, name }))))).toEqual([
      '[1,"7"]',
      '',
      '7',
    ]);
    await store.apply(mine, { puts: rows, grantPuts: [role('r')], state: state() });
    await server.command('HDEL', keys.rows, 'no key');
    expect([...(await readRows(store)).keys()].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is behind after a log entry that it never wrote', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    await store.apply(await lease(store), { puts: [row({ name: 'a' })] });
    const { position } = await store.snapshot(CLUSTER, NEVER);
    await server.command('XADD', clusterKeys(CLUSTER).log, '*', 'b', '[1,[],[],[],[],null]');
    expect(await store.changes(CLUSTER, position)).toBe('behind');
    expect(store.unreadable).toBe(1);
  });

  it('takes no secret but one that a collector wrote, and says so', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    for (const text of ['', 'short', 'A'.repeat(86)]) {
      await server.command('SET', SECRET_KEY, text);
      await expect(store.shared.secret()).rejects.toThrow(
        `${SECRET_KEY} in this Redis is not what a collector writes there (32 bytes`,
      );
    }
    await server.command('DEL', SECRET_KEY);
    await store.join('collector-1', 60_000);
    expect(await store.shared.secret()).toHaveLength(32);
  });

  it('says so when only collectors of another format write', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    expect(await store.clusters()).toEqual([]);
    await server.command('ZADD', FORMATS_KEY, '9999999999999', '99', '1', '98');
    await expect(store.clusters()).rejects.toThrow(StoreFormatError);
    await expect(store.clusters()).rejects.toThrow(
      `write format 99 into this Redis, and this process reads format ${WIRE_FORMAT}:`,
    );
    await store.join('me', 60_000);
    expect(await store.clusters()).toEqual([]);
  });

  it('keeps each shared text once, for as long as a row says it', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    const mine = await lease(store);
    const { texts } = clusterKeys(CLUSTER);
    const count = async () => Number(await server.command('HLEN', texts));
    const like = (i: number, fields = {}) =>
      row({
        name: `web-${i}`,
        labels: { 'app.kubernetes.io/part-of': 'a-shop-of-many' },
        message: 'Deployment has minimum availability.',
        ...fields,
      });
    const rows = Array.from({ length: 50 }, (_, i) => like(i));
    await store.apply(mine, { puts: rows });
    await store.apply(mine, { puts: rows });
    expect(await count()).toBe(2);
    expect(await readRows(store)).toEqual(new Map(rows.map(row => [row.name, row])));
    expect(await server.command('HVALS', texts)).toMatch(/^50\t.*\n50\t/);

    await store.apply(mine, {
      puts: rows.slice(0, 20).map((_, i) => like(i, { message: '' })),
      deletes: rows.slice(40).map(row => encodeObjectKey(row)),
    });
    expect((await server.command('HVALS', texts)).split('\n').map(parseFloat).sort()).toEqual([20, 40]);
    await store.apply(mine, { deletes: rows.slice(0, 40).map(row => encodeObjectKey(row)) });
    expect(await count()).toBe(0);
    expect((await readRows(store)).size).toBe(0);
  });

  it('spells out what it would share under an id that another text has', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    const mine = await lease(store);
    const { texts } = clusterKeys(CLUSTER);
    const message = 'Deployment has minimum availability.';
    const rows = Array.from({ length: 50 }, (_, i) => row({ name: `web-${i}`, message }));
    await store.apply(mine, { puts: rows });
    const id = await server.command('HKEYS', texts);
    await store.apply(mine, { deletes: rows.map(row => encodeObjectKey(row)) });
    await server.command('HSET', texts, id, '1\tanother text');

    for (let i = 0; i < 2; i++) {
      await store.apply(mine, { puts: rows });
      expect((await readRows(store)).get('web-7')?.message).toBe(message);
    }
    expect(await server.command('HGET', texts, id)).toBe('1\tanother text');
  });

  it('tells a writer that a failover lost what it wrote, and lets it write again once it has acquired again', async () => {
    const server = await ownServer();
    const [store, reader] = [await open({ url: server.url }), await open({ url: server.url })];
    const mine = await lease(store);
    const keys = clusterKeys(CLUSTER);
    await store.apply(mine, { puts: [row({ ...DEPLOYMENT, name: 'a' })] });
    const before = await server.command('HGET', keys.index, CLUSTER);
    await store.apply(mine, { puts: [row({ ...DEPLOYMENT, name: 'b' })] });
    const { position } = await reader.snapshot(CLUSTER, NEVER);
    // Puts Redis into the state of a replica that has not received the last batch.
    await server.command('XDEL', keys.log, await server.command('HGET', keys.index, CLUSTER));
    await server.command('HSET', keys.index, CLUSTER, before);
    await server.command('HDEL', keys.rows, 'N/team-a/b');

    await expect(store.renew(mine, 60_000)).rejects.toThrow(FencedError);
    await expect(store.apply(mine, { puts: [row({ ...DEPLOYMENT, name: 'c' })] })).rejects.toThrow(
      /has lost batches that it had taken/,
    );
    expect(await reader.changes(CLUSTER, position)).toBe('behind');
    expect(await lease(store)).toEqual(mine);
    expect([...(await store.versions(CLUSTER)).rows.keys()]).toEqual([
      encodeObjectKey(row({ ...DEPLOYMENT, name: 'a' })),
    ]);
    await store.apply(mine, { puts: [row({ ...DEPLOYMENT, name: 'b' }), row({ ...DEPLOYMENT, name: 'c' })] });
    await store.renew(mine, 60_000);
    expect([...(await readRows(reader)).keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  it('answers a page soon, with what can be done, when Redis hangs, and asks no more until it is back', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    await store.apply(await lease(store), { puts: [row({ name: 'a' })] });
    const refs = [{ cluster: CLUSTER, key: encodeObjectKey(row({ name: 'a' })) }];
    expect((await store.rows(refs))[0]?.name).toBe('a');

    const requested = () =>
      server.command('INFO', 'commandstats').then(text => Number(/cmdstat_evalsha_ro:calls=(\d+)/.exec(text)?.[1]));
    const before = await requested();
    await server.freeze();
    await expect(store.rows(refs)).rejects.toThrow(/did not answer within 250 ms/);
    for (let i = 0; i < 100; i++) await expect(store.rows(refs)).rejects.toThrow(StoreUnavailableError);
    server.thaw();
    await eventually(async () => expect((await store.rows(refs))[0]?.name).toBe('a'));
    // The two requests are the read that timed out, and the read that found Redis available again.
    expect(await requested()).toBe(before + 2);
  });

  it('forgets a cluster that nobody has held for a week, and all its keys', async () => {
    const server = await ownServer();
    const [store, reader] = [await open({ url: server.url }), await open({ url: server.url })];
    const mine = await lease(store);
    const other = (await store.acquire('leaf-02', 'a', 60_000)) as Lease;
    const labels = { 'app.kubernetes.io/part-of': 'a-shop-of-many' };
    for (const [lease, cluster] of [
      [mine, CLUSTER],
      [other, 'leaf-02'],
    ] as const) {
      const puts = Array.from({ length: 20 }, (_, i) => row({ name: `web-${i}`, cluster, labels }));
      await store.apply(lease, { puts, grantPuts: [role('r')], state: state() });
      await store.apply(lease, { puts });
    }
    const { meta, rows, texts, grants, log } = clusterKeys(CLUSTER);
    for (const key of [meta, rows, texts, grants, log]) {
      expect(Number(await server.command('PTTL', key))).toBeGreaterThan(KEEP_MS * 0.9);
    }

    // The time to live is renewed when half of it has passed.
    await server.command('PEXPIRE', meta, String(KEEP_MS * 0.4));
    await server.command('PEXPIRE', texts, '50000');
    await store.renew(mine, 60_000);
    for (const key of [meta, texts]) expect(Number(await server.command('PTTL', key))).toBeGreaterThan(KEEP_MS * 0.9);

    const rung: (string | undefined)[] = [];
    reader.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
    await eventually(async () => expect(rung).toContain(CLUSTER));
    rung.length = 0;
    for (const key of [meta, rows, texts, grants, log]) await server.command('PEXPIRE', key, '1');
    await server.command('ZADD', partitionKeys(partitionOf(CLUSTER)).alive, '1', CLUSTER);
    await eventually(async () => expect(rung).toContain(undefined));
    expect(await reader.clusters()).toEqual(['leaf-02']);
    expect(await reader.snapshot(CLUSTER, NEVER)).toMatchObject({
      registration: '',
      rowCount: 0,
      grants: [],
      state: undefined,
    });
    await expect(store.apply(mine, { puts: [row({ name: 'a' })] })).rejects.toThrow(FencedError);

    await lease(store, 'collector-2');
    expect((await reader.clusters()).sort()).toEqual([CLUSTER, 'leaf-02']);
    expect((await reader.snapshot(CLUSTER, NEVER)).rowCount).toBe(0);
  });

  it('keeps no more of a log than is of use', async () => {
    const server = await ownServer();
    const store = await open({ url: server.url });
    const mine = await lease(store);
    const keys = clusterKeys(CLUSTER);
    const batch = Array.from({ length: 500 }, (_, i) => row({ name: `web-${i}`, message: `${i}`.padEnd(1_000, 'm') }));
    for (let i = 0; i < 12; i++) await store.apply(mine, { puts: batch });
    expect(Number(await server.command('MEMORY', 'USAGE', keys.log, 'SAMPLES', '0'))).toBeLessThan(6_000_000);
    expect(Number(await server.command('HGET', keys.meta, 'logSize'))).toBeLessThanOrEqual(4_194_304);

    // Makes the oldest entry of the log appear far older than any entry that is kept.
    const { position } = await store.snapshot(CLUSTER, NEVER);
    await server.command('HSET', keys.meta, 'logOldest', '1');
    await store.apply(mine, { grantPuts: [role('r')] });
    expect(await store.changes(CLUSTER, position)).toMatchObject({ changes: [{ grantPuts: [{ name: 'r' }] }] });
  });

  it('refuses everything once it is closed', async () => {
    const store = await open({ url: (await ownServer()).url });
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
    expect([index, meta, rows].map(key => /\{(.*?)\}/.exec(key)?.[1])).toEqual(
      Array(3).fill(`p${partitionOf('{p99}:leaf')}`),
    );
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
