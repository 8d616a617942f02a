/**
 * Work over the grants of one identity, in steps. It never mixes old and new state: if a change reaches the identity,
 * the work restarts, so its result is right at the moment it returns.
 */
import { Pace, type Steps } from '../async/fair-turns.ts';
import { reachRevision } from './grant-index.ts';
import type { ClusterGrants, GivenUp, LeafIdentity } from './types.ts';

/**
 * Maximum work: about 250 000 names, or ten times the bindings of the largest clusters we know. Otherwise one leaf
 * could cost all callers without bound.
 */
export const MAX_WORK = 2_000_000;

export function* steadily<T>(
  grants: ClusterGrants,
  identity: LeafIdentity,
  begin: (pace: Pace) => Steps<T>,
): Steps<T | GivenUp> {
  const pace = new Pace();
  for (let givenUp: GivenUp = 'too-large'; ; givenUp = 'changing') {
    const revision = reachRevision(grants, identity);
    const steps = begin(pace);
    for (let step = steps.next(); reachRevision(grants, identity) === revision; step = steps.next()) {
      if (step.done) return step.value;
      if (pace.done > MAX_WORK) return givenUp;
      yield;
    }
  }
}
