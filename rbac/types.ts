/**
 * The vocabulary of the evaluator: a leaf's RBAC objects as data, an identity as that leaf sees it, and what follows from both.
 *
 * Only what decides anything is kept of each object. Grants come from the collector through the store; they are untrusted in size and
 * content, but a leaf can only ever grant on itself.
 */

/** Who asks, as one leaf would see them: prefixes applied, implied groups added, `system:masters` stripped. */
export interface LeafIdentity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A resource as the leaf's own discovery serves it. Equality is (group, plural). */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The lower-case plural of RBAC rules and URLs. */
  readonly plural: string;
  readonly namespaced: boolean;
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Empty: every name. Otherwise literal names; `*` is a literal name and `''` matches a request without a name. */
  readonly resourceNames: readonly string[];
}

export interface Subject {
  readonly kind: string;
  readonly apiGroup: string;
  readonly name: string;
  readonly namespace: string;
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** A Role (with a namespace) or a ClusterRole (namespace ''). Of an aggregated ClusterRole, the rules the leaf stores. */
export interface RoleObject {
  readonly type: 'Role' | 'ClusterRole';
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly PolicyRule[];
  /** Of a ClusterRole: whether it has an aggregationRule. Only explanations mention it. */
  readonly aggregated: boolean;
  /** Of a ClusterRole that has labels or selects others by theirs. Only explanations mention it. */
  readonly aggregation?: Aggregation;
  readonly resourceVersion: string;
}

/** How a ClusterRole takes part in aggregation. */
export interface Aggregation {
  readonly labels: Readonly<Record<string, string>>;
  /** Of its aggregationRule: any one of them chooses a role. */
  readonly selectors: readonly (readonly LabelRequirement[])[];
}

/** All of a selector must hold. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
}

/** A RoleBinding (with a namespace) or a ClusterRoleBinding (namespace ''). */
export interface BindingObject {
  readonly type: 'RoleBinding' | 'ClusterRoleBinding';
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
  readonly resourceVersion: string;
}

export type GrantObject = RoleObject | BindingObject;

/**
 * All RBAC objects of one cluster. `revision` changes whenever any of them does, so it is a cache key.
 * Maps are keyed by grantKey().
 */
export interface ClusterGrants {
  readonly revision: number;
  readonly objects: ReadonlyMap<string, GrantObject>;
}

/** The key of a grant object within its cluster. No part can hold a `/`, so the key is unambiguous. */
export function grantKey(object: Pick<GrantObject, 'type' | 'namespace' | 'name'>): string {
  // join() makes one flat text, a template a tree of four, and there are hundreds of thousands of them.
  return [object.type, object.namespace, object.name].join('/');
}

/** A request for a resource as the API server presents it to its authorizer. */
export interface Attributes {
  readonly verb: string;
  readonly group: string;
  /** The plural. */
  readonly resource: string;
  readonly subresource?: string;
  /** '' for a request in cluster scope, such as a list over all namespaces. */
  readonly namespace: string;
  /** '' for a request that names no object. */
  readonly name: string;
}

/**
 * What one identity may see of one cluster, over the resources it was compiled for.
 * A row (resource r, namespace N, name M) is visible iff `cluster.list[r]`, or M is in `cluster.names.get(r)`, or, for a namespaced r,
 * the same holds in `namespaces.get(N)`.
 */
export interface Visibility {
  /** The resources given to the compiler, in its order; numbers below are positions in it. */
  readonly resources: readonly Resource[];
  /** From ClusterRoleBindings: every namespace, and cluster scope. Also holds `Namespace` objects shown by a RoleBinding in them. */
  readonly cluster: ScopeVisibility;
  /** From RoleBindings, by namespace. */
  readonly namespaces: ReadonlyMap<string, ScopeVisibility>;
  /** True when nothing at all is visible. */
  readonly empty: boolean;
  /** Why nothing is: the grants were not read to the end, since they are too large, or changed again and again meanwhile. */
  readonly givenUp?: 'too-large' | 'changing';
}

export interface ScopeVisibility {
  /** list[r] = 1: every object of resource r in this scope. */
  readonly list: Uint8Array;
  /** Resource number → names visible one by one. */
  readonly names: ReadonlyMap<number, ReadonlySet<string>>;
}
