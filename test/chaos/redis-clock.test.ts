/**
 * Sets back the clock of the Redis server. Redis measures leases and ages with this clock. A lease still ends if it is
 * not renewed, and old content does not count as new.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clusterKeys } from '../../store/redis-scripts.ts';
import { openRedisStore, type RedisStore } from '../../store/redis.ts';
import type { Lease } from '../../store/store.ts';
import { faketimeLibrary } from '../harness/debian-packages.ts';
import { startRedisWith, type RedisServer } from '../harness/redis.ts';
import { until } from '../kubernetes/until.ts';
import { row } from '../fixtures.ts';
import { CLUSTER, state } from '../store/fixtures.ts';
import { ChangingFleet, healthy } from '../subgraphs/fleet/changing-fleet.ts';
import { changes, list } from '../subgraphs/fleet/changing-list.ts';
import { allow, grant, rowAt } from '../subgraphs/fleet/scripted-fleet.ts';
import { Clock } from './clock.ts';

const HOUR_MS = 3_600_000;
const NEVER = new AbortController().signal;

(faketimeLibrary() === undefined ? describe.skip : describe)('a store whose Redis has its clock set back', () => {
  let clock: Clock;
  let redis: RedisServer;
  let store: RedisStore;
  beforeEach(async () => {
    clock = await Clock.make();
    redis = await startRedisWith(clock.env);
    store = await openRedisStore({ url: redis.url });
  });
  afterEach(async () => {
    await store?.close();
    await redis?.remove();
    await clock?.[Symbol.asyncDispose]();
  });

  const offset = async () => Number((await redis.command('TIME')).split('\n')[0]) * 1_000 - Date.now();
  const set = async (by: string, ms: number) => {
    await clock.set(by);
    await until(async () => Math.abs((await offset()) - ms) < 2_000);
  };
  const setBack = () => set('-1h', -HOUR_MS);
  const acquire = async (holder: string, ttlMs: number) => (await store.acquire(CLUSTER, holder, ttlMs)) as Lease;
  const storedAgo = async () => (await store.snapshot(CLUSTER, NEVER)).stateStoredAgo;

  it('lets nobody else in while a lease runs, and no longer than that', async () => {
    const lease = await acquire('dead', 2_000);
    await setBack();
    expect(await store.acquire(CLUSTER, 'living', 2_000)).toBeUndefined();
    await until(async () => (await store.acquire(CLUSTER, 'living', 2_000)) !== undefined);
    await expect(store.apply(lease, { puts: [row({ name: 'a' })] })).rejects.toThrow('living holds it now');
  });

  it('keeps the lease of a holder that goes on', async () => {
    const lease = await acquire('living', 60_000);
    await setBack();
    await store.renew(lease, 60_000);
    await store.apply(lease, { puts: [row({ name: 'a' })] });
    expect(await store.acquire(CLUSTER, 'other', 60_000)).toBeUndefined();
  });

  it('forgets a collector that no longer says that it lives', async () => {
    await store.join('dead', 2_000);
    await setBack();
    expect(await store.join('living', 2_000)).toEqual(['dead', 'living']);
    await until(async () => (await store.join('living', 2_000)).length === 1);
  });

  it('takes no state from before for a new one, also when the clock has come to that time again', async () => {
    const lease = await acquire('living', 10 * HOUR_MS);
    await store.apply(lease, { state: state() });
    expect(await storedAgo()).toBeLessThan(60_000);
    await setBack();
    expect(await storedAgo()).toBeGreaterThan(10 * HOUR_MS);
    await store.renew(lease, 10 * HOUR_MS);
    await set('+1m', 60_000);
    expect(await storedAgo()).toBeGreaterThan(10 * HOUR_MS);
    await store.apply(lease, { state: state() });
    expect(await storedAgo()).toBeLessThan(60_000);
  });

  it('knows how old what comes afterwards is', async () => {
    const lease = await acquire('living', 60_000);
    await store.apply(lease, { puts: [row({ name: 'first' })], state: state() });
    const { position } = await store.snapshot(CLUSTER, NEVER);
    await store.apply(lease, { puts: [row({ name: 'before' })] });
    await setBack();
    await store.apply(lease, { puts: [row({ name: 'after' })], state: state() });
    expect(await storedAgo()).toBeLessThan(60_000);
    const answer = await store.changes(CLUSTER, position);
    const [before, after] = answer === 'behind' ? [] : answer.changes.map(({ storedAgo }) => storedAgo);
    expect(before).toBeGreaterThan(10 * HOUR_MS);
    expect(after).toBeLessThan(60_000);
    await set('-59m', -59 * 60_000);
    const later = await store.changes(CLUSTER, position);
    const age = later === 'behind' ? undefined : later.changes[1]?.storedAgo;
    expect(age).toBeGreaterThan(50_000);
    expect(age).toBeLessThan(120_000);
  });

  it('takes a step of less than a second for none', async () => {
    const lease = await acquire('living', 60_000);
    await store.apply(lease, { state: state() });
    await redis.command('HINCRBY', clusterKeys(CLUSTER).meta, 'stateAt', '900');
    expect(await storedAgo()).toBe(0);
    await store.renew(lease, 60_000);
    await until(async () => (await storedAgo()) > 0);
    expect(await storedAgo()).toBeLessThan(60_000);
  });

  it('leads lists from replica to replica, and to TOO_OLD from moments that its log no longer has', async () => {
    const admin = { user: 'admin' };
    const web = rowAt('leaf-01', 'Pod', 'team-a/web');
    const opened: ChangingFleet[] = [];
    const replica = async (): Promise<ChangingFleet> => {
      const fleet = await ChangingFleet.open({ store: await openRedisStore({ url: redis.url }) });
      opened.push(fleet);
      for (const { cluster } of fleet.model.clusters()) await fleet.caughtUp(cluster);
      return fleet;
    };
    try {
      await store.join('collector', 10 * HOUR_MS);
      const here = await replica();
      await here.write('leaf-01', { puts: [web], grantPuts: grant('admin', allow('list', '*')), state: healthy });
      await here.caughtUp('leaf-01');
      const first = await list(here, admin, { names: ['web'] });
      await setBack();
      await here.put({ ...web, message: 'set back' });
      const second = await changes(await replica(), admin, first.resume, { names: ['web'] });
      expect(second).toMatchObject({ reset: null, changes: [{ type: 'UPDATE', object: { message: 'set back' } }] });
      // Five minutes are longer than a cluster's log keeps its entries, and shorter than a lease.
      await set('+5m', 300_000);
      await here.put({ ...web, message: 'set forth' });
      await here.put({ ...web, message: 'set forth, again' });
      const there = await replica();
      expect(await changes(there, admin, first.resume, { names: ['web'] })).toMatchObject({
        reset: 'TOO_OLD',
        changes: [],
      });
      const third = await changes(here, admin, first.resume, { names: ['web'] });
      expect(third).toMatchObject({
        reset: null,
        changes: [{ type: 'UPDATE', object: { message: 'set forth, again' } }],
      });
      expect(await changes(there, admin, third.resume, { names: ['web'] })).toMatchObject({ reset: null, changes: [] });
    } finally {
      await Promise.all(opened.map(fleet => fleet.close()));
    }
  });
});
