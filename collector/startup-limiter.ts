/**
 * Limits how many clusters run their initial lists concurrently when the collector starts. With few lists at a time,
 * the first clusters are complete early.
 *
 * A cluster needs a slot to deliver objects fast. A cluster that delivers slowly loses its slot after PACE_MS and
 * continues without a slot. When it delivers fast again, it waits for a slot again. After about `longestMs` with a
 * slot, a cluster loses the slot and needs none any more. Sources share the slots (async/fair-gate.ts), so that a
 * source with many clusters does not block other sources.
 */
import { FairGate } from '../async/fair-gate.ts';
import { systemClock, type Clock } from '../async/clock.ts';

export interface StartupLimiterOptions {
  /** Number of slots. A source gets at most half of the slots. @default 16 */
  readonly slots?: number;
  /** Milliseconds with a slot after which a cluster needs no slot any more. Checked every PACE_MS. @default 10_000 */
  readonly longestMs?: number;
  readonly clock?: Clock;
}

/** A cluster that delivers fewer objects than this in PACE_MS needs no slot. */
export const FAST_OBJECTS = 50;
export const PACE_MS = 1_000;

export class StartupLimiter {
  readonly #gate: FairGate;
  readonly #longestMs: number;
  readonly #clock: Clock;

  constructor({ slots = 16, longestMs = 10_000, clock = systemClock }: StartupLimiterOptions = {}) {
    this.#gate = new FairGate({ slots });
    this.#longestMs = longestMs;
    this.#clock = clock;
  }

  /** Makes the limiter of one cluster. If `signal` aborts, the cluster no longer waits for a slot. */
  starting(source: string, signal: AbortSignal): StartingCluster {
    return new StartingCluster({ gate: this.#gate, source, longestMs: this.#longestMs, clock: this.#clock, signal });
  }
}

interface StartingOptions {
  readonly gate: FairGate;
  readonly source: string;
  readonly longestMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Limits one cluster until its first lists are complete. */
export class StartingCluster {
  readonly #options: StartingOptions;
  #slot: Disposable | undefined;
  #entering: Promise<void> | undefined;
  #isOver = false;
  /** Objects delivered in the current period of PACE_MS. */
  #objects = 0;
  #momentBegan = -Infinity;
  /** Number of deliveries being stored, so that a slow store does not cost the cluster its slot. */
  #busy = 0;
  #ended: AbortController | undefined;

  constructor(options: StartingOptions) {
    this.#options = options;
  }

  /** True while the cluster has a slot. */
  get isInside(): boolean {
    return this.#slot !== undefined;
  }

  /** Waits for a slot. @throws the signal's reason */
  enter(): Promise<void> {
    if (this.#isOver || this.#slot) return Promise.resolve();
    return (this.#entering ??= this.#enter().finally(() => (this.#entering = undefined)));
  }

  /**
   * Call when objects of a list have arrived. Waits until the objects may be processed. The cluster counts as busy
   * until the caller disposes the result.
   */
  async deliver(objects: number): Promise<Disposable> {
    if (!this.#isOver) {
      this.#count(objects);
      // If the signal ends the wait, the session has ended and the batcher refuses the objects.
      if (this.#objects >= FAST_OBJECTS) await this.enter().catch(() => undefined);
    }
    this.#busy++;
    let isDone = false;
    return {
      [Symbol.dispose]: () => {
        if (!isDone) this.#busy--;
        isDone = true;
      },
    };
  }

  /** Releases the slot. If the cluster delivers fast again, it waits for another slot. */
  leave(): void {
    this.#ended?.abort();
    this.#slot?.[Symbol.dispose]();
    this.#slot = undefined;
  }

  /** Call when the cluster needs no slot any more. */
  end(): void {
    this.#isOver = true;
    this.leave();
  }

  async #enter(): Promise<void> {
    const { gate, source, signal } = this.#options;
    const slot = await gate.enter(source, signal);
    if (this.#isOver) return slot[Symbol.dispose]();
    this.#slot = slot;
    const ended = (this.#ended = new AbortController());
    void this.#keep(ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  }

  /** Releases the slot when the cluster delivers too slowly, or has kept the slot for too long. */
  async #keep(signal: AbortSignal): Promise<void> {
    const { clock, longestMs } = this.#options;
    const until = clock.now() + longestMs;
    for (;;) {
      this.#begin();
      await clock.sleep(PACE_MS, signal);
      if (clock.now() >= until) return this.end();
      if (this.#busy === 0 && this.#objects < FAST_OBJECTS) return this.leave();
    }
  }

  #count(objects: number): void {
    if (!this.#slot && this.#options.clock.now() - this.#momentBegan >= PACE_MS) this.#begin();
    this.#objects += objects;
  }

  #begin(): void {
    this.#objects = 0;
    this.#momentBegan = this.#options.clock.now();
  }
}
