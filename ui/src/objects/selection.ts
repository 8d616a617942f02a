/** Ids of the selected rows. May contain rows that have left the list. */
import type { Row } from './object-list.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Id of the row that was selected last. A range starts at this row. Undefined after a row was deselected. */
  readonly from: string | undefined;
}

export const NONE: Selection = { ids: new Set(), from: undefined };

/** Selects a row that is not selected. Deselects a selected row. */
export function toggledRow({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (next.delete(id)) return { ids: next, from: undefined };
  return { ids: next.add(id), from: id };
}

/**
 * Selects all rows between the row that was selected last and this row. If that row is unknown or has left the list,
 * toggles this row.
 */
export function withRange(selection: Selection, rows: readonly Pick<Row, 'id'>[], id: string): Selection {
  const ends = [selection.from, id].map(end => rows.findIndex(row => row.id === end)).toSorted((a, b) => a - b);
  const [top = -1, bottom = -1] = ends;
  if (top < 0) return toggledRow(selection, id);
  return { ids: new Set([...selection.ids, ...rows.slice(top, bottom + 1).map(row => row.id)]), from: id };
}
