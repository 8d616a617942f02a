/**
 * Containers for numbers of any meaning, and TopK for items of any type.
 *
 * A small array is copied when it grows. A large array has its own range of addresses and usually grows in place,
 * without a copy. Unused addresses take no memory.
 *
 * The range is a growable SharedArrayBuffer, although no thread shares it. Each array is a view of fixed length. Views
 * that follow the length of a buffer, and views of a resizable ArrayBuffer, were several times slower (V8 13).
 */
export type Growing = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Arrays smaller than this number of bytes are copied when they grow. */
const LARGE = 2 ** 18;
/** Maximum growth in bytes, unless more is needed. An array grows by a quarter of its length if this is less. */
const STEP = 2 ** 18;
/** Minimum size of the address range of an array, in bytes. */
const RANGE = 2 ** 30;

const ranges = new Set<WeakRef<SharedArrayBuffer>>();
/** True after the system refused an address range. No further range is requested then. */
let areRefused = false;

/**
 * Returns the array with room for `needed` elements. New elements are 0. The result may be another array, so the caller
 * must continue with the returned array.
 */
export function grown<T extends Growing>(array: T, needed: number): T {
  const { length, BYTES_PER_ELEMENT: width } = array;
  const room = Math.max(needed, Math.ceil(length + Math.min(length / 4, STEP / width)), length + 64);
  const [type, bytes] = [
    array.constructor as new (room: number | SharedArrayBuffer, offset?: number, length?: number) => T,
    room * width,
  ];
  const { buffer } = array;
  if ('growable' in buffer && buffer.growable && bytes <= buffer.maxByteLength) {
    if (bytes > buffer.byteLength) buffer.grow(bytes);
    return new type(buffer, 0, room);
  }
  const range = bytes < LARGE || areRefused ? undefined : newRange(bytes);
  const copy = range ? new type(range, 0, room) : new type(room);
  copy.set(array);
  return copy;
}

/** Returns the bytes of all large arrays. `process.memoryUsage()` counts them only in `rss`. */
export function bytesInRanges(): number {
  let bytes = 0;
  for (const range of ranges) bytes += range.deref()?.byteLength ?? 0;
  return bytes;
}

/**
 * Reserves an address range. Undefined if the process may not reserve that much, as under `ulimit -v`. Large arrays are
 * then copied when they grow, like small arrays.
 */
function newRange(bytes: number): SharedArrayBuffer | undefined {
  for (const range of ranges) if (!range.deref()) ranges.delete(range);
  try {
    const range = new SharedArrayBuffer(bytes, { maxByteLength: Math.max(RANGE, bytes * 4) });
    ranges.add(new WeakRef(range));
    return range;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    areRefused = true;
    return undefined;
  }
}

/**
 * Column of numbers that are mostly small (kinds, versions, reasons). Each number takes one byte as long as all numbers
 * fit, then two bytes, then four. A column never becomes narrower. It is widened, and thus copied, when its first
 * number above 255, or above 65 535, arrives. Only written() may write to the array, because other writes could
 * truncate a number.
 */
export type NarrowArray = Readonly<Uint8Array> | Readonly<Uint16Array> | Readonly<Uint32Array>;

type Writable = Uint8Array | Uint16Array | Uint32Array;

/** Writes a number. Widens the array if needed, so the caller must continue with the returned array. */
export function written(array: NarrowArray, at: number, number: number): NarrowArray {
  (array as Writable)[at] = number;
  if (array[at] === number) return array;
  const wider = grown<Writable>(number < 2 ** 16 ? new Uint16Array(0) : new Uint32Array(0), array.length);
  wider.set(array);
  wider[at] = number;
  return wider;
}

export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * Returns the index of the first item that fulfils the condition, or the length if no item does. All later items must
 * fulfil it too.
 */
