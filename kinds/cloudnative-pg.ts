/**
 * CloudNativePG. The phase of a Cluster is a sentence. A Cluster that no longer archives WAL has failed, because new
 * data reaches no backup.
 */
import { HELD_BY_SUSPEND, heldByAnnotation, heldByCondition, type Hold } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, firstText, inItsWords, NOT_REPORTED, otherwise, tabled, value } from './table.ts';
import { annotation, at, conditionOf, text } from './untrusted.ts';

const GROUP = 'postgresql.cnpg.io';
const PHASE = 'status.phase';
const WHY = { messages: ['status.phaseReason', 'status.phase'] };

const waitsForUser: Hold = {
  reason: 'WaitingForUser',
  when: '`status.phase` is `Waiting for user action`',
  holds: object => text(at(object, 'status', 'phase')) === 'Waiting for user action',
};

/** PostgreSQL does not run in a fenced instance. The annotation is a list of instance names, or `["*"]`. */
const fenced: Hold = {
  reason: 'Fenced',
  when: 'has the annotation `cnpg.io/fencedInstances`, not an empty list',
  holds: object => !['', '[]'].includes((annotation(object, 'cnpg.io/fencedInstances') ?? '').replaceAll(/\s/g, '')),
};

const notReady: Line = {
  then: 'IN_PROGRESS',
  when: '`status.phase` is `Cluster in healthy state`, and `Ready` is False',
  finds: (object, all) => {
    const ready = conditionOf(all, 'Ready');
    if (text(at(object, 'status', 'phase')) !== 'Cluster in healthy state' || ready?.status !== 'False')
      return undefined;
    return inItsWords(ready, 'IN_PROGRESS');
  },
};

/** The Cluster stays current, because the database still answers. The failed Backup has its own row. */
const lastBackupFailed: Line = {
  then: 'CURRENT',
  when: '`status.phase` is `Cluster in healthy state`, and `LastBackupSucceeded` is False, which gives the reason',
  finds: (object, all) => {
    const backup = conditionOf(all, 'LastBackupSucceeded');
    if (text(at(object, 'status', 'phase')) !== 'Cluster in healthy state' || backup?.status !== 'False')
      return undefined;
    return { ...inItsWords(backup, 'CURRENT'), reason: backup.reason || 'LastBackupFailed' };
  },
};

const cluster = tabled({
  source:
    'cloudnative-pg/cloudnative-pg: api/v1/cluster_types.go (Phase constants, ConditionClusterReady, ConditionContinuousArchiving, ConditionBackup), pkg/resources/status/transactions.go (SetClusterReadyCondition), pkg/utils/labels_annotations.go',
  holds: [
    heldByAnnotation('cnpg.io/reconciliationLoop', 'ReconciliationDisabled', 'disabled'),
    heldByAnnotation('cnpg.io/hibernation', 'Hibernated', 'on'),
    heldByCondition('cnpg.io/hibernation', 'Hibernated'),
    fenced,
    waitsForUser,
  ],
  lines: [
    value(
      'FAILED',
      PHASE,
      [
        'Cluster is in an unrecoverable state, needs manual intervention',
        'Cluster is unrecoverable and needs manual intervention',
      ],
      { reason: 'Unrecoverable', ...WHY },
    ),
    value(
      'FAILED',
      PHASE,
      [
        'Unable to create required cluster objects',
        'Cluster cannot proceed to reconciliation due to an unknown plugin being required',
        'Cluster has incomplete or invalid image catalog',
        'Cluster cannot execute instance online upgrade due to missing architecture binary',
        'Not enough disk space',
      ],
      { reason: 'CannotReconcile', ...WHY },
    ),
    condition('FAILED', 'ContinuousArchiving', 'False'),
    value('IN_PROGRESS', PHASE, ['Failing over'], { reason: 'FailingOver', ...WHY }),
    value('IN_PROGRESS', PHASE, ['Switchover in progress'], { reason: 'SwitchingOver', ...WHY }),
    notReady,
    lastBackupFailed,
    value('CURRENT', PHASE, ['Cluster in healthy state'], { reason: 'Healthy', ...WHY }),
    value('IN_PROGRESS', PHASE, [''], { reason: 'NotReconciled' }),
    {
      then: 'IN_PROGRESS',
      when: '`status.phase` is any other',
      finds: object => ({ reason: 'Reconciling', message: firstText(object, WHY.messages) }),
    },
  ],
});

const backup = tabled({
  source: 'cloudnative-pg/cloudnative-pg: api/v1/backup_types.go (BackupPhase)',
  lines: [
    value('FAILED', PHASE, ['failed', 'walArchivingFailing'], {
      messages: ['status.error'],
      since: ['status.stoppedAt'],
    }),
    value('CURRENT', PHASE, ['completed'], { since: ['status.stoppedAt'] }),
    otherwise('IN_PROGRESS', 'Running', 'not ended yet'),
  ],
});

const scheduledBackup = tabled({
  source: 'cloudnative-pg/cloudnative-pg: api/v1/scheduledbackup_types.go',
  holds: [HELD_BY_SUSPEND],
  lines: [otherwise('CURRENT')],
  neverFails: 'its status tells only when it made a Backup, and each Backup has a status of its own',
});

/** Database, Publication and Subscription report their state as the boolean `status.applied`. */
const declared = tabled({
  source: 'cloudnative-pg/cloudnative-pg: api/v1/database_types.go (DatabaseStatus.Applied)',
  lines: [
    {
      then: 'FAILED',
      when: '`status.applied` is false',
      finds: object =>
        at(object, 'status', 'applied') === false
          ? { reason: 'NotApplied', message: text(at(object, 'status', 'message')) }
          : undefined,
    },
    {
      then: 'CURRENT',
      when: '`status.applied` is true',
      finds: object =>
        at(object, 'status', 'applied') === true
          ? { reason: '', message: text(at(object, 'status', 'message')) }
          : undefined,
    },
    NOT_REPORTED,
  ],
});

export const cloudNativePg: readonly Kind[] = [
  { group: GROUP, kind: 'Cluster', ...cluster, rules: 1 },
  { group: GROUP, kind: 'Backup', ...backup },
  { group: GROUP, kind: 'ScheduledBackup', ...scheduledBackup },
  ...['Database', 'Publication', 'Subscription'].map((kind): Kind => ({ group: GROUP, kind, ...declared })),
];
