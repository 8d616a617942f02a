/** The selected rows, by id. Only rows in the list count: users act only on objects that they still see. */
import type { Row } from './object-list.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Start of a range: the row that was selected last. */
  readonly from: string | undefined;
}

export const NONE: Selection = { ids: new Set(), from: undefined };

/** Adds the row, or removes it if it is selected. */
export function toggledRow({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (next.delete(id)) return { ids: next, from: undefined };
  return { ids: next.add(id), from: id };
}

/** Adds all rows from the last selected one to this one, whichever is above. */
export function withRange(selection: Selection, rows: readonly Pick<Row, 'id'>[], id: string): Selection {
  const ends = [selection.from, id].map(end => rows.findIndex(row => row.id === end)).toSorted((a, b) => a - b);
  const [top = -1, bottom = -1] = ends;
  if (top < 0) return toggledRow(selection, id);
  return { ids: new Set([...selection.ids, ...rows.slice(top, bottom + 1).map(row => row.id)]), from: id };
}
