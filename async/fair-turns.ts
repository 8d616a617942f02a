/**
 * Keeps the event loop responsive. FairTurns shares the time of the event loop among callers. Steps, Pace and Yielder
 * split long work into short pieces.
 */

const SLICE_MS = 5;
/** If no turn had time for work for this many milliseconds, giveWay() does nothing. */
const MAX_WAY_MS = 20;
/** When #ahead has more callers than this, callers whose used time is at most the virtual time are removed. */
const AHEAD_AT_MOST = 1_000;

export interface FairTurnsOptions {
  /** Milliseconds of work per turn. @default 5 */
  readonly sliceMs?: number;
  /** Clock in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

/** Signal that can end the work between two pieces. */
type Ending = Pick<AbortSignal, 'throwIfAborted'>;

interface Line {
  readonly pieces: (() => void)[];
  /** Virtual time of the caller in milliseconds. A new caller starts at the virtual time of FairTurns (`#hadMs`). */
  hadMs: number;
}

/**
 * Starts a little work in each turn of the event loop.
 *
 * In each turn, work may start until `sliceMs` milliseconds after the first work. When work must wait, the caller with
 * the least time used is next (start-time fair queueing: Goyal, Vin and Cheng, SIGCOMM 1996). The scheduler compares
 * the time used, not the number of pieces, because pieces differ in length. A new caller gets no credit for the time
 * before their first work.
 *
 * Without load, take() returns undefined and the work starts at once.
 */
export class FairTurns {
  readonly #sliceMs: number;
  readonly #clock: () => number;
  /** Waiting work by caller. If several callers have used the same time, the first in the map is next. */
  readonly #waiting = new Map<string, Line>();
  /**
   * Used time in milliseconds of callers without waiting work. Without this map, a caller could reset their used time
   * by a short pause.
   */
  readonly #ahead = new Map<string, number>();
  /** Virtual time in milliseconds: the used time of the caller whose work started last. */
  #hadMs = 0;
  /** Start of the first work of this turn of the event loop. Undefined until then, -Infinity after giveWay(). */
  #turnBegan: number | undefined;
  /** Start of the last turn that had time for work. */
  #hadTime = -Infinity;
  /** True if giveWay() postponed work in this turn. No work then starts before the end of the next turn. */
  #givesWay = false;
  #count = 0;
  #isServing = false;

  constructor({ sliceMs = SLICE_MS, clock = () => performance.now() }: FairTurnsOptions = {}) {
    this.#sliceMs = sliceMs;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#count;
  }

  /** Call before starting work. Returns undefined if the work may start now. Otherwise await the promise first. */
  take(caller: string): Promise<void> | undefined {
    return this.#count === 0 && this.hasTime() ? undefined : this.#queue(caller);
  }

  /**
   * Call between two steps of running work. Returns undefined if the work may continue now. Otherwise await the promise
   * first.
   */
  spare(caller: string): Promise<void> | undefined {
    return this.hasTime() ? undefined : this.#queue(caller);
  }

  /**
   * Runs work that yields between pieces, and starts each piece only when there is time. Work that fits into this turn
   * runs at once, without a promise.
   * @throws the signal's reason between two pieces, and what the work throws
   */
  run<T>(caller: string, work: Iterator<unknown, T>, signal?: Ending): T | Promise<T> {
    while (this.#count === 0 && this.hasTime()) {
      const { done, value } = work.next();
      if (done) return value;
    }
    return this.#queueWork(caller, work, signal);
  }

  /** Like run(), for work that has already started. Its next piece runs at once, even if the turn has no time left. */
  continue<T>(caller: string, work: Iterator<unknown, T>, signal?: Ending): T | Promise<T> {
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (this.hasTime());
    return this.#queueWork(caller, work, signal);
  }

  #queueWork<T>(caller: string, work: Iterator<unknown, T>, signal?: Ending): Promise<T> {
    return new Promise((resolve, reject) => {
      const piece = (): void => {
        try {
          signal?.throwIfAborted();
          const { done, value } = work.next();
          if (done) resolve(value);
          else this.#wait(caller, piece);
        } catch (error) {
          reject(error);
        }
      };
      this.#wait(caller, piece);
    });
  }

  #queue(caller: string): Promise<void> {
    return new Promise(resolve => this.#wait(caller, resolve));
  }

