/**
 * A cluster with uncertain RBAC contributes nothing: no row, no number, no name. The tests run with the memory store
 * and with Redis. Most tests then make the RBAC certain again, and the closed cluster opens.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import type { Batch, Lease } from '../../../store/store.ts';
import { until } from '../../kubernetes/until.ts';
import { grant } from '../../sim/fixtures.ts';
import {
  collectorMayRead,
  Fleet,
  GRANT_PLURALS,
  janesPod,
  MAX_AGE_MS,
  memorySite,
  podId,
  redisSite,
  serverOf,
  tells,
  type Replica,
} from './fleet.ts';
import { everything, HALF_READ, mayListPods, MonotonicClock, podRow } from './scripted.ts';

/** The memory store runs the tests for every kind of RBAC object. For Redis one kind is enough. */
const stores = [
  { store: 'memory', open: memorySite, plurals: GRANT_PLURALS },
  { store: 'Redis', open: redisSite, plurals: ['rolebindings'] as const },
];
/** The tests make the RBAC of TARGET uncertain. The RBAC of OTHER stays certain. */
const TARGET = 'a-target';
const OTHER = 'b-other';
const BOTH = tells([TARGET, OTHER], { total: 2 });
const listPods = [{ verbs: ['list'], resources: ['pods'] }];

