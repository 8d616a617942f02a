/**
 * Rows that change by the passing of time alone: a Pod that no node takes fails after a while, and no event tells of it.
 */
import type { Row } from '../store/store.ts';

export interface DelayedTransition {
  /** Of the rows that will change. */
  readonly reason: string;
  /** Counted from the creation of the object. */
  readonly afterMs: number;
  readonly becomes: Pick<Row, 'status' | 'reason'>;
}

/** What a row becomes, and when; undefined for a row that stays as it is until an event. */
export function pendingTransition(
  delayed: DelayedTransition | undefined,
  row: Row,
): { readonly at: number; readonly row: Row } | undefined {
  if (row.reason !== delayed?.reason) return undefined;
  return { at: row.createdAt + delayed.afterMs, row: { ...row, ...delayed.becomes } };
}

/** Whether the same version of the object has different rows before and after the transition. */
export function dependsOnTime(delayed: DelayedTransition | undefined, { reason }: Row): boolean {
  return delayed !== undefined && (reason === delayed.reason || reason === delayed.becomes.reason);
}
