/**
 * How many bytes of live objects one request may hold, or answer. Objects are counted as they arrive, by about the length of their JSON, and one
 * that does not fit any more is let go at once: what a request keeps is bounded whatever its leaves send. Beside that it can have under way, at
 * any moment, as many answers as the leaves' limits allow. Requests that hold much share room for it, by caller: a hundred of them would hold gigabytes.
 */
import type { Refusal } from './live-state.ts';

/** Of so many bytes each a request takes room: most hold less. */
const ROOM_BYTES = 1024 * 1024;

export interface ByteBudgetOptions {
  /** Whether the caller's requests may hold so many bytes more. @default they may */
  readonly room?: (bytes: number) => boolean;
  /** Called with the bytes that were taken. */
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

  /** Nothing more is worth asking for. */
  get isSpent(): boolean {
    return this.#spent;
  }

  /** Whether so many bytes still fit; then they count. Once some did not, none do. */
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

  /** Whether the value still fits, as takeBytes. A piece of the counting ends at each `yield`: a large value takes longer than one turn. */
  *take(value: unknown): Generator<void, boolean, undefined> {
    return !this.#spent && this.takeBytes(yield* jsonLength(value, this.maxBytes - this.#taken));
  }

  /** For what did not fit. */
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

/** Some tenths of a millisecond. */
const VALUES_OF_PIECE = 4_096;

/** About the length of a parsed value's JSON, or something above `most`. Without recursion: a leaf may nest as deep as it likes. */
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
