/**
 * Coordinates queries and writes. A query sees one state of the columns however long it takes. The event loop is never
 * blocked longer than a slice. No caller waits for another's long queries. Writers never starve.
 *
 * A query runs in steps. Nearly all end in their first slice, which runs at once; no write happens within a slice, so
 * they need nothing else. First slices share a turn of the event loop: a greedy caller leaves some of it to others.
 *
 * A long query waits in its caller's queue. Each caller runs one long query at a time, and those of different callers
 * alternate slices: a newcomer waits for one slice of each other caller. A waiting query holds no memory but itself.
 *
 * While queries run, writers wait until there are none, or, after a while, until all remaining ones can restart after
 * the write. A query restarts a few times at most and then is not interrupted, so neither side waits forever.
 *
 * Admission and pricing of requests bound the waiting queries of a caller, not this gate.
 */
import type { Steps } from '../async/fair-turns.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;
/**
 * Share of the remaining turn for one caller's first slices: three quarters; the next caller gets three quarters of the
 * rest.
 */
const SHARE = 3;
/** Limit of a first slice if the caller has a long query already. Most end within it; the others keep nothing. */
const BESIDE_OWN_MS = 1;
/** How long writers wait before queries must restart for them. */
const PATIENCE_MS = 50;
/** Maximum restarts of a query. */
const MAX_INTERRUPTIONS = 3;

