/**
 * Yields to other callers during one operation: checks the clock after a little work.
 *
 *     for (const item of items) {
 *       …
 *       const turn = pace.after(1);
 *       if (turn) await turn;
 *     }
 */
import { eventLoopTurns, type FairTurns } from '../../async/fair-turns.ts';

/** Values read, copied or written between checks of the clock: well below a millisecond. */
const AT_A_TIME = 200;

export interface PaceOptions {
  /** Caller in whose turns the operation runs. */
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly turns?: Pick<FairTurns, 'spare'>;
}

export class Pace {
  readonly #turns: Pick<FairTurns, 'spare'>;
  readonly #caller: string;
  readonly #signal: AbortSignal;
  #left = AT_A_TIME;

  constructor({ caller, signal, turns = eventLoopTurns }: PaceOptions) {
    this.#turns = turns;
    this.#caller = caller;
    this.#signal = signal;
  }

  /** Undefined: continue. @throws ClientGone, now or when the turn comes */
  after(values: number): Promise<void> | undefined {
    if ((this.#left -= values) > 0) return undefined;
    this.#left = AT_A_TIME;
    if (this.#signal.aborted) this.#throwIfGone();
    return this.#turns.spare(this.#caller);
  }

  /** At its deadline an operation answers with what it has; if its client left, it stops. */
  #throwIfGone(): void {
    if ((this.#signal.reason as Error | undefined)?.name === 'AbortError') throw new ClientGone();
  }
}

export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor() {
    super('The client went away.');
  }
}
