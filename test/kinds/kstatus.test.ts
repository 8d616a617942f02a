/** The conformance vectors of kstatus (cli-utils pkg/kstatus/status). By default an object has generation 1. */
import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../kinds/registry.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

type Json = Record<string, unknown>;
type Vector = readonly [
  what: string,
  parts: { metadata?: Json; spec?: Json; status?: Json | null },
  status: string,
  reason?: string,
];

const condition = (type: string, status: string, reason?: string) => ({
  type,
  status,
  ...(reason === undefined ? {} : { reason }),
});
const conditions = (...all: Json[]) => ({ conditions: all });
const unschedulable = condition('PodScheduled', 'False', 'Unschedulable');
const deploymentCounts = {
  observedGeneration: 1,
  updatedReplicas: 1,
  readyReplicas: 1,
  availableReplicas: 1,
  replicas: 1,
};
const daemonCounts = {
  observedGeneration: 1,
  desiredNumberScheduled: 4,
  currentNumberScheduled: 4,
  updatedNumberScheduled: 4,
  numberAvailable: 4,
  numberReady: 4,
};
const setCounts = {
  observedGeneration: 1,
  replicas: 4,
  readyReplicas: 4,
  availableReplicas: 4,
  fullyLabeledReplicas: 4,
};
const progressed = condition('Progressing', 'True', 'NewReplicaSetAvailable');

