/**
 * Work in steps: a generator that yields after a little work, so that whoever runs it decides when it continues
 * (FairTurns.run, finished). A pace counts the work between two yields; it has no clock.
 *
 *     for (const item of items) {
 *       …
 *       if (pace.spent()) yield;
 *     }
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Small operations per step: a fraction of a millisecond. */
const STEP = 500;

export class Pace {
  /** Operations so far. */
  done = 0;
  readonly #step: number;
  #next: number;

  /** @param step Operations per step */
  constructor(step = STEP) {
    this.#step = this.#next = step;
  }

  /** Counts operations. True if it is time to yield. */
  spent(things = 1): boolean {
    this.done += things;
    if (this.done < this.#next) return false;
    this.#next = this.done + this.#step;
    return true;
  }
}

/** Runs the work without yielding, for callers that block nobody. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
