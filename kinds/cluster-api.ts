/**
 * Cluster API and its providers, with two versions of the provider contract. In v1beta1, conditions have a severity,
 * and terminal failures are in failureMessage. In v1beta2, the condition Available decides.
 *
 * Objects are in progress while they are being provisioned or scaled. In v1beta2, an object that was never available
 * and an object that is no longer available have the same reason. Both count as failed after twenty minutes, the time
 * that a machine may take.
 */
import { heldByCondition, heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, firstText, inItsWords, NOT_REPORTED, present, SEVERE_FAILURE, tabled, value } from './table.ts';
import { conditionOf } from './untrusted.ts';

const GROUP = 'cluster.x-k8s.io';

/** Time in which an object may be not available or not ready before it counts as failed. */
const PROVISION_MS = 1_200_000;
const NOT_YET = ['NotAvailable', 'NotReady'];

const WHY = ['status.failureMessage', 'status.deprecated.v1beta1.failureMessage', 'status.failureReason'];

const phaseFailed: Line = {
  then: 'FAILED',
  when: '`status.phase` is `Failed`',
  finds: (object, all) => {
    if (firstText(object, ['status.phase']).toLowerCase() !== 'failed') return undefined;
    const why = ['Available', 'Ready'].map(type => conditionOf(all, type)).find(it => it?.status === 'False');
    return why ? inItsWords(why, 'FAILED') : { reason: 'Failed', message: firstText(object, WHY) };
  },
};

/**
 * Matches only conditions without a severity, as v1beta2 writes them. A severity other than Error means work in
 * progress.
 */
function withoutSeverity({ when, finds, ...line }: Line): Line {
  return {
    ...line,
    when: `${when}, without a severity`,
    finds: (object, all) => {
      const found = finds(object, all);
      return found?.condition?.severity === '' ? found : undefined;
    },
  };
}

/** Matches objects that wait for another object or for a point in time. */
const waits: Line = {
  then: 'IN_PROGRESS',
  when: '`Available` or `Ready` is False, reason that begins with `WaitingFor`',
  finds: (_object, all) => {
    const found = all.find(({ type, status, reason }) => {
      return ['Available', 'Ready'].includes(type) && status === 'False' && reason.startsWith('WaitingFor');
    });
    return found && inItsWords(found, 'IN_PROGRESS');
  },
};

const HOLDS = [heldByField('spec.paused', 'Paused'), heldByCondition('Paused', 'Paused')];

const FAILURES = [
  phaseFailed,
  present('FAILED', 'status.failureMessage', 'Failed'),
  present('FAILED', 'status.deprecated.v1beta1.failureMessage', 'Failed'),
  SEVERE_FAILURE,
];
const UNDER_WAY = [condition('IN_PROGRESS', 'Ready', 'Unknown'), condition('IN_PROGRESS', 'Ready', 'False')];
const OUTCOME = [
  condition('IN_PROGRESS', 'RollingOut', 'True'),
  condition('IN_PROGRESS', 'ScalingUp', 'True'),
  condition('IN_PROGRESS', 'ScalingDown', 'True'),
  waits,
  condition('FAILED', 'Available', 'False', { reasons: NOT_YET, afterMs: PROVISION_MS }),
  condition('FAILED', 'Available', 'False'),
  withoutSeverity(condition('FAILED', 'Ready', 'False', { reasons: NOT_YET, afterMs: PROVISION_MS })),
  withoutSeverity(condition('FAILED', 'Ready', 'False')),
  condition('IN_PROGRESS', 'Available', 'Unknown'),
  ...UNDER_WAY,
];

const SOURCE =
  'kubernetes-sigs/cluster-api: api/core/v1beta2 (cluster_phase_types.go, machine_phase_types.go, v1beta2_condition_consts.go), api/core/v1beta1/condition_types.go (ConditionSeverity)';

const cluster = tabled({
  source: SOURCE,
  holds: HOLDS,
  lines: [...FAILURES, value('IN_PROGRESS', 'status.phase', ['Pending', 'Provisioning']), ...OUTCOME],
});

const others = tabled({
  source: SOURCE,
  holds: HOLDS,
  lines: [
    ...FAILURES,
    value('IN_PROGRESS', 'status.phase', ['Pending', 'Provisioning', 'Provisioned', 'ScalingUp', 'ScalingDown']),
    ...OUTCOME,
  ],
});

/** A MachineHealthCheck stops replacing machines while too many machines are unhealthy. */
const healthCheck = tabled({
  source:
    'kubernetes-sigs/cluster-api: api/core/v1beta2/v1beta2_condition_consts.go (MachineHealthCheckRemediationAllowedCondition)',
  holds: HOLDS,
  lines: [
    condition('FAILED', 'RemediationAllowed', 'False'),
    condition('CURRENT', 'RemediationAllowed', 'True'),
    NOT_REPORTED,
  ],
});

/** A bootstrap configuration waits for the infrastructure of its cluster without a time limit. */
const bootstrap = tabled({ source: SOURCE, holds: HOLDS, lines: [...FAILURES, ...UNDER_WAY] });

export const clusterApi: readonly Kind[] = [
  { group: GROUP, kind: 'Cluster', ...cluster },
  { group: GROUP, kind: 'MachineHealthCheck', ...healthCheck },
  { group: GROUP, kind: '*', ...others },
  { group: `bootstrap.${GROUP}`, kind: '*', ...bootstrap },
  // Matches control planes and infrastructure of any provider.
  { group: `*.${GROUP}`, kind: '*', ...others },
];
