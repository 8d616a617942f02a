/**
 * How many clusters are in which state, and no name: the accessor behind `@rbacPublic`.
 */
import type { AccessFrame } from './frame.ts';
import { countStates, type CoverageNumbers } from './coverage.ts';
import type { FailClosedRules } from './fail-closed.ts';

export class FleetNumbers {
  readonly #frame: AccessFrame;
  #coverage: CoverageNumbers | undefined;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
  }

  /** Counted once a request: every list asks for them, under however many aliases. */
  coverage(): CoverageNumbers {
    return (this.#coverage ??= countStates(this.#frame.readModel.clusters(), coverageContext(this.#frame)));
  }
}

/** What coverage is judged by, beside the cluster. */
export function coverageContext({ rules, readModel, now }: AccessFrame): { rules: FailClosedRules; storeProblem: boolean; now: number } {
  return { rules, storeProblem: readModel.storeProblem !== undefined, now: now() };
}
