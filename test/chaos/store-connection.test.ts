/** A store in Redis over a network that fails. An operation that arrives late changes no newer data. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../demo/random.ts';
import { openRedisStore, type RedisStore } from '../../store/redis.ts';
import type { Lease } from '../../store/store.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';
import { until } from '../kubernetes/until.ts';
import { row } from '../fixtures.ts';
import { CLUSTER, readRows } from '../store/fixtures.ts';
import { Proxy } from './proxy.ts';

let redis: RedisServer;
let proxy: Proxy;
beforeEach(async () => {
  redis = await startRedis();
  proxy = await Proxy.start(redis.port);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await redis.remove();
});

describe('a store whose connections break', () => {
  let store: RedisStore;
  let direct: RedisStore;
  let lease: Lease;

  beforeEach(async () => {
    store = await openRedisStore({ url: `redis://127.0.0.1:${proxy.port}` });
    direct = await openRedisStore({ url: redis.url });
    lease = (await store.acquire(CLUSTER, 'collector', 60_000)) as Lease;
  });
  afterEach(async () => {
    await store.close();
    await direct.close();
  });

  const message = async () => (await readRows(direct)).get('a')?.message;

  /** Makes a batch arrive after its sender has abandoned it and `newer` has run. */
  async function lateBatch(newer: () => Promise<void>): Promise<void> {
    proxy.strand();
    const givenUp = store.apply(lease, { puts: [row({ name: 'a', message: 'late' }), row({ name: 'late' })] });
    await delay(50); // gives the batch time to be sent
    proxy.hangUp();
    await expect(givenUp).rejects.toThrow('Redis at');
    await until(() =>
      newer().then(
        () => true,
        () => false,
      ),
    );
    const before = Number(
      await redis.command('INFO', 'commandstats').then(stats => /cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]),
    );
    proxy.set({});
    // Waits until the batch arrives.
    await until(async () => {
      const calls = await redis
        .command('INFO', 'commandstats')
        .then(stats => /cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]);
      return Number(calls) > before;
    });
  }

  it('writes nothing of a batch that arrives after another API server was said', async () => {
    await store.identify(lease, { connection: 'digest', uid: 'uid' });
    await store.apply(lease, { puts: [row({ name: 'a', message: 'first' })] });
    const other = { connection: 'digest', uid: 'another' };
    await lateBatch(() => store.identify(lease, other));
    expect((await readRows(direct)).size).toBe(0);
    expect((await direct.origins()).get(CLUSTER)?.server).toEqual(other);
  });

  it('keeps a newer batch when an older one, given up by its sender, arrives after all', async () => {
    await store.apply(lease, { puts: [row({ name: 'a', message: 'first' })] });
    await lateBatch(() => store.apply(lease, { puts: [row({ name: 'a', message: 'newer' })] }));
    expect(await message()).toBe('newer');
    expect((await readRows(direct)).has('late')).toBe(false);
    // The late batch does not affect later writes.
    await store.apply(lease, { puts: [row({ name: 'a', message: 'newest' })] });
    expect(await message()).toBe('newest');
  });
});

const FOLLOW = `
  const { openRedisStore } = await import(${JSON.stringify(new URL('../../store/redis.ts', import.meta.url).href)});
  const stores = await Promise.all(Array.from({ length: 5 }, () => openRedisStore({ url: process.env.STORE })));
  for (const store of stores) store.subscribe({ onChange() {}, onConnection() {} });
  const timer = setInterval(() => { for (const store of stores) store.clusters().catch(() => undefined); }, 20);
  process.stdin.resume().once('end', async () => {
    clearInterval(timer);
    for (const store of stores) await store.close();
    console.log('closed');
  });
`;

it('a process that follows a store outlives connections that break at any moment', async () => {
  const random = seededRandom('cuts');
  const follower = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', FOLLOW],
    {
      env: { ...process.env, NODE_OPTIONS: '', STORE: `redis://127.0.0.1:${proxy.port}` },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [follower.stdout, follower.stderr]) stream.on('data', chunk => (output += chunk));
  follower.stdin.on('error', () => undefined); // if the process has died, its output shows the reason
  for (let i = 0; i < 80 && follower.exitCode === null; i++) {
    await delay(random() * 120);
    proxy.cut();
  }
  const closed = once(follower, 'close');
  follower.stdin.end();
  const [code] = follower.exitCode === null ? ((await closed) as [number]) : [follower.exitCode];
  expect(output).toBe('closed\n');
  expect(code).toBe(0);
});
