/**
 * The grants of a cluster while they change. The updated table equals a new table, and knows which identities a change
 * affects.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexGrants, reaching, reachesIn, reachRevision, type Reach } from '../../rbac/grant-index.ts';
import { GrantTable, slicesOf } from '../../rbac/grant-table.ts';
import {
  grantKey,
  type ClusterGrants,
  type GrantObject,
  type LeafIdentity,
  type Visibility,
} from '../../rbac/types.ts';
import { finished, Pace } from '../../async/fair-turns.ts';
import { compileInSteps, compileVisibility, emptyVisibility, scopesOfNamespaces, sees } from '../../rbac/visibility.ts';
import { ALL_RESOURCES, grantObject, leafIdentity } from './arbitraries.ts';
import {
  allow,
  clusterRole,
  clusterRoleBinding,
  grantsOf,
  group,
  identity,
  NAMESPACES,
  PODS,
  RESOURCES,
  role,
  roleBinding,
  serviceAccount,
  user,
} from './fixtures.ts';
import type { RuleManifest } from './manifests.ts';

const jane = identity('jane', 'dev');
const viewer = clusterRole('viewer', allow('list', 'pods'));
const janes = roleBinding('team-a', 'janes', 'ClusterRole/viewer', user('jane'));

function tableOf(...objects: GrantObject[]): GrantTable {
  const table = new GrantTable(1);
  table.change(1, objects);
  return table;
}

/** Grants of the identity in any scope. Each binding occurs once. */
function grantsReaching(grants: ClusterGrants, identity: LeafIdentity): Reach[] {
  return [...new Map([...reaching(grants, identity)].map(reach => [reach.binding, reach])).values()];
}

/** Bindings and roles of an identity as texts, in sorted order. */
function reachOf(grants: ClusterGrants, identity: LeafIdentity): string[] {
  return grantsReaching(grants, identity)
    .map(({ binding, role }) => `${JSON.stringify(binding)} ${JSON.stringify(role)}`)
    .sort();
}

/** Grants of an identity as texts, without the subjects. */
function givenTo(grants: ClusterGrants, identity: LeafIdentity): string[] {
  return grantsReaching(grants, identity)
    .map(({ binding, role }) => `${grantKey(binding)} ${JSON.stringify(role)}`)
    .sort();
}

const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ puts: fc.array(grantObject, { maxLength: 4 }), deletes: fc.constant<number[]>([]) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      puts: fc.array(grantObject, { maxLength: 2 }),
      deletes: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
    }),
  },
);

