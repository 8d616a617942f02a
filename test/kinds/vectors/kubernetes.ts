import { annotated, conditions, is, JUST_NOW, LONG_AGO, vectors } from './vector.ts';

const replicas = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };
const owned = (kind: string) => ({ ownerReferences: [{ apiVersion: 'batch/v1', kind, name: 'o', controller: true }] });
const young = { lastTransitionTime: JUST_NOW };
const ready = is('Ready', 'True', 'KubeletReady');
const balancer = (status: object, creationTimestamp = LONG_AGO) => ({
  metadata: { creationTimestamp },
  spec: { type: 'LoadBalancer', clusterIP: '10.0.0.9' },
  status,
});

const waiting = (reason: string, lastTransitionTime: string) => ({
  status: {
    phase: 'Pending',
    conditions: [is('Ready', 'False', 'ContainersNotReady', { lastTransitionTime })],
    containerStatuses: [{ name: 'web', state: { waiting: { reason } } }],
  },
});

const crashing = (state: object, restartCount = 4) => ({
  status: {
    phase: 'Running',
    conditions: [is('Ready', 'False', 'ContainersNotReady')],
    containerStatuses: [{ name: 'web', restartCount, state }],
  },
});

const initializing = (state: object) => ({
  status: {
    phase: 'Pending',
    conditions: [is('Initialized', 'False', 'ContainersNotInitialized')],
    initContainerStatuses: [{ name: 'migrate', state }],
    containerStatuses: [{ name: 'web', state: { waiting: { reason: 'PodInitializing' } } }],
  },
});

