/**
 * Velero. Each kind has a phase. A backup with parts that could not be saved is PartiallyFailed, and counts as failed.
 */
import { heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { firstMessage, NOT_REPORTED, tabled, value } from './table.ts';
import { at, integerAt, text } from './untrusted.ts';

const GROUP = 'velero.io';
const WHY = {
  messages: ['status.failureReason', 'status.message', 'status.validationErrors'],
  since: ['status.completionTimestamp', 'status.startTimestamp'],
};

/** Adds the number of errors and warnings as message, if there is no other message. */
function counted(line: Line): Line {
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      const counts = ['errors', 'warnings'].map(field => [field, integerAt(object, 0, 'status', field)] as const);
      const message = counts.flatMap(([field, count]) =>
        count > 0 ? [`${count} ${count === 1 ? field.slice(0, -1) : field}`] : [],
      );
      return found && { ...found, message: found.message || message.join(', ') };
    },
  };
}

const run = tabled({
  source:
    'velero-io/velero: pkg/apis/velero/v1 (backup_types.go BackupPhase, restore_types.go RestorePhase, pod_volume_backup_types.go)',
  lines: [
    counted(value('FAILED', 'status.phase', ['Failed', 'PartiallyFailed', 'FailedValidation', 'Canceled'], WHY)),
    counted(value('CURRENT', 'status.phase', ['Completed'], WHY)),
    value('TERMINATING', 'status.phase', ['Deleting']),
    value(
      'IN_PROGRESS',
      'status.phase',
      [
        ...[
          'New',
          'Queued',
          'ReadyToStart',
          'Accepted',
          'Prepared',
          'InProgress',
          'Canceling',
          'Finalizing',
          'FinalizingPartiallyFailed',
        ],
        ...['WaitingForPluginOperations', 'WaitingForPluginOperationsPartiallyFailed'],
      ],
      WHY,
    ),
    NOT_REPORTED,
  ],
});

const place = tabled({
  source: 'velero-io/velero: pkg/apis/velero/v1 (backupstoragelocation_types.go, backup_repository_types.go)',
  lines: [
    value('FAILED', 'status.phase', ['Unavailable', 'NotReady'], WHY),
    value('CURRENT', 'status.phase', ['Available', 'Ready']),
    NOT_REPORTED,
  ],
});

const schedule = tabled({
  source: 'velero-io/velero: pkg/apis/velero/v1/schedule_types.go (SchedulePhase)',
  holds: [heldByField('spec.paused', 'Paused')],
  lines: [
    value('FAILED', 'status.phase', ['FailedValidation'], WHY),
    value('CURRENT', 'status.phase', ['Enabled']),
    NOT_REPORTED,
  ],
});

const deletionFailed: Line = {
  then: 'FAILED',
  when: '`status.phase` is `Processed`, and `status.errors` has an item',
  finds: object => {
    const errors = firstMessage(object, ['status.errors']);
    return text(at(object, 'status', 'phase')) === 'Processed' && errors !== ''
      ? { reason: 'DeletionFailed', message: errors }
      : undefined;
  },
};

const deletion = tabled({
  source: 'velero-io/velero: pkg/apis/velero/v1/delete_backup_request_types.go (DeleteBackupRequestPhase)',
  lines: [
    deletionFailed,
    value('CURRENT', 'status.phase', ['Processed']),
    value('IN_PROGRESS', 'status.phase', ['New', 'InProgress']),
    NOT_REPORTED,
  ],
});

export const velero: readonly Kind[] = [
  ...['Backup', 'Restore', 'PodVolumeBackup', 'PodVolumeRestore', 'DataUpload', 'DataDownload'].map((kind): Kind => ({
    group: GROUP,
    kind,
    ...run,
  })),
  { group: GROUP, kind: 'BackupStorageLocation', ...place },
  { group: GROUP, kind: 'BackupRepository', ...place },
  { group: GROUP, kind: 'Schedule', ...schedule },
  { group: GROUP, kind: 'DeleteBackupRequest', ...deletion },
];
