/**
 * Computes which rows of one cluster one identity may see, from the cluster's grants.
 *
 * These are exactly the rows that the leaf's own RBAC lets the identity list, or get by a name in a rule (scope.ts).
 * The cost depends on the identity's grants, not on all grants of the cluster. Each role is compiled once for all
 * identities. Namespaces with the same roles share one scope.
 */
import { reaching, steadily, isPrivileged } from './grant-index.ts';
import { finished, type Pace, type Steps } from '../async/fair-turns.ts';
import { compileScope, knownScope, type RoleScope, isEmptyScope, ScopeBuilder, shows } from './scope.ts';
import type { ClusterGrants, LeafIdentity, Resource, ScopeVisibility, Visibility } from './types.ts';

/**
 * @param resources Cache key by reference. Pass the same array while the cluster serves the same resources. Never
 * change the array
 */
export function compileVisibility(
  grants: ClusterGrants,
  identity: LeafIdentity,
  resources: readonly Resource[],
): Visibility {
  return finished(compileInSteps(grants, identity, resources));
}

/**
 * Like compileVisibility(), but in steps, since one identity may have many thousands of grants in a cluster. If the
 * grants are too large or keep changing, the identity sees nothing in this cluster, and `givenUp` is set.
 */
export function* compileInSteps(
  grants: ClusterGrants,
  identity: LeafIdentity,
  resources: readonly Resource[],
): Steps<Visibility> {
  const compiled = yield* steadily(grants, identity, pace => compileOnce(grants, identity, resources, pace));
  return typeof compiled === 'string' ? { ...emptyVisibility(resources), givenUp: compiled } : compiled;
}

function* compileOnce(
  grants: ClusterGrants,
  identity: LeafIdentity,
  resources: readonly Resource[],
  pace: Pace,
): Steps<Visibility> {
  const everywhere = new Set<RoleScope>();
  const held = new Map<string, HeldRoles>();
  const namespaceNames = new Map<number, Set<string>>();
  for (const { binding, role } of reaching(grants, identity)) {
    if (pace.spent()) yield;
    const scope = knownScope(role, resources) ?? (yield* compileScope(role, resources, pace));
    const { namespace } = binding;
    if (binding.type === 'ClusterRoleBinding') everywhere.add(scope);
    else {
      for (const resource of scope.readsOwn) {
        const names = namespaceNames.get(resource) ?? new Set();
        if (shows(scope.ownNamespace, resource, namespace)) namespaceNames.set(resource, names.add(namespace));
      }
      held.set(namespace, withRole(held.get(namespace), scope));
    }
  }
  const cluster = new ScopeBuilder(resources.length);
  if (isPrivileged(identity)) resources.forEach((_, number) => cluster.addAll(number));
  for (const [resource, names] of namespaceNames) yield* cluster.addNames([resource], names, pace);
  for (const { clusterWide } of everywhere) yield* cluster.add(clusterWide, pace);
  const united = uniteBySet(resources.length, pace);
  const namespaces = new Map<string, ScopeVisibility>();
  for (const [namespace, roles] of held) {
    if (pace.spent()) yield;
    const scope = roles instanceof Set ? yield* united(roles) : roles.namespaced;
    if (!isEmptyScope(scope)) namespaces.set(namespace, scope);
  }
  const clusterScope = cluster.build();
  return { resources, cluster: clusterScope, namespaces, empty: isEmptyScope(clusterScope) && namespaces.size === 0 };
}

/**
 * The roles of an identity in one namespace. Most namespaces have one role, and creating a set for each would be most
 * of the work.
 */
type HeldRoles = RoleScope | Set<RoleScope>;

function withRole(held: HeldRoles | undefined, role: RoleScope): HeldRoles {
  if (held instanceof Set) return held.add(role);
  return held === undefined || held === role ? role : new Set([held, role]);
}

const distinctScopes = new WeakMap<Visibility, ReadonlySet<ScopeVisibility>>();

