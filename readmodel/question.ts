/**
 * Queries that subgraphs write themselves. Such a query is a function that reads, in steps, the rows that its caller
 * sees at one moment.
 *
 * The function gets row numbers only from RowReader, which returns only visible rows. A query therefore cannot read a
 * hidden row. The function must not return row numbers, because they are valid only while the query runs. A write may
 * restart the query, so the function must keep no state outside of itself.
 *
 * The caller's rights belong to the same moment as the rows, because one Visibility defines both the rights and the row
 * mask. access/ decides the rights.
 */
import { statusOf, SUSPENDED } from './table/columns.ts';
import { computeNumbers } from './questions/numbers.ts';
import type { ShownRow } from './questions/page.ts';
import type { RowTable } from './table/row-table.ts';
import { select, type Selection } from './select/selection.ts';
import { Pace, type Steps } from '../async/fair-turns.ts';
import type { Filter } from './query.ts';
import type { RowAuthorizer, RowMask, RowMasks } from './select/visibility-mask.ts';
import type { Visibility } from '../rbac/types.ts';
import { decodeObjectId, encodeObjectId, isObjectId, type ObjectId } from '../schema/object-id.ts';
import type { ObjectStatus, SharedColumn, TimeColumnName } from '../store/store.ts';
import type { ProjectionRecord, RelationType } from '../store/attached.ts';

/**
 * A query of a subgraph. Must process at most about a hundred rows between two `yield`s. Work that can grow faster than
 * the number of rows must be counted by RowReader.spent().
 */
export type Question<T> = (rows: RowReader) => Steps<T>;

declare const visible: unique symbol;
/** Number of a row that the caller may see. */
export type VisibleRow = number & { readonly [visible]: true };

type Kind = Pick<ObjectId, 'group' | 'kind'>;

/**
 * Right of a caller to list a kind in a namespace. SOME_NAMES: the caller may list only objects with certain names
 * (resourceNames), so further objects may exist.
 */
export type MayList = 'ALL' | 'SOME_NAMES' | 'NONE';

/**
 * State of a cluster, as access/coverage.ts computes it. CLOSED: the permissions in the cluster are not known well
 * enough, so none of its rows is shown.
 */
export type CoverageState = 'INDEXED' | 'REBUILDING' | 'STALE' | 'UNREACHABLE' | 'CLOSED';

/** Rights of the caller and coverage of clusters, at the moment of a query. */
export interface Rights {
  mayList(cluster: string, kind: Kind, namespace: string): MayList;
  mayShow(object: ObjectId): boolean;
  isComplete(cluster: string, kind: Kind): boolean;
  /** True if the caller may know the cluster's name, because they may list some kind in the cluster. */
  mayName(cluster: string): boolean;
  /** True if the caller's rights in the cluster are known. False for closed, withheld and unknown clusters. */
  areKnownIn(cluster: string): boolean;
  stateOf(cluster: string): CoverageState | undefined;
}

/** Computes rights from the visibility of each cluster. */
export type RightsAt = (visible: (cluster: string) => Visibility | undefined) => Rights;

/** No rights. Used if a query is run without rights. */
export const NO_RIGHTS: Rights = {
  mayList: () => 'NONE',
  mayShow: () => false,
  isComplete: () => false,
  mayName: () => false,
  areKnownIn: () => false,
  stateOf: () => undefined,
};

export interface RequestedOptions {
  readonly table: RowTable;
  readonly masks: RowMasks;
  readonly view: RowAuthorizer;
  readonly rights?: RightsAt | undefined;
  readonly show: (row: number) => ShownRow;
}

/** Runs a query on the rows that a RowAuthorizer shows. */
export function* requested<T>(question: Question<T>, { table, masks, view, rights, show }: RequestedOptions): Steps<T> {
  const mask = yield* masks.of(view);
  const moment = new Moment(mask);
  const selectIn = (filter: Filter) => select(table, moment, view, filter);
  const all = yield* selectIn({});
  const others = new Map<string, Visibility | undefined>();
  const visibleNow = (cluster: string): Visibility | undefined => {
    if (!others.has(cluster)) others.set(cluster, mask.visibilityOf(cluster, view));
    return others.get(cluster);
  };
  const reported = rights?.(visibleNow) ?? NO_RIGHTS;
  return yield* question(new RowReader({ table, select: selectIn, show, rights: reported, visibleNow }, all));
}

