import { isTime, KEY_COLUMNS, type RowColumn } from './row-columns.ts';
import type { Row } from './store.ts';

/**
 * Makes an empty row. The row is parsed from JSON, because V8 may use slow properties for objects that are filled by
 * dynamic names.
 */
export function blankRow(columns: readonly RowColumn[]): Row {
  const blanks = [...KEY_COLUMNS, ...columns].map(column => {
    const { type } = column;
    const blank = isTime(column)
      ? 0
      : type === 'labels'
        ? {}
        : type === 'suspended'
          ? false
          : type === 'status'
            ? 'UNKNOWN'
            : '';
    return [column.name, blank];
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(blanks))) as Row;
}
