/**
 * Finds the first rows of an order without all of them being looked at, whatever its keys are: value after value of those that few values share (levels.ts),
 * so each part that is come to is smaller than the one before. A part of few rows is looked at and sorted; one of many is walked in the lasting order of the
 * last key, by name or by a time. No order of rows is kept for this, and what tallies say is not there is not looked for.
 */
import type { Steps } from '../gate.ts';
import { levelsOf, type Level, type Walked } from './levels.ts';
import type { Part } from './part.ts';
import type { Ordering, Place } from '../rows/ordering.ts';
import type { RowTable } from '../rows/row-table.ts';

/** What is left to be done by whoever walks: the first rows of a part, from a place on. undefined: that would cost too much. */
export interface Leaves {
  /** By looking at each of its rows. */
  sorted(part: Part, start: Place | undefined, limit: number): Steps<readonly number[]>;
  /** By the first key that is no value of few, which comes next; maybe more rows than are wanted. */
  walked(part: Part, start: Place | undefined, limit: number): Steps<readonly number[] | undefined>;
}

export interface ValueWalk extends Walked {
  readonly limit: number;
  /** Whether a row lies at or beyond the far end of what is wanted. */
  readonly isOutside: (row: number) => boolean;
  /** A part of no more rows is sorted. */
  readonly small: number;
}

/** To come to a value costs about as much as to look at so many rows, and each look as much as one. */
const VALUE_COST = 8;
/** What is spent on values without letting anybody else have a turn. */
const STEP = 2_048;

interface Descent extends ValueWalk {
  readonly levels: readonly Level[];
  readonly leaves: Leaves;
  readonly found: number[];
  isDone: boolean;
  /** On values, since others had their turn. */
  spent: number;
  /** How many rows may still be looked at. */
  patience: number;
}

/** undefined: too few rows match on the way. */
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

/** Returns false where it is given up. `start`: as long as everything before it is left out. */
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
  // A lasting order that comes first is tried before all else: of few rows it says itself that it would cost too much.
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
