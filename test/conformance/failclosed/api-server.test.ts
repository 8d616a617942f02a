/**
 * A cluster is identified by its API server, not by its name. Two API servers may use the same cluster name, one after
 * the other. Rows of the first server must not be shown under the grants of the second server, whatever happens to
 * sources, collectors, replicas and the store.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import type { Store } from '../../../store/store.ts';
import { StoreUnavailableError } from '../../../store/store.ts';
import { lengthOf } from '../../harness/sampling.ts';
import { until } from '../../kubernetes/until.ts';
import { namespace, pod } from '../../sim/fixtures.ts';
import { collectorMayRead, Fleet, GRANT_PLURALS, janesPod, memorySite, redisSite, type Replica } from './fleet.ts';

const stores = [
  { store: 'memory', open: memorySite },
  { store: 'Redis', open: redisSite },
];
const FAST = { leaseMs: 400, renewMs: 50, acquireMs: 50, memberMs: 400, beatMs: 50 };

/**
 * Objects of an API server: a pod that only the user of this server may list, and a pod whose name all servers share.
 */
function contentOf(server: string, uid = server): KubernetesObject[] {
  const [system, shared] = [namespace('kube-system'), pod('apps', 'shared')];
  return [
    { ...system, metadata: { ...system.metadata, uid } },
    { ...shared, metadata: { ...shared.metadata, uid: `shared-${server}` } },
    ...janesPod(server, userOf(server)),
  ];
}

const userOf = (server: string) => `user-of-${server}`;
const portOf = (leaf: SimulatedLeaf) => Number(new URL(leaf.url).port);

interface Seen {
  readonly name: string;
  readonly uid: string | null;
}

async function seen(replica: Replica, server: string): Promise<readonly Seen[]> {
  const { objects } = await replica.ask(userOf(server), { query: '{ objects(first: 100) { nodes { name uid } } }' });
  return objects.nodes as Seen[];
}

/** Rows that the user of `server` sees although they belong to another API server. */
function foreign(rows: readonly Seen[], server: string): readonly Seen[] {
  const own = (name: string) => name.split('.')[0] === `pod-of-${server}` || name === 'shared';
  // The shared pod's UID is read from the store. It is null if the store already has another API server's rows.
  return rows.filter(
    ({ name, uid }) => !own(name) || (name === 'shared' && uid !== null && uid !== `shared-${server}`),
  );
}

/** Result of checking whether a replica's registrations lead to an API server. */
interface Meant {
  readonly isMeant: boolean;
  /** Changes with every change of the registrations. */
  readonly revision: number;
}

/** Checks continuously that each user sees only rows that this user may see. Disposing stops the checks. */
class Watchman implements AsyncDisposable {
  readonly #ended: Promise<void>;
  #ending = false;
  ended = false;
  looks = 0;

  /** @param meant Checks if registrations lead to an API server. If not, nobody may see rows of that server. */
  constructor(
    replica: () => Replica | undefined,
    servers: () => readonly string[],
    meant: (replica: Replica, server: string) => Meant = () => ({ isMeant: true, revision: 0 }),
  ) {
    this.#ended = this.#look(replica, servers, meant);
    this.#ended.catch(() => (this.ended = true)); // disposing throws the error
  }

  async #look(
    replica: () => Replica | undefined,
    servers: () => readonly string[],
    meant: (replica: Replica, server: string) => Meant,
  ): Promise<void> {
    for (let turn = 0; !this.#ending; turn++) {
      await nextTurn();
      const requested = replica();
      const server = servers()[turn % servers().length];
      if (!requested || server === undefined) continue;
      const before = meant(requested, server);
      const all = await seen(requested, server);
      const after = meant(requested, server);
      // The answer describes a time between the two calls of meant(). Registrations may change and change back between
      // these calls. Equal revisions prove that the registrations did not change.
      const isNever = !before.isMeant && !after.isMeant && before.revision === after.revision;
      const rows = isNever ? all : foreign(all, server);
      if (rows.length > 0) throw new Error(`${userOf(server)} sees ${JSON.stringify(rows)}`);
      this.looks++;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending = true;
    await this.#ended;
  }
}

async function mend(leaf: SimulatedLeaf): Promise<void> {
  await leaf.stop();
  leaf.fail({});
  await leaf.start();
}

