/**
 * The orders that a table keeps up to date with every write (lasting orders). The order by name is the default order of
 * lists. It is kept from the first row on, except during large loads. An order by time takes six bytes per row, so it
 * is built only when a query needs it. Orders by other keys are not kept (questions/walks.ts).
 */
import type { Row, TimeColumnName } from '../../store/store.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { OrderField } from '../query.ts';
import type { Columns, NamedTimes } from './columns.ts';
import { grown, SortedNumbers } from './containers.ts';
import { IN_IDS } from './names.ts';
import type { RowConsumer, RowContent, Rows } from './rows.ts';

interface TimeOrder {
  readonly of: NamedTimes;
  /** Index of the column in `columns.times`. */
  readonly number: number;
  readonly order: RowOrder;
  /** Row numbers below `end` are in the order. Infinity once the order is complete. */
  end: number;
}

/** Number of rows added between two yields. */
const ROWS_AT_ONCE = 256;

export class RowOrders implements RowConsumer {
  readonly byName: NameOrder;
  readonly #table: Rows;
  readonly #byTime = new Map<OrderField, TimeOrder>();

  constructor(table: Rows) {
    this.#table = table;
    this.byName = new NameOrder(table, (a, b) => this.#compareScopes(a, b));
  }

  /** Returns the complete order by a field. Undefined if there is none. */
  of(field: OrderField): RowOrder | undefined {
    if (field === 'NAME') return this.byName.rows;
    const known = this.#byTime.get(field);
    return known?.end === Infinity ? known.order : undefined;
  }

  /**
   * Starts an order by time. Writes may happen between its steps. Undefined if the order exists already, or the field
   * is not a time.
   */
  begin(field: OrderField): Steps<void> | undefined {
    const number = this.#table.columns.times.findIndex(({ column }) => column.order === field);
    const of = this.#table.columns.times[number];
    if (!of || this.#byTime.has(field)) return undefined;
    const { times } = of;
    const order = new RowOrder(
      this.#table.columns,
      (a, b) => times.get(a) - times.get(b),
      (a, b) => this.#compareIds(a, b),
    );
    const made: TimeOrder = { of, number, order, end: 1 };
    this.#byTime.set(field, made);
    return this.#make(made);
  }

  added(row: number): void {
    this.byName.add(row);
    for (const { order, end } of this.#byTime.values()) if (row < end) order.add(row);
  }

  removing(row: number): void {
    this.byName.remove(row);
    for (const { order, end } of this.#byTime.values()) if (row < end) order.remove(row);
  }

  /** Removes a row from the orders in which its new content has another position. */
  replacing(row: number, next: Pick<Row, TimeColumnName>): void {
    for (const { of, order, end } of this.#byTime.values())
      if (row < end && of.times.get(row) !== next[of.name]) order.remove(row);
  }

  /** Adds a row to the orders from which replacing() removed the row. */
  replaced(row: number, { times }: RowContent): void {
    for (const { of, number, order, end } of this.#byTime.values())
      if (row < end && of.times.get(row) !== times[number]) order.add(row);
  }

  *#make(made: TimeOrder): Steps<void> {
    const { columns } = this.#table;
    for (let row = 1; row < columns.end; row++) {
      made.end = row + 1;
      // Free row numbers are in scope 0. They are not in the order.
      if (columns.scope[row] !== 0) made.order.add(row);
      if (row % ROWS_AT_ONCE === 0) yield;
    }
    made.end = Infinity;
  }

  /** Compares two rows by cluster, then by namespace. */
  #compareScopes(a: number, b: number): number {
    const { columns, scopes } = this.#table;
    const [left, right] = [columns.scope[a]!, columns.scope[b]!];
    const { rank: clusterRank } = scopes.clusterRanks.byId;
    const { rank: namespaceRank } = scopes.namespaceRanks.byId;
    return (
      clusterRank[scopes.cluster[left]!]! - clusterRank[scopes.cluster[right]!]! ||
      namespaceRank[scopes.namespace[left]!]! - namespaceRank[scopes.namespace[right]!]!
    );
  }

  /** Compares two rows of the same kind by id. */
  #compareIds(a: number, b: number): number {
    const { columns, names } = this.#table;
    return this.#compareScopes(a, b) || names.compare(columns.name[a]!, columns.name[b]!, IN_IDS);
  }
}

/**
 * Keeps rows sorted by one key, then by id, with a separate order for each kind. Most queries want few kinds, and
 * objects of one kind often have similar names. A walk through a single order of all kinds could therefore skip most of
 * the fleet before the first match.
 */
export class RowOrder {
  readonly #columns: Columns;
  readonly compare: (a: number, b: number) => number;
  readonly #byKind: (SortedNumbers | undefined)[] = [];

  /** @param compareKeys Compares rows by the key. A row's key may change only while the row is not in the order */
  constructor(
    columns: Columns,
    compareKeys: (a: number, b: number) => number,
    compareIds: (a: number, b: number) => number,
  ) {
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

  /** Fills the order of a kind with sorted rows. */
  fill(kind: number, sorted: Uint32Array): void {
    if (sorted.length === 0) return;
    const rows = new SortedNumbers(this.compare);
    rows.fill(sorted);
    this.#byKind[kind] = rows;
  }

  /** Returns the number of rows of these kinds. */
  sizeOf(kinds: readonly number[]): number {
    return kinds.reduce((size, kind) => size + (this.#byKind[kind]?.size ?? 0), 0);
  }

  ofKind(kind: number): SortedNumbers | undefined {
    return this.#byKind[kind];
  }
}

/** Number of rows collected between two yields. */
const GATHERED = 4096;
/** Number of rows added between two yields. */
const ADDED = 256;

/** State while the order is suspended or being built. */
interface Making {
  /**
   * By row: 1 if the row was added or removed since building began, or could not be sorted. A touched row is not in the
   * order. Empty before building begins.
   */
  touched: Uint8Array;
  readonly rows: number[];
  /** Kinds whose untouched rows are all in the order. */
  readonly kinds: Set<number>;
}

/**
 * The order of all rows by name, then by id. Single rows are inserted in place. While a fleet is loaded, inserting row
 * by row would be most of the work. The order is therefore suspended during the load, and built as a whole after it.
 * Until then, each list is sorted when it is requested.
 *
 * Rows may be added and removed while the order is built. Such rows count as touched. Touched rows are left out, and
 * added one by one at the end.
 */
class NameOrder {
  readonly #table: Rows;
  readonly #compareIds: (a: number, b: number) => number;
  #order: RowOrder;
  #making: Making | undefined;

  /** @param compareIds Compares two rows of the same kind and name */
  constructor(table: Rows, compareIds: (a: number, b: number) => number) {
    this.#table = table;
    this.#compareIds = compareIds;
    this.#order = this.#empty();
  }

  /** The order. Undefined from suspend() until make() ends. */
  get rows(): RowOrder | undefined {
    return this.#making ? undefined : this.#order;
  }

  /** Drops the order before very many rows are added. Also ends a build that is running. */
  suspend(): void {
    this.#order = this.#empty();
    this.#making = { touched: new Uint8Array(0), rows: [], kinds: new Set() };
  }

  /** Builds the order if it is suspended. */
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
    // Kinds that have only touched rows are now complete as well.
    for (const kind of this.#table.kinds.ids()) making.kinds.add(kind);
    for (let row = making.rows.pop(), added = 0; row !== undefined; row = making.rows.pop()) {
      making.touched[row] = 0;
      if (columns.scope[row] !== 0) order.add(row);
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

  /** Removes a row. Must be called before the columns of the row change. */
  remove(row: number): void {
    const making = this.#making;
    const isIn = !making || (making.kinds.has(this.#table.columns.kind[row]!) && making.touched[row] !== 1);
    if (isIn) this.#order.remove(row);
    else this.#touch(row, making);
  }

  /** Returns the existing rows by kind, except touched rows (Making.touched). */
  *#gather(making: Making): Steps<Map<number, Uint32Array>> {
    const gathered = new Map<number, Uint32Array>();
    // Rows are counted first, because growing an array of millions of rows would copy it in one step. Rows that are
    // added meanwhile are touched, so the counts stay large enough.
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
      if (columns.scope[row] !== 0 && making.touched[row] !== 1) take(columns.kind[row]!, row);
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

export interface NameWords {
  /**
   * Returns a word of a name: the next four bytes as a number. Names sort like their words. 0 after the name's end. The
   * word at depth 0 has only two bytes of the name.
   */
  word(record: number, depth: number): number;
  /** Returns the record of a row's name. Undefined if word() cannot read the name. */
  record(row: number): number | undefined;
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** Runs of at most this many rows are sorted by comparison. */
const FEW = 48;
/** Number of rows processed between two yields. */
const STEP = 4096;
const PART = 1 << 15;

/**
 * Sorts rows by name in steps, by four bytes of the names at a time. A counting sort orders rows by one word, and only
 * rows with equal words are sorted by the next word. Each name is thus fetched only a few times. A sort by comparison
 * fetches each name about twenty times, which takes most of the time with millions of names.
 *
 * Rows that are added or removed meanwhile may get any position, but do not affect the order of other rows. Some rows
 * are not sorted and are returned in `left`. These are rows whose names word() cannot read, and rows of a name that
 * more than FEW rows share.
 * @param compare Total order that compares names first
 */
export function* sortByName(
  rows: Uint32Array,
  names: NameWords,
  compare: (a: number, b: number) => number,
): Steps<{ sorted: Uint32Array; left: number[] }> {
  const records = new Uint32Array(rows.length);
  const left: number[] = [];
  let end = 0;
  for (let i = 0; i < rows.length; i++) {
    const record = names.record(rows[i]!);
    if (record === undefined) left.push(rows[i]!);
    else {
      rows[end] = rows[i]!;
      records[end++] = record;
    }
    if (i % STEP === 0) yield;
  }
  const work: Work = {
    rows: rows.subarray(0, end),
    records,
    keys: new Uint32Array(end),
    spare: new Uint32Array(end),
    scopes: new Uint32Array(end),
  };
  const equal = new Uint8Array(end);
  const todo: [from: number, to: number, depth: number][] = [[0, end, 0]];
  let looked = 0;
  for (let part = todo.pop(); part; part = todo.pop()) {
    const [from, to, depth] = part;
    if ((looked += Math.max(to - from, 16)) > STEP) {
      looked = 0;
      yield;
    }
    if (to - from <= FEW) {
      work.rows.subarray(from, to).sort(compare);
      continue;
    }
    let [least, greatest] = [0xffffffff, 0];
    for (let i = from; i < to; i++) {
      const key = names.word(work.records[i]!, depth);
      work.keys[i] = key;
      if (key < least) least = key;
      if (key > greatest) greatest = key;
      if (i % STEP === 0) yield;
    }
    if (least === greatest && least > 0) todo.push([from, to, depth + 1]);
    else if (least === greatest) {
      for (let i = from; i < to; i++) equal[i] = 1;
    } else {
      yield* countingSort(work, from, to, least ^ greatest);
      for (let start = from, i = from + 1; i <= to; i++) {
        if (i < to && work.keys[i] === work.keys[start]) continue;
        if (i - start > 1) todo.push([start, i, depth + 1]);
        start = i;
        if (i % STEP === 0) yield;
      }
    }
  }
  let kept = 0;
  for (let i = 0; i < end; i++) {
    if (equal[i] === 1) left.push(work.rows[i]!);
    else work.rows[kept++] = work.rows[i]!;
    if (i % PART === 0) yield;
  }
  return { sorted: work.rows.subarray(0, kept), left };
}

interface Work {
  readonly rows: Uint32Array;
  readonly records: Uint32Array;
  readonly keys: Uint32Array;
  readonly spare: Uint32Array;
  readonly scopes: Uint32Array;
}

/**
 * Radix sort by the keys, from the last digit to the first. Skips digits above the highest bit in which keys differ.
 */
function* countingSort(
  { rows, records, keys, spare, scopes }: Work,
  from: number,
  to: number,
  differing: number,
): Steps<void> {
  const highest = 32 - Math.clz32(differing);
  for (let shift = 0; shift < highest; shift += DIGIT_BITS) {
    const next = new Uint32Array(DIGITS + 1);
    for (let part = from; part < to; part += PART) {
      for (let i = part; i < Math.min(part + PART, to); i++) next[((keys[i]! >>> shift) & (DIGITS - 1)) + 1]!++;
      yield;
    }
    for (let digit = 1; digit < DIGITS; digit++) next[digit]! += next[digit - 1]!;
    for (let part = from; part < to; part += PART) {
      for (let i = part; i < Math.min(part + PART, to); i++)
        scopes[i] = from + next[(keys[i]! >>> shift) & (DIGITS - 1)]!++;
      yield;
    }
    for (const column of [rows, records, keys]) {
      for (let part = from; part < to; part += PART) {
        for (let i = part; i < Math.min(part + PART, to); i++) spare[scopes[i]!] = column[i]!;
        yield;
      }
      column.set(spare.subarray(from, to), from);
    }
    yield;
  }
}
