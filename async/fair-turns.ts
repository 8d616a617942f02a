/**
 * The one scheduler of this process: work begins a little at a time. What begins in one turn of the event loop takes SLICE_MS at most (or one piece of work,
 * where that takes longer). What waits begins by turns of those for whom it is done, and turns are counted in milliseconds: pieces of one caller may take
 * a hundred times as long as those of another, and whose are short would wait for all of them. So the caller who had least time is next (start-time fair
 * queueing: Goyal, Vin and Cheng, SIGCOMM 1996). Who comes late is owed nothing for the time before.
 *
 * Where little is asked, nothing waits: take() gives undefined, and the work begins at once.
 */
const SLICE_MS = 5;
/** How long work gives way at a time. */
const MAX_WAY_MS = 20;
/** Callers without waiting work that are remembered before those are looked for who need not be. */
const AHEAD_AT_MOST = 1_000;

export interface FairTurnsOptions {
  /** @default 5 */
  readonly sliceMs?: number;
  /** A clock in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

interface Line {
  readonly pieces: (() => void)[];
  /** Milliseconds that the caller has had, counted from #hadMs of when the caller came. */
  hadMs: number;
}

export class FairTurns {
  readonly #sliceMs: number;
  readonly #clock: () => number;
  /** By caller; of those who had the same time the first is next. */
  readonly #waiting = new Map<string, Line>();
  /** Of callers with nothing waiting that have had more than #hadMs: who comes back too soon has still had it. */
  readonly #ahead = new Map<string, number>();
  /** What the caller whose turn it is had had when it began. */
  #hadMs = 0;
  /** When the first work of this turn of the event loop began; undefined before it. */
  #turnBegan: number | undefined;
  /** When work last had time, and whether it has none in this turn. */
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

  /** For work that begins. Undefined: begin now. */
  take(caller: string): Promise<void> | undefined {
    return this.#count === 0 && this.hasTime() ? undefined : this.#queue(caller);
  }

  /** For work that has begun, between two of its steps. Undefined: go on. */
  spare(caller: string): Promise<void> | undefined {
    return this.hasTime() ? undefined : this.#queue(caller);
  }

  /**
   * Does work whose pieces end at its `yield`s, each when there is time for it. At once what fits into this turn: a small piece of work costs no promise.
   * @throws the signal's reason between two pieces, and what the work throws
   */
  run<T>(caller: string, work: Iterator<unknown, T>, signal?: AbortSignal): T | Promise<T> {
    while (this.#count === 0 && this.hasTime()) {
      const { done, value } = work.next();
      if (done) return value;
    }
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

  /** Begins one piece of work, and the next one when this has done all that it can do at once: ticks run when the promises that are due have had their turn. */
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
    if (this.#ahead.size > AHEAD_AT_MOST) for (const [key, hadMs] of this.#ahead) if (hadMs <= this.#hadMs) this.#ahead.delete(key);
  }

  /** Whether this turn of the event loop has time left. */
  hasTime(): boolean {
    const now = this.#clock();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = this.#hadTime = now;
      setImmediate(this.#endTurn);
    }
    return now - this.#turnBegan < this.#sliceMs;
  }

  /**
   * Work waits for the next turn, where it has had time lately: for what comes once in a turn and must not wait for a slice each time. libuv accepts one
   * connection in a turn, so 270 of them kept the next one waiting for 1.4 s.
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

/** For callers. */
export const eventLoopTurns = new FairTurns();
/** For clusters, by their names: what leaves send has a slice of its own, so that no flood of theirs takes the callers'. */
export const leafTurns = new FairTurns();
