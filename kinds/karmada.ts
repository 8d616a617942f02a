/**
 * Karmada: member clusters, policies, and bindings of templates to member clusters. A binding is current when its
 * copies are applied. The health of a copy is shown in the copy's own row.
 */
import type { Kind } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { condition, NOT_REPORTED, otherwise, tabled } from './table.ts';

const WORK = 'work.karmada.io';
const POLICY = 'policy.karmada.io';

const cluster = tabled({
  source: 'karmada-io/karmada: pkg/apis/cluster/v1alpha1/types.go (ClusterConditionReady)',
  lines: [
    condition('CURRENT', 'Ready', 'True'),
    condition('FAILED', 'Ready', 'False'),
    condition('UNKNOWN', 'Ready', 'Unknown'),
    NOT_REPORTED,
  ],
});

const binding = tabled({
  source: 'karmada-io/karmada: pkg/apis/work/v1alpha2/binding_types.go (Scheduled, FullyApplied)',
  lines: [
    condition('FAILED', 'Scheduled', 'False'),
    condition('CURRENT', 'FullyApplied', 'True'),
    condition('IN_PROGRESS', 'FullyApplied', 'False'),
    otherwise('IN_PROGRESS', 'NotApplied', 'its copies are not applied yet'),
  ],
});

export const karmada: readonly Kind[] = [
  { group: 'cluster.karmada.io', kind: 'Cluster', indexedAs: 'clusters', ...cluster },
  { group: WORK, kind: 'ResourceBinding', indexedAs: 'resourcebindings', ...binding },
  { group: WORK, kind: 'ClusterResourceBinding', indexedAs: 'clusterresourcebindings', ...binding },
  { group: POLICY, kind: 'PropagationPolicy', indexedAs: 'propagationpolicies', status: kstatus() },
  { group: POLICY, kind: 'ClusterPropagationPolicy', indexedAs: 'clusterpropagationpolicies', status: kstatus() },
];
