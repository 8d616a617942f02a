import type { Attached } from '../../store/attached.ts';
import type { Row, StoredColumn } from '../../store/store.ts';

/** What of a row only the store keeps. */
export type StoredFields = Pick<Row, StoredColumn>;

/** A row as the columns have it. */
export type ColumnRow = Omit<Row, keyof StoredFields | keyof Attached>;

/** A row that is being read. */
export type Blank = { -readonly [C in keyof ColumnRow]: ColumnRow[C] };
