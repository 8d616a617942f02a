/**
 * Limits how many clusters run their initial lists concurrently when the collector starts: a few, so that the first
 * ones are complete early and neither memory nor the network is flooded.
 *
 * A cluster needs a slot to deliver fast. A cluster that delivers little costs little: it loses its slot after a
 * moment, continues without one, and queues again once it delivers fast. No cluster keeps a slot for longer than
 * `longestMs`; then it continues without. Sources share the slots (async/fair-gate.ts), so the clusters of one source
 * wait for each other and not for those of another source.
 */
import { FairGate } from '../async/fair-gate.ts';
import { systemClock, type Clock } from '../async/clock.ts';

export interface StartupLimiterOptions {
  /** Number of slots. One source gets half of them while no other has any. @default 16 */
  readonly slots?: number;
  /** @default 10_000 */
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

  /** For a cluster of a source; `signal` ends its start. */
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

/** One cluster until its first lists are complete. */
export class StartingCluster {
  readonly #options: StartingOptions;
  #slot: Disposable | undefined;
  #entering: Promise<void> | undefined;
  #isOver = false;
  /** Objects in the current PACE_MS. */
  #objects = 0;
  #momentBegan = -Infinity;
  /** Number of deliveries being stored: a cluster does not lose its slot because the store is slow. */
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
   * Call when objects of a list have arrived. Waits until they may be processed; the cluster counts as busy until the
   * result is disposed.
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

  /** Releases the slot; a cluster that delivers fast again waits for another. */
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

  /** Releases the slot once the cluster is too slow, or has kept it too long. */
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
