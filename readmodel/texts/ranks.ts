/**
 * Ranks for the numbers of a dictionary (clusters, namespaces, kinds) in the order of some key text, so that sorting
 * rows compares numbers. They follow the dictionary: a new text gets a rank between its neighbours', and all are
 * renumbered only when no rank is left between them.
 */
import type { DictionaryWatcher } from './dictionary.ts';
import { grown } from '../containers/grown.ts';
import { compareText } from './id-order.ts';
import { SortedNumbers, type Spot } from '../containers/sorted-numbers.ts';

const GAP = 2 ** 20;

export interface RankSource {
  watch(watcher: DictionaryWatcher): void;
}

export class Ranks implements DictionaryWatcher {
  /** By number. Ranks differ by at least two, which leaves room for the position of a key between them. */
  rank = new Float64Array(64);
  readonly #key: (id: number) => string;
  readonly #keys: string[] = [];
  /** The numbers plus 1: 0 is a valid number in dictionaries, but not in sorted orders. */
  readonly #sorted = new SortedNumbers((a, b) => compareText(this.#keys[a - 1]!, this.#keys[b - 1]!));

  /** @param source Must still be empty */
  constructor(source: RankSource, key: (id: number) => string) {
    this.#key = key;
    source.watch(this);
  }

  added(id: number): void {
    const key = this.#key(id);
    this.#keys[id] = key;
    if (id >= this.rank.length) this.rank = grown(this.rank, id + 1);
    const [before, behind] = this.#around(key);
    this.#sorted.add(id + 1);
    if (before === undefined) this.rank[id] = behind === undefined ? 0 : behind - GAP;
    else this.rank[id] = behind === undefined ? before + GAP : Math.floor((before + behind) / 2);
    if (before !== undefined && behind !== undefined && behind - before < 4) this.#spread();
  }

  removed(id: number): void {
    this.#sorted.remove(id + 1);
    this.#keys[id] = '';
  }

  /** Position of a key among the ranks: the rank of an equal key, else a value between two ranks. */
  position(key: string): number {
    const found = this.#spot(key).next();
    if (found !== 0 && this.#keys[found - 1] === key) return this.rank[found - 1]!;
    const [before, behind] = this.#around(key);
    return before !== undefined ? before + 1 : behind !== undefined ? behind - 1 : 0;
  }

  /** The numbers from a rank on, in ascending or descending rank; all if undefined. */
  *from(rank: number | undefined, step: 1 | -1): Generator<number, void> {
    const spot =
      rank === undefined
        ? this.#sorted.spot(step > 0 ? 'begin' : 'end')
        : this.#sorted.spot(other => this.rank[other - 1]! - rank || (step > 0 ? 0 : -1));
    for (let found = take(spot, step); found !== 0; found = take(spot, step)) yield found - 1;
  }

  #spot(key: string): Spot {
    return this.#sorted.spot(other => compareText(this.#keys[other - 1]!, key));
  }

  /** The ranks on both sides of a key that has none. */
  #around(key: string): [number | undefined, number | undefined] {
    const spot = this.#spot(key);
    const [before, behind] = [spot.copy().previous(), spot.next()];
    return [before === 0 ? undefined : this.rank[before - 1], behind === 0 ? undefined : this.rank[behind - 1]];
  }

  #spread(): void {
    let rank = 0;
    for (const id of this.from(undefined, 1)) this.rank[id] = rank += GAP;
  }
}

function take(spot: Spot, step: 1 | -1): number {
  return step > 0 ? spot.next() : spot.previous();
}
