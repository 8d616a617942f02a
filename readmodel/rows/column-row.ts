import type { Attached } from '../../store/attached.ts';
import { KEY_COLUMNS, ROW_COLUMNS } from '../../store/row-columns.ts';
import type { Row, StoredColumn } from '../../store/store.ts';

/** What of a row only the store keeps. */
export type StoredFields = Pick<Row, StoredColumn>;

/** A row as the columns have it. */
export type ColumnRow = Omit<Row, keyof StoredFields | keyof Attached>;

/** A row that is being read. */
export type Blank = { -readonly [C in keyof ColumnRow]: ColumnRow[C] };

const STORED = ROW_COLUMNS.flatMap(column => ('stored' in column ? [column.name] : []));
/** Names of all columns of a ColumnRow, those of the key too. */
export const INDEXED = [...KEY_COLUMNS, ...ROW_COLUMNS].flatMap(column => ('stored' in column ? [] : [column.name]));

/** Leaves out of a stored row what an index does not hold. */
export function columnsOf(row: Row): ColumnRow {
  return pick(row, INDEXED);
}

/** Leaves out of a stored row what an index holds. */
export function storedOf(row: Row): StoredFields {
  return pick(row, STORED);
}

/** Its type names the columns that were picked, so a list that lacks a column of ColumnRow does not compile. */
function pick<Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map(name => [name, row[name]])) as Pick<Row, Name>;
}
