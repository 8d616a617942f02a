/** Volcano. An aborted Job can be resumed. A terminated Job has failed. */
import { heldByValue } from './status-result.ts';
import type { Kind } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';

const STATE = 'status.state.phase';
const WHY = { messages: ['status.state.message', 'status.state.reason'], since: ['status.state.lastTransitionTime'] };

const job = tabled({
  source: 'volcano-sh/apis: pkg/apis/batch/v1alpha1/job.go (JobPhase)',
  holds: [heldByValue(STATE, 'Aborted', 'Aborted')],
  lines: [
    value('FAILED', STATE, ['Failed', 'Terminated'], WHY),
    value('CURRENT', STATE, ['Running', 'Completed', 'Aborted'], WHY),
    value('IN_PROGRESS', STATE, ['Pending', 'Restarting', 'Completing', 'Aborting', 'Terminating'], WHY),
    NOT_REPORTED,
  ],
});

export const volcano: readonly Kind[] = [{ group: 'batch.volcano.sh', kind: 'Job', ...job }];
