/**
 * Turns of the event loop, shared out among clusters: whoever has a piece of work that takes a millisecond or more asks first, and while there is
 * more of it than fits, each turn does one piece, of one cluster after the other.
 *
 * So a leaf that sends more than we can read is read more slowly (its socket fills up, and TCP holds it back), the changes of all others
 * come through as before, and timers and requests are never kept waiting for long.
 */
import { setImmediate } from 'node:timers';

/** Work that one turn of the event loop does before the rest waits for the next. */
const BUDGET_MS = 5;

export class Turns {
  readonly #now: () => number;
  /** By whose work it is, in the order in which they are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #beganAt: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Resolves when a piece of work may be done; undefined: at once. `whose`: those whose names differ take turns, a cluster's name as a rule. */
  enter(whose: string): Promise<void> | undefined {
    if (this.#beganAt === undefined) {
      this.#beganAt = this.#now();
      setImmediate(this.#next);
    }
    if (this.#waiting.size === 0 && this.#now() - this.#beganAt < BUDGET_MS) return undefined;
    return new Promise(resolve => {
      const waiting = this.#waiting.get(whose);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(whose, [resolve]);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (!first) {
      this.#beganAt = undefined;
      return;
    }
    const [whose, [resolve, ...others]] = first;
    this.#waiting.delete(whose);
    if (others.length > 0) this.#waiting.set(whose, others);
    this.#beganAt = this.#now();
    setImmediate(this.#next);
    resolve?.();
  };
}

/** There is one event loop, so there is one of these. */
export const turns = new Turns();
