/**
 * Numbers pairs of numbers from 0 in the order of arrival. With few possible pairs, a table finds the number in one
 * look. With many, a hash table holds only the pairs seen, and grows gradually.
 */
import { grown } from './grown.ts';
import { hashOfNumbers, LinearHash } from './linear-hash.ts';

/** Maximum possible pairs for a table: 4 MiB. */
const TABLE = 2 ** 20;

export class PairNumbers {
  readonly #rights: number;
  /** Number of each pair plus 1; 0 if it has none. Undefined if there are too many possible pairs. */
  readonly #table: Uint32Array | undefined;
  /** Holds numbers plus 1. */
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

  /** Returns the pair's number plus 1. */
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
