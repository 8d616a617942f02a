import { annotated, conditions, is, JUST_NOW, vectors } from './vector.ts';

export const fluxNeighbours = [
  ...['ResourceSet', 'FluxInstance', 'ResourceSetInputProvider', 'FluxReport'].flatMap(kind =>
    vectors(
      `fluxcd.controlplane.io/${kind}`,
      [
        'ready',
        conditions(is('Ready', 'True', 'ReconciliationSucceeded', { observedGeneration: 2 })),
        'CURRENT',
        'ReconciliationSucceeded',
      ],
      ['that cannot be built', conditions(is('Ready', 'False', 'BuildFailed')), 'FAILED', 'BuildFailed'],
      ['that reconciles', conditions(is('Ready', 'Unknown', 'Progressing')), 'IN_PROGRESS', 'Progressing'],
      [
        'disabled',
        annotated(
          { 'fluxcd.controlplane.io/reconcile': 'disabled' },
          conditions(is('Ready', 'True', 'ReconciliationSucceeded', { observedGeneration: 1 })),
        ),
        'CURRENT',
        'ReconcileDisabled',
        'held',
      ],
    ),
  ),
  ...vectors(
    'infra.contrib.fluxcd.io/Terraform',
    ['applied', conditions(is('Ready', 'True', 'NoDrift')), 'CURRENT', 'NoDrift'],
    ['that cannot be planned', conditions(is('Ready', 'False', 'TFExecPlanFailed')), 'FAILED', 'TFExecPlanFailed'],
    ['that plans', conditions(is('Ready', 'Unknown', 'Progressing')), 'IN_PROGRESS', 'Progressing'],
    [
      'suspended',
      { spec: { suspend: true }, ...conditions(is('Ready', 'True', 'NoDrift')) },
      'CURRENT',
      'Suspended',
      'held',
    ],
  ),
  ...vectors(
    'source.extensions.fluxcd.io/ArtifactGenerator',
    ['ready', conditions(is('Ready', 'True', 'Succeeded', { observedGeneration: 2 })), 'CURRENT', 'Succeeded'],
    [
      'that cannot be built',
      conditions(is('Ready', 'False', 'BuildFailed'), is('Reconciling', 'True', 'ProgressingWithRetry')),
      'FAILED',
      'BuildFailed',
    ],
    [
      'disabled',
      annotated(
        { 'source.extensions.fluxcd.io/reconcile': 'disabled' },
        conditions(is('Ready', 'True', 'Succeeded', { observedGeneration: 1 })),
      ),
      'CURRENT',
      'ReconcileDisabled',
      'held',
    ],
  ),
  ...['kustomize.toolkit.fluxcd.io/Kustomization', 'helm.toolkit.fluxcd.io/HelmRelease'].flatMap(kind =>
    vectors(kind, [
      'that its parent does not apply, of an older generation',
      annotated(
        { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
        conditions(is('Ready', 'True', 'ReconciliationSucceeded', { observedGeneration: 1 })),
      ),
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
      'held',
    ]),
  ),
  ...vectors('argoproj.io/Rollout', [
    'that Flux does not apply, of which an older generation is observed',
    annotated(
      { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
      { status: { observedGeneration: 1, health: { status: 'Healthy' } } },
    ),
    'IN_PROGRESS',
    'LatestGenerationNotObserved',
    'held',
  ]),
  ...vectors(
    'kustomize.toolkit.fluxcd.io/Kustomization',
    ['ready', conditions(is('Ready', 'True', 'ReconciliationSucceeded')), 'CURRENT', 'ReconciliationSucceeded'],
    [
      'that cannot be built',
      conditions(is('Ready', 'False', 'BuildFailed'), is('Reconciling', 'True', 'ProgressingWithRetry')),
      'FAILED',
      'BuildFailed',
    ],
    [
      'suspended',
      { spec: { suspend: true }, ...conditions(is('Ready', 'True', 'ReconciliationSucceeded')) },
      'CURRENT',
      'Suspended',
      'held',
    ],
    [
      'suspended after a failure',
      { spec: { suspend: true }, ...conditions(is('Ready', 'False', 'BuildFailed')) },
      'FAILED',
      'BuildFailed',
      'held',
    ],
  ),
];

const FLUX_KINDS = [
  ...['GitRepository', 'OCIRepository', 'HelmRepository', 'HelmChart', 'Bucket', 'ExternalArtifact'].map(
    kind => `source.toolkit.fluxcd.io/${kind}`,
  ),
  ...['ImageRepository', 'ImagePolicy', 'ImageUpdateAutomation'].map(kind => `image.toolkit.fluxcd.io/${kind}`),
  ...['Provider', 'Alert', 'Receiver'].map(kind => `notification.toolkit.fluxcd.io/${kind}`),
  ...['helm.toolkit.fluxcd.io/HelmRelease', 'later.toolkit.fluxcd.io/Thing'],
];

/** Vectors of Flux's kinds. flux.test.ts tests the rule that these kinds share. */
export const flux = FLUX_KINDS.flatMap(kind =>
  vectors(
    kind,
    ['ready', conditions(is('Ready', 'True', 'Succeeded')), 'CURRENT', 'Succeeded'],
    ['that failed', conditions(is('Ready', 'False', 'Failed')), 'FAILED', 'Failed'],
  ),
);

export const flagger = vectors(
  'flagger.app/Canary',
  [
    'promoted',
    { status: { phase: 'Succeeded', conditions: [is('Promoted', 'True', 'Succeeded')] } },
    'CURRENT',
    'Succeeded',
  ],
  ['rolled back', { status: { phase: 'Failed', conditions: [is('Promoted', 'False', 'Failed')] } }, 'FAILED', 'Failed'],
  [
    'that is analysed',
    { status: { phase: 'Progressing', conditions: [is('Promoted', 'Unknown', 'Progressing')] } },
    'IN_PROGRESS',
    'Progressing',
  ],
  [
    'that waits for a person',
    { status: { phase: 'WaitingPromotion' } },
    'IN_PROGRESS',
    'WaitingForConfirmation',
    'held',
  ],
  ['suspended', { spec: { suspend: true }, status: { phase: 'Initialized' } }, 'CURRENT', 'Suspended', 'held'],
  ['that goes', { status: { phase: 'Terminating' } }, 'TERMINATING', 'Terminating'],
  ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
);

export const tekton = ['PipelineRun', 'TaskRun', 'CustomRun', 'Run'].flatMap(kind =>
  vectors(
    `tekton.dev/${kind}`,
    ['succeeded', conditions(is('Succeeded', 'True', 'Succeeded')), 'CURRENT', 'Succeeded'],
    ['failed', conditions(is('Succeeded', 'False', 'Failed')), 'FAILED', 'Failed'],
    ['cancelled', conditions(is('Succeeded', 'False', 'Cancelled')), 'FAILED', 'Cancelled'],
    ['running', conditions(is('Succeeded', 'Unknown', 'Running')), 'IN_PROGRESS', 'Running'],
    [
      'that waits for its start',
      { spec: { status: 'PipelineRunPending' }, ...conditions(is('Succeeded', 'Unknown', 'PipelineRunPending')) },
      'IN_PROGRESS',
      'PipelineRunPending',
      'held',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
);

export const monitoring = ['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler'].flatMap(kind =>
  vectors(
    `monitoring.coreos.com/${kind}`,
    ['available', conditions(is('Available', 'True'), is('Reconciled', 'True')), 'CURRENT', ''],
    ['without a ready Pod for long', conditions(is('Available', 'False', 'NoPodReady')), 'FAILED', 'NoPodReady'],
    [
      'without a ready Pod for a minute',
      conditions(is('Available', 'False', 'NoPodReady', { lastTransitionTime: JUST_NOW })),
      'IN_PROGRESS',
      'NoPodReady',
    ],
    [
      'without its StatefulSet',
      conditions(is('Available', 'False', 'StatefulSetNotFound')),
      'FAILED',
      'StatefulSetNotFound',
    ],
    ['degraded', conditions(is('Available', 'Degraded', 'SomePodsNotReady')), 'IN_PROGRESS', 'SomePodsNotReady'],
    [
      'that cannot be reconciled',
      conditions(is('Available', 'True'), is('Reconciled', 'False', 'ReconciliationFailed')),
      'FAILED',
      'ReconciliationFailed',
    ],
    ['paused', { spec: { paused: true }, ...conditions(is('Available', 'True')) }, 'CURRENT', 'Paused', 'held'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
);

export const knative = [
  ...vectors(
    'serving.knative.dev/Service',
    ['ready', { status: { observedGeneration: 2, conditions: [is('Ready', 'True')] } }, 'CURRENT', ''],
    [
      'whose revision failed',
      conditions(is('ConfigurationsReady', 'False', 'RevisionFailed'), is('Ready', 'False', 'RevisionFailed')),
      'FAILED',
      'RevisionFailed',
    ],
    ['that deploys', conditions(is('Ready', 'Unknown', 'Deploying')), 'IN_PROGRESS', 'Deploying'],
    [
      'of an older generation',
      { status: { observedGeneration: 1, conditions: [is('Ready', 'True')] } },
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
  ),
  ...vectors(
    'serving.knative.dev/Revision',
    [
      'without traffic',
      conditions(is('Active', 'False', 'NoTraffic', { severity: 'Info' }), is('Ready', 'True')),
      'CURRENT',
      '',
    ],
    ['that cannot start', conditions(is('Ready', 'False', 'ContainerMissing')), 'FAILED', 'ContainerMissing'],
  ),
  ...['eventing', 'sources', 'messaging', 'flows', 'operator'].flatMap(area =>
    vectors(
      `${area}.knative.dev/Thing`,
      ['ready', conditions(is('Ready', 'True')), 'CURRENT', ''],
      ['not ready', conditions(is('Ready', 'False', 'BrokerUnreachable')), 'FAILED', 'BrokerUnreachable'],
    ),
  ),
  ...vectors(
    'flows.knative.dev/Job',
    ['succeeded', conditions(is('Succeeded', 'True')), 'CURRENT', ''],
    ['failed', conditions(is('Succeeded', 'False', 'F')), 'FAILED', 'F'],
    ['under way', conditions(is('Succeeded', 'Unknown', 'U')), 'IN_PROGRESS', 'U'],
  ),
  ...vectors('autoscaling.internal.knative.dev/PodAutoscaler', [
    'without traffic',
    conditions(is('Active', 'False', 'NoTraffic'), is('Ready', 'False', 'NoTraffic')),
    'IN_PROGRESS',
    'NoTraffic',
  ]),
];

export const kyverno = [
  ...['ClusterPolicy', 'Policy'].flatMap(kind =>
    vectors(
      `kyverno.io/${kind}`,
      ['ready', { status: { ready: true, conditions: [is('Ready', 'True', 'Succeeded')] } }, 'CURRENT', 'Succeeded'],
      ['that cannot be loaded', conditions(is('Ready', 'False', 'Failed')), 'FAILED', 'Failed'],
      ['not known yet', conditions(is('Ready', 'Unknown', 'X')), 'IN_PROGRESS', 'X'],
      ['of an old version, ready', { status: { ready: true } }, 'CURRENT', ''],
      ['of an old version, not ready', { status: { ready: false } }, 'IN_PROGRESS', 'NotReady'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...vectors(
    'kyverno.io/UpdateRequest',
    ['completed', { status: { state: 'Completed' } }, 'CURRENT', 'Completed'],
    ['failed', { status: { state: 'Failed', message: 'no such namespace' } }, 'FAILED', 'Failed'],
    ['pending', { status: { state: 'Pending' } }, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['ValidatingPolicy', 'MutatingPolicy', 'GeneratingPolicy', 'DeletingPolicy', 'ImageValidatingPolicy'].flatMap(
    kind =>
      vectors(
        `policies.kyverno.io/${kind}`,
        ['ready', { status: { conditionStatus: { ready: true } } }, 'CURRENT', ''],
        ['not ready', { status: { conditionStatus: { ready: false } } }, 'FAILED', 'NotReady'],
        ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
      ),
  ),
];
