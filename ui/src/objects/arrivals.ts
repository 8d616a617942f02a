/**
 * What came above the rows that somebody looks at. The place of the reader is kept, so that they would not see it come.
 */

interface Identified {
  readonly id: string;
}

export interface Arrivals {
  /** By how many rows the one at the top of the view moved down. */
  readonly moved: number;
  /** Rows above it that were not above it before. */
  readonly above: readonly string[];
}

const NONE: Arrivals = { moved: 0, above: [] };

/**
 * `top` is the index, among the rows before, of the one at the top of the view. Where it is gone, what is above it is
 * unknown.
 */
export function arrivals(before: readonly Identified[], after: readonly Identified[], top: number): Arrivals {
  const id = before[top]?.id;
  const now = id === undefined ? -1 : after.findIndex(row => row.id === id);
  if (now < 0) return NONE;
  const known = new Set(before.slice(0, top).map(row => row.id));
  const above = after.slice(0, now).flatMap(row => (known.has(row.id) ? [] : [row.id]));
  return { moved: now - top, above };
}
