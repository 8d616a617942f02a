/**
 * The last write of each kind in each cluster, so that a result computed from rows of some kinds can be kept while none
 * of them changes.
 */
import type { Columns } from './columns.ts';
import type { Places } from './places.ts';
import type { RowConsumer } from './row-consumer.ts';
import { grown } from '../containers/grown.ts';

export class KindRevisions implements RowConsumer {
  readonly #columns: Columns;
  readonly #places: Places;
  /** By cluster number, then by kind: the number of the last write. */
  readonly #last: Float64Array<ArrayBuffer>[] = [];
  #writes = 0;

  constructor(columns: Columns, places: Places) {
    this.#columns = columns;
    this.#places = places;
  }

  added(row: number): void {
    this.#count(row);
  }

  replaced(row: number): void {
    this.#count(row);
  }

  removing(row: number): void {
    this.#count(row);
  }

  /** Number of the last write of one of these kinds in a cluster; 0: none. Writes of all clusters are counted together. */
  latest(cluster: number, kinds: Iterable<number>): number {
    const last = this.#last[cluster];
    let latest = 0;
    if (last) for (const kind of kinds) latest = Math.max(latest, last[kind] ?? 0);
    return latest;
  }

  #count(row: number): void {
    const [place, kind] = [this.#columns.place[row]!, this.#columns.kind[row]!];
    const cluster = this.#places.cluster[place]!;
    let last = this.#last[cluster] ?? new Float64Array(0);
    if (kind >= last.length) last = grown(last, kind + 1);
    last[kind] = ++this.#writes;
    this.#last[cluster] = last;
  }
}
