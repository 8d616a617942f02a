/** Number of clusters in each state, without names: the accessor behind `@rbacPublic`. */
import type { AccessFrame } from './frame.ts';
import { countStates, type CoverageNumbers } from './coverage.ts';
import type { FailClosedRules } from './fail-closed.ts';

export class FleetNumbers {
  readonly #frame: AccessFrame;
  #coverage: CoverageNumbers | undefined;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
  }

  /** Counted once per request: every list requests it, under any number of aliases. */
  coverage(): CoverageNumbers {
    return (this.#coverage ??= countStates(this.#frame.readModel.clusters(), coverageContext(this.#frame)));
  }
}

/** Inputs of coverage, except the cluster. */
export function coverageContext({ rules, readModel, now }: AccessFrame): { rules: FailClosedRules; storeProblem: boolean; now: number } {
  return { rules, storeProblem: readModel.storeProblem !== undefined, now: now() };
}
