/**
 * A hash table of small numbers that grows one bucket at a time (linear hashing). Doubling a table of five million at
 * once would block for a third of a second. Chained: 6 bytes per number.
 *
 * Numbers start at 1. The owner defines their meaning and equality.
 */
import { grown } from './grown.ts';

/** Average numbers per bucket. */
const LOAD = 2;

export class LinearHash {
  readonly #hashOf: (id: number) => number;
  #heads = new Uint32Array(64);
  #chain = new Uint32Array(64);
  /** The largest power of two not above the number of buckets, minus one. */
  #mask = 7;
  #buckets = 8;
  #size = 0;

  constructor(hashOf: (id: number) => number) {
    this.#hashOf = hashOf;
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for this many numbers. Only for an empty table, which then needs no splits. */
  expect(numbers: number): void {
    const buckets = Math.ceil(numbers / LOAD);
    if (this.#size > 0 || buckets <= this.#buckets) return;
    this.#heads = grown(this.#heads, buckets);
    this.#buckets = buckets;
    this.#mask = 2 ** Math.floor(Math.log2(buckets)) - 1;
  }

  /** The first number of the bucket of a hash; 0 if empty. */
  first(hash: number): number {
    return this.#heads[this.#bucket(hash)]!;
  }

  /** The next number in the bucket; 0 at the end. */
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

  /** Adds a bucket, and moves the numbers that belong there from the bucket with the same low bits. */
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

/** Hash of three numbers. They are internal numbers, so an attacker cannot choose colliding ones. */
export function hashOfNumbers(a: number, b: number, c: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
