/** Phases of deployments as marks, and their counts as cells of a table. */
import type { PackagePhase, PhaseNumbersFragment } from '../graph/graphql.ts';
import { Mark, StatusShape } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { STATUS_OF, type CountedPhase } from './phases.ts';

export function PhaseMark({
  phase,
  suspended = false,
  stale = false,
}: {
  phase: PackagePhase;
  suspended?: boolean;
  stale?: boolean;
}) {
  return (
    <Mark status={STATUS_OF[phase]} word={texts.phase[phase]}>
      {suspended && <span className="suspended">{texts.suspended}</span>}
      {stale && <span className="suspended">{texts.packages.stale}</span>}
    </Mark>
  );
}

export function PhaseHeads({ phases }: { phases: readonly CountedPhase[] }) {
  return phases.map(({ phase }) => (
    <th key={phase} scope="col" className="number">
      <StatusShape status={STATUS_OF[phase]} /> <span className="status-title">{texts.phase[phase]}</span>
    </th>
  ));
}

export function PhaseCells({ counts, phases }: { counts: PhaseNumbersFragment; phases: readonly CountedPhase[] }) {
  return phases.map(({ phase, of }) => {
    const count = of(counts);
    return count === 0 ? (
      <td key={phase} className="number none">
        <span aria-hidden="true">·</span>
        <span className="sr-only">0</span>
      </td>
    ) : (
      <td key={phase} className="number" data-status={STATUS_OF[phase]}>
        {count.toLocaleString()}
      </td>
    );
  });
}
