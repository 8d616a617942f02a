/** The kinds of each engine by their role, and the labels that join objects. */
import type { Resource } from '../../rbac/types.ts';
import type { Engine } from './hubs.ts';

type Kind = Pick<Resource, 'group' | 'kind'>;

const OCM_CLUSTER = 'cluster.open-cluster-management.io';
const OCM_WORK = 'work.open-cluster-management.io';

export const OCM = {
  placement: { group: OCM_CLUSTER, kind: 'Placement' },
  decision: { group: OCM_CLUSTER, kind: 'PlacementDecision' },
  member: { group: OCM_CLUSTER, kind: 'ManagedCluster' },
  clusterSet: { group: OCM_CLUSTER, kind: 'ManagedClusterSet' },
  setBinding: { group: OCM_CLUSTER, kind: 'ManagedClusterSetBinding' },
  work: { group: OCM_WORK, kind: 'ManifestWork' },
  workSet: { group: OCM_WORK, kind: 'ManifestWorkReplicaSet' },
  appliedWork: { group: OCM_WORK, kind: 'AppliedManifestWork' },
  /** Label of a decision. Its value is the name of the Placement. */
  placementLabel: `${OCM_CLUSTER}/placement`,
  /** Label of a member. Its value is the name of the exclusive cluster set of the member. */
  clusterSetLabel: `${OCM_CLUSTER}/clusterset`,
  /** Label of a ManifestWork. Its value is `namespace.name` of the ManifestWorkReplicaSet. */
  workSetLabel: `${OCM_WORK}/manifestworkreplicaset`,
} as const;

const KARMADA_POLICY = 'policy.karmada.io';
const KARMADA_WORK = 'work.karmada.io';

export const KARMADA = {
  policy: { group: KARMADA_POLICY, kind: 'PropagationPolicy' },
  clusterPolicy: { group: KARMADA_POLICY, kind: 'ClusterPropagationPolicy' },
  binding: { group: KARMADA_WORK, kind: 'ResourceBinding' },
  clusterBinding: { group: KARMADA_WORK, kind: 'ClusterResourceBinding' },
  member: { group: 'cluster.karmada.io', kind: 'Cluster' },
  /** Label of a binding and of the copies that the binding causes. */
  idLabel: 'resourcebinding.karmada.io/permanent-id',
  clusterIdLabel: 'clusterresourcebinding.karmada.io/permanent-id',
} as const;

export const isKind = (one: Kind, other: Kind): boolean => one.kind === other.kind && one.group === other.group;

/** Kinds of objects that bind a workload to members. */
export const BINDING_KINDS: Readonly<Record<Engine, readonly Kind[]>> = {
  OCM: [OCM.workSet, OCM.work],
  KARMADA: [KARMADA.binding, KARMADA.clusterBinding],
};

export const POLICY_KINDS: Readonly<Record<Engine, readonly Kind[]>> = {
  OCM: [OCM.placement],
  KARMADA: [KARMADA.policy, KARMADA.clusterPolicy],
};

/** Kind of the object on a hub that represents a member. */
export const MEMBER_KIND: Readonly<Record<Engine, Kind>> = { OCM: OCM.member, KARMADA: KARMADA.member };

/** The engine whose list contains the kind. Undefined if no list contains the kind. */
export function engineOf(kind: Kind, kinds: Readonly<Record<Engine, readonly Kind[]>>): Engine | undefined {
  return (['OCM', 'KARMADA'] as const).find(engine => kinds[engine].some(it => isKind(it, kind)));
}