export const kubernetes = [
  ...vectors(
    '/Node',
    ['ready', conditions(ready, is('DiskPressure', 'False')), 'CURRENT', 'KubeletReady'],
    ['that does not tell', conditions(is('Ready', 'Unknown', 'NodeStatusUnknown')), 'FAILED', 'NodeStatusUnknown'],
    ['not ready for long', conditions(is('Ready', 'False', 'KubeletNotReady')), 'FAILED', 'KubeletNotReady'],
    [
      'not ready for a minute',
      conditions(is('Ready', 'False', 'KubeletNotReady', { lastTransitionTime: JUST_NOW })),
      'IN_PROGRESS',
      'KubeletNotReady',
    ],
    [
      'not ready for a reason of its own',
      conditions(is('Ready', 'False', 'X', { lastTransitionTime: JUST_NOW })),
      'FAILED',
      'X',
    ],
    ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map(
      type =>
        [
          `with ${type}`,
          conditions(ready, is(type, 'True', `KubeletHas${type}`)),
          'FAILED',
          `KubeletHas${type}`,
        ] as const,
    ),
    [
      'without a route for long',
      conditions(ready, is('NetworkUnavailable', 'True', 'NoRouteCreated')),
      'FAILED',
      'NoRouteCreated',
    ],
    [
      'without a network',
      conditions(ready, is('NetworkUnavailable', 'True', 'CiliumIsDown')),
      'FAILED',
      'CiliumIsDown',
    ],
    ['cordoned', { spec: { unschedulable: true }, ...conditions(ready) }, 'CURRENT', 'SchedulingDisabled', 'held'],
    [
      'cordoned under pressure',
      { spec: { unschedulable: true }, ...conditions(ready, is('DiskPressure', 'True', 'KubeletHasDiskPressure')) },
      'FAILED',
      'KubeletHasDiskPressure',
      'held',
    ],
    [
      'cordoned while it starts',
      {
        spec: { unschedulable: true },
        ...conditions(is('Ready', 'False', 'KubeletNotReady', { lastTransitionTime: JUST_NOW })),
      },
      'IN_PROGRESS',
      'KubeletNotReady',
      'held',
    ],
    ['that has just come', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    '/Pod',
    ['running', { status: { phase: 'Running', conditions: [is('Ready', 'True')] } }, 'CURRENT', ''],
    ['of phase Unknown', { status: { phase: 'Unknown', reason: 'NodeLost' } }, 'UNKNOWN', 'NodeLost'],
    ['of phase Unknown, without a reason', { status: { phase: 'Unknown' } }, 'UNKNOWN', 'PodUnknown'],
    ['evicted', { status: { phase: 'Failed', reason: 'Evicted', message: 'low on memory' } }, 'FAILED', 'Evicted'],
    [
      'evicted, of a ReplicaSet',
      {
        metadata: owned('ReplicaSet'),
        spec: { restartPolicy: 'Always' },
        status: { phase: 'Failed', reason: 'Evicted' },
      },
      'FAILED',
      'Evicted',
    ],
    ['failed', { spec: { restartPolicy: 'Never' }, status: { phase: 'Failed' } }, 'FAILED', 'PodFailed'],
    [
      'failed, of a Job',
      { metadata: owned('Job'), spec: { restartPolicy: 'Never' }, status: { phase: 'Failed' } },
      'CURRENT',
      'PodFailed',
    ],
    ['pending', { status: { phase: 'Pending' } }, 'IN_PROGRESS', 'PodPending'],
    [
      'with a scheduling gate',
      { status: { phase: 'Pending', conditions: [is('PodScheduled', 'False', 'SchedulingGated')] } },
      'IN_PROGRESS',
      'SchedulingGated',
      'held',
    ],
    [
      'whose container waits for its next start',
      crashing({ waiting: { reason: 'CrashLoopBackOff' } }),
      'FAILED',
      'CrashLoopBackOff',
    ],
    ['whose container has crashed again', crashing({ terminated: { exitCode: 1 } }), 'FAILED', 'CrashLoopBackOff'],
    ['whose container runs again', crashing({ running: {} }), 'IN_PROGRESS', 'PodRunningNotReady'],
    [
      'whose container ended for the first time',
      crashing({ terminated: { exitCode: 1 } }, 0),
      'IN_PROGRESS',
      'PodRunningNotReady',
    ],
    [
      'whose init container crashes',
      initializing({ waiting: { reason: 'CrashLoopBackOff' } }),
      'FAILED',
      'CrashLoopBackOff',
    ],
    ['whose init container failed', initializing({ terminated: { exitCode: 1, reason: 'Error' } }), 'FAILED', 'Error'],
    [
      'whose init container failed, of a Job',
      { ...initializing({ terminated: { exitCode: 1 } }), metadata: owned('Job'), spec: { restartPolicy: 'Never' } },
      'IN_PROGRESS',
      'PodInitializing',
    ],
    ['whose init container runs', initializing({ running: {} }), 'IN_PROGRESS', 'PodInitializing'],
    [
      'one of whose containers failed and is not restarted',
      { ...crashing({ terminated: { exitCode: 1, reason: 'Error' } }, 0), spec: { restartPolicy: 'Never' } },
      'FAILED',
      'Error',
    ],
    ['whose container is created', waiting('ContainerCreating', LONG_AGO), 'IN_PROGRESS', 'ContainerCreating'],
    ...[
      ...['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName', 'ImageInspectError'],
      ...['RegistryUnavailable', 'SignatureValidationFailed', 'CreateContainerConfigError', 'CreateContainerError'],
      ...['PreStartHookError', 'PostStartHookError', 'RunContainerError'],
    ].flatMap(
      reason =>
        [
          [`whose container waits for long: ${reason}`, waiting(reason, LONG_AGO), 'FAILED', reason],
          [`whose container waits: ${reason}`, waiting(reason, '2026-11-21T11:59:30Z'), 'IN_PROGRESS', reason],
        ] as const,
    ),
  ),
  ...vectors(
    '/PersistentVolume',
    ['bound', { status: { phase: 'Bound' } }, 'CURRENT', 'Bound'],
    [
      'failed',
      { status: { phase: 'Failed', reason: 'VolumeFailedDelete', message: 'error deleting volume' } },
      'FAILED',
      'VolumeFailedDelete',
    ],
    ['pending', { status: { phase: 'Pending' } }, 'IN_PROGRESS', 'Pending'],
  ),
  ...vectors(
    '/PersistentVolumeClaim',
    ['bound', { status: { phase: 'Bound' } }, 'CURRENT', ''],
    ['lost', { spec: { volumeName: 'gone' }, status: { phase: 'Lost' } }, 'FAILED', 'Lost'],
    ['pending', { status: { phase: 'Pending' } }, 'IN_PROGRESS', 'NotBound'],
  ),
  ...vectors(
    '/Service',
    [
      'of type LoadBalancer with an address',
      balancer({ loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } }),
      'CURRENT',
      '',
    ],
    ['of type LoadBalancer without an address for long', balancer({ loadBalancer: {} }), 'FAILED', 'AddressPending'],
    [
      'of type LoadBalancer without an address for a minute',
      balancer({ loadBalancer: {} }, JUST_NOW),
      'IN_PROGRESS',
      'AddressPending',
    ],
  ),
  ...['apps', 'extensions'].flatMap(group =>
    vectors(
      `${group}/Deployment`,
      [
        'with all replicas',
        {
          spec: { replicas: 3 },
          status: {
            ...replicas,
            conditions: [is('Available', 'True'), is('Progressing', 'True', 'NewReplicaSetAvailable')],
          },
        },
        'CURRENT',
        '',
      ],
      [
        'paused with all replicas',
        {
          spec: { paused: true, replicas: 3, progressDeadlineSeconds: 600 },
          status: {
            ...replicas,
            conditions: [is('Available', 'True'), is('Progressing', 'Unknown', 'DeploymentPaused')],
          },
        },
        'CURRENT',
        'DeploymentPaused',
        'held',
      ],
      [
        'paused with too few',
        { spec: { paused: true, replicas: 3 }, status: { ...replicas, readyReplicas: 1 } },
        'IN_PROGRESS',
        'DeploymentPaused',
        'held',
      ],
      [
        'that cannot make its Pods',
        {
          spec: { replicas: 3 },
          status: { unavailableReplicas: 3, conditions: [is('ReplicaFailure', 'True', 'FailedCreate')] },
        },
        'IN_PROGRESS',
        'FailedCreate',
      ],
      [
        'that could not make its Pods in time',
        {
          spec: { replicas: 3 },
          status: {
            conditions: [
              is('ReplicaFailure', 'True', 'FailedCreate'),
              is('Progressing', 'False', 'ProgressDeadlineExceeded'),
            ],
          },
        },
        'FAILED',
        'ProgressDeadlineExceeded',
      ],
    ),
  ),
  ...vectors('apps/Deployment', [
    'left alone by Flux, with too few',
    annotated(
      { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
      { spec: { replicas: 3 }, status: { ...replicas, availableReplicas: 0 } },
    ),
    'IN_PROGRESS',
    'LessAvailable',
    'held',
  ]),
  ...vectors('apps/StatefulSet', [
    'left alone by Flux',
    annotated({ 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' }, { spec: { replicas: 0 } }),
    'CURRENT',
    'ReconcileDisabled',
    'held',
  ]),
  ...vectors('apps/StatefulSet', [
    'with all replicas',
    { spec: { replicas: 3 }, status: { replicas: 3, readyReplicas: 3, currentReplicas: 3 } },
    'CURRENT',
    '',
  ]),
  ...vectors(
    'apps/StatefulSet',
    [
      'updated by hand, with all replicas',
      {
        spec: { replicas: 3, updateStrategy: { type: 'OnDelete' } },
        status: { replicas: 3, readyReplicas: 3, updatedReplicas: 1 },
      },
      'CURRENT',
      '',
    ],
    [
      'updated by hand, none of whose replicas is ready',
      { spec: { replicas: 3, updateStrategy: { type: 'OnDelete' } }, status: { replicas: 3, currentReplicas: 3 } },
      'IN_PROGRESS',
      'LessReady',
    ],
  ),
  ...['apps', 'extensions'].flatMap(group => [
    ...vectors(
      `${group}/DaemonSet`,
      [
        'updated by hand on no node yet',
        {
          spec: { updateStrategy: { type: 'OnDelete' } },
          status: {
            observedGeneration: 2,
            desiredNumberScheduled: 3,
            currentNumberScheduled: 3,
            numberAvailable: 3,
            numberReady: 3,
          },
        },
        'CURRENT',
        '',
      ],
      [
        'updated by hand, that is not ready on one node',
        {
          spec: { updateStrategy: { type: 'OnDelete' } },
          status: {
            observedGeneration: 2,
            desiredNumberScheduled: 3,
            currentNumberScheduled: 3,
            numberAvailable: 3,
            numberReady: 2,
          },
        },
        'IN_PROGRESS',
        'LessReady',
      ],
      [
        'updated on no node yet',
        {
          status: {
            observedGeneration: 2,
            desiredNumberScheduled: 3,
            currentNumberScheduled: 3,
            numberAvailable: 3,
            numberReady: 3,
          },
        },
        'IN_PROGRESS',
        'LessUpdated',
      ],
      [
        'on all nodes',
        {
          status: {
            ...{
              observedGeneration: 2,
              desiredNumberScheduled: 3,
              currentNumberScheduled: 3,
              updatedNumberScheduled: 3,
            },
            ...{ numberAvailable: 3, numberReady: 3 },
          },
        },
        'CURRENT',
        '',
      ],
      ['that waits', { status: { observedGeneration: 2, desiredNumberScheduled: 3 } }, 'IN_PROGRESS', 'LessCurrent'],
    ),
    ...vectors(
      `${group}/ReplicaSet`,
      [
        'with all replicas',
        { status: { fullyLabeledReplicas: 1, availableReplicas: 1, readyReplicas: 1, replicas: 1 } },
        'CURRENT',
        '',
      ],
      [
        'that cannot make its Pods',
        conditions(is('ReplicaFailure', 'True', 'FailedCreate')),
        'IN_PROGRESS',
        'FailedCreate',
      ],
    ),
  ]),
  ...vectors(
    'apiextensions.k8s.io/CustomResourceDefinition',
    ['established', conditions(is('Established', 'True', 'InitialNamesAccepted')), 'CURRENT', 'InitialNamesAccepted'],
    ['whose names are taken', conditions(is('NamesAccepted', 'False', 'PluralConflict')), 'FAILED', 'PluralConflict'],
    ['that is installed', conditions(is('Established', 'False', 'Installing')), 'IN_PROGRESS', 'Installing'],
  ),
  ...vectors(
    'apiregistration.k8s.io/APIService',
    ['available', conditions(is('Available', 'True', 'Passed')), 'CURRENT', 'Passed'],
    ['not available', conditions(is('Available', 'False', 'FailedDiscoveryCheck')), 'FAILED', 'FailedDiscoveryCheck'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['VolumeSnapshot', 'VolumeSnapshotContent'].flatMap(kind =>
    vectors(
      `snapshot.storage.k8s.io/${kind}`,
      ['ready to use', { status: { readyToUse: true, creationTime: LONG_AGO } }, 'CURRENT', ''],
      [
        'that failed',
        { status: { readyToUse: false, error: { message: 'no quota', time: LONG_AGO } } },
        'FAILED',
        'SnapshotFailed',
      ],
      ['that is taken', { status: { readyToUse: false } }, 'IN_PROGRESS', 'NotReady'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReady'],
    ),
  ),
  ...vectors(
    'batch/Job',
    ['complete', conditions(is('Complete', 'True')), 'CURRENT', ''],
    ['failed', conditions(is('Failed', 'True', 'BackoffLimitExceeded')), 'FAILED', 'BackoffLimitExceeded'],
    ['that took too long', conditions(is('Failed', 'True', 'DeadlineExceeded')), 'FAILED', 'DeadlineExceeded'],
    ['failed, without a reason', conditions(is('Failed', 'True')), 'FAILED', 'JobFailed'],
    [
      'suspended',
      { spec: { suspend: true }, ...conditions(is('Suspended', 'True', 'JobSuspended')) },
      'CURRENT',
      'Suspended',
      'held',
    ],
  ),
  ...vectors(
    'batch/CronJob',
    [
      'whose last run succeeded',
      { status: { lastScheduleTime: LONG_AGO, lastSuccessfulTime: '2026-11-20T03:01:00Z' } },
      'CURRENT',
      '',
    ],
    [
      'whose last run failed',
      { status: { lastScheduleTime: LONG_AGO, lastSuccessfulTime: '2026-11-01T03:01:00Z' } },
      'FAILED',
      'LastRunFailed',
    ],
    [
      'that runs, after a run that failed',
      { status: { active: [{ name: 'x' }], lastScheduleTime: LONG_AGO, lastSuccessfulTime: '2026-11-01T03:01:00Z' } },
      'CURRENT',
      '',
    ],
    ['that never succeeded', { status: { lastScheduleTime: LONG_AGO } }, 'FAILED', 'NeverSucceeded'],
    ['whose first run ended now', { status: { lastScheduleTime: JUST_NOW } }, 'IN_PROGRESS', 'NeverSucceeded'],
    ['whose first run is not over', { status: { active: [{ name: 'x' }], lastScheduleTime: LONG_AGO } }, 'CURRENT', ''],
    ['that did not run yet', { status: {} }, 'CURRENT', ''],
    [
      'that does not tell of success, since its Jobs are deleted at once',
      { spec: { successfulJobsHistoryLimit: 0 }, status: { lastScheduleTime: LONG_AGO } },
      'CURRENT',
      '',
    ],
    [
      'that does not tell of success, since its Jobs live for a second',
      { spec: { jobTemplate: { spec: { ttlSecondsAfterFinished: 1 } } }, status: { lastScheduleTime: LONG_AGO } },
      'CURRENT',
      '',
    ],
    [
      'suspended, and never succeeded',
      { spec: { suspend: true }, status: { lastScheduleTime: LONG_AGO } },
      'CURRENT',
      'Suspended',
      'held',
    ],
    [
      'suspended after a run that failed',
      { spec: { suspend: true }, status: { lastScheduleTime: LONG_AGO, lastSuccessfulTime: '2026-11-01T03:01:00Z' } },
      'CURRENT',
      'Suspended',
      'held',
    ],
  ),
  ...vectors(
    'autoscaling/HorizontalPodAutoscaler',
    [
      'that scales',
      conditions(is('AbleToScale', 'True', 'ReadyForNewScale'), is('ScalingActive', 'True', 'ValidMetricFound')),
      'CURRENT',
      'ValidMetricFound',
    ],
    [
      'without its metric',
      conditions(is('AbleToScale', 'True'), is('ScalingActive', 'False', 'FailedGetResourceMetric')),
      'FAILED',
      'FailedGetResourceMetric',
    ],
    [
      'without its metric for a minute',
      conditions(is('AbleToScale', 'True'), is('ScalingActive', 'False', 'FailedGetResourceMetric', young)),
      'IN_PROGRESS',
      'FailedGetResourceMetric',
    ],
    [
      'without a selector',
      conditions(is('ScalingActive', 'False', 'InvalidSelector', young)),
      'FAILED',
      'InvalidSelector',
    ],
    ['without its target', conditions(is('AbleToScale', 'False', 'FailedGetScale')), 'FAILED', 'FailedGetScale'],
    [
      'of no replicas',
      conditions(is('AbleToScale', 'True'), is('ScalingActive', 'False', 'ScalingDisabled')),
      'CURRENT',
      '',
    ],
    [
      'that waits before it scales down',
      conditions(is('AbleToScale', 'False', 'BackoffDownscale'), is('ScalingActive', 'True', 'ValidMetricFound')),
      'CURRENT',
      'ValidMetricFound',
    ],
  ),
  ...vectors(
    'example.org/Thing',
    ['ready', conditions(is('Ready', 'True', 'R')), 'CURRENT', 'R'],
    ['not ready', conditions(is('Ready', 'False', 'R')), 'IN_PROGRESS', 'R'],
    ['stalled', conditions(is('Stalled', 'True', 'S')), 'FAILED', 'S'],
    [
      'that Flux leaves alone',
      annotated({ 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' }),
      'CURRENT',
      'ReconcileDisabled',
      'held',
    ],
    [
      'that Flux leaves alone, as other people write it',
      annotated({ 'kustomize.toolkit.fluxcd.io/reconcile': 'Disabled' }),
      'CURRENT',
      'ReconcileDisabled',
      'held',
    ],
    ['with annotations that are none', { metadata: { annotations: 'crossplane.io/paused' } }, 'CURRENT', ''],
    ['that is deleted', { metadata: { deletionTimestamp: JUST_NOW } }, 'TERMINATING', 'Terminating'],
  ),
];
