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
import type { Steps } from './gate.ts';
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

export class RowReader {
  readonly #table: RowTable;
  readonly #select: RowReaderOptions['select'];
  readonly #show: RowReaderOptions['show'];
  #all: Selection | undefined;

  constructor({ table, select, show }: RowReaderOptions) {
    this.#table = table;
    this.#select = select;
    this.#show = show;
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
  *find(id: string): Steps<VisibleRow | undefined> {
    return yield* this.#visible(this.#table.findById(id));
  }

  /** The visible rows to which relations of this type lead, in the order in which the object names them. */
  *ends(row: VisibleRow, type: RelationType): Steps<readonly VisibleRow[]> {
    const ends: number[] = [];
    this.#table.relations.forEachKept(
      row,
      relation => relation.type === type,
      (_, to) => ends.push(to),
    );
    const found: VisibleRow[] = [];
    for (const end of ends) {
      const row = yield* this.#visible(end);
      if (row !== undefined) found.push(row);
    }
    return found;
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

  *#visible(row: number): Steps<VisibleRow | undefined> {
    if (row === 0) return undefined;
    this.#all ??= yield* this.#select({});
    return (yield* this.#all.has(row)) ? (row as VisibleRow) : undefined;
  }
}