describe.each(stores)('over the $store store', ({ open, plurals }) => {
  let fleet: Fleet;
  let target: SimulatedLeaf;
  let other: SimulatedLeaf;
  let clock: MonotonicClock;

  beforeEach(async () => {
    clock = new MonotonicClock();
    fleet = new Fleet(await open());
    target = await fleet.leaf(TARGET);
    other = await fleet.leaf(OTHER);
    await fleet.register(other);
  });
  afterEach(async () => {
    await fleet[Symbol.asyncDispose]();
    clock[Symbol.dispose]();
  });

  async function started(): Promise<Replica> {
    await fleet.register(target);
    fleet.collect();
    return fleet.replica();
  }

  const shows = (replica: Replica, reported: unknown) =>
    until(async () => {
      expect(await replica.ask('jane')).toEqual(reported);
      return true;
    });

  it('a leaf whose roles or bindings are not read to the end yet', async () => {
    target.fail({ answer: 'hang', matching: /\/rolebindings\?/ });
    const replica = await started();
    await shows(replica, tells([OTHER], { total: 2, rebuilding: 1 }));
    await until(() => replica.readModel.cluster(TARGET)?.rowCount !== 0);
    expect(await replica.ask('jane')).toEqual(tells([OTHER], { total: 2, rebuilding: 1 }));
    expect(replica.standing(TARGET)).toMatchObject({ state: 'REBUILDING' });
    await mend(target);
    await shows(replica, BOTH);
  });

  it.each(plurals)('a leaf that forbids its collector to read %s', async plural => {
    target.objects.load(collectorMayRead(GRANT_PLURALS.filter(other => other !== plural)));
    const replica = await started();
    await shows(replica, tells([OTHER], { total: 2, closed: 1 }));
    expect(replica.standing(TARGET)).toMatchObject({
      ...{
        state: 'CLOSED',
        cause: 'RBAC_INCOMPLETE',
        reason: 'its RBAC has not been read completely: forbidden to the collector',
      },
    });
    for (const object of collectorMayRead(GRANT_PLURALS)) target.objects.put(object);
    await shows(replica, BOTH);
  });

  it.each(plurals)('a leaf that has forbidden its collector to read %s for longer than rbac.maxAge', async plural => {
    const replica = await started();
    await shows(replica, BOTH);
    for (const object of collectorMayRead(GRANT_PLURALS.filter(other => other !== plural))) target.objects.put(object);
    target.dropWatches();
    await until(() => replica.readModel.cluster(TARGET)?.state?.grants.reason === 'FORBIDDEN');
    expect(await replica.ids('jane')).toContain(podId(TARGET));
    clock.advance(MAX_AGE_MS + 1);
    expect(await replica.ids('jane')).not.toContain(podId(TARGET));
    await shows(replica, tells([OTHER], { total: 2, closed: 1 }));
    const reason = 'it has not confirmed its RBAC for longer than 600 s: forbidden to the collector';
    await until(() => replica.standing(TARGET)?.state === 'CLOSED' && replica.standing(TARGET)?.reason === reason);
    for (const object of collectorMayRead(GRANT_PLURALS)) target.objects.put(object);
    await shows(replica, BOTH);
  });

  it('a leaf that has been away for longer than rbac.maxAge', async () => {
    const replica = await started();
    await shows(replica, BOTH);
    await target.stop();
    await until(async () => (await replica.ask('jane')).coverage.unreachable === 1);
    expect(await replica.ids('jane')).toContain(podId(TARGET));
    clock.advance(MAX_AGE_MS + 1);
    expect(await replica.ids('jane')).not.toContain(podId(TARGET));
    await shows(replica, tells([OTHER], { total: 2, closed: 1 }));
    await target.start();
    await shows(replica, BOTH);
  });

  it('a replica that was started while the leaf was away for longer than rbac.maxAge', async () => {
    const before = await started();
    await shows(before, BOTH);
    await target.stop();
    await until(async () => (await before.ask('jane')).coverage.unreachable === 1);
    clock.advance(MAX_AGE_MS + 1);
    await shows(before, tells([OTHER], { total: 2, closed: 1 }));
    await shows(await fleet.replica(), tells([OTHER], { total: 2, closed: 1 }));
  });

  it('a replica that has read the rows and not yet all of the RBAC', async () => {
    const write = await writerOf(TARGET);
    const other = await writerOf(OTHER);
    await other(everything(OTHER));
    const { puts, grantPuts, state } = everything(TARGET);
    await write({ puts });
    await fleet.register(target);
    const replica = await fleet.replica();
    const hidden = tells([OTHER], { total: 2, rebuilding: 1 });
    await shows(replica, hidden);
    expect(replica.readModel.cluster(TARGET)?.rowCount).toBe(puts.length);
    await write({ grantPuts, state: HALF_READ });
    await until(() => replica.readModel.cluster(TARGET)?.grants.objects.size === grantPuts.length);
    expect(await replica.ask('jane')).toEqual(hidden);
    await shows(await fleet.replica(), hidden);
    await write({ state });
    await shows(replica, BOTH);
  });

  it('a cluster whose name was given to another, until the RBAC of that one is known', async () => {
    const replica = await started();
    await shows(replica, BOTH);
    const successor = await fleet.leaf('successor', janesPod('successor', 'bob'));
    successor.fail({ answer: 'hang', matching: /\/rolebindings\?/ });
    void fleet.registry.remove(TARGET);
    await fleet.register(successor, TARGET);
    const seen = new Set<string>();
    const successorsRows = async () => {
      for (const id of await replica.ids('jane')) seen.add(id);
      return (
        (await rowNames(TARGET)).has('pod-of-successor') &&
        replica.readModel.cluster(TARGET)?.state?.phase === 'listing'
      );
    };
    await until(successorsRows);
    expect(await replica.ask('jane')).toEqual(tells([OTHER], { total: 2, rebuilding: 1 }));
    await mend(successor);
    await until(async () => (await successorsRows(), (await replica.ids('bob')).length > 0));
    expect(await replica.ids('bob')).toEqual([podId(TARGET, 'successor')]);
    expect([...seen, ...(await replica.ids('jane'))].filter(id => id.includes('successor'))).toEqual([]);
    expect(await replica.ids('jane')).toEqual([podId(OTHER)]);
  });

  it('the rows of a cluster whose name was given to another are not judged by the RBAC of that one, nor the other way round', async () => {
    const first = await writerOf(TARGET, 'first');
    await (
      await writerOf(OTHER)
    )(everything(OTHER));
    await first({ ...everything(TARGET), grantPuts: mayListPods('bob'), puts: [podRow(TARGET, 'secret')] });
    await fleet.register(target);
    const replica = await fleet.replica();
    await shows(replica, tells([OTHER], { total: 2, indexed: 2 }));
    expect(await replica.ids('bob')).toEqual([`${TARGET}//Pod/apps/secret`]);

    await fleet.site.writer.remove(leases.get('first')!);
    const second = await writerOf(TARGET, 'second');
    const { puts, grantPuts, state } = everything(TARGET);
    await second({ puts, state: HALF_READ });
    await until(() => replica.readModel.cluster(TARGET)?.state?.phase === 'listing');
    expect([await replica.ids('bob'), await replica.ids('jane')]).toEqual([[], [podId(OTHER)]]);
    await second({ grantPuts, state });
    await shows(replica, BOTH);
    expect(await replica.ids('bob')).toEqual([]);
  });

  it('two names of one API server: each is judged for whom its callers are there', async () => {
    target.objects.load(grant('odd-reader', 'odd:bob', listPods));
    await fleet.register(target, 'z-twin', { usernamePrefix: 'odd:' });
    await fleet.register(target);
    fleet.collect({ duplicates: 'allow' });
    const replica = await fleet.replica();
    await shows(replica, tells([TARGET, OTHER], { total: 3, indexed: 3 }));
    await until(async () => (await replica.ids('bob')).length > 0);
    expect(await replica.ids('bob')).toEqual([podId('z-twin', TARGET)]);
    expect(await replica.ids('odd:bob')).toEqual([podId(TARGET)]);
    void fleet.registry.remove('z-twin');
    expect(await replica.ids('bob')).toEqual([]);
    await shows(replica, BOTH);
  });

  it('a cluster that is no longer registered, while its rows are still in the store', async () => {
    const replica = await started();
    await shows(replica, BOTH);
    void fleet.registry.remove(TARGET);
    expect(await replica.ids('jane')).toEqual([podId(OTHER)]);
  });

  it('never judges by some of the old RBAC and some of the new', async () => {
    const write = await writerOf(TARGET);
    const binding = (namespace: string) => mayListPods('jane', namespace)[1]!;
    const puts = [podRow(TARGET, 'first', 'one'), podRow(TARGET, 'second', 'two')];
    await write({ ...everything(TARGET), puts, grantPuts: mayListPods('jane', 'one') });
    await fleet.register(target);
    const replica = await fleet.replica();
    await until(async () => (await replica.ids('jane')).length === 1);

    let changing = true;
    const asking = async () => {
      const query =
        '{ objects(first: 9) { totalCount nodes { name namespace } facets(fields: [NAMESPACE]) { values { value } } } }';
      const seen = new Set<string>();
      while (changing) {
        const { nodes } = (await replica.ask('jane', { query })).objects;
        seen.add(
          nodes.map(({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`).join(),
        );
        // Answers from memory do not wait for I/O. Without this pause, the writer would not run.
        await new Promise(setImmediate);
      }
      return seen;
    };
    const askers = [asking(), asking()];
    for (let i = 0; i < 60; i++) {
      const [gone, come] = i % 2 === 0 ? ['one', 'two'] : ['two', 'one'];
      await write({ grantPuts: [binding(come)], grantDeletes: [`RoleBinding/${gone}/reader`] });
    }
    changing = false;
    for (const seen of await Promise.all(askers))
      for (const ids of seen) expect(['one/first', 'two/second']).toContain(ids);
  });

  it('does not care what the clock on the wall says', async () => {
    const now = Date.now;
    let reads = 0;
    Date.now = () => now() + (reads++ % 2 === 0 ? 5 : -5) * 3_600_000;
    try {
      const replica = await started();
      await shows(replica, BOTH);
      await shows(await fleet.replica(), BOTH);
    } finally {
      Date.now = now;
    }
  });

  const leases = new Map<string, Lease>();

  /** Takes the lease of a cluster and returns a function that writes to the cluster. */
  async function writerOf(cluster: string, holder = cluster): Promise<(batch: Batch) => Promise<void>> {
    const lease = (await fleet.site.writer.acquire(cluster, holder, 3_600_000))!;
    await fleet.site.writer.identify(lease, await serverOf(cluster === TARGET ? target : other));
    leases.set(holder, lease);
    return batch => fleet.site.writer.apply(lease, batch);
  }

  async function rowNames(cluster: string): Promise<Set<string>> {
    const names = new Set<string>();
    const { rows } = await fleet.site.reader.snapshot(cluster, new AbortController().signal);
    for await (const chunk of rows) for (const { name } of chunk) names.add(name);
    return names;
  }
});

/** Repairs the leaf, and cuts hanging requests. */
async function mend(leaf: SimulatedLeaf): Promise<void> {
  await leaf.stop();
  leaf.fail({});
  await leaf.start();
}
