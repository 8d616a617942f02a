/** KubeVirt. `printableStatus` shows states that the conditions do not show. A stopped machine counts as suspended. */
import { heldByCondition, heldByValue } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { firstText, NOT_REPORTED, tabled, value } from './table.ts';
import { conditionOf, type Condition } from './untrusted.ts';

const PRINTABLE = 'status.printableStatus';
const PHASE = 'status.phase';
const PAUSED = heldByCondition('Paused', 'Paused');

/** Uses the message of the first of these conditions that has the given status and a message. */
function explained(line: Line, ...types: readonly [type: string, status: Condition['status']][]): Line {
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      const why = types.map(
        ([type, status]) => conditionOf(all, type)?.status === status && conditionOf(all, type)!.message,
      );
      return found && { ...found, message: why.find(message => message) || found.message };
    },
  };
}

const machine = tabled({
  source: 'kubevirt/api: core/v1/types.go (VirtualMachinePrintableStatus)',
  holds: [PAUSED, heldByValue(PRINTABLE, 'Stopped', 'Stopped')],
  lines: [
    explained(
      value('FAILED', PRINTABLE, [
        ...['CrashLoopBackOff', 'ErrorUnschedulable', 'ErrImagePull', 'ImagePullBackOff'],
        ...['ErrorPvcNotFound', 'ErrorDataVolumeNotFound', 'DataVolumeError'],
      ]),
      ['Failure', 'True'],
      ['PodScheduled', 'False'],
      ['Ready', 'False'],
    ),
    value('CURRENT', PRINTABLE, ['Running', 'Paused', 'Stopped']),
    value('IN_PROGRESS', PRINTABLE, ['Provisioning', 'Starting', 'Stopping', 'Migrating', 'WaitingForVolumeBinding']),
    value('TERMINATING', PRINTABLE, ['Terminating']),
    value('UNKNOWN', PRINTABLE, ['Unknown']),
    NOT_REPORTED,
  ],
});

const instance = tabled({
  source: 'kubevirt/api: core/v1/types.go (VirtualMachineInstancePhase)',
  holds: [PAUSED],
  lines: [
    value('FAILED', PHASE, ['Failed']),
    value('CURRENT', PHASE, ['Running', 'Succeeded']),
    value('IN_PROGRESS', PHASE, ['Pending', 'Scheduling', 'Scheduled']),
    value('UNKNOWN', PHASE, ['Unknown']),
    NOT_REPORTED,
  ],
});

const dataVolume = tabled({
  source:
    'kubevirt/containerized-data-importer-api: pkg/apis/core/v1beta1/types.go (DataVolumePhase, DataVolumeConditionType); argoproj/argo-cd: resource_customizations/cdi.kubevirt.io/DataVolume/health.lua',
  holds: [heldByValue(PHASE, 'Paused', 'Paused')],
  lines: [
    explained(value('FAILED', PHASE, ['Failed']), ['Running', 'False'], ['Bound', 'False'], ['Ready', 'False']),
    value('CURRENT', PHASE, ['Succeeded', 'Paused']),
    value('UNKNOWN', PHASE, ['Unknown']),
    value('IN_PROGRESS', PHASE, [''], { reason: 'Pending' }),
    explained(
      {
        then: 'IN_PROGRESS',
        when: '`status.phase` is any other',
        finds: object => ({ reason: firstText(object, [PHASE]), message: firstText(object, ['status.progress']) }),
      },
      ['Running', 'False'],
      ['Bound', 'False'],
    ),
  ],
});

export const kubevirt: readonly Kind[] = [
  { group: 'kubevirt.io', kind: 'VirtualMachine', ...machine },
  { group: 'kubevirt.io', kind: 'VirtualMachineInstance', ...instance },
  { group: 'cdi.kubevirt.io', kind: 'DataVolume', ...dataVolume },
];
