/** Collectors that share a fleet. Each cluster gets exactly one collector, also after collectors came, went or died. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { startCollector, type Collector } from '../../collector/collector.ts';
import { ownerOf, Shards } from '../../collector/shards.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { Lease, Store } from '../../store/store.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { ScriptedClient } from '../kubernetes/scripted-client.ts';
import { pod } from '../sim/fixtures.ts';
import { until } from '../kubernetes/until.ts';
import { Fleet } from './fixtures.ts';

const CLUSTERS = Array.from({ length: 300 }, (_, index) => `leaf-${index}`);
const FAST = { leaseMs: 600, renewMs: 60, acquireMs: 20, memberMs: 300, beatMs: 40 };
const name = fc.string({ minLength: 1, maxLength: 12 });

describe('the owner of a cluster', () => {
  it('is one of the members, the same whatever their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), name, (members, cluster) => {
        const owner = ownerOf(cluster, members);
        return members.includes(owner ?? '') && owner === ownerOf(cluster, members.toReversed());
      }),
    );
    expect(ownerOf('leaf-0', [])).toBeUndefined();
  });

  it('changes only where the member that came or went is concerned', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), members => {
        const [newcomer = '', ...others] = members;
        for (const cluster of CLUSTERS.slice(0, 40)) {
          const owner = ownerOf(cluster, members);
          if (owner !== newcomer) expect(ownerOf(cluster, others)).toBe(owner);
        }
      }),
    );
  });

  it('is each of them about equally often', () => {
    const members = ['pod-a/1/x', 'pod-b/1/y', 'pod-c/1/z'];
    const counts = members.map(member => CLUSTERS.filter(cluster => ownerOf(cluster, members) === member).length);
    for (const count of counts) expect(Math.abs(count - 100)).toBeLessThan(40);
  });
});

describe('a member', () => {
  type Answer = readonly string[] | 'away';

  /**
   * Runs a member with these answers of the store. The last answer is repeated. `seen`: the members after each change.
   * `left`: true if the member has left the store. `owns`: true if the member owns the cluster `leaf`, before each
   * answer except the first.
   */
  async function views(
    answers: readonly Answer[],
    memberMs = 0,
  ): Promise<{ seen: string[]; left: boolean; owns: boolean[] }> {
    let requested = 0;
    let left = false;
    const seen: string[] = [];
    const owns: boolean[] = [];
    const store: Pick<Store, 'join' | 'leave'> = {
      async join() {
        if (requested > 0) owns.push(shards.owns('leaf'));
        const answer = answers[Math.min(requested++, answers.length - 1)] ?? 'away';
        if (answer === 'away') throw new StoreUnavailableError('away');
        return answer;
      },
      async leave() {
        left = true;
      },
    };
    const shards: Shards = new Shards({
      store,
      holder: 'me',
      timing: { memberMs, beatMs: 1 },
      log: silentLogger,
      onChange: () => seen.push(shards.members.join()),
    });
    await until(() => requested > answers.length);
    await shards.close();
    return { seen, left, owns };
  }

  it('owns nothing before it knows of the others', async () => {
    const { owns, seen } = await views(['away', 'away', ['me']]);
    expect(owns.slice(0, 3)).toEqual([false, false, true]);
    expect(seen).toEqual(['me']);
  });

  it('says that it goes', async () => {
    expect((await views([['me']])).left).toBe(true);
  });

  it('waits for one that is missed once, and not for one that is missed twice', async () => {
    const both = ['me', 'you'];
    expect((await views([both, ['me'], both, ['me'], both])).seen).toEqual(['me,you']);
    expect((await views([both, ['me'], ['me'], both])).seen).toEqual(['me,you', 'me', 'me,you']);
  });

  it('gives nothing up while the store is away, nor right after it has come back empty', async () => {
    const both = ['me', 'you'];
    expect((await views([both, 'away', 'away', ['me'], ['me'], ['me'], both], 60_000)).seen).toEqual(['me,you']);
    expect((await views([both, 'away', ['me'], ['me']], 0)).seen).toEqual(['me,you', 'me']);
  });

  it('says once for each reason that the store cannot be written to, and when it can again', async () => {
    const lines: { level: number; problem?: string; msg: string }[] = [];
    let requested = 0;
    const shards = new Shards({
      store: {
        async join() {
          const problem = ['ECONNREFUSED', 'ECONNREFUSED', 'WRONGPASS', 'WRONGPASS', 'ECONNREFUSED'][requested++];
          if (problem !== undefined) throw new StoreUnavailableError(problem);
          return ['me'];
        },
        async leave() {},
      },
      holder: 'me',
      timing: { memberMs: 0, beatMs: 1 },
      log: pino({}, { write: line => lines.push(JSON.parse(line)) }),
      onChange: () => {},
    });
    await until(() => shards.problem !== undefined);
    await until(() => shards.problem === undefined);
    await shards.close();
    expect(lines.map(({ level, problem, msg }) => [level, problem, msg])).toEqual([
      [40, 'ECONNREFUSED', 'the store cannot be written to; nothing new is collected until it can'],
      [40, 'WRONGPASS', 'the store cannot be written to; nothing new is collected until it can'],
      [30, undefined, 'the store can be written to again'],
    ]);
  });
});

