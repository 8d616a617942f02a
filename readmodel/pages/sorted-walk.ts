/**
 * Walks a lasting order of several kinds at once, forward or backward from any place in it. Each kind is walked by itself, block by block, and only rows that
 * match are merged: most rows of a block are left out by one look at their place, and none of those is compared with anything.
 *
 * A kind is not begun before its turn comes: until then it waits at the row its next block begins with, which mostly comes behind all that is wanted.
 *
 * The lasting order is ascending, keys and ids. In a descending one the keys fall while the ids among equal keys rise, so it is walked from one group of
 * equal keys to the one before, and each group from its beginning. A group may be large and is never read as a whole before its first row is given.
 */
import type { Ordering, Place } from '../rows/ordering.ts';
import type { RowOrder } from '../rows/row-order.ts';
import { PAUSED } from '../filters/narrowings.ts';
import type { Part } from './part.ts';
import type { SortedNumbers, Spot } from '../containers/sorted-numbers.ts';

/** Rows that match, in order; and how many were looked at since the last time. */
export interface Reached {
  readonly rows: readonly number[];
  readonly cost: number;
}

interface Route {
  /** Rows behind it, in the direction of the walk. */
  readonly start: Place | undefined;
  readonly forward: boolean;
}

interface Walking extends Route {
  /** How many rows of a kind are read at first. */
  readonly block: number;
}

/** What a kind's walk has come to. */
interface Stage extends Reached {
  /** Nothing that is to come has a key before that of this row; 0: nothing is to come. */
  readonly next: number;
}

interface Walk {
  readonly stages: Generator<Stage, void>;
  stage: Stage;
  /** How many rows of the stage have been given. */
  given: number;
}

/**
 * Reads the next block of a kind, as far as `end`, and keeps what matches. Undefined where others should have a turn first; then it is to be called again
 * for the same.
 */
type Read = (spot: Spot, step: 1 | -1, end?: Spot) => Reached | undefined;

const LARGEST_BLOCK = 1024;
/** Kinds whose beginning is looked for without letting anybody else have a turn. */
const KINDS_AT_ONCE = 64;

/** With rows, or with none and what it cost to come so far. */
export function* walkSorted(
  rows: RowOrder,
  kinds: readonly number[],
  part: Part,
  ordering: Ordering,
  { block: size, ...route }: Walking,
): Generator<Reached, void> {
  const walks: Walk[] = [];
  const isBefore = comparison(ordering, route.forward);
  const enter = (walk: Walk): void => {
    const [row, isMatch] = [rowOf(walk), isAtMatch(walk)];
    if (row === 0) return;
    let low = 0;
    for (let high = walks.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (isBefore(row, isMatch, walks[middle]!)) high = middle;
      else low = middle + 1;
    }
    walks.splice(low, 0, walk);
  };
  const block = new Uint32Array(Math.min(LARGEST_BLOCK, part.rowsAtOnce));
  for (const kind of kinds) {
    const sorted = rows.ofKind(kind);
    if (!sorted) continue;
    const read = reading(part, block, size);
    const walk = ordering.keys[0]!.descending ? walkGroups : walkStraight;
    const stages = walk(sorted, ordering, route, read);
    enter({ stages, stage: stages.next().value!, given: 0 });
    if (walks.length % KINDS_AT_ONCE === 0) yield { rows: [], cost: 0 };
  }
  for (let walk = walks.shift(); walk; walk = walks.shift()) {
    const [second] = walks;
    const { rows } = walk.stage;
    if (walk.given < rows.length) {
      let end = walk.given + 1;
      while (end < rows.length && (!second || isBefore(rows[end]!, true, second))) end++;
      yield { rows: rows.slice(walk.given, end), cost: 0 };
      walk.given = end;
    } else {
      const { done, value } = walk.stages.next();
      if (done) continue;
      walk.stage = value;
      walk.given = 0;
      yield { rows: [], cost: value.cost };
    }
    enter(walk);
  }
}

function isAtMatch({ stage, given }: Walk): boolean {
  return given < stage.rows.length;
}

function rowOf({ stage, given }: Walk): number {
  return stage.rows[given] ?? stage.next;
}

/** Whether a row comes before the one a walk waits at. Of two with equal keys the one that is not known to match is first, to be found out about. */
function comparison(ordering: Ordering, forward: boolean): (row: number, isMatch: boolean, other: Walk) => boolean {
  const direction = forward ? 1 : -1;
  const keyDirection = ordering.keys[0]!.descending ? -direction : direction;
  return (row, isMatch, walk) => {
    const other = rowOf(walk);
    const byKey = ordering.compareKey(row, other) * keyDirection;
    if (byKey !== 0) return byKey < 0;
    if (isMatch && isAtMatch(walk)) return ordering.compare(row, other) * direction < 0;
    return !isMatch;
  };
}

