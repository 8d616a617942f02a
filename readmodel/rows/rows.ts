import type { ObjectId } from '../../schema/object-id.ts';
import type { TextDictionary } from '../texts/text-dictionary.ts';
import type { Columns } from './columns.ts';
import type { Kinds } from './kinds.ts';
import type { Places } from './places.ts';

/** The rows of a table, as its parts read them. */
export interface Rows {
  readonly columns: Columns;
  readonly places: Places;
  readonly kinds: Kinds;
  readonly names: TextDictionary;
  /** The row of an object, or 0. */
  find(id: ObjectId): number;
}
