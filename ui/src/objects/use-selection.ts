/**
 * Hook for the selected rows of a list. A new list starts without a selection. `rows` of the result has only selected
 * rows that are still in the list.
 */
import { useMemo, useState } from 'react';
import type { ObjectList, Row } from './object-list.ts';
import { NONE, toggledRow, withRange } from './selection.ts';

export function useSelection(list: ObjectList, rows: readonly Row[]) {
  const [latest, setLatest] = useState({ selection: NONE, of: list });
  const selection = latest.of === list ? latest.selection : NONE;
  const { ids } = selection;
  return {
    ids,
    rows: useMemo(() => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))), [ids, rows]),
    select: (id: string, isRange: boolean) =>
      setLatest({ selection: isRange ? withRange(selection, rows, id) : toggledRow(selection, id), of: list }),
    clear: () => setLatest({ selection: NONE, of: list }),
  };
}
