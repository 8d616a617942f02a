/**
 * How far work goes before others may have their turn, counted in small things done: this folder knows no clock.
 */
export type Steps<T> = Generator<void, T, void>;

/** Bindings, namespaces, names or the like in one step: a fraction of a millisecond. */
const STEP = 500;

export class Pace {
  /** Things done so far. */
  done = 0;
  #next = STEP;

  /** Counts things done. True when it is time for others. */
  spent(things = 1): boolean {
    this.done += things;
    if (this.done < this.#next) return false;
    this.#next = this.done + STEP;
    return true;
  }
}
