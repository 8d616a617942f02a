/**
 * Open Cluster Management: member clusters, placement decisions, and the works that carry manifests to members. A
 * member is UNKNOWN if its hub has lost contact with the agent of the member.
 */
import type { Kind, Line } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { condition, inItsWords, NOT_REPORTED, tabled } from './table.ts';
import { conditionOf } from './untrusted.ts';

const CLUSTER = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';
const AVAILABLE = 'ManagedClusterConditionAvailable';

const managedCluster = tabled({
  source:
    'open-cluster-management-io/api: cluster/v1/types.go (ManagedClusterConditionAvailable, ManagedClusterConditionHubAccepted); open-cluster-management-io/ocm: pkg/registration/hub/lease/controller.go',
  lines: [
    condition('CURRENT', AVAILABLE, 'True'),
    condition('FAILED', AVAILABLE, 'False'),
    condition('UNKNOWN', AVAILABLE, 'Unknown'),
    condition('IN_PROGRESS', 'HubAcceptedManagedCluster', 'False'),
    NOT_REPORTED,
  ],
});

const placement = tabled({
  source:
    'open-cluster-management-io/api: cluster/v1beta1/types_placement.go (PlacementConditionSatisfied, PlacementConditionMisconfigured)',
  lines: [
    condition('CURRENT', 'PlacementSatisfied', 'True'),
    condition('FAILED', 'PlacementMisconfigured', 'True'),
    condition('IN_PROGRESS', 'PlacementSatisfied', 'False'),
    NOT_REPORTED,
  ],
});

const appliedAndAvailable: Line = {
  then: 'CURRENT',
  when: '`Applied` and `Available` are True',
  finds: (_object, all) => {
    const [applied, available] = [conditionOf(all, 'Applied'), conditionOf(all, 'Available')];
    return applied?.status === 'True' && available?.status === 'True' ? inItsWords(applied, 'CURRENT') : undefined;
  },
};

const manifestWork = tabled({
  source: 'open-cluster-management-io/api: work/v1/types.go (WorkApplied, WorkAvailable)',
  lines: [
    condition('FAILED', 'Applied', 'False'),
    appliedAndAvailable,
    condition('IN_PROGRESS', 'Available', 'False'),
    NOT_REPORTED,
  ],
});

const manifestWorkReplicaSet = tabled({
  source:
    'open-cluster-management-io/api: work/v1alpha1/types_manifestworkreplicaset.go (PlacementVerified, ManifestworkApplied, PlacementRolledOut)',
  lines: [
    condition('IN_PROGRESS', 'PlacementVerified', 'False', { reasons: ['PlacementDecisionEmpty'] }),
    condition('FAILED', 'PlacementVerified', 'False'),
    condition('IN_PROGRESS', 'ManifestworkApplied', 'False'),
    condition('IN_PROGRESS', 'PlacementRolledOut', 'False'),
    condition('CURRENT', 'ManifestworkApplied', 'True'),
    condition('CURRENT', 'PlacementRolledOut', 'True'),
    NOT_REPORTED,
  ],
});

export const openClusterManagement: readonly Kind[] = [
  { group: CLUSTER, kind: 'ManagedCluster', indexedAs: 'managedclusters', ...managedCluster, rules: 2 },
  { group: CLUSTER, kind: 'ManagedClusterSet', indexedAs: 'managedclustersets', status: kstatus() },
  { group: CLUSTER, kind: 'ManagedClusterSetBinding', indexedAs: 'managedclustersetbindings', status: kstatus() },
  { group: CLUSTER, kind: 'Placement', indexedAs: 'placements', ...placement },
  { group: CLUSTER, kind: 'PlacementDecision', indexedAs: 'placementdecisions', status: kstatus() },
  { group: WORK, kind: 'ManifestWork', indexedAs: 'manifestworks', ...manifestWork },
  { group: WORK, kind: 'ManifestWorkReplicaSet', indexedAs: 'manifestworkreplicasets', ...manifestWorkReplicaSet },
];
