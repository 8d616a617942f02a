/**
 * What became of one object for one reader between two moments, whatever happened in between. Pure: the rule of the graph's `objectChanges`, and nothing else.
 */
import { INDEXED, type ColumnRow } from '../rows/column-row.ts';
import type { ChangeType } from '../query.ts';
import type { RowMatch } from '../filters/row-match.ts';

/** An object at a moment. */
export interface ObjectThen {
  /** undefined: it was not there. */
  readonly row: ColumnRow | undefined;
  /** Whether the reader may see an object of this id, there or not. */
  readonly shown: boolean;
}

export interface ObjectNow extends ObjectThen {
  /** Whether its cluster is there and serves its kind: otherwise no RBAC says who may see it. */
  readonly served: boolean;
}

/** undefined: for the reader nothing is different. */
export function netChange(then: ObjectThen, now: ObjectNow, matches: RowMatch): ChangeType | undefined {
  const was = then.row && then.shown && matches(then.row) ? then.row : undefined;
  const is = now.row && now.shown && matches(now.row) ? now.row : undefined;
  if (!was) return is && 'ENTER';
  if (is) return sameRow(was, is) ? undefined : 'UPDATE';
  return now.shown || !now.served ? 'LEAVE' : 'REVOKED';
}

/** Columns that make an UPDATE. Labels do too, by their content. */
const COMPARED = INDEXED.filter(name => name !== 'syncedAt' && name !== 'labels');

function sameRow(a: ColumnRow, b: ColumnRow): boolean {
  if (a === b) return true;
  for (const name of COMPARED) if (a[name] !== b[name]) return false;
  const keys = Object.keys(a.labels);
  return keys.length === Object.keys(b.labels).length && keys.every(key => Object.hasOwn(b.labels, key) && a.labels[key] === b.labels[key]);
}
