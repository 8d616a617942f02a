/**
 * Velero: each kind has a phase. A backup with parts that could not be saved is PartiallyFailed, which velero shows as
 * a failure.
 */
import { heldByField } from './hold.ts';
import type { Kind } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';

const GROUP = 'velero.io';
const WHY = { messages: ['status.failureReason', 'status.message'], since: ['status.completionTimestamp', 'status.startTimestamp'] };

const run = tabled({
  source: 'velero-io/velero: pkg/apis/velero/v1 (backup_types.go BackupPhase, restore_types.go RestorePhase, pod_volume_backup_types.go)',
  lines: [
    value('FAILED', 'status.phase', ['Failed', 'PartiallyFailed', 'FailedValidation', 'Canceled'], WHY),
    value('CURRENT', 'status.phase', ['Completed'], WHY),
    value('TERMINATING', 'status.phase', ['Deleting']),
    value(
      'IN_PROGRESS',
      'status.phase',
      [
        ...['New', 'Queued', 'ReadyToStart', 'Accepted', 'Prepared', 'InProgress', 'Canceling', 'Finalizing', 'FinalizingPartiallyFailed'],
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
  lines: [value('FAILED', 'status.phase', ['FailedValidation'], WHY), value('CURRENT', 'status.phase', ['Enabled']), NOT_REPORTED],
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
];
