/**
 * Types of the evaluator: a leaf's RBAC objects as data, an identity as that leaf sees it, and the results of both.
 *
 * Objects keep only what decides. Grants come from the collector through the store. They are untrusted in size and
 * content, but a leaf can only grant on itself.
 */

/** A caller as one leaf sees them: with prefixes and implied groups, without `system:masters`. */
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
  /** Other names in discovery: its short names, and a singular that differs from its kind. Absent: none. */
  readonly shortNames?: readonly string[] | undefined;
  /** Categories in discovery, such as `all`. Absent: none. */
  readonly categories?: readonly string[] | undefined;
  /**
   * Value of the label gateway.networking.k8s.io/policy on its CustomResourceDefinition, which marks a kind of policy.
   * Absent: no label.
   */
  readonly policy?: string | undefined;
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

/**
 * A Role (with a namespace) or a ClusterRole (namespace ''). Of an aggregated ClusterRole, the rules the leaf stores.
 */
export interface RoleObject {
  readonly type: 'Role' | 'ClusterRole';
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly PolicyRule[];
  /** For a ClusterRole: true if it has an aggregationRule. Only for explanations. */
  readonly aggregated: boolean;
  /** Set for a ClusterRole that has labels or selects others by theirs. Only for explanations. */
  readonly aggregation?: Aggregation | undefined;
  readonly resourceVersion: string;
}

/** How a ClusterRole takes part in aggregation. */
export interface Aggregation {
  readonly labels: Readonly<Record<string, string>>;
  /** The selectors of its aggregationRule; any one of them selects a role. */
  readonly selectors: readonly (readonly LabelRequirement[])[];
}

/** All requirements of a selector must hold. */
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
 * All RBAC objects of one cluster. `revision` changes with each of them, so it is a cache key. Maps are keyed by
 * grantKey().
 */
export interface ClusterGrants {
  readonly revision: number;
  readonly objects: ReadonlyMap<string, GrantObject>;
}

/** The key of a grant object within its cluster. No part can hold a `/`, so the key is unambiguous. */
export function grantKey(object: Pick<GrantObject, 'type' | 'namespace' | 'name'>): string {
  // join() makes one flat string, a template a tree of four, and there are hundreds of thousands of them.
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

/** Why there is no result: the grants are too large to read, or change faster than they can be read. */
export type GivenUp = 'too-large' | 'changing';

/**
 * What one identity may see of one cluster, for the resources that it was compiled for. A row (resource r, namespace N,
 * name M) is visible if and only if `cluster.list[r]`, or M is in `cluster.names.get(r)`, or, for a namespaced r, the
 * same holds in `namespaces.get(N)`.
 */
export interface Visibility {
  /** The resources given to the compiler, in its order; numbers below are indices into it. */
  readonly resources: readonly Resource[];
  /**
   * From ClusterRoleBindings: every namespace, and cluster scope. Also holds `Namespace` objects shown by a RoleBinding
   * in them.
   */
  readonly cluster: ScopeVisibility;
  /** From RoleBindings, by namespace. */
  readonly namespaces: ReadonlyMap<string, ScopeVisibility>;
  /** True if nothing is visible. */
  readonly empty: boolean;
  /** Why nothing is visible: the grants are too large, or kept changing. */
  readonly givenUp?: GivenUp;
}

export interface ScopeVisibility {
  /** list[r] = 1: every object of resource r in this scope. */
  readonly list: Uint8Array;
  /** Resource number → names visible one by one. */
  readonly names: ReadonlyMap<number, ReadonlySet<string>>;
}
