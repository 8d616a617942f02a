/**
 * The bindings of a cluster by whom they mean, so that an identity's grants are found without walking everybody's.
 *
 * Built once per revision of the grants and dropped with them: by whoever takes in the grants, so that nobody who asks waits for it, or else by the
 * first who asks. A binding whose role does not exist reaches nobody and hides nothing: it
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
  const bindings = new Set<BindingObject>();
  for (const found of [users.get(identity.user), ...identity.groups.map(group => groups.get(group))]) {
    if (Array.isArray(found)) for (const binding of found) bindings.add(binding);
    else if (found) bindings.add(found);
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
  readonly users: ReadonlyMap<string, Bindings>;
  readonly groups: ReadonlyMap<string, Bindings>;
}

/** Most subjects have one binding in a cluster, and an array for each of those would be half of the index. */
type Bindings = BindingObject | BindingObject[];

const indexes = new WeakMap<ClusterGrants, GrantIndex>();

export function indexGrants(grants: ClusterGrants): GrantIndex {
  const known = indexes.get(grants);
  if (known?.revision === grants.revision) return known;
  const users = new Map<string, Bindings>();
  const groups = new Map<string, Bindings>();
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

function append(index: Map<string, Bindings>, name: string, binding: BindingObject): void {
  const bindings = index.get(name);
  if (!bindings) index.set(name, binding);
  else if (Array.isArray(bindings)) bindings.push(binding);
  else index.set(name, [bindings, binding]);
}

function roleOf(grants: ClusterGrants, { roleRef, type, namespace }: BindingObject): RoleObject | undefined {
  let key: string;
  if (roleRef.kind === 'ClusterRole') key = grantKey({ type: 'ClusterRole', namespace: '', name: roleRef.name });
  else if (roleRef.kind === 'Role' && type === 'RoleBinding') key = grantKey({ type: 'Role', namespace, name: roleRef.name });
  else return undefined;
  return grants.objects.get(key) as RoleObject | undefined;
}
