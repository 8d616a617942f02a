/**
 * Rows that change by the passing of time alone (normalisers/workloads.ts `ripe`): kept until their time comes, unless the object changes or
 * goes first. One timer for all of them.
 */
import type { ObjectKey } from '../schema/object-id.ts';
import type { Row } from '../store/store.ts';
import { ripe } from '../kinds/workloads.ts';

/** Of one cluster. More Pods than this waiting for a node at once are shown as waiting until their next event. */
const MAX_WAITING = 10_000;

export class Ripening {
  readonly #put: (row: Row) => void;
  readonly #now: () => number;
  readonly #waiting = new Map<ObjectKey, { at: number; row: Row }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now Milliseconds since the epoch. */
  constructor(put: (row: Row) => void, now: () => number) {
    this.#put = put;
    this.#now = now;
  }

  /** A row was put. */
  see(key: ObjectKey, row: Row): void {
    const next = ripe(row);
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
