/** Cached access of callers: when a visibility is compiled again, how many callers are kept, and their size. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GrantTable } from '../../rbac/grant-table.ts';
import { grantKey, type BindingObject, type ClusterGrants, type RoleObject } from '../../rbac/types.ts';
import type { RowMaskBuilder } from '../../readmodel/select/visibility-mask.ts';
import { CallerAccess, CallerAccesses, identityKey, type VisibilitySource } from '../../access/request-access.ts';
import { allow, grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const grantsOf = (revision: number, ...objects: ReturnType<typeof grant>): ClusterGrants => ({
  revision,
  objects: new Map(objects.map(object => [grantKey(object), object])),
});
const source = {
  cluster: 'a',
  grants: grantsOf(1, ...grant('jane', allow('list', 'pods'))),
  resources: RESOURCES,
  resourcesRevision: 1,
};
const jane = { user: 'jane', groups: ['dev', 'ops'] };
/** Adds jane's identity to the inputs of a visibility. Her identity is the same on every cluster. */
const of = (given: Omit<VisibilitySource, 'identity' | 'key'>): VisibilitySource => ({
  ...given,
  identity: jane,
  key: identityKey(jane),
});

function uncounted(): CallerAccess {
  return new CallerAccess({ hits: 0, misses: 0 });
}

describe('the key of an identity', () => {
  it.each([
    ['groups in another order', jane, { user: 'jane', groups: ['ops', 'dev', 'ops'] }, true],
    ['another user', jane, { user: 'june', groups: jane.groups }, false],
    ['one group that looks like two', jane, { user: 'jane', groups: ['dev,ops'] }, false],
    [
      'a group that looks like a length and a name',
      { user: 'a', groups: ['b', 'c'] },
      { user: 'a', groups: ['b1:c'] },
      false,
    ],
    ['a user that swallows a length and a group', { user: 'a', groups: ['b'] }, { user: 'a1:b', groups: [] }, false],
    [
      'a group that looks like an encoded one',
      { user: 'a', groups: ['b', 'c'] },
      { user: 'a', groups: ['b","c'] },
      false,
    ],
    ['a user that swallows a group', { user: 'a', groups: ['b'] }, { user: 'a","b', groups: [] }, false],
  ])('judges %s', (_case, a, b, same) => {
    expect(identityKey(a) === identityKey(b)).toBe(same);
  });

  it('is the same exactly for the same user and set of groups', () => {
    const name = fc.string({ unit: fc.constantFrom('1', ':', '"', 'a'), maxLength: 3 });
    const identity = fc.record({ user: name, groups: fc.array(name, { maxLength: 3 }) });
    const isSame = (a: typeof jane, b: typeof jane) =>
      a.user === b.user &&
      a.groups.every(group => b.groups.includes(group)) &&
      b.groups.every(group => a.groups.includes(group));
    fc.assert(
      fc.property(identity, identity, (a, b) => (identityKey(a) === identityKey(b)) === isSame(a, b)),
      { numRuns: 2_000 },
    );
  });
});