/** The single mask of a query. Made only once, because the answers of a RowAuthorizer may change with time. */
class Moment implements Pick<RowMasks, 'of'> {
  readonly #mask: RowMask;

  constructor(mask: RowMask) {
    this.#mask = mask;
  }

  // eslint-disable-next-line require-yield -- in steps, like the masks that it stands for
  *of(): Steps<RowMask> {
    return this.#mask;
  }
}

interface RowReaderParts {
  readonly table: RowTable;
  /** Selects among the rows that the caller's RowAuthorizer shows. */
  readonly select: (filter: Filter) => Steps<Selection>;
  readonly show: (row: number) => ShownRow;
  readonly rights: Rights;
  /** Returns the Visibility that decided which rows of a cluster are visible. */
  readonly visibleNow: (cluster: string) => Visibility | undefined;
}

/** Number of entries of the record index that are read in one step. */
const STEP = 4_096;
/** Number of operations in one step. An operation takes about a tenth of a microsecond. */
const OPERATIONS_IN_A_STEP = 5_000;
const OPERATIONS_OF_A_UNIT = 10;

export class RowReader {
  readonly #table: RowTable;
  readonly #select: RowReaderParts['select'];
  readonly #show: RowReaderParts['show'];
  readonly #rights: Rights;
  readonly #visibleNow: RowReaderParts['visibleNow'];
  readonly #all: Selection;
  #rowsRead = 0;
  readonly #pace = new Pace(OPERATIONS_IN_A_STEP);
  /** The last name that was looked up, and its number. Cached because joins look up one name in many clusters. */
  #name = '';
  #nameNumber: number | undefined;

  /** @param all All rows that the caller sees */
  constructor({ table, select, show, rights, visibleNow }: RowReaderParts, all: Selection) {
    this.#table = table;
    this.#select = select;
    this.#show = show;
    this.#rights = rights;
    this.#visibleNow = visibleNow;
    this.#all = all;
  }

  /**
   * Number of visible rows that matching() and withRecord() found so far, as a measure of the query's size. Hidden rows
   * do not count, so the number reveals nothing about them.
   */
  get rowsRead(): number {
    return this.#rowsRead;
  }

  /**
   * Cost of the query so far: the rows that it read, and the operations that it counted by spent(). The unit is that of
   * gateway/operation/prices.ts.
   */
  get cost(): number {
    return this.#rowsRead + Math.ceil(this.#pace.done / OPERATIONS_OF_A_UNIT);
  }

  /**
   * Counts operations of the query beside the reading of rows, for example comparisons. Returns true if it is time to
   * yield. Call it wherever the work can grow faster than the number of rows. The number of operations must depend only
   * on visible rows and on the request. Otherwise the cost would reveal hidden rows.
   */
  spent(operations = 1): boolean {
    return this.#pace.spent(operations);
  }

  /** Returns the visible matching rows, unordered. @throws QueryError */
  *matching(filter: Filter): Steps<readonly VisibleRow[]> {
    const found: number[] = [];
    const selection = yield* this.#select(filter);
    yield* selection.forEachBlock((block, count) => {
      for (let i = 0; i < count; i++) found.push(block[i]!);
    });
    this.#rowsRead += found.length;
    return found as VisibleRow[];
  }

