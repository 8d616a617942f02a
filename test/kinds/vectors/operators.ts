import { conditions, is, type Json, LONG_AGO, vectors } from './vector.ts';

const phase = (value: unknown, more: Json = {}) => ({ status: { phase: value, ...more } });

export const olm = [
  ...vectors(
    'operators.coreos.com/ClusterServiceVersion',
    [
      'installed',
      phase('Succeeded', {
        reason: 'InstallSucceeded',
        conditions: [{ phase: 'Succeeded', reason: 'InstallSucceeded' }],
      }),
      'CURRENT',
      '',
    ],
    [
      'that failed',
      phase('Failed', { reason: 'ComponentUnhealthy', message: 'installing: deployment changed' }),
      'FAILED',
      'Failed',
    ],
    ['whose requirements are not met', phase('Pending', { reason: 'RequirementsNotMet' }), 'IN_PROGRESS', 'Pending'],
    ['that is replaced', phase('Deleting'), 'TERMINATING', 'Deleting'],
    ['that cannot be looked at', phase('Unknown'), 'UNKNOWN', 'Unknown'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'operators.coreos.com/InstallPlan',
    ['complete', phase('Complete'), 'CURRENT', ''],
    ['that failed', phase('Failed'), 'FAILED', 'Failed'],
    ['that installs', phase('Installing'), 'IN_PROGRESS', 'Installing'],
    ['that waits for a person', phase('RequiresApproval'), 'IN_PROGRESS', 'RequiresApproval', 'held'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'operators.coreos.com/Subscription',
    [
      'at the latest version',
      {
        status: {
          state: 'AtLatestKnown',
          installedCSV: 'web.v1',
          conditions: [is('CatalogSourcesUnhealthy', 'False', 'AllCatalogSourcesHealthy')],
        },
      },
      'CURRENT',
      '',
    ],
    [
      'that cannot be resolved',
      conditions(is('ResolutionFailed', 'True', 'ConstraintsNotSatisfiable')),
      'FAILED',
      'ConstraintsNotSatisfiable',
    ],
    [
      'whose plan failed',
      conditions(is('InstallPlanFailed', 'True', 'InstallComponentFailed')),
      'FAILED',
      'InstallComponentFailed',
    ],
    [
      'without a catalog',
      conditions(is('CatalogSourcesUnhealthy', 'True', 'UnhealthyCatalogSourceFound')),
      'FAILED',
      'UnhealthyCatalogSourceFound',
    ],
    ['whose plan is missing', conditions(is('InstallPlanMissing', 'True', 'Gone')), 'FAILED', 'Gone'],
    [
      'whose old plan was deleted',
      {
        status: {
          installedCSV: 'web.v1',
          conditions: [is('InstallPlanMissing', 'True', 'ReferencedInstallPlanNotFound')],
        },
      },
      'CURRENT',
      '',
    ],
    ['whose plan is pending', conditions(is('InstallPlanPending', 'True', 'Installing')), 'IN_PROGRESS', 'Installing'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
];

const ceph = (health: string, more: Json = {}) =>
  phase('Ready', { state: 'Created', ceph: { health, lastChanged: LONG_AGO }, ...more });

export const storage = [
  ...vectors(
    'ceph.rook.io/CephCluster',
    ['healthy', ceph('HEALTH_OK'), 'CURRENT', ''],
    ['with a warning', ceph('HEALTH_WARN'), 'CURRENT', 'HEALTH_WARN'],
    ['with an error', ceph('HEALTH_ERR'), 'FAILED', 'HEALTH_ERR'],
    ['that cannot be configured', ceph('HEALTH_OK', { state: 'Error' }), 'FAILED', 'Error'],
    ['in the phase Failure', phase('Failure'), 'FAILED', 'Failure'],
    ['that is created', phase('Progressing', { state: 'Creating' }), 'IN_PROGRESS', 'Creating'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'ceph.rook.io/CephBlockPool',
    ['ready', phase('Ready'), 'CURRENT', ''],
    ['that failed', phase('Failure'), 'FAILED', 'Failure'],
    ['that cannot be reconciled', phase('ReconcileFailed'), 'FAILED', 'ReconcileFailed'],
    ['that is made', phase('Progressing'), 'IN_PROGRESS', 'Progressing'],
    ['that goes', phase('Deleting'), 'TERMINATING', 'Deleting'],
    ['without a status', {}, 'CURRENT', ''],
  ),
  ...vectors(
    'longhorn.io/Volume',
    [
      'attached',
      { status: { state: 'attached', robustness: 'healthy', conditions: [is('Scheduled', 'True')] } },
      'CURRENT',
      'attached',
    ],
    ['detached', { status: { state: 'detached', robustness: 'unknown', conditions: null } }, 'CURRENT', 'detached'],
    ['without a replica', { status: { state: 'detached', robustness: 'faulted' } }, 'FAILED', 'faulted'],
    [
      'that cannot be restored',
      { status: { state: 'detached', conditions: [is('Restore', 'False', 'RestoreFailure')] } },
      'FAILED',
      'RestoreFailure',
    ],
    [
      'that repairs itself',
      { status: { state: 'attached', robustness: 'degraded', lastDegradedAt: LONG_AGO } },
      'IN_PROGRESS',
      'degraded',
    ],
    [
      'without room for a replica',
      {
        status: {
          state: 'attached',
          robustness: 'degraded',
          conditions: [is('Scheduled', 'False', 'ReplicaSchedulingFailure')],
        },
      },
      'IN_PROGRESS',
      'ReplicaSchedulingFailure',
    ],
    ['that is attached', { status: { state: 'attaching', robustness: 'unknown' } }, 'IN_PROGRESS', 'attaching'],
    ['that goes', { status: { state: 'deleting' } }, 'TERMINATING', 'deleting'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
];

const volcano = (value: string, more: Json = {}) => ({
  status: { state: { phase: value, lastTransitionTime: LONG_AGO, ...more } },
});
const printable = (value: string, more: Json = {}) => ({ status: { printableStatus: value, ...more } });

export const queues = [
  ...vectors(
    'kueue.x-k8s.io/Workload',
    [
      'that ended well',
      conditions(is('Admitted', 'True'), is('Finished', 'True', 'Succeeded')),
      'CURRENT',
      'Succeeded',
    ],
    ['that failed', conditions(is('Admitted', 'True'), is('Finished', 'True', 'Failed')), 'FAILED', 'Failed'],
    ['that runs', conditions(is('QuotaReserved', 'True'), is('Admitted', 'True', 'Admitted')), 'CURRENT', 'Admitted'],
    [
      'that was evicted',
      conditions(is('QuotaReserved', 'False', 'Pending'), is('Evicted', 'True', 'Preempted')),
      'IN_PROGRESS',
      'Preempted',
    ],
    ['that waits for quota', conditions(is('QuotaReserved', 'False', 'Pending')), 'IN_PROGRESS', 'Pending'],
    [
      'that was deactivated',
      { spec: { active: false }, ...conditions(is('Evicted', 'True', 'Deactivated')) },
      'IN_PROGRESS',
      'Deactivated',
      'held',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['ClusterQueue', 'LocalQueue'].flatMap(kind =>
    vectors(
      `kueue.x-k8s.io/${kind}`,
      ['active', { spec: { stopPolicy: 'None' }, ...conditions(is('Active', 'True', 'Ready')) }, 'CURRENT', 'Ready'],
      ['without a flavor', conditions(is('Active', 'False', 'FlavorNotFound')), 'FAILED', 'FlavorNotFound'],
      [
        'stopped',
        { spec: { stopPolicy: 'HoldAndDrain' }, ...conditions(is('Active', 'False', 'Stopped')) },
        'CURRENT',
        'Stopped',
        'held',
      ],
      [
        'that waits for another',
        conditions(is('Active', 'False', 'ClusterQueueIsInactive')),
        'IN_PROGRESS',
        'ClusterQueueIsInactive',
      ],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...vectors(
    'batch.volcano.sh/Job',
    ['that runs', volcano('Running'), 'CURRENT', 'Running'],
    ['that ended well', volcano('Completed'), 'CURRENT', 'Completed'],
    ['that failed', volcano('Failed', { reason: 'PodFailed' }), 'FAILED', 'Failed'],
    ['that was stopped', volcano('Aborted'), 'CURRENT', 'Aborted', 'held'],
    ['that waits', volcano('Pending'), 'IN_PROGRESS', 'Pending'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'kubevirt.io/VirtualMachine',
    ['that runs', printable('Running', { conditions: [is('Ready', 'True')] }), 'CURRENT', 'Running'],
    [
      'that crashes',
      printable('CrashLoopBackOff', { conditions: [is('Ready', 'False')] }),
      'FAILED',
      'CrashLoopBackOff',
    ],
    ['that fits no node', printable('ErrorUnschedulable'), 'FAILED', 'ErrorUnschedulable'],
    [
      'that was stopped',
      printable('Stopped', { conditions: [is('Ready', 'False', 'VMINotExists')] }),
      'CURRENT',
      'Stopped',
      'held',
    ],
    ['that is paused', printable('Paused', { conditions: [is('Paused', 'True')] }), 'CURRENT', 'Paused', 'held'],
    ['that starts', printable('Starting'), 'IN_PROGRESS', 'Starting'],
    ['that goes', printable('Terminating'), 'TERMINATING', 'Terminating'],
    ['on a lost node', printable('Unknown'), 'UNKNOWN', 'Unknown'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'kubevirt.io/VirtualMachineInstance',
    ['that runs', phase('Running', { conditions: [is('Ready', 'True')] }), 'CURRENT', 'Running'],
    ['that failed', phase('Failed'), 'FAILED', 'Failed'],
    ['that waits for a node', phase('Scheduling'), 'IN_PROGRESS', 'Scheduling'],
    ['on a lost node', phase('Unknown'), 'UNKNOWN', 'Unknown'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
];

export const conventions = [
  ...vectors(
    'example.org/Thing',
    ['that says it failed', conditions(is('Failed', 'True', 'PodsFailed')), 'FAILED', 'PodsFailed'],
    ['that did not fail', conditions(is('Failed', 'False', 'Fine')), 'CURRENT', ''],
    ['that is degraded', conditions(is('Available', 'True'), is('Degraded', 'true', 'Down')), 'FAILED', 'Down'],
    [
      'that is degraded and not ready',
      conditions(is('Ready', 'False', 'Waits'), is('Degraded', 'True', 'Down')),
      'FAILED',
      'Down',
    ],
    [
      'that is degraded, and can be used',
      conditions(is('Ready', 'True', 'Fine'), is('Degraded', 'True', 'Slow')),
      'CURRENT',
      'Fine',
    ],
    ['in the phase Failed', phase('Failed', { message: 'no room' }), 'FAILED', 'Failed'],
    ['in the phase error', phase('error', { conditions: null }), 'FAILED', 'error'],
    ['in the state Error', { status: { state: 'Error' } }, 'FAILED', 'Error'],
    [
      'in the phase Failed, and ready',
      phase('Failed', { conditions: [is('Ready', 'True', 'Fine')] }),
      'CURRENT',
      'Fine',
    ],
    ['in a phase of its own', phase('Running'), 'CURRENT', ''],
    ['in a phase that is no text', phase({ Failed: true }), 'CURRENT', ''],
  ),
  ...vectors(
    'policy/PodDisruptionBudget',
    ['that allows a disruption', conditions(is('DisruptionAllowed', 'True', 'SufficientPods')), 'CURRENT', ''],
    ['that allows none', conditions(is('DisruptionAllowed', 'False', 'InsufficientPods')), 'CURRENT', ''],
    ['that cannot be computed', conditions(is('DisruptionAllowed', 'False', 'SyncFailed')), 'FAILED', 'SyncFailed'],
  ),
  ...vectors(
    'autoscaling.k8s.io/VerticalPodAutoscaler',
    ['with a recommendation', conditions(is('RecommendationProvided', 'True')), 'CURRENT', ''],
    [
      'without Pods',
      conditions(is('RecommendationProvided', 'False'), is('NoPodsMatched', 'True', 'NoPods')),
      'FAILED',
      'NoPods',
    ],
    ['that is not supported', conditions(is('ConfigUnsupported', 'True')), 'FAILED', 'ConfigUnsupported'],
    ['without a recommendation', conditions(is('RecommendationProvided', 'False')), 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['CiliumNetworkPolicy', 'CiliumClusterwideNetworkPolicy'].flatMap(kind =>
    vectors(
      `cilium.io/${kind}`,
      ['valid', conditions(is('Valid', 'True')), 'CURRENT', ''],
      ['not valid', conditions(is('Valid', 'False')), 'FAILED', 'NotValid'],
      ['without a status', {}, 'CURRENT', ''],
    ),
  ),
  ...vectors(
    'grafana.integreatly.org/Grafana',
    ['complete', { status: { stage: 'complete', stageStatus: 'success' } }, 'CURRENT', ''],
    [
      'that failed',
      { status: { stage: 'deployment', stageStatus: 'failed', lastMessage: 'no room' } },
      'FAILED',
      'StageFailed',
    ],
    ['that is made', { status: { stage: 'deployment', stageStatus: 'in progress' } }, 'IN_PROGRESS', 'InProgress'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'grafana.integreatly.org/GrafanaDashboard',
    ['synchronized', conditions(is('DashboardSynchronized', 'True', 'ApplySuccessful')), 'CURRENT', 'ApplySuccessful'],
    [
      'that cannot be applied',
      conditions(is('DashboardSynchronized', 'False', 'ApplyFailed')),
      'FAILED',
      'ApplyFailed',
    ],
    ['that is not valid', conditions(is('InvalidSpec', 'True', 'Bad')), 'FAILED', 'Bad'],
    [
      'without an instance',
      conditions(is('NoMatchingInstance', 'True', 'EmptyAPIReply')),
      'IN_PROGRESS',
      'EmptyAPIReply',
    ],
    ['without a folder', conditions(is('NoMatchingFolder', 'True', 'Missing')), 'IN_PROGRESS', 'Missing'],
    [
      'that is suspended',
      { spec: { suspend: true }, ...conditions(is('Suspended', 'True', 'ApplySuspended')) },
      'CURRENT',
      'Suspended',
      'held',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors('grafana.integreatly.org/GrafanaNotificationPolicy', [
    'in a loop',
    conditions(is('NotificationPolicyLoopDetected', 'True', 'Loop')),
    'FAILED',
    'Loop',
  ]),
];
