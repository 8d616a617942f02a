/** RBAC that a cluster without RBAC of its own borrows from a namespace of another cluster. */
import { expect, it } from '@jest/globals';
import { finished } from '../../async/fair-turns.ts';
import { borrowedGrants } from '../../collector/borrowed-grants.ts';
import { FollowedGrants } from '../../collector/followed-grants.ts';
import type { BindingObject, GrantObject, PolicyRule, RoleObject } from '../../rbac/types.ts';
import { compileVisibility, listsScope } from '../../rbac/visibility.ts';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import type { Store } from '../../store/store.ts';
import { state } from '../store/fixtures.ts';

const rule = (verbs: string[], resourceNames: string[] = []): PolicyRule => ({
  verbs,
  apiGroups: ['*'],
  resources: ['*'],
  resourceNames,
});
const role = (name: string, rules: PolicyRule[], namespace = ''): RoleObject => ({
  ...{
    type: namespace === '' ? 'ClusterRole' : 'Role',
    namespace,
    name,
    rules,
    aggregated: false,
    resourceVersion: '1',
  },
});
const binding = (
  name: string,
  to: string,
  subject: Partial<BindingObject['subjects'][0]>,
  namespace = '',
  kind = 'ClusterRole',
): BindingObject => ({
  ...{ type: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding', namespace, name, resourceVersion: '1' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: to },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane', namespace: '', ...subject }],
});
const RESOURCES = [
  { group: 'configsync.gke.io', version: 'v1beta1', kind: 'RootSync', plural: 'rootsyncs', namespaced: true },
];

/** True if the user may list RootSyncs in a namespace, for example `any-namespace`. */
function sees(grants: readonly GrantObject[], user = 'jane'): boolean {
  const objects = finished(borrowedGrants(grants, 'platform'));
  return listsScope(compileVisibility({ revision: 1, objects }, { user, groups: [] }, RESOURCES), 0, 'any-namespace');
}

const VIEWER = role('viewer', [rule(['list'])]);
const cases: Record<string, [GrantObject[], boolean]> = {
  'a binding in the namespace to a ClusterRole': [[VIEWER, binding('b', 'viewer', {}, 'platform')], true],
  'a binding in the namespace to a Role of it': [
    [role('viewer', [rule(['*'])], 'platform'), binding('b', 'viewer', {}, 'platform', 'Role')],
    true,
  ],
  'a binding in another namespace': [[VIEWER, binding('b', 'viewer', {}, 'platform-2')], false],
  'a Role of another namespace': [
    [role('viewer', [rule(['list'])], 'other'), binding('b', 'viewer', {}, 'platform', 'Role')],
    false,
  ],
  'a Role that has the name of a ClusterRole': [
    [VIEWER, role('viewer', [rule(['get'])], 'platform'), binding('b', 'viewer', {}, 'platform', 'Role')],
    false,
  ],
  'a binding of the whole cluster': [[VIEWER, binding('b', 'viewer', {})], true],
  'a binding of another user': [[VIEWER, binding('b', 'viewer', { name: 'joe' }, 'platform')], false],
  'get and watch': [[role('viewer', [rule(['get', 'watch'])]), binding('b', 'viewer', {}, 'platform')], false],
  'list of one name': [
    [role('viewer', [rule(['list'], ['root-sync'])]), binding('b', 'viewer', {}, 'platform')],
    false,
  ],
  'list of the empty name, which is every list': [
    [role('viewer', [rule(['list'], [''])]), binding('b', 'viewer', {}, 'platform')],
    true,
  ],
};
for (const [what, [grants, expected]] of Object.entries(cases))
  it(`${what}: ${expected}`, () => expect(sees(grants)).toBe(expected));

it('takes a ServiceAccount without a namespace for one of the namespace of its RoleBinding', () => {
  const account = { kind: 'ServiceAccount', apiGroup: '', name: 'robot' };
  const user = 'system:serviceaccount:platform:robot';
  expect(sees([VIEWER, binding('b', 'viewer', account, 'platform')], user)).toBe(true);
  expect(sees([VIEWER, binding('b', 'viewer', account)], user)).toBe(false);
});

it('takes many short steps for many grants, subjects or rules', () => {
  const many: GrantObject[] = Array.from({ length: 50_000 }, (_, i) => binding(`b-${i}`, 'viewer', {}, 'platform'));
  const long: GrantObject[] = Array.from({ length: 50 }, (_, i) =>
    role(`r-${i}`, Array<PolicyRule>(2_000).fill(rule(['list']))),
  );
  const stepsOf = (grants: GrantObject[]) => [...borrowedGrants(grants, 'platform')].length;
  expect([stepsOf(many), stepsOf(long)]).toEqual([200, 50]);
});

it('makes the borrowed RBAC once, until the RBAC of the lending cluster changes', async () => {
  const grants = [VIEWER, binding('a', 'viewer', {}, 'platform'), binding('b', 'viewer', {}, 'platform')];
  const revoked = { puts: [], deletes: [], grantPuts: [], grantDeletes: ['RoleBinding/platform/b'] };
  const pending: object[] = [];
  const store = {
    snapshot: async () => ({
      ...{ position: '1', grants, state: state(), stateStoredAgo: 0, server: { connection: 'hub-1', uid: '' } },
    }),
    changes: async () => ({ changes: pending.splice(0), position: '2', more: false }),
  } as unknown as Store;
  const registry = { get: () => ({ connection: 'hub-1' }) } as unknown as ClusterRegistry;
  const followed = new FollowedGrants(store, registry);
  const borrow = () => followed.of({ cluster: 'hub', namespace: 'platform' });
  const [first, beside] = await Promise.all([borrow(), borrow()]);
  expect(first.grants.size).toBe(3);
  expect(beside.grants).toBe(first.grants);
  expect((await borrow()).grants).toBe(first.grants);
  pending.push(revoked);
  expect((await borrow()).grants.size).toBe(2);
});
