/**
 * The rows of one cluster that one identity may see, compiled from the cluster's grants.
 *
 * It promises exactly the rows that the leaf's own RBAC would let this identity list, or get by a name that a rule spells out
 * (role-scope.ts). Compiling costs what reaches the identity, not what the cluster holds; roles are compiled once for everybody, and
 * namespaces in which the same roles are held share one scope.
 */
import { grantsReaching } from './grant-index.ts';
import { scopeOfRole } from './role-scope.ts';
import type { RoleScope } from './role-scope.ts';
import { isEmptyScope, ScopeBuilder } from './scope.ts';
import { isPrivileged } from './subjects.ts';
import type { ClusterGrants, LeafIdentity, Resource, ScopeVisibility, Visibility } from './types.ts';

/** `resources` is remembered by identity: pass the same array while the cluster serves the same, and never change one. */
export function compileVisibility(grants: ClusterGrants, identity: LeafIdentity, resources: readonly Resource[]): Visibility {
  const cluster = new ScopeBuilder(resources.length);
  const held = new Map<string, Set<RoleScope>>();
  if (isPrivileged(identity)) resources.forEach((_, number) => cluster.addAll(number));
  for (const { binding, role } of grantsReaching(grants, identity)) {
    const scope = scopeOfRole(role, resources);
    if (binding.type === 'ClusterRoleBinding') {
      cluster.add(scope.clusterWide);
      continue;
    }
    for (const number of scope.ownNamespace(binding.namespace)) cluster.addName(number, binding.namespace);
    const scopes = held.get(binding.namespace);
    if (scopes) scopes.add(scope);
    else held.set(binding.namespace, new Set([scope]));
  }
  const united = uniteBySet(resources.length);
  const namespaces = new Map<string, ScopeVisibility>();
  for (const [namespace, scopes] of held) {
    const scope = united(scopes);
    if (!isEmptyScope(scope)) namespaces.set(namespace, scope);
  }
  const clusterScope = cluster.build();
  return { resources, cluster: clusterScope, namespaces, empty: isEmptyScope(clusterScope) && namespaces.size === 0 };
}

export function emptyVisibility(resources: readonly Resource[]): Visibility {
  return { resources, cluster: new ScopeBuilder(resources.length).build(), namespaces: new Map(), empty: true };
}

/** Whether a row is visible; `resource` is its number in the visibility, `namespace` is '' for a cluster-scoped row. */
export function sees(visibility: Visibility, resource: number, namespace: string, name: string): boolean {
  const namespaced = visibility.resources[resource]?.namespaced;
  // A number that was not compiled for, and a row whose scope is not its resource's, are nobody's.
  if (namespaced !== (namespace !== '')) return false;
  if (shows(visibility.cluster, resource, name)) return true;
  const scope = namespaced ? visibility.namespaces.get(namespace) : undefined;
  return scope !== undefined && shows(scope, resource, name);
}

/** Whether the identity may list the resource in some scope, so that its name may be told even where there are no rows. */
export function listsSomewhere(visibility: Visibility, resource: number): boolean {
  if (visibility.cluster.list[resource] === 1) return true;
  for (const { list } of visibility.namespaces.values()) if (list[resource] === 1) return true;
  return false;
}

/** Whether the identity may list the resource in this namespace, or in cluster scope (''). */
export function listsScope(visibility: Visibility, resource: number, namespace: string): boolean {
  return visibility.cluster.list[resource] === 1 || visibility.namespaces.get(namespace)?.list[resource] === 1;
}

function shows(scope: ScopeVisibility, resource: number, name: string): boolean {
  return scope.list[resource] === 1 || scope.names.get(resource)?.has(name) === true;
}

/** Unites the scopes of the roles held in a namespace; equal sets of roles give the same object. */
function uniteBySet(resourceCount: number): (scopes: ReadonlySet<RoleScope>) => ScopeVisibility {
  const numbers = new Map<RoleScope, number>();
  const united = new Map<string, ScopeVisibility>();
  return scopes => {
    const [first] = scopes;
    if (first && scopes.size === 1) return first.namespaced;
    const key = [...scopes]
      .map(scope => numbers.get(scope) ?? (numbers.set(scope, numbers.size), numbers.size - 1))
      .sort((a, b) => a - b)
      .join();
    let scope = united.get(key);
    if (!scope) {
      const builder = new ScopeBuilder(resourceCount);
      for (const { namespaced } of scopes) builder.add(namespaced);
      united.set(key, (scope = builder.build()));
    }
    return scope;
  };
}
