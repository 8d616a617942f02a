/**
 * The bindings of a cluster by whom they mean, so that an identity's grants are found without walking everybody's.
 *
 * Built once per revision of the grants and dropped with them. A binding whose role does not exist reaches nobody and hides nothing: it
 * grants from the moment the role appears.
 */
import { principalOf } from './subjects.ts';
import { grantKey } from './types.ts';
import type { BindingObject, ClusterGrants, LeafIdentity, RoleObject } from './types.ts';

/** A binding that means the asking identity, and the role it gives. */
export interface Reach {
  readonly binding: BindingObject;
  readonly role: RoleObject;
}

/** All grants that reach the identity: through ClusterRoleBindings first, as the API server walks them. */
export function grantsReaching(grants: ClusterGrants, identity: LeafIdentity): readonly Reach[] {
  const { users, groups } = indexGrants(grants);
  const bindings = new Set(users.get(identity.user));
  for (const group of identity.groups) {
    for (const binding of groups.get(group) ?? []) bindings.add(binding);
  }
  const reach: Reach[] = [];
  for (const type of ['ClusterRoleBinding', 'RoleBinding']) {
    for (const binding of bindings) {
      const role = binding.type === type ? roleOf(grants, binding) : undefined;
      if (role) reach.push({ binding, role });
    }
  }
  return reach;
}

interface GrantIndex {
  readonly revision: number;
  readonly users: ReadonlyMap<string, readonly BindingObject[]>;
  readonly groups: ReadonlyMap<string, readonly BindingObject[]>;
}

const indexes = new WeakMap<ClusterGrants, GrantIndex>();

function indexGrants(grants: ClusterGrants): GrantIndex {
  const known = indexes.get(grants);
  if (known?.revision === grants.revision) return known;
  const users = new Map<string, BindingObject[]>();
  const groups = new Map<string, BindingObject[]>();
  for (const object of grants.objects.values()) {
    if (!isEffective(object)) continue;
    for (const subject of object.subjects) {
      const principal = principalOf(subject, object);
      if (principal) append(principal.type === 'user' ? users : groups, principal.name, object);
    }
  }
  const index = { revision: grants.revision, users, groups };
  indexes.set(grants, index);
  return index;
}

/** A RoleBinding without a namespace is in no namespace, hence in no scope. */
function isEffective(object: BindingObject | RoleObject): object is BindingObject {
  return object.type === 'ClusterRoleBinding' || (object.type === 'RoleBinding' && object.namespace !== '');
}

function append(index: Map<string, BindingObject[]>, name: string, binding: BindingObject): void {
  const bindings = index.get(name);
  if (!bindings) index.set(name, [binding]);
  else bindings.push(binding);
}

function roleOf(grants: ClusterGrants, { roleRef, type, namespace }: BindingObject): RoleObject | undefined {
  let key: string;
  if (roleRef.kind === 'ClusterRole') key = grantKey({ type: 'ClusterRole', namespace: '', name: roleRef.name });
  else if (roleRef.kind === 'Role' && type === 'RoleBinding') key = grantKey({ type: 'Role', namespace, name: roleRef.name });
  else return undefined;
  return grants.objects.get(key) as RoleObject | undefined;
}
