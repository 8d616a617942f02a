/** Counts of objects by status: which are shown, and what is the worst. */
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

/** The columns of a table: those that have something in a row, and always what failed and what is well. */
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

/** What failed the most comes first, then what has the most that is not well. What is not counted has no order. */
export function byHealth(a: StatusNumbersFragment | null, b: StatusNumbersFragment | null): number {
  if (!a || !b) return 0;
  const unwell = ({ failed, inProgress, terminating, unknown }: StatusNumbersFragment) =>
    failed + inProgress + terminating + unknown;
  return b.failed - a.failed || unwell(b) - unwell(a);
}