const VECTORS: Record<string, readonly Vector[]> = {
  '/Pod': [
    ['without status', {}, 'IN_PROGRESS', 'PodNotObserved'],
    ['running and ready', { status: { phase: 'Running', ...conditions(condition('Ready', 'True')) } }, 'CURRENT'],
    [
      'succeeded',
      { status: { phase: 'Succeeded', ...conditions(condition('Ready', 'False', 'PodCompleted')) } },
      'CURRENT',
    ],
    ['failed', { status: { phase: 'Failed', ...conditions(condition('Ready', 'False', 'PodCompleted')) } }, 'CURRENT'],
    [
      'unschedulable since now',
      {
        metadata: { creationTimestamp: '2026-11-21T12:00:00Z' },
        status: { phase: 'Pending', ...conditions(unschedulable) },
      },
      'IN_PROGRESS',
      'PodNotScheduled',
    ],
    [
      'unschedulable of unknown age',
      { status: { phase: 'Pending', ...conditions(unschedulable) } },
      'FAILED',
      'PodUnschedulable',
    ],
    [
      'crash-looping',
      {
        status: {
          phase: 'Running',
          ...conditions(unschedulable),
          containerStatuses: [{ name: 'nginx', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
        },
      },
      'FAILED',
      'CrashLoopBackOff',
    ],
  ],
  '/PersistentVolumeClaim': [
    ['without status', {}, 'IN_PROGRESS', 'NotBound'],
    ['bound', { status: { phase: 'Bound' } }, 'CURRENT'],
  ],
  'apps/StatefulSet': [
    ['without status', {}, 'IN_PROGRESS', 'LessReplicas'],
    ['with half a status', { status: { observedGeneration: 1, currentReplicas: 1 } }, 'IN_PROGRESS', 'LessReplicas'],
    [
      'complete',
      { spec: { replicas: 4 }, status: { observedGeneration: 1, currentReplicas: 4, readyReplicas: 4, replicas: 4 } },
      'CURRENT',
    ],
    [
      'with too few ready',
      { spec: { replicas: 4 }, status: { observedGeneration: 1, currentReplicas: 4, readyReplicas: 2, replicas: 4 } },
      'IN_PROGRESS',
      'LessReady',
    ],
    [
      'with too few current',
      { spec: { replicas: 4 }, status: { observedGeneration: 1, currentReplicas: 2, readyReplicas: 4, replicas: 4 } },
      'IN_PROGRESS',
      'LessCurrent',
    ],
    [
      'with too many',
      { spec: { replicas: 4 }, status: { observedGeneration: 1, currentReplicas: 4, readyReplicas: 4, replicas: 8 } },
      'IN_PROGRESS',
      'ExtraPods',
    ],
  ],
  'apps/DaemonSet': [
    ['without status', {}, 'IN_PROGRESS', 'NoObservedGeneration'],
    ['with half a status', { status: { observedGeneration: 1, currentReplicas: 1 } }, 'IN_PROGRESS', 'NoDesiredNumber'],
    ['complete', { status: daemonCounts }, 'CURRENT'],
    [
      'of a newer generation',
      { metadata: { generation: 2 }, status: daemonCounts },
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    ['with too few ready', { status: { ...daemonCounts, numberReady: 2 } }, 'IN_PROGRESS', 'LessReady'],
    ['with too few available', { status: { ...daemonCounts, numberAvailable: 2 } }, 'IN_PROGRESS', 'LessAvailable'],
  ],
  'apps/Deployment': [
    ['without status', {}, 'IN_PROGRESS', 'LessReplicas'],
    [
      'complete',
      { status: { ...deploymentCounts, ...conditions(progressed, condition('Available', 'True')) } },
      'CURRENT',
    ],
    [
      'not progressing',
      {
        spec: { progressDeadlineSeconds: 45 },
        status: {
          ...deploymentCounts,
          ...conditions(condition('Progressing', 'False', 'Some reason'), condition('Available', 'True')),
        },
      },
      'IN_PROGRESS',
      'ReplicaSetNotAvailable',
    ],
    [
      'available, without a deadline',
      { status: { ...deploymentCounts, ...conditions(condition('Available', 'True')) } },
      'CURRENT',
    ],
    [
      'not available',
      { status: { ...deploymentCounts, ...conditions(progressed, condition('Available', 'False')) } },
      'IN_PROGRESS',
      'DeploymentNotAvailable',
    ],
  ],
  'apps/ReplicaSet': [
    ['without status', {}, 'IN_PROGRESS', 'LessLabelled'],
    [
      'complete, with a condition',
      {
        spec: { replicas: 2 },
        status: {
          ...conditions(condition('ReplicaFailure', 'False')),
          observedGeneration: 1,
          replicas: 2,
          readyReplicas: 2,
          availableReplicas: 2,
          fullyLabeledReplicas: 2,
        },
      },
      'CURRENT',
    ],
    [
      'complete',
      {
        spec: { replicas: 2 },
        status: { observedGeneration: 1, replicas: 2, readyReplicas: 2, availableReplicas: 2, fullyLabeledReplicas: 2 },
      },
      'CURRENT',
    ],
    [
      'with too few available',
      { spec: { replicas: 4 }, status: { ...setCounts, availableReplicas: 2 } },
      'IN_PROGRESS',
      'LessAvailable',
    ],
    [
      'with too few ready',
      { spec: { replicas: 4 }, status: { ...setCounts, readyReplicas: 2 } },
      'IN_PROGRESS',
      'LessReady',
    ],
    [
      'that cannot create Pods',
      { spec: { replicas: 4 }, status: { ...setCounts, ...conditions(condition('ReplicaFailure', 'True')) } },
      'IN_PROGRESS',
      'ReplicaFailure',
    ],
  ],
  'policy/PodDisruptionBudget': [
    [
      'not observed',
      { metadata: { generation: 2 }, status: { observedGeneration: 1 } },
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    ['observed', { status: { observedGeneration: 1 } }, 'CURRENT'],
  ],
  'something/MyCR': [
    ['without status', {}, 'CURRENT'],
    [
      'of a newer generation',
      { metadata: { generation: 2 }, status: { observedGeneration: 1 } },
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    ['ready', { status: conditions(condition('Ready', 'True', 'AllOk')) }, 'CURRENT', 'AllOk'],
    [
      'not ready',
      { status: { observedGeneration: 1, ...conditions(condition('Ready', 'False', 'NotReadyYet')) } },
      'IN_PROGRESS',
      'NotReadyYet',
    ],
    ['with some other condition', { status: conditions(condition('SomeCondition', 'False')) }, 'CURRENT'],
  ],
  'batch/Job': [
    ['without status', {}, 'IN_PROGRESS', 'JobNotStarted'],
    ['complete', { status: { succeeded: 1, active: 0, ...conditions(condition('Complete', 'True')) } }, 'CURRENT'],
    [
      'failed',
      {
        spec: { completions: 4 },
        status: { succeeded: 3, failed: 1, ...conditions(condition('Failed', 'True', 'JobFailed')) },
      },
      'FAILED',
      'JobFailed',
    ],
    [
      'running',
      {
        status: {
          startTime: '2019-06-04T01:17:13Z',
          succeeded: 3,
          failed: 1,
          active: 2,
          ...conditions(condition('Failed', 'False'), condition('Complete', 'False')),
        },
      },
      'CURRENT',
    ],
  ],
  'batch/CronJob': [
    ['without status', {}, 'CURRENT'],
    ['with an empty status', { status: null }, 'CURRENT'],
  ],
  '/Service': [
    ['of the default type', {}, 'CURRENT'],
    ['of type NodePort', { spec: { type: 'NodePort' } }, 'CURRENT'],
    ['of type LoadBalancer with an address', { spec: { type: 'LoadBalancer', clusterIP: '1.2.3.4' } }, 'CURRENT'],
    ['of type LoadBalancer without an address', { spec: { type: 'LoadBalancer' } }, 'IN_PROGRESS', 'NoIPAssigned'],
  ],
  'apiextensions.k8s.io/CustomResourceDefinition': [
    ['without conditions', {}, 'IN_PROGRESS', 'Installing'],
    [
      'installing',
      {
        status: conditions(
          condition('NamesAccepted', 'True', 'NoConflicts'),
          condition('Established', 'False', 'Installing'),
        ),
      },
      'IN_PROGRESS',
      'Installing',
    ],
    [
      'whose names are taken',
      { status: conditions(condition('NamesAccepted', 'False', 'SomeReason')) },
      'FAILED',
      'SomeReason',
    ],
    [
      'established',
      {
        status: conditions(
          condition('NamesAccepted', 'True', 'NoConflicts'),
          condition('Established', 'True', 'InitialNamesAccepted'),
        ),
      },
      'CURRENT',
      'InitialNamesAccepted',
    ],
  ],
};

const all = Object.entries(VECTORS).flatMap(([kind, vectors]) =>
  vectors.map(([what, parts, status, reason]) => ({ kind, what, parts, status, reason })),
);

/** Vectors for which our rules (kinds/core.ts) give another status than kstatus. */
const BEYOND: Readonly<Record<string, string>> = {
  '/Pod failed': 'FAILED',
  '/Service of type LoadBalancer with an address': 'FAILED',
};

function status(groupKind: string, parts: { metadata?: Json; spec?: Json; status?: unknown }, now = NOW) {
  const [group = '', kind = ''] = groupKind.split('/');
  return kindOf({ group, kind }).status(
    { ...parts, metadata: { name: 'test', generation: 1, ...parts.metadata } },
    now,
  );
}

describe('kstatus', () => {
  it('has the 53 vectors of kstatus itself, and no others: what we add to a rule is asked in the file of its API group', () =>
    expect(all.length).toBe(53));

  it.each(all)('says of a $kind $what: $status $reason', ({ kind, what, parts, status: expected, reason }) => {
    const found = status(kind, parts);
    expect(found.status).toBe(BEYOND[`${kind} ${what}`] ?? expected);
    if (reason !== undefined) expect(found.reason).toBe(reason);
  });

  it.each([
    [
      'a deletion',
      { metadata: { deletionTimestamp: '2026-11-21T11:00:00Z' }, status: conditions(condition('Stalled', 'True')) },
      'TERMINATING',
    ],
    [
      'the first of Reconciling and Stalled',
      { status: conditions(condition('Reconciling', 'True', 'R'), condition('Stalled', 'True', 'S')) },
      'IN_PROGRESS',
    ],
    [
      'Stalled before Ready',
      { status: conditions(condition('Ready', 'True'), condition('Stalled', 'True', 'S')) },
      'FAILED',
    ],
    [
      'a generation that is no integer',
      { metadata: { generation: 'x' }, status: { observedGeneration: 1 } },
      'UNKNOWN',
    ],
    [
      'a generation that is written as a text',
      { metadata: { generation: '2' }, status: { observedGeneration: '1' } },
      'IN_PROGRESS',
    ],
    [
      'a condition without a schema',
      { status: { conditions: [{ type: 'Ready', status: false, reason: null }] } },
      'IN_PROGRESS',
    ],
    ['a condition in another case', { status: conditions(condition('Stalled', 'true', 'S')) }, 'FAILED'],
    [
      'a deletion at the zero time of Go, which is none',
      { metadata: { deletionTimestamp: '0001-01-01T00:00:00Z' } },
      'CURRENT',
    ],
    ['an observed generation that is no integer', { status: { observedGeneration: 1.5 } }, 'UNKNOWN'],
    ['conditions that are no list', { status: { conditions: 'Ready' } }, 'UNKNOWN'],
    ['a status that is no object', { status: 'fine' }, 'UNKNOWN'],
    ['Ready=Unknown', { status: conditions(condition('Ready', 'Unknown')) }, 'IN_PROGRESS'],
  ])('decides for any kind by %s', (_what, parts, expected) =>
    expect(status('example.org/Thing', parts).status).toBe(expected),
  );

  it.each([
    ['a rule of the kind in the group extensions', 'extensions/Deployment', {}, 'LessReplicas'],
    [
      'an exceeded deadline',
      'apps/Deployment',
      { status: conditions(condition('Progressing', 'False', 'ProgressDeadlineExceeded')) },
      'ProgressDeadlineExceeded',
    ],
    [
      'too few updated',
      'apps/Deployment',
      { spec: { replicas: 2 }, status: { replicas: 2, updatedReplicas: 1 } },
      'LessUpdated',
    ],
    [
      'a partition that is not rolled out',
      'apps/StatefulSet',
      {
        spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 1 } } },
        status: { replicas: 3, readyReplicas: 3, updatedReplicas: 1 },
      },
      'PartitionRollout',
    ],
    [
      'revisions that differ',
      'apps/StatefulSet',
      { status: { replicas: 1, readyReplicas: 1, currentReplicas: 1, updateRevision: 'b' } },
      'RevisionMismatch',
    ],
    ['no generation', 'apps/DaemonSet', { metadata: { generation: undefined }, status: daemonCounts }, 'NoGeneration'],
    ['a Pod that waits', '/Pod', { status: { phase: 'Pending' } }, 'PodPending'],
    ['a Pod that is not ready', '/Pod', { status: { phase: 'Running' } }, 'PodRunningNotReady'],
  ])('knows %s', (_what, kind, parts, reason) => expect(status(kind, parts).reason).toBe(reason));

  it('gives a Pod 15 seconds to find a node, by the clock it is given', () => {
    const pod = {
      metadata: { creationTimestamp: '2026-11-21T12:00:00Z' },
      status: { phase: 'Pending', ...conditions(unschedulable) },
    };
    expect(status('/Pod', pod, NOW + 14_999).status).toBe('IN_PROGRESS');
    expect(status('/Pod', pod, NOW + 15_000).status).toBe('FAILED');
  });

  it('lets a suspended Job be current', () => {
    const suspended = conditions(condition('Suspended', 'True', 'JobSuspended'));
    expect(status('batch/Job', { spec: { suspend: true }, status: suspended }).status).toBe('CURRENT');
    expect(status('batch/Job', { spec: { suspend: false }, status: suspended }).reason).toBe('JobNotStarted');
  });

  it('says since when, by the condition that decided', () => {
    const ready = { ...condition('Ready', 'False', 'X'), lastTransitionTime: '2026-11-20T00:00:00Z' };
    expect(status('example.org/Thing', { status: conditions(ready) }).transitionedAt).toBe(
      Date.parse('2026-11-20T00:00:00Z'),
    );
  });
});
