import { conditions, is, LONG_AGO, vectors, type Json } from './vector.ts';

const DELETED = { deletionTimestamp: '2026-11-21T11:00:00Z', finalizers: ['configsync.gke.io/reconciler'] };
/** Status with these conditions, reported for the latest generation. */
const sync = (...all: Json[]) => ({ status: { observedGeneration: 2, conditions: all } });
const RECONCILED = is('Reconciling', 'False', 'Deployment');
const errors = (totalCount: number) => ({ errorSummary: { totalCount } });

export const configSync = ['RootSync', 'RepoSync'].flatMap(kind =>
  vectors(
    `configsync.gke.io/${kind}`,
    ['that is deleted', { ...sync(is('Syncing', 'False', 'Sync')), metadata: DELETED }, 'TERMINATING', 'Terminating'],
    [
      'whose reconciler deletes what it applied',
      sync(is('Syncing', 'False', 'Sync'), is('ReconcilerFinalizing', 'True', 'ResourcesDeleting')),
      'TERMINATING',
      'ResourcesDeleting',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotObserved'],
    [
      'of an older generation',
      {
        status: {
          observedGeneration: 1,
          conditions: [is('Stalled', 'True', 'Validation'), is('Syncing', 'False', 'Sync')],
        },
      },
      'IN_PROGRESS',
      'NotObserved',
    ],
    [
      'that is stalled and reconciling at once, in whatever order',
      sync(is('Reconciling', 'True', 'Deployment'), is('Stalled', 'True', 'Validation')),
      'FAILED',
      'Validation',
    ],
    [
      'whose reconciler starts',
      sync(is('Reconciling', 'True', 'Deployment'), is('Syncing', 'False', 'Sync')),
      'IN_PROGRESS',
      'Deployment',
    ],
    ['that has not begun to sync', sync(RECONCILED), 'IN_PROGRESS', 'NotStarted'],
    ['that syncs', sync(RECONCILED, is('Syncing', 'True', 'Source')), 'IN_PROGRESS', 'Source'],
    ['that syncs, with errors', sync(RECONCILED, is('Syncing', 'True', 'Sync', errors(2))), 'IN_PROGRESS', 'Sync'],
    ['of which nobody knows', sync(RECONCILED, is('Syncing', 'Unknown', 'Lost')), 'UNKNOWN', 'Lost'],
    [
      'with errors by their number',
      sync(RECONCILED, is('Syncing', 'False', 'Sync', errors(1))),
      'FAILED',
      'SyncErrors',
    ],
    [
      'with errors by their sources',
      sync(RECONCILED, is('Syncing', 'False', 'Source', { errorSourceRefs: ['SourceError'] })),
      'FAILED',
      'SyncErrors',
    ],
    [
      'without errors',
      sync(RECONCILED, is('Syncing', 'False', 'Sync', { ...errors(0), errorSourceRefs: [] })),
      'CURRENT',
      'Sync',
    ],
    [
      'with two conditions of one type: the first counts',
      sync(RECONCILED, is('Syncing', 'False', 'Sync'), is('Syncing', 'True', 'Other')),
      'CURRENT',
      'Sync',
    ],
    [
      'with conditions of another shape',
      { status: { observedGeneration: 2, conditions: 7 } },
      'IN_PROGRESS',
      'NotStarted',
    ],
  ),
);

const entry = (name: string, more: Json) => ({ group: 'apps', kind: 'Deployment', namespace: 'shop', name, ...more });
const applied = (name: string, status: string, more: Json = {}) =>
  entry(name, { status, strategy: 'Apply', actuation: 'Succeeded', ...more });
const INVENTORY = { labels: { 'cli-utils.sigs.k8s.io/inventory-id': 'shop_web' } };
const group = (metadata: Json, ...resourceStatuses: Json[]) => ({
  metadata,
  status: { observedGeneration: 2, resourceStatuses },
});

export const resourceGroup = vectors(
  'kpt.dev/ResourceGroup',
  ['of Config Sync, that is deleted', { metadata: { ...INVENTORY, ...DELETED } }, 'TERMINATING', 'Terminating'],
  ['of Config Sync, all current', group(INVENTORY, applied('a', 'Current')), 'CURRENT', ''],
  ['of Config Sync, without objects', group(INVENTORY), 'CURRENT', ''],
  ['of Config Sync, never looked at', { metadata: INVENTORY }, 'IN_PROGRESS', 'InventoryNotObserved'],
  [
    'of Config Sync, by its other label',
    { metadata: { labels: { 'app.kubernetes.io/managed-by': 'configmanagement.gke.io' } } },
    'IN_PROGRESS',
    'InventoryNotObserved',
  ],
  [
    'of Config Sync, of an older generation, with a failure',
    { metadata: INVENTORY, status: { observedGeneration: 1, resourceStatuses: [applied('a', 'Failed')] } },
    'FAILED',
    'ObjectsFailed',
  ],
  [
    'of Config Sync, of an older generation, with one that waits',
    { metadata: INVENTORY, status: { observedGeneration: 1, resourceStatuses: [applied('a', 'InProgress')] } },
    'IN_PROGRESS',
    'InventoryNotObserved',
  ],
  [
    'of Config Sync, with one that waits',
    group(INVENTORY, applied('a', 'InProgress')),
    'IN_PROGRESS',
    'ObjectsNotReady',
  ],
  [
    'of Config Sync, with one of which nothing is known',
    group(INVENTORY, applied('a', 'Lost')),
    'UNKNOWN',
    'ObjectsUnknown',
  ],
  [
    'of Config Sync, with one that could not be applied',
    group(INVENTORY, applied('a', 'Current', { actuation: 'Failed' })),
    'UNKNOWN',
    'ObjectsUnknown',
  ],
  ['of kpt live, before its first apply', { spec: { resources: [entry('a', {})] } }, 'IN_PROGRESS', 'NotObserved'],
  [
    'of kpt live, applied',
    { ...group({}, applied('a', 'Unknown', { reconcile: 'Succeeded' })), spec: { resources: [entry('a', {})] } },
    'CURRENT',
    '',
  ],
  [
    'of kpt live, of an older generation, as it always is',
    { status: { observedGeneration: 1, resourceStatuses: [applied('a', 'Unknown', { reconcile: 'Succeeded' })] } },
    'CURRENT',
    '',
  ],
  [
    'of kpt live, with a failed apply',
    group({}, applied('a', 'Unknown', { actuation: 'Failed' })),
    'FAILED',
    'ActuationFailed',
  ],
  [
    'of kpt live, while it applies',
    group({}, applied('a', 'Unknown', { actuation: 'Skipped' }), applied('b', 'Unknown', { actuation: 'Pending' })),
    'IN_PROGRESS',
    'ActuationPending',
  ],
  [
    'of kpt live, with one that was left out',
    group({}, applied('a', 'Unknown', { actuation: 'Skipped' })),
    'FAILED',
    'ActuationSkipped',
  ],
  [
    'of kpt live, with one that was not deleted',
    group({}, applied('a', 'Unknown', { strategy: 'Delete', actuation: 'Skipped' })),
    'IN_PROGRESS',
    'ObjectsNotReady',
  ],
  [
    'of kpt live, with one that failed',
    group({}, applied('a', 'Unknown', { reconcile: 'Failed' })),
    'FAILED',
    'ObjectsFailed',
  ],
  [
    'of kpt live, with one that is late',
    group({}, applied('a', 'Unknown', { reconcile: 'Timeout' })),
    'IN_PROGRESS',
    'ObjectsNotReady',
  ],
  ['of kpt live, with a controller', group({}, applied('a', 'Current', { reconcile: 'Failed' })), 'CURRENT', ''],
  [
    'of kpt live, by counts alone',
    { status: { counts: { total: 2, current: 1, failed: 1, inProgress: 0, terminating: 0, notFound: 0, unknown: 0 } } },
    'FAILED',
    'ObjectsFailed',
  ],
);

export const porch = [
  ...vectors(
    'porch.kpt.dev/PackageRevision',
    ['that is published', { spec: { lifecycle: 'Published' } }, 'CURRENT', 'Published'],
    ['that is a draft', { spec: { lifecycle: 'Draft' } }, 'CURRENT', 'Draft'],
    [
      'that is not rendered yet',
      { spec: { lifecycle: 'Draft' }, ...conditions(is('Ready', 'False', 'Rendering')) },
      'IN_PROGRESS',
      'Rendering',
    ],
  ),
  ...vectors(
    'config.porch.kpt.dev/Repository',
    ['that is ready', conditions(is('Ready', 'True', 'Ready')), 'CURRENT', 'Ready'],
    ['that cannot be read', conditions(is('Ready', 'False', 'Error')), 'IN_PROGRESS', 'Error'],
  ),
  ...vectors(
    'config.porch.kpt.dev/PackageVariant',
    [
      'that is stalled',
      conditions(is('Stalled', 'True', 'ValidationError'), is('Ready', 'False', 'Error')),
      'FAILED',
      'ValidationError',
    ],
    [
      'that is ready',
      conditions(is('Stalled', 'False', 'Valid'), is('Ready', 'True', 'NoErrors')),
      'CURRENT',
      'NoErrors',
    ],
  ),
];

const REVISION = 'main@sha1:aa';
const history = (more: Json = {}) => ({
  firstReconciled: LONG_AGO,
  lastReconciledStatus: 'ReconciliationSucceeded',
  ...more,
});
const checking = (more: Json = {}, ready: Json = is('Ready', 'Unknown', 'Progressing', { observedGeneration: 2 })) => ({
  status: {
    observedGeneration: 2,
    lastAppliedRevision: REVISION,
    lastAttemptedRevision: REVISION,
    history: [history({ metadata: { revision: REVISION } })],
    conditions: [is('Reconciling', 'True', 'Progressing'), ready],
    ...more,
  },
});

export const kustomization = vectors(
  'kustomize.toolkit.fluxcd.io/Kustomization',
  ['that is checked again', checking(), 'CURRENT', 'ReconciliationSucceeded'],
  ['that is checked again, of a Flux without history', checking({ history: undefined }), 'IN_PROGRESS', 'Progressing'],
  ['of an older generation', checking({ observedGeneration: 1 }), 'IN_PROGRESS', 'Progressing'],
  ['that applies another revision', checking({ lastAttemptedRevision: 'main@sha1:bb' }), 'IN_PROGRESS', 'Progressing'],
  [
    'whose last apply failed',
    checking({ history: [history({ metadata: { revision: REVISION }, lastReconciledStatus: 'HealthCheckFailed' })] }),
    'IN_PROGRESS',
    'Progressing',
  ],
  [
    'that waits for its objects',
    checking({}, is('Ready', 'Unknown', 'ProgressingWithRetry', { observedGeneration: 2 })),
    'IN_PROGRESS',
    'ProgressingWithRetry',
  ],
  [
    'that fails after a success',
    checking({}, is('Ready', 'False', 'BuildFailed', { observedGeneration: 2 })),
    'FAILED',
    'BuildFailed',
  ],
);
