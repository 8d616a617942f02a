/**
 * Tekton. A run ends with its condition Succeeded. A cancelled or timed-out run has failed, and its reason says why.
 */
import type { Hold } from './status-result.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';
import { at, text } from './untrusted.ts';

const pending: Hold = {
  reason: 'PipelineRunPending',
  when: '`spec.status` is `PipelineRunPending`',
  holds: object => text(at(object, 'spec', 'status')) === 'PipelineRunPending',
};

const run = tabled({
  source:
    'tektoncd/pipeline: pkg/apis/pipeline/v1 (pipelinerun_types.go PipelineRunReason, taskrun_types.go TaskRunReason), docs/pipelineruns.md',
  holds: [pending],
  lines: [
    condition('FAILED', 'Succeeded', 'False'),
    condition('CURRENT', 'Succeeded', 'True'),
    condition('IN_PROGRESS', 'Succeeded', 'Unknown'),
    NOT_REPORTED,
  ],
});

export const tekton: readonly Kind[] = ['PipelineRun', 'TaskRun', 'CustomRun', 'Run'].map((kind): Kind => ({
  group: 'tekton.dev',
  kind,
  ...run,
}));
