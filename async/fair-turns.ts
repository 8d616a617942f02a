/**
 * The scheduler of this process: starts work a little at a time.
 *
 * Work started in one turn of the event loop takes at most SLICE_MS, or one piece of work if longer. Waiting work
 * starts in turns of the callers. Fairness is by time used, not by pieces: otherwise callers with short pieces wait for
 * callers with long ones. The caller with the least time used is next (start-time fair queueing: Goyal, Vin and Cheng,
 * SIGCOMM 1996). A newcomer gets no credit for the time before.
 *
 * Without load nothing waits: take() returns undefined, and the work starts at once.
 */
const SLICE_MS = 5;
/** Maximum time for which work is postponed. */
const MAX_WAY_MS = 20;
/** Idle callers remembered before those that no longer matter are removed. */
const AHEAD_AT_MOST = 1_000;

export interface FairTurnsOptions {
  /** @default 5 */
  readonly sliceMs?: number;
  /** Clock in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

/** Ends work between two pieces. */
type Ending = Pick<AbortSignal, 'throwIfAborted'>;

interface Line {
  readonly pieces: (() => void)[];
  /** Virtual time of the caller in milliseconds, starting at #hadMs when the caller came. */
  hadMs: number;
}

export class FairTurns {
  readonly #sliceMs: number;
  readonly #clock: () => number;
  /** By caller. Among equal times, the first is next. */
  readonly #waiting = new Map<string, Line>();
  /** Time already used by callers who are idle now, where it exceeds #hadMs. Returning soon does not reset it. */
  readonly #ahead = new Map<string, number>();
  /** Virtual time: the used time of the caller now being served. */
  #hadMs = 0;
  /** Start of the first work in this turn of the event loop; undefined before it. */
  #turnBegan: number | undefined;
  /** Last time at which work had time, and whether this turn has none. */
  #hadTime = -Infinity;
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

  /** Call before starting work. Undefined: start now. */
  take(caller: string): Promise<void> | undefined {
    return this.#count === 0 && this.hasTime() ? undefined : this.#queue(caller);
  }

  /** Call between two steps of running work. Undefined: continue. */
  spare(caller: string): Promise<void> | undefined {
    return this.hasTime() ? undefined : this.#queue(caller);
  }

  /**
   * Runs work that yields between pieces, each when there is time. Work that fits into this turn runs at once, without
   * a promise.
   * @throws the signal's reason between two pieces, and what the work throws
   */
  run<T>(caller: string, work: Iterator<unknown, T>, signal?: Ending): T | Promise<T> {
    while (this.#count === 0 && this.hasTime()) {
      const { done, value } = work.next();
      if (done) return value;
    }
    return this.#queueWork(caller, work, signal);
  }

  /** Like run(), for a part of work that is running already: its first piece starts at once. */
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
   * Starts one piece of work, and the next after it has done all it can do at once: ticks run after the due promises.
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
   * Makes work wait for the next turn, if it had time lately. For events that come once per turn and must not wait for
   * a slice each time: libuv accepts one connection per turn, so 270 connections delayed the next by 1.4 s.
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

/** Turns of callers. */
export const eventLoopTurns = new FairTurns();
/** Turns of clusters, by name. Data from leaves has its own slice, so that no flood takes the callers' time. */
export const leafTurns = new FairTurns();

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

/**
 * Yields within one caller's long work. Slices of the read model (readmodel/gate.ts) have their own budget instead:
 * they must end however many callers there are, since writers wait for them.
 */

/** Items between two checks of the clock. */
const AT_ONCE = 1_024;

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

/** Sorts many items in steps: in runs, which are then merged. Equal items keep their order. */

/** Size of a run of texts, sorted in one step. */
const RUN = 4096;
/** Size of a run of other items, whose comparison costs more. */
const COMPARED_RUN = 1024;

/** Sorts by UTF-16 code unit. */
export function sorted(texts: readonly string[]): Steps<readonly string[]> {
  return inRuns(
    texts,
    RUN,
    run => run.sort(),
    (left, right) => left <= right,
  );
}

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