/** The store as one collector sees it. While `cut` is true, each call fails, as if the store were unreachable. */
class Door {
  cut = false;
  readonly store: Store;

  constructor(store: Store) {
    this.store = new Proxy(store, {
      get: (target, property) => {
        const member = Reflect.get(target, property, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (this.cut) return Promise.reject(new StoreUnavailableError('the door is closed'));
          return member.apply(target, args) as unknown;
        };
      },
    });
  }
}

/** A store that records the collector that last wrote each cluster. */
class Witness extends MemoryStore {
  readonly holders = new Map<string, Lease>();

  override async apply(...[lease, batch]: Parameters<Store['apply']>): Promise<void> {
    await super.apply(lease, batch);
    const before = this.holders.get(lease.cluster);
    if (before && (before.epoch > lease.epoch || (before.epoch === lease.epoch && before.holder !== lease.holder)))
      throw new Error(
        `${lease.cluster} is written by two: ${before.holder} (${before.epoch}) and ${lease.holder} (${lease.epoch})`,
      );
    this.holders.set(lease.cluster, lease);
  }
}

/** A client of a leaf that never answers. */
class SilentLeaf extends ScriptedClient {
  request(): Promise<never> {
    return this.#away();
  }

  list(): Promise<never> {
    return this.#away();
  }

  discover(): Promise<never> {
    return this.#away();
  }

  override version(): Promise<never> {
    return this.#away();
  }

  async #away(): Promise<never> {
    throw this.error('UNREACHABLE', 'nobody there');
  }
}

/** Collectors over one store and a fleet of silent leaves. */
class Crowd implements AsyncDisposable {
  readonly store = new Witness();
  readonly live = new Map<string, { readonly collector: Collector; readonly door: Door }>();
  readonly #crashed: Collector[] = [];
  readonly #registry = new ClusterRegistry();
  readonly #clusters: readonly string[];
  #named = 0;

