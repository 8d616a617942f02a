/**
 * The RowAuthorizer of a request: the caller's identity on each cluster, the changes after which a visibility is
 * compiled again, and pauses for other work during compilation.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { clusterName, type Identity, type IdentityPolicy } from '../../identity/identity.ts';
import { GrantTable } from '../../rbac/grant-table.ts';
import { grantKey, type ClusterGrants, type GrantObject } from '../../rbac/types.ts';
import { emptyVisibility } from '../../rbac/visibility.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import { CONFIRMATION_SLACK_MS, type ClusterIndex } from '../../readmodel/readmodel.ts';
import type { ClusterState } from '../../store/store.ts';
import type { LiveAccess } from '../../access/reviews/live-access.ts';
import type { FailClosedRules } from '../../access/coverage.ts';
import {
  type AccessSources,
  CallerAccess,
  CallerAccesses,
  identityKey,
  RequestView,
  type VisibilitySource,
} from '../../access/request-access.ts';
import { allow, grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const never = new AbortController().signal;
const grantsOf = (...objects: GrantObject[]): ClusterGrants => ({
  revision: 1,
  objects: new Map(objects.map(object => [grantKey(object), object])),
});
const janes = grantsOf(...grant('jane', allow('list', 'pods')));

const compile = CallerAccess.prototype.compile;
/** Names of clusters, in the order in which they were compiled. */
const compiled: string[] = [];
let onCompile = (_cluster: string) => {};
beforeEach(() => {
  compiled.length = 0;
  onCompile = () => {};
  CallerAccess.prototype.compile = function* (source: VisibilitySource) {
    compiled.push(source.cluster);
    onCompile(source.cluster);
    return yield* compile.call(this, source);
  };
});
afterEach(() => {
  CallerAccess.prototype.compile = compile;
});

class RevisedMap<K, V> extends Map<K, V> {
  revision = 0;

  override set(key: K, value: V): this {
    this.revision++;
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    this.revision++;
    return super.delete(key);
  }
}

class World {
  readonly accesses = new CallerAccesses();
  readonly policies = new RevisedMap<string, IdentityPolicy>();
  /** Key of the quarantined identity by cluster. */
  readonly quarantined = new RevisedMap<string, string>();
  readonly quarantine: AccessSources['quarantine'] = Object.defineProperty(
    { has: (cluster: string, key: string) => this.quarantined.get(cluster) === key, revision: 0 },
    'revision',
    { get: () => this.quarantined.revision },
  );
  readonly reviewed: unknown[][] = [];
  /** Number of times that a single cluster was read from the read model. */
  looks = 0;
  maxAgeMs = 1_000;
  readonly #readModel: AccessSources['readModel'];
  readonly #rules: FailClosedRules;
  readonly #indexes = new Map<string, ClusterIndex>();
  /** Part of the read model's revision. Grows by 1,000 with each change of a cluster, so that no revision repeats. */
  #sets = 0;

  constructor(...clusters: string[]) {
    const revision = () =>
      this.#sets + [...this.#indexes.values()].reduce((sum, { grants }) => sum + grants.revision, 0);
    this.#readModel = {
      get revision() {
        return revision();
      },
      now: () => performance.now(),
      clusters: () => [...this.#indexes.values()],
      cluster: name => (this.looks++, this.#indexes.get(name)),
    };
    const maxAge = () => this.maxAgeMs;
    this.#rules = {
      policies: Object.assign((name: string) => this.policies.get(name), {
        revision: () => this.policies.revision,
      }),
      get maxAgeMs() {
        return maxAge();
      },
      reviewsFail: () => false,
    };
    for (const cluster of clusters) this.set(cluster, {});
  }

