/** A cluster's grants as they change: the table that is kept says what one that is made anew would, and knows whom a change concerns. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grantsReaching, indexGrants, reachRevision } from '../../rbac/grant-index.ts';
import { GrantTable } from '../../rbac/grant-table.ts';
import { grantKey, type GrantObject, type LeafIdentity } from '../../rbac/types.ts';
import { compileInSteps, compileVisibility, scopesOfNamespaces } from '../../rbac/visibility.ts';
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

const jane = identity('jane', 'dev');
const viewer = clusterRole('viewer', allow('list', 'pods'));
const janes = roleBinding('team-a', 'janes', 'ClusterRole/viewer', user('jane'));

function tableOf(...objects: GrantObject[]): GrantTable {
  const table = new GrantTable(1);
  table.change(1, objects);
  return table;
}

/** In any order. */
function reachOf(grants: Parameters<typeof grantsReaching>[0], identity: LeafIdentity): string[] {
  return grantsReaching(grants, identity)
    .map(({ binding, role }) => `${JSON.stringify(binding)} ${JSON.stringify(role)}`)
    .sort();
}

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ puts: fc.array(grantObject, { maxLength: 4 }), deletes: fc.constant<number[]>([]) }) },
  {
    weight: 1,
    arbitrary: fc.record({ puts: fc.array(grantObject, { maxLength: 2 }), deletes: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }) }),
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
            const before = { revision: reachRevision(table, identity), reach: reachOf(table, identity) };
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
            if (reachRevision(table, identity) === before.revision) expect(reach).toEqual(before.reach);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are told apart for whom they change', () => {
    const objects = [viewer, janes, roleBinding('team-a', 'devs', 'ClusterRole/viewer', group('dev'), group('ops'))];
    const who = { jane, tom: identity('tom'), ops: identity('oscar', 'x', 'ops'), robot: identity('system:serviceaccount:team-a:robot') };
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
    table.change(3, [binding(5)]);
    expect([identity('user-4'), identity('user-5')].map(it => reachRevision(table, it))).toEqual([2, 3]);
    table.change(4, [binding(10_000)]);
    expect([jane, identity('user-5'), identity('user-10000')].map(it => reachRevision(table, it))).toEqual([1, 3, 4].map(() => 4));
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

describe('finding what reaches an identity', () => {
  it('looks up a ClusterRole once, however many bindings give it', () => {
    const table = tableOf(viewer, ...['a', 'b', 'c'].map(name => roleBinding('team-a', name, 'ClusterRole/viewer', user('jane'))));
    const objects = table.objects as Map<string, GrantObject>;
    const asked: string[] = [];
    const get = objects.get.bind(objects);
    objects.get = key => (asked.push(key), get(key));
    expect(grantsReaching(table, jane)).toHaveLength(3);
    expect(asked).toEqual([grantKey(viewer)]);
  });

  it('tells each binding once, those of all namespaces first', () => {
    const both = roleBinding('team-a', 'both', 'ClusterRole/viewer', user('jane'), group('dev'));
    const wide = clusterRoleBinding('wide', 'ClusterRole/viewer', group('dev'));
    expect(grantsReaching(tableOf(viewer, both, wide), jane).map(({ binding }) => binding)).toEqual([wide, both]);
  });
});

describe('compiling in steps', () => {
  const many = (count: number, make: (i: number) => GrantObject) => Array.from({ length: count }, (_, i) => make(i));
  const bindings = many(3_000, i => roleBinding(`team-${i % 1_300}`, `b${i}`, `ClusterRole/${i % 3 ? 'viewer' : 'tenant'}`, user('jane')));
  const roles = [viewer, clusterRole('tenant', allow('get', ['configmaps', 'pods'], 'settings'), allow('get', 'namespaces'))];

  /** Runs to the end; `between` may change the grants after each step. */
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
    // 3 000 bindings and 1 300 namespaces, 500 at a time.
    expect(steps).toBe(8);
  });

  it('lets others run between the roles of ClusterRoleBindings, too', () => {
    const everywhere = many(1_100, i => clusterRole(`r${i}`, allow('get', 'pods', `pod-${i}`)));
    const table = tableOf(...everywhere, ...many(1_100, i => clusterRoleBinding(`b${i}`, `ClusterRole/r${i}`, user('jane'))));
    const { visibility, steps } = compiled(table);
    expect(visibility.cluster.names.get(RESOURCES.indexOf(PODS))?.size).toBe(1_100);
    expect(steps).toBe(4);
  });

  it('keeps every scope once', () => {
    const { visibility } = compiled(tableOf(...roles, ...bindings));
    expect(new Set(visibility.namespaces.values()).size).toBe(2);
    expect(scopesOfNamespaces(visibility)).toEqual(new Set(visibility.namespaces.values()));
    expect(scopesOfNamespaces(visibility)).toBe(scopesOfNamespaces(visibility));
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
