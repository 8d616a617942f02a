import type { ColumnRow } from '../rows/column-row.ts';
import type { ObjectId } from '../../schema/object-id.ts';

/**
 * A row before and after a write, with all that filters and Views read; undefined if it does not exist. Both differ in
 * more than `syncedAt`.
 */
export interface RowChange {
  readonly id: string;
  readonly before: ColumnRow | undefined;
  readonly after: ColumnRow | undefined;
}

/**
 * The changes of one write. `revision` determines the rights that apply to its rows. Changes of grants, of resources
 * and of the set of clusters arrive in order with row changes, with empty `rows` if nothing else changed. The rows of a
 * removed cluster are removed in later writes.
 */
export interface IndexChange {
  /** Undefined for changes of the set of clusters, or of the connection to the store. */
  readonly cluster: string | undefined;
  /** Grows with every change of any cluster, also when a cluster is reloaded. Valid in this process. */
  readonly position: number;
  /** ReadModel.revision at the write. */
  readonly revision: number;
  /** In the order of writing; some thousands at most. */
  readonly rows: readonly RowChange[];
  /** Objects of which only the relations or records changed: no filter and no page shows them. */
  readonly attached: readonly ObjectId[];
}
