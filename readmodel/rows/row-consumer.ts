import type { Row, TimeColumnName } from '../../store/store.ts';

/** What of a row may change while it lives, by its numbers in the columns. */
export interface RowContent {
  state: number;
  labels: number;
  /** In the order of Columns.texts and Columns.times. */
  readonly texts: Uint32Array;
  readonly times: Float64Array;
}

/**
 * Keeps something of the rows beside their columns. All consumers of a table are told of each write as it happens and in its order, by row numbers, since
 * millions of rows come this way: nothing is made for one of them. What outlives the write is made by who needs it (change-feed.ts).
 */
export interface RowConsumer {
  /** A new row, whose columns are filled. */
  added?(row: number): void;
  /** About to be written over. Its columns are as they were. */
  replacing?(row: number, next: Pick<Row, TimeColumnName>): void;
  /** Written over. `before` is what it said, and good until the next write; the texts are still there. */
  replaced?(row: number, before: RowContent): void;
  /** About to be removed. Its columns are as they were. */
  removing?(row: number): void;
}
