/**
 * Finds the first rows of any order without reading all of them: value by value of the keys with few values
 * (levels.ts), so that each part is smaller than the one before. A small part is read and sorted; a large one is walked
 * in the lasting order of the last key, by name or by a time. Keeps no order of rows, and skips values that tallies
 * show to be absent.
 */
import type { Steps } from '../gate.ts';
import { levelsOf, type Level, type Walked } from './levels.ts';
import type { Part } from './part.ts';
import type { Ordering, Place } from '../rows/ordering.ts';
import type { RowTable } from '../rows/row-table.ts';

/** Reads the first rows of a part from a place on. Undefined: that would cost too much. */
export interface Leaves {
  /** Reads each row of the part. */
  sorted(part: Part, start: Place | undefined, limit: number): Steps<readonly number[]>;
  /** Walks by the first key with many values, which comes next; may return more rows than needed. */
  walked(part: Part, start: Place | undefined, limit: number): Steps<readonly number[] | undefined>;
}

export interface ValueWalk extends Walked {
  readonly limit: number;
  /** True if a row lies at or beyond the far end. */
  readonly isOutside: (row: number) => boolean;
  /** Maximum size of a part to sort. */
  readonly small: number;
}

/** Cost of reaching a value, in rows read. Each look at a cluster costs one row. */
const VALUE_COST = 8;
/** Cost spent on values without yielding. */
const STEP = 2_048;

interface Descent extends ValueWalk {
  readonly levels: readonly Level[];
  readonly leaves: Leaves;
  readonly found: number[];
  isDone: boolean;
  /** Cost spent on values since the last yield. */
  spent: number;
  /** Number of rows that may still be read. */
  patience: number;
}

/** Undefined if too few rows match on the way. */
export function* walkValues(
  table: RowTable,
  whole: Part,
  ordering: Ordering,
  walk: ValueWalk,
  leaves: Leaves,
): Steps<number[] | undefined> {
  const levels = levelsOf(table, ordering, walk);
  const patience = Math.max(walk.limit * 64, whole.atMost / 4);
  const descent: Descent = { ...walk, levels, leaves, found: [], isDone: false, spent: 0, patience };
  return (yield* descend(descent, 0, whole, walk.start)) ? descent.found : undefined;
}

/** Returns false if abandoned. `start`: set while everything before it is skipped. */
function* descend(descent: Descent, depth: number, part: Part, start: Place | undefined): Steps<boolean> {
  const level = descent.levels[depth];
  if (!level || part.inPlaces <= descent.small) return yield* gather(descent, part, start);
  const from = start && level.start;
  for (const value of level.values(part, from)) {
    const side = from === undefined ? 1 : (level.rank(value) - from) * level.step;
    if (side < 0) continue;
    const within = level.within(part, value);
    const cost = VALUE_COST + (level.cost?.(part, value) ?? 0);
    descent.patience -= cost;
    descent.spent += cost;
    if (descent.spent >= STEP) {
      descent.spent = 0;
      yield;
    }
    if (within.atMost > 0) {
      if (!(yield* descend(descent, depth + 1, within, side === 0 ? start : undefined))) return false;
      if (descent.isDone) return true;
    }
    if (descent.patience < 0) return false;
  }
  return true;
}

function* gather(descent: Descent, part: Part, start: Place | undefined): Steps<boolean> {
  const { leaves, found, isOutside, small } = descent;
  const limit = descent.limit - found.length;
  // A leading lasting order is tried first: for few rows it reports itself that it costs too much.
  const isSmall = descent.levels.length > 0 && part.inPlaces <= small;
  let rows = isSmall ? undefined : yield* leaves.walked(part, start, limit);
  if (!rows) {
    descent.patience -= part.atMost;
    if (descent.patience < 0) return false;
    rows = yield* leaves.sorted(part, start, limit);
  }
  for (const row of rows) {
    descent.isDone = isOutside(row) || found.push(row) === descent.limit;
    if (descent.isDone) break;
  }
  yield;
  return true;
}
