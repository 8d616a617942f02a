/**
 * Strimzi. The condition NotReady has the cause. Its reason is Creating while the resource is created for the first
 * time. A KafkaNodePool has no condition Ready. The Kafka of the pool shows whether the pool is ready.
 */
import { heldByAnnotation, heldByCondition } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, NOT_REPORTED, tabled, type Table } from './table.ts';
import { at, integer, list } from './untrusted.ts';

const COMMON: Omit<Table, 'lines'> = {
  source:
    'strimzi/strimzi-kafka-operator: operator-common/src/main/java/io/strimzi/operator/common/operator/resource/StatusUtils.java, operator-common/src/main/java/io/strimzi/operator/common/Annotations.java (ANNO_STRIMZI_IO_PAUSE_RECONCILIATION); argoproj/argo-cd: resource_customizations/kafka.strimzi.io/Kafka/health.lua',
  holds: [
    heldByAnnotation('strimzi.io/pause-reconciliation', 'ReconciliationPaused', 'true'),
    heldByCondition('ReconciliationPaused', 'ReconciliationPaused'),
  ],
};

const resource = tabled({
  ...COMMON,
  lines: [
    condition('FAILED', 'NotReady', 'True', { except: ['Creating'] }),
    condition('IN_PROGRESS', 'NotReady', 'True'),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    condition('CURRENT', 'ReconciliationPaused', 'True'),
    // States of a KafkaRebalance: it waits for approval, or was stopped.
    condition('CURRENT', 'ProposalReady', 'True'),
    condition('CURRENT', 'Stopped', 'True'),
    NOT_REPORTED,
  ],
});

const reported: Line = {
  then: 'CURRENT',
  when: '`status.nodeIds` has an item, or `status.observedGeneration` is set',
  finds: object => {
    const isReported =
      list(at(object, 'status', 'nodeIds')).length > 0 ||
      integer(at(object, 'status', 'observedGeneration')) !== undefined;
    return isReported ? { reason: '', message: '' } : undefined;
  },
};

const nodePool = tabled({ ...COMMON, lines: [condition('FAILED', 'NotReady', 'True'), reported, NOT_REPORTED] });

export const strimzi: readonly Kind[] = [
  { group: 'kafka.strimzi.io', kind: 'KafkaNodePool', ...nodePool },
  { group: 'kafka.strimzi.io', kind: '*', ...resource },
];
