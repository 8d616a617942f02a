/**
 * Questions of subgraphs to the index: a function over the rows that its caller sees, in steps, at one moment.
 *
 * A question gets numbers of rows from the reader alone, and the reader gives numbers of visible rows alone: what a
 * question answers cannot depend on a hidden row. It answers values, no numbers of rows: these are good while it runs.
 */
import { statusOf, SUSPENDED } from './rows/columns.ts';
import type { ShownRow } from './pages/shown-row.ts';
import type { RowTable } from './rows/row-table.ts';
import type { Selection } from './filters/selection.ts';
import { finish, type Steps } from './gate.ts';
import type { Filter, KindMatch } from './query.ts';
import type { ObjectStatus } from '../store/store.ts';
import type { ProjectionRecord, RelationType } from '../store/attached.ts';

/** It must not take long between two `yield`s: about a hundred rows. */
export type Question<T> = (rows: RowReader) => Steps<T>;

declare const visible: unique symbol;
/** The number of a row that the caller sees. */
export type VisibleRow = number & { readonly [visible]: true };

export interface RowReaderOptions {
  readonly table: RowTable;
  /** Selects of the caller's View. */
  readonly select: (filter: Filter) => Steps<Selection>;
  readonly show: (row: number) => ShownRow;
}

/** A question, ready to be asked of the rows that a View shows. */
export function* asked<T>(question: Question<T>, options: RowReaderOptions): Steps<T> {
  return yield* question(new RowReader(options, yield* options.select({})));
}

export class RowReader {
  readonly #table: RowTable;
  readonly #select: RowReaderOptions['select'];
  readonly #show: RowReaderOptions['show'];
  readonly #all: Selection;
  /** By row that a relation leads to: many lead to one. */
  readonly #isVisible = new Map<number, boolean>();

  /** @param all All rows that the caller sees. */
  constructor({ table, select, show }: RowReaderOptions, all: Selection) {
    this.#table = table;
    this.#select = select;
    this.#show = show;
    this.#all = all;
  }

  /** Visible rows that match, in no order. @throws QueryError */
  *matching(filter: Filter): Steps<readonly VisibleRow[]> {
    const found: number[] = [];
    const selection = yield* this.#select(filter);
    yield* selection.forEachBlock((block, count) => {
      for (let i = 0; i < count; i++) found.push(block[i]!);
    });
    return found as VisibleRow[];
  }

  /** The row with an id; undefined for absent and hidden alike. */
  find(id: string): VisibleRow | undefined {
    const row = this.#table.findById(id);
    return this.#sees(row) ? (row as VisibleRow) : undefined;
  }

  /** The visible rows to which relations of this type lead, in the order in which the object names them. */
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

  /** All that the index shows of a row. Costs more than one column. */
  read(row: VisibleRow): ShownRow {
    return this.#show(row);
  }

  isOf(row: VisibleRow, { group, kind }: Required<Pick<KindMatch, 'group' | 'kind'>>): boolean {
    return this.#table.columns.kind[row] === this.#table.kinds.find(group!, kind);
  }

  /** A number for each cluster, which clusterName() turns into its name. */
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

  /** What a projection keeps of the object. */
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
