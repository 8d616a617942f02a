/**
 * All rows of the fleet, as columns with dictionaries. Adds, removes, finds and reads rows. Independent of visibility,
 * queries and the store.
 *
 * Scope (cluster and namespace), kind and name identify a row. All three stay the same while the row exists.
 * Replacing or removing a row releases the dictionary entries that its earlier content used.
 */
import { decodeObjectId, MalformedIdError, type ObjectId } from '../../schema/object-id.ts';
import { blankRow } from '../../store/blank-row.ts';
import { isTime, ROW_COLUMNS, type RowColumn } from '../../store/row-columns.ts';
import { type IndexRow, OBJECT_STATUSES, TextBytes, type TimeColumnName } from '../../store/store.ts';
import type { Blank, ColumnRow } from './column-row.ts';
import { Columns, encodeState, LabelSets, statusOf, SUSPENDED } from './columns.ts';
import { grown, hashOfNumbers, LinearHash } from './containers.ts';
import { Kinds } from './names.ts';
import { RowOrders } from './orders.ts';
import { NOWHERE, Scopes } from './scopes.ts';
import { type RecordIndexes, RowRecords } from './records.ts';
import { RowRelations } from './relations.ts';
import type { RowConsumer, RowContent, Rows } from './rows.ts';
import { TextDictionary } from './texts.ts';

/** Maximum number of row numbers reserved at once for a scope. */
const MOST_KEPT = 4;

export class RowTable implements Rows {
  readonly columns: Columns;
  readonly scopes = new Scopes();
  readonly kinds = new Kinds();
  readonly names = new TextDictionary({ searched: true });
  readonly labelSets = new LabelSets();
  readonly records: RowRecords;
  readonly relations = new RowRelations(this);
  readonly revisions: KindRevisions;
  /** Created after the columns, because orders read the columns. */
  readonly orders: RowOrders;
  readonly #index: RowIndex;
  readonly #blank: ColumnRow;
  readonly #consumers: RowConsumer[] = [];
  /** Earlier content of the row that is being replaced or removed. */
  readonly #before: RowContent;

