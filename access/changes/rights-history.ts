/**
 * Numbers what callers saw at the moments of their tokens. A token must not reveal it, and current rights do not
 * determine past ones. Bounded by the total number of clusters. After an eviction, a token works only if the caller's
 * rights are unchanged.
 */
import { LRUCache } from 'lru-cache';
import type { Shown } from '../../readmodel/changes/change.ts';

const MAX_CLUSTERS = 500_000;

export class RightsHistory {
  readonly #byNumber = new LRUCache<number, Shown>({ maxSize: MAX_CLUSTERS, sizeCalculation: shown => 1 + shown.size });
  readonly #numbers = new WeakMap<Shown, number>();
  #last = 0;

  /** The number under which find() returns these visibilities later. */
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