  constructor(clusters: number) {
    this.#clusters = CLUSTERS.slice(0, clusters);
    for (const cluster of this.#clusters) {
      this.#registry.add({
        name: cluster,
        client: new SilentLeaf(cluster),
        identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
        authorization: 'rbac',
      });
    }
  }

  join(): string {
    const holder = `collector-${this.#named++}`;
    const door = new Door(this.store);
    const collector = startCollector({
      registry: this.#registry,
      store: door.store,
      kinds: { include: [], exclude: [] },
      log: silentLogger,
      holder,
      timing: FAST,
    });
    this.live.set(holder, { collector, door });
    return holder;
  }

  async leave(holder: string): Promise<void> {
    await this.live.get(holder)?.collector.close();
    this.live.delete(holder);
  }

  crash(holder: string): void {
    const member = this.live.get(holder);
    if (!member) return;
    member.door.cut = true;
    this.#crashed.push(member.collector);
    this.live.delete(holder);
  }

  /** Running collectors by the cluster that they collect. */
  holders(): Map<string, string[]> {
    const holders = new Map(this.#clusters.map(cluster => [cluster, [] as string[]]));
    for (const [holder, { collector }] of this.live) {
      // Only the holder of the lease sends requests to the leaf.
      for (const { cluster, reason } of collector.status())
        if (/nobody there|not reached/.test(reason)) holders.get(cluster)?.push(holder);
    }
    return holders;
  }

  /** Waits until each cluster is collected by its owner, and by no other collector. */
  async settled(): Promise<void> {
    const members = [...this.live.keys()].sort();
    const shards = () => Array.from(this.live.values(), ({ collector }) => collector.shard);
    await until(
      () =>
        [...this.holders()].every(
          ([cluster, holders]) => holders.length === 1 && holders[0] === ownerOf(cluster, members),
        ) &&
        // Each member must count all members, also members without clusters.
        shards().every(({ collectors }) => collectors === members.length) &&
        shards().reduce((sum, { held }) => sum + held, 0) === this.#clusters.length,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.live.values()].map(({ collector }) => collector.close()));
    await Promise.all(this.#crashed.map(collector => collector.close()));
    await this.#registry.close();
    await this.store.close();
  }
}

describe('collectors that share a fleet', () => {
  it('share it out, and take over what one of them gives up or leaves behind', async () => {
    await using crowd = new Crowd(24);
    const first = crowd.join();
    await crowd.settled();
    const second = crowd.join();
    await crowd.settled();
    crowd.join();
    await crowd.settled();
    await crowd.leave(first);
    await crowd.settled();
    crowd.crash(second);
    await crowd.settled();
  });

  it('move only the clusters of the one that came or went', async () => {
    await using crowd = new Crowd(24);
    crowd.join();
    const second = crowd.join();
    await crowd.settled();
    const before = crowd.holders();
    const epochs = new Map(crowd.store.holders);
    const third = crowd.join();
    await crowd.settled();
    for (const [cluster, [holder]] of crowd.holders()) {
      if (holder === third) continue;
      expect([holder]).toEqual(before.get(cluster));
      expect(crowd.store.holders.get(cluster)?.epoch).toBe(epochs.get(cluster)?.epoch);
    }
    const stayed = [...crowd.holders()].filter(([, [holder]]) => holder !== second).map(([cluster]) => cluster);
    const then = crowd.holders();
    crowd.crash(second);
    await crowd.settled();
    for (const cluster of stayed) expect(crowd.holders().get(cluster)).toEqual(then.get(cluster));
  });

  it('give nothing up while the store is away from all of them', async () => {
    await using crowd = new Crowd(12);
    crowd.join();
    crowd.join();
    await crowd.settled();
    const before = crowd.holders();
    const doors = [...crowd.live.values()].map(({ door }) => door);
    for (const door of doors) door.cut = true;
    // Waits until the store counts all members as dead.
    await until(async () => (await crowd.store.join('observer', 60_000)).join() === 'observer');
    await crowd.store.leave('observer');
    expect(crowd.holders()).toEqual(before);
    for (const door of doors) door.cut = false;
    await crowd.settled();
  });

  it('leave every cluster with exactly one of them, when any of them comes, goes or dies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('join', 'leave', 'crash'), fc.nat(5)), { minLength: 3, maxLength: 6 }),
        async steps => {
          await using crowd = new Crowd(10);
          crowd.join();
          for (const [step, which] of steps) {
            const holders = [...crowd.live.keys()];
            const holder = holders[which % holders.length] ?? '';
            if (step === 'join' || holders.length === 1) crowd.join();
            else if (step === 'leave') await crowd.leave(holder);
            else crowd.crash(holder);
          }
          await crowd.settled();
        },
      ),
      { numRuns: 6 },
    );
  });

  it('miss no change of a leaf that moves from one to the other', async () => {
    await using fleet = new Fleet();
    const names = ['a', 'b', 'c', 'd'];
    for (const cluster of names) await fleet.leaf(cluster, { objects: [pod('apps', 'before')] });
    const door = new Door(fleet.store);
    fleet.collect({ holder: 'one', timing: FAST });
    await until(async () => (await Promise.all(names.map(cluster => fleet.synced(cluster)))).every(Boolean));
    const second = fleet.collect({ holder: 'two', store: door.store, timing: FAST });
    await until(() => second.status().length > 0 && second.status().every(({ phase }) => phase === 'synced'));
    for (const leaf of fleet.leaves) leaf.objects.put(pod('apps', 'during'));
    for (const cluster of names)
      await until(async () => (await fleet.store.names(cluster, 'Pod')).join() === 'before,during');
    door.cut = true;
    for (const leaf of fleet.leaves) leaf.objects.put(pod('apps', 'then'));
    for (const cluster of names)
      await until(async () => (await fleet.store.names(cluster, 'Pod')).join() === 'before,during,then');
  });
});