  set(
    cluster: string,
    change: Partial<ClusterIndex>,
    prefixes: readonly [user: string, group: string] = ['', ''],
  ): void {
    this.#sets += 1_000;
    this.policies.set(cluster, { mode: 'impersonate', usernamePrefix: prefixes[0], groupPrefix: prefixes[1], cluster });
    this.#indexes.set(cluster, {
      ...{
        cluster,
        labels: {},
        loading: false,
        answeredAgo: 0,
        grantsConfirmedAgo: 0,
        grants: janes,
        resources: RESOURCES,
        resourcesRevision: 1,
        uncollected: [],
      },
      rowCount: 0,
      rowRevision: 1,
      state: {
        ...{
          phase: 'synced',
          reason: '',
          version: '',
          authorization: 'rbac',
          answeredAgo: 0,
          kinds: [],
          resources: RESOURCES,
        },
        grants: { complete: true, confirmedAgo: 0, reason: '' },
      },
      ...change,
    });
  }

  remove(cluster: string): void {
    this.#sets += 1_000;
    this.#indexes.delete(cluster);
  }

  index(cluster: string): ClusterIndex | undefined {
    return this.#indexes.get(cluster);
  }

  has(cluster: string): boolean {
    return this.#indexes.has(cluster);
  }

  /** Adds `passed` milliseconds to the age of a cluster's grants. Undefined sets the age to 0, like a confirmation. */
  grow(cluster: string, passed: number | undefined): void {
    this.confirm(cluster, passed === undefined ? 0 : (this.#indexes.get(cluster)!.grantsConfirmedAgo ?? 0) + passed);
  }

  /** Sets the age of a cluster's grants in milliseconds, without a new revision. */
  confirm(cluster: string, grantsConfirmedAgo: number): void {
    this.#indexes.set(cluster, { ...this.#indexes.get(cluster)!, grantsConfirmedAgo });
  }

  change(cluster: string, state: Partial<ClusterState>): void {
    this.#sets += 1_000;
    const index = this.#indexes.get(cluster)!;
    this.#indexes.set(cluster, { ...index, state: { ...index.state!, ...state } });
  }

  /** @param live Grants of the caller according to the cluster's own reviews */
  view(
    live?: (cluster: string) => ClusterGrants | undefined | Promise<ClusterGrants | undefined>,
    user = 'jane',
    groups = ['dev'],
    accesses: CallerAccesses = this.accesses,
  ): RequestView {
    return this.viewOf({ user, groups, uid: '', extra: {} }, live, accesses);
  }

  viewOf(
    identity: Identity,
    live?: (cluster: string) => ClusterGrants | undefined | Promise<ClusterGrants | undefined>,
    accesses: CallerAccesses = this.accesses,
  ): RequestView {
    const access: Pick<LiveAccess, 'grants'> = {
      grants: async (cluster, { identity, onCluster, key }, _signal, waitMs) => {
        this.reviewed.push([cluster, identity.user, onCluster.user, key === identityKey(onCluster), waitMs]);
        // An answer is never synchronous. Clusters without a scripted answer count as 'SLOW'.
        await new Promise(resolve => setImmediate(resolve));
        return (await live?.(cluster)) ?? 'SLOW';
      },
    };
    return new RequestView(identity, 9_000, {
      readModel: this.#readModel,
      rules: this.#rules,
      accesses,
      live: access,
      quarantine: this.quarantine,
    });
  }
}

describe('the caller on a cluster', () => {
  it('has the names that the cluster gives', () => {
    const world = new World();
    world.set('a', {}, ['u:', 'one:']);
    world.set('b', {}, ['u:', 'two:']);
    world.set('c', {}, ['v:', 'two:']);
    const view = world.view();
    expect(['a', 'b', 'c'].map(name => view.identityOn(name))).toMatchObject([
      { user: 'u:jane', groups: ['one:dev', 'system:authenticated'] },
      { user: 'u:jane', groups: ['two:dev', 'system:authenticated'] },
      { user: 'v:jane', groups: ['two:dev', 'system:authenticated'] },
    ]);
  });

  it('has their own name on the cluster that alone knows them, and another everywhere else', () => {
    const world = new World('a', 'b');
    const user = clusterName('b', 'system:serviceaccount:team:ci');
    const view = world.view(undefined, user, []);
    expect(['a', 'b'].map(name => view.identityOn(name)?.user)).toEqual([user, 'system:serviceaccount:team:ci']);
  });

  it('has the groups that a cluster alone knows on that cluster, whoever they are themselves', () => {
    const world = new World('a', 'b');
    const group = clusterName('b', 'system:serviceaccounts');
    const view = world.view(undefined, 'jane', [group]);
    expect(['a', 'b'].map(name => view.identityOn(name)?.groups[0])).toEqual([group, 'system:serviceaccounts']);
  });

  it('is the owner whom each cluster names, where they are its owner', () => {
    const world = new World('a', 'b');
    for (const name of ['a', 'b'])
      world.policies.set(name, { ...world.policies.get(name)!, owner: { user: `owner-of-${name}`, groups: [] } });
    const identity = { ...acceptIdentity({ user: 'me', groups: [] }), isOwner: true as const };
    const view = world.viewOf(identity);
    expect(['a', 'b'].map(name => view.identityOn(name)?.user)).toEqual(['owner-of-a', 'owner-of-b']);
  });

  it('is worked out once a request, and once for all clusters that name callers alike', () => {
    const world = new World('a', 'b');
    let looks = 0;
    for (const [name, policy] of [...world.policies])
      world.policies.set(
        name,
        new Proxy(policy, { get: (it, key) => (key === 'owner' && looks++, Reflect.get(it, key)) }),
      );
    const view = world.view();
    const identity = view.identityOn('a');
    expect([view.identityOn('b') === identity, looks > 0]).toEqual([true, true]);
    looks = 0;
    expect([view.identityOn('a') === identity, looks]).toEqual([true, 0]);
  });

  it('would see by other grants what these give', async () => {
    const world = new World('a', 'nameless');
    world.policies.delete('nameless');
    const view = world.view();
    const seen = async (name: string, grants: ClusterGrants) => (await view.ofGrants(name, grants, never))?.empty;
    expect(
      await Promise.all([seen('a', janes), seen('a', grantsOf()), seen('nameless', janes), seen('unknown', janes)]),
    ).toEqual([false, true, undefined, undefined]);
    world.policies.set('unknown', { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' });
    expect(await seen('unknown', janes)).toBeUndefined();
  });

  it('is nobody where the cluster is unknown, closed, or has no policy', () => {
    const world = new World('leaf', 'closed', 'nameless');
    world.set('closed', { grantsConfirmedAgo: undefined });
    world.policies.delete('nameless');
    world.policies.set('unknown', world.policies.get('leaf')!);
    const view = world.view();
    const names = ['leaf', 'closed', 'nameless', 'unknown', 'nowhere'];
    expect(names.map(name => view.identityOn(name)?.user)).toEqual([
      'jane',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(names.map(name => view.view(name)?.empty)).toEqual([false, undefined, undefined, undefined, undefined]);
  });
});

describe('what the caller may see', () => {
  it('is asked of the cache once, while nothing changes', () => {
    const world = new World('leaf');
    const view = world.view();
    const first = view.view('leaf');
    expect(first?.empty).toBe(false);
    world.set('leaf', { rowCount: 7 });
    expect(view.view('leaf')).toBe(first);
    expect(compiled).toEqual(['leaf']);
  });

  it.each<[string, Partial<ClusterIndex>]>([
    ['the revision of the grants', { grants: { ...janes, revision: 2 } }],
    ['the grants, counted from the start', { grants: grantsOf() }],
    ['the resources', { resources: RESOURCES.slice(1) }],
    ['the revision of the resources', { resourcesRevision: 2 }],
  ])('is compiled anew when the cluster changes %s', (_case, change) => {
    const world = new World('leaf');
    const view = world.view();
    const first = view.view('leaf');
    world.set('leaf', change);
    const second = view.view('leaf');
    expect(second).not.toBe(first);
    expect(view.view('leaf')).toBe(second);
    expect(compiled).toHaveLength(2);
  });

  it('follows grants that are changed in place', () => {
    const objects = new Map(janes.objects);
    const grants = { revision: 1, objects };
    const world = new World();
    world.set('leaf', { grants });
    const view = world.view();
    expect(view.view('leaf')?.empty).toBe(false);
    objects.clear();
    grants.revision = 2;
    expect(view.view('leaf')?.empty).toBe(true);
  });

  it('stays the same when a change is for others', () => {
    const grants = new GrantTable(1);
    grants.change(1, janes.objects.values());
    const world = new World();
    world.set('leaf', { grants });
    const view = world.view();
    const first = view.view('leaf');
    grants.change(2, grant('tom', allow('list', 'pods'), 'team-t').slice(1));
    expect(view.view('leaf')).toBe(first);
    grants.change(3, [], [...grants.objects.keys()]);
    expect(view.view('leaf')?.empty).toBe(true);
  });

  it('is gone as soon as the cluster is closed', () => {
    const world = new World('leaf');
    const view = world.view();
    expect(view.view('leaf')?.empty).toBe(false);
    world.set('leaf', { grantsConfirmedAgo: 1_001 });
    expect(view.view('leaf')).toBeUndefined();
  });
});

describe('a cluster that must be asked', () => {
  const theirs = grantsOf(...grant('u:jane', allow('list', 'deployments'), 'team-a'));
  const keyOf = (user: string) => identityKey({ user, groups: ['dev', 'system:authenticated'] });

  function world(): World {
    const world = new World('plain', 'quarantined', 'others');
    world.set('mixed', {}, ['u:', '']);
    world.change('mixed', { authorization: 'mixed' });
    world.quarantined.set('quarantined', keyOf('jane'));
    world.quarantined.set('others', keyOf('tom'));
    return world;
  }

  it('is one of other authorizers, or one in which the caller is in quarantine', () => {
    const given = world();
    given.set('closed', { grantsConfirmedAgo: undefined });
    given.quarantined.set('closed', keyOf('jane'));
    given.set('nameless', {});
    given.policies.delete('nameless');
    given.policies.set('unknown', given.policies.get('plain')!);
    const view = given.view();
    expect(
      ['unknown', 'mixed', 'quarantined', 'plain', 'others', 'closed', 'nameless', 'nowhere'].filter(name =>
        view.isRequested(name),
      ),
    ).toEqual(['mixed', 'quarantined']);
  });

  it('shows nothing before it has answered, and nothing when it does not', async () => {
    const view = world().view();
    expect(['mixed', 'quarantined', 'plain'].map(name => view.view(name)?.empty)).toEqual([
      undefined,
      undefined,
      false,
    ]);
    await view.prepare(never);
    expect(['mixed', 'quarantined', 'plain'].map(name => view.view(name)?.empty)).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it('shows what it answered, whatever its RBAC objects say', async () => {
    const view = world().view(cluster => (cluster === 'mixed' ? theirs : grantsOf()));
    const visible = await view.prepare(never);
    expect([...(visible('mixed')?.namespaces.keys() ?? [])]).toEqual(['team-a']);
    expect(visible('mixed')?.cluster.list.some(all => all === 1)).toBe(false);
    expect(visible('quarantined')?.empty).toBe(true);
  });

  it('is told of with the cause, while it is open and does not answer', async () => {
    const given = world();
    const view = given.view(cluster => (cluster === 'quarantined' ? theirs : undefined));
    expect([...(await view.withheld(never))]).toEqual([['mixed', 'SLOW']]);
    given.policies.delete('mixed');
    expect([...(await view.withheld(never))]).toEqual([]);
  });

  it('is waited for to be counted, whatever else was read', async () => {
    const given = world();
    let answer: (grants: ClusterGrants) => void = () => {};
    const view = given.view(cluster =>
      cluster === 'mixed' ? new Promise<ClusterGrants>(resolve => (answer = resolve)) : theirs,
    );
    await view.prepareFor(never, ['plain']);
    let withheld: unknown;
    const asking = view.withheld(never).then(causes => (withheld = [...causes]));
    await new Promise(resolve => setTimeout(resolve, 20));
    expect([withheld, given.reviewed.map(([cluster]) => cluster)]).toEqual([undefined, ['quarantined', 'mixed']]);
    answer(theirs);
    await asking;
    expect(withheld).toEqual([]);
  });

  it('is asked alone by a question about it', async () => {
    const given = world();
    const view = given.view(() => theirs);
    expect([view.asks, view.reviewed]).toEqual([false, []]);
    const visible = await view.prepare(never, ['mixed', 'plain']);
    expect([view.asks, view.reviewed]).toEqual([true, ['mixed']]);
    expect([given.reviewed.map(([cluster]) => cluster), visible('mixed')?.empty]).toEqual([['mixed'], false]);
  });

  it('is told of as being asked when it has become one since the others answered', async () => {
    const given = world();
    const view = given.view(() => {
      given.quarantined.set('plain', keyOf('jane'));
      return theirs;
    });
    expect([...(await view.withheld(never))]).toEqual([['plain', 'ASKING']]);
  });

  it('is asked once a request, as the caller is called there, for half of the time that is left', async () => {
    const given = world();
    const view = given.view(() => theirs);
    performance.now = () => 1_000;
    try {
      await Promise.all([view.prepare(never), view.prepare(never, ['mixed']), view.prepare(never, ['plain'])]);
      await view.prepare(never);
    } finally {
      delete (performance as Partial<Performance>).now;
    }
    expect(given.reviewed.sort()).toEqual([
      ['mixed', 'jane', 'u:jane', true, 4_000],
      ['quarantined', 'jane', 'jane', true, 4_000],
    ]);
  });
});

/** Counts turns of the event loop that other work gets, until disposed. */
function otherTurns(): Disposable & { readonly count: number } {
  let count = 0;
  let running = true;
  const other = () => {
    count++;
    if (running) setImmediate(other);
  };
  setImmediate(other);
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => void (running = false),
  };
}

let clock = 0;

/** Stops the clock for the tests of a block. Only these tests move the clock. */
function stopTheClock(): void {
  beforeEach(async () => {
    await nextTurn();
    clock = 1_000;
    performance.now = () => clock;
  });
  afterEach(async () => {
    await nextTurn(); // pending work still runs with the stopped clock
    delete (performance as Partial<Performance>).now;
  });
}

describe('preparing a view', () => {
  stopTheClock();

  it('compiles every cluster, or those it is asked for', async () => {
    const world = new World('a', 'b', 'c');
    const view = await world.view().prepare(never);
    expect(compiled).toEqual(['a', 'b', 'c']);
    expect(view('b')?.empty).toBe(false);
    expect(compiled).toHaveLength(3);
    await world.view(undefined, 'tom').prepare(never, ['c', 'nowhere']);
    expect(compiled).toEqual(['a', 'b', 'c', 'c']);
  });

  it.each<[string, Record<string, number>, string[]]>([
    ['not while it is quick', { a: 1, b: 1, c: 1, d: 1 }, ['a', 'b', 'c', 'd', 'e']],
    ['after five milliseconds, and counts anew from there', { a: 5, c: 4 }, ['a', 'others', 'b', 'c', 'd', 'e']],
    ['after every five milliseconds', { a: 9, b: 3, c: 3 }, ['a', 'others', 'b', 'c', 'others', 'd', 'e']],
  ])('lets others run %s', async (_case, costs, expected) => {
    const world = new World('a', 'b', 'c', 'd', 'e');
    const log: string[] = [];
    onCompile = cluster => {
      log.push(cluster);
      clock += costs[cluster] ?? 0;
    };
    let running = true;
    const other = () => {
      log.push('others');
      if (running) setImmediate(other);
    };
    setImmediate(other);
    try {
      await world.view().prepare(never);
    } finally {
      running = false;
    }
    expect(log).toEqual(expected);
  });

  it('lets others run in the middle of a cluster, too', async () => {
    const world = new World('small');
    const [role, binding] = grant('jane', allow('list', 'pods'), 'team-a');
    const bindings = Array.from({ length: 2_000 }, (_, i) => ({ ...binding!, name: `b${i}` }));
    world.set('huge', { grants: grantsOf(role!, ...bindings) });
    using others = otherTurns();
    performance.now = () => (clock += 5);
    const view = await world.view().prepare(never, ['huge']);
    expect([...view('huge')!.namespaces.keys()]).toEqual(['team-a']);
    // Other work gets a turn after each of four steps, and one more at the end. Reading the view compiles nothing.
    expect(others.count).toBeGreaterThanOrEqual(5);
    expect(compiled).toEqual(['huge']);
  });

  it('goes through the clusters once where nothing changes meanwhile', async () => {
    const world = new World('a', 'b', 'c');
    world.maxAgeMs = 10_000;
    await world.view().prepare(never);
    // Each cluster is read three times: to see if it needs a live review, before its compilation, and after it.
    expect(world.looks).toBe(3 * 3);
  });

  it('compiles once more what changed while others ran, and leaves the rest to the questions', async () => {
    const world = new World('a', 'b');
    const changes = [2, 3, 4];
    onCompile = cluster => {
      clock += 5;
      const revision = cluster === 'b' ? changes.shift() : undefined;
      if (revision !== undefined) world.set('a', { grants: { ...janes, revision } });
    };
    const view = await world.view().prepare(never);
    expect(compiled).toEqual(['a', 'b', 'a']);
    const before = compiled.length;
    expect([view('a')?.empty, view('b')?.empty]).toEqual([false, false]);
    expect(compiled).toHaveLength(before);
  });

  it('does not chase a cluster that changes all the time', async () => {
    const world = new World('a');
    let revision = 1;
    onCompile = () => {
      clock += 5;
      setImmediate(() => world.set('a', { grants: { ...janes, revision: ++revision } }));
    };
    const view = await world.view().prepare(never);
    expect(compiled).toEqual(['a', 'a', 'a']);
    expect(view('a')?.empty).toBe(false);
  });

  it('ends with the request, before it begins and in between', async () => {
    const world = new World('a', 'b');
    const request = new AbortController();
    onCompile = () => {
      clock += 5;
      request.abort(new Error('gone'));
    };
    await expect(world.view().prepare(request.signal)).rejects.toThrow('gone');
    expect(compiled).toEqual(['a']);
    await expect(world.view().prepare(request.signal)).rejects.toThrow('gone');
    await expect(world.view().prepare(request.signal, ['b'])).rejects.toThrow('gone');
    expect(compiled).toEqual(['a']);
  });
});

describe('a view that was prepared before', () => {
  const shows = (view: RowAuthorizer, ...names: string[]) => names.map(name => view(name)?.empty);
  const toms = grantsOf(...grant('tom', allow('list', 'pods')));
  stopTheClock();

  function world(...clusters: string[]): World {
    const world = new World(...clusters);
    world.maxAgeMs = 10_000;
    return world;
  }

  it('tells another object where anything is different, with the same visibility of each cluster that shows the same', async () => {
    const given = world('leaf', 'other', 'gone');
    const shown = async () => (await given.view().prepareFor(never)).shown!();
    const first = await shown();
    // `leaf` is recompiled with an equal result, `other` with a different result, and `gone` is removed.
    given.set('leaf', { grants: grantsOf(...janes.objects.values(), ...grant('tom', allow('list', 'pods'))) });
    given.set('other', { grants: grantsOf() });
    const second = await shown();
    expect(second).not.toBe(first);
    expect([second.get('leaf') === first.get('leaf'), second.get('other') === first.get('other')]).toEqual([
      true,
      false,
    ]);
    given.remove('gone');
    const third = await shown();
    expect([[...third.keys()], third.get('leaf') === first.get('leaf')]).toEqual([['leaf', 'other'], true]);
    expect(await shown()).toBe(third);
  });

  it('tells of clusters that are asked what they say in that request, and nothing before they have', async () => {
    const given = world('leaf', 'mixed');
    given.change('mixed', { authorization: 'mixed' });
    const shown = async (grants: ClusterGrants) => {
      const view = given.view(() => grants);
      const before = (await view.prepareFor(never, [])).shown!();
      const after = (await view.prepareFor(never)).shown!();
      return [before, after].map(it =>
        [...it].map(([name, { empty }]) => `${name} ${empty ? 'empty' : 'seen'}`).sort(),
      );
    };
    expect(await shown(janes)).toEqual([['leaf seen'], ['leaf seen', 'mixed seen']]);
    expect(await shown(grantsOf())).toEqual([['leaf seen'], ['leaf seen', 'mixed empty']]);
    expect(await shown(janes)).toEqual([['leaf seen'], ['leaf seen', 'mixed seen']]);
  });

  it('tells what it shows, also where nothing was prepared', () => {
    const given = world('leaf', 'other');
    expect([...given.view().view.shown!().keys()]).toEqual(['leaf', 'other']);
  });

  it('looks at no cluster to tell the same again', async () => {
    const given = world('leaf', 'other');
    const view = await given.view().prepareFor(never);
    view.shown!();
    given.looks = 0;
    view.shown!();
    expect(given.looks).toBe(0);
  });

  it('looks once at a cluster that is closed to tell the same again', async () => {
    const given = world('leaf', 'closed');
    given.confirm('closed', 10_001);
    const view = await given.view().prepareFor(never);
    const shown = view.shown!();
    given.looks = 0;
    expect([view.shown!() === shown, given.looks]).toEqual([true, 1]);
  });

  it.each<[string, (given: World) => void, readonly string[], boolean]>([
    ['nothing', () => {}, ['leaf', 'other'], false],
    ['a right that is gone', given => given.set('leaf', { grants: grantsOf() }), ['other', 'leaf'], true],
    ['a right that is gone on another cluster', given => given.set('leaf', { grants: grantsOf() }), ['other'], false],
    [
      'a role of somebody else',
      given =>
        given.set('leaf', { grants: grantsOf(...janes.objects.values(), ...grant('tom', allow('list', 'pods'))) }),
      ['leaf'],
      false,
    ],
    ['a cluster that has gone', given => given.remove('leaf'), ['leaf'], true],
    ['a cluster that never was', () => {}, ['unknown'], false],
    ['a cluster that has come', given => given.set('new', {}), ['new'], true],
    [
      'a cluster that is asked now',
      given => given.change('leaf', { authorization: 'mixed' }),
      ['leaf', 'other'],
      false,
    ],
    [
      'a cluster that is asked now, before one that shows something else',
      given => {
        given.change('leaf', { authorization: 'mixed' });
        given.set('other', { grants: grantsOf() });
      },
      ['leaf', 'other'],
      true,
    ],
  ])('differs from what was shown by %s', async (_case, change, clusters, isOther) => {
    const given = world('leaf', 'other');
    const before = (await given.view().prepareFor(never)).shown!();
    change(given);
    for (const view of [given.view(), given.view(undefined, 'jane', ['dev'], new CallerAccesses())])
      expect(await view.differsFrom(before, clusters, never)).toBe(isOther);
  });

  it('is compared with what was shown in turns with others', async () => {
    const given = world('leaf', 'other');
    const view = given.view();
    const before = (await view.prepareFor(never)).shown!();
    using others = otherTurns();
    performance.now = () => (clock += 5);
    expect(await view.differsFrom(before, ['leaf', 'other'], never)).toBe(false);
    expect(others.count).toBeGreaterThanOrEqual(2);
  });

  it('differs by what a cluster says that was asked in the same request', async () => {
    const given = world('leaf');
    const before = (await given.view().prepareFor(never)).shown!();
    given.change('leaf', { authorization: 'mixed' });
    const differs = async (grants: ClusterGrants) => {
      const view = given.view(() => grants);
      await view.prepareFor(never);
      return view.differsFrom(before, ['leaf'], never);
    };
    expect([await differs(janes), await differs(grantsOf())]).toEqual([false, true]);
  });

  it('keeps the namespaces of a cluster for the next request of the caller, and none that a cluster was asked for', async () => {
    const given = world('leaf', 'mixed');
    given.change('mixed', { authorization: 'mixed' });
    const requested = async () => {
      const view = given.view(() => janes);
      const visible = await view.prepareFor(never);
      return { view, visible };
    };
    const { view, visible } = await requested();
    expect([view.asks, given.view().asks]).toEqual([true, false]);
    const before = given.accesses.stats.approximateBytes;
    for (const name of ['leaf', 'mixed'])
      view.keepNamespaces(name, { visibility: visible(name)!, rowRevision: 1, names: [name] });
    const after = given.accesses.stats.approximateBytes;
    const reported = async () => {
      const { view } = await requested();
      return ['leaf', 'mixed'].map(name => view.namespacesOn(given.index(name)!));
    };
    expect(await reported()).toEqual([['leaf'], undefined]);
    expect(after - before).toBeGreaterThan(100);
    given.set('leaf', { rowRevision: 2 });
    expect(await reported()).toEqual([undefined, undefined]);
    given.set('leaf', { rowRevision: 1 });
    expect(await reported()).toEqual([['leaf'], undefined]);
    given.set('leaf', { rowRevision: 1, grants: grantsOf() });
    expect(await reported()).toEqual([undefined, undefined]);
    given.policies.delete('leaf');
    expect(await reported()).toEqual([undefined, undefined]);
    expect((await requested()).view.namespacesOn({ ...given.index('leaf')!, cluster: 'unknown' })).toBeUndefined();
  });

  it('tells all that it shows: one object as long as the caller sees the same', async () => {
    const given = world('leaf', 'other');
    given.policies.delete('other');
    const shown = async () => (await given.view().prepareFor(never)).shown?.();
    const first = await shown();
    expect([[...(first?.keys() ?? [])], first?.get('leaf')?.empty]).toEqual([['leaf'], false]);
    given.set('leaf', { grants: grantsOf(...janes.objects.values(), ...grant('tom', allow('list', 'pods'))) });
    expect(await shown()).toBe(first);
    given.set('leaf', { grants: grantsOf() });
    expect((await shown())?.get('leaf')?.empty).toBe(true);
  });

  it('answers the next request of the caller without a look at the clusters, whatever the order of their groups', async () => {
    const given = world('a', 'b');
    await given.view(undefined, 'jane', ['x', 'y']).prepare(never);
    given.looks = 0;
    const view = await given.view(undefined, 'jane', ['y', 'x']).prepare(never);
    expect([shows(view, 'a', 'b'), given.looks]).toEqual([[false, false], 0]);
    expect(view.version?.()).toBe((await given.view(undefined, 'jane', ['x', 'y']).prepare(never)).version?.());
    expect(view.version?.()).toBeDefined();
  });

  describe('for a question that does not read a cluster that must be asked', () => {
    const theirs = grantsOf(...grant('jane', allow('list', 'deployments')));
    const requested = (given: World) => given.reviewed.map(([cluster]) => cluster);

    function mixed(): World {
      const given = world('a', 'b', 'm');
      given.change('m', { authorization: 'mixed' });
      return given;
    }

    it('does not ask it, shows nothing of it, and has all the others', async () => {
      const given = mixed();
      const view = await given.view(() => theirs).prepareFor(never, ['a']);
      expect([shows(view, 'a', 'b', 'm'), requested(given)]).toEqual([[false, false, undefined], []]);
      given.looks = 0;
      const next = given.view(() => theirs);
      const prepared = await next.prepareFor(never, ['a', 'nowhere']);
      expect([shows(prepared, 'a', 'b', 'm'), requested(given)]).toEqual([[false, false, undefined], []]);
    });

    it.each<[string, string[] | undefined, string[] | undefined]>([
      ['before', ['a'], undefined],
      ['after', undefined, ['a']],
    ])(
      '%s one that does, in one request and in the next, forgets nothing and takes no part for the whole',
      async (_when, ...reached) => {
        const given = mixed();
        for (const request of [given.view(() => theirs), given.view(() => theirs)]) {
          for (const clusters of reached) await request.prepareFor(never, clusters);
          expect(shows(request.view, 'a', 'b', 'm')).toEqual([false, false, false]);
          expect(request.view.version?.()).toBeUndefined();
        }
        expect(requested(given)).toEqual(['m', 'm']);
        const partial = given.view(() => theirs);
        await partial.prepareFor(never, ['a']);
        expect([shows(partial.view, 'm'), partial.view.version?.() !== undefined]).toEqual([[undefined], true]);
        await partial.prepareFor(never, ['m']);
        expect([shows(partial.view, 'm'), partial.view.version?.()]).toEqual([[false], undefined]);
      },
    );
  });

  it.each<[string, string, string[]]>([
    ['another user', 'tom', ['dev']],
    ['the same user in another group', 'jane', ['dev', 'ops']],
    ['the same user in no group', 'jane', []],
    ['a user whose name spells the key of the first', '4:jane3:dev', []],
    ['a user whose name spells the two in quotes', 'jane","dev', []],
  ])('is of no use to %s', async (_case, user, groups) => {
    const given = world();
    given.set('leaf', {
      grants: grantsOf(...grant('group:dev', allow('list', 'pods')), ...grant('jane', allow('list', 'pods'))),
    });
    const janes = await given.view().prepare(never);
    const theirs = await given.view(undefined, user, groups).prepare(never);
    expect(theirs.version?.()).not.toBe(janes.version?.());
    expect(theirs('leaf')).not.toBe(janes('leaf'));
  });

  it('loses a right with the next question, of the next request and of this one', async () => {
    const given = world('other');
    const grants = new GrantTable(1);
    grants.change(1, janes.objects.values());
    given.set('leaf', { grants });
    const [before, other] = [await given.view().prepare(never), await given.view().prepare(never)];
    const version = before.version?.();
    expect(shows(before, 'leaf', 'other')).toEqual([false, false]);
    grants.change(2, [], [...grants.objects.keys()]);
    compiled.length = 0;
    expect([before.version?.(), shows(before, 'leaf', 'other')]).toEqual([undefined, [true, false]]);
    const after = await given.view().prepare(never);
    expect(shows(after, 'leaf', 'other')).toEqual([true, false]);
    expect(shows(other, 'leaf', 'other')).toEqual([true, false]);
    expect(after.version?.()).not.toBe(version);
    // Only the changed cluster is compiled.
    expect(new Set(compiled)).toEqual(new Set(['leaf']));
  });

  it('closes a cluster when its grants are too old, though nothing happens', async () => {
    const given = world('young');
    given.set('old', { grantsConfirmedAgo: 4_000 });
    const view = await given.view().prepare(never);
    expect(view.version?.()).toBeDefined();
    clock += 6_001;
    given.confirm('old', 10_001);
    given.confirm('young', 6_001);
    for (const requested of [view, await given.view().prepare(never)])
      expect(shows(requested, 'old', 'young')).toEqual([undefined, false]);
    expect(view.version?.()).toBeDefined();
  });

  it('is of use until the instant at which grants may be too old', async () => {
    const given = world('leaf');
    const view = await given.view().prepare(never);
    clock += given.maxAgeMs - CONFIRMATION_SLACK_MS - 1;
    expect(view.version?.()).toBeDefined();
    clock += 1;
    expect(view.version?.()).toBeUndefined();
  });

  it('does not look at the others because of a cluster that stays closed', async () => {
    const given = world('a', 'b', 'closed');
    given.confirm('closed', 10_001);
    for (let i = 0; i < 2; i++) await given.view().prepare(never);
    given.looks = 0;
    expect([shows(await given.view().prepare(never), 'a', 'b'), given.looks]).toEqual([[false, false], 3]);
  });

  it('opens a cluster again whose leaf has confirmed its grants, and is complete from then on', async () => {
    const given = world('leaf');
    given.confirm('leaf', 10_001);
    expect(shows(await given.view().prepare(never), 'leaf')).toEqual([undefined]);
    given.confirm('leaf', 0);
    const opened = await given.view().prepare(never);
    expect([shows(opened, 'leaf'), opened.version?.()]).toEqual([[false], undefined]);
    await given.view().prepare(never);
    given.looks = 0;
    expect((await given.view().prepare(never)).version?.()).toBeDefined();
    expect(given.looks).toBe(0);
  });

  it('is compared with quarantine and with policies', async () => {
    const given = world('leaf', 'other');
    const answered = () => toms;
    const ask = async () => {
      const view = await given.view(answered).prepare(never);
      return [...shows(view, 'leaf', 'other'), view.version?.() !== undefined];
    };
    expect(await ask()).toEqual([false, false, true]);
    given.policies.set('leaf', { mode: 'impersonate', usernamePrefix: 'u:', groupPrefix: '' });
    expect(await ask()).toEqual([true, false, true]);
    given.policies.delete('leaf');
    expect(await ask()).toEqual([undefined, false, true]);
    given.policies.set('leaf', { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' });
    await ask();
    expect(await ask()).toEqual([false, false, true]);
    given.quarantined.set('leaf', identityKey({ user: 'jane', groups: ['dev', 'system:authenticated'] }));
    expect(await ask()).toEqual([true, false, false]);
    expect(given.reviewed).toHaveLength(1);
    given.quarantined.clear();
    await ask();
    expect(await ask()).toEqual([false, false, true]);
  });

  it('hides a cluster at once from a caller who comes into quarantine in the middle of a request', async () => {
    const given = world('leaf');
    const view = await given.view().prepare(never);
    given.quarantined.set('leaf', identityKey({ user: 'jane', groups: ['dev', 'system:authenticated'] }));
    expect([view.version?.(), shows(view, 'leaf')]).toEqual([undefined, [undefined]]);
  });

  it('has an answer of its own for each of two requests at once, and neither is compiled again', async () => {
    const given = world('leaf');
    given.change('leaf', { authorization: 'mixed' });
    const [first, second] = [given.view(() => janes), given.view(() => toms)];
    for (const request of [first, second]) await request.prepare(never);
    compiled.length = 0;
    for (let i = 0; i < 2; i++)
      expect([...shows(first.view, 'leaf'), ...shows(second.view, 'leaf')]).toEqual([false, true]);
    expect(compiled).toEqual([]);
    given.set('leaf', { ...given.index('leaf'), resources: RESOURCES.slice(1), resourcesRevision: 2 });
    expect(first.view('leaf')?.resources).toHaveLength(RESOURCES.length - 1);
  });

  it('is weighed when it has been prepared, and without the clusters that are gone', async () => {
    const given = world('a', 'b', 'c');
    given.view();
    const weights = [given.accesses.stats.approximateBytes];
    for (const gone of [[], ['b', 'c']]) {
      for (const name of gone) given.remove(name);
      await given.view().prepare(never);
      weights.push(given.accesses.stats.approximateBytes);
    }
    const [none, all, one] = weights as [number, number, number];
    expect([none < one, one < all]).toEqual([true, true]);
  });

  it('is another one when quarantine and clusters change at the same time', async () => {
    const given = world('leaf');
    const grants = { revision: 1, objects: new Map(janes.objects) };
    given.set('leaf', { grants });
    const before = await given.view().prepare(never);
    const version = before.version?.();
    given.quarantined.set('leaf', identityKey({ user: 'tom', groups: ['dev', 'system:authenticated'] }));
    grants.objects.clear();
    grants.revision++;
    expect(before.version?.()).not.toBe(version);
    expect(shows(before, 'leaf')).toEqual([true]);
  });

  it('looks at the clusters again when one has opened again, whatever the question reads', async () => {
    const given = world('a', 'leaf');
    given.confirm('leaf', 10_001);
    expect(shows(await given.view().prepare(never), 'a', 'leaf')).toEqual([false, undefined]);
    given.confirm('leaf', 0);
    await given.view().prepareFor(never, ['a']);
    await given.view().prepareFor(never, ['a']);
    given.looks = 0;
    expect([shows(await given.view().prepareFor(never, ['a']), 'a', 'leaf'), given.looks]).toEqual([[false, false], 0]);
  });

  it('holds nothing of a cluster that is asked: each request has its own answer', async () => {
    const given = world('leaf');
    given.set('mixed', {});
    given.change('mixed', { authorization: 'mixed' });
    const answers = [janes, toms, undefined];
    const seen: (boolean | undefined)[] = [];
    for (const answer of answers) seen.push(...shows(await given.view(() => answer).prepare(never), 'mixed', 'leaf'));
    expect(seen).toEqual([false, false, true, false, undefined, false]);
    expect(given.reviewed).toHaveLength(3);
  });

  it('knows a cluster that was removed, and one that came back under its name and counts from the start', async () => {
    const given = world('other');
    given.set('leaf', {});
    const before = await given.view().prepare(never);
    given.remove('leaf');
    expect([shows(before, 'leaf'), shows(await given.view().prepare(never), 'leaf')]).toEqual([
      [undefined],
      [undefined],
    ]);
    given.set('leaf', { grants: toms });
    expect([shows(before, 'leaf'), shows(await given.view().prepare(never), 'leaf')]).toEqual([[true], [true]]);
  });

  it('is not remembered when it is of more than one moment', async () => {
    const given = world('a', 'b');
    let revision = 1;
    onCompile = () => {
      clock += 5;
      setImmediate(() => given.set('a', { grants: { ...janes, revision: ++revision } }));
    };
    expect((await given.view().prepare(never)).version?.()).toBeUndefined();
  });

  it('does not remember what changed too often to be read, and tells of it', async () => {
    const given = world('a', 'b');
    const restless = new Set(['a']);
    const compileNext = CallerAccess.prototype.compile;
    CallerAccess.prototype.compile = function* (source: VisibilitySource) {
      if (restless.has(source.cluster)) compiled.push(source.cluster);
      return restless.has(source.cluster)
        ? { ...emptyVisibility(source.resources), givenUp: 'changing' }
        : yield* compileNext.call(this, source);
    };
    const ask = async () => {
      const requested = given.view();
      return [shows(await requested.prepare(never), 'a', 'b'), [...(await requested.withheld(never))]];
    };
    expect(await ask()).toEqual([[true, false], [['a', 'CHANGING']]]);
    const request = given.view();
    const view = await request.prepare(never);
    compiled.length = 0;
    expect([shows(view, 'a'), shows(view, 'a'), compiled.length]).toEqual([[true], [true], 0]);
    restless.clear();
    (given.index('a')!.grants as { revision: number }).revision++;
    expect(shows(view, 'a')).toEqual([false]);
    expect(await ask()).toEqual([[false, false], []]);
  });

  it('answers what one that remembers nothing would, whatever happens in between', async () => {
    const names = ['a', 'b', 'c'];
    const name = fc.constantFrom(...names);
    const users = ['jane', 'tom'];
    const keys = ['jane', 'u:jane', 'tom'].map(user => identityKey({ user, groups: ['dev', 'system:authenticated'] }));
    const prefixes = fc.constantFrom<[string, string]>(['', ''], ['u:', ''], ['sys', '']);
    const event = fc.oneof(
      fc
        .tuple(name, fc.constantFrom(janes, toms, grantsOf()), fc.nat(3))
        .map(([name, { objects }, revision]) => (given: World) => {
          given.set(name, { grants: { objects: new Map(objects), revision } });
        }),
      fc.tuple(name, prefixes).map(([name, [usernamePrefix, groupPrefix]]) => (given: World) => {
        given.policies.set(name, { mode: 'impersonate', usernamePrefix, groupPrefix });
      }),
      name.map(name => (given: World) => void given.policies.delete(name)),
      fc.tuple(name, fc.constantFrom(...keys)).map(
        ([name, key]) =>
          (given: World) =>
            void given.quarantined.set(name, key),
      ),
      name.map(name => (given: World) => void given.quarantined.delete(name)),
      fc
        .tuple(name, fc.constantFrom<'mixed' | 'rbac'>('mixed', 'rbac'))
        .map(([name, authorization]) => (given: World) => {
          if (given.has(name)) given.change(name, { authorization });
        }),
      name.map(name => (given: World) => given.remove(name)),
      // Time passes, and some leaves confirm their grants.
      fc.tuple(fc.constantFrom(500, 4_000, 9_500), fc.subarray(names)).map(([passed, confirmed]) => (given: World) => {
        clock += passed;
        for (const name of names) if (given.has(name)) given.grow(name, confirmed.includes(name) ? undefined : passed);
      }),
    );
    const answers = () => toms;
    // A cache allocates memory for its maximum size, so this maximum is small.
    const small = { maxCallers: 10 };
    // Visibilities as text. Comparing the objects repeatedly would take longer than computing them.
    const reported = (view: RowAuthorizer, clusters: readonly string[]) =>
      JSON.stringify(
        clusters
          .map(view)
          .map(visibility => visibility && [...visibility.cluster.list, ...visibility.namespaces.keys()]),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 30 }), async events => {
        const given = world(...names);
        const open = users.map(user => given.view(answers, user));
        const kept = new Map<object, string>();
        for (const happens of [() => {}, ...events]) {
          happens(given);
          for (const [i, user] of users.entries()) {
            const fresh = await given.view(answers, user, ['dev'], new CallerAccesses(small)).prepare(never);
            const next = await given.view(answers, user).prepare(never);
            expect(reported(next, names)).toBe(reported(fresh, names));
            // Values are cached under the version of a view, so views with one version must show the same.
            const version = next.version?.();
            if (version)
              expect(reported(next, names)).toBe(
                kept.get(version) ?? (kept.set(version, reported(next, names)), reported(next, names)),
              );
            const unrequested = names.filter(name => !open[i]!.isRequested(name));
            expect(reported(open[i]!.view, unrequested)).toBe(reported(fresh, unrequested));
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
