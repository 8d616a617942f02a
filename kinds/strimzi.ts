/**
 * Strimzi: the condition NotReady tells why, with the reason Creating while the resource is created for the first time.
 */
import { heldByAnnotation, heldByCondition } from './hold.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const resource = tabled({
  source:
    'strimzi/strimzi-kafka-operator: operator-common/src/main/java/io/strimzi/operator/common/operator/resource/StatusUtils.java, Annotations.java (ANNO_STRIMZI_IO_PAUSE_RECONCILIATION); argoproj/argo-cd: resource_customizations/kafka.strimzi.io/Kafka/health.lua',
  holds: [
    heldByAnnotation('strimzi.io/pause-reconciliation', 'ReconciliationPaused', 'true'),
    heldByCondition('ReconciliationPaused', 'ReconciliationPaused'),
  ],
  lines: [
    condition('FAILED', 'NotReady', 'True', { except: ['Creating'] }),
    condition('IN_PROGRESS', 'NotReady', 'True'),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    condition('CURRENT', 'ReconciliationPaused', 'True'),
    // A KafkaRebalance waits for approval, was stopped, or runs.
    condition('CURRENT', 'ProposalReady', 'True'),
    condition('CURRENT', 'Stopped', 'True'),
    NOT_REPORTED,
  ],
});

export const strimzi: readonly Kind[] = [{ group: 'kafka.strimzi.io', kind: '*', ...resource }];
