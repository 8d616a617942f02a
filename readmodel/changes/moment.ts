/** From where a list goes on: up to when its reader was told of rows, and what they saw then. */
import type { GrantObject, Visibility } from '../../rbac/types.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { Position } from '../../store/store.ts';
import type { ColumnRow } from '../rows/column-row.ts';

/** What a reader saw, by cluster. It never changes. */
export type Shown = ReadonlyMap<string, Visibility>;

/** What a list follows from beside its filter. */
export interface Moment {
  /** Of this process. */
  readonly position: number;
  readonly shown: Shown;
  /** Where another process finds the same rows, of clusters that show something; undefined where they are of no one position, or there is no other. */
  readonly stored?: ReadonlyMap<string, Position> | undefined;
  /** By cluster, what changed between the moment and this process' position, where another process told it. */
  readonly past?: ReadonlyMap<string, ClusterPast> | undefined;
}

/** What changed in a cluster since a position, in its order. */
export interface ClusterPast {
  readonly rows: readonly RowBefore[];
  /** What each grant that changed was at the position; undefined: it was not there. */
  readonly grants: ReadonlyMap<string, GrantObject | undefined>;
  /** From where on the journal tells what changed. */
  readonly mark: number;
}

/** What a row was before a change. */
export interface RowBefore {
  readonly id: string;
  /** Where the object is and what it is called. */
  readonly object: ObjectId;
  /** undefined: it was not there. */
  readonly before: ColumnRow | undefined;
}
