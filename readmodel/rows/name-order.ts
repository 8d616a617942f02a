/**
 * The order of all rows by name, then id. Single rows are inserted in place. During the load of a fleet that would be
 * most of the work, so the order is suspended and rebuilt as a whole after the load; until then lists are sorted on the
 * spot.
 *
 * Rows come and go during the rebuild. These touched rows are left out, and inserted one by one at the end.
 */
import type { Steps } from '../gate.ts';
import { grown } from '../containers/grown.ts';
import { sortByName } from './name-sort.ts';
import { RowOrder } from './row-order.ts';
import type { Rows } from './rows.ts';

/** Rows gathered, and rows added, per turn. */
const GATHERED = 4096;
const ADDED = 256;

/** State while the order is being rebuilt. */
interface Making {
  /**
   * By row: 1 if it came or went since the rebuild began. Such a row is not in the order. Empty before the rebuild
   * begins.
   */
  touched: Uint8Array;
  readonly rows: number[];
  /** Kinds whose untouched rows are all in the order. */
  readonly kinds: Set<number>;
}

export class NameOrder {
  readonly #table: Rows;
  readonly #compareIds: (a: number, b: number) => number;
  #order: RowOrder;
  #making: Making | undefined;

  /** @param compareIds Compares rows of one kind and name */
  constructor(table: Rows, compareIds: (a: number, b: number) => number) {
    this.#table = table;
    this.#compareIds = compareIds;
    this.#order = this.#empty();
  }

  /** Undefined between suspend() and the end of make(). */
  get rows(): RowOrder | undefined {
    return this.#making ? undefined : this.#order;
  }

  /** Drops the order, for a time in which very many rows come. Also drops a rebuild. */
  suspend(): void {
    this.#order = this.#empty();
    this.#making = { touched: new Uint8Array(0), rows: [], kinds: new Set() };
  }

  /** Rebuilds the order if it was suspended. */
  *make(): Steps<void> {
    if (!this.#making) return;
    const { columns } = this.#table;
    const order = (this.#order = this.#empty());
    const making: Making = (this.#making = { touched: new Uint8Array(columns.end), rows: [], kinds: new Set() });
    const isGivenUp = (): boolean => this.#making !== making;
    const gathered = yield* this.#gather(making);
    if (isGivenUp()) return;
    for (const [kind, rows] of gathered) {
      gathered.delete(kind);
      const { sorted, left } = yield* this.#sort(rows, order);
      if (isGivenUp()) return;
      order.fill(kind, without(sorted, making.touched));
      making.kinds.add(kind);
      for (const row of left) this.#touch(row, making);
    }
    // All rows of other kinds are touched.
    for (const kind of this.#table.kinds.ids()) making.kinds.add(kind);
    for (let row = making.rows.pop(), added = 0; row !== undefined; row = making.rows.pop()) {
      making.touched[row] = 0;
      if (columns.place[row] !== 0) order.add(row);
      if (++added % ADDED !== 0) continue;
      yield;
      if (isGivenUp()) return;
    }
    this.#making = undefined;
  }

  add(row: number): void {
    if (this.#making) this.#touch(row, this.#making);
    else this.#order.add(row);
  }

  /** Removes a row whose columns are still unchanged. */
  remove(row: number): void {
    const making = this.#making;
    const isIn = !making || (making.kinds.has(this.#table.columns.kind[row]!) && making.touched[row] !== 1);
    if (isIn) this.#order.remove(row);
    else this.#touch(row, making);
  }

  /** By kind: the existing untouched rows. */
  *#gather(making: Making): Steps<Map<number, Uint32Array>> {
    const gathered = new Map<number, Uint32Array>();
    // Counted first, since rows that come meanwhile are touched: growing an array of millions of rows would copy it at
    // once.
    const counts = new Uint32Array(this.#table.kinds.capacity);
    yield* this.#forEachUntouched(making, kind => counts[kind]!++);
    for (const [kind, count] of counts.entries()) if (count > 0) gathered.set(kind, new Uint32Array(count));
    counts.fill(0);
    yield* this.#forEachUntouched(making, (kind, row) => (gathered.get(kind)![counts[kind]!++] = row));
    for (const [kind, rows] of gathered) gathered.set(kind, rows.subarray(0, counts[kind]));
    return gathered;
  }

  *#forEachUntouched(making: Making, take: (kind: number, row: number) => void): Steps<void> {
    const { columns } = this.#table;
    for (let row = 1; row < columns.end && this.#making === making; row++) {
      if (columns.place[row] !== 0 && making.touched[row] !== 1) take(columns.kind[row]!, row);
      if (row % GATHERED === 1) yield;
    }
  }

  #sort(rows: Uint32Array, order: RowOrder): ReturnType<typeof sortByName> {
    const { columns, names } = this.#table;
    const words = {
      word: (record: number, depth: number) => names.word(record, depth),
      record: (row: number) => names.record(columns.name[row]!),
    };
    return sortByName(rows, words, order.compare);
  }

  #touch(row: number, making: Making): void {
    if (making.touched.length === 0) return;
    if (row >= making.touched.length) making.touched = grown(making.touched, row + 1);
    if (making.touched[row] === 1) return;
    making.touched[row] = 1;
    making.rows.push(row);
  }

  #empty(): RowOrder {
    const { columns, names } = this.#table;
    return new RowOrder(columns, (a, b) => names.compare(columns.name[a]!, columns.name[b]!), this.#compareIds);
  }
}

function without(rows: Uint32Array, touched: Uint8Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    rows[kept] = rows[i]!;
    if (touched[rows[i]!] !== 1) kept++;
  }
  return rows.subarray(0, kept);
}
