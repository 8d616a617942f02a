/**
 * RBAC for a cluster without RBAC of its own, borrowed from a namespace of another cluster. A subject that may list a
 * kind in that namespace may list the kind in all namespaces of the borrowing cluster.
 *
 * borrowedGrants() is pure. Only unrestricted `list` is borrowed, because names in `resourceNames` refer to objects of
 * the lending cluster, not of the borrowing cluster. A role or binding of the namespace becomes a ClusterRole or
 * ClusterRoleBinding. Its new name is invalid for API servers, so it cannot replace another object.
 */
import { Pace, type Steps } from '../async/fair-turns.ts';
import { grantKey, type BindingObject, type GrantObject, type PolicyRule, type RoleObject } from '../rbac/types.ts';

export function* borrowedGrants(
  grants: Iterable<GrantObject>,
  namespace: string,
): Steps<ReadonlyMap<string, GrantObject>> {
  const borrowed = new Map<string, GrantObject>();
  const pace = new Pace();
  for (const grant of grants) {
    if (pace.spent('rules' in grant ? 1 + grant.rules.length : 1 + grant.subjects.length)) yield;
    if (grant.namespace !== '' && grant.namespace !== namespace) continue;
    const ours = 'rules' in grant ? borrowedRole(grant) : borrowedBinding(grant);
    borrowed.set(grantKey(ours), ours);
  }
  return borrowed;
}

function borrowedRole({ type, name, rules, resourceVersion }: RoleObject): RoleObject {
  return {
    ...{
      type: 'ClusterRole',
      namespace: '',
      name: type === 'Role' ? ofNamespace(name) : name,
      resourceVersion,
      aggregated: false,
    },
    rules: rules.flatMap(listRule),
  };
}

/** Rule for unrestricted `list`. In resourceNames, `''` matches a list request without a name. */
function listRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): PolicyRule[] {
  const lists = verbs.includes('list') || verbs.includes('*');
  if (!lists || (resourceNames.length > 0 && !resourceNames.includes(''))) return [];
  return [{ verbs: ['list'], apiGroups, resources, resourceNames: [] }];
}

function borrowedBinding({ type, namespace, name, roleRef, subjects, resourceVersion }: BindingObject): BindingObject {
  if (type === 'ClusterRoleBinding') return { type, namespace: '', name, roleRef, subjects, resourceVersion };
  return {
    ...{ type: 'ClusterRoleBinding', namespace: '', name: ofNamespace(name), resourceVersion },
    roleRef: roleRef.kind === 'Role' ? { ...roleRef, kind: 'ClusterRole', name: ofNamespace(roleRef.name) } : roleRef,
    // In a RoleBinding, a ServiceAccount without a namespace belongs to the binding's namespace.
    subjects: subjects.map(subject =>
      subject.kind === 'ServiceAccount' && subject.namespace === '' ? { ...subject, namespace } : subject,
    ),
  };
}

/** Name for a borrowed object. API servers accept no percent sign in a name. */
function ofNamespace(name: string): string {
  return `%${name}`;
}