describe('grants that change', () => {
  it('are what they would be if they were read anew', () => {
    fc.assert(
      fc.property(
        fc.array(grantObject, { maxLength: 30 }),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        leafIdentity,
        (first, changes, identity) => {
          const table = tableOf(...first);
          const objects = new Map(first.map(object => [grantKey(object), object]));
          changes.forEach(({ puts, deletes }, i) => {
            const before = { revision: reachRevision(table, identity), given: givenTo(table, identity) };
            const keys = deletes.map(number => [...objects.keys()][number] ?? 'Role/gone/gone');
            table.change(i + 2, puts, keys);
            for (const object of puts) objects.set(grantKey(object), object);
            for (const key of keys) objects.delete(key);

            const anew = grantsOf(...objects.values());
            expect(new Map(table.objects)).toEqual(objects);
            expect(table.revision).toBe(i + 2);
            const reach = reachOf(table, identity);
            expect(reach).toEqual(reachOf(anew, identity));
            const visibility = compileVisibility(table, identity, ALL_RESOURCES);
            expect(visibility).toEqual(compileVisibility(anew, identity, ALL_RESOURCES));
            if (reachRevision(table, identity) === before.revision)
              expect(givenTo(table, identity)).toEqual(before.given);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are distinguished by the identities for which they change', () => {
    const objects = [viewer, janes, roleBinding('team-a', 'devs', 'ClusterRole/viewer', group('dev'), group('ops'))];
    const who = {
      jane,
      tom: identity('tom'),
      ops: identity('oscar', 'x', 'ops'),
      robot: identity('system:serviceaccount:team-a:robot'),
    };
    const changed = (puts: GrantObject[], deletes: string[] = []) => {
      const table = tableOf(...objects);
      table.change(2, puts, deletes);
      return Object.entries(who).flatMap(([name, identity]) => (reachRevision(table, identity) === 2 ? [name] : []));
    };
    expect(changed([])).toEqual([]);
    expect(changed([roleBinding('team-b', 'b', 'ClusterRole/viewer', user('tom'))])).toEqual(['tom']);
    expect(changed([clusterRoleBinding('b', 'ClusterRole/viewer', group('ops'))])).toEqual(['ops']);
    expect(changed([clusterRoleBinding('b', 'ClusterRole/viewer', group('tom'), user('dev'))])).toEqual([]);
    expect(changed([roleBinding('team-a', 'b', 'ClusterRole/viewer', serviceAccount('', 'robot'))])).toEqual(['robot']);
    expect(changed([roleBinding('team-a', 'janes', 'ClusterRole/viewer', user('tom'))])).toEqual(['jane', 'tom']);
    expect(changed([], [grantKey(objects[2]!)])).toEqual(['jane', 'ops']);
    expect(changed([], ['RoleBinding/team-a/gone'])).toEqual([]);
    // For a replaced binding, both new and removed subjects are affected.
    const devs = (ref: string, ...subjects: ReturnType<typeof user>[]) =>
      changed([roleBinding('team-a', 'devs', ref, ...subjects)]);
    expect(devs('ClusterRole/viewer', group('dev'), group('ops'))).toEqual([]);
    expect(devs('ClusterRole/viewer', group('ops'), user('tom'), group('dev'))).toEqual(['tom']);
    expect(devs('ClusterRole/viewer', group('dev'))).toEqual(['ops']);
    expect(devs('ClusterRole/viewer', user('dev'), user('ops'))).toEqual(['jane', 'ops']);
    expect(devs('ClusterRole/other', group('dev'), group('ops'))).toEqual(['jane', 'ops']);
    expect(devs('Role/viewer', group('dev'), group('ops'))).toEqual(['jane', 'ops']);
    const everybody = Object.keys(who);
    expect(changed([role('team-a', 'r')])).toEqual(everybody);
    expect(changed([], [grantKey(viewer)])).toEqual(everybody);
  });

  it('are taken for changed for all when too many have changed to remember', () => {
    const table = tableOf(viewer, janes);
    const binding = (i: number) => clusterRoleBinding(`b${i}`, 'ClusterRole/viewer', user(`user-${i}`));
    table.change(
      2,
      Array.from({ length: 10_000 }, (_, i) => binding(i)),
    );
    expect(reachRevision(table, jane)).toBe(1);
    table.change(3, [], [grantKey(binding(5))]);
    expect([identity('user-4'), identity('user-5')].map(it => reachRevision(table, it))).toEqual([2, 3]);
    table.change(4, [binding(10_000)]);
    expect([jane, identity('user-5'), identity('user-10000')].map(it => reachRevision(table, it))).toEqual(
      [1, 3, 4].map(() => 4),
    );
    table.change(5, [binding(5)]);
    expect([jane, identity('user-5')].map(it => reachRevision(table, it))).toEqual([4, 5]);
  });

  it('forget a subject with its last binding, however often one names it', () => {
    const twice = roleBinding('team-b', 'twice', 'ClusterRole/viewer', user('jane'), user('jane'), group('dev'));
    const table = tableOf(viewer, janes, twice);
    expect(grantsReaching(table, jane)).toHaveLength(2);
    table.change(2, [], [grantKey(janes)]);
    expect(grantsReaching(table, jane).map(({ binding }) => binding.name)).toEqual(['twice']);
    table.change(3, [], [grantKey(twice)]);
    expect(grantsReaching(table, jane)).toEqual([]);
    table.change(4, [janes]);
    expect(grantsReaching(table, jane).map(({ binding }) => binding)).toEqual([janes]);
  });

  it.each([
    ['the only one', []],
    ['one of two', [roleBinding('team-b', 'b', 'ClusterRole/viewer', user('jane'))]],
  ])('give by the new version of a binding, and no more by the old, where it is %s', (_case, others) => {
    const table = tableOf(viewer, ...others, janes);
    const again = roleBinding('team-a', 'janes', 'ClusterRole/viewer', user('tom'), user('jane'), user('jane'));
    const bindingsOf = (name: string) => grantsReaching(table, identity(name)).map(({ binding }) => binding);
    table.change(2, [again]);
    expect([bindingsOf('jane'), bindingsOf('tom')]).toEqual([[...others, again], [again]]);
    expect(bindingsOf('jane').at(-1)).toBe(again);
    table.change(3, [janes]);
    expect([bindingsOf('jane'), bindingsOf('tom')]).toEqual([[...others, janes], []]);
    const other = roleBinding('team-a', 'janes', 'ClusterRole/other', user('jane'));
    table.change(4, [other, clusterRole('other')]);
    expect(bindingsOf('jane')).toEqual([...others, other]);
    table.change(5, [], [grantKey(janes)]);
    expect(bindingsOf('jane')).toEqual(others);
  });

  it('bear that an object comes again as the very one they hold', () => {
    const table = tableOf(viewer, janes);
    table.change(2, [janes]);
    table.change(3, [janes]);
    expect(reachOf(table, jane)).toEqual(reachOf(tableOf(viewer, janes), jane));
    expect(grantsReaching(table, jane)).toHaveLength(1);
  });

  it('take in one object without walking the others', () => {
    const table = tableOf(viewer, janes);
    let walks = 0;
    const objects = table.objects as Map<string, GrantObject>;
    const values = objects.values.bind(objects);
    objects.values = () => (walks++, values());
    table.change(2, [roleBinding('team-b', 'b', 'ClusterRole/viewer', user('jane'))], ['Role/x/y']);
    expect([...compileVisibility(table, jane, RESOURCES).namespaces.keys()]).toEqual(['team-a', 'team-b']);
    expect(walks).toBe(0);
    expect(indexGrants(table)).toBe(indexGrants(table));
  });
});

it('grants are taken in a few at a time, bindings by their subjects', () => {
  const bound = (name: string, subjects: number) =>
    clusterRoleBinding(name, 'ClusterRole/r', ...Array.from({ length: subjects }, (_, i) => user(`u${i}`)));
  const sliced = (...objects: GrantObject[]) =>
    [...slicesOf(objects, 4)].map(slice => slice.map(({ name }) => name).join(' '));
  const roles = ['r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z'].map(name => clusterRole(name));
  expect(sliced()).toEqual([]);
  expect(sliced(...roles)).toEqual(['r s t u', 'v w x y', 'z']);
  expect(sliced(bound('b', 2), bound('c', 0), bound('d', 9), roles[0]!, bound('e', 2), bound('f', 1))).toEqual([
    'b c',
    'd',
    'r e',
    'f',
  ]);
});

describe('finding what reaches an identity', () => {
  it('looks up a ClusterRole once, however many bindings give it', () => {
    const table = tableOf(
      viewer,
      ...['a', 'b', 'c'].map(name => roleBinding('team-a', name, 'ClusterRole/viewer', user('jane'))),
    );
    const objects = table.objects as Map<string, GrantObject>;
    const requested: string[] = [];
    const get = objects.get.bind(objects);
    objects.get = key => (requested.push(key), get(key));
    expect(grantsReaching(table, jane)).toHaveLength(3);
    expect(requested).toEqual([grantKey(viewer)]);
  });

  it('gives each binding of a scope once, those of all namespaces first', () => {
    const both = roleBinding('team-a', 'both', 'ClusterRole/viewer', user('jane'), group('dev'));
    const wide = clusterRoleBinding('wide', 'ClusterRole/viewer', group('dev'));
    const elsewhere = roleBinding('team-b', 'both', 'ClusterRole/viewer', user('jane'));
    const reaches = finished(reachesIn('team-a', tableOf(viewer, both, elsewhere, wide), jane, new Pace()));
    expect(reaches.map(({ binding }) => binding)).toEqual([wide, both]);
  });
});

it('work lets others have their turn after every five hundred things, counting what comes at once by its weight', () => {
  const pace = new Pace();
  const turns = Array.from({ length: 1_200 }, (_, i) => (pace.spent() ? i + 1 : 0)).filter(turn => turn > 0);
  expect([turns, pace.done]).toEqual([[500, 1_000], 1_200]);
  expect([pace.spent(299), pace.spent(1_000), pace.spent(499), pace.spent(1)]).toEqual([false, true, false, true]);
});

describe('compiling in steps', () => {
  const many = (count: number, make: (i: number) => GrantObject) => Array.from({ length: count }, (_, i) => make(i));
  const bindings = many(3_000, i =>
    roleBinding(`team-${i % 1_300}`, `b${i}`, `ClusterRole/${i % 3 ? 'viewer' : 'tenant'}`, user('jane')),
  );
  const roles = [
    viewer,
    clusterRole('tenant', allow('get', ['configmaps', 'pods'], 'settings'), allow('get', 'namespaces')),
  ];

  /** Runs all steps. `between` may change the grants after each step. */
  function compiled(table: GrantTable, between: (step: number) => void = () => {}) {
    const steps = compileInSteps(table, jane, RESOURCES);
    let count = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return { visibility: step.value, steps: count };
      between(++count);
    }
  }

  it('comes to what compiling at once does', () => {
    const table = tableOf(...roles, ...bindings);
    const { visibility, steps } = compiled(table);
    expect(visibility).toEqual(compileVisibility(table, jane, RESOURCES));
    expect(visibility.namespaces.size).toBe(1_300);
    expect(visibility.cluster.names.get(RESOURCES.indexOf(NAMESPACES))?.size).toBe(1_000);
    // The work covers 3 000 bindings and 1 300 namespaces, and a step processes 500 of them.
    expect(steps).toBe(8);
  });

  it('lets others run between the roles of ClusterRoleBindings, too, and between their names', () => {
    const everywhere = many(1_100, i => clusterRole(`r${i}`, allow('get', 'pods', `pod-${i}`)));
    const table = tableOf(
      ...everywhere,
      ...many(1_100, i => clusterRoleBinding(`b${i}`, `ClusterRole/r${i}`, user('jane'))),
    );
    const first = compiled(table);
    expect(first.visibility.cluster.names.get(RESOURCES.indexOf(PODS))?.size).toBe(1_100);
    const again = compiled(table);
    expect(again.visibility).toEqual(first.visibility);
    // Each role is compiled once. The second time, only 1 100 bindings and 1 100 names remain, and a name counts as
    // eight bindings.
    expect([first.steps > 50, again.steps]).toEqual([true, 20]);
  });

  it('keeps every scope once', () => {
    const { visibility } = compiled(tableOf(...roles, ...bindings));
    expect(new Set(visibility.namespaces.values()).size).toBe(2);
    expect(scopesOfNamespaces(visibility)).toEqual(new Set(visibility.namespaces.values()));
    expect(scopesOfNamespaces(visibility)).toBe(scopesOfNamespaces(visibility));
  });

  it('goes on when bindings change for others', () => {
    const table = tableOf(...roles, ...bindings);
    const { visibility, steps } = compiled(table, step => {
      const again = bindings
        .slice(0, 20 * step)
        .map(({ namespace, name }, i) =>
          roleBinding(namespace, name, `ClusterRole/${i % 3 ? 'viewer' : 'tenant'}`, user('jane'), user(`tom-${step}`)),
        );
      table.change(step + 1, again);
    });
    expect(visibility).toEqual(compileVisibility(table, jane, RESOURCES));
    expect([reachRevision(table, jane), steps]).toEqual([1, 8]);
  });

  it.each<[string, GrantObject[], string[]]>([
    ['a binding is taken away', [], [grantKey(bindings[2_999]!), grantKey(bindings[0]!)]],
    ['a binding comes', [roleBinding('team-x', 'x', 'ClusterRole/viewer', group('dev'))], []],
    ['a role is emptied', [clusterRole('viewer')], []],
    ['a role is taken away', [], [grantKey(viewer)]],
  ])('begins again when %s meanwhile', (_case, puts, deletes) => {
    for (const at of [1, 4, 8]) {
      const table = tableOf(...roles, ...bindings);
      const { visibility, steps } = compiled(table, step => {
        if (step === at) table.change(2, puts, deletes);
      });
      const anew = new GrantTable(1);
      anew.change(1, table.objects.values());
      expect(visibility).toEqual(compileVisibility(anew, jane, RESOURCES));
      expect(steps).toBeGreaterThan(at + 1);
    }
  });

  it('goes on when a change is none for the identity', () => {
    const table = tableOf(...roles, ...bindings);
    const { steps } = compiled(table, step => {
      table.change(step + 1, [roleBinding('team-0', `t${step}`, 'ClusterRole/viewer', user('tom'))]);
    });
    expect(steps).toBe(8);
  });
});

describe('a leaf that makes its grants as large as it can', () => {
  const texts = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);
  const rule = (more: Partial<RuleManifest>): RuleManifest => ({
    ...allow(['get', 'list'], '*'),
    apiGroups: ['*'],
    ...more,
  });
  const everywhere = clusterRoleBinding('b', 'ClusterRole/r', user('jane'));
  const inTeam = roleBinding('n7', 'b', 'ClusterRole/r', user('jane'));
  const number = RESOURCES.indexOf(PODS);

  function steps(table: GrantTable, between: (step: number) => void = () => {}) {
    const running = compileInSteps(table, jane, RESOURCES);
    let count = 0;
    for (let step = running.next(); ; step = running.next()) {
      if (step.done) return { visibility: step.value, count };
      between(++count);
    }
  }

  it.each<[string, RuleManifest[], (visibility: Visibility) => number | undefined, number]>([
    ['many names', [rule({ resourceNames: texts(50_000) })], ({ cluster }) => cluster.names.get(number)?.size, 50_000],
    [
      'many names of two rules',
      [rule({ resourceNames: texts(20_000) }), rule({ resourceNames: ['', 'more', ...texts(20_000)], verbs: ['get'] })],
      ({ cluster }) => cluster.names.get(number)?.size,
      20_001,
    ],
    [
      'many groups',
      [rule({ apiGroups: ['', ...texts(50_000)], resources: ['pods'] })],
      ({ cluster }) => cluster.list[number],
      1,
    ],
    ['many resources', [rule({ resources: [...texts(50_000), 'pods'] })], ({ cluster }) => cluster.list[number], 1],
    [
      'many rules',
      texts(20_000).map(name => rule({ resourceNames: [name] })),
      ({ cluster }) => cluster.names.get(number)?.size,
      20_000,
    ],
  ])('is read in small steps: %s', (_what, rules, found, expected) => {
    const table = tableOf(clusterRole('r', ...rules), everywhere, inTeam);
    const { visibility, count } = steps(table);
    expect(found(visibility)).toBe(expected);
    expect(sees(visibility, RESOURCES.indexOf(NAMESPACES), '', 'n7')).toBe(
      rules.some(({ resources }) => resources?.includes('*')),
    );
    // A step processes 500 units, and a text counts as eight units.
    expect(count).toBeGreaterThan(300);
  });

  it('pays once for names that many resources share, and again only where others join some of them', () => {
    const shared = rule({ resourceNames: texts(5_000) });
    const joined = texts(200).flatMap(name => [
      rule({ resources: ['pods'], resourceNames: [`p-${name}`] }),
      rule({ resourceNames: [`all-${name}`] }),
    ]);
    const { visibility, count } = steps(tableOf(clusterRole('r', shared, ...joined), everywhere));
    const [pods, events] = ['pods', 'events'].map(plural =>
      visibility.cluster.names.get(RESOURCES.findIndex(it => it.plural === plural)),
    );
    expect([pods?.size, events?.size]).toEqual([5_400, 5_200]);
    expect([pods?.has('p-n7'), events?.has('p-n7')]).toEqual([true, false]);
    // The 5 000 names are read only a few times.
    expect(count).toBeLessThan(500);
  });

  it('pays for its rules, however little they show, and for no names of those that show nothing', () => {
    const watched = rule({ verbs: ['watch'] });
    // Each rule counts as one unit, and each of the six resources as one sixteenth of a unit.
    expect(steps(tableOf(clusterRole('r', ...Array<RuleManifest>(20_000).fill(watched)), everywhere)).count).toBe(54);
    expect(steps(tableOf(clusterRole('r', { ...watched, resourceNames: texts(50_000) }), everywhere)).count).toBe(0);
  });

  it('pays for its groups and resources, not for their product', () => {
    const table = tableOf(
      clusterRole('r', rule({ apiGroups: Array(3_000).fill(''), resources: Array(3_000).fill('pods') })),
      everywhere,
    );
    const { visibility, count } = steps(table);
    expect(visibility.cluster.list[number]).toBe(1);
    expect(count).toBeLessThan(110);
  });

  it('shows nothing, and says why, when it cannot be read to the end', () => {
    const roles = Array.from({ length: 4 }, (_, i) =>
      clusterRole(`r${i}`, rule({ resourceNames: texts(50_000).map(name => `${i}-${name}`) })),
    );
    const bindings = roles.map(({ name }) => clusterRoleBinding(name, `ClusterRole/${name}`, user('jane')));
    const table = tableOf(...roles, ...bindings);
    const { visibility, count } = steps(table);
    expect(visibility).toEqual({ ...emptyVisibility(RESOURCES), givenUp: 'too-large' });
    expect(count).toBeLessThan(5_000);
    table.change(2, [], [grantKey(bindings[0]!), grantKey(bindings[1]!)]);
    const less = steps(table).visibility;
    expect([less.givenUp, less.cluster.names.get(number)?.size]).toEqual([undefined, 100_000]);
  });

  it('is not read for ever when it changes again and again', () => {
    const table = tableOf(clusterRole('r', rule({ resourceNames: texts(1_000) })), everywhere);
    const { visibility, count } = steps(table, step =>
      table.change(step + 1, [clusterRole('r', rule({ resourceNames: texts(1_000) }))]),
    );
    expect(visibility).toEqual({ ...emptyVisibility(RESOURCES), givenUp: 'changing' });
    expect(count).toBeLessThan(5_000);
  });
});
