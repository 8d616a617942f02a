/**
 * Where questions and writes meet. A question sees one state of the columns however long it takes, the event loop is never held longer than a slice,
 * no caller waits for the long questions of another, and writers never starve.
 *
 * A question comes in steps. Nearly all end in their first slice, which is taken at once, and since no write happens in the middle of a slice they need
 * nothing else. A caller's first slices in one turn of the event loop have a share of it: a greedy caller leaves some to the others.
 *
 * A long one waits in its caller's queue. Each caller has one such question under way at a time, and those of different callers have their slices in turn: the
 * first of a caller who comes late begins after one slice of each of the others. Who has to wait holds nothing but the question.
 *
 * While questions are under way writers wait: until there is none, or, after a while, until all that are left can begin anew after the write. A question does
 * so a few times at the most and then is not interrupted again, so neither side waits for ever.
 *
 * How many questions a caller may have waiting is not bounded here but where requests are admitted and priced.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps: each `next()` does a part of it, well below a millisecond. */
export type Steps<T> = Generator<undefined, T, undefined>;

const SLICE_MS = 5;
/** The share of what is left of a turn that one caller's first slices may take: three parts of four, of what is left then the next caller as much. */
const SHARE = 3;
/** What a first slice may take beside other questions of the caller: most end in it, and of one that does not nothing is kept. */
const BESIDE_OWN_MS = 1;
/** For how long writers wait before questions begin anew for them. */
const PATIENCE_MS = 50;
/** How often a question begins anew. */
const MAX_INTERRUPTIONS = 3;

export interface GateOptions {
  /** Milliseconds of a slice; 0: one step. */
  readonly sliceMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface Asking {
  /** Whose question it is. @default '' */
  readonly caller?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A question that was not answered in its first slice. */
interface LongQuestion {
  /** Takes a slice. False: there is more to do. What goes wrong is told to the asker. */
  advance(): boolean;
  /** What was done so far no longer holds. */
  beginAnew(): void;
  interruptions: number;
}

/** The long questions of one caller. */
interface Lane {
  underWay: LongQuestion | undefined;
  readonly waiting: Set<LongQuestion>;
}

export class Gate {
  readonly #sliceMs: number;
  readonly #now: () => number;
  /** By caller, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  /** What waits to be written, and since when. */
  readonly #writers: (() => void)[] = [];
  #writersSince = 0;
  #writes = 0;
  #isTakingTurns = false;
  /** By caller: milliseconds that first slices have taken in this turn of the event loop. Empty when it begins. */
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

  /** @param begin Begins the work; called anew when what was done before no longer holds. It must leave nothing behind when it is abandoned. */
  async read<T>(begin: () => Steps<T>, { caller = '', signal }: Asking = {}): Promise<T> {
    signal?.throwIfAborted();
    const steps = begin();
    const begun = this.#firstSlice(steps, caller);
    if (begun?.done) return begun.value;
    // Behind others of the caller nothing is kept: it may hold megabytes.
    return this.#readOn(begin, begun && !this.#lanes.has(caller) ? steps : undefined, caller, signal);
  }

  /**
   * All that begin in one turn of the event loop share one slice: thirty questions of one request, or of thirty, must not add up. Each caller may take one step
   * in it, and more as long as there is a share left. Undefined: nothing was done.
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

  #readOn<T>(begin: () => Steps<T>, begun: Steps<T> | undefined, caller: string, signal: AbortSignal | undefined): Promise<T> {
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

  /** Calls `apply` when no question is under way. What it writes is seen whole or not at all. */
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

  /** In each turn of the event loop what waits to be written, or else one slice of one question; until there are no more questions. */
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
    this.#lanes.set(caller, lane); // behind the others
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

  /** Lets all that wait write, in their order, if no question is in the way. Returns whether they did. */
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

/** Runs steps to their end, for work that is short or that no request waits beside. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps in slices with turns of others between them. They must bear that others write meanwhile. */
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
