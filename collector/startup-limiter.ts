/**
 * Limits how many clusters list everything at the same time when the collector starts: a few, so that the first ones are complete early and
 * neither memory nor the network is flooded. A place becomes free after a while in any case, so a slow cluster never holds up the others.
 */
import { FairGate } from '../async/fair-gate.ts';

export interface StartupLimiterOptions {
  /** @default 8 */
  readonly places?: number;
  /** @default 30_000 */
  readonly longestMs?: number;
}

export class StartupLimiter {
  readonly #gate: FairGate;
  readonly #longestMs: number;

  constructor({ places = 8, longestMs = 30_000 }: StartupLimiterOptions = {}) {
    this.#gate = new FairGate({ places });
    this.#longestMs = longestMs;
  }

  /** Waits for a place and returns the function that gives it back; further calls do nothing. */
  async enter(cluster: string, signal: AbortSignal): Promise<() => void> {
    const place = await this.#gate.enter(cluster, signal);
    const leave = () => {
      clearTimeout(timer);
      place[Symbol.dispose]();
    };
    const timer = setTimeout(leave, this.#longestMs);
    return leave;
  }
}
