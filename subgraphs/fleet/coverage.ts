/**
 * Coverage: for how much of the fleet an answer speaks. The numbers are the same for everybody and hold no name; the entries, and what is withheld, are
 * the caller's.
 */
import type { KindState } from '../../store/store.ts';
import { SENTENCES } from '../../access/coverage-causes.ts';
import { throughNames, throughPublic, throughSelf, type GuardedResolvers } from '../../access/guard.ts';

/** For the `coverage` field of every list. */
export const fleetCoverage = throughPublic((_: unknown, _args: unknown, fleet) => fleet.coverage());

export const coverageResolvers: GuardedResolvers = {
  Query: { coverage: fleetCoverage },
  Coverage: {
    withheld: throughSelf((_: unknown, _args: unknown, self) => self.withheld()),
    clusters: throughNames((_: unknown, _args: unknown, names) => names.coverage()),
  },
  KindCoverage: {
    state: ({ state }: KindState) => state.toUpperCase(),
    cause: ({ reason }: KindState) => reason || null,
    reason: ({ reason }: KindState) => (reason ? SENTENCES[reason] : null),
  },
};
