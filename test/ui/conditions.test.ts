/** Conditions that the Explorer shows as bad, unsure, plain or good. */
import { describe, expect, it } from '@jest/globals';
import { toneOf, worstFirst, type Condition } from '../../ui/src/object/condition-tone.ts';

const condition = (type: string, status: string, reason: string | null = null) =>
  ({ type, status, reason }) as Condition;

describe('a condition', () => {
  it.each([
    ['bad', 'Ready', 'False', 'BuildFailed'],
    ['bad', 'Available', 'False', 'MinimumReplicasUnavailable'],
    ['bad', 'Progressing', 'False', 'ProgressDeadlineExceeded'], // condition of Deployment and Rollout
    ['bad', 'Progressing', 'False', 'RolloutAborted'],
    ['bad', 'LastAsyncOperation', 'False', 'AsyncUpdateFailure'], // condition of Crossplane resources
    ['bad', 'Degraded', 'True', null], // condition of ClusterOperator
    ['bad', 'Stalled', 'True', 'RetriesExceeded'],
    ['bad', 'Failed', 'True', 'BackoffLimitExceeded'],
    ['bad', 'ReplicaFailure', 'True', 'FailedCreate'],
    ['bad', 'MemoryPressure', 'True', null],
    ['bad', 'KernelDeadlock', 'True', null],
    ['bad', 'NotReady', 'True', null], // condition of Strimzi resources
    ['bad', 'InvalidRequest', 'True', null], // condition of CertificateRequest
    ['bad', 'Conflicted', 'True', null], // condition of Gateway
    ['bad', 'NamespaceDeletionContentFailure', 'True', null],
    ['bad', 'ComparisonError', '', null], // condition of Application
    ['unsure', 'Ready', 'Unknown', null],
    ['unsure', 'DiskPressure', 'Unknown', null],
    ['unsure', 'Reconciling', 'True', 'ProgressingWithRetry'],
    ['plain', 'Progressing', 'True', 'ReplicaSetUpdated'],
    ['plain', 'Progressing', 'False', 'AsExpected'], // condition of ClusterOperator
    ['plain', 'Degraded', 'False', null],
    ['plain', 'DiskPressure', 'False', null],
    ['plain', 'Active', 'False', 'ScalerNotActive'], // condition of ScaledObject
    ['plain', 'Suspended', 'False', null],
    ['good', 'Ready', 'True', 'ReconciliationSucceeded'],
    ['good', 'ScalingActive', 'True', 'ValidMetricFound'],
    ['good', 'ready', 'true', null],
  ])('is %s news: %s=%s %s', (tone, type, status, reason) =>
    expect(toneOf(condition(type, status, reason))).toBe(tone),
  );

  it('that tells why an object fails stands before those that tell that it does well', () => {
    const conditions = [
      condition('Available', 'True', 'MinimumReplicasAvailable'),
      condition('Progressing', 'False', 'ProgressDeadlineExceeded'),
    ];
    expect(worstFirst(conditions).map(({ type }) => type)).toEqual(['Progressing', 'Available']);
  });
});
