/**
 * Walks a lasting order of several kinds at once, forward or backward from any place. Each kind is walked by itself,
 * block by block, and only matching rows are merged: one look at their place leaves most rows of a block out, before
 * any comparison.
 *
 * A kind starts only when its turn comes: until then it waits at the first row of its next block, which usually lies
 * beyond the page.
 *
 * The lasting order is ascending, in keys and ids. In a descending order the keys fall while the ids among equal keys
 * rise, so groups of equal keys are walked from last to first, and each group from its start. A group may be large and
 * is never read as a whole before its first row is returned.
 */
import type { Ordering, Place } from '../rows/ordering.ts';
import type { RowOrder } from '../rows/row-order.ts';
import { PAUSED } from '../filters/narrowings.ts';
import type { Part } from './part.ts';
import type { SortedNumbers, Spot } from '../containers/sorted-numbers.ts';

/** Matching rows in order, and the number of rows read since the last result. */
export interface Reached {
  readonly rows: readonly number[];
  readonly cost: number;
}

interface Route {
  /** The walk returns rows after this place, in its direction. */
  readonly start: Place | undefined;
  readonly forward: boolean;
}

interface Walking extends Route {
  /** Number of rows of a kind to read first. */
  readonly block: number;
}

/** State of a kind's walk. */
interface Stage extends Reached {
  /** No later row has a key before that of this row; 0: no more rows. */
  readonly next: number;
}

interface Walk {
  readonly stages: Generator<Stage, void>;
  stage: Stage;
  /** Number of rows of the stage already returned. */
  given: number;
}

/**
 * Reads the next block of a kind, as far as `end`, and keeps the matches. Undefined if it should yield first; call it
 * again with the same arguments.
 */
type Read = (spot: Spot, step: 1 | -1, end?: Spot) => Reached | undefined;

const LARGEST_BLOCK = 1024;
/** Kinds whose start is looked up without yielding. */
const KINDS_AT_ONCE = 64;

/** Yields rows, or none with the cost so far. */
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

/**
 * True if a row comes before the row a walk waits at. Of two with equal keys, the unchecked row comes first, to be
 * checked.
 */
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

/** Each block is twice as large as the previous one. */
function reading(part: Part, block: Uint32Array, first: number): Read {
  let size = Math.min(first, block.length);
  // All kinds share the block, so rows to read again are copied.
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

/**
 * A descending order: forward goes from the greatest key to the least, and by ascending id within equal keys. Backward
 * is the reverse.
 */
function* walkGroups(sorted: SortedNumbers, ordering: Ordering, { start, forward }: Route, read: Read): Generator<Stage, void> {
  const { compareKey } = ordering;
  const step = forward ? -1 : 1;
  /** The spots before and after all rows of a key, in walk direction. */
  const edges = (position: (row: number) => number): [near: Spot, far: Spot] => {
    const [begin, end] = [sorted.spot(position), sorted.spot(row => position(row) || -1)];
    return forward ? [end, begin] : [begin, end];
  };
  let spot = sorted.spot(forward ? 'end' : 'begin');
  /** Rest of a group, walked against the direction of the keys. */
  let rest: { readonly from: Spot; readonly end: Spot } | undefined;
  if (start) {
    const [probeKey, probe] = [ordering.probeKey(start), ordering.probe(start)];
    const [end, far] = edges(probeKey);
    // Ids rise in the start's own group too, so the rows after the start follow it.
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

/** Reverses each run of equal keys, and omits the run of one row. */
function inGroups(rows: readonly number[], compareKey: Ordering['compareKey'], without: number | undefined): number[] {
  const turned: number[] = [];
  for (let from = 0, end = 0; from < rows.length; from = end) {
    while (end < rows.length && compareKey(rows[from]!, rows[end]!) === 0) end++;
    if (without !== undefined && compareKey(rows[from]!, without) === 0) break;
    for (let at = end - 1; at >= from; at--) turned.push(rows[at]!);
  }
  return turned;
}
