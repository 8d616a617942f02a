/**
 * Open Cluster Management: a cluster whose agent is silent is not known to be available, which its hub shows as a
 * failure. The hub goes on to watch the lease of a cluster that an administrator no longer accepts, so that comes first.
 */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const AVAILABLE = 'ManagedClusterConditionAvailable';

const managedCluster = tabled({
  source:
    'open-cluster-management-io/api: cluster/v1/types.go (ManagedClusterConditionAvailable, ManagedClusterConditionHubAccepted); open-cluster-management-io/ocm: pkg/registration/hub/lease/controller.go',
  lines: [
    condition('IN_PROGRESS', 'HubAcceptedManagedCluster', 'False'),
    condition('FAILED', AVAILABLE, 'False'),
    condition('FAILED', AVAILABLE, 'Unknown'),
    condition('CURRENT', AVAILABLE, 'True'),
    NOT_REPORTED,
  ],
});

export const openClusterManagement: readonly Kind[] = [
  { group: 'cluster.open-cluster-management.io', kind: 'ManagedCluster', ...managedCluster, rules: 1 },
];
