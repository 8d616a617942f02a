/**
 * The API group storage.k8s.io. A VolumeAttachment has the error of the last attempt to attach or detach its volume.
 */
import type { Kind, Line } from './kind.ts';
import { otherwise, tabled } from './table.ts';
import { at, isRecord, isTrue, text, time } from './untrusted.ts';

function error(field: 'attachError' | 'detachError', reason: string): Line {
  return {
    then: 'FAILED',
    when: `\`status.${field}\` is set`,
    finds: object => {
      const found = at(object, 'status', field);
      return isRecord(found) ? { reason, message: text(found['message']), since: time(found['time']) } : undefined;
    },
  };
}

const detachError = error('detachError', 'DetachError');

const volumeAttachment = tabled({
  source: 'kubernetes/kubernetes: staging/src/k8s.io/api/storage/v1/types.go (VolumeAttachmentStatus)',
  lines: [
    detachError,
    {
      then: 'CURRENT',
      when: '`status.attached` is true',
      finds: object => (isTrue(at(object, 'status', 'attached')) ? { reason: '', message: '' } : undefined),
    },
    error('attachError', 'AttachError'),
    otherwise('IN_PROGRESS', 'NotAttached', 'not attached yet'),
  ],
});

export const storage: readonly Kind[] = [
  {
    group: 'storage.k8s.io',
    kind: 'VolumeAttachment',
    ...volumeAttachment,
    // Deletion of a VolumeAttachment waits until the volume is detached. `detachError` says why this takes long.
    status: (object, now) => {
      const status = volumeAttachment.status(object, now);
      const found = status.status === 'TERMINATING' ? detachError.finds(object, []) : undefined;
      return found ? { ...status, reason: found.reason, message: found.message } : status;
    },
  },
];
