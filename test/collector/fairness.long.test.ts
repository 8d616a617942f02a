/** Clusters of one process do not delay each other, even if one floods, throttles requests or is stored slowly. */
import { describe, expect, it } from '@jest/globals';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { namespace, pod } from '../sim/fixtures.ts';
import { until } from '../kubernetes/until.ts';
import { Fleet } from './fixtures.ts';

/** Changes a few Pods repeatedly until disposed. */
class Flood implements AsyncDisposable {
  changes = 0;
  #over = false;
  readonly #running: Promise<void>;

  constructor(leaf: SimulatedLeaf, pods: number, aTurn: number) {
    this.#running = this.#run(leaf, pods, aTurn);
  }

  async #run(leaf: SimulatedLeaf, pods: number, aTurn: number): Promise<void> {
    while (!this.#over) {
      for (let i = 0; i < aTurn; i += 1)
        leaf.objects.put(pod('apps', `p-${this.changes++ % pods}`, { labels: { at: String(this.changes) } }));
      await new Promise(resolve => setTimeout(resolve, 1));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    await this.#running;
  }
}

describe('a cluster that floods', () => {
  it('delays no change of the others, and is itself stored in the end as it is', async () => {
    await using fleet = new Fleet();
    const flooding = await fleet.leaf('flooding');
    const calm = await fleet.leaf('calm');
    fleet.collect();
    await until(async () => (await fleet.synced('flooding')) && (await fleet.synced('calm')));
    const labels = async () =>
      (await fleet.store.allRows('flooding'))
        .filter(({ kind }) => kind === 'Pod')
        .map(row => `${row.name} ${row.labels['at']}`);
    {
      await using flood = new Flood(flooding, 50, 40);
      for (let i = 0; i < 10; i += 1) {
        const before = flood.changes;
        calm.objects.put(pod('apps', `c-${i}`));
        await until(async () => (await fleet.store.names('calm', 'Pod')).includes(`c-${i}`));
        await until(() => flood.changes > before);
      }
      await until(() => flood.changes > 5_000);
    }
    const wanted = flooding.objects
      .list({ apiVersion: 'v1', kind: 'Pod' })
      .map(({ metadata }) => `${metadata.name} ${metadata.labels?.['at']}`);
    await until(async () => (await labels()).sort().join() === wanted.sort().join());
    // If several versions of an object arrive between two batches, only the last version is written.
    const written = fleet.store.puts.filter(({ cluster, kind }) => cluster === 'flooding' && kind === 'Pod').length;
    expect(written).toBeLessThan(4_000);
  });

  it('is read no faster than it can be stored, and the others go on', async () => {
    await using fleet = new Fleet();
    const flooding = await fleet.leaf('flooding');
    const calm = await fleet.leaf('calm');
    fleet.collect();
    await until(async () => (await fleet.synced('flooding')) && (await fleet.synced('calm')));
    let release = (): void => undefined;
    const stuck = new Promise<void>(resolve => (release = resolve));
    const apply = fleet.store.apply.bind(fleet.store);
    fleet.store.apply = async (lease, batch) => {
      if (lease.cluster === 'flooding') await stuck;
      await apply(lease, batch);
    };
    for (let i = 0; i < 12_000; i += 1) flooding.objects.put(pod('apps', `p-${i}`));
    for (let i = 0; i < 3; i += 1) {
      calm.objects.put(namespace(`n-${i}`));
      await until(async () => (await fleet.store.names('calm', 'Namespace')).includes(`n-${i}`));
    }
    expect(await fleet.store.names('flooding', 'Pod')).toEqual([]);
    release();
    await until(async () => (await fleet.store.names('flooding', 'Pod')).length === 12_000, 40_000);
  });
});

describe('a cluster that throttles', () => {
  it.each([
    ['its lists and watches', /\/pods\?/],
    ['discovery', /\/apis$/],
  ])('is asked again no sooner than it said: %s', async (_what, matching) => {
    await using fleet = new Fleet();
    const requested: number[] = [];
    let refusing = true;
    const leaf = await fleet.leaf('leaf', {
      objects: [pod('apps', 'a')],
      onRequest: ({ url }) => void (refusing && matching.test(url) && requested.push(performance.now())),
    });
    leaf.fail({ answer: { throttleSeconds: 1 }, matching });
    fleet.collect();
    await until(() => requested.length >= 3);
    refusing = false;
    leaf.fail({});
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a');
    for (const [index, at] of requested.slice(1).entries())
      expect(at - (requested[index] ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

describe('clusters whose lists do not come', () => {
  /** Matches lists and watches with initial events. Does not match the request that identifies the API server. */
  const LISTS = /^GET (?!.*watch=)(?!.*kube-system).*\?.*limit=|sendInitialEvents/;

  it.each([
    ['hang', { answer: 'hang' }],
    ['come byte by byte', { slowBodyMs: 6_000 }],
  ] as const)(
    'hold up neither another cluster of their source nor one of another source: they %s',
    async (_how, fault) => {
      await using fleet = new Fleet();
      for (let i = 0; i < 20; i += 1) {
        const leaf = await fleet.leaf(`hostile-${i}`, {
          registrant: 'hub:hostile',
          watchList: false,
          objects: [pod('apps', 'a')],
        });
        leaf.fail({ ...fault, matching: LISTS });
      }
      await fleet.leaf('neighbour', { registrant: 'hub:neighbour' });
      await fleet.leaf('elsewhere', { registrant: 'other:elsewhere' });
      fleet.collect();
      await until(() => fleet.synced('elsewhere'));
      await until(() => fleet.synced('neighbour'));
      expect(await fleet.synced('hostile-0')).toBe(false);
    },
  );

  it('are complete in the end where their pages only come slowly', async () => {
    await using fleet = new Fleet();
    for (let i = 0; i < 20; i += 1)
      (await fleet.leaf(`hostile-${i}`, { registrant: 'hub:hostile' })).fail({ answer: 'hang', matching: LISTS });
    const slow = await fleet.leaf('slow', {
      registrant: 'hub:slow',
      objects: Array.from({ length: 300 }, (_, i) => pod('apps', `p-${i}`)),
    });
    slow.fail({ latencyMs: 1_500, matching: LISTS });
    fleet.collect();
    await until(
      async () => (await fleet.synced('slow')) && (await fleet.store.names('slow', 'Pod')).length === 300,
      40_000,
    );
  });
});
