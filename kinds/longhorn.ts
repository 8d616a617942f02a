/** Longhorn. A Volume that has lost a replica is in progress. A Volume without any healthy replica has failed. */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled, value } from './table.ts';

const volume = tabled({
  source: 'longhorn/longhorn-manager: k8s/pkg/apis/longhorn/v1beta2/volume.go (VolumeRobustness, VolumeState)',
  lines: [
    value('FAILED', 'status.robustness', ['faulted']),
    condition('FAILED', 'Restore', 'False', { reasons: ['RestoreFailure'] }),
    value('TERMINATING', 'status.state', ['deleting']),
    condition('IN_PROGRESS', 'Scheduled', 'False'),
    value('IN_PROGRESS', 'status.robustness', ['degraded'], { since: ['status.lastDegradedAt'] }),
    value('IN_PROGRESS', 'status.state', ['creating', 'attaching', 'detaching']),
    value('CURRENT', 'status.state', ['attached', 'detached']),
    NOT_REPORTED,
  ],
});

export const longhorn: readonly Kind[] = [{ group: 'longhorn.io', kind: 'Volume', ...volume }];