  /** Returns the number of visible matching rows. Reads no row if tallies are enough. @throws QueryError */
  *count(filter: Filter): Steps<number> {
    return (yield* computeNumbers(this.#table, this.#select, filter, { total: true, facets: [] })).total;
  }

  /**
   * Returns the visible rows that have a record of this projection with this text in the indexed field. Each row occurs
   * once, in no order. Returns nothing for ''.
   * @param filter Further conditions. They are checked only for rows with such a record. Each checked row counts as
   *   read
   * @throws Error if the projection has no index
   * @throws QueryError
   */
  *withRecord(projection: string, text: string, filter?: Filter): Steps<readonly VisibleRow[]> {
    const found: number[] = [];
    let looked = 0;
    for (const row of this.#table.records.rowsWith(projection, text)) {
      if (this.#all.shows(row)) found.push(row);
      if (++looked % STEP === 0) yield;
    }
    this.#rowsRead += found.length;
    if (!filter) return found as VisibleRow[];
    const block = new Uint32Array(found);
    const count = yield* (yield* this.#select(filter)).narrow(block, block.length);
    return Array.from(block.subarray(0, count)) as VisibleRow[];
  }

  /**
   * Returns the visible row of an object. Undefined if the object is absent or hidden, or if its id is malformed. A
   * hidden object is therefore not revealed.
   */
  find(object: string | ObjectId): VisibleRow | undefined {
    const row = typeof object === 'string' ? this.#table.findById(object) : this.#findNamed(object);
    return this.#sees(row) ? (row as VisibleRow) : undefined;
  }

  /**
   * Returns the visible targets of the object's relations of this type, in the order in which the object lists them.
   */
  ends(row: VisibleRow, type: RelationType): readonly VisibleRow[] {
    const ends: VisibleRow[] = [];
    this.#table.relations.forEachKept(
      row,
      relation => relation.type === type,
      (_, to) => {
        if (this.#sees(to)) ends.push(to as VisibleRow);
      },
    );
    return ends;
  }

  /** Returns the owners that the object names (metadata.ownerReferences), whether or not they have a row. */
  owners(row: VisibleRow): readonly ObjectId[] {
    return this.#table.relations.endsOf(row, 'OWNS');
  }

  /** Reads all columns of a row. Costs more than reading one column. */
  read(row: VisibleRow): ShownRow {
    return this.#show(row);
  }

  isOf(row: VisibleRow, { group, kind }: Kind): boolean {
    return this.#table.columns.kind[row] === this.#table.kinds.find(group, kind);
  }

  /** Number of the row's cluster. clusterName() returns its name. */
  cluster(row: VisibleRow): number {
    const { columns, scopes } = this.#table;
    return scopes.cluster[columns.scope[row]!]!;
  }

  clusterName(cluster: number): string {
    return this.#table.scopes.clusterNames.text(cluster);
  }

  object(row: VisibleRow): ObjectId {
    const { columns, scopes, kinds } = this.#table;
    const [scope, kind] = [columns.scope[row]!, columns.kind[row]!];
    return {
      cluster: scopes.clusterName(scope),
      group: kinds.group(kind),
      kind: kinds.kind(kind),
      namespace: scopes.namespaceName(scope),
      name: this.name(row),
    };
  }

  id(row: VisibleRow): string {
    return encodeObjectId(this.object(row));
  }

  namespace(row: VisibleRow): string {
    const { columns, scopes } = this.#table;
    return scopes.namespaceName(columns.scope[row]!);
  }

  name(row: VisibleRow): string {
    return this.#table.names.text(this.#table.columns.name[row]!);
  }

  labels(row: VisibleRow): Readonly<Record<string, string>> {
    return this.#table.labelSets.labels(this.#table.columns.labels[row]!);
  }

  status(row: VisibleRow): ObjectStatus {
    return statusOf(this.#table.columns.state[row]!);
  }

  isSuspended(row: VisibleRow): boolean {
    return (this.#table.columns.state[row]! & SUSPENDED) !== 0;
  }

  text(row: VisibleRow, column: SharedColumn): string {
    const { texts, numbers } = this.#table.columns.texts.find(({ name }) => name === column)!;
    return texts.text(numbers[row]!);
  }

  /** Returns a time in milliseconds since the epoch. 0 if the row has none. */
  time(row: VisibleRow, column: TimeColumnName): number {
    return this.#table.columns.times.find(({ name }) => name === column)!.times.get(row);
  }

  /** Returns the first record that a projection keeps of the object. Undefined if there is none. */
  firstRecord(row: VisibleRow, projection: string): ProjectionRecord | undefined {
    return this.#table.records.firstOf(row, projection);
  }

  records(row: VisibleRow, projection: string): readonly ProjectionRecord[] {
    return this.#table.records.of(row, projection);
  }

  /**
   * Returns a key for caching results. It consists of the cluster's Visibility, compared by identity, and a version of
   * the cluster's rows of these kinds. While both parts are equal, these rows and the caller's rights are unchanged.
   * `seen` is undefined if nothing in the cluster is visible.
   */
  momentOf(cluster: string, kinds: readonly Kind[]): { readonly seen: object | undefined; readonly version: string } {
    const { scopes, revisions, kinds: known } = this.#table;
    const number = scopes.clusterNames.find(cluster);
    const numbers = kinds.flatMap(({ group, kind }) => known.find(group, kind) ?? []);
    // A kind loses its number with its last row, so `latest` misses the write that removed that row. The number of
    // known kinds changes instead.
    const version = `${number === undefined ? 0 : revisions.latest(number, numbers)}/${numbers.length}`;
    return { seen: this.#visibleNow(cluster), version };
  }

  /**
   * Returns the right of the caller to list a kind in a namespace. '' means cluster scope, or all namespaces together.
   * If the result is ALL and isComplete() is true, an object without a visible row does not exist, as far as the index
   * knows. The result is also NONE for closed and unknown clusters.
   */
  mayList(cluster: string, kind: Kind, namespace: string): MayList {
    return this.#rights.mayList(cluster, kind, namespace);
  }

  /** True if the caller's rights would show the object. The object need not exist. */
  mayShow(object: string | ObjectId): boolean {
    if (typeof object !== 'string') return this.find(object) !== undefined || this.#rights.mayShow(object);
    return isObjectId(object) && this.mayShow(decodeObjectId(object));
  }

  /**
   * True if the table has rows for all objects of this kind in the cluster. This requires that the kind is collected,
   * that its first list is complete, and that no object is left out. False if the caller may not list the kind anywhere
   * in the cluster.
   */
  isComplete(cluster: string, kind: Kind): boolean {
    return this.#rights.isComplete(cluster, kind);
  }

  /**
   * True if the caller's rights in the cluster are known, even if the caller has none there. If the rights are known
   * and stateIn() is undefined, the cluster contains nothing for the caller. Without known rights, such a cluster may
   * contain something. False for closed, withheld and unknown clusters.
   */
  knowsRightsIn(cluster: string): boolean {
    return this.#rights.areKnownIn(cluster);
  }

  /**
   * Returns the coverage of a row's cluster, or of a cluster by name. Undefined if the caller may not know the
   * cluster's name.
   */
  stateOf(of: VisibleRow | string): CoverageState | undefined {
    if (typeof of !== 'string') return this.#rights.stateOf(this.clusterName(this.cluster(of)));
    return this.#rights.mayName(of) ? this.#rights.stateOf(of) : undefined;
  }

  /**
   * Like stateOf() by name. Also answers if the caller may list no kind in the cluster but sees a row, for example with
   * a right to single named objects.
   */
  *stateIn(cluster: string): Steps<CoverageState | undefined> {
    const state = this.stateOf(cluster);
    if (state !== undefined) return state;
    const [row] = yield* this.matching({ clusters: [cluster] });
    return row === undefined ? undefined : this.stateOf(row);
  }

  #findNamed(object: ObjectId): number {
    if (object.name !== this.#name) {
      this.#name = object.name;
      this.#nameNumber = this.#table.names.find(object.name);
    }
    return this.#nameNumber === undefined ? 0 : this.#table.findNumbered(object, this.#nameNumber);
  }

  #sees(row: number): boolean {
    return row !== 0 && this.#all.shows(row);
  }
}
