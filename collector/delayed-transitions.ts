/**
 * Rows that change by the passing of time alone (kinds/delayed-transition.ts): kept until their time comes, unless the object changes or goes first.
 * One timer for all of them.
 */
import type { DelayedTransition } from '../kinds/delayed-transition.ts';
import { pendingTransition } from '../kinds/delayed-transition.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Row } from '../store/store.ts';

/** Of one cluster. Where more rows than this wait at once, the others stay as they are until their next event. */
const MAX_WAITING = 10_000;

export class DelayedTransitions {
  readonly #put: (row: Row) => void;
  readonly #now: () => number;
  readonly #waiting = new Map<ObjectKey, { at: number; row: Row }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now Milliseconds since the epoch. */
  constructor(put: (row: Row) => void, now: () => number) {
    this.#put = put;
    this.#now = now;
  }

  /** A row was put, of a kind with this transition. */
  see(key: ObjectKey, row: Row, delayed: DelayedTransition | undefined): void {
    const next = pendingTransition(delayed, row);
    if (!next) this.#waiting.delete(key);
    else if (this.#waiting.size < MAX_WAITING || this.#waiting.has(key)) {
      this.#waiting.set(key, next);
      this.#wait();
    }
  }

  forget(key: ObjectKey): void {
    this.#waiting.delete(key);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const now = this.#now();
      for (const [key, { at, row }] of this.#waiting) {
        if (at > now) continue;
        this.#waiting.delete(key);
        this.#put(row);
      }
      if (this.#waiting.size > 0) this.#wait();
    }, 1_000);
  }
}
