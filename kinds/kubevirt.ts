/** KubeVirt: `printableStatus` has what its conditions lack. A stopped machine is held on purpose. */
import { heldByCondition, heldByValue } from './hold.ts';
import type { Kind } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';

const PRINTABLE = 'status.printableStatus';
const PHASE = 'status.phase';
const PAUSED = heldByCondition('Paused', 'Paused');

const machine = tabled({
  source: 'kubevirt/api: core/v1/types.go (VirtualMachinePrintableStatus)',
  holds: [PAUSED, heldByValue(PRINTABLE, 'Stopped', 'Stopped')],
  lines: [
    value('FAILED', PRINTABLE, [
      ...['CrashLoopBackOff', 'ErrorUnschedulable', 'ErrImagePull', 'ImagePullBackOff'],
      ...['ErrorPvcNotFound', 'ErrorDataVolumeNotFound', 'DataVolumeError'],
    ]),
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

export const kubevirt: readonly Kind[] = [
  { group: 'kubevirt.io', kind: 'VirtualMachine', ...machine },
  { group: 'kubevirt.io', kind: 'VirtualMachineInstance', ...instance },
];
