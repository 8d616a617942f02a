/**
 * Where questions and writes meet. A question sees one state of the columns however long it takes, nobody waits for the event loop longer than a slice,
 * and writers never starve.
 *
 * A question comes in steps. Nearly all end in their first slice, and since no write happens in the middle of a slice they need nothing else. A long one
 * waits for its turn after that slice: only one of them is under way at a time, writers wait for it, and when it ends all waiting writers go before the
 * next long question. That one goes on where it was, or begins anew if something was written while it waited.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps: each `next()` does a part of it, well below a millisecond. */
export type Steps<T> = Generator<undefined, T, undefined>;

const SLICE_MS = 8;

export class Gate {
  #underWay = false;
  #writes = 0;
  readonly #writers: (() => void)[] = [];
  readonly #readers = new Set<() => void>();
  readonly #sliceMs: number;
  /** Milliseconds that first slices have taken in this turn of the event loop. */
  #spentMs = 0;
  readonly #beginTurn = (): void => void (this.#spentMs = 0);

  constructor(sliceMs = SLICE_MS) {
    this.#sliceMs = sliceMs;
  }

  /** @param begin Begins the work; called anew when what was done before no longer holds. It must leave nothing behind when it is abandoned. */
  async read<T>(begin: () => Steps<T>, signal?: AbortSignal): Promise<T> {
    return this.readAtOnce(begin, signal);
  }

  /** As read(), without a promise where the first slice is enough. Throws what goes wrong in it. */
  readAtOnce<T>(begin: () => Steps<T>, signal?: AbortSignal): T | Promise<T> {
    signal?.throwIfAborted();
    const steps = begin();
    const begun = this.#firstSlice(steps);
    return begun.done ? begun.value : this.#readOn(begin, steps, signal);
  }

  /** All that begin in one turn of the event loop share one slice: thirty questions of one request, or of thirty, must not add up. */
  #firstSlice<T>(steps: Steps<T>): IteratorResult<undefined, T> {
    if (this.#spentMs === 0) setImmediate(this.#beginTurn);
    const began = performance.now();
    const step = slice(steps, this.#sliceMs - this.#spentMs);
    this.#spentMs += performance.now() - began;
    return step;
  }

  async #readOn<T>(begin: () => Steps<T>, begun: Steps<T>, signal: AbortSignal | undefined): Promise<T> {
    let steps = begun;
    const seen = this.#writes;
    await this.#turn(signal);
    try {
      if (this.#writes !== seen) steps = begin();
      for (;;) {
        signal?.throwIfAborted();
        const step = slice(steps, this.#sliceMs);
        if (step.done) return step.value;
        await nextTurn();
      }
    } finally {
      this.#end();
    }
  }

  /** Calls `apply` when no question is under way. What it writes is seen whole or not at all. */
  async write<T>(apply: () => T): Promise<T> {
    if (this.#underWay) await new Promise<void>(resolve => this.#writers.push(resolve));
    this.#writes++;
    return apply();
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#underWay) {
      this.#underWay = true;
      return nextTurn();
    }
    await new Promise<void>((resolve, reject) => {
      const take = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#readers.delete(take);
        reject(signal?.reason as Error);
      };
      this.#readers.add(take);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Writers first: they are resumed in this order, each applies what it has at once, and only then the next question goes on. */
  #end(): void {
    for (const resume of this.#writers.splice(0)) resume();
    const [next] = this.#readers;
    this.#underWay = next !== undefined;
    if (!next) return;
    this.#readers.delete(next);
    next();
  }
}

/** Runs steps to their end, for work that is short or that nobody waits beside. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps in slices with turns of others between them. They must bear that others write meanwhile. */
export async function inTurns(steps: Steps<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !slice(steps).done) await nextTurn();
}

function slice<T>(steps: Steps<T>, sliceMs = SLICE_MS): IteratorResult<undefined, T> {
  const end = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= end) return step;
  }
}
