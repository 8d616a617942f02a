import type { ObjectId } from '../../schema/object-id.ts';
import type { Row, TimeColumnName } from '../../store/store.ts';
import type { Columns } from './columns.ts';
import type { Kinds } from './names.ts';
import type { Scopes } from './scopes.ts';
import type { TextDictionary } from './texts.ts';

/** The rows of a table, as its parts read them. */
export interface Rows {
  readonly columns: Columns;
  readonly scopes: Scopes;
  readonly kinds: Kinds;
  readonly names: TextDictionary;
  /** The row of an object, or 0. */
  find(id: ObjectId): number;
}

/** The changeable content of a row, by its numbers in the columns. */
export interface RowContent {
  state: number;
  labels: number;
  /** In the order of Columns.texts and Columns.times. */
  readonly texts: Uint32Array;
  readonly times: Float64Array;
  /** True if the row had other relations or records. */
  isAttachedOther: boolean;
}

/**
 * Keeps data derived from rows beside their columns. A table calls all its consumers for each write, in order, with row
 * numbers: millions of rows pass here, so nothing is allocated for one of them. A consumer copies what must outlive the
 * write (change-feed.ts).
 */
export interface RowConsumer {
  /** A new row, with its columns filled. */
  added?(row: number): void;
  /** Called before a row is replaced, with its columns unchanged. */
  replacing?(row: number, next: Pick<Row, TimeColumnName>): void;
  /**
   * Called after a row is replaced. `before` is its earlier content, valid until the next write, with its texts still
   * available.
   */
  replaced?(row: number, before: RowContent): void;
  /** Called before a row is removed, with its columns unchanged. */
  removing?(row: number): void;
}
