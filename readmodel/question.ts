/**
 * Queries of subgraphs on the index: a function over the rows that its caller sees, in steps, at one moment.
 *
 * Row numbers come only from the reader, and the reader returns only visible rows, so a result cannot depend on a
 * hidden row. Return values, not row numbers: numbers are valid only while the query runs.
 */
import { statusOf, SUSPENDED } from './rows/columns.ts';
import type { ShownRow } from './pages/shown-row.ts';
import type { RowTable } from './rows/row-table.ts';
import type { Selection } from './filters/selection.ts';
import { finish, type Steps } from './gate.ts';
import type { Filter, KindMatch } from './query.ts';
import type { ObjectStatus } from '../store/store.ts';
import type { ProjectionRecord, RelationType } from '../store/attached.ts';

/** Must not run long between two `yield`s: about a hundred rows. */
export type Question<T> = (rows: RowReader) => Steps<T>;

declare const visible: unique symbol;
/** Number of a row that the caller sees. */
export type VisibleRow = number & { readonly [visible]: true };

export interface RowReaderOptions {
  readonly table: RowTable;
  /** Selects from the caller's View. */
  readonly select: (filter: Filter) => Steps<Selection>;
  readonly show: (row: number) => ShownRow;
}

/** Runs a query on the rows that a View shows. */
export function* asked<T>(question: Question<T>, options: RowReaderOptions): Steps<T> {
  return yield* question(new RowReader(options, yield* options.select({})));
}

export class RowReader {
  readonly #table: RowTable;
  readonly #select: RowReaderOptions['select'];
  readonly #show: RowReaderOptions['show'];
  readonly #all: Selection;
  /** By target row of a relation: many relations share one. */
  readonly #isVisible = new Map<number, boolean>();

  /** @param all All rows that the caller sees */
  constructor({ table, select, show }: RowReaderOptions, all: Selection) {
    this.#table = table;
    this.#select = select;
    this.#show = show;
    this.#all = all;
  }

  /** Visible matching rows, unordered. @throws QueryError */
  *matching(filter: Filter): Steps<readonly VisibleRow[]> {
    const found: number[] = [];
    const selection = yield* this.#select(filter);
    yield* selection.forEachBlock((block, count) => {
      for (let i = 0; i < count; i++) found.push(block[i]!);
    });
    return found as VisibleRow[];
  }

  /** The visible target rows of relations of this type, in the order in which the object lists them. */
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

  /** Reads the whole row. Costs more than one column. */
  read(row: VisibleRow): ShownRow {
    return this.#show(row);
  }

  isOf(row: VisibleRow, { group, kind }: Required<Pick<KindMatch, 'group' | 'kind'>>): boolean {
    return this.#table.columns.kind[row] === this.#table.kinds.find(group!, kind);
  }

  /** Number of the row's cluster; clusterName() returns its name. */
  cluster(row: VisibleRow): number {
    const { columns, places } = this.#table;
    return places.cluster[columns.place[row]!]!;
  }

  clusterName(cluster: number): string {
    return this.#table.places.clusterNames.text(cluster);
  }

  status(row: VisibleRow): ObjectStatus {
    return statusOf(this.#table.columns.state[row]!);
  }

  isSuspended(row: VisibleRow): boolean {
    return (this.#table.columns.state[row]! & SUSPENDED) !== 0;
  }

  revision(row: VisibleRow): string {
    const { texts, numbers } = this.#table.columns.texts.find(({ name }) => name === 'revision')!;
    return texts.text(numbers[row]!);
  }

  /** The records that a projection keeps of the object. */
  records(row: VisibleRow, projection: string): readonly ProjectionRecord[] {
    return this.#table.records.of(row, projection);
  }

  #sees(row: number): boolean {
    if (row === 0) return false;
    let isVisible = this.#isVisible.get(row);
    if (isVisible === undefined) this.#isVisible.set(row, (isVisible = finish(this.#all.has(row))));
    return isVisible;
  }
}
