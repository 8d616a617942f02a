/**
 * Keyset pages over a selection, both ways. A page deep in the list costs what the first costs: nothing before it is read.
 *
 * Where few rows can match among many they are all looked at once and the best k kept. Otherwise the rows are walked in their order from the cursor on and
 * those that do not match are skipped: names and times in a lasting order, the other fields place by place. A walk that skips too much is given up for the
 * look at all of them.
 *
 * hasNextPage and hasPreviousPage tell whether rows that the reader may see lie beyond the page on either side, cursors or not.
 */
import { decodeCursor } from './cursor.ts';
import type { Steps } from '../gate.ts';
import type { Ordering, Place } from '../rows/ordering.ts';
import { isWalkedByPlace, walkPlaces } from './place-walk.ts';
import { QueryError, type PageRequest } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { Selection } from '../filters/selection.ts';
import { walkSorted, type Reached } from './sorted-walk.ts';
import { TopK } from '../containers/top-k.ts';

/** Below this many candidates one look at all is as good as a walk by place. */
const SMALL = 4096;
/** To look at a row by way of its place, from wherever in memory the one before it is, costs about as much as so many steps of a walk in order. */
const PLACE_COST = 8;
/** A step of a walk in order costs about as much as so many rows of a scan. */
const SCAN_GAIN = 8;
/** The share of what a walk in order may cost that is spent before it has found anything. */
const TRIED = 0.125;
/** To begin a walk of a kind and to put it among the others costs about as much as so many steps. */
const KIND_COST = 64;
/** How much more than is likely to be enough is read at first: a second block would be twice as large. */
const MARGIN = 1.25;
/** Rows of a kind that a walk in order reads first, at the least. */
const FIRST_BLOCK = 8;

export interface PageRows {
  readonly rows: readonly number[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** @throws QueryError */
export function* selectPage(table: RowTable, selection: Selection, ordering: Ordering, request: PageRequest): Steps<PageRows> {
  const forward = 'first' in request;
  const size = forward ? request.first : request.last;
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new QueryError(`"${forward ? 'first' : 'last'}" must be a whole number that is not negative, not ${size}.`);
  }
  const { after, before } = endsOf(ordering, request);
  const found = yield* take(table, selection, ordering, { after, before, forward, limit: size + 1 });
  const more = found.length > size;
  const rows = found.slice(0, size);
  const beyond = (place: Place | undefined, side: 'after' | 'before') => isAnyBeyond(table, selection, ordering, place, side);
  return forward
    ? { rows, hasNextPage: more || (yield* beyond(before, 'after')), hasPreviousPage: yield* beyond(after, 'before') }
    : { rows: rows.reverse(), hasNextPage: yield* beyond(before, 'after'), hasPreviousPage: more || (yield* beyond(after, 'before')) };
}

/** Where a page begins and ends. @throws QueryError */
export function endsOf(ordering: Ordering, { after, before }: PageRequest): { after: Place | undefined; before: Place | undefined } {
  return {
    after: after === undefined ? undefined : decodeCursor(ordering, after, 'after'),
    before: before === undefined ? undefined : decodeCursor(ordering, before, 'before'),
  };
}

/** Not inside of selectPage(): V8 keeps whatever a generator function made anew for each call remembers until the next full collection of garbage. */
function* isAnyBeyond(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  place: Place | undefined,
  side: 'after' | 'before',
): Steps<boolean> {
  if (!place) return false;
  // Mostly the cursor's own row is still there, which answers it at once.
  const own = table.find(place.id);
  if (own !== 0 && ordering.probe(place)(own) === 0 && (yield* selection.has(own))) return true;
  const one = yield* take(table, selection, ordering, { [side]: place, forward: side === 'after', limit: 1 });
  return one.length > 0;
}

interface Range {
  readonly after?: Place | undefined;
  readonly before?: Place | undefined;
  /** From the beginning of the range, or backward from its end. */
  readonly forward: boolean;
  readonly limit: number;
}

function* take(table: RowTable, selection: Selection, ordering: Ordering, range: Range): Steps<number[]> {
  return (yield* walk(table, selection, ordering, range)) ?? (yield* scan(selection, ordering, range));
}

function* scan(selection: Selection, ordering: Ordering, { after, before, forward, limit }: Range): Steps<number[]> {
  const [behind, ahead] = [after && ordering.probe(after), before && ordering.probe(before)];
  const best = new TopK<number>(limit, forward ? ordering.compare : (a, b) => ordering.compare(b, a));
  yield* selection.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if ((!behind || behind(row) > 0) && (!ahead || ahead(row) < 0)) best.offer(row);
    }
  });
  return best.sorted();
}

/** undefined: there is no walk, or too few rows match on the way. */
function* walk(table: RowTable, selection: Selection, ordering: Ordering, range: Range): Steps<number[] | undefined> {
  const { after, before, forward, limit } = range;
  const way = wayOf(table, selection, ordering, { start: forward ? after : before, forward, limit });
  if (!way) return undefined;
  const isOutside = endOf(ordering, forward ? before : after, forward);
  const found: number[] = [];
  let { patience } = way;
  for (const { rows, cost } of way.reached) {
    for (const row of rows) {
      if (isOutside(row)) return found;
      found.push(row);
      if (found.length === limit) return found;
    }
    if ((patience += rows.length * way.more - cost) <= 0) return undefined;
    yield;
  }
  return found;
}

interface Way {
  readonly reached: Iterable<Reached>;
  /** At what cost the walk is given up, and how much more it may cost for each row that it finds. */
  readonly patience: number;
  readonly more: number;
}

/** undefined: there is no walk, or it would cost too much. */
function wayOf(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  { limit, ...walk }: { start: Place | undefined; forward: boolean; limit: number },
): Way | undefined {
  const { atMost } = selection;
  const field = ordering.single?.field;
  if (field === undefined) return undefined;
  if (isWalkedByPlace(field)) {
    if (atMost <= SMALL) return undefined;
    return { reached: walkPlaces(table, selection, ordering, { ...walk, limit }), patience: Math.max(limit * 64, atMost / 4), more: 0 };
  }
  const order = table.orders.of(field);
  if (!order) return undefined;
  const kinds = [...table.kinds.ids()].filter(kind => selection.wantsKind(kind));
  const budget = Math.max(limit * 2, Math.min(atMost * PLACE_COST, table.size / SCAN_GAIN));
  // How far the walk goes if the matches lie evenly, at the least.
  const expected = Math.min((limit * table.size) / atMost, order.sizeOf(kinds));
  if (expected + kinds.length * KIND_COST > budget) return undefined;
  const block = Math.max(Math.ceil((expected * MARGIN) / kinds.length), FIRST_BLOCK);
  const reached = walkSorted(order, kinds, selection, ordering, { ...walk, block });
  return { reached, patience: Math.max(budget * TRIED, limit * 2), more: budget / limit };
}

/** Whether a row lies at or beyond the far end of a range. */
function endOf(ordering: Ordering, end: Place | undefined, forward: boolean): (row: number) => boolean {
  const probe = end && ordering.probe(end);
  if (!probe) return () => false;
  return forward ? row => probe(row) >= 0 : row => probe(row) <= 0;
}
