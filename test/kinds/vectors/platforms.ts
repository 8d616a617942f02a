import { annotated, conditions, is, type Json, LONG_AGO, vectors } from './vector.ts';

const spark = (state: string) => ({ status: { applicationState: { state } } });
const flink = (lifecycleState: string, more: Json = {}) => ({ status: { lifecycleState, ...more } });
const display = (state: string, ready: string, more: Json = {}) => ({
  status: { display: { state }, conditions: [{ type: 'Ready', status: ready, message: `${state}(1)` }], ...more },
});

export const platforms = [
  ...vectors(
    'projectcontour.io/HTTPProxy',
    ['valid', { status: { currentStatus: 'valid' } }, 'CURRENT', 'valid'],
    [
      'valid, as Contour writes it',
      {
        status: {
          ...{ currentStatus: 'valid', description: 'Valid HTTPProxy', loadBalancer: {} },
          conditions: [is('Valid', 'True', 'Valid', { observedGeneration: 2 })],
        },
      },
      'CURRENT',
      'valid',
    ],
    ['not valid', { status: { currentStatus: 'invalid' } }, 'FAILED', 'invalid'],
    [
      'whose Secret is missing',
      {
        status: {
          ...{ currentStatus: 'invalid', description: 'At least one error present, see Errors for details' },
          conditions: [
            is('Valid', 'False', 'ErrorPresent', {
              errors: [{ type: 'TLSError', status: 'True', reason: 'SecretNotValid', message: 'Secret not found' }],
            }),
          ],
        },
      },
      'FAILED',
      'invalid',
    ],
    ['that no root includes', { status: { currentStatus: 'orphaned' } }, 'FAILED', 'orphaned'],
    ['never looked at', { status: { currentStatus: 'NotReconciled' } }, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'sparkoperator.k8s.io/SparkApplication',
    ['that runs', spark('RUNNING'), 'CURRENT', 'RUNNING'],
    ['complete', spark('COMPLETED'), 'CURRENT', 'COMPLETED'],
    ['that failed', spark('FAILED'), 'FAILED', 'FAILED'],
    ['that was refused', spark('SUBMISSION_FAILED'), 'FAILED', 'SUBMISSION_FAILED'],
    ['that may be tried again', spark('FAILING'), 'FAILED', 'FAILING'],
    ['that is tried again', spark('PENDING_RERUN'), 'IN_PROGRESS', 'PENDING_RERUN'],
    ['on a lost node', spark('UNKNOWN'), 'UNKNOWN', 'UNKNOWN'],
    ['suspended', { ...spark('SUSPENDED'), spec: { suspend: true } }, 'CURRENT', 'Suspended', 'held'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['FlinkDeployment', 'FlinkSessionJob'].flatMap(kind =>
    vectors(
      `flink.apache.org/${kind}`,
      ['stable', flink('STABLE', { jobStatus: { state: 'RUNNING' } }), 'CURRENT', 'STABLE'],
      ['that failed', flink('FAILED', { jobStatus: { state: 'FAILED' } }), 'FAILED', 'FAILED'],
      [
        'whose upgrade was rolled back',
        flink('ROLLED_BACK', { jobStatus: { state: 'RUNNING' } }),
        'FAILED',
        'ROLLED_BACK',
      ],
      ['that cannot be deployed', flink('UPGRADING', { jobManagerDeploymentStatus: 'ERROR' }), 'FAILED', 'ERROR'],
      ['whose job failed', flink('STABLE', { jobStatus: { state: 'FAILED' } }), 'FAILED', 'FAILED'],
      ['whose job starts again', flink('STABLE', { jobStatus: { state: 'RESTARTING' } }), 'IN_PROGRESS', 'RESTARTING'],
      ['that is upgraded', flink('UPGRADING'), 'IN_PROGRESS', 'UPGRADING'],
      ['that goes', flink('DELETING'), 'TERMINATING', 'DELETING'],
      ['suspended', { spec: { job: { state: 'suspended' } }, ...flink('SUSPENDED') }, 'CURRENT', 'Suspended', 'held'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...['GitRepo', 'Bundle', 'BundleDeployment', 'HelmOp', 'Cluster', 'ClusterGroup'].flatMap(kind =>
    vectors(
      `fleet.cattle.io/${kind}`,
      ['ready', display('Ready', 'True'), 'CURRENT', ''],
      ['that cannot be applied', display('ErrApplied', 'False'), 'FAILED', 'ErrApplied'],
      [
        'that cannot be applied in one cluster',
        display('NotReady', 'False', { summary: { errApplied: 1 } }),
        'FAILED',
        'ErrApplied',
      ],
      ['that is not ready', display('NotReady', 'False'), 'IN_PROGRESS', 'NotReady'],
      ['that was changed by hand', display('Modified', 'False'), 'IN_PROGRESS', 'Modified'],
      ['whose commit is read', display('GitUpdating', 'False'), 'IN_PROGRESS', 'GitUpdating'],
      ['stalled', conditions(is('Ready', 'True'), is('Stalled', 'True')), 'FAILED', 'Stalled'],
      [
        'whose repository cannot be polled',
        conditions(is('Ready', 'True'), is('GitPolling', 'False')),
        'FAILED',
        'NotGitPolling',
      ],
      ['whose chart cannot be polled', conditions(is('Ready', 'True'), is('Polled', 'False')), 'FAILED', 'NotPolled'],
      ['that is not accepted', conditions(is('Accepted', 'False')), 'FAILED', 'NotAccepted'],
      ['not ready, without a state', conditions(is('Ready', 'False')), 'IN_PROGRESS', 'NotReady'],
      ['not known yet', conditions(is('Ready', 'Unknown')), 'IN_PROGRESS', 'NotReady'],
      ['paused', { ...display('Ready', 'True'), spec: { paused: true } }, 'CURRENT', 'Paused', 'held'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...['management.cattle.io', 'provisioning.cattle.io'].flatMap(group =>
    vectors(
      `${group}/Cluster`,
      ['ready', conditions(is('Connected', 'True'), is('Ready', 'True')), 'CURRENT', ''],
      [
        'whose agent is gone',
        conditions(is('Connected', 'False'), is('Ready', 'False', 'Disconnected')),
        'FAILED',
        'Disconnected',
      ],
      [
        'that cannot be provisioned',
        conditions(is('Ready', 'Unknown'), is('Provisioned', 'False', 'Error')),
        'FAILED',
        'ProvisionedError',
      ],
      [
        'that could not be provisioned',
        conditions(is('Ready', 'False', 'Waiting'), is('Provisioned', 'False')),
        'FAILED',
        'NotProvisioned',
      ],
      [
        'that could not be updated',
        conditions(is('Ready', 'True'), is('Updated', 'False', 'Timeout')),
        'FAILED',
        'Timeout',
      ],
      [
        'that is provisioned',
        conditions(is('Ready', 'Unknown'), is('Provisioned', 'Unknown', 'Waiting')),
        'IN_PROGRESS',
        'NotReady',
      ],
      [
        'whose agent comes',
        conditions(is('Connected', 'False'), is('Ready', 'False', 'Waiting')),
        'IN_PROGRESS',
        'Waiting',
      ],
      ['not known yet', conditions(is('Ready', 'Unknown')), 'IN_PROGRESS', 'NotReady'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...vectors(
    'cluster.open-cluster-management.io/ManagedCluster',
    [
      'available',
      conditions(is('ManagedClusterConditionAvailable', 'True', 'ManagedClusterAvailable')),
      'CURRENT',
      'ManagedClusterAvailable',
    ],
    [
      'not available',
      conditions(is('ManagedClusterConditionAvailable', 'False', 'ManagedClusterKubeAPIServerUnavailable')),
      'FAILED',
      'ManagedClusterKubeAPIServerUnavailable',
    ],
    [
      'whose agent is silent',
      conditions(is('ManagedClusterConditionAvailable', 'Unknown', 'ManagedClusterLeaseUpdateStopped')),
      'UNKNOWN',
      'ManagedClusterLeaseUpdateStopped',
    ],
    [
      'that nobody accepted',
      conditions(is('HubAcceptedManagedCluster', 'False', 'HubClusterAdminDenied')),
      'IN_PROGRESS',
      'HubClusterAdminDenied',
    ],
    [
      'that is no longer accepted',
      conditions(
        is('HubAcceptedManagedCluster', 'False', 'HubClusterAdminDenied'),
        is('ManagedClusterJoined', 'True', 'ManagedClusterJoined'),
        is('ManagedClusterConditionAvailable', 'Unknown', 'ManagedClusterLeaseUpdateStopped'),
      ),
      'UNKNOWN',
      'ManagedClusterLeaseUpdateStopped',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'cluster.open-cluster-management.io/Placement',
    [
      'satisfied',
      conditions(is('PlacementSatisfied', 'True', 'AllDecisionsScheduled')),
      'CURRENT',
      'AllDecisionsScheduled',
    ],
    [
      'that finds no cluster',
      conditions(is('PlacementSatisfied', 'False', 'NoManagedClusterMatched')),
      'IN_PROGRESS',
      'NoManagedClusterMatched',
    ],
    ['misconfigured', conditions(is('PlacementMisconfigured', 'True', 'Misconfigured')), 'FAILED', 'Misconfigured'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'work.open-cluster-management.io/ManifestWork',
    [
      'applied and available',
      conditions(is('Applied', 'True', 'AppliedComplete'), is('Available', 'True', 'Available')),
      'CURRENT',
      'AppliedComplete',
    ],
    ['not applied', conditions(is('Applied', 'False', 'AppliedManifestFailed')), 'FAILED', 'AppliedManifestFailed'],
    [
      'not available',
      conditions(is('Applied', 'True', 'Applied'), is('Available', 'False', 'NotFound')),
      'IN_PROGRESS',
      'NotFound',
    ],
    ['applied, not yet available', conditions(is('Applied', 'True', 'Applied')), 'IN_PROGRESS', 'NotReconciled'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'work.open-cluster-management.io/ManifestWorkReplicaSet',
    [
      'applied',
      conditions(is('PlacementVerified', 'True', 'AsExpected'), is('ManifestworkApplied', 'True', 'AsExpected')),
      'CURRENT',
      'AsExpected',
    ],
    ['rolled out', conditions(is('PlacementRolledOut', 'True', 'Complete')), 'CURRENT', 'Complete'],
    ['that rolls out', conditions(is('PlacementRolledOut', 'False', 'Progressing')), 'IN_PROGRESS', 'Progressing'],
    ['whose works are made', conditions(is('ManifestworkApplied', 'False', 'Processing')), 'IN_PROGRESS', 'Processing'],
    [
      'without a Placement',
      conditions(is('PlacementVerified', 'False', 'PlacementDecisionNotFound')),
      'FAILED',
      'PlacementDecisionNotFound',
    ],
    [
      'without a decision',
      conditions(is('PlacementVerified', 'False', 'PlacementDecisionEmpty')),
      'IN_PROGRESS',
      'PlacementDecisionEmpty',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'cluster.karmada.io/Cluster',
    ['ready', conditions(is('Ready', 'True', 'ClusterReady')), 'CURRENT', 'ClusterReady'],
    ['not ready', conditions(is('Ready', 'False', 'ClusterNotReachable')), 'FAILED', 'ClusterNotReachable'],
    ['not known', conditions(is('Ready', 'Unknown', 'ClusterStatusUnknown')), 'UNKNOWN', 'ClusterStatusUnknown'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['ResourceBinding', 'ClusterResourceBinding'].flatMap(kind =>
    vectors(
      `work.karmada.io/${kind}`,
      [
        'applied',
        conditions(is('Scheduled', 'True', 'Success'), is('FullyApplied', 'True', 'FullyAppliedSuccess')),
        'CURRENT',
        'FullyAppliedSuccess',
      ],
      ['that no cluster fits', conditions(is('Scheduled', 'False', 'NoClusterFit')), 'FAILED', 'NoClusterFit'],
      [
        'that is applied',
        conditions(is('Scheduled', 'True', 'Success'), is('FullyApplied', 'False', 'FullyAppliedFailed')),
        'IN_PROGRESS',
        'FullyAppliedFailed',
      ],
      ['scheduled alone', conditions(is('Scheduled', 'True', 'Success')), 'IN_PROGRESS', 'NotApplied'],
    ),
  ),
  ...vectors(
    'sql.cnrm.cloud.google.com/SQLInstance',
    ['ready', conditions(is('Ready', 'True', 'UpToDate')), 'CURRENT', 'UpToDate'],
    ...['ManagementConflict', 'UpdateFailed', 'DeleteFailed', 'DependencyInvalid'].map(
      reason => [`with ${reason}`, conditions(is('Ready', 'False', reason)), 'FAILED', reason] as const,
    ),
    ['that is updated', conditions(is('Ready', 'False', 'Updating')), 'IN_PROGRESS', 'Updating'],
    [
      'that waits for another',
      conditions(is('Ready', 'False', 'DependencyNotReady')),
      'IN_PROGRESS',
      'DependencyNotReady',
    ],
    ['not known yet', conditions(is('Ready', 'Unknown')), 'IN_PROGRESS', 'NotReady'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['ConfigConnector', 'ConfigConnectorContext'].flatMap(kind =>
    vectors(
      `core.cnrm.cloud.google.com/${kind}`,
      ['healthy', { status: { healthy: true } }, 'CURRENT', ''],
      ['not healthy', { status: { healthy: false, errors: ['no identity'] } }, 'FAILED', 'NotHealthy'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...[
    ['kappctrl.k14s.io', 'App'],
    ['packaging.carvel.dev', 'PackageInstall'],
    ['packaging.carvel.dev', 'PackageRepository'],
  ].flatMap(([group, kind]) =>
    vectors(
      `${group}/${kind}`,
      ['reconciled', conditions(is('ReconcileSucceeded', 'True')), 'CURRENT', ''],
      ['that failed', conditions(is('ReconcileFailed', 'True')), 'FAILED', 'ReconcileFailed'],
      ['that cannot be deleted', conditions(is('DeleteFailed', 'True')), 'FAILED', 'DeleteFailed'],
      ['that reconciles', conditions(is('Reconciling', 'True')), 'IN_PROGRESS', 'Reconciling'],
      [
        'paused',
        { spec: { paused: true }, status: { friendlyDescription: 'Canceled/paused' } },
        'CURRENT',
        'Paused',
        'held',
      ],
      [
        'canceled',
        { spec: { canceled: true }, ...conditions(is('ReconcileSucceeded', 'True')) },
        'CURRENT',
        'Canceled',
        'held',
      ],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...vectors(
    'storage.k8s.io/VolumeAttachment',
    ['attached', { status: { attached: true } }, 'CURRENT', ''],
    ['attached at last', { status: { attached: true, attachError: { message: 'no', time: LONG_AGO } } }, 'CURRENT', ''],
    [
      'that cannot be attached',
      { status: { attached: false, attachError: { message: 'no', time: LONG_AGO } } },
      'FAILED',
      'AttachError',
    ],
    [
      'that could not be detached',
      { status: { attached: true, detachError: { message: 'no' } } },
      'FAILED',
      'DetachError',
    ],
    [
      'that cannot be detached',
      { metadata: { deletionTimestamp: LONG_AGO }, status: { attached: true, detachError: { message: 'no' } } },
      'TERMINATING',
      'DetachError',
    ],
    [
      'that goes',
      { metadata: { deletionTimestamp: LONG_AGO }, status: { attached: true } },
      'TERMINATING',
      'Terminating',
    ],
    ['that is attached now', { status: { attached: false } }, 'IN_PROGRESS', 'NotAttached'],
  ),
  ...vectors(
    'cdi.kubevirt.io/DataVolume',
    ['filled', { status: { phase: 'Succeeded' } }, 'CURRENT', 'Succeeded'],
    ['that failed', { status: { phase: 'Failed' } }, 'FAILED', 'Failed'],
    ['that is filled', { status: { phase: 'ImportInProgress', progress: '7%' } }, 'IN_PROGRESS', 'ImportInProgress'],
    ['paused', { status: { phase: 'Paused' } }, 'CURRENT', 'Paused', 'held'],
    ['that nobody knows of', { status: { phase: 'Unknown' } }, 'UNKNOWN', 'Unknown'],
    ['never looked at', {}, 'IN_PROGRESS', 'Pending'],
  ),
  ...vectors(
    'velero.io/DeleteBackupRequest',
    ['processed', { status: { phase: 'Processed' } }, 'CURRENT', 'Processed'],
    ['with errors', { status: { phase: 'Processed', errors: ['no access'] } }, 'FAILED', 'DeletionFailed'],
    ['that is processed', { status: { phase: 'InProgress' } }, 'IN_PROGRESS', 'InProgress'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'cluster.x-k8s.io/MachineHealthCheck',
    ['that may replace machines', conditions(is('RemediationAllowed', 'True')), 'CURRENT', ''],
    [
      'with too many machines to replace',
      conditions(is('RemediationAllowed', 'False', 'TooManyUnhealthy')),
      'FAILED',
      'TooManyUnhealthy',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'postgresql.cnpg.io/Cluster',
    [
      'whose last backup failed',
      {
        status: {
          phase: 'Cluster in healthy state',
          conditions: [is('LastBackupSucceeded', 'False', 'LastBackupFailed')],
        },
      },
      'CURRENT',
      'LastBackupFailed',
    ],
    [
      'that fails over',
      { status: { phase: 'Failing over', phaseReason: 'from pg-1 to pg-2' } },
      'IN_PROGRESS',
      'FailingOver',
    ],
    [
      'whose instances start',
      {
        status: {
          ...{ phase: 'Waiting for the instances to become active', phaseReason: 'Some instances are not yet active' },
          conditions: [is('Ready', 'False', 'ClusterIsNotReady')],
        },
      },
      'IN_PROGRESS',
      'Reconciling',
    ],
    [
      'that is not ready, whatever its phase says',
      { status: { phase: 'Cluster in healthy state', conditions: [is('Ready', 'False', 'ClusterIsNotReady')] } },
      'IN_PROGRESS',
      'ClusterIsNotReady',
    ],
    ['that switches over', { status: { phase: 'Switchover in progress' } }, 'IN_PROGRESS', 'SwitchingOver'],
    [
      'fenced',
      annotated({ 'cnpg.io/fencedInstances': '["*"]' }, { status: { phase: 'Cluster in healthy state' } }),
      'CURRENT',
      'Fenced',
      'held',
    ],
    [
      'no longer fenced',
      annotated({ 'cnpg.io/fencedInstances': '[ ]' }, { status: { phase: 'Cluster in healthy state' } }),
      'CURRENT',
      'Healthy',
    ],
  ),
  ...vectors(
    'karpenter.sh/NodeClaim',
    [
      'without capacity',
      conditions(
        is('Launched', 'Unknown', 'LaunchFailed'),
        is('Registered', 'Unknown', 'AwaitingReconciliation'),
        is('Ready', 'Unknown', 'ReconcilingDependents'),
      ),
      'IN_PROGRESS',
      'LaunchFailed',
    ],
    [
      'whose Node is not initialized',
      conditions(
        is('Launched', 'True'),
        is('Registered', 'True'),
        is('Initialized', 'Unknown', 'StartupTaintsExist'),
        is('Ready', 'Unknown', 'ReconcilingDependents'),
      ),
      'IN_PROGRESS',
      'StartupTaintsExist',
    ],
  ),
  ...vectors('karpenter.sh/NodePool', [
    'whose Nodes do not register',
    conditions(is('Ready', 'True', 'Ready'), is('NodeRegistrationHealthy', 'False', 'RegistrationFailed')),
    'FAILED',
    'RegistrationFailed',
  ]),
  ...vectors(
    'dbforpostgresql.azure.com/FlexibleServer',
    ['ready', conditions(is('Ready', 'True', 'Succeeded')), 'CURRENT', 'Succeeded'],
    [
      'that is refused',
      conditions(is('Ready', 'False', 'AuthorizationFailed', { severity: 'Error' })),
      'FAILED',
      'AuthorizationFailed',
    ],
    [
      'that is tried again',
      conditions(is('Ready', 'False', 'Throttled', { severity: 'Warning' })),
      'IN_PROGRESS',
      'Throttled',
    ],
  ),
];
