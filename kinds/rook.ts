/** Rook: Ceph's own status. A cluster with a warning still serves its data. */
import type { Kind } from './kind.ts';
import { NOT_REPORTED, otherwise, tabled, value } from './table.ts';

const SOURCE = 'rook/rook: pkg/apis/ceph.rook.io/v1/types.go (ClusterState, ConditionType)';
const PHASE = 'status.phase';
const HEALTH = 'status.ceph.health';
const WHY = { messages: ['status.message'] };

const cluster = tabled({
  source: `${SOURCE}; ceph/ceph: src/include/health.h`,
  lines: [
    value('FAILED', HEALTH, ['HEALTH_ERR'], { ...WHY, since: ['status.ceph.lastChanged'] }),
    value('FAILED', 'status.state', ['Error'], WHY),
    value('FAILED', PHASE, ['Failure'], WHY),
    value('IN_PROGRESS', 'status.state', ['Creating', 'Updating', 'Connecting'], WHY),
    value('CURRENT', HEALTH, ['HEALTH_WARN'], { ...WHY, since: ['status.ceph.lastChanged'] }),
    value('CURRENT', HEALTH, ['HEALTH_OK'], { reason: '' }),
    NOT_REPORTED,
  ],
});

const other = tabled({
  source: SOURCE,
  lines: [
    value('FAILED', PHASE, ['Failure', 'ReconcileFailed']),
    value('IN_PROGRESS', PHASE, ['Progressing', 'Reconciling', 'Connecting', 'Creating', 'Updating']),
    value('TERMINATING', PHASE, ['Deleting']),
    otherwise('CURRENT'),
  ],
});

export const rook: readonly Kind[] = [
  { group: 'ceph.rook.io', kind: 'CephCluster', ...cluster },
  { group: 'ceph.rook.io', kind: '*', ...other },
];
