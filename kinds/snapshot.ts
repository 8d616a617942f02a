/** Snapshots of volumes. A snapshot is ready to use, has the error of the last attempt, or is in progress. */
import type { Kind, Line } from './kind.ts';
import { firstText, otherwise, tabled } from './table.ts';
import { at, isRecord, isTrue, text, time } from './untrusted.ts';

const ready: Line = {
  then: 'CURRENT',
  when: '`status.readyToUse` is true',
  finds: object => {
    if (!isTrue(at(object, 'status', 'readyToUse'))) return undefined;
    return { reason: '', message: '', since: time(firstText(object, ['status.creationTime'])) };
  },
};

const failed: Line = {
  then: 'FAILED',
  when: '`status.error` is set',
  finds: object => {
    const error = at(object, 'status', 'error');
    return isRecord(error)
      ? { reason: 'SnapshotFailed', message: text(error['message']), since: time(error['time']) }
      : undefined;
  },
};

const volumeSnapshot = tabled({
  source:
    'kubernetes-csi/external-snapshotter: client/apis/volumesnapshot/v1/types.go (VolumeSnapshotStatus, VolumeSnapshotError); argoproj/argo-cd: resource_customizations/snapshot.storage.k8s.io/VolumeSnapshot/health.lua',
  lines: [ready, failed, otherwise('IN_PROGRESS', 'NotReady', 'not ready to use yet')],
});

export const snapshot: readonly Kind[] = ['VolumeSnapshot', 'VolumeSnapshotContent'].map(kind => ({
  group: 'snapshot.storage.k8s.io',
  kind,
  ...volumeSnapshot,
}));