export function firstWhere<T>(items: ArrayLike<T>, isBehind: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Average number of entries in a bucket. */
const LOAD = 2;

/**
 * A hash table of small numbers that grows by one bucket at a time (linear hashing). Doubling a table of five million
 * numbers at once would block for a third of a second. Numbers of a bucket are chained, at 6 bytes per number.
 *
 * Numbers start at 1. The owner of the table defines their meaning and equality.
 */
export class LinearHash {
  readonly #hashOf: (id: number) => number;
  #heads = new Uint32Array(64);
  #chain = new Uint32Array(64);
  /** One less than the largest power of two that is not above the number of buckets. */
  #mask = 7;
  #buckets = 8;
  #size = 0;

  constructor(hashOf: (id: number) => number) {
    this.#hashOf = hashOf;
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for this number of entries in an empty table. Does nothing if the table has entries. */
  expect(numbers: number): void {
    const buckets = Math.ceil(numbers / LOAD);
    if (this.#size > 0 || buckets <= this.#buckets) return;
    this.#heads = grown(this.#heads, buckets);
    this.#buckets = buckets;
    this.#mask = 2 ** Math.floor(Math.log2(buckets)) - 1;
  }

  /** Returns the first number in the bucket of a hash. 0 if the bucket is empty. */
  first(hash: number): number {
    return this.#heads[this.#bucket(hash)]!;
  }

  /** Returns the next number in the bucket. 0 at the end. */
  next(id: number): number {
    return this.#chain[id]!;
  }

  add(id: number, hash: number): void {
    if (id >= this.#chain.length) this.#chain = grown(this.#chain, id + 1);
    const bucket = this.#bucket(hash);
    this.#chain[id] = this.#heads[bucket]!;
    this.#heads[bucket] = id;
    if (++this.#size > this.#buckets * LOAD) this.#split();
  }

  remove(id: number, hash: number): void {
    const bucket = this.#bucket(hash);
    let before = this.#heads[bucket]!;
    if (before === id) this.#heads[bucket] = this.#chain[id]!;
    else {
      while (this.#chain[before] !== id) before = this.#chain[before]!;
      this.#chain[before] = this.#chain[id]!;
    }
    this.#chain[id] = 0;
    this.#size--;
  }

  #bucket(hash: number): number {
    const bucket = hash & ((this.#mask << 1) | 1);
    return bucket < this.#buckets ? bucket : bucket & this.#mask;
  }

  /** Adds a bucket. Moves numbers to it from the bucket whose index has the same low bits. */
  #split(): void {
    const added = this.#buckets++;
    if (added >= this.#heads.length) this.#heads = grown(this.#heads, added + 1);
    const source = added & this.#mask;
    const wide = (this.#mask << 1) | 1;
    let [stay, move] = [0, 0];
    for (let id = this.#heads[source]!; id !== 0;) {
      const next = this.#chain[id]!;
      if ((this.#hashOf(id) & wide) === added) {
        this.#chain[id] = move;
        move = id;
      } else {
        this.#chain[id] = stay;
        stay = id;
      }
      id = next;
    }
    this.#heads[source] = stay;
    this.#heads[added] = move;
    if (this.#buckets === wide + 1) this.#mask = wide;
  }
}

/** Returns a hash of three numbers. This process assigns the numbers, so an attacker can hardly make them collide. */
export function hashOfNumbers(a: number, b: number, c: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Maximum number of possible pairs for which PairNumbers uses an array. The array takes at most 4 MiB. */
const TABLE = 2 ** 20;

/**
 * Gives each pair of numbers a number, counting from 0 in the order of arrival. If few pairs are possible, an array has
 * the number of each pair. Otherwise a hash table has only the pairs that occurred, and grows gradually.
 */
export class PairNumbers {
  readonly #rights: number;
  /** For each possible pair, its number plus 1, or 0 if it has no number. Undefined if too many pairs are possible. */
  readonly #table: Uint32Array | undefined;
  /** Contains each pair's number plus 1. Unused if there is a `#table`. */
  readonly #hash = new LinearHash(id => hashOfNumbers(this.#lefts[id - 1]!, this.#rightsOf[id - 1]!, 0));
  #lefts = new Uint32Array(64);
  #rightsOf = new Uint32Array(64);
  #size = 0;

  /**
   * @param lefts Exclusive upper bound of left numbers
   * @param rights Exclusive upper bound of right numbers
   */
  constructor(lefts: number, rights: number) {
    this.#rights = rights;
    this.#table = lefts * rights <= TABLE ? new Uint32Array(lefts * rights) : undefined;
  }

  get size(): number {
    return this.#size;
  }

  of(left: number, right: number): number {
    if (this.#table) return (this.#table[left * this.#rights + right] ||= this.#add(left, right)) - 1;
    const hash = hashOfNumbers(left, right, 0);
    let id = this.#hash.first(hash);
    while (id !== 0 && (this.#lefts[id - 1] !== left || this.#rightsOf[id - 1] !== right)) id = this.#hash.next(id);
    if (id === 0) this.#hash.add((id = this.#add(left, right)), hash);
    return id - 1;
  }

  leftOf(number: number): number {
    return this.#lefts[number]!;
  }

  rightOf(number: number): number {
    return this.#rightsOf[number]!;
  }

  /** Gives a number to a new pair. Returns the number plus 1. */
  #add(left: number, right: number): number {
    const number = this.#size++;
    if (number >= this.#lefts.length) {
      this.#lefts = grown(this.#lefts, number + 1);
      this.#rightsOf = grown(this.#rightsOf, number + 1);
    }
    this.#lefts[number] = left;
    this.#rightsOf[number] = right;
    return this.#size;
  }
}

const MAX_CHUNK = 512;

/**
 * Compares a number with a position: below 0 if the number comes before the position, above 0 if after the position.
 */
export type Position = (number: number) => number;

/**
 * Keeps numbers sorted, in chunks of a few hundred numbers. Adding or removing a number costs one search, and moves the
 * numbers of one chunk.
 *
 * The order must be total. While a number is in the order, the values that the comparison reads must not change.
 */
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

  /** Fills an empty order with numbers that are already sorted. */
  fill(sorted: Uint32Array): void {
    // A quarter of each chunk stays free, so that later insertions do not split all chunks.
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

  /** Removes a number. The number must be in the order. */
  remove(number: number): void {
    const position = (other: number): number => this.#compare(other, number);
    const chunk = this.#chunkOf(other => position(other) || -1);
    const at = this.#within(chunk, position);
    const numbers = this.#chunks[chunk];
    if (!numbers || numbers[at] !== number)
      throw new Error('a number was to be removed from a sorted order that does not hold it');
    numbers.copyWithin(at, at + 1, this.#lengths[chunk]);
    this.#size--;
    if (--this.#lengths[chunk]! > 0) return;
    this.#chunks.splice(chunk, 1);
    this.#lengths.splice(chunk, 1);
  }

  /**
   * Returns the spot before the first number at or after the position. 'begin' and 'end' mean the ends of the order.
   */
  spot(position: Position | 'begin' | 'end'): Spot {
    if (position === 'begin' || this.#chunks.length === 0) return new Spot(this.#chunks, this.#lengths, 0, 0);
    const last = this.#chunks.length - 1;
    const length = this.#lengths[last]!;
    // Checked first, because a position is often looked up in several orders and lies outside most of them.
    if (position === 'end' || position(this.#chunks[last]![length - 1]!) < 0)
      return new Spot(this.#chunks, this.#lengths, last, length);
    if (position(this.#chunks[0]![0]!) >= 0) return this.spot('begin');
    const chunk = Math.max(this.#chunkOf(position), 0);
    return new Spot(this.#chunks, this.#lengths, chunk, this.#within(chunk, position));
  }

  /** Returns the index of the last chunk whose first number is before the position. -1 if there is none. */
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

  /** Splits a full chunk. Returns how many numbers stay in the first part. */
  #split(chunk: number, at: number): number {
    const numbers = this.#chunks[chunk]!;
    // If numbers are added at the end, nearly all stay in the first part. Chunks are then full instead of half full.
    const kept = at === MAX_CHUNK && chunk === this.#chunks.length - 1 ? MAX_CHUNK - 1 : MAX_CHUNK >>> 1;
    const second = new Uint32Array(MAX_CHUNK);
    second.set(numbers.subarray(kept));
    this.#chunks.splice(chunk + 1, 0, second);
    this.#lengths[chunk] = kept;
    this.#lengths.splice(chunk + 1, 0, MAX_CHUNK - kept);
    return kept;
  }
}

/** A spot between two numbers. Valid until a number is added or removed. */
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

  /** Moves forward over a number, and returns the number. 0 at the end. */
  next(): number {
    while (this.#at >= (this.#lengths[this.#chunk] ?? Infinity)) {
      this.#chunk++;
      this.#at = 0;
    }
    return this.#chunk < this.#chunks.length ? this.#chunks[this.#chunk]![this.#at++]! : 0;
  }

  /** Moves backward over a number, and returns the number. 0 at the start. */
  previous(): number {
    while (this.#at === 0 && this.#chunk > 0) this.#at = this.#lengths[--this.#chunk] ?? 0;
    return this.#at > 0 ? this.#chunks[this.#chunk]![--this.#at]! : 0;
  }

  /**
   * Moves over up to `count` numbers, forward (1) or backward (-1), at most up to `end`. Copies the numbers into `into`
   * and returns how many there are.
   */
  read(into: Uint32Array, count: number, step: 1 | -1, end?: Spot): number {
    return step === 1 ? this.#readOn(into, count, end) : this.#readBack(into, count, end);
  }

  /** Returns the number that read() would return first. 0 if there is none. */
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

/**
 * Keeps the first k items in an order, out of any number of items. Needs memory only for k items. The items form a heap
 * with the last kept item on top. An item that comes after all kept items costs one comparison.
 */
export class TopK<T> {
  readonly #k: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  constructor(k: number, compare: (a: T, b: T) => number) {
    this.#k = k;
    this.#compare = compare;
  }

  offer(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#k) {
      heap.push(item);
      this.#up(heap.length - 1);
    } else if (heap.length > 0 && this.#compare(item, heap[0]!) < 0) {
      heap[0] = item;
      this.#down();
    }
  }

  /** The last kept item. Only items before it are added. Undefined while there is room. */
  get last(): T | undefined {
    return this.#heap.length === this.#k ? this.#heap[0] : undefined;
  }

  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
  }

  #up(from: number): void {
    const heap = this.#heap;
    const item = heap[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(heap[parent]!, item) >= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = item;
  }

  #down(): void {
    const heap = this.#heap;
    const item = heap[0]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child++;
      if (child >= heap.length || this.#compare(heap[child]!, item) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = item;
  }
}
