/**
 * Coverage of an answer. Numbers of the whole fleet are equal for all callers and contain no name. Entries, withheld
 * clusters, and numbers of a list whose filter names clusters are specific to the caller.
 */
import type { ClusterCoverage, CoverageNumbers } from '../../access/coverage.ts';
import { SENTENCES } from '../../access/fail-closed.ts';
import { through, throughNames, throughPublic, throughSelf, type GuardedResolvers } from '../../access/guard.ts';
import type { KindState } from '../../store/store.ts';
import { nameConnection, type PageArguments } from './page-input.ts';

/** `among`: the clusters it covers; undefined: all. */
interface Coverage extends CoverageNumbers {
  readonly among?: readonly string[];
}

/** Clusters that a list covers; undefined: all. */
export interface Reach {
  readonly reached: readonly string[] | undefined;
}

const fleetCoverage = throughPublic((_: unknown, _args: unknown, fleet) => fleet.coverage());

/** For the `coverage` field of a filtered list. */
export const coverageOfList = through(
  'rbacPublic',
  'rbacNames',
)(async ({ reached }: Reach, _args: unknown, { rbacPublic: fleet, rbacNames: names }): Promise<Coverage> =>
  reached ? { ...(await names.coverageNumbers(reached)), among: reached } : fleet.coverage(),
);

interface CoverageClustersArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly states?: readonly ClusterCoverage['state'][] | null;
}

export const coverageResolvers: GuardedResolvers = {
  Query: { coverage: fleetCoverage },
  Coverage: {
    // A withheld cluster cannot be named, so a list of named clusters does not cover it.
    withheld: throughSelf(({ among }: Coverage, _args: unknown, self) => (among ? [] : self.withheld())),
    clusters: throughNames(async ({ among }: Coverage, args: CoverageClustersArguments, names) => {
      const states = args.states && new Set(args.states);
      const clusters = (await names.coverage(among)).filter(({ state }) => states?.has(state) ?? true);
      return nameConnection(clusters, args, ({ cluster }) => [cluster]);
    }),
  },
  ClusterCoverage: { cluster: ({ cluster }: ClusterCoverage) => ({ name: cluster }) },
  KindCoverage: {
    state: ({ state }: KindState) => state.toUpperCase(),
    cause: ({ reason }: KindState) => reason || null,
    reason: ({ reason }: KindState) => (reason ? SENTENCES[reason] : null),
  },
};
