/** A table of rows without the rest of the read model, and the rows that a RowAuthorizer and a filter select. */
import { select, type Selection, type StepSize } from '../../readmodel/select/selection.ts';
import { finished, type Steps } from '../../async/fair-turns.ts';
import { ShownRow, type StoreReads } from '../../readmodel/questions/page.ts';
import { NO_RIGHTS, RowReader, type Rights } from '../../readmodel/question.ts';
import type { Numbers } from '../../readmodel/questions/numbers.ts';
import { type Facet, type Filter, QueryError } from '../../readmodel/query.ts';
import { type RowAuthorizer, RowMasks } from '../../readmodel/select/visibility-mask.ts';
import type { RecordIndexes } from '../../readmodel/table/records.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';
import { ROW_COLUMNS } from '../../store/row-columns.ts';
import type { Row } from '../../store/store.ts';
import type { Relation } from '../../store/attached.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { RESOURCES } from './fixtures.ts';

export function tableOf(rows: readonly Row[], indexes: RecordIndexes = {}): RowTable {
  const table = new RowTable(ROW_COLUMNS, indexes);
  for (const row of rows) table.put(row);
  return table;
}

export function selects(
  table: RowTable,
  view: RowAuthorizer,
  step?: StepSize,
  resources = RESOURCES,
): (filter: Filter) => Steps<Selection> {
  const masks = new RowMasks(
    table,
    () => ({ resources, resourcesRevision: 1 }),
    () => 1,
  );
  return filter => select(table, masks, view, filter, step);
}

/**
 * The facets of an answer.
 * @throws the error of a facet that was refused
 */
export function answered(facets: Numbers['facets']): readonly Facet[] {
  return facets.map(facet => {
    if (facet instanceof QueryError) throw facet;
    return facet;
  });
}

const noStore = () => Promise.reject(new Error('there is no store'));
/** Stored fields of rows without a store. Reading them fails. */
export const NO_STORE: StoreReads = { fields: noStore, history: noStore };

interface ReaderOptions {
  /** Fields of records to index, by projection. */
  readonly indexes?: RecordIndexes;
  /** @default none */
  readonly rights?: Rights | undefined;
}

export function readerOf(
  rows: readonly Row[],
  view: RowAuthorizer,
  resources = RESOURCES,
  { indexes, rights = NO_RIGHTS }: ReaderOptions = {},
): RowReader {
  const table = tableOf(rows, indexes);
  const show = (row: number) => new ShownRow(table, row, NO_STORE, () => '');
  const select = selects(table, view, undefined, resources);
  return new RowReader({ table, select, show, rights, visibleNow: () => undefined }, finished(select({})));
}

/** The rows of all blocks, in the order of the blocks. */
export function rowsFound(selection: Selection): number[] {
  const found: number[] = [];
  finished(selection.forEachBlock((block, count) => found.push(...block.subarray(0, count))));
  return found;
}

/** Adds SOURCE relations to some rows. The relations lead to other rows, to the row itself, or to absent objects. */
export function withSources(rows: readonly Row[]): Row[] {
  const to = (i: number) => encodeObjectKey(rows[i % rows.length]!);
  return rows.map((row, i) => {
    const relations: Relation[] = [to(i * 7), ...(i % 2 === 0 ? [to(i * 3 + 1)] : [])].map(to => ({
      type: 'SOURCE',
      to,
    }));
    return i % 3 === 0
      ? row
      : { ...row, relations: i % 5 === 0 ? [{ type: 'SOURCE', to: '/Pod/gone/gone' }] : relations };
  });
}
