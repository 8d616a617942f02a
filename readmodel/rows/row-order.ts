/**
 * Rows in a lasting order: by one key, then by id, for each kind apart. Most queries are for a few kinds, and names of
 * a kind often start alike, so a walk through one order of all kinds would skip most of the fleet before the first
 * match.
 */
import type { Columns } from './columns.ts';
import { SortedNumbers } from '../containers/sorted-numbers.ts';

export class RowOrder {
  readonly #columns: Columns;
  readonly compare: (a: number, b: number) => number;
  readonly #byKind: (SortedNumbers | undefined)[] = [];

  /** @param compareKeys May change for a row only while the row is out of the order */
  constructor(columns: Columns, compareKeys: (a: number, b: number) => number, compareIds: (a: number, b: number) => number) {
    this.#columns = columns;
    this.compare = (a, b) => compareKeys(a, b) || compareIds(a, b);
  }

  add(row: number): void {
    const kind = this.#columns.kind[row]!;
    (this.#byKind[kind] ??= new SortedNumbers(this.compare)).add(row);
  }

  remove(row: number): void {
    const kind = this.#columns.kind[row]!;
    const rows = this.#byKind[kind];
    rows?.remove(row);
    if (rows?.size === 0) this.#byKind[kind] = undefined;
  }

  /** Fills the order of a kind. */
  fill(kind: number, sorted: Uint32Array): void {
    if (sorted.length === 0) return;
    const rows = new SortedNumbers(this.compare);
    rows.fill(sorted);
    this.#byKind[kind] = rows;
  }

  /** Number of rows of these kinds. */
  sizeOf(kinds: readonly number[]): number {
    return kinds.reduce((size, kind) => size + (this.#byKind[kind]?.size ?? 0), 0);
  }

  ofKind(kind: number): SortedNumbers | undefined {
    return this.#byKind[kind];
  }
}
