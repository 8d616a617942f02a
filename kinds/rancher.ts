/**
 * Rancher's clusters and its Fleet. In Fleet, `status.display.state` is the worst state of the deployments, and
 * conditions have no reasons. In Rancher's clusters, a condition that is an error has the reason Error. Their
 * conditions Provisioned and Updated are Unknown during work, and False only after a failure.
 */
import { heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, firstMessage, inItsWords, NOT_REPORTED, tabled, value } from './table.ts';
import { at, conditionOf, integerAt, text } from './untrusted.ts';

const FLEET = 'fleet.cattle.io';
const STATE = 'status.display.state';

/** Gives the line the message of `status.display`. If this message is empty, the message of the condition Ready. */
function explained(line: Line): Line {
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      const ready = conditionOf(all, 'Ready');
      const message = firstMessage(object, ['status.display.message']) || (ready?.message ?? '');
      return found && { ...found, message, ...(ready && { condition: ready }) };
    },
  };
}

const errorApplied: Line = explained({
  then: 'FAILED',
  when: '`status.display.state` is `ErrApplied`, or `status.summary.errApplied` is more than 0',
  finds: object => {
    const isError =
      text(at(object, 'status', 'display', 'state')) === 'ErrApplied' ||
      integerAt(object, 0, 'status', 'summary', 'errApplied') > 0;
    return isError ? { reason: 'ErrApplied', message: '' } : undefined;
  },
});

const fleet = tabled({
  source:
    'rancher/fleet: pkg/apis/fleet.cattle.io/v1alpha1 (bundle_types.go BundleState, gitrepo_types.go GitRepoDisplay), internal/cmd/controller/summary/summary.go (GetDeploymentState, ReadyMessage)',
  holds: [heldByField('spec.paused', 'Paused')],
  lines: [
    condition('FAILED', 'Stalled', 'True'),
    errorApplied,
    ...['Accepted', 'GitPolling', 'Polled'].map(type => condition('FAILED', type, 'False')),
    explained(
      value('IN_PROGRESS', STATE, [
        'NotReady',
        'OutOfSync',
        'WaitApplied',
        'Pending',
        'Modified',
        'GitUpdating',
        'WaitCheckIn',
      ]),
    ),
    condition('IN_PROGRESS', 'Ready', 'False'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

const errorCondition: Line = {
  then: 'FAILED',
  when: 'a condition is not True, reason `Error`',
  finds: (_object, all) => {
    const error = all.find(({ status, reason }) => status !== 'True' && reason === 'Error');
    return error && { ...inItsWords(error, 'FAILED'), reason: `${error.type}Error` };
  },
};

const cluster = tabled({
  source:
    'rancher/rancher: pkg/controllers/management/clusterconnected/clusterconnected.go (Disconnected); rancher/wrangler: pkg/summary/summarizers.go (TransitioningUnknown, TransitioningFalse)',
  lines: [
    errorCondition,
    condition('FAILED', 'Provisioned', 'False'),
    condition('FAILED', 'Updated', 'False'),
    condition('FAILED', 'Ready', 'False', { reasons: ['Disconnected'] }),
    condition('IN_PROGRESS', 'Ready', 'False'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

export const rancher: readonly Kind[] = [
  { group: FLEET, kind: 'GitRepo', ...fleet, rules: 1, revision: object => text(at(object, 'status', 'commit')) },
  ...['Bundle', 'BundleDeployment', 'HelmOp', 'Cluster', 'ClusterGroup'].map((kind): Kind => ({
    group: FLEET,
    kind,
    ...fleet,
    rules: 1,
  })),
  { group: 'management.cattle.io', kind: 'Cluster', ...cluster, rules: 1 },
  { group: 'provisioning.cattle.io', kind: 'Cluster', ...cluster, rules: 1 },
];
