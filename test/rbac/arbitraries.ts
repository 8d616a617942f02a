/**
 * Random RBAC over small vocabularies, so that bindings, roles, rules and objects often match. It contains wildcards,
 * subresources, names, groups with equal plurals, dangling references, odd names and casing, malformed and empty rules,
 * and subjects of every kind.
 */
import fc from 'fast-check';
import { parseGrantObject } from '../../rbac/parse.ts';
import type { ClusterGrants, GrantObject, LeafIdentity, Resource } from '../../rbac/types.ts';
import { grantsOf, RESOURCES, resource } from './fixtures.ts';

export const NAMESPACE_NAMES = ['team-a', 'team-a-2', 'kube-system', 'default', '__proto__'];
export const OBJECT_NAMES = ['web', 'db', '*', 'a,b', ...NAMESPACE_NAMES];
const ROBOT = 'system:serviceaccount:team-a:robot';

/** Draws mostly from the likely values, and sometimes from the rest. */
const some = <T>(likely: readonly T[], rest: readonly T[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...likely) }, { weight: 1, arbitrary: fc.constantFrom(...rest) });
const few = <T>(item: fc.Arbitrary<T>, minLength = 1) => fc.array(item, { minLength, maxLength: 3 });

const user = some(['jane', ROBOT], ['Jane', 'system:serviceaccount:default:robot', 'jörg', 'constructor']);
const group = some(['dev', 'system:authenticated'], ['ops', 'a,b', 'system:serviceaccounts:team-a', 'jane']);

export const ALL_RESOURCES: readonly Resource[] = [
  ...RESOURCES,
  resource('pods', 'Pod', { group: 'metrics.k8s.io' }),
  resource('namespaces', 'Namespace', { group: 'tenancy.example.com', namespaced: false }),
  resource('namespaces', 'Namespace', { group: 'spaces.example.com' }),
];

export const rawRule = fc.record(
  {
    verbs: few(some(['list', 'get', '*', 'watch'], ['List', 'create', 'delete', ''])),
    apiGroups: few(
      some(
        ['', 'apps', '*'],
        ['events.k8s.io', 'metrics.k8s.io', 'tenancy.example.com', 'spaces.example.com', 'Apps', 'core'],
      ),
    ),
    resources: few(
      some(
        ['pods', 'namespaces', 'events', 'nodes', 'deployments', '*'],
        ['pods/log', 'pods/*', '*/status', '*/*', 'Pods', 'widgets'],
      ),
    ),
    resourceNames: fc.option(few(some(OBJECT_NAMES, ['', 'absent']), 0), { nil: undefined }),
  },
  { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
);

const subject = fc.oneof(
  fc.record({ kind: fc.constant('User'), name: user }),
  fc.record({ kind: fc.constant('Group'), name: group }),
  fc.record(
    {
      kind: fc.constant('ServiceAccount'),
      name: some(['robot'], ['other']),
      namespace: some(['team-a'], NAMESPACE_NAMES),
    },
    { requiredKeys: ['kind', 'name'] },
  ),
  fc.record({ kind: fc.constantFrom('user', 'Robot', ''), name: user }),
);

const namespace = some(['team-a', 'default'], NAMESPACE_NAMES);
const roleName = some(['view', 'edit', 'view:all', 'tenant', 'on-call'], ['gone', 'View']);
const rules = fc.array(rawRule, { maxLength: 4 });
const subjects = fc.array(subject, { maxLength: 4 });
const roleRef = fc.record({ kind: some(['ClusterRole', 'Role'], ['Group', '']), name: roleName });

/** Any RBAC object, including objects that an API server would refuse. */
export const grantObject: fc.Arbitrary<GrantObject> = fc.oneof(
  fc
    .record({ namespace, name: roleName, rules })
    .map(({ rules, ...metadata }) => parseGrantObject('Role', { metadata, rules })),
  fc
    .record({ name: roleName, rules })
    .map(({ rules, ...metadata }) => parseGrantObject('ClusterRole', { metadata, rules })),
  fc
    .record({ namespace, name: fc.string({ minLength: 1, maxLength: 3 }), subjects, roleRef })
    .map(({ subjects, roleRef, ...metadata }) => parseGrantObject('RoleBinding', { metadata, subjects, roleRef })),
  fc
    .record({ name: fc.string({ minLength: 1, maxLength: 3 }), subjects, roleRef })
    .map(({ subjects, roleRef, ...metadata }) =>
      parseGrantObject('ClusterRoleBinding', { metadata, subjects, roleRef }),
    ),
);

export const clusterGrants: fc.Arbitrary<ClusterGrants> = fc
  .array(grantObject, { minLength: 4, maxLength: 40 })
  .map(objects => grantsOf(...objects));

export const leafIdentity: fc.Arbitrary<LeafIdentity> = fc.record({
  user: user,
  groups: fc.uniqueArray(group, { maxLength: 3 }),
});

/** Yields a row for each combination of resource, namespace and name, from the lists above. */
export function* everyRow(
  resources: readonly Resource[],
): Iterable<{ resource: number; namespace: string; name: string }> {
  for (const [number, { namespaced }] of resources.entries()) {
    for (const namespace of namespaced ? NAMESPACE_NAMES : ['']) {
      for (const name of OBJECT_NAMES) yield { resource: number, namespace, name };
    }
  }
}
