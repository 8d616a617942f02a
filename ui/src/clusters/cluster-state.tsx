/**
 * State of a cluster in words, with the reason if the cluster is not up to date. With `whole`: always with the reason,
 * and with advice for the user.
 */
import type { CoverageCause, CoverageState } from '../graph/graphql.ts';
import { texts } from '../texts.ts';

interface ClusterStateProps {
  readonly coverage: {
    readonly state: CoverageState;
    readonly cause: CoverageCause | null;
    readonly reason: string | null;
  };
  readonly whole?: boolean;
}

const TONES: Readonly<Record<CoverageState, string>> = {
  INDEXED: 'well',
  REBUILDING: 'busy',
  STALE: 'trouble',
  UNREACHABLE: 'trouble',
  CLOSED: 'trouble',
};

export function ClusterState({ coverage: { state, cause, reason }, whole = false }: ClusterStateProps) {
  return (
    <span className="cluster-state" data-tone={TONES[state]}>
      <span className="honesty-dot" aria-hidden="true" />
      <span>
        {texts.coverageState[state]}
        {(state !== 'INDEXED' || whole) && reason && <span className="quiet"> {reason}</span>}
        {whole && cause && <span> {texts.advice[cause]}</span>}
      </span>
    </span>
  );
}
