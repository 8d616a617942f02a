import { annotated, conditions, is, JUST_NOW, vectors } from './vector.ts';

const young = { lastTransitionTime: JUST_NOW };
const severe = (severity: string) => ({ severity });

export const clusterApi = [
  ...vectors(
    'cluster.x-k8s.io/Cluster',
    [
      'that is there',
      { status: { phase: 'Provisioned', observedGeneration: 2, conditions: [is('Available', 'True', 'Available')] } },
      'CURRENT',
      '',
    ],
    [
      'of phase Failed',
      { status: { phase: 'Failed', conditions: [is('Available', 'False', 'NotAvailable')] } },
      'FAILED',
      'NotAvailable',
    ],
    [
      'of phase Failed, without conditions',
      { status: { phase: 'Failed', failureReason: 'CreateError' } },
      'FAILED',
      'Failed',
    ],
    [
      'not available',
      { status: { phase: 'Provisioned', conditions: [is('Available', 'False', 'NotAvailable')] } },
      'FAILED',
      'NotAvailable',
    ],
    [
      'not available for a minute',
      { status: { phase: 'Provisioned', conditions: [is('Available', 'False', 'NotAvailable', young)] } },
      'IN_PROGRESS',
      'NotAvailable',
    ],
    [
      'whose availability cannot be told',
      { status: { phase: 'Provisioned', conditions: [is('Available', 'False', 'InternalError', young)] } },
      'FAILED',
      'InternalError',
    ],
    [
      'that comes',
      { status: { phase: 'Provisioning', conditions: [is('Available', 'False', 'NotAvailable')] } },
      'IN_PROGRESS',
      'Provisioning',
    ],
    [
      'of v1beta1, not ready and severe',
      { status: { phase: 'Provisioning', conditions: [is('Ready', 'False', 'ProvisioningFailed', severe('Error'))] } },
      'FAILED',
      'ProvisioningFailed',
    ],
    [
      'of v1beta1, not ready for now',
      { status: { phase: 'Provisioned', conditions: [is('Ready', 'False', 'ScalingUp', severe('Info'))] } },
      'IN_PROGRESS',
      'ScalingUp',
    ],
    ['of v1beta1 with a failure', { status: { phase: 'Provisioned', failureMessage: 'no quota' } }, 'FAILED', 'Failed'],
    [
      'of v1beta2 with a failure of v1beta1',
      { status: { phase: 'Provisioned', deprecated: { v1beta1: { failureMessage: 'no quota' } } } },
      'FAILED',
      'Failed',
    ],
    [
      'paused',
      {
        spec: { paused: true },
        status: { phase: 'Provisioned', observedGeneration: 1, conditions: [is('Available', 'True')] },
      },
      'CURRENT',
      'Paused',
      'held',
    ],
    [
      'paused by its annotation, which is empty',
      annotated({ 'cluster.x-k8s.io/paused': '' }, { status: { phase: 'Provisioned' } }),
      'CURRENT',
      'Paused',
      'held',
    ],
    [
      'that rolls out',
      { status: { phase: 'Provisioned', conditions: [is('RollingOut', 'True', 'RollingOut')] } },
      'IN_PROGRESS',
      'RollingOut',
    ],
    [
      'not ready by v1beta2',
      { status: { phase: 'Provisioned', conditions: [is('Ready', 'False', 'NotReady')] } },
      'FAILED',
      'NotReady',
    ],
    [
      'of unknown availability',
      { status: { phase: 'Provisioned', conditions: [is('Available', 'Unknown', 'ConnectionDown')] } },
      'IN_PROGRESS',
      'ConnectionDown',
    ],
    [
      'of unknown readiness',
      { status: { phase: 'Provisioned', conditions: [is('Ready', 'Unknown', 'ReadyUnknown')] } },
      'IN_PROGRESS',
      'ReadyUnknown',
    ],
    [
      'that scales up',
      { status: { phase: 'Provisioned', conditions: [is('ScalingUp', 'True', 'ScalingUp')] } },
      'IN_PROGRESS',
      'ScalingUp',
    ],
    [
      'that scales down',
      { status: { phase: 'Provisioned', conditions: [is('ScalingDown', 'True', 'ScalingDown')] } },
      'IN_PROGRESS',
      'ScalingDown',
    ],
  ),
  ...vectors(
    'cluster.x-k8s.io/Machine',
    ['that runs', { status: { phase: 'Running', conditions: [is('Ready', 'True', 'Ready')] } }, 'CURRENT', ''],
    [
      'without its Node',
      { status: { phase: 'Provisioned', conditions: [is('Ready', 'False', 'NotReady')] } },
      'IN_PROGRESS',
      'Provisioned',
    ],
    [
      'that runs and is not ready',
      { status: { phase: 'Running', conditions: [is('Ready', 'False', 'NotReady')] } },
      'FAILED',
      'NotReady',
    ],
    [
      'that runs and is not ready for a minute',
      { status: { phase: 'Running', conditions: [is('Ready', 'False', 'NotReady', young)] } },
      'IN_PROGRESS',
      'NotReady',
    ],
    [
      'that must be ready for longer',
      {
        status: {
          phase: 'Running',
          conditions: [is('Available', 'False', 'WaitingForMinReadySeconds'), is('Ready', 'True', 'Ready')],
        },
      },
      'IN_PROGRESS',
      'WaitingForMinReadySeconds',
    ],
    [
      'of a paused cluster',
      { status: { phase: 'Running', conditions: [is('Paused', 'True', 'Paused')] } },
      'CURRENT',
      'Paused',
      'held',
    ],
  ),
  ...['controlplane.cluster.x-k8s.io/KubeadmControlPlane', 'cluster.x-k8s.io/MachineDeployment'].flatMap(kind =>
    vectors(
      kind,
      ['that is available', conditions(is('Available', 'True', 'Available')), 'CURRENT', ''],
      [
        'not available for a minute',
        conditions(is('Available', 'False', 'NotAvailable', young)),
        'IN_PROGRESS',
        'NotAvailable',
      ],
      ['not available for long', conditions(is('Available', 'False', 'NotAvailable')), 'FAILED', 'NotAvailable'],
    ),
  ),
  ...vectors(
    'bootstrap.cluster.x-k8s.io/KubeadmConfig',
    ['that is ready', conditions(is('Ready', 'True', 'Ready')), 'CURRENT', ''],
    [
      'that waits for the infrastructure, for long',
      conditions(is('Ready', 'False', 'NotReady'), is('DataSecretAvailable', 'False', 'NotAvailable')),
      'IN_PROGRESS',
      'NotReady',
    ],
    ['of unknown readiness', conditions(is('Ready', 'Unknown', 'ReadyUnknown')), 'IN_PROGRESS', 'ReadyUnknown'],
    ['that failed', { status: { failureMessage: 'no such version' } }, 'FAILED', 'Failed'],
  ),
  ...vectors(
    'infrastructure.cluster.x-k8s.io/AWSMachine',
    ['that is ready', conditions(is('Ready', 'True')), 'CURRENT', ''],
    ['that failed', { status: { failureReason: 'CreateError', failureMessage: 'no such image' } }, 'FAILED', 'Failed'],
    [
      'without its instance',
      conditions(is('Ready', 'False', 'InstanceProvisionFailed')),
      'FAILED',
      'InstanceProvisionFailed',
    ],
  ),
];

