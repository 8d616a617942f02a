/** Random numbers that depend only on a seed. */
import { seededRandom } from '../../demo/random.ts';

export class Chance {
  readonly #random: () => number;

  constructor(...seed: readonly (string | number)[]) {
    this.#random = seededRandom(...seed);
  }

  /** A number n with 0 ≤ n < bound. */
  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /**
   * A number from 1 to `most`. Each range from one power of two to the next is equally likely, so that small numbers
   * are common and large numbers occur.
   */
  upTo(most: number): number {
    return Math.max(1, Math.floor(2 ** (this.#random() * Math.log2(most + 1))));
  }

  several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
