/** Rook. A health warning alone does not make a CephCluster FAILED, because the cluster still serves its data. */
import type { Kind, Line } from './kind.ts';
import { NOT_REPORTED, otherwise, tabled, value } from './table.ts';
import { at, record, text } from './untrusted.ts';

const SOURCE = 'rook/rook: pkg/apis/ceph.rook.io/v1/types.go (ClusterState, ConditionType)';
const PHASE = 'status.phase';
const HEALTH = 'status.ceph.health';
const WHY = { messages: ['status.message'] };

/** Maximum number of health checks in one message. */
const MAX_CHECKS = 8;

/** Line of the status table for one health of Ceph. Its message names the health checks that caused this health. */
function ofHealth(then: Line['then'], health: string): Line {
  const line = value(then, HEALTH, [health], { ...WHY, since: ['status.ceph.lastChanged'] });
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      const checks = Object.entries(record(at(object, 'status', 'ceph', 'details')))
        .filter(([, check]) => text(at(check, 'severity')) === health)
        .slice(0, MAX_CHECKS)
        .map(([name, check]) => `${name}: ${text(at(check, 'message'))}`);
      return found && { ...found, message: checks.join('; ') || found.message };
    },
  };
}

const cluster = tabled({
  source: `${SOURCE}; ceph/ceph: src/include/health.h`,
  lines: [
    ofHealth('FAILED', 'HEALTH_ERR'),
    value('FAILED', 'status.state', ['Error'], WHY),
    value('FAILED', PHASE, ['Failure'], WHY),
    value('IN_PROGRESS', 'status.state', ['Creating', 'Updating', 'Connecting'], WHY),
    ofHealth('CURRENT', 'HEALTH_WARN'),
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
