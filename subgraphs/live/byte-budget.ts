/**
 * How many bytes of live objects one request may hold, or answer. Objects are counted as they arrive, by about the length of their JSON, and one
 * that does not fit any more is let go at once: what a request keeps is bounded whatever its leaves send. Beside that it can have under way, at
 * any moment, as many answers as the leaves' limits allow.
 */
import type { Refusal } from './live-state.ts';

export class ByteBudget {
  readonly maxBytes: number;
  #taken = 0;
  #spent = false;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Nothing more is worth asking for. */
  get isSpent(): boolean {
    return this.#spent;
  }

  /** Whether the value still fits; then it counts. Once one did not, none does. */
  take(value: unknown): boolean {
    if (this.#spent) return false;
    const bytes = jsonLength(value, this.maxBytes - this.#taken);
    if (bytes === undefined) this.#spent = true;
    else this.#taken += bytes;
    return !this.#spent;
  }

  /** For what did not fit. */
  get refusal(): Refusal {
    return {
      state: 'TOO_LARGE',
      message: `The objects of this request together are larger than ${this.maxBytes} bytes (limits.liveBytes). Ask for fewer at a time, or for less of each.`,
    };
  }
}

/** About the length of a parsed value's JSON; undefined when that is more than `most`. Without recursion: a leaf may nest as deep as it likes. */
function jsonLength(value: unknown, most: number): number | undefined {
  const open: unknown[] = [value];
  let length = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') length += next.length + 2;
    else if (typeof next !== 'object' || next === null) length += 5;
    else if (Array.isArray(next)) {
      length += 2 + next.length;
      for (const item of next) open.push(item);
    } else {
      length += 2;
      for (const key in next) {
        length += key.length + 4;
        open.push((next as Record<string, unknown>)[key]);
      }
    }
    if (length > most) return undefined;
  }
  return length;
}