  constructor(columns: readonly RowColumn[] = ROW_COLUMNS, indexes: RecordIndexes = {}) {
    this.records = new RowRecords(indexes);
    this.columns = new Columns(columns);
    this.orders = new RowOrders(this);
    this.#index = new RowIndex(this.columns);
    this.#blank = blankRow(columns.filter(({ stored = false }) => !stored));
    const { texts, times } = this.columns;
    this.#before = {
      state: 0,
      labels: 0,
      texts: new Uint32Array(texts.length),
      times: new Float64Array(times.length),
      isAttachedOther: false,
    };
    this.revisions = new KindRevisions(this.columns, this.scopes);
    this.watch(this.orders);
    this.watch(this.revisions);
    this.watch(new RowTallies(this.columns, this.scopes));
  }

  /** Adds a consumer. A consumer cannot be removed. */
  watch(consumer: RowConsumer): void {
    this.#consumers.push(consumer);
  }

  /** Call before the first row is added, with the approximate number of rows. Too high a number wastes memory. */
  expect(rows: number): void {
    this.#index.expect(rows);
    this.names.expect(rows);
  }

  get size(): number {
    return this.#index.size;
  }

  /** Adds or replaces a row. Returns its number. */
  put(row: IndexRow): number {
    const name = this.names.acquire(row.name);
    const known = this.scopes.find(row.cluster, row.namespace) ?? NOWHERE;
    // If the name has only this use, no row has the name yet.
    const found = this.names.isUsedOnce(name) ? 0 : this.#find(known, row, name);
    if (found !== 0) {
      this.names.release(name);
      const before = this.#contentOf(found);
      for (const consumer of this.#consumers) consumer.replacing?.(found, row);
      before.isAttachedOther = this.#fill(found, row); // before the release, so that an unchanged text keeps its number
      for (const consumer of this.#consumers) consumer.replaced?.(found, before);
      this.#release(before);
      return found;
    }
    const scope = known === NOWHERE ? this.scopes.enter(row.cluster, row.namespace) : this.scopes.reenter(known);
    const number = this.#allocate(scope);
    const { columns } = this;
    columns.setKind(number, this.kinds.acquire(row.group, row.kind));
    columns.name[number] = name;
    columns.scope[number] = scope; // set first, because relations belong to the scope's cluster
    this.#fill(number, row);
    const first = this.scopes.firstRow[scope]!;
    columns.next[number] = first;
    columns.previous[number] = 0;
    if (first !== 0) columns.previous[first] = number;
    this.scopes.firstRow[scope] = number;
    this.#index.add(number);
    for (const consumer of this.#consumers) consumer.added?.(number);
    return number;
  }

  remove(row: number): void {
    for (const consumer of this.#consumers) consumer.removing?.(row);
    const { columns } = this;
    const scope = columns.scope[row]!;
    this.#index.remove(row);
    this.relations.set(row, undefined);
    this.records.set(row, undefined);
    const [before, after] = [columns.previous[row]!, columns.next[row]!];
    if (before === 0) this.scopes.firstRow[scope] = after;
    else columns.next[before] = after;
    if (after !== 0) columns.previous[after] = before;
    columns.scope[row] = NOWHERE;
    if (this.scopes.rowCount[scope] === 1) {
      // The scope is about to be removed, and its number may be reused.
      for (let kept = this.scopes.kept[scope]!; kept < this.scopes.keptEnd[scope]!; kept++) columns.free(kept);
    }
    this.scopes.leave(scope);
    this.#release(this.#contentOf(row));
    this.kinds.release(columns.kind[row]!);
    this.names.release(columns.name[row]!);
    columns.free(row);
  }

  /** Returns the number of a row. 0 if there is none. */
  find(id: ObjectId): number {
    const name = this.names.find(id.name);
    return name === undefined ? 0 : this.#find(this.scopes.find(id.cluster, id.namespace) ?? NOWHERE, id, name);
  }

  /** Returns the number of the row with this id. 0 if there is none, or if the id is malformed. */
  findById(id: string): number {
    try {
      return this.find(decodeObjectId(id));
    } catch (error) {
      if (error instanceof MalformedIdError) return 0; // treated like the id of an absent object
      throw error;
    }
  }

  /** Returns the number of a row, given the number of its name. 0 if there is none. */
  findNumbered(id: Omit<ObjectId, 'name'>, name: number): number {
    return this.#find(this.scopes.find(id.cluster, id.namespace) ?? NOWHERE, id, name);
  }

  #find(scope: number, { group, kind }: Pick<ObjectId, 'group' | 'kind'>, name: number): number {
    const kindId = this.kinds.find(group, kind);
    return scope === NOWHERE || kindId === undefined ? 0 : this.#index.find(scope, kindId, name);
  }

  /** Returns all rows of a cluster. The result is a copy, so the caller may remove rows while reading it. */
  ofCluster(cluster: string): number[] {
    const rows: number[] = [];
    for (const scope of this.scopes.inCluster(cluster)?.byNamespace.values() ?? []) {
      for (let row = this.scopes.firstRow[scope]!; row !== 0; row = this.columns.next[row]!) rows.push(row);
    }
    return rows;
  }

  /** Returns a row with all columns. */
  read(row: number, into: Blank = { ...this.#blank }): ColumnRow {
    const { columns, scopes, kinds } = this;
    const [scope, kind, state] = [columns.scope[row]!, columns.kind[row]!, columns.state[row]!];
    into.cluster = scopes.clusterName(scope);
    into.group = kinds.group(kind);
    into.kind = kinds.kind(kind);
    into.namespace = scopes.namespaceName(scope);
    into.name = this.names.text(columns.name[row]!);
    into.status = statusOf(state);
    into.suspended = (state & SUSPENDED) !== 0;
    into.labels = this.labelSets.labels(columns.labels[row]!);
    for (const { name, texts, numbers } of columns.texts) into[name] = texts.text(numbers[row]!);
    for (const { name, times } of columns.times) into[name] = times.get(row);
    return into;
  }

  /** Returns the row before a change, made from its current key and its earlier content. */
  readBefore(now: ColumnRow, { state, labels, texts, times }: RowContent): ColumnRow {
    const { columns } = this;
    const before: Blank = {
      ...now,
      status: statusOf(state),
      suspended: (state & SUSPENDED) !== 0,
      labels: this.labelSets.labels(labels),
    };
    for (const [i, column] of columns.texts.entries()) before[column.name] = column.texts.text(texts[i]!);
    for (const [i, { name }] of columns.times.entries()) before[name] = times[i]!;
    return before;
  }

  /**
   * Returns a number for a new row of a scope. Rows of a scope are read one after the other, and neighbouring numbers
   * share a cache line. A store returns rows in any order, so a scope that already has rows reserves a few numbers.
   */
  #allocate(scope: number): number {
    const { columns, scopes } = this;
    if (scopes.kept[scope]! < scopes.keptEnd[scope]!) return scopes.kept[scope]!++;
    const free = columns.reuse();
    if (free !== 0) return free;
    const count = Math.min(Math.max(scopes.rowCount[scope]! - 1, 1), MOST_KEPT);
    const first = columns.reserve(count);
    scopes.kept[scope] = first + 1;
    scopes.keptEnd[scope] = first + count;
    return first;
  }

  /** Writes the changeable content of a row. Returns true if relations or records differ from the earlier content. */
  #fill(number: number, row: IndexRow): boolean {
    const { columns } = this;
    columns.state[number] = encodeState(row.status, row.suspended);
    columns.setLabels(number, this.labelSets.acquire(row.labels));
    for (const column of columns.texts) column.set(number, column.acquire(row[column.name]));
    for (const { name, times } of columns.times) times.set(number, row[name]);
    const relationsDiffer = this.relations.set(number, row);
    return this.records.set(number, row.records) || relationsDiffer;
  }

  #contentOf(row: number): RowContent {
    const { columns } = this;
    const before = this.#before;
    before.state = columns.state[row]!;
    before.labels = columns.labels[row]!;
    for (let i = 0; i < columns.texts.length; i++) before.texts[i] = columns.texts[i]!.numbers[row]!;
    for (let i = 0; i < columns.times.length; i++) before.times[i] = columns.times[i]!.times.get(row);
    return before;
  }

  #release({ labels, texts }: RowContent): void {
    this.labelSets.release(labels);
    this.columns.texts.forEach((column, i) => column.release(texts[i]!));
  }
}

