/** Keeps the tallies of clusters and places (tally.ts, place-tallies.ts) up to date with every row write. */
import type { Columns } from './columns.ts';
import type { Places } from './places.ts';
import type { RowConsumer, RowContent } from './row-consumer.ts';

export class RowTallies implements RowConsumer {
  readonly #columns: Columns;
  readonly #places: Places;

  constructor(columns: Columns, places: Places) {
    this.#columns = columns;
    this.#places = places;
  }

  added(row: number): void {
    this.#count(row, this.#columns.state[row]!, 1);
  }

  replaced(row: number, before: RowContent): void {
    const state = this.#columns.state[row]!;
    if (state === before.state) return;
    this.#count(row, before.state, -1);
    this.#count(row, state, 1);
  }

  removing(row: number): void {
    this.#count(row, this.#columns.state[row]!, -1);
  }

  #count(row: number, state: number, difference: 1 | -1): void {
    const places = this.#places;
    const [place, kind] = [this.#columns.place[row]!, this.#columns.kind[row]!];
    places.clusterOf(place).tally.change(kind, places.namespaceName(place) !== '', state, difference);
    places.tallies.change(place, kind, state, difference);
  }
}
