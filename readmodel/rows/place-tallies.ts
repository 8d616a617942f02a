/**
 * Number of rows per place by kind and state, updated with every write, so that a reader of some namespaces gets counts
 * without reading rows.
 *
 * The counts of a place are adjacent, one word per kind and state that occurs: usually one or two cache lines, where
 * its rows would take dozens. A word counts up to MOST; larger counts take several words. Freed pieces are reused by
 * size.
 */
import { SUSPENDED } from './columns.ts';
import { grown } from '../containers/grown.ts';

const COUNT_BITS = 10;
const STATE_BITS = 4;
const KIND_SHIFT = COUNT_BITS + STATE_BITS;
const MOST = 2 ** COUNT_BITS - 1;
/** Kinds from this number on do not fit into a word. */
export const KINDS_TALLIED = 2 ** (32 - KIND_SHIFT);

export class PlaceTallies {
  /** By place: its first word, and the number of words. */
  first = new Uint32Array(64);
  length = new Uint32Array(64);
  words = new Uint32Array(256);
  /** Word 0 is never used, so that 0 can mean "none". */
  #end = 1;
  /** By size: the head of the list of free pieces. The first word of each links to the next. */
  readonly #free = new Map<number, number>();
  /** Number of rows of kinds that do not fit. */
  #left = 0;

  /** True if every row is counted here. */
  get isComplete(): boolean {
    return this.#left === 0;
  }

  change(place: number, kind: number, state: number, difference: 1 | -1): void {
    if (kind >= KINDS_TALLIED) this.#left += difference;
    else if (difference === 1) this.#add(place, wordOf(kind, state));
    else this.#subtract(place, wordOf(kind, state));
  }

  #add(place: number, word: number): void {
    if (place >= this.length.length) {
      this.first = grown(this.first, place + 1);
      this.length = grown(this.length, place + 1);
    }
    const [length, key] = [this.length[place]!, keyOf(word)];
    let first = this.first[place]!;
    for (let at = first; at < first + length; at++) {
      const known = this.words[at]!;
      if (keyOf(known) !== key || (known & MOST) === MOST) continue;
      this.words[at] = known + 1;
      return;
    }
    if (length === roomFor(length)) first = this.#move(place, length + 1);
    this.words[first + length] = word + 1;
    this.length[place] = length + 1;
  }

  #subtract(place: number, word: number): void {
    const [first, length, key] = [this.first[place]!, this.length[place]!, keyOf(word)];
    for (let at = first; at < first + length; at++) {
      const known = this.words[at]!;
      if (keyOf(known) !== key) continue;
      this.words[at] = known - 1;
      if ((known & MOST) > 1) return;
      this.words[at] = this.words[first + length - 1]!;
      this.length[place] = length - 1;
      if (roomFor(length - 1) < roomFor(length)) this.#move(place, length - 1, roomFor(length));
      return;
    }
    throw new Error(`Place ${place} has no row of kind ${kindOf(word)} and state ${stateOf(word)} to be taken away.`);
  }

  /** Moves the words of a place to a piece with room for `length`; returns the first. */
  #move(place: number, length: number, room = roomFor(length - 1)): number {
    const from = this.first[place]!;
    const kept = Math.min(length, this.length[place]!);
    const to = length === 0 ? 0 : this.#take(roomFor(length));
    this.words.copyWithin(to, from, from + kept);
    this.first[place] = to;
    if (room > 0) {
      this.words[from] = this.#free.get(room) ?? 0;
      this.#free.set(room, from);
    }
    return to;
  }

  #take(room: number): number {
    const free = this.#free.get(room) ?? 0;
    if (free !== 0) {
      this.#free.set(room, this.words[free]!);
      return free;
    }
    const first = this.#end;
    this.#end += room;
    if (this.#end > this.words.length) this.words = grown(this.words, this.#end);
    return first;
  }
}

/** Kind of a word. */
export function kindOf(word: number): number {
  return word >>> KIND_SHIFT;
}

export function stateOf(word: number): number {
  const state = (word >>> COUNT_BITS) & (2 ** STATE_BITS - 1);
  return (state >> 1) | (state & 1 ? SUSPENDED : 0);
}

export function countOf(word: number): number {
  return word & MOST;
}

/** Kind and state of a word as one number, below keysOf(). */
export function keyOf(word: number): number {
  return word >>> COUNT_BITS;
}

/** A word with this kind and state. */
export function wordOfKey(key: number): number {
  return (key << COUNT_BITS) >>> 0;
}

export function keysOf(kinds: number): number {
  return Math.min(kinds, KINDS_TALLIED) << STATE_BITS;
}

function wordOf(kind: number, state: number): number {
  return ((kind << KIND_SHIFT) | ((((state & ~SUSPENDED) << 1) | (state & SUSPENDED ? 1 : 0)) << COUNT_BITS)) >>> 0;
}

/** Room grows in steps of four words, and for many words in steps of an eighth to a quarter. */
function roomFor(length: number): number {
  const step = Math.max(4, 2 ** (29 - Math.clz32(length)));
  return Math.ceil(length / step) * step;
}
