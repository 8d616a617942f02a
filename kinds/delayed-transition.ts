/** Rows that change with time alone: a Pod that no node accepts fails after a while, without an event. */
import type { Row } from '../store/store.ts';

export interface DelayedTransition {
  /** Reason of the rows in progress that will change. */
  readonly reason: string;
  readonly afterMs: number;
  /** Start of the delay; the creation of the object if unknown. */
  readonly since: 'createdAt' | 'transitionedAt';
  readonly becomes: Pick<Row, 'status' | 'reason'>;
}

/** The row after the transition, and its time; undefined for a row that stays unchanged until an event. */
export function pendingTransition(
  delayed: readonly DelayedTransition[] = [],
  row: Row,
): { readonly at: number; readonly row: Row } | undefined {
  const next = row.status === 'IN_PROGRESS' ? delayed.find(({ reason }) => reason === row.reason) : undefined;
  return next && { at: (row[next.since] || row.createdAt) + next.afterMs, row: { ...row, ...next.becomes } };
}

/** True if the same version of the object has different rows before and after the transition. */
export function dependsOnTime(delayed: readonly DelayedTransition[] = [], { reason }: Row): boolean {
  return delayed.some(it => reason === it.reason || reason === it.becomes.reason);
}
