/**
 * Flagger: the phase of a Canary decides. Failed means that the last change was rolled back after its analysis. The
 * phase stays until the next change.
 */
import { HELD_BY_SUSPEND, type Hold } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';
import { at, conditionOf, text } from './untrusted.ts';

const waits: Hold = {
  reason: 'WaitingForConfirmation',
  when: '`status.phase` is `Waiting`, `WaitingPromotion`',
  holds: object => ['Waiting', 'WaitingPromotion'].includes(text(at(object, 'status', 'phase'))),
};

function phase(then: Line['then'], ...phases: readonly string[]): Line {
  const line = value(then, 'status.phase', phases);
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      const promoted = conditionOf(all, 'Promoted');
      return found && { ...found, message: promoted?.message ?? '', condition: promoted };
    },
  };
}

const canary = tabled({
  source: 'fluxcd/flagger: pkg/apis/flagger/v1beta1/status.go (CanaryPhase)',
  holds: [HELD_BY_SUSPEND, waits],
  lines: [
    phase('FAILED', 'Failed'),
    phase('CURRENT', 'Initialized', 'Succeeded'),
    phase('TERMINATING', 'Terminating', 'Terminated'),
    phase('IN_PROGRESS', 'Initializing', 'Waiting', 'Progressing', 'WaitingPromotion', 'Promoting', 'Finalising'),
    NOT_REPORTED,
  ],
});

export const flagger: readonly Kind[] = [{ group: 'flagger.app', kind: 'Canary', ...canary }];
