/**
 * Input for the topology of one cluster: the objects that a caller sees, and the permissions of the caller to list
 * objects. Equal views give equal topologies. Hidden objects make no difference.
 */
import type { PolicyClass } from '../../kinds/policies.ts';
import type { RowReader } from '../../readmodel/question.ts';
import type { ProjectionRecord } from '../../store/attached.ts';

/** Counts the work of the caller's query. An operation takes about a tenth of a microsecond. */
export type Counter = Pick<RowReader, 'spent'>;

export interface KindName {
  readonly group: string;
  readonly kind: string;
}

/** An object of the Gateway API or a policy that the caller sees. */
export interface SeenObject extends KindName {
  readonly namespace: string;
  readonly name: string;
  readonly isTerminating: boolean;
  /** Records of the projection `policy`. */
  readonly records: readonly ProjectionRecord[];
}

/** An object without records of the projection `policy`: a Service, a Namespace, or a target of another kind. */
export interface FoundObject {
  readonly isTerminating: boolean;
  readonly labels: () => Readonly<Record<string, string>>;
  /** Records of the named ports of a Service. */
  readonly ports: () => readonly ProjectionRecord[];
}

export interface ClusterView extends Counter {
  readonly cluster: string;
  /** Objects of the Gateway API, policies and ReferenceGrants, unordered. */
  readonly objects: readonly SeenObject[];
  find(kind: KindName, namespace: string, name: string): FoundObject | undefined;
  /** True if the caller may list all objects of the kind in the namespace, not only objects of certain names. */
  mayList(kind: KindName, namespace: string): boolean;
  /** True if fleetgraph collects the kind on the cluster and has listed all its objects. */
  isComplete(kind: KindName): boolean;
  /** False if the kind is namespaced or unknown. */
  isClusterScoped(kind: KindName): boolean;
  /** Policy class from the label of the CRD of the kind. DIRECT if there is no such label. */
  labelledClass(kind: KindName): PolicyClass;
}
