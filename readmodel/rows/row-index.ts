/** Finds the row number of (place, kind, name): a hash table of row numbers alone. The columns hold the keys. */
import type { Columns } from './columns.ts';
import { hashOfNumbers, LinearHash } from '../containers/linear-hash.ts';

export class RowIndex {
  readonly #columns: Columns;
  readonly #table = new LinearHash(row => this.#hashOf(row));

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  get size(): number {
    return this.#table.size;
  }

  /** Call before the first row, with the expected number. */
  expect(rows: number): void {
    this.#table.expect(rows);
  }

  /** The row, or 0. */
  find(place: number, kind: number, name: number): number {
    const { place: places, kind: kinds, name: names } = this.#columns;
    let row = this.#table.first(hashOfNumbers(place, kind, name));
    while (row !== 0 && (names[row] !== name || places[row] !== place || kinds[row] !== kind)) row = this.#table.next(row);
    return row;
  }

  /** Adds a new row whose place, kind and name are in the columns. */
  add(row: number): void {
    this.#table.add(row, this.#hashOf(row));
  }

  /** Removes an existing row, before its columns are cleared. */
  remove(row: number): void {
    this.#table.remove(row, this.#hashOf(row));
  }

  #hashOf(row: number): number {
    const { place, kind, name } = this.#columns;
    return hashOfNumbers(place[row]!, kind[row]!, name[row]!);
  }
}
