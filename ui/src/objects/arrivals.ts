/**
 * Counts rows that arrived above the visible rows. The reader's position is kept, so the arrivals would go unnoticed.
 */

interface Identified {
  readonly id: string;
}

export interface Arrivals {
  /** Number of rows by which the row at the top of the view moved down. */
  readonly moved: number;
  /** Number of new rows above it. */
  readonly above: readonly string[];
}

const NONE: Arrivals = { moved: 0, above: [] };

/**
 * `top`: index among the earlier rows of the row at the top of the view. If this row is gone, the number of rows above
 * it is unknown.
 */
export function arrivals(before: readonly Identified[], after: readonly Identified[], top: number): Arrivals {
  const id = before[top]?.id;
  const now = id === undefined ? -1 : after.findIndex(row => row.id === id);
  if (now < 0) return NONE;
  const known = new Set(before.slice(0, top).map(row => row.id));
  const above = after.slice(0, now).flatMap(row => (known.has(row.id) ? [] : [row.id]));
  return { moved: now - top, above };
}
