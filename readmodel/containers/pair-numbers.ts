/**
 * Numbers pairs of numbers from 0 on, in the order in which they come. Few possible pairs have a table, in which one look finds the number; many have a hash
 * table, which takes memory for those pairs that came and grows bit by bit.
 */
import { grown } from './grown.ts';
import { hashOfNumbers, LinearHash } from './linear-hash.ts';

/** Possible pairs up to which there is a table: 4 MiB. */
const TABLE = 2 ** 20;

export class PairNumbers {
  readonly #rights: number;
  /** By pair: its number and 1; 0: it has none. Undefined: there are too many pairs. */
  readonly #table: Uint32Array | undefined;
  /** Of numbers and 1. */
  readonly #hash = new LinearHash(id => hashOfNumbers(this.#lefts[id - 1]!, this.#rightsOf[id - 1]!, 0));
  #lefts = new Uint32Array(64);
  #rightsOf = new Uint32Array(64);
  #size = 0;

  /** @param lefts All left numbers are below it. @param rights All right ones are. */
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

  /** Returns its number and 1. */
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
