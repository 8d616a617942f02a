/**
 * Kueue. A Workload that waits for quota is in progress. An inactive queue has failed. Exceptions are queues that are
 * stopped on purpose, terminate or wait for their ClusterQueue.
 */
import { heldByValue } from './status-result.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled, value } from './table.ts';

const GROUP = 'kueue.x-k8s.io';
const STOPPED = ['Hold', 'HoldAndDrain'];

const workload = tabled({
  source:
    'kubernetes-sigs/kueue: apis/kueue/v1beta1/workload_types.go (WorkloadFinished, WorkloadEvicted, WorkloadAdmitted)',
  holds: [heldByValue('spec.active', 'Deactivated', 'false')],
  lines: [
    condition('FAILED', 'Finished', 'True', { reasons: ['Failed', 'OutOfSync'] }),
    condition('CURRENT', 'Finished', 'True'),
    condition('IN_PROGRESS', 'Evicted', 'True'),
    condition('CURRENT', 'Admitted', 'True'),
    condition('IN_PROGRESS', 'QuotaReserved', 'False'),
    NOT_REPORTED,
  ],
});

const queue = tabled({
  source:
    'kubernetes-sigs/kueue: apis/kueue/v1beta1 (clusterqueue_types.go ClusterQueueActive, StopPolicy; localqueue_types.go)',
  holds: [heldByValue('spec.stopPolicy', 'Stopped', ...STOPPED)],
  lines: [
    value('CURRENT', 'spec.stopPolicy', STOPPED, { reason: 'Stopped' }),
    condition('IN_PROGRESS', 'Active', 'False', { reasons: ['ClusterQueueIsInactive', 'Terminating'] }),
    condition('FAILED', 'Active', 'False'),
    condition('CURRENT', 'Active', 'True'),
    NOT_REPORTED,
  ],
});

export const kueue: readonly Kind[] = [
  { group: GROUP, kind: 'Workload', ...workload },
  ...['ClusterQueue', 'LocalQueue'].map(kind => ({ group: GROUP, kind, ...queue })),
];
