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

/** Does a piece of work, or lets it be done; then the rest of the turn is its. */
type Piece = () => 'done' | 'let in';

export class Turns {
  readonly #now: () => number;
  /** By whose work it is, in the order in which they are served. */
  readonly #waiting = new Map<string, Piece[]>();
  #beganAt: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Resolves when a piece of work may be done; undefined: at once. `whose`: those whose names differ take turns: the caller for whom it is done, or the
   * cluster.
   */
  enter(whose: string): Promise<void> | undefined {
    if (this.#mayNow()) return undefined;
    return new Promise(resolve => {
      this.#wait(whose, () => {
        resolve();
        return 'let in';
      });
    });
  }

  /**
   * Does work whose pieces end at its `yield`s, each when it may be done. At once what fits into this turn: a small piece of work costs no promise.
   * @throws the signal's reason between two pieces, and what the work throws
   */
  run<T>(whose: string, work: Iterator<unknown, T>, signal?: AbortSignal): T | Promise<T> {
    while (this.#mayNow()) {
      const { done, value } = work.next();
      if (done) return value;
    }
    return new Promise((resolve, reject) => {
      const piece: Piece = () => {
        try {
          signal?.throwIfAborted();
          const { done, value } = work.next();
          if (done) resolve(value);
          else this.#wait(whose, piece);
        } catch (error) {
          reject(error);
        }
        return 'done';
      };
      this.#wait(whose, piece);
    });
  }

  #mayNow(): boolean {
    if (this.#beganAt === undefined) {
      this.#beganAt = this.#now();
      setImmediate(this.#next);
    }
    return this.#waiting.size === 0 && this.#now() - this.#beganAt < BUDGET_MS;
  }

  #wait(whose: string, piece: Piece): void {
    const waiting = this.#waiting.get(whose);
    if (waiting) waiting.push(piece);
    else this.#waiting.set(whose, [piece]);
  }

  readonly #next = (): void => {
    if (this.#waiting.size === 0) {
      this.#beganAt = undefined;
      return;
    }
    this.#beganAt = this.#now();
    setImmediate(this.#next);
    for (let [first] = this.#waiting; first && this.#now() - this.#beganAt < BUDGET_MS; [first] = this.#waiting) {
      const [whose, pieces] = first;
      const piece = pieces.shift();
      this.#waiting.delete(whose);
      if (pieces.length > 0) this.#waiting.set(whose, pieces); // behind the others
      if (piece?.() === 'let in') return;
    }
  };
}

/** There is one event loop, so there is one of these. */
export const turns = new Turns();
