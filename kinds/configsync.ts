/**
 * Config Sync: RootSync and RepoSync. The rules also read the condition Syncing, because kstatus would report a sync
 * with errors as current. A ResourceGroup with the same namespace and name lists the applied objects
 * (resource-group.ts).
 */
import type { Relation } from '../store/attached.ts';
import { firstCondition, saying, statusOfDeployment, type Said, type Step, type WholeCondition } from './deployment.ts';
import type { Kind } from './kind.ts';
import { oncePerObject } from './once.ts';
import { SECRET, relationsByName, relationTo } from './relations.ts';
import { RESOURCE_GROUP } from './resource-group.ts';
import { isDeleted, terminating } from './status-result.ts';
import { at, integer, list, text } from './untrusted.ts';

const CONFIG_SYNC_GROUP = 'configsync.gke.io';
export const ROOT_SYNC = { group: CONFIG_SYNC_GROUP, kind: 'RootSync' };
export const REPO_SYNC = { group: CONFIG_SYNC_GROUP, kind: 'RepoSync' };

/** State of a sync. The first matching check decides. */
export const saidOfSync = oncePerObject(sayingOf);

function sayingOf(object: unknown): Said {
  if (isDeleted(object)) {
    const { reason, message } = terminating(object);
    return saying('TERMINATING', reason, message);
  }
  const finalizing = firstCondition(object, 'ReconcilerFinalizing');
  if (finalizing?.status === 'True') return byCondition('TERMINATING', finalizing);
  const [generation, observed] = [at(object, 'metadata', 'generation'), at(object, 'status', 'observedGeneration')].map(
    integer,
  );
  if (observed === undefined || observed !== generation)
    return saying('SYNCING', 'NotObserved', `generation ${generation ?? 'unknown'} is not observed yet`);
  const [stalled, reconciling, syncing] = ['Stalled', 'Reconciling', 'Syncing'].map(type =>
    firstCondition(object, type),
  );
  if (stalled?.status === 'True') return byCondition('SYNC_FAILED', stalled);
  if (reconciling?.status === 'True') return byCondition('SYNCING', reconciling);
  if (!syncing) return saying('SYNCING', 'NotStarted', 'it has not begun to sync');
  const error = hasErrors(syncing) ? firstError(object) : '';
  if (syncing.status === 'True') return byCondition('SYNCING', syncing, error);
  if (syncing.status !== 'False') return byCondition('UNKNOWN', syncing, error);
  if (hasErrors(syncing)) return saying('SYNC_FAILED', 'SyncErrors', error || syncing.message);
  return byCondition('DONE', syncing);
}

function byCondition(step: Step, { reason, message }: WholeCondition, error = ''): Said {
  return saying(step, reason, error || message);
}

function hasErrors({ whole }: WholeCondition): boolean {
  return list(at(whole, 'errorSourceRefs')).length > 0 || (integer(at(whole, 'errorSummary', 'totalCount')) ?? 0) > 0;
}

/** The first error message. Errors of the source come first, then errors of rendering, then errors of the sync. */
function firstError(object: unknown): string {
  for (const part of ['source', 'rendering', 'sync']) {
    for (const error of list(at(object, 'status', part, 'errors'))) {
      const message = text(at(error, 'errorMessage'));
      if (message !== '') return message;
    }
  }
  return '';
}

/** The applied revision. While the step is not DONE, the revision of the last successful sync. */
function syncedRevision(object: unknown): string {
  const last = text(at(object, 'status', 'lastSyncedCommit'));
  if (saidOfSync(object).step !== 'DONE') return last;
  return attemptedRevision(object) || text(at(object, 'status', 'sync', 'commit')) || last;
}

function attemptedRevision(object: unknown): string {
  return text(at(firstCondition(object, 'Syncing')?.whole, 'commit'));
}

/** Relations to the inventory, and to the Secrets in `secretRef` and `caCertSecretRef`. */
function relations(object: unknown, namespace: string): readonly Relation[] {
  const secrets = ['git', 'oci', 'helm'].flatMap(source => {
    const spec = at(object, 'spec', source);
    return [at(spec, 'secretRef'), at(spec, 'caCertSecretRef')].filter(reference => text(at(reference, 'name')) !== '');
  });
  return [
    relationTo('REFERENCES', { ...RESOURCE_GROUP, namespace, name: text(at(object, 'metadata', 'name')) }),
    ...relationsByName('REFERENCES', secrets, SECRET, namespace),
  ];
}

const common = {
  status: (object: unknown) =>
    statusOfDeployment(saidOfSync(object), firstCondition(object, 'Syncing')?.lastTransitionTime ?? 0),
  revision: syncedRevision,
  attemptedRevision,
  relations,
  words: {
    source: 'GoogleContainerTools/kpt-config-sync: pkg/api/configsync/v1beta1 (Status, RootSyncCondition)',
    failed: ['`Stalled` is True', '`Syncing` is False with errors'],
    inProgress: [
      '`status.observedGeneration` is absent, or not `metadata.generation`',
      '`Reconciling` is True',
      '`Syncing` is absent or True',
    ],
    suspended: [],
  },
};

export const configSync: readonly Kind[] = [
  { ...ROOT_SYNC, indexedAs: 'rootsyncs', ...common },
  { ...REPO_SYNC, indexedAs: 'reposyncs', ...common },
];
