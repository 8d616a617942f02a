/**
 * The order of all rows by name, then id. Rows that come one by one are put where they belong. While a replica loads a fleet that would be most of the work,
 * so the order is given up for that time and made as a whole when the load is over; until then lists are sorted on the spot.
 *
 * It is made while rows come and go. Those that do are touched: they are left out of it, and looked at one by one at the end.
 */
import type { Steps } from '../gate.ts';
import { grown } from '../containers/grown.ts';
import { sortByName } from './name-sort.ts';
import { RowOrder } from './row-order.ts';
import type { Rows } from './rows.ts';

/** Rows gathered, and rows added, in one turn. */
const GATHERED = 4096;
const ADDED = 256;

/** While there is no order. */
interface Making {
  /** By row: 1 where it came or went since the making began. Such a row is not in the order. Not kept before the making has begun. */
  touched: Uint8Array;
  readonly rows: number[];
  /** Kinds of which all rows that are not touched are in the order. */
  readonly kinds: Set<number>;
}

export class NameOrder {
  readonly #table: Rows;
  readonly #compareIds: (a: number, b: number) => number;
  #order: RowOrder;
  #making: Making | undefined;

  /** @param compareIds Of rows of one kind and name. */
  constructor(table: Rows, compareIds: (a: number, b: number) => number) {
    this.#table = table;
    this.#compareIds = compareIds;
    this.#order = this.#empty();
  }

  /** undefined between suspend() and the end of make(). */
  get rows(): RowOrder | undefined {
    return this.#making ? undefined : this.#order;
  }

  /** Gives the order up, for a time in which very many rows come. Also one that is being made. */
  suspend(): void {
    this.#order = this.#empty();
    this.#making = { touched: new Uint8Array(0), rows: [], kinds: new Set() };
  }

  /** Makes the order as a whole, if it was given up. */
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
    // Of the other kinds all rows are touched.
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

  /** Removes a row while its columns are as they were. */
  remove(row: number): void {
    const making = this.#making;
    const isIn = !making || (making.kinds.has(this.#table.columns.kind[row]!) && making.touched[row] !== 1);
    if (isIn) this.#order.remove(row);
    else this.#touch(row, making);
  }

  /** By kind: the rows that are there and not touched. */
  *#gather(making: Making): Steps<Map<number, Uint32Array>> {
    const gathered = new Map<number, Uint32Array>();
    // Counted first, since what comes meanwhile is touched: an array that grows with millions of rows is copied at a stroke.
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