export interface GateOptions {
  /** Length of a slice in milliseconds; 0: one step. */
  readonly sliceMs?: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface Asking {
  /** Caller of the query. @default '' */
  readonly caller?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A query that did not end in its first slice. */
interface LongQuestion {
  /** Runs a slice. False: there is more to do. Errors go to the caller of the query. */
  advance(): boolean;
  /** Restarts: earlier results are no longer valid. */
  beginAnew(): void;
  interruptions: number;
}

/** The long queries of one caller. */
interface Lane {
  underWay: LongQuestion | undefined;
  readonly waiting: Set<LongQuestion>;
}

export class ReadWriteTurns {
  readonly #sliceMs: number;
  readonly #now: () => number;
  /** By caller, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  /** Waiting writes, and the start of the wait. */
  readonly #writers: (() => void)[] = [];
  #writersSince = 0;
  #writes = 0;
  #isTakingTurns = false;
  /** Milliseconds used by first slices in this turn of the event loop, by caller. Empty at its start. */
  readonly #spentMs = new Map<string, number>();
  #allSpentMs = 0;
  readonly #beginTurn = (): void => {
    this.#spentMs.clear();
    this.#allSpentMs = 0;
  };

  constructor({ sliceMs = SLICE_MS, now = () => performance.now() }: GateOptions = {}) {
    this.#sliceMs = sliceMs;
    this.#now = now;
  }

  /**
   * @param begin Starts the work; called again when earlier results are no longer valid. Must leave nothing behind when
   * abandoned
   */
  async read<T>(begin: () => Steps<T>, { caller = '', signal }: Asking = {}): Promise<T> {
    signal?.throwIfAborted();
    const steps = begin();
    const begun = this.#firstSlice(steps, caller);
    if (begun?.done) return begun.value;
    // Partial work is dropped while other queries of the caller run: it may hold megabytes.
    return this.#readOn(begin, begun && !this.#lanes.has(caller) ? steps : undefined, caller, signal);
  }

  /**
   * Runs within the slice shared by all queries that start in this turn of the event loop: thirty queries of one or of
   * thirty requests must not add up. Each caller may run one step, and more while its share lasts. Undefined: nothing
   * was done.
   */
  #firstSlice<T>(steps: Steps<T>, caller: string): IteratorResult<undefined, T> | undefined {
    if (this.#spentMs.size === 0) setImmediate(this.#beginTurn);
    const spent = this.#spentMs.get(caller);
    const shareMs = (SHARE * (this.#sliceMs - this.#allSpentMs) - (spent ?? 0)) / (SHARE + 1);
    if (spent !== undefined && shareMs <= 0) return undefined;
    const began = this.#now();
    try {
      return slice(steps, this.#lanes.has(caller) ? Math.min(shareMs, BESIDE_OWN_MS) : shareMs, this.#now);
    } finally {
      const tookMs = this.#now() - began;
      this.#spentMs.set(caller, (spent ?? 0) + tookMs);
      this.#allSpentMs += tookMs;
    }
  }

  #readOn<T>(
    begin: () => Steps<T>,
    begun: Steps<T> | undefined,
    caller: string,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      let steps = begun;
      let seen = this.#writes;
      const question: LongQuestion = {
        interruptions: 0,
        beginAnew: () => (steps = undefined),
        advance: () => {
          try {
            if (!steps || seen !== this.#writes) {
              steps = begin();
              seen = this.#writes;
            }
            const step = slice(steps, this.#sliceMs, this.#now);
            if (!step.done) return false;
            resolve(step.value);
          } catch (error) {
            reject(error);
          }
          signal?.removeEventListener('abort', giveUp);
          return true;
        },
      };
      const giveUp = (): void => {
        steps = undefined;
        this.#leave(caller, question);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const lane = this.#lanes.get(caller);
      if (lane) lane.waiting.add(question);
      else this.#lanes.set(caller, { underWay: question, waiting: new Set() });
      if (!this.#isTakingTurns) void this.#takeTurns();
    });
  }

  /** Calls `apply` when no query is running. Queries see all of a write or nothing. */
  async write<T>(apply: () => T): Promise<T> {
    if (this.#writers.length === 0 && !this.#isAnyUnderWay()) {
      this.#writes++;
      return apply();
    }
    return new Promise((resolve, reject) => {
      if (this.#writers.length === 0) this.#writersSince = this.#now();
      this.#writers.push(() => {
        try {
          resolve(apply());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** In each turn of the event loop, runs the waiting writes, or one slice of one query, until no query is left. */
  async #takeTurns(): Promise<void> {
    this.#isTakingTurns = true;
    while (this.#lanes.size > 0) {
      await nextTurn();
      if (!this.#letWrite()) this.#takeTurn();
    }
    this.#letWrite();
    this.#isTakingTurns = false;
  }

  #takeTurn(): void {
    const [next] = this.#lanes;
    if (!next) return;
    const [caller, lane] = next;
    this.#lanes.delete(caller);
    this.#lanes.set(caller, lane); // move behind the others
    if (!lane.underWay) {
      const [first] = lane.waiting;
      lane.underWay = first;
      if (first) lane.waiting.delete(first);
    }
    if (lane.underWay?.advance()) this.#leave(caller, lane.underWay);
  }

  #leave(caller: string, question: LongQuestion): void {
    const lane = this.#lanes.get(caller);
    if (!lane) return;
    if (lane.underWay === question) lane.underWay = undefined;
    else lane.waiting.delete(question);
    if (!lane.underWay && lane.waiting.size === 0) this.#lanes.delete(caller);
  }

  /** Runs all waiting writes in order, if no query is in the way. Returns true if it did. */
  #letWrite(): boolean {
    if (this.#writers.length === 0) return false;
    const lanes = [...this.#lanes.values()].filter(({ underWay }) => underWay !== undefined);
    if (lanes.length > 0) {
      if (this.#now() - this.#writersSince < PATIENCE_MS) return false;
      if (lanes.some(({ underWay }) => underWay!.interruptions >= MAX_INTERRUPTIONS)) return false;
      for (const { underWay } of lanes) {
        underWay!.interruptions++;
        underWay!.beginAnew();
      }
    }
    for (const write of this.#writers.splice(0)) {
      this.#writes++;
      write();
    }
    return true;
  }

  #isAnyUnderWay(): boolean {
    for (const { underWay } of this.#lanes.values()) if (underWay) return true;
    return false;
  }
}

/** Runs steps in slices, yielding in between. The steps must tolerate writes meanwhile. */
export async function inTurns(steps: Steps<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !slice(steps, SLICE_MS, () => performance.now()).done) await nextTurn();
}

function slice<T>(steps: Steps<T>, sliceMs: number, now: () => number): IteratorResult<undefined, T> {
  const end = now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done || now() >= end) return step;
  }
}
