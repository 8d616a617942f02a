import type { Attached } from '../../store/attached.ts';
import { KEY_COLUMNS, ROW_COLUMNS } from '../../store/row-columns.ts';
import type { Row, StoredColumn } from '../../store/store.ts';

/** The fields of a row that only the store keeps. */
export type StoredFields = Pick<Row, StoredColumn>;

/** A row as the columns have it. */
export type ColumnRow = Omit<Row, keyof StoredFields | keyof Attached>;

/** A row being read. */
export type Blank = { -readonly [C in keyof ColumnRow]: ColumnRow[C] };

const STORED = ROW_COLUMNS.flatMap(column => ('stored' in column ? [column.name] : []));
/** Names of all columns of a ColumnRow, including the key. */
export const INDEXED = [...KEY_COLUMNS, ...ROW_COLUMNS].flatMap(column => ('stored' in column ? [] : [column.name]));

/** The fields of a stored row that an index holds. */
export function columnsOf(row: Row): ColumnRow {
  return pick(row, INDEXED);
}

/** The fields of a stored row that only the store keeps. */
export function storedOf(row: Row): StoredFields {
  return pick(row, STORED);
}

/** The type names the picked columns, so a list without a column of ColumnRow does not compile. */
function pick<Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map(name => [name, row[name]])) as Pick<Row, Name>;
}
