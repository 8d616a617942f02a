/** Position from which a list continues: what its reader has received, and what the reader saw then. */
import type { GrantObject, Visibility } from '../../rbac/types.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { Position } from '../../store/store.ts';
import type { ColumnRow } from '../rows/column-row.ts';

/** The reader's visibility by cluster. Immutable. */
export type Shown = ReadonlyMap<string, Visibility>;

/** Position of a list, beside its filter. */
export interface Moment {
  /** Position in the journal of this process. */
  readonly position: number;
  readonly shown: Shown;
  /**
   * Positions in the store's logs at which another process finds the same rows, for clusters that show something.
   * Undefined if the rows do not belong to one position, or if there is no other process.
   */
  readonly stored?: ReadonlyMap<string, Position> | undefined;
  /** Changes between the moment and this process's position, by cluster, if another process made the moment. */
  readonly past?: ReadonlyMap<string, ClusterPast> | undefined;
}

/** The changes of a cluster since a position, in order. */
export interface ClusterPast {
  readonly rows: readonly RowBefore[];
  /** Each changed grant as it was at the position; undefined if it did not exist. */
  readonly grants: ReadonlyMap<string, GrantObject | undefined>;
  /** Position from which the journal continues. */
  readonly mark: number;
}

/** A row before a change. */
export interface RowBefore {
  readonly id: string;
  /** The object's id. */
  readonly object: ObjectId;
  /** Undefined if it did not exist. */
  readonly before: ColumnRow | undefined;
}
