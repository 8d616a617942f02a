/**
 * A hash table of small numbers that grows one bucket at a time (linear hashing), so that no single insertion pays for all: a table of five million
 * that doubles in one go stands still for a third of a second. Chained: 6 bytes a number.
 *
 * Numbers are 1 and above; what they stand for, and when two are equal, is the owner's.
 */
import { grown } from './grown.ts';

/** Numbers a bucket. */
const LOAD = 2;

export class LinearHash {
  readonly #hashOf: (id: number) => number;
  #heads = new Uint32Array(64);
  #chain = new Uint32Array(64);
  /** The largest power of two that is not above the number of buckets, less one. */
  #mask = 7;
  #buckets = 8;
  #size = 0;

  constructor(hashOf: (id: number) => number) {
    this.#hashOf = hashOf;
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many numbers at once, while there is none: then it need not split, which looks at every number once more. */
  expect(numbers: number): void {
    const buckets = Math.ceil(numbers / LOAD);
    if (this.#size > 0 || buckets <= this.#buckets) return;
    this.#heads = grown(this.#heads, buckets);
    this.#buckets = buckets;
    this.#mask = 2 ** Math.floor(Math.log2(buckets)) - 1;
  }

  /** The first number of the bucket in which a hash would be; 0: none. */
  first(hash: number): number {
    return this.#heads[this.#bucket(hash)]!;
  }

  /** The number behind another one of its bucket; 0: none. */
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

  /** Adds a bucket and moves there what belongs there of the one bucket that shares its low bits. */
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

/** Of three numbers. They are our own numbers, so an attacker cannot choose ones that collide. */
export function hashOfNumbers(a: number, b: number, c: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
