/** Access to Redis: ACL users with exactly the documented permissions, TLS, and the messages of failures. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { RedisStore } from '../../store/redis.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { Lease } from '../../store/store.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { freePort } from '../harness/processes.ts';
import type { RedisServer } from '../harness/redis.ts';
import { startRedis, startRedisCluster, startSentinel } from '../harness/redis.ts';
import { authority, issue } from '../kubernetes/certificates.ts';
import { eventually, listener } from './contract.ts';
import { row } from '../fixtures.ts';
import { CLUSTER, readRows, role, state } from './fixtures.ts';

const NEVER = new AbortController().signal;

const stores: RedisStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map(store => store.close()));
});

async function open(options: Parameters<typeof openRedisStore>[0]): Promise<RedisStore> {
  const store = await openRedisStore(options);
  stores.push(store);
  return store;
}

/** The problem that a store reports after its first attempt to connect. */
async function complaint(options: Parameters<typeof openRedisStore>[0]): Promise<string> {
  return complaintOf(await open(options));
}

async function complaintOf(store: RedisStore): Promise<string> {
  for (;;) {
    const error = await store.clusters().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StoreUnavailableError);
    const { message } = error as Error;
    if (!message.endsWith('not connected')) return message;
    await delay(20);
  }
}

describe('a Redis with a bound to its memory', () => {
  let server: RedisServer;
  beforeAll(async () => void (server = await startRedis()));
  afterAll(() => server.remove());

  it.each([
    ['0', 'allkeys-lru', undefined],
    ['100mb', 'noeviction', undefined],
    ['100mb', 'allkeys-lru', 'allkeys-lru'],
    // volatile-ttl may evict the content of clusters, because its keys have a time to live.
    ['100mb', 'volatile-ttl', 'volatile-ttl'],
  ])('says by what it evicts keys: maxmemory %s, %s', async (maxmemory, policy, evicts) => {
    await server.command('CONFIG', 'SET', 'maxmemory', maxmemory, 'maxmemory-policy', policy);
    expect(await (await open({ url: server.url })).evictionPolicy()).toBe(evicts);
  });

  it('says that it is full, and takes what is written when there is room again', async () => {
    const store = await open({ url: server.url });
    const lease = (await store.acquire(CLUSTER, 'me', 60_000)) as Lease;
    await server.command('CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction');
    await expect(store.apply(lease, { puts: [row({ name: 'web' })] })).rejects.toThrow(/OOM.*raise its maxmemory/);
    expect((await readRows(store)).size).toBe(0);
    await server.command('CONFIG', 'SET', 'maxmemory', '0');
    await store.apply(lease, { puts: [row({ name: 'web' })] });
    expect((await readRows(store)).size).toBe(1);
  });
});

