/**
 * RBAC of a cluster that has none of its own, borrowed from a namespace of another cluster: a subject that may list a
 * kind in that namespace may list it everywhere in this cluster.
 *
 * Pure: grants in, grants out. Only unrestricted `list` is borrowed: a name in `resourceNames` names an object of the
 * other cluster, and says nothing about an object of that name here. A role or binding of the namespace becomes a role
 * or binding of the cluster, under a name that no API server gives, so that it cannot replace another.
 */
import { grantKey, type BindingObject, type GrantObject, type PolicyRule, type RoleObject } from '../rbac/types.ts';

export function borrowedGrants(grants: Iterable<GrantObject>, namespace: string): ReadonlyMap<string, GrantObject> {
  const borrowed = new Map<string, GrantObject>();
  for (const grant of grants) {
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

/** In resourceNames, `''` matches a list without a name. */
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

/** API servers take no percent sign in a name. */
function ofNamespace(name: string): string {
  return `%${name}`;
}
