import type { Attached } from '../../store/attached.ts';
import { KEY_COLUMNS, ROW_COLUMNS } from '../../store/row-columns.ts';
import type { Row, StoredColumn } from '../../store/store.ts';

/** Fields of a row that only the store keeps. */
export type StoredFields = Pick<Row, StoredColumn>;

/** Fields of a row that the index keeps. */
export type ColumnRow = Omit<Row, keyof StoredFields | keyof Attached>;

/** A row whose fields are being filled. */
export type Blank = { -readonly [C in keyof ColumnRow]: ColumnRow[C] };

const STORED = ROW_COLUMNS.flatMap(column => ('stored' in column ? [column.name] : []));
/** Names of all fields of a ColumnRow, including the key. */
export const INDEXED = [...KEY_COLUMNS, ...ROW_COLUMNS].flatMap(column => ('stored' in column ? [] : [column.name]));

/** Returns the fields of a stored row that the index keeps. */
export function columnsOf(row: Row): ColumnRow {
  return pick(row, INDEXED);
}

/** Returns the fields of a stored row that only the store keeps. */
export function storedOf(row: Row): StoredFields {
  return pick(row, STORED);
}

/** Returns some fields of a row. A list that lacks a field of the result type does not compile. */
function pick<Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map(name => [name, row[name]])) as Pick<Row, Name>;
}
