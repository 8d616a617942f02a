import { isTime, KEY_COLUMNS, type RowColumn } from './row-columns.ts';
import type { Row } from './store.ts';

/**
 * An empty row. Parsed from JSON, since V8 gives an object that grows by dynamic names a slower form once it has a
 * dozen.
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