describe('an ACL user', () => {
  let server: RedisServer;
  const rules = new Map<string, string[]>();

  beforeAll(async () => {
    server = await startRedis();
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    for (const [, name = '', text = ''] of page.matchAll(
      /^redis-cli ACL SETUSER (fleetgraph-\w+) ((?:.*\\\n)*.*)$/gm,
    )) {
      const words = text.replaceAll(/\\\n|'/g, '').split(/ +/);
      rules.set(name, words);
      await server.command('ACL', 'SETUSER', name, ...words);
    }
    expect([...rules.keys()]).toEqual(['fleetgraph-collector', 'fleetgraph-gateway']);
  });
  afterAll(() => server.remove());

  const as = (username: string) => ({ url: server.url, username, password: 'change-me' });

  /** Commands that clients and scripts have run since CONFIG RESETSTAT, without commands for administration. */
  async function used(): Promise<string[]> {
    const stats = await server.command('INFO', 'commandstats');
    const commands = [...stats.matchAll(/^cmdstat_([^:]+):/gm)].map(([, command = '']) => command.replace('|', ' '));
    return commands.filter(command => !/^(config|acl|script|hello)\b/.test(command)).sort();
  }
  const allowed = (name: string) =>
    (rules.get(name) ?? [])
      .filter(rule => rule.startsWith('+'))
      .map(rule => rule.slice(1).replace('|', ' '))
      .sort();

  it('of a collector does all that a store does, with rights of which none is too many', async () => {
    await server.command('FLUSHALL');
    await server.command('CONFIG', 'RESETSTAT');
    const store = await open(as('fleetgraph-collector'));
    const rung: (string | undefined)[] = [];
    store.subscribe(
      listener({ onChange: cluster => rung.push(cluster), onConnection: problem => expect(problem).toBeUndefined() }),
    );
    expect(await store.evictionPolicy()).toBeUndefined();
    expect(await store.join('me', 60_000)).toEqual(['me']);
    expect(await store.clusters()).toEqual([]);
    const lease = (await store.acquire(CLUSTER, 'me', 60_000, 'source')) as Lease;
    await store.identify(lease, { connection: 'a', uid: '1' });
    expect((await store.origins()).get(CLUSTER)).toEqual({
      registrant: 'source',
      server: { connection: 'a', uid: '1' },
    });
    await store.renew(lease, 60_000);
    const { position } = await store.snapshot(CLUSTER, NEVER);
    const labels = { 'app.kubernetes.io/part-of': 'a-shop-of-many' };
    const rows = Array.from({ length: 30 }, (_, i) => row({ name: `web-${i}`, labels }));
    for (let i = 0; i < 2; i++) await store.apply(lease, { puts: rows, grantPuts: [role('r')], state: state() });
    await store.apply(lease, {
      deletes: rows.slice(1).map(row => encodeObjectKey(row)),
      grantDeletes: ['Role/team-a/r'],
    });
    // Makes the oldest entry of the log appear old.
    await server.command(
      'EVAL',
      `redis.call('HSET', KEYS[1], 'logOldest', '1')`,
      '1',
      (await server.command('KEYS', 'fg8:*:meta:*')) || '',
    );
    await store.apply(lease, { puts: [row({ name: 'web-0' })] });
    await readRows(store);
    await store.rows([{ cluster: CLUSTER, key: encodeObjectKey(row({ name: 'web-0' })) }]);
    await store.versions(CLUSTER);
    await store.changes(CLUSTER, position);
    await eventually(async () => expect(rung).toContain(CLUSTER));
    await store.remove(lease);
    await store.leave('me');
    expect(await used()).toEqual([...allowed('fleetgraph-collector'), 'keys'].sort());
  });

  it('of a gateway reads and follows, and can write nothing but which sessions were ended, and saved views', async () => {
    const writer = await open({ url: server.url });
    const lease = (await writer.acquire(CLUSTER, 'me', 60_000, 'source')) as Lease;
    await writer.apply(lease, { puts: [row({ name: 'a' })], grantPuts: [role('r')], state: state() });
    await writer.close();
    await server.command('CONFIG', 'RESETSTAT');

    await server.command('SCRIPT', 'FLUSH');
    const store = await open(as('fleetgraph-gateway'));
    const rung: (string | undefined)[] = [];
    store.subscribe(
      listener({ onChange: cluster => rung.push(cluster), onConnection: problem => expect(problem).toBeUndefined() }),
    );
    expect(await store.evictionPolicy()).toBeUndefined();
    expect(await store.clusters()).toEqual([CLUSTER]);
    expect((await store.origins()).get(CLUSTER)?.registrant).toBe('source');
    const { position } = await store.snapshot(CLUSTER, NEVER);
    expect((await readRows(store)).size).toBe(1);
    expect((await store.rows([{ cluster: CLUSTER, key: encodeObjectKey(row({ name: 'a' })) }]))[0]?.name).toBe('a');
    expect(await store.changes(CLUSTER, position)).toMatchObject({ changes: [] });
    await eventually(async () => expect(rung).toContain(CLUSTER));
    await server.command('FLUSHALL');
    expect(await store.clusters()).toEqual([]);
    expect(await store.shared.secret()).toBeUndefined();
    await store.shared.endSession('a-session');
    expect((await store.shared.endedSessions('')).ids).toEqual(['a-session']);
    const view = { name: 'mine', search: '?q=web', savedBy: 'jane', savedAt: 1 };
    expect(await store.views.save('a-shelf', view)).toBe('SAVED');
    expect(await store.views.read('a-shelf')).toEqual([view]);
    expect(await store.views.remove('a-shelf', 'mine')).toBe(true);
    const commands = (await used()).filter(command => command !== 'flushall');
    expect(commands).toEqual(allowed('fleetgraph-gateway'));

    await expect(store.acquire(CLUSTER, 'me', 1_000)).rejects.toThrow(/NOPERM.*docs\/operations\.md/);
    await expect(store.apply(lease, { puts: [row({ name: 'b' })] })).rejects.toThrow(/NOPERM/);
  });

  it("may not touch what is not fleetgraph's", async () => {
    for (const name of rules.keys()) {
      const denied = await server.command('ACL', 'DRYRUN', name, 'HGET', 'other', 'x');
      expect(denied).toMatch(/no permissions to access the 'other' key/);
    }
    expect(
      await server.command('ACL', 'DRYRUN', 'fleetgraph-gateway', 'HSET', 'fg8:{p1}:rows:leaf', 'a', 'b'),
    ).not.toBe('OK');
    expect(
      await server.command('ACL', 'DRYRUN', 'fleetgraph-gateway', 'XADD', 'fg8:{p1}:log:leaf', '*', 'a', 'b'),
    ).not.toBe('OK');
  });

  it('needs two rights more on a Redis Cluster', async () => {
    await using cluster = await startRedisCluster(3);
    for (const [name, words] of rules) {
      await Promise.all(
        cluster.servers.map(server =>
          server.command('ACL', 'SETUSER', name, ...words, '+cluster|slots', '+cluster|info'),
        ),
      );
    }
    const [writer, reader] = await Promise.all(
      ['fleetgraph-collector', 'fleetgraph-gateway'].map(username =>
        open({ cluster: cluster.nodes, username, password: 'change-me' }),
      ),
    );
    const rung: (string | undefined)[] = [];
    reader?.subscribe(
      listener({ onChange: cluster => rung.push(cluster), onConnection: problem => expect(problem).toBeUndefined() }),
    );
    const names = Array.from({ length: 8 }, (_, i) => `leaf-${i}`);
    for (const name of names) {
      const lease = (await writer?.acquire(name, 'me', 60_000)) as Lease;
      await writer?.apply(lease, { puts: [row({ name: 'a', cluster: name })] });
    }
    await eventually(async () => expect(rung).toEqual(expect.arrayContaining(names)));
    expect((await reader?.clusters())?.sort()).toEqual(names);
    await Promise.all(stores.splice(0).map(store => store.close()));
  });

  it.each([
    [
      'with a wrong password',
      () => ({ url: server.url, username: 'fleetgraph-gateway', password: 'wr0ng' }),
      /WRONGPASS.*store\.passwordEnv/,
    ],
    [
      'that there is not',
      () => ({ url: server.url, username: 'nobody', password: 'wr0ng' }),
      /WRONGPASS.*store\.username/,
    ],
  ])('%s is told what to set', async (_what, options, message) => {
    const said = await complaint(options());
    expect(said).toMatch(message);
    expect(said).not.toContain('wr0ng');
  });

  it('is what a Redis with a password asks for', async () => {
    await server.command('ACL', 'SETUSER', 'default', '>s3cret');
    try {
      expect(await complaint({ url: server.url })).toMatch(/NOAUTH.*set store\.passwordEnv/);
    } finally {
      await server.command('-a', 's3cret', 'ACL', 'SETUSER', 'default', 'nopass');
    }
  });
});

describe('Sentinels with a password of their own', () => {
  let master: RedisServer;
  let sentinel: RedisServer;
  beforeAll(async () => {
    master = await startRedis();
    sentinel = await startSentinel(master, '--requirepass', 'of-sentinel');
  });
  afterAll(() => Promise.all([sentinel.remove(), master.remove()]));

  const options = (password?: string) => ({
    sentinel: { name: 'fleet', sentinels: [`127.0.0.1:${sentinel.port}`], ...(password && { password }) },
  });

  it('lead to the master', async () => {
    const store = await open(options('of-sentinel'));
    expect(await store.join('me', 60_000)).toEqual(['me']);
  });

  it.each([undefined, 'wrong'])('say what is wrong when it is %s', async password => {
    expect(await complaint(options(password))).toMatch(
      /(NOAUTH|WRONGPASS).*check store\.sentinel\.username and the variable that store\.sentinel\.passwordEnv/,
    );
  });
});

describe('TLS', () => {
  let directory: string;
  let server: RedisServer;
  let strict: RedisServer;
  const ports = { server: 0, strict: 0 };
  const file = (name: string) => join(directory, name);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fleetgraph-tls-'));
    const ca = await authority('test authority');
    const [redis, client] = await Promise.all([
      issue(ca, 'redis', { names: ['localhost'], addresses: ['127.0.0.1'] }),
      issue(ca, 'fleetgraph'),
    ]);
    const files = {
      'ca.pem': ca.cert,
      'redis.pem': redis.cert,
      'redis-key.pem': redis.key,
      'client.pem': client.cert,
      'client-key.pem': client.key,
    };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(file(name), text)));
    const flags = [
      '--tls-cert-file',
      file('redis.pem'),
      '--tls-key-file',
      file('redis-key.pem'),
      '--tls-ca-cert-file',
      file('ca.pem'),
    ];
    [ports.server, ports.strict] = [await freePort(), await freePort()];
    [server, strict] = await Promise.all([
      startRedis('--tls-port', String(ports.server), '--tls-auth-clients', 'no', ...flags),
      startRedis('--tls-port', String(ports.strict), '--tls-auth-clients', 'yes', ...flags),
    ]);
  });
  afterAll(async () => {
    await Promise.all([server.remove(), strict.remove(), rm(directory, { recursive: true })]);
  });

  const url = (port: number, host = '127.0.0.1') => `rediss://${host}:${port}`;

  it('carries writers, readers and doorbells', async () => {
    const tls = { caFile: file('ca.pem'), certFile: file('client.pem'), keyFile: file('client-key.pem') };
    for (const options of [
      { url: url(ports.server), tls: { caFile: file('ca.pem') } },
      { url: url(ports.strict), tls },
      { url: url(ports.strict, 'localhost').replace('rediss:', 'redis:'), tls },
    ]) {
      const store = await open(options);
      const rung: (string | undefined)[] = [];
      store.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
      const lease = (await store.acquire(CLUSTER, 'me', 60_000)) as Lease;
      await store.apply(lease, { puts: [row({ name: 'a' })] });
      expect((await readRows(store)).size).toBe(1);
      await eventually(async () => expect(rung).toContain(CLUSTER));
      await store.release(lease);
    }
  });

  it.each([
    [
      'an authority that it does not know',
      () => ({ url: url(ports.server) }),
      /(self.signed|verify|issuer).*set store\.tls\.caFile/,
    ],
    [
      'another name than the certificate says',
      () => ({ url: url(ports.server, '127.0.0.2'), tls: { caFile: file('ca.pem') } }),
      /ECONNREFUSED|in its certificate/,
    ],
    [
      'a server that wants a client certificate',
      () => ({ url: url(ports.strict), tls: { caFile: file('ca.pem') } }),
      /set store\.tls\.certFile/,
    ],
    ['a port that speaks no TLS', () => ({ url: url(server.port) }), /write redis:\/\//],
    [
      'a port that speaks nothing else',
      () => ({ url: `redis://127.0.0.1:${ports.server}` }),
      /write rediss:\/\/ or set store\.tls/,
    ],
  ])('says what to do about %s', async (_what, options, message) => {
    expect(await complaint(options())).toMatch(message);
  });

  it('names the file that cannot be used', async () => {
    await expect(openRedisStore({ url: url(1), tls: { caFile: '/no/such.pem' } })).rejects.toThrow(
      'store.tls.caFile: /no/such.pem cannot be read (ENOENT)',
    );
    await writeFile(file('junk.pem'), 'junk');
    await expect(openRedisStore({ url: url(1), tls: { caFile: file('junk.pem') } })).rejects.toThrow(
      /junk\.pem is not a PEM file/,
    );
    await expect(openRedisStore({ url: url(1), tls: { certFile: file('client.pem') } })).rejects.toThrow(
      /certFile and keyFile/,
    );
  });

  it('takes certificates that were rotated, and meanwhile those from before', async () => {
    const folder = await mkdtemp(join(directory, 'rotated-'));
    const rotate = async (names = ['ca.pem', 'redis.pem', 'redis-key.pem', 'client.pem', 'client-key.pem']) => {
      const ca = await authority('another authority');
      const [redis, client] = await Promise.all([
        issue(ca, 'redis', { addresses: ['127.0.0.1'] }),
        issue(ca, 'fleetgraph'),
      ]);
      const texts = [ca.cert, redis.cert, redis.key, client.cert, client.key];
      const all = ['ca.pem', 'redis.pem', 'redis-key.pem', 'client.pem', 'client-key.pem'];
      for (const [i, name] of all.entries())
        if (names.includes(name)) await writeFile(join(folder, name), texts[i] ?? '');
    };
    await rotate();
    const [port, at] = [await freePort(), (name: string) => join(folder, name)];
    const flags = [
      '--tls-cert-file',
      at('redis.pem'),
      '--tls-key-file',
      at('redis-key.pem'),
      '--tls-ca-cert-file',
      at('ca.pem'),
    ];
    await using redis = await startRedis('--tls-port', String(port), '--tls-auth-clients', 'yes', ...flags);
    const store = await open({
      url: url(port),
      tls: { caFile: at('ca.pem'), certFile: at('client.pem'), keyFile: at('client-key.pem') },
    });
    const rung: (string | undefined)[] = [];
    store.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
    const works = () => eventually(async () => expect(await store.join('me', 60_000)).toEqual(['me']));
    await works();

    // First half of a certificate rotation: a new certificate without its key.
    await rotate(['client.pem']);
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await works();
    await redis.stop();
    expect(await complaintOf(store)).toMatch(/store\.tls: its files cannot be used together: .*key values mismatch/);

    await rotate();
    await redis.start();
    await works();
    const lease = (await store.acquire(CLUSTER, 'me', 60_000)) as Lease;
    await store.apply(lease, { puts: [row({ name: 'a' })] });
    await eventually(async () => expect(rung).toContain(CLUSTER));
  });
});
