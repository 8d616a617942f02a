/**
 * Numbers in a lasting sorted order: sorted chunks of a few hundred. Adding and removing cost one search and moving one
 * chunk, at fifty numbers as at five million. Nothing is ever sorted or merged as a whole.
 *
 * The order must be total, and what it reads must not change while a number is in.
 */
const MAX_CHUNK = 512;

/** Compares a number with a sought position: below 0 before it, above 0 after it. */
export type Position = (number: number) => number;

export class SortedNumbers {
  readonly #compare: (a: number, b: number) => number;
  #chunks: Uint32Array[] = [];
  #lengths: number[] = [];
  #size = 0;

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    this.#size++;
    if (this.#chunks.length === 0) {
      this.#chunks.push(new Uint32Array(MAX_CHUNK));
      this.#lengths.push(0);
    }
    const position = (other: number): number => this.#compare(other, number);
    let chunk = Math.max(this.#chunkOf(position), 0);
    let at = this.#within(chunk, position);
    if (this.#lengths[chunk] === MAX_CHUNK) {
      const kept = this.#split(chunk, at);
      if (at > kept) {
        chunk++;
        at -= kept;
      }
    }
    const numbers = this.#chunks[chunk]!;
    const length = this.#lengths[chunk]!++;
    if (at < length) numbers.copyWithin(at + 1, at, length);
    numbers[at] = number;
  }

  /** Fills an empty order with sorted numbers. */
  fill(sorted: Uint32Array): void {
    // Leaves a quarter of each chunk free, so that later insertions do not split them all.
    const each = (MAX_CHUNK * 3) >>> 2;
    for (let from = 0; from < sorted.length; from += each) {
      const chunk = new Uint32Array(MAX_CHUNK);
      const numbers = sorted.subarray(from, from + each);
      chunk.set(numbers);
      this.#chunks.push(chunk);
      this.#lengths.push(numbers.length);
    }
    this.#size = sorted.length;
  }

  /** Removes a number that is in the order. */
  remove(number: number): void {
    const position = (other: number): number => this.#compare(other, number);
    const chunk = this.#chunkOf(other => position(other) || -1);
    const at = this.#within(chunk, position);
    const numbers = this.#chunks[chunk];
    if (!numbers || numbers[at] !== number) throw new Error('a number was to be removed from a sorted order that does not hold it');
    numbers.copyWithin(at, at + 1, this.#lengths[chunk]);
    this.#size--;
    if (--this.#lengths[chunk]! > 0) return;
    this.#chunks.splice(chunk, 1);
    this.#lengths.splice(chunk, 1);
  }

  /** The spot before the first number not before the position; 'begin' or 'end' for the ends. */
  spot(position: Position | 'begin' | 'end'): Spot {
    if (position === 'begin' || this.#chunks.length === 0) return new Spot(this.#chunks, this.#lengths, 0, 0);
    const last = this.#chunks.length - 1;
    const length = this.#lengths[last]!;
    // A position is often sought in several orders, and lies outside most of them.
    if (position === 'end' || position(this.#chunks[last]![length - 1]!) < 0) return new Spot(this.#chunks, this.#lengths, last, length);
    if (position(this.#chunks[0]![0]!) >= 0) return this.spot('begin');
    const chunk = Math.max(this.#chunkOf(position), 0);
    return new Spot(this.#chunks, this.#lengths, chunk, this.#within(chunk, position));
  }

  /** Index of the last chunk whose first number is before the position, or -1. */
  #chunkOf(position: Position): number {
    let [low, high] = [0, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (position(this.#chunks[middle]![0]!) < 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #within(chunk: number, position: Position): number {
    const numbers = this.#chunks[chunk];
    let [low, high] = [0, this.#lengths[chunk] ?? 0];
    while (numbers && low < high) {
      const middle = (low + high) >>> 1;
      if (position(numbers[middle]!) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Splits a full chunk and returns how many numbers stay in the first. */
  #split(chunk: number, at: number): number {
    const numbers = this.#chunks[chunk]!;
    // Ascending insertions leave full chunks behind.
    const kept = at === MAX_CHUNK && chunk === this.#chunks.length - 1 ? MAX_CHUNK - 1 : MAX_CHUNK >>> 1;
    const second = new Uint32Array(MAX_CHUNK);
    second.set(numbers.subarray(kept));
    this.#chunks.splice(chunk + 1, 0, second);
    this.#lengths[chunk] = kept;
    this.#lengths.splice(chunk + 1, 0, MAX_CHUNK - kept);
    return kept;
  }
}

/** A spot between two numbers, valid until a number is added or removed. */
export class Spot {
  readonly #chunks: readonly Uint32Array[];
  readonly #lengths: readonly number[];
  #chunk: number;
  #at: number;

  constructor(chunks: readonly Uint32Array[], lengths: readonly number[], chunk: number, at: number) {
    this.#chunks = chunks;
    this.#lengths = lengths;
    this.#chunk = chunk;
    this.#at = at;
  }

  /** Steps forward and returns the number passed; 0 at the end. */
  next(): number {
    while (this.#at >= (this.#lengths[this.#chunk] ?? Infinity)) {
      this.#chunk++;
      this.#at = 0;
    }
    return this.#chunk < this.#chunks.length ? this.#chunks[this.#chunk]![this.#at++]! : 0;
  }

  /** Steps backward and returns the number passed; 0 at the start. */
  previous(): number {
    while (this.#at === 0 && this.#chunk > 0) this.#at = this.#lengths[--this.#chunk] ?? 0;
    return this.#at > 0 ? this.#chunks[this.#chunk]![--this.#at]! : 0;
  }

  /**
   * Steps over up to `count` numbers, forward (1) or backward (-1), as far as `end`. Copies them into `into` and
   * returns how many.
   */
  read(into: Uint32Array, count: number, step: 1 | -1, end?: Spot): number {
    return step === 1 ? this.#readOn(into, count, end) : this.#readBack(into, count, end);
  }

  /** The number that read() would pass first; 0 if none. */
  peek(step: 1 | -1, end?: Spot): number {
    const spot = this.copy();
    const number = step === 1 ? spot.next() : spot.previous();
    if (number === 0 || !end) return number;
    const passed = spot.#chunk - end.#chunk || spot.#at - end.#at;
    return passed * step > 0 ? 0 : number;
  }

  copy(): Spot {
    return new Spot(this.#chunks, this.#lengths, this.#chunk, this.#at);
  }

  #readOn(into: Uint32Array, count: number, end: Spot | undefined): number {
    const last = end ? end.#chunk : this.#chunks.length - 1;
    let filled = 0;
    for (; this.#chunk <= last; this.#chunk++, this.#at = 0) {
      const numbers = this.#chunks[this.#chunk]!;
      const length = end && this.#chunk === last ? end.#at : this.#lengths[this.#chunk]!;
      const until = Math.min(length, this.#at + count - filled);
      for (; this.#at < until; this.#at++) into[filled++] = numbers[this.#at]!;
      if (filled === count || this.#chunk === last) break;
    }
    return filled;
  }

  #readBack(into: Uint32Array, count: number, end: Spot | undefined): number {
    const first = end ? end.#chunk : 0;
    let filled = 0;
    for (; this.#chunk >= first; this.#chunk--, this.#at = this.#lengths[this.#chunk]!) {
      const numbers = this.#chunks[this.#chunk]!;
      const begin = end && this.#chunk === first ? end.#at : 0;
      const until = Math.max(begin, this.#at - (count - filled));
      while (this.#at > until) into[filled++] = numbers[--this.#at]!;
      if (filled === count || this.#chunk === first) break;
    }
    return filled;
  }
}
