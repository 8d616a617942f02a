import type { ColumnRow } from '../rows/column-row.ts';

/** A row before and after a write, with all that filters and Views ask of it; undefined: it was not there. They differ in more than `syncedAt`. */
export interface RowChange {
  readonly id: string;
  readonly before: ColumnRow | undefined;
  readonly after: ColumnRow | undefined;
}

/**
 * What one write changed. Rows that were written are judged as `revision` says: grants, resources and the coming and going of clusters are no changes of
 * rows, and come in their order with them, with `rows` empty where nothing else changed. When a cluster goes, its rows go in writes after that.
 */
export interface IndexChange {
  /** undefined: the set of clusters, or the connection to the store. */
  readonly cluster: string | undefined;
  /** Grows with every change of whatever cluster, and goes on when a cluster is loaded anew. Of this process. */
  readonly position: number;
  /** ReadModel.revision when it was written. */
  readonly revision: number;
  /** In the order of writing; some thousands at the most. */
  readonly rows: readonly RowChange[];
}
