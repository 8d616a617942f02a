/**
 * Limits the bytes of live objects that one request may hold, or that its answer may contain. Objects are counted by
 * the approximate length of their JSON. An object that does not fit is dropped at once. Responses that are still
 * arriving are not counted. Their number has its own limit for each leaf.
 *
 * Large requests reserve memory from a pool that callers share, because a hundred large requests would hold gigabytes.
 */
import type { Refusal } from './live-state.ts';

/** Memory is reserved in steps of at least this many bytes. A request that holds fewer bytes reserves nothing. */
const ROOM_BYTES = 1024 * 1024;

export interface ByteBudgetOptions {
  /** Reserves more bytes for requests of the caller. Returns false if there is no room. @default always true */
  readonly room?: (bytes: number) => boolean;
  /** Called with the number of bytes that were added. */
  readonly took?: (bytes: number) => void;
}

export class ByteBudget {
  readonly maxBytes: number;
  readonly #room: (bytes: number) => boolean;
  readonly #took: (bytes: number) => void;
  #taken = 0;
  #inRoom = 0;
  #spent = false;
  #isCrowded = false;

  constructor(maxBytes: number, { room = () => true, took = () => {} }: ByteBudgetOptions = {}) {
    this.maxBytes = maxBytes;
    this.#room = room;
    this.#took = took;
  }

  /** True if some bytes did not fit. From then on, nothing fits. */
  get isSpent(): boolean {
    return this.#spent;
  }

  /** Adds bytes. Returns false if they do not fit. After the first failure, nothing fits. */
  takeBytes(bytes: number): boolean {
    if (this.#taken + bytes > this.maxBytes) this.#spent = true;
    if (this.#spent) return false;
    this.#taken += bytes;
    this.#took(bytes);
    if (this.#taken - this.#inRoom < ROOM_BYTES) return true;
    this.#isCrowded = this.#spent = !this.#room(this.#taken - this.#inRoom);
    this.#inRoom = this.#taken;
    return !this.#spent;
  }

  /**
   * Like takeBytes, for the approximate length of a value as JSON. Yields, because counting a large value takes long.
   */
  *take(value: unknown): Generator<void, boolean, undefined> {
    return !this.#spent && this.takeBytes(yield* jsonLength(value, this.maxBytes - this.#taken));
  }

  /** Refusal for objects that did not fit. */
  get refusal(): Refusal {
    if (this.#isCrowded) return { state: 'THROTTLED', message: CROWDED, retryAfterSeconds: 1 };
    return {
      state: 'TOO_LARGE',
      message: `The objects of this request together are larger than ${this.maxBytes} bytes (limits.liveBytes). Ask for fewer at a time, or for less of each.`,
    };
  }
}

const CROWDED =
  'Your requests at this moment hold too many bytes of live objects together. Ask again when they are answered, or for fewer at a time.';

/** Number of values counted before yielding. This work takes some tenths of a millisecond. */
const VALUES_OF_PIECE = 4_096;

/**
 * Approximate length of the JSON of a parsed value. Stops counting once the length exceeds `most`. Uses no recursion,
 * because a leaf may nest values deeply.
 */
function* jsonLength(value: unknown, most: number): Generator<void, number, undefined> {
  const open: unknown[] = [value];
  let [length, values] = [0, 0];
  while (open.length > 0 && length <= most) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) {
      length += scalarLength(next);
      continue;
    }
    length += 2;
    const keys = Array.isArray(next) ? undefined : Object.keys(next);
    const entries = next as Readonly<Record<string | number, unknown>>;
    for (let at = 0; at < (keys ?? (next as unknown[])).length && length <= most; at += 1) {
      const key = keys?.[at];
      const entry = entries[key ?? at];
      length += key === undefined ? 1 : key.length + 4;
      if (typeof entry === 'object' && entry !== null) open.push(entry);
      else length += scalarLength(entry);
      values += 1;
      if (values % VALUES_OF_PIECE === 0) yield;
    }
  }
  return length;
}

function scalarLength(value: unknown): number {
  return typeof value === 'string' ? value.length + 2 : 5;
}
