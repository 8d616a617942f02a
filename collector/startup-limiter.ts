/**
 * Limits how many clusters list everything at the same time when the collector starts: a few, so that the first ones
 * are complete early and neither memory nor the network is flooded.
 *
 * A cluster needs a place to deliver fast. A cluster that delivers little, or nothing, costs little: it loses its place
 * after a moment, goes on without one, and waits at the end of the line once it delivers fast again. No cluster keeps a
 * place for longer than `longestMs`; then it goes on without. Sources share the places (async/fair-gate.ts), so the
 * clusters of one source wait for each other and not for those of another source.
 */
import { FairGate } from '../async/fair-gate.ts';
import { systemClock, type Clock } from '../async/clock.ts';

export interface StartupLimiterOptions {
  /** One source gets half of them while no other has any. @default 16 */
  readonly places?: number;
  /** @default 10_000 */
  readonly longestMs?: number;
  readonly clock?: Clock;
}

/** A cluster that delivers fewer objects than this in PACE_MS needs no place. */
export const FAST_OBJECTS = 50;
export const PACE_MS = 1_000;

export class StartupLimiter {
  readonly #gate: FairGate;
  readonly #longestMs: number;
  readonly #clock: Clock;

  constructor({ places = 16, longestMs = 10_000, clock = systemClock }: StartupLimiterOptions = {}) {
    this.#gate = new FairGate({ places });
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
  #place: Disposable | undefined;
  #entering: Promise<void> | undefined;
  #isOver = false;
  /** Objects since the present moment of PACE_MS began. */
  #objects = 0;
  #momentBegan = -Infinity;
  /** Objects that are being stored: a cluster does not lose its place because the store is slow. */
  #busy = 0;
  #ended: AbortController | undefined;

  constructor(options: StartingOptions) {
    this.#options = options;
  }

  /** The cluster has a place. */
  get isInside(): boolean {
    return this.#place !== undefined;
  }

  /** Waits for a place. @throws the signal's reason */
  enter(): Promise<void> {
    if (this.#isOver || this.#place) return Promise.resolve();
    return (this.#entering ??= this.#enter().finally(() => (this.#entering = undefined)));
  }

  /**
   * Objects of a list have come. Waits until they may be taken in; the cluster counts as busy until the result is
   * disposed of.
   */
  async deliver(objects: number): Promise<Disposable> {
    if (!this.#isOver) {
      this.#count(objects);
      // When the signal ends the wait, the session has ended and the batcher refuses the objects.
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

  /** Gives the place back; a cluster that delivers fast again waits for another one. */
  leave(): void {
    this.#ended?.abort();
    this.#place?.[Symbol.dispose]();
    this.#place = undefined;
  }

  /** The cluster needs no place any more. */
  end(): void {
    this.#isOver = true;
    this.leave();
  }

  async #enter(): Promise<void> {
    const { gate, source, signal } = this.#options;
    const place = await gate.enter(source, signal);
    if (this.#isOver) return place[Symbol.dispose]();
    this.#place = place;
    const ended = (this.#ended = new AbortController());
    void this.#keep(ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  }

  /** Ends the stay in a place when it has become too slow, or too long. */
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
    if (!this.#place && this.#options.clock.now() - this.#momentBegan >= PACE_MS) this.#begin();
    this.#objects += objects;
  }

  #begin(): void {
    this.#objects = 0;
    this.#momentBegan = this.#options.clock.now();
  }
}
