/**
 * What callers saw at moments of which they hold tokens, by number: the token of a moment must not tell it, and what a caller may see now cannot tell what they
 * saw then. Bounded by the clusters in all of it; what is let go is not known any more, and its tokens are good only for callers whose rights are the same.
 */
import { LRUCache } from 'lru-cache';
import type { Shown } from '../../readmodel/changes/moment.ts';

const MAX_CLUSTERS = 500_000;

export class RightsHistory {
  readonly #byNumber = new LRUCache<number, Shown>({ maxSize: MAX_CLUSTERS, sizeCalculation: shown => 1 + shown.size });
  readonly #numbers = new WeakMap<Shown, number>();
  #last = 0;

  /** The number of what a caller sees, to be found by it later. */
  numberOf(shown: Shown): number {
    let number = this.#numbers.get(shown);
    if (number === undefined) this.#numbers.set(shown, (number = ++this.#last));
    if (!this.#byNumber.has(number)) this.#byNumber.set(number, shown);
    return number;
  }

  find(number: number): Shown | undefined {
    return this.#byNumber.get(number);
  }
}
