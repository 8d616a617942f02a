import { annotated, conditions, is, vectors } from './vector.ts';

export const velero = [
  ...['Backup', 'Restore', 'PodVolumeBackup', 'PodVolumeRestore', 'DataUpload', 'DataDownload'].flatMap(kind =>
    vectors(
      `velero.io/${kind}`,
      ['completed', { status: { phase: 'Completed' } }, 'CURRENT', 'Completed'],
      ['failed', { status: { phase: 'Failed', failureReason: 'no space' } }, 'FAILED', 'Failed'],
      ['in progress', { status: { phase: 'InProgress' } }, 'IN_PROGRESS', 'InProgress'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...vectors(
    'velero.io/Backup',
    ['that saved a part', { status: { phase: 'PartiallyFailed', errors: 7 } }, 'FAILED', 'PartiallyFailed'],
    ['that is not valid', { status: { phase: 'FailedValidation' } }, 'FAILED', 'FailedValidation'],
    ['that goes', { status: { phase: 'Deleting' } }, 'TERMINATING', 'Deleting'],
  ),
  ...vectors(
    'velero.io/BackupStorageLocation',
    ['available', { status: { phase: 'Available' } }, 'CURRENT', 'Available'],
    ['unavailable', { status: { phase: 'Unavailable', message: 'access denied' } }, 'FAILED', 'Unavailable'],
  ),
  ...vectors(
    'velero.io/BackupRepository',
    ['ready', { status: { phase: 'Ready' } }, 'CURRENT', 'Ready'],
    ['not ready', { status: { phase: 'NotReady' } }, 'FAILED', 'NotReady'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'velero.io/Schedule',
    ['enabled', { status: { phase: 'Enabled' } }, 'CURRENT', 'Enabled'],
    [
      'not valid',
      { status: { phase: 'FailedValidation', validationErrors: ['bad cron'] } },
      'FAILED',
      'FailedValidation',
    ],
    ['paused', { spec: { paused: true }, status: { phase: 'Enabled' } }, 'CURRENT', 'Paused', 'held'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
];

export const strimzi = [
  ...vectors(
    'kafka.strimzi.io/Kafka',
    ['ready', { status: { observedGeneration: 2, conditions: [is('Ready', 'True')] } }, 'CURRENT', ''],
    ['not ready', conditions(is('NotReady', 'True', 'UnforceableProblem')), 'FAILED', 'UnforceableProblem'],
    ['that is created', conditions(is('NotReady', 'True', 'Creating')), 'IN_PROGRESS', 'Creating'],
    ['whose Ready is False', conditions(is('Ready', 'False', 'X')), 'FAILED', 'X'],
    [
      'paused',
      annotated({ 'strimzi.io/pause-reconciliation': 'true' }, conditions(is('ReconciliationPaused', 'True'))),
      'CURRENT',
      'ReconciliationPaused',
      'held',
    ],
    [
      'paused, by its condition alone',
      conditions(is('ReconciliationPaused', 'True')),
      'CURRENT',
      'ReconciliationPaused',
      'held',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'kafka.strimzi.io/KafkaRebalance',
    ['that waits for approval', conditions(is('ProposalReady', 'True')), 'CURRENT', ''],
    ['stopped', conditions(is('Stopped', 'True')), 'CURRENT', ''],
    [
      'that failed',
      conditions(is('NotReady', 'True', 'CruiseControlRestException')),
      'FAILED',
      'CruiseControlRestException',
    ],
  ),
];

const NODE_POOL_WARNING = is('Warning', 'True', 'UnsupportedVersion');

export const strimziNodePools = vectors(
  'kafka.strimzi.io/KafkaNodePool',
  ['with its nodes', { status: { nodeIds: [0, 1, 2], roles: ['broker'], replicas: 3 } }, 'CURRENT', ''],
  ['of no nodes', { status: { observedGeneration: 2, nodeIds: [], replicas: 0 } }, 'CURRENT', ''],
  [
    'with a warning',
    { status: { observedGeneration: 2, nodeIds: [0], conditions: [NODE_POOL_WARNING] } },
    'CURRENT',
    '',
  ],
  [
    'not ready',
    { status: { nodeIds: [0], conditions: [is('NotReady', 'True', 'InvalidResource')] } },
    'FAILED',
    'InvalidResource',
  ],
  [
    'of an older generation',
    { status: { observedGeneration: 1, nodeIds: [0] } },
    'IN_PROGRESS',
    'LatestGenerationNotObserved',
  ],
  ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
);

export const cloudNativePg = [
  ...vectors(
    'postgresql.cnpg.io/Cluster',
    [
      'healthy',
      {
        status: {
          phase: 'Cluster in healthy state',
          conditions: [is('Ready', 'True'), is('ContinuousArchiving', 'True')],
        },
      },
      'CURRENT',
      'Healthy',
    ],
    [
      'that archives no more',
      {
        status: {
          phase: 'Cluster in healthy state',
          conditions: [is('ContinuousArchiving', 'False', 'ContinuousArchivingFailing')],
        },
      },
      'FAILED',
      'ContinuousArchivingFailing',
    ],
    [
      'unrecoverable',
      { status: { phase: 'Cluster is unrecoverable and needs manual intervention' } },
      'FAILED',
      'Unrecoverable',
    ],
    [
      'without disk space',
      { status: { phase: 'Not enough disk space', phaseReason: 'pg-1' } },
      'FAILED',
      'CannotReconcile',
    ],
    ['that is set up', { status: { phase: 'Setting up primary', phaseReason: 'pg-1' } }, 'IN_PROGRESS', 'Reconciling'],
    [
      'that waits for a person',
      { status: { phase: 'Waiting for user action' } },
      'IN_PROGRESS',
      'WaitingForUser',
      'held',
    ],
    [
      'that nobody reconciles',
      annotated({ 'cnpg.io/reconciliationLoop': 'disabled' }, { status: { phase: 'Cluster in healthy state' } }),
      'CURRENT',
      'ReconciliationDisabled',
      'held',
    ],
    [
      'hibernated',
      annotated({ 'cnpg.io/hibernation': 'on' }, { status: { phase: 'Cluster in healthy state' } }),
      'CURRENT',
      'Hibernated',
      'held',
    ],
    [
      'hibernated, by its condition',
      { status: { phase: 'Cluster in healthy state', conditions: [is('cnpg.io/hibernation', 'True')] } },
      'CURRENT',
      'Hibernated',
      'held',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'postgresql.cnpg.io/Backup',
    ['completed', { status: { phase: 'completed' } }, 'CURRENT', 'completed'],
    ['failed', { status: { phase: 'failed', error: 'no credentials' } }, 'FAILED', 'failed'],
    ['running', { status: { phase: 'running' } }, 'IN_PROGRESS', 'Running'],
  ),
  ...vectors(
    'postgresql.cnpg.io/ScheduledBackup',
    ['that runs', {}, 'CURRENT', ''],
    ['suspended', { spec: { suspend: true } }, 'CURRENT', 'Suspended', 'held'],
  ),
  ...['Database', 'Publication', 'Subscription'].flatMap(kind =>
    vectors(
      `postgresql.cnpg.io/${kind}`,
      ['applied', { status: { applied: true } }, 'CURRENT', ''],
      ['that is refused', { status: { applied: false, message: 'role does not exist' } }, 'FAILED', 'NotApplied'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
];

export const keda = ['ScaledObject', 'ScaledJob'].flatMap(kind =>
  vectors(
    `keda.sh/${kind}`,
    [
      'ready',
      conditions(is('Ready', 'True', 'ScaledObjectReady'), is('Fallback', 'False')),
      'CURRENT',
      'ScaledObjectReady',
    ],
    [
      'that is not right',
      conditions(is('Ready', 'False', 'ScaledObjectCheckFailed')),
      'FAILED',
      'ScaledObjectCheckFailed',
    ],
    [
      'whose metric cannot be read',
      conditions(is('Ready', 'True'), is('Fallback', 'True', 'FallbackExists')),
      'FAILED',
      'FallbackExists',
    ],
    ['not known yet', conditions(is('Ready', 'Unknown')), 'IN_PROGRESS', 'NotReady'],
    [
      'paused',
      annotated({ 'autoscaling.keda.sh/paused': 'true' }, conditions(is('Ready', 'True'))),
      'CURRENT',
      'ScaledObjectPaused',
      'held',
    ],
    [
      'paused by a value that is no boolean',
      annotated({ 'autoscaling.keda.sh/paused': '' }, conditions(is('Ready', 'True'))),
      'CURRENT',
      'ScaledObjectPaused',
      'held',
    ],
    [
      'not paused, as it says',
      annotated({ 'autoscaling.keda.sh/paused': 'false' }, conditions(is('Ready', 'True'))),
      'CURRENT',
      '',
    ],
    [
      'paused at a number of replicas',
      annotated({ 'autoscaling.keda.sh/paused-replicas': '0' }, conditions(is('Ready', 'True'))),
      'CURRENT',
      'ScaledObjectPaused',
      'held',
    ],
    [
      'paused, by its condition',
      conditions(is('Ready', 'True'), is('Paused', 'True')),
      'CURRENT',
      'ScaledObjectPaused',
      'held',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
);
