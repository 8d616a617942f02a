/** The View of a request: who the caller is on each cluster, when it is compiled anew, and that compiling lets others run. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { IdentityPolicy } from '../../../identity/identity.ts';
import { grantKey, type ClusterGrants, type GrantObject, type LeafIdentity } from '../../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { ClusterState } from '../../../store/store.ts';
import type { LiveAccess } from '../../../subgraphs/fleet/reviews/live-access.ts';
import { RequestView } from '../../../subgraphs/fleet/view.ts';
import { identityKey, VisibilityCache, type VisibilitySource } from '../../../subgraphs/fleet/visibility-cache.ts';
import { allow, grant, RESOURCES } from './scripted-fleet.ts';

const never = new AbortController().signal;
const grantsOf = (...objects: GrantObject[]): ClusterGrants => ({
  revision: 1,
  objects: new Map(objects.map(object => [grantKey(object), object])),
});
const janes = grantsOf(...grant('jane', allow('list', 'pods')));

/** Tells who was compiled for which cluster, in order. */
class WatchedCache extends VisibilityCache {
  readonly asked: string[] = [];
  onGet = (_cluster: string) => {};

  override get(identity: LeafIdentity, key: string, source: VisibilitySource) {
    this.asked.push(source.cluster);
    this.onGet(source.cluster);
    return super.get(identity, key, source);
  }
}

class World {
  readonly cache = new WatchedCache();
  readonly policies = new Map<string, IdentityPolicy>();
  /** Cluster, and the key of the identity that is asked for there. */
  readonly quarantined = new Map<string, string>();
  readonly reviewed: unknown[][] = [];
  readonly #indexes = new Map<string, ClusterIndex>();

  constructor(...clusters: string[]) {
    for (const cluster of clusters) this.set(cluster, {});
  }

  set(cluster: string, change: Partial<ClusterIndex>, prefixes: readonly [user: string, group: string] = ['', '']): void {
    this.policies.set(cluster, { mode: 'impersonate', usernamePrefix: prefixes[0], groupPrefix: prefixes[1] });
    this.#indexes.set(cluster, {
      ...{ cluster, loading: false, answeredAgo: 0, grantsConfirmedAgo: 0, grants: janes, resources: RESOURCES, resourcesRevision: 1 },
      rowCount: 0,
      state: {
        ...{ phase: 'synced', reason: '', version: '', authorization: 'rbac', answeredAgo: 0, kinds: [], resources: RESOURCES },
        grants: { complete: true, confirmedAgo: 0, reason: '' },
      },
      ...change,
    });
  }

  change(cluster: string, state: Partial<ClusterState>): void {
    const index = this.#indexes.get(cluster)!;
    this.#indexes.set(cluster, { ...index, state: { ...index.state!, ...state } });
  }

  /** `live`: what a cluster that is asked says of the caller. */
  view(live?: (cluster: string) => ClusterGrants | undefined): RequestView {
    const readModel: Pick<ReadModel, 'clusters' | 'cluster'> = {
      clusters: () => [...this.#indexes.values()],
      cluster: name => this.#indexes.get(name),
    };
    const rules = { policies: (name: string) => this.policies.get(name), maxAgeMs: 1_000, reviewProblem: () => undefined };
    const access: Pick<LiveAccess, 'grants'> = {
      grants: async (cluster, { identity, onCluster, key }, _signal, waitMs) => {
        this.reviewed.push([cluster, identity.user, onCluster.user, key === identityKey(onCluster), waitMs]);
        // Not at once: whoever does not wait for the answer does not have it.
        await new Promise(resolve => setImmediate(resolve));
        return live?.(cluster);
      },
    };
    return new RequestView(acceptIdentity({ user: 'jane', groups: ['dev'] }), readModel as ReadModel, rules, this.cache, {
      access: access as LiveAccess,
      inQuarantine: (cluster, key) => this.quarantined.get(cluster) === key,
      deadline: 9_000,
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

  it('is nobody where the cluster is unknown, closed, or has no policy', () => {
    const world = new World('leaf', 'closed', 'nameless');
    world.set('closed', { grantsConfirmedAgo: undefined });
    world.policies.delete('nameless');
    world.policies.set('unknown', world.policies.get('leaf')!);
    const view = world.view();
    const names = ['leaf', 'closed', 'nameless', 'unknown', 'nowhere'];
    expect(names.map(name => view.identityOn(name)?.user)).toEqual(['jane', undefined, undefined, undefined, undefined]);
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
    expect(world.cache.asked).toEqual(['leaf']);
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
    expect(world.cache.asked).toHaveLength(2);
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
      ['unknown', 'mixed', 'quarantined', 'plain', 'others', 'closed', 'nameless', 'nowhere'].filter(name => view.isAsked(name)),
    ).toEqual(['mixed', 'quarantined']);
  });

  it('shows nothing before it has answered, and nothing when it does not', async () => {
    const view = world().view();
    expect(['mixed', 'quarantined', 'plain'].map(name => view.view(name)?.empty)).toEqual([undefined, undefined, false]);
    await view.prepare(never);
    expect(['mixed', 'quarantined', 'plain'].map(name => view.view(name)?.empty)).toEqual([undefined, undefined, false]);
  });

  it('shows what it answered, whatever its RBAC objects say', async () => {
    const view = world().view(cluster => (cluster === 'mixed' ? theirs : grantsOf()));
    const visible = await view.prepare(never);
    expect([...(visible('mixed')?.namespaces.keys() ?? [])]).toEqual(['team-a']);
    expect(visible('mixed')?.cluster.list.some(all => all === 1)).toBe(false);
    expect(visible('quarantined')?.empty).toBe(true);
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

describe('preparing a view', () => {
  let clock = 0;
  // Time passes only as the tests say.
  beforeEach(() => {
    clock = 1_000;
    performance.now = () => clock;
  });
  afterEach(() => {
    delete (performance as Partial<Performance>).now;
  });

  it('compiles every cluster, or those it is asked for', async () => {
    const world = new World('a', 'b', 'c');
    const view = await world.view().prepare(never);
    expect(world.cache.asked).toEqual(['a', 'b', 'c']);
    expect(view('b')?.empty).toBe(false);
    expect(world.cache.asked).toHaveLength(3);
    await world.view().prepare(never, ['c', 'nowhere']);
    expect(world.cache.asked).toEqual(['a', 'b', 'c', 'c']);
  });

  it.each<[string, Record<string, number>, string[]]>([
    ['not while it is quick', { a: 1, b: 1, c: 1, d: 1 }, ['a', 'b', 'c', 'd', 'e']],
    ['after five milliseconds, and counts anew from there', { a: 5, c: 4 }, ['a', 'others', 'b', 'c', 'd', 'e']],
    ['after every five milliseconds', { a: 9, b: 3, c: 3 }, ['a', 'others', 'b', 'c', 'others', 'd', 'e']],
  ])('lets others run %s', async (_case, costs, expected) => {
    const world = new World('a', 'b', 'c', 'd', 'e');
    const log = world.cache.asked;
    world.cache.onGet = cluster => (clock += costs[cluster] ?? 0);
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

  it('ends with the request, before it begins and in between', async () => {
    const world = new World('a', 'b');
    const request = new AbortController();
    world.cache.onGet = () => {
      clock += 5;
      request.abort(new Error('gone'));
    };
    await expect(world.view().prepare(request.signal)).rejects.toThrow('gone');
    expect(world.cache.asked).toEqual(['a']);
    await expect(world.view().prepare(request.signal)).rejects.toThrow('gone');
    expect(world.cache.asked).toEqual(['a']);
  });
});
