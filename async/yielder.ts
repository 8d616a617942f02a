/**
 * Yields within one caller's long work. Slices of the read model (readmodel/gate.ts) have their own budget instead: they
 * must end however many callers there are, since writers wait for them.
 */
import { eventLoopTurns, type FairTurns } from './fair-turns.ts';

/** Items between two checks of the clock. */
const AT_ONCE = 1_024;

export class Yielder {
  readonly #caller: string;
  readonly #signal: AbortSignal;
  readonly #turns: Pick<FairTurns, 'spare' | 'run' | 'hasTime'>;

  constructor(caller: string, signal: AbortSignal, turns: Pick<FairTurns, 'spare' | 'run' | 'hasTime'> = eventLoopTurns) {
    this.#caller = caller;
    this.#signal = signal;
    this.#turns = turns;
    turns.hasTime(); // the turn starts with the work
  }

  /**
   * Undefined: the turn is not over, continue. Otherwise continue once resolved. @throws the signal's reason, through
   * the promise
   */
  take(): Promise<void> | undefined {
    return this.#turns.spare(this.#caller)?.then(() => this.#signal.throwIfAborted());
  }

  /** Runs work that yields between pieces. */
  run<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return this.#turns.run(this.#caller, work, this.#signal);
  }

  /** The items that fulfil the condition, in order. */
  async filter<T>(items: readonly T[], holds: (item: T) => boolean): Promise<T[]> {
    const found: T[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      for (const item of items.slice(from, from + AT_ONCE)) if (holds(item)) found.push(item);
      await this.take();
    }
    return found;
  }
}
