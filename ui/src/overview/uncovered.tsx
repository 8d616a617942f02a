/** Clusters that the index does not cover, or covers only in part, with the cause. */
import { Link } from '@tanstack/react-router';
import { ClusterState } from '../clusters/cluster-state.tsx';
import { coverageWords } from '../format/coverage.ts';
import type { CoverageNumbersFragment } from '../graph/graphql.ts';
import type { ClusterHealth } from './health.ts';
import { overviewTexts as said } from './texts.ts';

const SHOWN = 6;

interface UncoveredProps {
  readonly clusters: readonly ClusterHealth[];
  /** Numbers for all clusters of the fleet, including clusters that the caller may not see. */
  readonly coverage: CoverageNumbersFragment;
}

export function Uncovered({ clusters, coverage }: UncoveredProps) {
  const uncovered = clusters.filter(({ coverage }) => coverage.state !== 'INDEXED' || coverage.cause !== null);
  const fleet = coverageWords(coverage);
  if (uncovered.length === 0)
    return <p className="quiet">{fleet.tone === 'well' ? said.covered : fleet.sentences.join(' ')}</p>;
  return (
    <>
      <ul className="lines">
        {uncovered.slice(0, SHOWN).map(({ name, coverage }) => (
          <li key={name}>
            <Link to="/cluster" search={{ name }}>
              {name}
            </Link>{' '}
            <ClusterState coverage={coverage} whole />
          </li>
        ))}
      </ul>
      {uncovered.length > SHOWN && <Link to="/clusters">{said.moreUncovered(uncovered.length - SHOWN)}</Link>}
    </>
  );
}
