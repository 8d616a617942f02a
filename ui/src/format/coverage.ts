/** Describes the coverage of an answer in words. */
import type { CoverageNumbersFragment, CoverageState } from '../graph/graphql.ts';
import { texts } from '../texts.ts';

export interface CoverageWords {
  readonly tone: 'well' | 'busy' | 'trouble';
  readonly sentences: readonly string[];
}

/** `clusters`: clusters that are not up to date, if known. A sentence names at most two clusters. */
export function coverageWords(
  { total, indexed, rebuilding, stale, unreachable, closed, withheld }: CoverageNumbersFragment,
  clusters: readonly { readonly cluster: { readonly name: string }; readonly state: CoverageState }[] = [],
): CoverageWords {
  const said = texts.coverage;
  const which = (state: CoverageState, count: number): string =>
    said.which(
      clusters.flatMap(it => (it.state === state ? [it.cluster.name] : [])),
      count,
    );
  const troubles = [
    ...(closed > 0 ? [said.closed(which('CLOSED', closed), closed)] : []),
    ...withheld.map(({ cause, count }) => said.withheld[cause](count)),
    ...(unreachable > 0 ? [said.unreachable(which('UNREACHABLE', unreachable), unreachable)] : []),
    ...(stale > 0 ? [said.stale(which('STALE', stale))] : []),
  ];
  const busy = rebuilding > 0 ? [said.rebuilding(total - rebuilding, total)] : [];
  if (busy.length + troubles.length > 0)
    return { tone: troubles.length > 0 ? 'trouble' : 'busy', sentences: [...busy, ...troubles] };
  return { tone: 'well', sentences: [total === 0 ? said.none : said.well(indexed)] };
}
