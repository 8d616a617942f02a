/**
 * Lets others have their turn in the middle of one caller's long work. Two kinds of work have a budget of their own: what the read model does in slices
 * (readmodel/gate.ts) must end however many callers there are, since writers wait for it; and an operation (gateway/execution/pace.ts) goes on past its
 * deadline, to answer what it has.
 */
import { eventLoopTurns, type FairTurns } from './fair-turns.ts';

/** Items looked at between two looks at the clock. */
const AT_ONCE = 1_024;

export class Yielder {
  readonly #caller: string;
  readonly #signal: AbortSignal;
  readonly #turns: Pick<FairTurns, 'spare' | 'run' | 'hasTime'>;

  constructor(caller: string, signal: AbortSignal, turns: Pick<FairTurns, 'spare' | 'run' | 'hasTime'> = eventLoopTurns) {
    this.#caller = caller;
    this.#signal = signal;
    this.#turns = turns;
    turns.hasTime(); // the turn begins with the work
  }

  /** Undefined: the turn is not over, go on. Otherwise go on when the next one comes. @throws the signal's reason, then */
  take(): Promise<void> | undefined {
    return this.#turns.spare(this.#caller)?.then(() => this.#signal.throwIfAborted());
  }

  /** Does work whose pieces end at its `yield`s. */
  run<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return this.#turns.run(this.#caller, work, this.#signal);
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
