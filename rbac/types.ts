/**
 * Types of the evaluator: a leaf's RBAC objects as data, an identity as this leaf sees it, and the evaluator's results.
 *
 * Objects contain the fields that decisions and explanations need, and the resourceVersion. Grants come from the
 * collector through the store. Their size and content are untrusted, but a leaf can grant rights only on itself, and on
 * clusters that borrow its RBAC.
 */

/**
 * A caller as one leaf sees them, with prefixes and implied groups. Has `system:masters` only if the configuration
 * allows it.
 */
export interface LeafIdentity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A resource in the leaf's own discovery. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Plural in lower case, as used in RBAC rules and URLs. */
  readonly plural: string;
  readonly namespaced: boolean;
  /**
   * Other names in discovery: the short names, and the singular if it differs from the kind. Absent if there are none.
   */
  readonly shortNames?: readonly string[] | undefined;
  /** Categories in discovery, such as `all`. Absent if there are none. */
  readonly categories?: readonly string[] | undefined;
  /**
   * Value of the label gateway.networking.k8s.io/policy on the resource's CustomResourceDefinition. The label marks a
   * kind of policy. Absent if there is no label.
   */
  readonly policy?: string | undefined;
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Empty means every name. Names are compared literally, even `*`. The name `''` matches a request without a name. */
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
 * A Role (with a namespace) or a ClusterRole (namespace ''). An aggregated ClusterRole has the rules that the leaf
 * stores.
 */
export interface RoleObject {
  readonly type: 'Role' | 'ClusterRole';
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly PolicyRule[];
  /** True for a ClusterRole with an aggregationRule. Used only for explanations. */
  readonly aggregated: boolean;
  /**
   * Set for a ClusterRole that has labels or selects other roles by labels. Absent if too large to keep. Used only for
   * explanations.
   */
  readonly aggregation?: Aggregation | undefined;
  readonly resourceVersion: string;
}

/** The labels and selectors through which ClusterRoles are aggregated. */
export interface Aggregation {
  readonly labels: Readonly<Record<string, string>>;
  /** The selectors of the role's aggregationRule. A role is selected if any one of them matches. */
  readonly selectors: readonly (readonly LabelRequirement[])[];
}

/** One requirement of a selector. All requirements of a selector must hold. */
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
 * All RBAC objects of one cluster. `revision` changes with every change of an object, so it can be a cache key. The
 * keys of `objects` are made by grantKey().
 */
export interface ClusterGrants {
  readonly revision: number;
  readonly objects: ReadonlyMap<string, GrantObject>;
}

/** Key of a grant object within its cluster. No part can contain a `/`, so the key is unambiguous. */
export function grantKey(object: Pick<GrantObject, 'type' | 'namespace' | 'name'>): string {
  // join() makes one flat string. A template literal makes a tree of four strings, for hundreds of thousands of
  // objects.
  return [object.type, object.namespace, object.name].join('/');
}

/** A request for a resource, as the API server passes it to its authorizer. */
export interface Attributes {
  readonly verb: string;
  readonly group: string;
  /** Plural of the resource. */
  readonly resource: string;
  readonly subresource?: string;
  /** Empty for a request in cluster scope, such as a list over all namespaces. */
  readonly namespace: string;
  /** Empty for a request that names no object. */
  readonly name: string;
}

/** Reason why there is no result: the grants are too large to read, or change faster than they can be read. */
export type GivenUp = 'too-large' | 'changing';

/**
 * Rows of the given resources that one identity may see in one cluster. The row (resource r, namespace N, name M) is
 * visible if `cluster.list[r]` is 1 or `cluster.names.get(r)` contains M. If r is namespaced, the row is also visible
 * if `namespaces.get(N)` fulfils the same condition.
 */
export interface Visibility {
  /** Resources that were given to the compiler, in the same order. The numbers below are indices into this list. */
  readonly resources: readonly Resource[];
  /**
   * Visibility from ClusterRoleBindings, in every namespace and in cluster scope. Also contains `Namespace` objects
   * that become visible through a RoleBinding in their namespace.
   */
  readonly cluster: ScopeVisibility;
  /** Visibility from RoleBindings, by namespace. */
  readonly namespaces: ReadonlyMap<string, ScopeVisibility>;
  /** True if nothing is visible. */
  readonly empty: boolean;
  /** Reason why nothing is visible: the grants are too large, or kept changing. Absent if they were read. */
  readonly givenUp?: GivenUp;
}

export interface ScopeVisibility {
  /** list[r] is 1 if every object of resource r in this scope is visible. */
  readonly list: Uint8Array;
  /** Names that are visible one by one, by resource number. */
  readonly names: ReadonlyMap<number, ReadonlySet<string>>;
}
