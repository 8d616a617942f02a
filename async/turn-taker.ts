/**
 * Shares the event loop in the middle of one caller's long work: a caller nobody has seen yet, or one who may know very many names, keeps the others
 * waiting for a few milliseconds at a time.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one caller's work may keep others waiting in one go. */
const TURN_MS = 5;
/** Items looked at between two looks at the clock. */
const AT_ONCE = 1_024;

export class TurnTaker {
  readonly #signal: AbortSignal;
  #since = performance.now();
  #othersRan = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether others have had a turn since the work began: what was seen before may have changed. */
  get othersRan(): boolean {
    return this.#othersRan;
  }

  /** Lets others have a turn when this one has lasted long enough. */
  async take(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await nextTurn();
    this.#signal.throwIfAborted();
    this.#since = performance.now();
    this.#othersRan = true;
  }

  /** Does work whose steps end at its `yield`s. */
  async run<T>(work: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.take();
    }
  }

  /** The items for which a condition holds, in their order. */
  async filter<T>(items: readonly T[], holds: (item: T) => boolean): Promise<T[]> {
    const found: T[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      for (const item of items.slice(from, from + AT_ONCE)) if (holds(item)) found.push(item);
      await this.take();
    }
    return found;
  }
}