export const crossplane = [
  ...vectors(
    's3.aws.example.org/Bucket',
    [
      'synced and ready',
      conditions(is('Synced', 'True', 'ReconcileSuccess'), is('Ready', 'True', 'Available')),
      'CURRENT',
      'Available',
    ],
    [
      'that cannot be synced',
      conditions(is('Ready', 'True', 'Available'), is('Synced', 'False', 'ReconcileError')),
      'FAILED',
      'ReconcileError',
    ],
    [
      'that is created',
      conditions(is('Synced', 'True', 'ReconcileSuccess'), is('Ready', 'False', 'Creating')),
      'IN_PROGRESS',
      'Creating',
    ],
    [
      'that should be there and is not',
      conditions(is('Synced', 'True'), is('Ready', 'False', 'Unavailable')),
      'FAILED',
      'Unavailable',
    ],
    ['not known yet', conditions(is('Synced', 'True'), is('Ready', 'Unknown', 'X')), 'IN_PROGRESS', 'X'],
    [
      'whose last asynchronous operation failed',
      conditions(
        is('Synced', 'True'),
        is('Ready', 'True', 'Available'),
        is('LastAsyncOperation', 'False', 'AsyncUpdateFailure'),
      ),
      'FAILED',
      'AsyncUpdateFailure',
    ],
    [
      'paused',
      annotated(
        { 'crossplane.io/paused': 'true' },
        conditions(is('Synced', 'False', 'ReconcilePaused'), is('Ready', 'True', 'Available')),
      ),
      'CURRENT',
      'ReconcilePaused',
      'held',
    ],
    [
      'paused by its policies',
      conditions(is('Synced', 'False', 'ReconcilePaused'), is('Ready', 'True', 'Available')),
      'CURRENT',
      'ReconcilePaused',
      'held',
    ],
    [
      'that cannot be synced, and never was',
      conditions(is('Synced', 'False', 'ReconcileError')),
      'FAILED',
      'ReconcileError',
    ],
    ['synced, of a kind that says no more', conditions(is('Synced', 'True', 'ReconcileSuccess')), 'CURRENT', ''],
    [
      'paused before it was ever synced',
      conditions(is('Synced', 'False', 'ReconcilePaused')),
      'CURRENT',
      'ReconcilePaused',
      'held',
    ],
  ),
  ...['Provider', 'Configuration', 'Function', 'ProviderRevision', 'ConfigurationRevision', 'FunctionRevision'].flatMap(
    kind =>
      vectors(
        `pkg.crossplane.io/${kind}`,
        [
          'healthy',
          conditions(is('Installed', 'True', 'ActivePackageRevision'), is('Healthy', 'True', 'HealthyPackageRevision')),
          'CURRENT',
          'HealthyPackageRevision',
        ],
        [
          'not healthy',
          conditions(is('Installed', 'True'), is('Healthy', 'False', 'UnhealthyPackageRevision')),
          'FAILED',
          'UnhealthyPackageRevision',
        ],
        [
          'that starts',
          conditions(
            is('Installed', 'True', 'ActivePackageRevision'),
            is('Healthy', 'False', 'UnhealthyPackageRevision', young),
          ),
          'IN_PROGRESS',
          'UnhealthyPackageRevision',
        ],
        [
          'that is unpacked',
          conditions(is('Installed', 'False', 'UnpackingPackage')),
          'IN_PROGRESS',
          'UnpackingPackage',
        ],
      ),
  ),
  ...vectors(
    'pkg.crossplane.io/Provider',
    ['that cannot be installed', conditions(is('Installed', 'False', 'UnknownPackage')), 'FAILED', 'UnknownPackage'],
    [
      'whose signature is wrong',
      conditions(is('Verified', 'False', 'SignatureVerificationFailed')),
      'FAILED',
      'SignatureVerificationFailed',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'pkg.crossplane.io/Provider',
    ['not healthy for a reason of its own', conditions(is('Healthy', 'False', 'X', young)), 'FAILED', 'X'],
    [
      'that waits for its signature',
      conditions(is('Installed', 'False', 'AwaitingSignatureVerification')),
      'IN_PROGRESS',
      'AwaitingSignatureVerification',
    ],
  ),
  ...['ProviderRevision', 'FunctionRevision'].flatMap(kind =>
    vectors(
      `pkg.crossplane.io/${kind}`,
      [
        'of 2.0, healthy',
        conditions(
          is('RevisionHealthy', 'True', 'HealthyPackageRevision'),
          is('RuntimeHealthy', 'True', 'HealthyPackageRevision'),
        ),
        'CURRENT',
        'HealthyPackageRevision',
      ],
      [
        'of 2.0, that starts',
        conditions(is('RevisionHealthy', 'True'), is('RuntimeHealthy', 'False', 'UnhealthyPackageRevision', young)),
        'IN_PROGRESS',
        'UnhealthyPackageRevision',
      ],
      [
        'of 2.0, that does not start',
        conditions(is('RevisionHealthy', 'True'), is('RuntimeHealthy', 'False', 'UnhealthyPackageRevision')),
        'FAILED',
        'UnhealthyPackageRevision',
      ],
      ['of 2.0, that fails in another way', conditions(is('RuntimeHealthy', 'False', 'X')), 'FAILED', 'X'],
      [
        'of 2.0, of which it is not known yet',
        conditions(is('RevisionHealthy', 'True'), is('RuntimeHealthy', 'Unknown', 'UnknownPackageRevisionHealth')),
        'IN_PROGRESS',
        'UnknownPackageRevisionHealth',
      ],
    ),
  ),
  ...vectors(
    'pkg.crossplane.io/ConfigurationRevision',
    [
      'of 2.0, healthy',
      conditions(is('RevisionHealthy', 'True', 'HealthyPackageRevision')),
      'CURRENT',
      'HealthyPackageRevision',
    ],
    [
      'of 2.0, not healthy',
      conditions(is('RevisionHealthy', 'False', 'UnhealthyPackageRevision')),
      'FAILED',
      'UnhealthyPackageRevision',
    ],
    ['of 2.0, that fails in another way', conditions(is('RevisionHealthy', 'False', 'X')), 'FAILED', 'X'],
  ),
  ...vectors(
    'apiextensions.crossplane.io/CompositeResourceDefinition',
    [
      'established',
      conditions(is('Established', 'True', 'WatchingCompositeResource')),
      'CURRENT',
      'WatchingCompositeResource',
    ],
    ['not established', conditions(is('Established', 'False', 'Terminating')), 'IN_PROGRESS', 'Terminating'],
    ['not offered', conditions(is('Offered', 'False', 'Waits'), is('Established', 'True')), 'IN_PROGRESS', 'Waits'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
];

export const ack = vectors(
  's3.services.k8s.aws/Bucket',
  ['synced', conditions(is('ACK.ResourceSynced', 'True')), 'CURRENT', ''],
  [
    'that needs a change',
    conditions(is('ACK.ResourceSynced', 'False'), is('ACK.Terminal', 'True')),
    'FAILED',
    'ACK.Terminal',
  ],
  [
    'that is tried again',
    conditions(is('ACK.ResourceSynced', 'False'), is('ACK.Recoverable', 'True')),
    'IN_PROGRESS',
    'ACK.Recoverable',
  ],
  ['not synced yet', conditions(is('ACK.ResourceSynced', 'False', 'Waits')), 'IN_PROGRESS', 'Waits'],
  ['not known yet', conditions(is('ACK.ResourceSynced', 'Unknown', 'Waits')), 'IN_PROGRESS', 'Waits'],
  ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
);

export const karpenter = [
  ...vectors(
    'karpenter.sh/NodeClaim',
    [
      'ready',
      conditions(
        is('Launched', 'True'),
        is('Registered', 'True'),
        is('Initialized', 'True'),
        is('Ready', 'True', 'Ready'),
      ),
      'CURRENT',
      'Ready',
    ],
    [
      'that cannot be launched',
      conditions(is('Launched', 'False', 'LaunchFailed'), is('Ready', 'False', 'LaunchFailed')),
      'FAILED',
      'LaunchFailed',
    ],
    [
      'whose Node comes',
      conditions(is('Launched', 'True'), is('Registered', 'Unknown', 'NodeNotFound'), is('Ready', 'Unknown', 'Waits')),
      'IN_PROGRESS',
      'NodeNotFound',
    ],
    [
      'that nobody has launched',
      conditions(is('Launched', 'Unknown', 'AwaitingReconciliation'), is('Ready', 'Unknown', 'ReconcilingDependents')),
      'IN_PROGRESS',
      'ReconcilingDependents',
    ],
    [
      'whose Node comes, before v1',
      conditions(is('Registered', 'False', 'NodeNotFound'), is('Ready', 'False', 'NodeNotFound')),
      'IN_PROGRESS',
      'NodeNotFound',
    ],
    [
      'whose Node starts, before v1',
      conditions(
        is('Registered', 'True'),
        is('Initialized', 'False', 'StartupTaintsExist'),
        is('Ready', 'False', 'StartupTaintsExist'),
      ),
      'IN_PROGRESS',
      'StartupTaintsExist',
    ],
    [
      'that is not ready',
      conditions(is('Launched', 'True'), is('Ready', 'False', 'UnhealthyDependents')),
      'FAILED',
      'UnhealthyDependents',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'karpenter.sh/NodePool',
    ['ready', conditions(is('Ready', 'True', 'Ready')), 'CURRENT', 'Ready'],
    [
      'without its class',
      conditions(is('NodeClassReady', 'False', 'NodeClassNotFound'), is('Ready', 'False', 'X')),
      'FAILED',
      'NodeClassNotFound',
    ],
    [
      'invalid',
      conditions(is('ValidationSucceeded', 'False', 'NodePoolValidationFailed')),
      'FAILED',
      'NodePoolValidationFailed',
    ],
    ['not ready', conditions(is('Ready', 'False', 'UnhealthyDependents')), 'FAILED', 'UnhealthyDependents'],
    [
      'not known yet',
      conditions(is('Ready', 'Unknown', 'AwaitingReconciliation')),
      'IN_PROGRESS',
      'AwaitingReconciliation',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...[
    ['karpenter.k8s.aws', 'EC2NodeClass'],
    ['karpenter.azure.com', 'AKSNodeClass'],
  ].flatMap(([group, kind]) =>
    vectors(
      `${group}/${kind}`,
      ['ready', conditions(is('Ready', 'True', 'Ready')), 'CURRENT', 'Ready'],
      ['without subnets', conditions(is('Ready', 'False', 'SubnetsNotFound')), 'FAILED', 'SubnetsNotFound'],
      [
        'invalid',
        conditions(is('ValidationSucceeded', 'False', 'RunInstancesAuthCheckFailed')),
        'FAILED',
        'RunInstancesAuthCheckFailed',
      ],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
];

const admitted = (status: string, reason = '') => ({
  routerName: 'default',
  ...conditions(is('Admitted', status, reason)).status,
});

export const openshift = [
  ...vectors(
    'apps.openshift.io/DeploymentConfig',
    [
      'with all replicas',
      {
        spec: { replicas: 2 },
        status: {
          latestVersion: 1,
          ...{ replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2, unavailableReplicas: 0 },
          conditions: [is('Available', 'True'), is('Progressing', 'True', 'NewReplicationControllerAvailable')],
        },
      },
      'CURRENT',
      '',
    ],
    [
      'that surges when it is already rolled out',
      {
        spec: { replicas: 2 },
        status: {
          ...{ replicas: 3, updatedReplicas: 2, availableReplicas: 3 },
          conditions: [is('Available', 'True'), is('Progressing', 'True', 'NewReplicationControllerAvailable')],
        },
      },
      'CURRENT',
      '',
    ],
    [
      'half of whose replicas are updated',
      {
        spec: { replicas: 2 },
        status: {
          ...{ replicas: 3, updatedReplicas: 1, availableReplicas: 2 },
          conditions: [is('Available', 'True'), is('Progressing', 'True', 'ReplicationControllerUpdated')],
        },
      },
      'IN_PROGRESS',
      'LessUpdated',
    ],
    [
      'whose old replicas go',
      {
        spec: { replicas: 2 },
        status: {
          ...{ replicas: 3, updatedReplicas: 2, availableReplicas: 3 },
          conditions: [is('Available', 'True'), is('Progressing', 'True', 'ReplicationControllerUpdated')],
        },
      },
      'IN_PROGRESS',
      'ExtraPods',
    ],
    [
      'whose rollout was cancelled',
      {
        spec: { replicas: 2 },
        status: {
          ...{ replicas: 2, updatedReplicas: 0, availableReplicas: 2 },
          conditions: [is('Available', 'True'), is('Progressing', 'False', 'RolloutCancelled')],
        },
      },
      'FAILED',
      'RolloutCancelled',
    ],
    [
      'that could not roll out',
      {
        spec: { replicas: 2 },
        ...conditions(is('Available', 'False'), is('Progressing', 'False', 'ProgressDeadlineExceeded')),
      },
      'FAILED',
      'ProgressDeadlineExceeded',
    ],
    [
      'that cannot make its Pods',
      conditions(is('ReplicaFailure', 'True', 'FailedCreate')),
      'IN_PROGRESS',
      'FailedCreate',
    ],
    [
      'with too few replicas',
      { spec: { replicas: 2 }, status: { availableReplicas: 1 } },
      'IN_PROGRESS',
      'LessAvailable',
    ],
    ['scaled to nothing, and not reported', { spec: { replicas: 0 } }, 'IN_PROGRESS', 'NotReconciled'],
    [
      'paused',
      {
        spec: { replicas: 0, paused: true },
        ...conditions(is('Available', 'True'), is('Progressing', 'Unknown', 'DeploymentConfigPaused')),
      },
      'CURRENT',
      'DeploymentConfigPaused',
      'held',
    ],
  ),
  ...vectors(
    'route.openshift.io/Route',
    ['admitted', { status: { ingress: [admitted('True')] } }, 'CURRENT', ''],
    [
      'one of whose routers refuses it',
      { status: { ingress: [admitted('True'), admitted('False', 'HostAlreadyClaimed')] } },
      'FAILED',
      'HostAlreadyClaimed',
    ],
    ['that no router has seen', {}, 'IN_PROGRESS', 'NotReconciled'],
    ['of another shape', { status: { ingress: [7, { conditions: 'x' }] } }, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'config.openshift.io/ClusterOperator',
    [
      'available',
      conditions(is('Available', 'True', 'AsExpected'), is('Degraded', 'False'), is('Progressing', 'False')),
      'CURRENT',
      'AsExpected',
    ],
    [
      'degraded',
      conditions(is('Available', 'False', 'NotAvail'), is('Degraded', 'True', 'OAuthDown')),
      'FAILED',
      'OAuthDown',
    ],
    [
      'degraded while it progresses',
      conditions(is('Available', 'True'), is('Degraded', 'True', 'D'), is('Progressing', 'True')),
      'FAILED',
      'D',
    ],
    ['not available', conditions(is('Available', 'False', 'NotAvail'), is('Degraded', 'False')), 'FAILED', 'NotAvail'],
    [
      'that progresses',
      conditions(is('Available', 'True'), is('Degraded', 'False'), is('Progressing', 'True', 'NewGeneration')),
      'IN_PROGRESS',
      'NewGeneration',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'config.openshift.io/ClusterVersion',
    ['available', conditions(is('Available', 'True'), is('Failing', 'False')), 'CURRENT', ''],
    [
      'that fails',
      conditions(is('Available', 'True'), is('Failing', 'True', 'ClusterOperatorDegraded')),
      'FAILED',
      'ClusterOperatorDegraded',
    ],
  ),
  ...vectors(
    'machineconfiguration.openshift.io/MachineConfigPool',
    ['updated', conditions(is('Updated', 'True'), is('Updating', 'False'), is('Degraded', 'False')), 'CURRENT', ''],
    ['that updates', conditions(is('Updated', 'False'), is('Updating', 'True')), 'IN_PROGRESS', 'Updating'],
    ['degraded', conditions(is('Degraded', 'True')), 'FAILED', 'Degraded'],
    [
      'with a degraded Node',
      conditions(is('NodeDegraded', 'True', '1 nodes are reporting degraded status on sync')),
      'FAILED',
      '1 nodes are reporting degraded status on sync',
    ],
    ['that cannot be rendered', conditions(is('RenderDegraded', 'True')), 'FAILED', 'RenderDegraded'],
    ['paused', { spec: { paused: true }, ...conditions(is('Updated', 'True')) }, 'CURRENT', 'Paused', 'held'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
];
