/**
 * Input of the topology of one cluster: the objects that a caller sees there, and the caller's rights to list. Equal
 * views give equal topologies, whatever other objects exist.
 */
import type { PolicyClass } from '../../kinds/policies.ts';
import type { ProjectionRecord } from '../../store/attached.ts';

export interface KindName {
  readonly group: string;
  readonly kind: string;
}

/** Object that the caller sees. */
export interface SeenObject extends KindName {
  readonly namespace: string;
  readonly name: string;
  readonly isTerminating: boolean;
  /** Records of the projection `policy`. */
  readonly records: readonly ProjectionRecord[];
}

/** An object outside the records: a Service, a Namespace, a target of another kind. */
export interface FoundObject {
  readonly isTerminating: boolean;
  readonly labels: () => Readonly<Record<string, string>>;
  /** Records of named ports. */
  readonly ports: () => readonly ProjectionRecord[];
}

export interface ClusterView {
  readonly cluster: string;
  /** Objects of the Gateway API, policies and ReferenceGrants, unordered. */
  readonly objects: readonly SeenObject[];
  find(kind: KindName, namespace: string, name: string): FoundObject | undefined;
  /** True if the caller may list the kind there, without restriction to names. */
  mayList(kind: KindName, namespace: string): boolean;
  /** True if the cluster collects the kind and has listed it completely. */
  isComplete(kind: KindName): boolean;
  /** False for namespaced and for unknown kinds. */
  isClusterScoped(kind: KindName): boolean;
  /** Class by the label of the kind's CRD. */
  labelledClass(kind: KindName): PolicyClass;
}
