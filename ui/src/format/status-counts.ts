/** Counts of objects by status: the statuses to show, worst first, and the order of rows. */
import type { ObjectStatus, StatusNumbersFragment } from '../graph/graphql.ts';

export interface Counted {
  readonly status: ObjectStatus;
  readonly of: (counts: StatusNumbersFragment) => number;
}

export const WORST_FIRST: readonly Counted[] = [
  { status: 'FAILED', of: ({ failed }) => failed },
  { status: 'IN_PROGRESS', of: ({ inProgress }) => inProgress },
  { status: 'TERMINATING', of: ({ terminating }) => terminating },
  { status: 'UNKNOWN', of: ({ unknown }) => unknown },
  { status: 'CURRENT', of: ({ current }) => current },
];

/** Statuses that a table needs as columns: FAILED, CURRENT, and every status that occurs in a row. */
export function statusesOf(
  rows: readonly { readonly statusCounts: StatusNumbersFragment | null }[],
): readonly Counted[] {
  return WORST_FIRST.filter(
    ({ status, of }) =>
      status === 'FAILED' ||
      status === 'CURRENT' ||
      rows.some(({ statusCounts }) => statusCounts !== null && of(statusCounts) > 0),
  );
}

/** Sorts by failed objects, then by objects that are not CURRENT, highest number first. */
export function byHealth(a: StatusNumbersFragment | null, b: StatusNumbersFragment | null): number {
  if (!a || !b) return 0;
  const unwell = ({ failed, inProgress, terminating, unknown }: StatusNumbersFragment) =>
    failed + inProgress + terminating + unknown;
  return b.failed - a.failed || unwell(b) - unwell(a);
}
