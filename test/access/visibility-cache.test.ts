/** The cache of visibilities: who shares an entry, when one is made anew, and its bounds. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GrantTable } from '../../rbac/grant-table.ts';
import { grantKey, type ClusterGrants, type RoleObject } from '../../rbac/types.ts';
import type { Compiled, PreparedView } from '../../access/prepared-views.ts';
import { identityKey, VisibilityCache } from '../../access/visibility-cache.ts';
import { allow, grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const grantsOf = (revision: number, ...objects: ReturnType<typeof grant>): ClusterGrants => ({
  revision,
  objects: new Map(objects.map(object => [grantKey(object), object])),
});
const source = { cluster: 'a', grants: grantsOf(1, ...grant('jane', allow('list', 'pods'))), resources: RESOURCES, resourcesRevision: 1 };
const jane = { user: 'jane', groups: ['dev', 'ops'] };

describe('the key of an identity', () => {
  it.each([
    ['groups in another order', jane, { user: 'jane', groups: ['ops', 'dev', 'ops'] }, true],
    ['another user', jane, { user: 'june', groups: jane.groups }, false],
    ['one group that looks like two', jane, { user: 'jane', groups: ['dev,ops'] }, false],
    ['a group that looks like an encoded one', { user: 'a', groups: ['b', 'c'] }, { user: 'a', groups: ['b1:c'] }, false],
    ['a user that swallows a group', { user: 'a', groups: ['b'] }, { user: 'a1:b', groups: [] }, false],
  ])('judges %s', (_case, a, b, same) => {
    expect(identityKey(a) === identityKey(b)).toBe(same);
  });

  it('is the same exactly for the same user and set of groups', () => {
    const name = fc.string({ unit: fc.constantFrom('1', ':', 'a'), maxLength: 3 });
    const identity = fc.record({ user: name, groups: fc.array(name, { maxLength: 3 }) });
    const meaning = (it: typeof jane) => JSON.stringify([it.user, [...new Set(it.groups)].sort()]);
    fc.assert(
      fc.property(identity, identity, (a, b) => (identityKey(a) === identityKey(b)) === (meaning(a) === meaning(b))),
      { numRuns: 2_000 },
    );
  });
});

describe('a visibility', () => {
  it('is compiled once for an identity and the grants it follows from', () => {
    const cache = new VisibilityCache();
    const first = cache.get(jane, identityKey(jane), source);
    expect(cache.get(jane, identityKey(jane), { ...source })).toBe(first);
    expect(cache.stats).toMatchObject({ entries: 1, hits: 1, misses: 1 });
  });

  it.each([
    ['the grants have a new revision', { grants: { ...source.grants, revision: 2 } }],
    ['the cluster was added again and counts from the start', { grants: grantsOf(1) }],
    ['the resources have a new revision', { resourcesRevision: 2 }],
    ['the resources are others', { resources: RESOURCES.slice(1) }],
    ['it is another cluster', { cluster: 'b' }],
  ])('is compiled anew when %s', (_case, change) => {
    const cache = new VisibilityCache();
    const first = cache.get(jane, identityKey(jane), source);
    expect(cache.get(jane, identityKey(jane), { ...source, ...change })).not.toBe(first);
  });

  it('outlives the changes that do not concern the identity', () => {
    const cache = new VisibilityCache();
    const grants = new GrantTable(1);
    grants.change(1, source.grants.objects.values());
    const ask = () => cache.get(jane, identityKey(jane), { ...source, grants });
    const first = ask();
    grants.change(2, grant('tom', allow('list', 'pods')).slice(1));
    expect(ask()).toBe(first);
    grants.change(3, grant('jane', allow('list', 'deployments')).slice(0, 1));
    const second = ask();
    expect(second).not.toBe(first);
    expect(ask()).toBe(second);
    expect(cache.stats).toMatchObject({ entries: 1, hits: 2, misses: 2 });
  });

  it('that is compiled in steps is that of the grants at its end', () => {
    const cache = new VisibilityCache();
    const grants = new GrantTable(1);
    const [role, binding] = grant('jane', allow('list', 'pods'), 'team-a');
    const all = Array.from({ length: 1_200 }, (_, i) => ({ ...binding!, namespace: `team-${i}` }));
    grants.change(1, [role!, ...all]);
    const steps = cache.getInSteps(jane, identityKey(jane), { ...source, grants });
    expect(steps.next().done).toBe(false);
    grants.change(2, [], all.slice(1).map(grantKey));
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect([...step.value.namespaces.keys()]).toEqual(['team-0']);
    expect(cache.get(jane, identityKey(jane), { ...source, grants })).toBe(step.value);
    expect(cache.stats).toMatchObject({ entries: 1, hits: 1, misses: 1 });
  });

  it('that was given up since the grants changed all the time is not kept', () => {
    const cache = new VisibilityCache();
    const rule = { ...allow('get', 'pods'), resourceNames: Array.from({ length: 1_000 }, (_, i) => `${i}`) };
    const [viewer, binding] = grant('jane', allow('get', 'pods'));
    const role = { ...(viewer as RoleObject), rules: [rule] };
    const grants = new GrantTable(1);
    grants.change(1, [role, binding!]);
    const steps = cache.getInSteps(jane, identityKey(jane), { ...source, grants });
    let step = steps.next();
    for (let revision = 2; !step.done; step = steps.next()) grants.change(revision++, [{ ...role, rules: [{ ...rule }] }]);
    expect([step.value.givenUp, step.value.empty, cache.stats.entries]).toEqual(['changing', true, 0]);
    expect(cache.get(jane, identityKey(jane), { ...source, grants }).cluster.names.get(1)?.size).toBe(1_000);
    expect(cache.stats.entries).toBe(1);
  });

  it('that takes long is given up on the spot, not in steps', () => {
    const cache = new VisibilityCache();
    const all = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...grant('jane', allow('list', 'pods'), 'team-a')[1]!, namespace: `team-${i}` }));
    const grants = new GrantTable(1);
    grants.change(1, [grant('jane', allow('list', 'pods'))[0]!, ...all(250_000)]);
    const given = cache.get(jane, identityKey(jane), { ...source, grants });
    expect([given.givenUp, given.empty, given.namespaces.size]).toEqual(['changing', true, 0]);
    expect(cache.stats.entries).toBe(0);
    const steps = cache.getInSteps(jane, identityKey(jane), { ...source, grants });
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect([step.value.givenUp, step.value.namespaces.size]).toEqual([undefined, 250_000]);
  });

  it('takes room, and no more than was given', () => {
    const cache = new VisibilityCache({ maxEntries: 3, maxBytes: 5_000 });
    for (let i = 0; i < 100; i++) cache.get({ user: `u${i}`, groups: [] }, `u${i}`, source);
    expect(cache.stats.entries).toBeLessThanOrEqual(3);
    expect(cache.stats.approximateBytes).toBeLessThanOrEqual(5_000);
  });
});

describe('views that were prepared', () => {
  const viewOf = (cache: VisibilityCache, user: string, clusters: number): PreparedView => {
    const compiled = (cluster: string): Compiled => ({
      ...{ cluster, key: user, policy: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' }, revision: 1, resourcesRevision: 1 },
      ...{ grants: source.grants.objects, resources: RESOURCES },
      visibility: cache.get({ user, groups: [] }, user, { ...source, cluster }),
    });
    const settled = new Map(Array.from({ length: clusters }, (_, i) => [`c${i}`, compiled(`c${i}`)]));
    const [readModel, rules] = [{}, {}] as unknown as [PreparedView['readModel'], PreparedView['rules']];
    return { readModel, rules, revision: 1, policiesRevision: undefined, validUntil: 1, settled, unsettled: [] };
  };

  it('are as many as were allowed, those who asked last', () => {
    const cache = new VisibilityCache({ maxViews: 3 });
    for (let i = 0; i < 100; i++) cache.prepared.set(`u${i}`, viewOf(cache, `u${i}`, 1));
    expect(cache.prepared.size).toBe(3);
    expect(['u96', 'u97', 'u99'].map(user => cache.prepared.get(user) !== undefined)).toEqual([false, true, true]);
  });

  it('take no more room than was given, by what they hold on to', () => {
    const cache = new VisibilityCache({ maxBytes: 50_000 });
    const [few, many] = [viewOf(cache, 'few', 1), viewOf(cache, 'many', 20)];
    cache.prepared.set('few', few);
    const one = cache.prepared.approximateBytes;
    cache.prepared.set('many', many);
    expect(cache.prepared.approximateBytes - one).toBeGreaterThan(5 * one);
    for (let i = 0; i < 100; i++) cache.prepared.set(`u${i}`, viewOf(cache, `u${i}`, 20));
    expect(cache.prepared.approximateBytes).toBeLessThanOrEqual(50_000);
    expect(cache.prepared.size).toBeGreaterThan(0);
  });
});

describe('the size of an entry', () => {
  const sizeOf = (grants: ClusterGrants, { user = 'jane', resources = RESOURCES } = {}) => {
    const cache = new VisibilityCache();
    cache.get({ user, groups: [] }, identityKey({ user, groups: [] }), { ...source, grants, resources });
    return cache.stats.approximateBytes;
  };
  const nothing = grantsOf(1);
  const names = (count: number) => Array.from({ length: count }, (_, i) => `name-${i}`);

  it('grows with the key', () => {
    const long = 'x'.repeat(1_000);
    expect(sizeOf(nothing, { user: long }) - sizeOf(nothing)).toBeGreaterThan(1_500);
  });

  it('grows with the resources', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => ({ ...RESOURCES[1]!, plural: `r${i}` }));
    expect(sizeOf(nothing, { resources: many }) - sizeOf(nothing)).toBe(1_000 - RESOURCES.length);
  });

  it.each([
    ['everywhere', ''],
    ['in a namespace', 'team-a'],
  ])('grows with every name that is shown %s', (_case, namespace) => {
    const named = (count: number) => sizeOf(grantsOf(1, ...grant('jane', allow('get', 'pods', ...names(count)), namespace)));
    expect(named(1_001) - named(1)).toBeGreaterThan(50_000);
    expect(named(1)).toBeGreaterThan(sizeOf(nothing) + 100);
  });

  it('grows with the namespaces, and less where they share a scope', () => {
    const shared = grantsOf(
      1,
      ...names(100).flatMap(name => {
        const [role, binding] = grant('jane', allow('list', 'pods'), name);
        return [role!, { ...binding!, name }];
      }),
    );
    const own = grantsOf(
      1,
      ...names(100).flatMap(name => grant('jane', allow('list', 'pods', ...(name === 'name-0' ? [] : [name])), name)),
    );
    expect(sizeOf(shared) - sizeOf(nothing)).toBeGreaterThan(5_000);
    expect(sizeOf(own)).toBeGreaterThan(sizeOf(shared) + 5_000);
  });
});
