/** Open Cluster Management: a cluster whose agent is silent is not known to be available, which its hub shows as a failure. */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const AVAILABLE = 'ManagedClusterConditionAvailable';

const managedCluster = tabled({
  source: 'open-cluster-management-io/api: cluster/v1/types.go (ManagedClusterConditionAvailable, ManagedClusterConditionHubAccepted)',
  lines: [
    condition('FAILED', AVAILABLE, 'False'),
    condition('FAILED', AVAILABLE, 'Unknown'),
    condition('IN_PROGRESS', 'HubAcceptedManagedCluster', 'False'),
    condition('CURRENT', AVAILABLE, 'True'),
    NOT_REPORTED,
  ],
});

export const openClusterManagement: readonly Kind[] = [
  { group: 'cluster.open-cluster-management.io', kind: 'ManagedCluster', ...managedCluster },
];
