/**
 * Cluster API and its providers, in both contracts: v1beta1, whose conditions have a severity and whose terminal
 * failures stand in failureMessage, and v1beta2, where Available tells. What is still being provisioned, or scales, is
 * in progress: its conditions are false by design.
 */
import { heldByCondition, heldByField } from './hold.ts';
import type { Kind, Line } from './kind.ts';
import { condition, firstText, inItsWords, present, tabled, value } from './table.ts';
import { conditionOf } from './untrusted.ts';

const GROUP = 'cluster.x-k8s.io';

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

const severeFailure: Line = {
  then: 'FAILED',
  when: '`Ready` is False with the severity Error',
  finds: (_object, all) => {
    const ready = conditionOf(all, 'Ready');
    return ready?.status === 'False' && ready.severity === 'Error' ? inItsWords(ready, 'FAILED') : undefined;
  },
};

/** With another severity it is under way; v1beta2 writes none. */
const notReady: Line = {
  then: 'FAILED',
  when: '`Ready` is False without a severity',
  finds: (_object, all) => {
    const ready = conditionOf(all, 'Ready');
    return ready?.status === 'False' && ready.severity === '' ? inItsWords(ready, 'FAILED') : undefined;
  },
};

const HOLDS = [heldByField('spec.paused', 'Paused'), heldByCondition('Paused', 'Paused')];

const FAILURES = [
  phaseFailed,
  present('FAILED', 'status.failureMessage', 'Failed'),
  present('FAILED', 'status.deprecated.v1beta1.failureMessage', 'Failed'),
  severeFailure,
];
const OUTCOME = [
  condition('IN_PROGRESS', 'RollingOut', 'True'),
  condition('IN_PROGRESS', 'ScalingUp', 'True'),
  condition('IN_PROGRESS', 'ScalingDown', 'True'),
  condition('FAILED', 'Available', 'False'),
  notReady,
  condition('IN_PROGRESS', 'Available', 'Unknown'),
  condition('IN_PROGRESS', 'Ready', 'Unknown'),
  condition('IN_PROGRESS', 'Ready', 'False'),
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

export const clusterApi: readonly Kind[] = [
  { group: GROUP, kind: 'Cluster', ...cluster },
  { group: GROUP, kind: '*', ...others },
  // Control planes, bootstrap configurations and infrastructure, of any provider.
  { group: `*.${GROUP}`, kind: '*', ...others },
];