  #wait(caller: string, begin: () => void): void {
    const line = this.#waiting.get(caller);
    if (line) line.pieces.push(begin);
    else this.#waiting.set(caller, { pieces: [begin], hadMs: Math.max(this.#hadMs, this.#ahead.get(caller) ?? 0) });
    this.#count++;
    if (this.#isServing) return;
    this.#isServing = true;
    setImmediate(this.#next);
  }

  /**
   * Runs the waiting pieces of work one after the other. process.nextTick inside a microtask waits for the microtasks
   * of a piece, so their time counts as time of the caller.
   */
  readonly #next = (): void => {
    if (!this.hasTime()) {
      setImmediate(this.#next);
      return;
    }
    const [caller, line] = this.#whoIsNext();
    const begin = line.pieces.shift()!;
    this.#count--;
    this.#hadMs = line.hadMs;
    const began = this.#clock();
    begin();
    queueMicrotask(() =>
      process.nextTick(() => {
        line.hadMs += this.#clock() - began;
        this.#goBehind(caller, line);
        this.#isServing = this.#count > 0;
        if (this.#isServing) this.#next();
        else this.#ahead.clear();
      }),
    );
  };

  #whoIsNext(): [caller: string, line: Line] {
    let next: [string, Line] | undefined;
    for (const entry of this.#waiting) if (!next || entry[1].hadMs < next[1].hadMs) next = entry;
    return next!;
  }

  #goBehind(caller: string, line: Line): void {
    this.#waiting.delete(caller);
    if (line.pieces.length > 0) {
      this.#waiting.set(caller, line);
      return;
    }
    this.#ahead.set(caller, line.hadMs);
    if (this.#ahead.size > AHEAD_AT_MOST)
      for (const [key, hadMs] of this.#ahead) if (hadMs <= this.#hadMs) this.#ahead.delete(key);
  }

  /** True if this turn of the event loop has time left. */
  hasTime(): boolean {
    const now = this.#clock();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = this.#hadTime = now;
      setImmediate(this.#endTurn);
    }
    return now - this.#turnBegan < this.#sliceMs;
  }

  /**
   * Postpones work until the end of the next turn of the event loop. Does nothing if no turn had time for work for
   * MAX_WAY_MS. Call it for events that are delivered one per turn, for example new connections. Without giveWay(),
   * each event waits for a slice of work. A queue of 270 connections then delayed the next connection by 1.4 s.
   */
  giveWay(): void {
    if (this.#clock() - this.#hadTime >= MAX_WAY_MS) return;
    if (this.#turnBegan === undefined) setImmediate(this.#endTurn);
    this.#turnBegan = -Infinity;
    this.#givesWay = true;
  }

  readonly #endTurn = (): void => {
    if (this.#givesWay) setImmediate(this.#endTurn);
    else this.#turnBegan = undefined;
    this.#givesWay = false;
  };
}

/** Schedules the work of callers. */
export const eventLoopTurns = new FairTurns();
/**
 * Schedules the processing of data from leaf clusters. Separate from eventLoopTurns, so that large amounts of data from
 * leaves do not use up the time of users.
 */
export const leafTurns = new FairTurns();

/**
 * Work in steps: a generator that yields after a little work. The function that runs the generator, for example
 * FairTurns.run or finished(), decides when to continue. Pace counts the work between two yields, and needs no clock.
 *
 *     for (const item of items) {
 *       …
 *       if (pace.spent()) yield;
 *     }
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Default number of operations per step. */
const STEP = 500;

export class Pace {
  /** Number of operations so far. */
  done = 0;
  readonly #step: number;
  #next: number;

  /** @param step Operations per step */
  constructor(step = STEP) {
    this.#step = this.#next = step;
  }

  /** Counts operations. Returns true if it is time to yield. */
  spent(things = 1): boolean {
    this.done += things;
    if (this.done < this.#next) return false;
    this.#next = this.done + this.#step;
    return true;
  }
}

/** Runs the work to its end without yielding. Use it only where blocking the event loop is acceptable. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Number of items between two checks of the clock. */
const AT_ONCE = 1_024;

/**
 * Lets other callers run between the steps of one caller's long work. Queries of the read model use readmodel/gate.ts
 * instead, which also coordinates queries with writes.
 */
export class Yielder {
  readonly #caller: string;
  readonly #signal: AbortSignal;
  readonly #turns: Pick<FairTurns, 'spare' | 'run' | 'hasTime'>;

  constructor(
    caller: string,
    signal: AbortSignal,
    turns: Pick<FairTurns, 'spare' | 'run' | 'hasTime'> = eventLoopTurns,
  ) {
    this.#caller = caller;
    this.#signal = signal;
    this.#turns = turns;
    turns.hasTime(); // starts the turn now, if none has started
  }

  /**
   * Returns undefined if the turn has time left. Otherwise returns a promise. The work may continue when the promise
   * resolves.
   * @throws the signal's reason, through the promise
   */
  take(): Promise<void> | undefined {
    return this.#turns.spare(this.#caller)?.then(() => this.#signal.throwIfAborted());
  }

  run<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return this.#turns.run(this.#caller, work, this.#signal);
  }

  async filter<T>(items: readonly T[], holds: (item: T) => boolean): Promise<T[]> {
    const found: T[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      for (const item of items.slice(from, from + AT_ONCE)) if (holds(item)) found.push(item);
      await this.take();
    }
    return found;
  }
}

/** Number of texts that are sorted in one step. */
const RUN = 4096;
/**
 * Number of items that are sorted by a comparison function in one step. Smaller than RUN, because such comparisons cost
 * more.
 */
const COMPARED_RUN = 1024;

/** Sorts texts in steps, by UTF-16 code unit. */
export function sorted(texts: readonly string[]): Steps<readonly string[]> {
  return inRuns(
    texts,
    RUN,
    run => run.sort(),
    (left, right) => left <= right,
  );
}

/** Sorts items in steps: sorts runs of items, then merges the runs. Equal items keep their order. */
export function sortedBy<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<readonly T[]> {
  return inRuns(
    items,
    COMPARED_RUN,
    run => run.sort(compare),
    (left, right) => compare(left, right) <= 0,
  );
}

function* inRuns<T>(
  items: readonly T[],
  size: number,
  sort: (run: T[]) => T[],
  isFirst: (left: T, right: T) => boolean,
): Steps<readonly T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += size) {
    runs.push(sort(items.slice(from, from + size)));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergedRuns(runs[at]!, runs[at + 1] ?? [], size, isFirst));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  size: number,
  isFirst: (left: T, right: T) => boolean,
): Steps<T[]> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const isLeft = j === right.length || (i < left.length && isFirst(left[i]!, right[j]!));
    merged.push(isLeft ? left[i++]! : right[j++]!);
    if (merged.length % size === 0) yield;
  }
  return merged;
}