describe('a visibility', () => {
  it('is compiled once for an identity and the grants it follows from', () => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const first = access.compileNow(of(source));
    expect(access.compileNow(of({ ...source }))).toBe(first);
    expect(accesses.stats).toMatchObject({ hits: 1, misses: 1 });
  });

  it.each([
    ['the grants have a new revision', { grants: { ...source.grants, revision: 2 } }],
    ['the cluster was added again and counts from the start', { grants: grantsOf(1) }],
    ['the resources have a new revision', { resourcesRevision: 2 }],
    ['the resources are others', { resources: RESOURCES.slice(1) }],
    ['it is another cluster', { cluster: 'b' }],
  ])('is compiled anew when %s', (_case, change) => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const first = access.compileNow(of(source));
    expect(access.compileNow(of({ ...source, ...change }))).not.toBe(first);
  });

  it('outlives the changes that do not concern the identity', () => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const grants = new GrantTable(1);
    grants.change(1, source.grants.objects.values());
    const ask = () => access.compileNow(of({ ...source, grants }));
    const first = ask();
    grants.change(2, grant('tom', allow('list', 'pods')).slice(1));
    expect(ask()).toBe(first);
    grants.change(3, grant('jane', allow('list', 'deployments')).slice(0, 1));
    const second = ask();
    expect(second).not.toBe(first);
    expect(ask()).toBe(second);
    expect(accesses.stats).toMatchObject({ hits: 2, misses: 2 });
  });

  it('is asked once whether a change concerns the identity', () => {
    const access = uncounted();
    const grants = new GrantTable(1);
    grants.change(1, source.grants.objects.values());
    let looks = 0;
    const ask = () =>
      access.kept({
        ...of({ ...source, grants }),
        identity: { user: 'jane', groups: { reduce: () => (looks++, 1) } as never },
      });
    access.compileNow(of({ ...source, grants }));
    grants.change(2, grant('tom', allow('list', 'pods')).slice(1));
    const first = ask();
    expect([first !== undefined, looks, ask() === first, looks]).toEqual([true, 1, true, 1]);
  });

  it('that is compiled in steps is that of the grants at its end', () => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const grants = new GrantTable(1);
    const [role, binding] = grant('jane', allow('list', 'pods'), 'team-a');
    const all = Array.from({ length: 1_200 }, (_, i) => ({ ...binding!, namespace: `team-${i}` }));
    grants.change(1, [role!, ...all]);
    const steps = access.compile(of({ ...source, grants }));
    expect(steps.next().done).toBe(false);
    grants.change(2, [], all.slice(1).map(grantKey));
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect([...step.value.namespaces.keys()]).toEqual(['team-0']);
    expect(access.compileNow(of({ ...source, grants }))).toBe(step.value);
    expect(accesses.stats).toMatchObject({ hits: 1, misses: 1 });
  });

  it('that was given up since the grants changed all the time is not kept', () => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const rule = { ...allow('get', 'pods'), resourceNames: Array.from({ length: 1_000 }, (_, i) => `${i}`) };
    const [viewer, binding] = grant('jane', allow('get', 'pods'));
    const role = { ...(viewer as RoleObject), rules: [rule] };
    const grants = new GrantTable(1);
    grants.change(1, [role, binding!]);
    const steps = access.compile(of({ ...source, grants }));
    let step = steps.next();
    for (let revision = 2; !step.done; step = steps.next())
      grants.change(revision++, [{ ...role, rules: [{ ...rule }] }]);
    expect([step.value.givenUp, step.value.empty, access.kept(of({ ...source, grants }))]).toEqual([
      'changing',
      true,
      undefined,
    ]);
    expect(access.compileNow(of({ ...source, grants })).cluster.names.get(1)?.size).toBe(1_000);
    expect(access.kept(of({ ...source, grants }))).toBeDefined();
  });

  it('that takes long is given up on the spot, not in steps', () => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const all = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...grant('jane', allow('list', 'pods'), 'team-a')[1]!,
        namespace: `team-${i}`,
      }));
    const grants = new GrantTable(1);
    grants.change(1, [grant('jane', allow('list', 'pods'))[0]!, ...all(250_000)]);
    const given = access.compileNow(of({ ...source, grants }));
    expect([given.givenUp, given.empty, given.namespaces.size]).toEqual(['changing', true, 0]);
    expect(access.kept(of({ ...source, grants }))).toBeUndefined();
    const steps = access.compile(of({ ...source, grants }));
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect([step.value.givenUp, step.value.namespaces.size]).toEqual([undefined, 250_000]);
  });

  it('of another cluster, or of somebody else there, is another', () => {
    const access = uncounted();
    access.compileNow(of(source));
    expect(access.kept(of(source))).toBeDefined();
    expect(access.kept(of({ ...source, cluster: 'b' }))).toBeUndefined();
    expect(access.kept({ ...source, identity: jane, key: 'another' })).toBeUndefined();
  });

  it('is forgotten with its cluster', () => {
    const access = uncounted();
    const before = access.bytes;
    for (const cluster of ['a', 'b', 'c']) access.compileNow(of({ ...source, cluster }));
    const all = access.bytes;
    access.retain(['b', 'd']);
    expect(['a', 'b', 'c'].map(cluster => access.kept(of({ ...source, cluster })) !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
    expect([before, access.bytes, all]).toEqual([before, access.bytes, all].toSorted((x, y) => x - y));
    access.retain([]);
    expect(access.bytes).toBe(before);
  });
});

