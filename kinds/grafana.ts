/** The Grafana operator. The kinds other than Grafana have a condition whose type ends in Synchronized. */
import { heldByCondition, heldByField } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { condition, inItsWords, NOT_REPORTED, tabled, value } from './table.ts';

const GROUP = 'grafana.integreatly.org';

function synchronized(then: Line['then'], wanted: 'True' | 'False'): Line {
  return {
    then,
    when: `a condition whose type ends in \`Synchronized\` is ${wanted}`,
    finds: (_object, all) => {
      const found = all.find(({ type, status }) => type.endsWith('Synchronized') && status === wanted);
      return found && inItsWords(found, then);
    },
  };
}

const SOURCE = 'grafana/grafana-operator: controllers/controller_shared.go (condition types)';

const applied = tabled({
  source: SOURCE,
  holds: [heldByField('spec.suspend', 'Suspended'), heldByCondition('Suspended', 'Suspended')],
  lines: [
    condition('FAILED', 'InvalidSpec', 'True'),
    condition('FAILED', 'NotificationPolicyLoopDetected', 'True'),
    synchronized('FAILED', 'False'),
    condition('IN_PROGRESS', 'NoMatchingInstance', 'True'),
    condition('IN_PROGRESS', 'NoMatchingFolder', 'True'),
    synchronized('CURRENT', 'True'),
    condition('CURRENT', 'Suspended', 'True'),
    NOT_REPORTED,
  ],
});

const instance = tabled({
  source: 'grafana/grafana-operator: api/v1beta1/grafana_types.go (OperatorStageStatus)',
  lines: [
    value('FAILED', 'status.stageStatus', ['failed'], {
      reason: 'StageFailed',
      messages: ['status.lastMessage', 'status.stage'],
    }),
    value('CURRENT', 'status.stageStatus', ['success'], { reason: '' }),
    value('IN_PROGRESS', 'status.stageStatus', ['in progress'], { reason: 'InProgress', messages: ['status.stage'] }),
    NOT_REPORTED,
  ],
});

export const grafana: readonly Kind[] = [
  { group: GROUP, kind: 'Grafana', ...instance },
  { group: GROUP, kind: '*', ...applied },
];
