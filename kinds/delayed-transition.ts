/**
 * Rows that change by the passing of time alone: a Pod that no node takes fails after a while, and no event tells of it.
 */
import type { Row } from '../store/store.ts';

export interface DelayedTransition {
  /** Of the rows in progress that will change. */
  readonly reason: string;
  readonly afterMs: number;
  /** From when that counts; from the creation of the object where it is not known. */
  readonly since: 'createdAt' | 'transitionedAt';
  readonly becomes: Pick<Row, 'status' | 'reason'>;
}

/** What a row becomes, and when; undefined for a row that stays as it is until an event. */
export function pendingTransition(
  delayed: readonly DelayedTransition[] = [],
  row: Row,
): { readonly at: number; readonly row: Row } | undefined {
  const next = row.status === 'IN_PROGRESS' ? delayed.find(({ reason }) => reason === row.reason) : undefined;
  return next && { at: (row[next.since] || row.createdAt) + next.afterMs, row: { ...row, ...next.becomes } };
}

/** Whether the same version of the object has different rows before and after the transition. */
export function dependsOnTime(delayed: readonly DelayedTransition[] = [], { reason }: Row): boolean {
  return delayed.some(it => reason === it.reason || reason === it.becomes.reason);
}
