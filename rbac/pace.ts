/** How much work is done before others have their turn, counted in small operations: this folder has no clock. */
export type Steps<T> = Generator<void, T, void>;

/** Bindings, namespaces, names and the like in one step: a fraction of a millisecond. */
const STEP = 500;

export class Pace {
  /** Operations so far. */
  done = 0;
  #next = STEP;

  /** Counts operations. True when it is time for others. */
  spent(things = 1): boolean {
    this.done += things;
    if (this.done < this.#next) return false;
    this.#next = this.done + STEP;
    return true;
  }
}

/** Does the work in one go, for callers whom nobody waits for. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