const TIMES = ROW_COLUMNS.filter(isTime).map(({ name }) => name as TimeColumnName);

/**
 * Returns the reason to refuse a row. Undefined if the row is accepted. The store checks rows when they are written,
 * but values for sort orders and ids must be checked again. An id cannot contain half of a surrogate pair, and an
 * unknown status would be read as another status.
 */
export function rowProblem(row: IndexRow, cluster: string): string | undefined {
  const { group, kind, namespace, name } = row;
  if (row.cluster !== cluster) return `it names cluster ${row.cluster}`;
  if (!kind || name.length === 0) return 'it has no kind or no name';
  const isWellFormed =
    (name instanceof TextBytes || name.isWellFormed()) &&
    namespace.isWellFormed() &&
    kind.isWellFormed() &&
    group.isWellFormed();
  if (!isWellFormed || !cluster.isWellFormed()) return 'its id is not well-formed text';
  if (!OBJECT_STATUSES.includes(row.status)) return `its status is ${row.status}`;
  for (const name of TIMES) if (!Number.isFinite(row[name])) return 'one of its times is not a number';
  return undefined;
}

/**
 * Finds the number of a row by scope, kind and name. The hash table has only row numbers, because the columns have the
 * keys.
 */
export class RowIndex {
  readonly #columns: Columns;
  readonly #table = new LinearHash(row => this.#hashOf(row));

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  get size(): number {
    return this.#table.size;
  }

  /** Call before the first row is added, with the expected number of rows. */
  expect(rows: number): void {
    this.#table.expect(rows);
  }

  /** Returns the number of a row. 0 if there is none. */
  find(scope: number, kind: number, name: number): number {
    const { scope: scopes, kind: kinds, name: names } = this.#columns;
    let row = this.#table.first(hashOfNumbers(scope, kind, name));
    while (row !== 0 && (names[row] !== name || scopes[row] !== scope || kinds[row] !== kind))
      row = this.#table.next(row);
    return row;
  }

  /** Adds a new row. Its scope, kind and name must be in the columns. */
  add(row: number): void {
    this.#table.add(row, this.#hashOf(row));
  }

  /** Removes a row. Its scope, kind and name must still be in the columns. */
  remove(row: number): void {
    this.#table.remove(row, this.#hashOf(row));
  }

  #hashOf(row: number): number {
    const { scope, kind, name } = this.#columns;
    return hashOfNumbers(scope[row]!, kind[row]!, name[row]!);
  }
}

/** Updates the tallies of clusters and scopes (scopes.ts) with every write of a row. */
class RowTallies implements RowConsumer {
  readonly #columns: Columns;
  readonly #scopes: Scopes;

  constructor(columns: Columns, scopes: Scopes) {
    this.#columns = columns;
    this.#scopes = scopes;
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
    const scopes = this.#scopes;
    const [scope, kind] = [this.#columns.scope[row]!, this.#columns.kind[row]!];
    scopes.clusterOf(scope).tally.change(kind, scopes.namespaceName(scope) !== '', state, difference);
    scopes.tallies.change(scope, kind, state, difference);
  }
}

/**
 * Remembers the last write of each kind in each cluster. A result computed from rows of some kinds stays valid until
 * one of these kinds is written.
 */
class KindRevisions implements RowConsumer {
  readonly #columns: Columns;
  readonly #scopes: Scopes;
  /** Number of the last write, by cluster number, then by kind. */
  readonly #last: Float64Array<ArrayBuffer>[] = [];
  #writes = 0;

  constructor(columns: Columns, scopes: Scopes) {
    this.#columns = columns;
    this.#scopes = scopes;
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

  /**
   * Returns the number of the last write of any of these kinds in a cluster. 0 if there is none. Writes of all clusters
   * are numbered together.
   */
  latest(cluster: number, kinds: Iterable<number>): number {
    const last = this.#last[cluster];
    let latest = 0;
    if (last) for (const kind of kinds) latest = Math.max(latest, last[kind] ?? 0);
    return latest;
  }

  #count(row: number): void {
    const [scope, kind] = [this.#columns.scope[row]!, this.#columns.kind[row]!];
    const cluster = this.#scopes.cluster[scope]!;
    let last = this.#last[cluster] ?? new Float64Array(0);
    if (kind >= last.length) last = grown(last, kind + 1);
    last[kind] = ++this.#writes;
    this.#last[cluster] = last;
  }
}
