import { annotated, conditions, is, JUST_NOW, type Json, LONG_AGO, vectors } from './vector.ts';

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

const health = (value: string, more: Json = {}) => ({ status: { health: value, ...more } });
const percona = (state: string, more: Json = {}) => ({ status: { state, ...more } });
const zalando = (value: string) => ({ status: { PostgresClusterStatus: value } });

export const databases = [
  ...vectors(
    'elasticsearch.k8s.elastic.co/Elasticsearch',
    ['green', health('green', { phase: 'Ready' }), 'CURRENT', 'green'],
    ['yellow', health('yellow', { phase: 'Ready' }), 'IN_PROGRESS', 'yellow'],
    ['red', health('red', { phase: 'Ready' }), 'FAILED', 'red'],
    ['red, while it is changed', health('red', { phase: 'ApplyingChanges' }), 'FAILED', 'red'],
    ['that is not valid', health('green', { phase: 'Invalid' }), 'FAILED', 'Invalid'],
    ['that is changed', health('green', { phase: 'ApplyingChanges' }), 'IN_PROGRESS', 'ApplyingChanges'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...[
    ...[
      'kibana.k8s.elastic.co/Kibana',
      'apm.k8s.elastic.co/ApmServer',
      'beat.k8s.elastic.co/Beat',
      'agent.k8s.elastic.co/Agent',
    ],
    ...[
      'logstash.k8s.elastic.co/Logstash',
      'enterprisesearch.k8s.elastic.co/EnterpriseSearch',
      'maps.k8s.elastic.co/ElasticMapsServer',
    ],
  ].flatMap(kind =>
    vectors(
      kind,
      ['green', health('green'), 'CURRENT', 'green'],
      ['yellow', health('yellow'), 'IN_PROGRESS', 'yellow'],
      ['red', health('red'), 'FAILED', 'red'],
      ['red at its start', { metadata: { creationTimestamp: JUST_NOW }, ...health('red') }, 'IN_PROGRESS', 'red'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...vectors(
    'acid.zalan.do/postgresql',
    ['that runs', zalando('Running'), 'CURRENT', 'Running'],
    ['that could not be made', zalando('CreateFailed'), 'FAILED', 'CreateFailed'],
    ['that could not be synced', zalando('SyncFailed'), 'FAILED', 'SyncFailed'],
    ['that is not valid', zalando('Invalid'), 'FAILED', 'Invalid'],
    ['that is changed', zalando('Updating'), 'IN_PROGRESS', 'Updating'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...[
    ['pxc.percona.com/PerconaXtraDBCluster', ['pxc: Back-off pulling image']],
    ['psmdb.percona.com/PerconaServerMongoDB', 'rs0: exec: command failed'],
    ['pgv2.percona.com/PerconaPGCluster', undefined],
    ['ps.percona.com/PerconaServerMySQL', 'mysql: Full cluster crash'],
  ].flatMap(([kind, message]) =>
    vectors(
      String(kind),
      ['ready', percona('ready', { ready: 3, size: 3, observedGeneration: 2 }), 'CURRENT', 'ready'],
      ['that cannot go on', percona('error', { message, ready: 0, size: 3 }), 'FAILED', 'error'],
      ['that starts', percona('initializing', { ready: 1, size: 3 }), 'IN_PROGRESS', 'initializing'],
      [
        'whose conditions are older states',
        percona('initializing', { conditions: [is('ready', 'True')] }),
        'IN_PROGRESS',
        'initializing',
      ],
      [
        'that stops',
        { spec: { pause: true }, ...percona('stopping', { ready: 1, size: 3 }) },
        'IN_PROGRESS',
        'Paused',
        'held',
      ],
      ['paused', { spec: { pause: true }, ...percona('paused', { ready: 0, size: 0 }) }, 'CURRENT', 'Paused', 'held'],
      ['of which nothing is known', percona('unknown'), 'UNKNOWN', 'unknown'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...[
    ['pxc.percona.com', 'PerconaXtraDBCluster', 'Succeeded', 'Failed', 'Restoring'],
    ['psmdb.percona.com', 'PerconaServerMongoDB', 'ready', 'error', 'requested'],
    ['pgv2.percona.com', 'PerconaPG', 'Succeeded', 'Failed', 'Running'],
    ['ps.percona.com', 'PerconaServerMySQL', 'Succeeded', 'Error', 'Starting'],
  ].flatMap(([group, name, succeeded = '', failed = '', runs = '']) =>
    ['Backup', 'Restore'].flatMap(run =>
      vectors(
        `${group}/${name}${run}`,
        ['that ended well', percona(succeeded, { completed: LONG_AGO }), 'CURRENT', succeeded],
        ['that failed', percona(failed, { error: 'no such storage', completed: LONG_AGO }), 'FAILED', failed],
        ['that runs', percona(runs), 'IN_PROGRESS', runs],
        ['never looked at', {}, 'IN_PROGRESS', 'Pending'],
      ),
    ),
  ),
  ...vectors(
    'rabbitmq.com/RabbitmqCluster',
    [
      'available',
      conditions(is('AllReplicasReady', 'True'), is('ClusterAvailable', 'True', 'AtLeastOneEndpointAvailable')),
      'CURRENT',
      'AtLeastOneEndpointAvailable',
    ],
    [
      'that cannot be reconciled',
      conditions(is('ReconcileSuccess', 'False', 'Error'), is('ClusterAvailable', 'True')),
      'FAILED',
      'Error',
    ],
    [
      'without an endpoint',
      conditions(is('ClusterAvailable', 'False', 'NoEndpointsAvailable')),
      'FAILED',
      'NoEndpointsAvailable',
    ],
    [
      'without an endpoint since a minute',
      conditions(is('ClusterAvailable', 'False', 'NoEndpointsAvailable', { lastTransitionTime: JUST_NOW })),
      'IN_PROGRESS',
      'NoEndpointsAvailable',
    ],
    ['that is not available', conditions(is('ClusterAvailable', 'False', 'Other')), 'IN_PROGRESS', 'Other'],
    [
      'of which nothing is known',
      conditions(is('ClusterAvailable', 'Unknown', 'Initialising')),
      'IN_PROGRESS',
      'Initialising',
    ],
    [
      'without a replica',
      conditions(is('AllReplicasReady', 'False', 'NotAllPodsReady'), is('ClusterAvailable', 'True')),
      'IN_PROGRESS',
      'NotAllPodsReady',
    ],
    [
      'whose replicas are not known',
      conditions(is('AllReplicasReady', 'Unknown', 'Initialising'), is('ClusterAvailable', 'True')),
      'IN_PROGRESS',
      'Initialising',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
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
