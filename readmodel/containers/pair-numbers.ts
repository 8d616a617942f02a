/**
 * Numbers pairs of numbers from 0 on, in the order in which they come. Few possible pairs have a table, in which one look finds the number; many have a hash
 * table, which takes memory for those pairs that came.
 */
import { grown } from './grown.ts';

/** Possible pairs up to which there is a table: 4 MiB. */
const TABLE = 2 ** 20;

export class PairNumbers {
  readonly #rights: number;
  /** By pair: its number and 1; 0: it has none. Of a hash table, by slot. */
  #numbers: Uint32Array;
  /** By slot: the pair as one number. Undefined: the pair is the slot. */
  #pairs: Float64Array | undefined;
  #lefts = new Uint32Array(64);
  #rightsOf = new Uint32Array(64);
  #size = 0;

  /** @param lefts All left numbers are below it. @param rights All right ones are. There are fewer than 2^53 pairs of them. */
  constructor(lefts: number, rights: number) {
    this.#rights = rights;
    const isTable = lefts * rights <= TABLE;
    this.#numbers = new Uint32Array(isTable ? lefts * rights : 1024);
    this.#pairs = isTable ? undefined : new Float64Array(1024);
  }

  get size(): number {
    return this.#size;
  }

  of(left: number, right: number): number {
    const pair = left * this.#rights + right;
    const slot = this.#pairs ? this.#slotOf(pair) : pair;
    const known = this.#numbers[slot]!;
    return known === 0 ? this.#add(slot, pair, left, right) : known - 1;
  }

  leftOf(number: number): number {
    return this.#lefts[number]!;
  }

  rightOf(number: number): number {
    return this.#rightsOf[number]!;
  }

  #add(slot: number, pair: number, left: number, right: number): number {
    const number = this.#size++;
    if (number >= this.#lefts.length) {
      this.#lefts = grown(this.#lefts, number + 1);
      this.#rightsOf = grown(this.#rightsOf, number + 1);
    }
    this.#lefts[number] = left;
    this.#rightsOf[number] = right;
    this.#numbers[slot] = number + 1;
    if (this.#pairs) {
      this.#pairs[slot] = pair;
      if (this.#size * 2 > this.#numbers.length) this.#spread();
    }
    return number;
  }

  /** The slot of a pair, or the free one in which it would be. */
  #slotOf(pair: number): number {
    const [pairs, numbers] = [this.#pairs!, this.#numbers];
    const mask = numbers.length - 1;
    let slot = (Math.imul(pair | 0, 0x9e3779b1) ^ Math.imul((pair / 2 ** 32) | 0, 0x85ebca6b)) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & mask; numbers[slot] !== 0 && pairs[slot] !== pair;) slot = (slot + 1) & mask;
    return slot;
  }

  #spread(): void {
    const [pairs, numbers] = [this.#pairs!, this.#numbers];
    this.#pairs = new Float64Array(pairs.length * 2);
    this.#numbers = new Uint32Array(numbers.length * 2);
    for (let slot = 0; slot < numbers.length; slot++) {
      if (numbers[slot] === 0) continue;
      const to = this.#slotOf(pairs[slot]!);
      this.#pairs[to] = pairs[slot]!;
      this.#numbers[to] = numbers[slot]!;
    }
  }
}
