/**
 * How many clusters list everything at the same time when the collector starts: a few, so that the first ones are complete early and
 * neither memory nor the network is flooded. A place is given back after a while in any case, so a slow cluster never holds up the others.
 */
export interface RampOptions {
  /** @default 8 */
  readonly places?: number;
  /** @default 30_000 */
  readonly longestMs?: number;
}

export class Ramp {
  readonly #longestMs: number;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor({ places = 8, longestMs = 30_000 }: RampOptions = {}) {
    this.#free = places;
    this.#longestMs = longestMs;
  }

  /** Waits for a place and returns the function that gives it back; more than one call does no harm. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      clearTimeout(timer);
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    };
    const timer = setTimeout(leave, this.#longestMs);
    return leave;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.delete(done);
        reject(signal.reason as Error);
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', abort, { once: true });
    });
  }
}
