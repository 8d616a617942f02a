/**
 * The rank of each number of a small dictionary (clusters, namespaces, kinds) in the order of some key text, so that sorting rows compares
 * numbers. Made anew when the dictionary has changed; the sort then finds all but the newcomers already in order.
 */
import { compareText } from './id-order.ts';

export interface RankSource {
  readonly revision: number;
  readonly capacity: number;
  ids(): Iterable<number>;
}

export class Ranks {
  readonly #source: RankSource;
  readonly #key: (id: number) => string;
  #revision = -1;
  #ids: number[] = [];
  #keys: string[] = [];
  #rank = new Uint32Array(0);

  constructor(source: RankSource, key: (id: number) => string) {
    this.#source = source;
    this.#key = key;
  }

  /** Rank by number. */
  get rank(): Uint32Array {
    this.#refresh();
    return this.#rank;
  }

  /** Where a key stands among the ranks: equal to the rank of an equal key, half-way between two ranks where there is none. */
  position(key: string): number {
    this.#refresh();
    let [low, high] = [0, this.#ids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(this.#keys[this.#ids[middle]!]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.#ids.length && this.#keys[this.#ids[low]!] === key ? low : low - 0.5;
  }

  #refresh(): void {
    if (this.#revision === this.#source.revision) return;
    this.#revision = this.#source.revision;
    const now = new Set(this.#source.ids());
    const stayed = this.#ids.filter(id => now.delete(id));
    this.#ids = [...stayed, ...now];
    this.#keys = [];
    for (const id of this.#ids) this.#keys[id] = this.#key(id);
    this.#ids.sort((a, b) => compareText(this.#keys[a]!, this.#keys[b]!));
    this.#rank = new Uint32Array(this.#source.capacity);
    this.#ids.forEach((id, rank) => (this.#rank[id] = rank));
  }
}
