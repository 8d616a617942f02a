/** OpenShift: a degraded or unavailable operator is red in `oc get clusteroperators`, also while it progresses. */
import { heldByField } from './hold.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const operator = tabled({
  source: 'openshift/api: config/v1/types_cluster_operator.go (ClusterStatusConditionType), types_cluster_version.go (Failing)',
  lines: [
    condition('FAILED', 'Degraded', 'True'),
    condition('FAILED', 'Failing', 'True'),
    condition('FAILED', 'Available', 'False'),
    condition('IN_PROGRESS', 'Progressing', 'True'),
    condition('CURRENT', 'Available', 'True'),
    NOT_REPORTED,
  ],
});

const pool = tabled({
  source: 'openshift/api: machineconfiguration/v1/types.go (MachineConfigPoolConditionType)',
  holds: [heldByField('spec.paused', 'Paused')],
  lines: [
    condition('FAILED', 'Degraded', 'True'),
    condition('FAILED', 'NodeDegraded', 'True'),
    condition('FAILED', 'RenderDegraded', 'True'),
    condition('IN_PROGRESS', 'Updating', 'True'),
    condition('CURRENT', 'Updated', 'True'),
    NOT_REPORTED,
  ],
});

export const openshift: readonly Kind[] = [
  { group: 'config.openshift.io', kind: 'ClusterOperator', ...operator },
  { group: 'config.openshift.io', kind: 'ClusterVersion', ...operator },
  { group: 'machineconfiguration.openshift.io', kind: 'MachineConfigPool', ...pool },
];
