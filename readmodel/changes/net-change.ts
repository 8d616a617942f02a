/** The net change of one object for one reader between two moments. Pure: the complete rule behind `objectChanges`. */
import { INDEXED, type ColumnRow } from '../rows/column-row.ts';
import type { ChangeType } from '../query.ts';
import type { RowMatch } from '../filters/row-match.ts';

/** An object at a moment. */
export interface ObjectThen {
  /** Undefined if it does not exist. */
  readonly row: ColumnRow | undefined;
  /** True if the reader may see an object of this id, whether it exists or not. */
  readonly shown: boolean;
}

export interface ObjectNow extends ObjectThen {
  /** True if its cluster exists and serves its kind: otherwise no RBAC says who may see it. */
  readonly served: boolean;
}

/** Undefined if nothing differs for the reader. */
export function netChange(then: ObjectThen, now: ObjectNow, matches: RowMatch): ChangeType | undefined {
  const was = then.row && then.shown && matches(then.row) ? then.row : undefined;
  const is = now.row && now.shown && matches(now.row) ? now.row : undefined;
  if (!was) return is && 'ENTER';
  if (is) return sameRow(was, is) ? undefined : 'UPDATE';
  return now.shown || !now.served ? 'LEAVE' : 'REVOKED';
}

/** Columns whose change is an UPDATE. Labels count too, compared by content. */
const COMPARED = INDEXED.filter(name => name !== 'syncedAt' && name !== 'labels');

function sameRow(a: ColumnRow, b: ColumnRow): boolean {
  if (a === b) return true;
  for (const name of COMPARED) if (a[name] !== b[name]) return false;
  const keys = Object.keys(a.labels);
  return keys.length === Object.keys(b.labels).length && keys.every(key => Object.hasOwn(b.labels, key) && a.labels[key] === b.labels[key]);
}
