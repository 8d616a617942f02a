/**
 * Rows in a lasting order: by one key of theirs, then by id, for each kind apart. Most questions are for a few kinds, names of a kind often begin alike,
 * and so a walk through one order of all kinds would step over most of the fleet before it came to the first row that is wanted.
 */
import type { Columns } from './columns.ts';
import { SortedNumbers } from '../containers/sorted-numbers.ts';

export class RowOrder {
  readonly #columns: Columns;
  readonly compare: (a: number, b: number) => number;
  readonly #byKind: (SortedNumbers | undefined)[] = [];

  /** @param compareKeys May change for a row only while the row is out of the order. */
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

  /** Takes all rows of a kind at once. */
  fill(kind: number, sorted: Uint32Array): void {
    if (sorted.length === 0) return;
    const rows = new SortedNumbers(this.compare);
    rows.fill(sorted);
    this.#byKind[kind] = rows;
  }

  /** How many rows of these kinds there are. */
  sizeOf(kinds: readonly number[]): number {
    return kinds.reduce((size, kind) => size + (this.#byKind[kind]?.size ?? 0), 0);
  }

  ofKind(kind: number): SortedNumbers | undefined {
    return this.#byKind[kind];
  }
}
