/**
 * Coordinates queries and writes. A query sees one state of the columns, however long the query takes. The event loop
 * is blocked for about a slice at a time. No caller waits until the long queries of another caller end.
 *
 * A query runs in steps. Most queries end in their first slice, which runs at once. Writes never happen within a slice,
 * so these queries need no coordination. All first slices in one turn of the event loop share the time of one slice. A
 * greedy caller leaves part of this time to others.
 *
 * A long query waits in the queue of its caller. Each caller runs one long query at a time. The long queries of
 * different callers alternate slice by slice. A new caller therefore waits for one slice of each other caller. A
 * waiting query holds no partial results.
 *
 * Writers wait while long queries run. After PATIENCE_MS, they interrupt the running queries, and these restart after
 * the write. Writes restart a query at most MAX_INTERRUPTIONS times. After that, writers wait until the query ends.
 *
 * This gate does not limit the number of waiting queries of a caller. Admission and pricing of requests limit it.
 */
import type { Steps } from '../async/fair-turns.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;
/**
 * The first slices of a caller get SHARE / (SHARE + 1) = 3/4 of the time that other callers left in this turn. The next
 * caller gets 3/4 of the rest.
 */
const SHARE = 3;
/**
 * Maximum milliseconds of a first slice if its caller already has a long query. Most queries end within this time. If a
 * query does not, its results so far are dropped.
 */
const BESIDE_OWN_MS = 1;
/** Milliseconds that writers wait before they interrupt queries. */
const PATIENCE_MS = 50;
/** Maximum restarts of a query. */
const MAX_INTERRUPTIONS = 3;

export interface GateOptions {
  /** Length of a slice in milliseconds. 0 means one step. */
  readonly sliceMs?: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface Asking {
  /** Caller who sends the query. @default '' */
  readonly caller?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A query that did not end in its first slice. */
interface LongQuestion {
  /** Runs a slice. Returns false if work is left. Errors go to the caller of the query. */
  advance(): boolean;
  /** Restarts the query, because a write makes its earlier results invalid. */
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
  /** Long queries by caller. The first caller is next. */
  readonly #lanes = new Map<string, Lane>();
  /** Waiting writes, oldest first. */
  readonly #writers: (() => void)[] = [];
  /** Time at which the oldest waiting write arrived. */
  #writersSince = 0;
  #writes = 0;
  #isTakingTurns = false;
  /** Milliseconds that first slices used in this turn of the event loop, by caller. */
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
   * Runs a query.
   * @param begin Starts the work. Called again if a write makes earlier results invalid, or if earlier results were
   *   dropped. The work may be abandoned at any step, and must not need a cleanup
   */
  async read<T>(begin: () => Steps<T>, { caller = '', signal }: Asking = {}): Promise<T> {
    signal?.throwIfAborted();
    const steps = begin();
    const begun = this.#firstSlice(steps, caller);
    if (begun?.done) return begun.value;
    // While other queries of the caller run, partial results are dropped, because they may hold megabytes.
    return this.#readOn(begin, begun && !this.#lanes.has(caller) ? steps : undefined, caller, signal);
  }

  /**
   * Runs the first slice. All queries that start in one turn of the event loop share one slice. Otherwise thirty
   * queries would add up to thirty slices. Each caller runs at least one step per turn, and more while its share lasts.
   * Returns undefined if nothing ran.
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

  /**
   * Calls `apply` while no long query is running, or after interrupting the long queries, which then restart. So a
   * query sees all of a write or nothing.
   */
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

  /**
   * Runs, once per turn of the event loop, the waiting writes or one slice of one query. Ends when no long query is
   * left.
   */
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
    this.#lanes.set(caller, lane); // move this caller to the end of the order
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

  /** Runs all waiting writes, oldest first, unless a query prevents it. Returns true if the writes ran. */
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

/**
 * Runs steps in slices, with a turn of the event loop between slices. Writes may happen between slices, so the steps
 * must tolerate them.
 */
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
