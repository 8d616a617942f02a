/**
 * Finds rows that arrived above the visible rows. The visible rows stay in place, so the user would not notice the new
 * rows.
 */

interface Identified {
  readonly id: string;
}

export interface Arrivals {
  /** Number of rows by which the row at the top of the view moved down. */
  readonly moved: number;
  /** Ids of the new rows above the row at the top of the view. */
  readonly above: readonly string[];
}

const NONE: Arrivals = { moved: 0, above: [] };

/**
 * `top`: index of the row at the top of the view, in `before`. If this row no longer exists, the number of new rows
 * above this row is unknown, and the result is empty.
 */
export function arrivals(before: readonly Identified[], after: readonly Identified[], top: number): Arrivals {
  const id = before[top]?.id;
  const now = id === undefined ? -1 : after.findIndex(row => row.id === id);
  if (now < 0) return NONE;
  const known = new Set(before.slice(0, top).map(row => row.id));
  const above = after.slice(0, now).flatMap(row => (known.has(row.id) ? [] : [row.id]));
  return { moved: now - top, above };
}
