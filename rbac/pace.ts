/** Bounds the work between two yields, in small operations: this folder has no clock. */
export type Steps<T> = Generator<void, T, void>;

/** Bindings, namespaces, names and the like per step: a fraction of a millisecond. */
const STEP = 500;

export class Pace {
  /** Operations so far. */
  done = 0;
  #next = STEP;

  /** Counts operations. True if it is time to yield. */
  spent(things = 1): boolean {
    this.done += things;
    if (this.done < this.#next) return false;
    this.#next = this.done + STEP;
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
