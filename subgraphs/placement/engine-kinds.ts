/** The kinds of the engines by their parts, and the names of labels and annotations that join them. */
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
  /** Label of a decision: name of its Placement. */
  placementLabel: `${OCM_CLUSTER}/placement`,
  /** Label of a member: name of its exclusive set. */
  clusterSetLabel: `${OCM_CLUSTER}/clusterset`,
  /** Label of a ManifestWork: `namespace.name` of its set. */
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
  /** Label of a binding and of its copies. */
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

/** Kinds of the object on a hub that represents a member. */
export const MEMBER_KIND: Readonly<Record<Engine, Kind>> = { OCM: OCM.member, KARMADA: KARMADA.member };

/** The engine of a kind in one of these lists. */
export function engineOf(kind: Kind, kinds: Readonly<Record<Engine, readonly Kind[]>>): Engine | undefined {
  return (['OCM', 'KARMADA'] as const).find(engine => kinds[engine].some(it => isKind(it, kind)));
}
