import type { ObjectId } from '../../schema/object-id.ts';
import type { Row, TimeColumnName } from '../../store/store.ts';
import type { Columns } from './columns.ts';
import type { Kinds } from './names.ts';
import type { Scopes } from './scopes.ts';
import type { TextDictionary } from './texts.ts';

/** Access to the rows of a table, for the modules that the table consists of (relations.ts, orders.ts). */
export interface Rows {
  readonly columns: Columns;
  readonly scopes: Scopes;
  readonly kinds: Kinds;
  readonly names: TextDictionary;
  /** Returns the number of an object's row. 0 if there is none. */
  find(id: ObjectId): number;
}

/** Changeable content of a row, as numbers from the columns. */
export interface RowContent {
  state: number;
  labels: number;
  /** Texts in the order of Columns.texts. */
  readonly texts: Uint32Array;
  /** Times in the order of Columns.times. */
  readonly times: Float64Array;
  /** True if the write changes the row's relations or records. */
  isAttachedOther: boolean;
}

/**
 * Keeps data that is derived from rows. For each write, a table calls its consumers in the order in which they were
 * added. A consumer must copy all data that it needs after the write (change-feed.ts).
 */
export interface RowConsumer {
  /** Called after a row is added and its columns are filled. */
  added?(row: number): void;
  /** Called before a row is replaced. The columns are still unchanged. */
  replacing?(row: number, next: Pick<Row, TimeColumnName>): void;
  /**
   * Called after a row is replaced. `before` is the earlier content. It is valid until the next write, and its texts
   * can still be read.
   */
  replaced?(row: number, before: RowContent): void;
  /** Called before a row is removed. The columns are still unchanged. */
  removing?(row: number): void;
}