/** Each block is twice as large as the one before it. */
function reading(part: Part, block: Uint32Array, first: number): Read {
  let size = Math.min(first, block.length);
  // The block is that of all kinds, so what is to be read again is kept.
  let unread: Uint32Array | undefined;
  return (spot, step, end) => {
    if (unread) block.set(unread);
    const cost = unread?.length ?? spot.read(block, size, step, end);
    const rows = unread ?? (part.judges ? block.slice(0, cost) : undefined);
    const count = part.narrowAtOnce(block, cost);
    unread = count === PAUSED ? rows : undefined;
    if (count === PAUSED) return undefined;
    size = Math.min(size * 2, block.length);
    return { rows: Array.from(block.subarray(0, count)), cost };
  };
}

function* walkStraight(sorted: SortedNumbers, ordering: Ordering, { start, forward }: Route, read: Read): Generator<Stage, void> {
  const probe = start && ordering.probe(start);
  const step = forward ? 1 : -1;
  const spot = forward ? sorted.spot(probe ? row => probe(row) || -1 : 'begin') : sorted.spot(probe ?? 'end');
  let next = spot.peek(step);
  yield { rows: [], cost: 0, next };
  while (next !== 0) {
    let reached = read(spot, step);
    for (; !reached; reached = read(spot, step)) yield { rows: [], cost: 0, next };
    next = spot.peek(step);
    yield { ...reached, next };
  }
}

/** A descending order: forward is from the greatest key to the least, and in each group of equal keys by rising id. Backward is the reverse. */
function* walkGroups(sorted: SortedNumbers, ordering: Ordering, { start, forward }: Route, read: Read): Generator<Stage, void> {
  const { compareKey } = ordering;
  const step = forward ? -1 : 1;
  /** Before and behind all rows of a key, as the walk comes to them. */
  const edges = (position: (row: number) => number): [near: Spot, far: Spot] => {
    const [begin, end] = [sorted.spot(position), sorted.spot(row => position(row) || -1)];
    return forward ? [end, begin] : [begin, end];
  };
  let spot = sorted.spot(forward ? 'end' : 'begin');
  /** What is left of a group; it is walked against the direction of the keys. */
  let rest: { readonly from: Spot; readonly end: Spot } | undefined;
  if (start) {
    const [probeKey, probe] = [ordering.probeKey(start), ordering.probe(start)];
    const [end, far] = edges(probeKey);
    // In the start's own group ids rise as in any other, so behind the start is what follows it there.
    const from = sorted.spot(row => probeKey(row) || probe(row) || (forward ? -1 : 0));
    rest = { from, end };
    spot = far;
  }
  const inGroup = forward ? 1 : -1;
  const ahead = (): number => {
    const next = rest ? rest.from.peek(inGroup, rest.end) : 0;
    if (next === 0) rest = undefined;
    return next || spot.peek(step);
  };
  let next = ahead();
  yield { rows: [], cost: 0, next };
  while (next !== 0) {
    if (rest) {
      const { from, end } = rest;
      let reached = read(from, inGroup, end);
      for (; !reached; reached = read(from, inGroup, end)) yield { rows: [], cost: 0, next };
      next = ahead();
      yield { ...reached, next };
      continue;
    }
    let reached = read(spot, step);
    for (; !reached; reached = read(spot, step)) yield { rows: [], cost: 0, next };
    const { rows, cost } = reached;
    const last = rows.at(-1);
    const beyond = spot.peek(step);
    const isCut = last !== undefined && beyond !== 0 && compareKey(last, beyond) === 0;
    if (isCut) {
      const [near, far] = edges(row => compareKey(row, last));
      rest = { from: far, end: near };
      spot = far.copy();
    }
    next = ahead();
    yield { rows: inGroups(rows, compareKey, isCut ? last : undefined), cost, next };
  }
}

/** Turns each run of equal keys around, and leaves out the run of one row. */
function inGroups(rows: readonly number[], compareKey: Ordering['compareKey'], without: number | undefined): number[] {
  const turned: number[] = [];
  for (let from = 0, end = 0; from < rows.length; from = end) {
    while (end < rows.length && compareKey(rows[from]!, rows[end]!) === 0) end++;
    if (without !== undefined && compareKey(rows[from]!, without) === 0) break;
    for (let at = end - 1; at >= from; at--) turned.push(rows[at]!);
  }
  return turned;
}
