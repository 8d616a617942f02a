/**
 * Forwards rows. Keeps the rows that will change by time alone (kinds/delayed-transition.ts), and forwards them again
 * at that time, unless the object changes or is deleted first. Uses one timer for all.
 */
import { pendingTransition } from '../kinds/delayed-transition.ts';
import { kindOf } from '../kinds/registry.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Row } from '../store/store.ts';
import type { Changes } from './batcher.ts';

/** Maximum waiting rows of one cluster. Beyond that, rows stay unchanged until their next event. */
const MAX_WAITING = 10_000;

export class DelayedTransitions implements Changes<Row> {
  readonly #rows: Changes<Row>;
  readonly #now: () => number;
  readonly #waiting = new Map<ObjectKey, { at: number; row: Row }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now Milliseconds since the epoch. */
  constructor(rows: Changes<Row>, now = Date.now) {
    this.#rows = rows;
    this.#now = now;
  }

  put(key: ObjectKey, row: Row): void {
    this.#rows.put(key, row);
    const next = pendingTransition(kindOf(row).delayedTransitions, row);
    if (!next) this.#waiting.delete(key);
    else if (this.#waiting.size < MAX_WAITING || this.#waiting.has(key)) {
      this.#waiting.set(key, next);
      this.#wait();
    }
  }

  delete(key: ObjectKey): void {
    this.#rows.delete(key);
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
        this.#rows.put(key, row);
      }
      if (this.#waiting.size > 0) this.#wait();
    }, 1_000);
  }
}