/** The scopes of all namespaces, without duplicates. Usually there are far fewer scopes than namespaces. */
export function scopesOfNamespaces(visibility: Visibility): ReadonlySet<ScopeVisibility> {
  let scopes = distinctScopes.get(visibility);
  if (!scopes) distinctScopes.set(visibility, (scopes = new Set(visibility.namespaces.values())));
  return scopes;
}

export function emptyVisibility(resources: readonly Resource[]): Visibility {
  return { resources, cluster: new ScopeBuilder(resources.length).build(), namespaces: new Map(), empty: true };
}

/**
 * True if the row is visible.
 * @param resource Number of the row's resource in the visibility
 * @param namespace Empty for a cluster-scoped row
 */
export function sees(visibility: Visibility, resource: number, namespace: string, name: string): boolean {
  const namespaced = visibility.resources[resource]?.namespaced;
  // Hide rows of other resources, and rows outside the scope of their resource.
  if (namespaced !== (namespace !== '')) return false;
  if (shows(visibility.cluster, resource, name)) return true;
  const scope = namespaced ? visibility.namespaces.get(namespace) : undefined;
  return scope !== undefined && shows(scope, resource, name);
}

/** True if the identity may list the resource in some scope. If so, the identity may know that the resource exists. */
export function listsSomewhere(visibility: Visibility, resource: number): boolean {
  if (visibility.cluster.list[resource] === 1) return true;
  for (const { list } of scopesOfNamespaces(visibility)) if (list[resource] === 1) return true;
  return false;
}

/** True if the identity may list the resource in this namespace. The namespace '' means cluster scope. */
export function listsScope(visibility: Visibility, resource: number, namespace: string): boolean {
  return visibility.cluster.list[resource] === 1 || visibility.namespaces.get(namespace)?.list[resource] === 1;
}

/** True if the identity may list `other` wherever it may list `resource`. */
export function listsWherever(visibility: Visibility, resource: number, other: number): boolean {
  if (visibility.cluster.list[other] === 1) return true;
  if (visibility.cluster.list[resource] === 1) return false;
  for (const { list } of scopesOfNamespaces(visibility)) if (list[resource] === 1 && list[other] !== 1) return false;
  return true;
}

/**
 * Returns a function that unites the scopes of several roles in a namespace. Equal sets of roles give the same object.
 */
function uniteBySet(resourceCount: number, pace: Pace): (scopes: ReadonlySet<RoleScope>) => Steps<ScopeVisibility> {
  const numbers = new Map<RoleScope, number>();
  const united = new Map<string, ScopeVisibility>();
  return function* (scopes) {
    const key = [...scopes]
      .map(scope => numbers.get(scope) ?? (numbers.set(scope, numbers.size), numbers.size - 1))
      .sort((a, b) => a - b)
      .join();
    let scope = united.get(key);
    if (!scope) {
      const builder = new ScopeBuilder(resourceCount);
      for (const { namespaced } of scopes) yield* builder.add(namespaced, pace);
      united.set(key, (scope = builder.build()));
    }
    return scope;
  };
}

/**
 * True if both visibilities show the same rows and have the same `givenUp`. False if their lists of resources are
 * different arrays, even with equal content.
 */
export function sameVisibility(a: Visibility, b: Visibility): boolean {
  if (a.resources !== b.resources || a.givenUp !== b.givenUp || a.namespaces.size !== b.namespaces.size) return false;
  if (!sameScope(a.cluster, b.cluster)) return false;
  for (const [namespace, scope] of a.namespaces) {
    const other = b.namespaces.get(namespace);
    if (!other || !sameScope(scope, other)) return false;
  }
  return true;
}

/** True if both scopes show the same rows. The scopes must belong to the same array of resources. */
function sameScope(a: ScopeVisibility, b: ScopeVisibility): boolean {
  if (a === b) return true;
  if (a.names.size !== b.names.size || !a.list.every((listed, i) => listed === b.list[i])) return false;
  for (const [resource, names] of a.names) {
    const others = b.names.get(resource);
    if (others !== names && (others?.size !== names.size || ![...names].every(name => others.has(name)))) return false;
  }
  return true;
}