describe('callers', () => {
  const filled = (accesses: CallerAccesses, user: string, clusters: number): CallerAccess => {
    const access = accesses.of(user);
    for (let i = 0; i < clusters; i++) access.compileNow(of({ ...source, cluster: `c${i}` }));
    accesses.weigh(user, access);
    return access;
  };

  it('are as many as were allowed, those who asked last', () => {
    const accesses = new CallerAccesses({ maxCallers: 3 });
    const all = Array.from({ length: 100 }, (_, i) => filled(accesses, `u${i}`, 1));
    expect(accesses.stats.callers).toBe(3);
    expect([97, 99, 96].map(i => accesses.of(`u${i}`) === all[i])).toEqual([true, true, false]);
  });

  it('take no more room than was given, by what they hold on to', () => {
    const accesses = new CallerAccesses({ maxBytes: 200_000 });
    filled(accesses, 'few', 1);
    const one = accesses.stats.approximateBytes;
    filled(accesses, 'many', 20);
    expect(accesses.stats.approximateBytes - one).toBeGreaterThan(5 * one);
    for (let i = 0; i < 100; i++) filled(accesses, `u${i}`, 20);
    expect(accesses.stats.approximateBytes).toBeLessThanOrEqual(200_000);
    expect(accesses.stats.callers).toBeGreaterThan(1);
  });

  it('who need more than a quarter of all room are not kept, so that they drive nobody out', () => {
    const accesses = new CallerAccesses({ maxBytes: 100_000 });
    const few = filled(accesses, 'few', 1);
    const many = filled(accesses, 'many', 100);
    expect([accesses.of('few') === few, accesses.of('many') === many]).toEqual([true, false]);
    expect(accesses.stats.approximateBytes).toBeLessThanOrEqual(100_000);
  });

  it('weigh more the longer their names are', () => {
    const weight = (key: string) => {
      const accesses = new CallerAccesses();
      accesses.of(key);
      return accesses.stats.approximateBytes;
    };
    expect(weight('x'.repeat(1_001)) - weight('x')).toBe(2_000);
  });

  it('are weighed again when they ask: the read model keeps masks for them meanwhile', () => {
    const accesses = new CallerAccesses();
    const access = accesses.of('jane');
    const before = accesses.stats.approximateBytes;
    access.mask.compiled = { bytes: 10_000 } as RowMaskBuilder;
    access.maskByName.compiled = { bytes: 5_000 } as RowMaskBuilder;
    expect(accesses.of('jane')).toBe(access);
    expect(accesses.stats.approximateBytes).toBe(before + 15_000);
  });
});

describe('the size of an entry', () => {
  const sizeOf = (grants: ClusterGrants, { user = 'jane', resources = RESOURCES } = {}) => {
    const identity = { user, groups: [] };
    const access = uncounted();
    access.compileNow({ ...source, identity, key: identityKey(identity), grants, resources });
    return access.bytes;
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
    const named = (count: number) =>
      sizeOf(grantsOf(1, ...grant('jane', allow('get', 'pods', ...names(count)), namespace)));
    expect(named(1_001) - named(1)).toBeGreaterThan(50_000);
    expect(named(1)).toBeGreaterThan(sizeOf(nothing) + 100);
  });

  it('grows once with names that scopes share', () => {
    const [role, binding] = grant('jane', allow('get', 'pods', ...names(1_000)), 'team-a');
    const common = { ...role!, type: 'ClusterRole', namespace: '', name: 'common' } as const;
    const bound = (namespace: string) => ({
      ...binding!,
      namespace,
      name: 'common',
      roleRef: { ...(binding as BindingObject).roleRef, kind: 'ClusterRole', name: 'common' },
    });
    const more = grant('jane', allow('list', 'deployments'), 'team-b');
    const one = sizeOf(grantsOf(1, common as RoleObject, bound('team-a')));
    const two = sizeOf(grantsOf(1, common as RoleObject, bound('team-a'), bound('team-b'), ...more));
    expect(one).toBeGreaterThan(60_000);
    expect(two - one).toBeLessThan(60_000);
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

it('what a caller saw weighs by the number of clusters', () => {
  const access = uncounted();
  const before = access.bytes;
  expect(before).toBe(500 + access.mask.bytes + access.maskByName.bytes);
  access.shown = new Map(['a', 'b'].map(name => [name, access.compileNow({ ...of(source), cluster: name })]));
  const compiled = access.bytes;
  access.shown = undefined;
  expect(compiled - access.bytes).toBe(120);
});

describe('the namespaces that are kept of a cluster', () => {
  const visibility = uncounted().compileNow(of(source));
  const kept = { visibility, rowRevision: 7, names: ['a', 'b'] };

  it.each([
    ['the same is visible and no row has come or gone', {}, ['a', 'b']],
    ['another visibility', { visibility: { ...visibility } }, undefined],
    ['a row that has come or gone', { rowRevision: 8 }, undefined],
  ])('are told or not with %s', (_case, change, names) => {
    const access = uncounted();
    access.keepNamespaces('leaf', kept);
    expect(access.namespaces('leaf', { ...kept, ...change })).toEqual(names);
    expect(access.namespaces('other', kept)).toBeUndefined();
  });

  it('weigh as long as they are kept', () => {
    const access = uncounted();
    const before = access.bytes;
    access.keepNamespaces('leaf', kept);
    const one = access.bytes;
    expect(one - before).toBe(200 + 8 * kept.names.length);
    access.keepNamespaces('leaf', kept);
    expect(access.bytes).toBe(one);
    access.retain(['leaf']);
    expect(access.namespaces('leaf', kept)).toEqual(kept.names);
    access.retain(['other']);
    expect([access.namespaces('leaf', kept), access.bytes]).toEqual([undefined, before]);
  });
});