/** A store handle of a process that can die without releasing its leases. */
function mortal(store: Store): { store: Store; die: () => void } {
  let dead = false;
  const die = () => void (dead = true);
  const guarded = new Proxy(store, {
    get(target, property) {
      const member = Reflect.get(target, property, target) as unknown;
      if (typeof member !== 'function' || property === 'subscribe') return member;
      return async (...args: unknown[]) => {
        if (dead) throw new StoreUnavailableError('the process has died');
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
  return { store: guarded, die };
}

describe.each(stores)('over the $store store', ({ open }) => {
  let fleet: Fleet;
  let real: SimulatedLeaf;
  let other: SimulatedLeaf;

  beforeEach(async () => {
    fleet = new Fleet(await open());
    real = await fleet.leaf('real', contentOf('real'));
    other = await fleet.leaf('other', contentOf('other'));
  });
  afterEach(() => fleet[Symbol.asyncDispose]());

  const sees = (replica: Replica, server: string) =>
    until(async () => (await seen(replica, server)).some(({ name }) => name === `pod-of-${server}`));
  const exchange = async () => {
    await fleet.registry.remove('prod');
    await fleet.register(other, 'prod');
  };
  const rowsOf = async (name = 'prod') =>
    (await fleet.site.reader.snapshot(name, new AbortController().signal)).rowCount;

  it('registrations that are exchanged while no collector runs show nothing, and coverage says why', async () => {
    await fleet.register(real, 'prod');
    const collector = fleet.collect();
    const before = await fleet.replica();
    await sees(before, 'real');
    await collector.close();
    other.fail({ answer: 'hang', matching: /\/pods\?/ });
    await exchange();
    const after = await fleet.replica();
    await until(() => after.readModel.cluster('prod')?.rowCount !== 0);
    for (const replica of [before, after]) {
      for (const server of ['real', 'other']) expect(await seen(replica, server)).toEqual([]);
      expect(replica.standing('prod')).toMatchObject({ state: 'CLOSED', cause: 'OTHER_API_SERVER' });
      expect(await replica.ask(userOf('other'))).toMatchObject({
        ...{ objects: { totalCount: 0, nodes: [] }, clusters: { nodes: [] }, namespaces: { nodes: [] }, kinds: [] },
        coverage: { total: 1, closed: 1, clusters: { nodes: [] } },
      });
    }
    await using _watchman = new Watchman(
      () => before,
      () => ['real', 'other'],
    );
    fleet.collect();
    // Wait until the collector has read the server's grants. The server's list of pods hangs.
    await until(
      () =>
        after.standing('prod')?.state === 'REBUILDING' &&
        after.readModel.cluster('prod')?.state?.grants.complete === true,
    );
    expect((await seen(after, 'other')).map(({ name }) => name)).toEqual([]);
    await mend(other);
    for (const replica of [before, after]) await sees(replica, 'other');
    expect(await rowsOf()).toBeGreaterThan(0);
  });

  it('a collector that takes over from one that died shows nothing of what that one read elsewhere', async () => {
    const { store, die } = mortal(await fleet.site.open());
    const [registry, replica] = [new ClusterRegistry(), await fleet.replica()];
    await fleet.register(real, 'prod');
    await fleet.register(real, 'prod', {}, registry);
    const dying = fleet.collect({ registry, store, timing: FAST });
    await sees(replica, 'real');
    die();
    await using _watchman = new Watchman(
      () => replica,
      () => ['real', 'other'],
    );
    await exchange();
    fleet.collect({ timing: FAST });
    await sees(replica, 'other');
    await dying.close();
    await registry.close();
  });

  it('a collector that takes over from one that died goes on where it is the same API server', async () => {
    const { store, die } = mortal(await fleet.site.open());
    const registry = new ClusterRegistry();
    await fleet.register(real, 'prod');
    await fleet.register(real, 'prod', {}, registry);
    const dying = fleet.collect({ registry, store, timing: FAST });
    const replica = await fleet.replica();
    await sees(replica, 'real');
    const { registration } = await fleet.site.reader.snapshot('prod', new AbortController().signal);
    die();
    const collector = fleet.collect({ timing: FAST });
    await until(() => collector.shard.held === 1 && collector.status()[0]?.phase === 'synced');
    expect((await fleet.site.reader.snapshot('prod', new AbortController().signal)).registration).toBe(registration);
    expect((await seen(replica, 'real')).length).toBe(2);
    await dying.close();
    await registry.close();
  });

  it('an API server that was made anew at its address is another one', async () => {
    await fleet.register(real, 'prod');
    const collector = fleet.collect();
    const replica = await fleet.replica();
    await sees(replica, 'real');
    await collector.close();
    const port = portOf(real);
    await real.close();
    const anew = await fleet.leaf('anew', contentOf('anew'), port);
    anew.fail({ answer: 'hang', matching: /\/pods\?/ });
    await using _watchman = new Watchman(
      () => replica,
      () => ['real', 'anew'],
    );
    fleet.collect();
    await until(
      async () =>
        (await seen(replica, 'real')).length === 0 &&
        replica.readModel.cluster('prod')?.state?.grants.complete === true,
    );
    expect(await seen(replica, 'anew')).toEqual([]);
    await mend(anew);
    await sees(replica, 'anew');
  });

  it('an API server that is made anew while a collector follows it gets nothing written before it has said who it is', async () => {
    await fleet.register(real, 'prod');
    const collector = fleet.collect();
    const replica = await fleet.replica();
    await sees(replica, 'real');
    const port = portOf(real);
    await real.close();
    await until(() => replica.standing('prod')?.state === 'UNREACHABLE');
    const anew = await fleet.leaf('anew', contentOf('anew'), port);
    const requested: string[] = [];
    const matching = /fieldSelector|rolebindings/;
    const isMatched = matching.test.bind(matching);
    anew.fail({
      answer: 'hang',
      matching: Object.assign(matching, { test: (url: string) => (requested.push(url), isMatched(url)) }),
    });
    await using _watchman = new Watchman(
      () => replica,
      () => ['real', 'anew'],
    );
    // The collector follows the pods of the new server, which does not reveal its UID. The user of the earlier server
    // may see none of these pods.
    await until(() => requested.some(url => /\/pods\?/.test(url)));
    for (let i = 0; i < 3; i++) anew.objects.put(pod('apps', `pod-of-anew.${i}`));
    await until(() => requested.filter(url => url.includes('fieldSelector')).length > 2);
    expect((await seen(replica, 'real')).map(({ name }) => name).sort()).toEqual(['pod-of-real', 'shared']);
    await mend(anew);
    await sees(replica, 'anew');
    expect(collector.status()).toHaveLength(1);
  });

  it('a store that loses its content while registrations are exchanged does not join rows of one with grants of the other', async () => {
    await fleet.register(real, 'prod');
    const collector = fleet.collect();
    const replica = await fleet.replica();
    await sees(replica, 'real');
    await collector.close();
    await fleet.site.lose?.();
    other.fail({ answer: 'hang', matching: /\/pods\?/ });
    await exchange();
    await using _watchman = new Watchman(
      () => replica,
      () => ['real', 'other'],
    );
    fleet.collect();
    const { connection } = fleet.registry.get('prod')!;
    await until(() => {
      const { server, state } = replica.readModel.cluster('prod') ?? {};
      return server?.connection === connection && state?.grants.complete === true;
    });
    expect(await seen(replica, 'other')).toEqual([]);
    await mend(other);
    await sees(replica, 'other');
  });

  it('a store that loses its content loses no row of a replica while the API server is the same', async () => {
    await fleet.register(real, 'prod');
    await fleet.collect().close();
    const collector = fleet.collect();
    const replica = await fleet.replica();
    await sees(replica, 'real');
    const rows: number[] = [];
    replica.readModel.onChange(() => rows.push(replica.readModel.cluster('prod')?.rowCount ?? 0));
    await fleet.site.lose?.();
    await until(async () => (await fleet.site.reader.origins()).get('prod')?.server?.uid === 'real');
    await until(() => replica.standing('prod')?.state === 'INDEXED' && collector.status()[0]?.phase === 'synced');
    expect((await seen(replica, 'real')).length).toBe(2);
    expect(Math.min(...rows, Infinity)).toBeGreaterThan(0);
  });

  it('an API server that does not tell its UID is known by the way to it', async () => {
    const silent = await fleet.leaf('silent', janesPod('silent', userOf('silent')));
    await fleet.register(silent, 'prod');
    await fleet.collect().close();
    const replica = await fleet.replica();
    const collector = fleet.collect();
    await sees(replica, 'silent');
    const { registration, server } = await fleet.site.reader.snapshot('prod', new AbortController().signal);
    expect(server).toEqual({ connection: fleet.registry.get('prod')!.connection, uid: '' });
    await collector.close();
    const again = fleet.collect();
    await until(() => again.status()[0]?.phase === 'synced');
    expect((await fleet.site.reader.snapshot('prod', new AbortController().signal)).registration).toBe(registration);
  });

  it('an API server that begins to refuse its UID keeps its rows for as long as a kind that is forbidden, and nothing is written meanwhile', async () => {
    await fleet.register(real, 'prod');
    const timing = { forbiddenRowsMs: 400, discoveryMs: 50, probeMs: 50 };
    const collector = fleet.collect({ timing: { ...timing, forbiddenRowsMs: 3_600_000 } });
    const replica = await fleet.replica();
    await sees(replica, 'real');
    const reads = collectorMayRead(GRANT_PLURALS);
    const noNamespaces = reads.map(object =>
      object.kind === 'ClusterRole'
        ? { ...object, rules: withoutNamespaces((object as unknown as { rules: Rules }).rules) }
        : object,
    );
    for (const object of noNamespaces) real.objects.put(object);
    await until(() => replica.standing('prod')?.state === 'UNREACHABLE');
    real.objects.put(pod('apps', 'new'));
    real.dropWatches();
    expect((await seen(replica, 'real')).map(({ name }) => name).sort()).toEqual(['pod-of-real', 'shared']);
    await collector.close();
    fleet.collect({ timing });
    await until(async () => (await seen(replica, 'real')).some(({ name }) => name === 'new'));
    expect((await fleet.site.reader.origins()).get('prod')?.server?.uid).toBe('');
  });

  it('two registrations of one API server are collected once, whichever collector has which', async () => {
    await fleet.register(real, 'first');
    const collectors = [fleet.collect({ timing: FAST }), fleet.collect({ timing: FAST })];
    const replica = await fleet.replica();
    await sees(replica, 'real');
    for (const name of ['second', 'a-third']) await fleet.register(real, name);
    for (const name of ['second', 'a-third'])
      await until(() => {
        const standing = replica.standing(name);
        return standing?.state === 'CLOSED' && (standing as { cause?: string }).cause === 'DUPLICATE';
      });
    expect((await seen(replica, 'real')).length).toBe(2);
    expect(await rowsOf('second')).toBe(0);
    expect(replica.readModel.cluster('second')?.state?.duplicateOf).toBe('first');
    expect(collectors.length).toBe(2);
    await fleet.registry.remove('first');
    await fleet.registry.remove('a-third');
    await until(() => replica.standing('second')?.state === 'INDEXED');
    await sees(replica, 'real');
  });

  it('two registrations of one API server are both collected where the configuration allows it, and one of them once it does not', async () => {
    await fleet.register(real, 'first');
    await fleet.register(real, 'second');
    const collector = fleet.collect({ duplicates: 'allow', timing: FAST });
    const replica = await fleet.replica();
    for (const name of ['first', 'second']) await until(() => replica.standing(name)?.state === 'INDEXED');
    expect((await seen(replica, 'real')).length).toBe(4);
    await collector.close();
    fleet.collect({ timing: FAST });
    await until(() => replica.standing('second')?.state === 'CLOSED' && replica.standing('first')?.state === 'INDEXED');
    expect((await seen(replica, 'real')).length).toBe(2);
  });

  it('a cluster that was collected before is collected though a part of the store is away', async () => {
    await fleet.register(real, 'prod');
    const before = fleet.collect();
    await until(() => before.status()[0]?.phase === 'synced');
    await before.close();
    const store = await fleet.site.open();
    const origins = () => Promise.reject(new StoreUnavailableError('one of its servers is away'));
    const partly = new Proxy(store, {
      get(target, property) {
        const member = (property === 'origins' ? origins : Reflect.get(target, property, target)) as unknown;
        return typeof member === 'function'
          ? (...args: unknown[]) => Reflect.apply(member, target, args) as unknown
          : member;
      },
    });
    const collector = fleet.collect({ store: partly });
    await fleet.register(other, 'new');
    await until(() => collector.status().some(({ cluster, phase }) => cluster === 'prod' && phase === 'synced'));
    // Without the store's origins, the collector cannot tell if `new` is the server of another cluster.
    await until(() => collector.status().some(({ reason }) => reason === 'one of its servers is away'));
  });

  it('a leaf that claims the UID of a running cluster gets nothing from it', async () => {
    const claiming = await fleet.leaf('claiming', contentOf('claiming', 'real'));
    await fleet.register(real, 'prod');
    const collector = fleet.collect({ timing: FAST });
    const replica = await fleet.replica();
    await sees(replica, 'real');
    await using _watchman = new Watchman(
      () => replica,
      () => ['real', 'claiming'],
    );
    await fleet.register(claiming, 'a-claim');
    await until(() => replica.readModel.cluster('a-claim')?.state?.reason === 'DUPLICATE');
    // During collection, the store loses the identity of the cluster's API server.
    await fleet.site.lose?.();
    await until(async () => (await fleet.site.reader.origins()).get('prod')?.server?.uid === 'real');
    await until(() => replica.standing('prod')?.state === 'INDEXED' && replica.standing('a-claim')?.state === 'CLOSED');
    expect(replica.readModel.cluster('a-claim')?.state?.duplicateOf).toBe('prod');
    expect(await rowsOf('a-claim')).toBe(0);
    await collector.close();
    fleet.collect({ timing: FAST });
    await until(() => replica.standing('prod')?.state === 'INDEXED' && replica.standing('a-claim')?.state === 'CLOSED');
  });

  it('no row is ever shown under the grants of another API server, whatever becomes of sources, processes and the store', async () => {
    const property = fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 20, size: 'max' }), async steps => {
      await using world = await World.open(await open());
      for (const [step, looks] of steps) {
        await world.take(step);
        await world.looked(looks);
      }
      await world.settle();
    });
    await fc.assert(property, { numRuns: lengthOf({ part: 2, full: 25 }) });
  }, 600_000);
});

const NAMES = ['prod', 'stage'] as const;
const SERVERS = 3;

/** Random event of a cluster source, a process, an API server or the store. */
const anyEvent = fc.oneof(
  fc.record({
    type: fc.constant('point' as const),
    name: fc.nat(NAMES.length - 1),
    server: fc.option(fc.nat(SERVERS - 1)),
  }),
  fc.record({ type: fc.constant('follow' as const), process: fc.nat() }),
  fc.record({ type: fc.constantFrom('collector', 'gateway') }),
  fc.record({ type: fc.constantFrom('end', 'die'), process: fc.nat() }),
  fc.record({ type: fc.constantFrom('rebuild', 'mend'), server: fc.nat(SERVERS - 1) }),
  fc.record({
    type: fc.constant('hang' as const),
    server: fc.nat(SERVERS - 1),
    what: fc.constantFrom('pods', 'bindings'),
  }),
  fc.record({ type: fc.constant('lose' as const) }),
);
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;
/** An event, and the number of checks that the watchman makes before the next event. */
const anyStep = fc.tuple(anyEvent, fc.constantFrom(0, 3, 20));

/** A process with its own view of the sources. */
interface Process {
  readonly registry: ClusterRegistry;
  readonly replica?: Replica;
  /** Ends the process. 'end' releases its leases, 'die' does not. */
  end(how: 'end' | 'die'): Promise<void>;
}

class World implements AsyncDisposable {
  readonly #fleet: Fleet;
  readonly #sources = new Map<string, number>();
  readonly #servers: { leaf: SimulatedLeaf; label: string; hangs: RegExp | undefined }[] = [];
  readonly #labels: string[] = [];
  #processes: Process[] = [];
  readonly #watchman: Watchman;
  #looked = 0;

  private constructor(fleet: Fleet) {
    this.#fleet = fleet;
    const gateway = () => this.#gateways[this.#looked++ % Math.max(this.#gateways.length, 1)];
    this.#watchman = new Watchman(
      gateway,
      () => this.#labels,
      (replica, label) => this.#meant(replica, label),
    );
  }

  static async open(site: Awaited<ReturnType<typeof memorySite>>): Promise<World> {
    const world = new World(new Fleet(site));
    for (let server = 0; server < SERVERS; server++) await world.#build(server);
    for (const [i, name] of NAMES.entries()) world.#sources.set(name, i);
    await world.#collector();
    await world.#gateway();
    await world.settled();
    return world;
  }

  get #gateways(): readonly Replica[] {
    return this.#processes.flatMap(({ replica }) => replica ?? []);
  }

  /** Waits until the watchman has made `times` more checks. Returns at once if no gateway runs. */
  async looked(times: number): Promise<void> {
    const until = this.#watchman.looks + times;
    while (this.#watchman.looks < until && this.#gateways.length > 0 && !this.#watchman.ended) await nextTurn();
  }

  async take(step: Event): Promise<void> {
    switch (step.type) {
      case 'point':
        if (step.server === null) this.#sources.delete(NAMES[step.name]!);
        else this.#sources.set(NAMES[step.name]!, step.server);
        return;
      case 'follow':
        return this.#processes.length > 0
          ? this.#follow(this.#processes[step.process % this.#processes.length]!.registry)
          : undefined;
      case 'collector':
        return this.#processes.length < 5 ? this.#collector() : undefined;
      case 'gateway':
        return this.#processes.length < 5 ? this.#gateway() : undefined;
      case 'end':
      case 'die': {
        const [ended] = this.#processes.splice(step.process % Math.max(this.#processes.length, 1), 1);
        return ended?.end(step.type);
      }
      case 'rebuild':
        return this.#build(step.server);
      case 'hang':
        this.#servers[step.server]!.hangs = step.what === 'pods' ? /\/pods\?/ : /rolebindings\?/;
        return this.#ail(step.server);
      case 'mend':
        this.#servers[step.server]!.hangs = undefined;
        return mend(this.#servers[step.server]!.leaf);
      case 'lose':
        return void (await this.#fleet.site.lose?.());
    }
  }

  /**
   * Repairs the servers, starts a collector and a gateway, and waits until all registered clusters are shown, and no
   * other rows.
   */
  async settle(): Promise<void> {
    for (const { leaf, hangs } of this.#servers) if (hangs) await mend(leaf);
    await this.#collector();
    await this.#gateway();
    for (const { registry } of this.#processes) await this.#follow(registry);
    await this.settled();
  }

  async settled(): Promise<void> {
    const wanted = new Set([...this.#sources.values()].map(server => this.#servers[server]!.label));
    for (const replica of this.#gateways) {
      for (const label of this.#labels) {
        await until(
          async () => (await seen(replica, label)).some(({ name }) => name === `pod-of-${label}`) === wanted.has(label),
        );
      }
    }
  }

  #meant(requested: Replica, label: string): Meant {
    const registry = this.#processes.find(({ replica }) => replica === requested)?.registry;
    const { url } = this.#servers[Number(label.split('-')[0])]!.leaf;
    if (!registry) return { isMeant: true, revision: 0 };
    return { isMeant: registry.list().some(({ target }) => target?.server === url), revision: registry.revision };
  }

  /** Builds a server. If a server with this number exists, the new server replaces it at the same address. */
  async #build(server: number): Promise<void> {
    const before = this.#servers[server];
    const label = `${server}-${this.#labels.length}`;
    const port = before && portOf(before.leaf);
    await before?.leaf.close();
    const leaf = await this.#fleet.leaf(`server-${server}`, contentOf(label), port);
    this.#servers[server] = { leaf, label, hangs: before?.hangs };
    this.#labels.push(label);
    this.#ail(server);
  }

  #ail(server: number): void {
    const { leaf, hangs } = this.#servers[server]!;
    if (hangs) leaf.fail({ answer: 'hang', matching: hangs });
  }

  /** Follows the registrations of sources, like clusters/follow-sources.ts. */
  async #follow(registry: ClusterRegistry): Promise<void> {
    for (const name of NAMES) {
      const server = this.#sources.get(name);
      const leaf = server === undefined ? undefined : this.#servers[server]!.leaf;
      const registered = registry.get(name);
      if (registered && registered.target?.server === leaf?.url) continue;
      if (registered) await registry.remove(name);
      if (leaf) await this.#fleet.register(leaf, name, {}, registry);
    }
  }

  async #collector(): Promise<void> {
    const registry = new ClusterRegistry();
    await this.#follow(registry);
    const { store, die } = mortal(await this.#fleet.site.open());
    const collector = this.#fleet.collect({ registry, store, timing: { ...FAST, discoveryMs: 100, sweepMs: 200 } });
    const end = async (how: 'end' | 'die') => {
      if (how === 'die') die();
      await collector.close();
      await registry.close();
    };
    this.#processes.push({ registry, end });
  }

  async #gateway(): Promise<void> {
    const registry = new ClusterRegistry();
    await this.#follow(registry);
    const replica = await this.#fleet.replica({ registry, store: await this.#fleet.site.open() });
    const end = async () => {
      await replica[Symbol.asyncDispose]();
      await registry.close();
    };
    this.#processes.push({ registry, replica, end });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const [processes, watchman] = [this.#processes, this.#watchman];
    try {
      await watchman[Symbol.asyncDispose]();
    } finally {
      this.#processes = [];
      for (const { end } of processes) await end('end');
      await this.#fleet[Symbol.asyncDispose]();
    }
  }
}

type Rules = readonly { readonly apiGroups: readonly string[]; readonly resources: readonly string[] }[];

function withoutNamespaces(rules: Rules): Rules {
  return rules.map(rule => (rule.apiGroups.includes('') ? { ...rule, resources: ['pods', 'deployments'] } : rule));
}
