/**
 * Keyset pages over a selection, both ways. A page deep in the list costs what the first costs: nothing before it is read.
 *
 * Where few rows can match they are all looked at once and the best k kept. Otherwise the rows are walked in their order from the cursor on and those that
 * do not match are skipped: names and times in a lasting order, the other fields place by place. A walk that skips too much is given up for the look at
 * all of them.
 *
 * hasNextPage and hasPreviousPage tell whether rows that the reader may see lie beyond the page on either side, cursors or not.
 */
import { decodeCursor } from './cursor.ts';
import type { Steps } from '../gate.ts';
import type { Ordering, Place } from '../rows/ordering.ts';
import { isWalkedByPlace, walkPlaces } from './place-walk.ts';
import { QueryError, type PageRequest } from '../query.ts';
import type { RowOrder } from '../rows/row-order.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { Selection } from '../filters/selection.ts';
import { walkSorted } from './sorted-walk.ts';
import { TopK } from '../containers/top-k.ts';

/** Below this many candidates one look at all is as good as any walk. */
const SMALL = 4096;
/** A step of a walk costs about this many steps of a look at all. */
const WALK_COST = 8;
const FIRST_WALK_BLOCK = 128;
const MAX_WALK_BLOCK = 1024;

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
  const after = request.after === undefined ? undefined : decodeCursor(ordering, request.after, 'after');
  const before = request.before === undefined ? undefined : decodeCursor(ordering, request.before, 'before');
  const found = yield* take(table, selection, ordering, { after, before, forward, limit: size + 1 });
  const more = found.length > size;
  const rows = found.slice(0, size);
  function* beyond(place: Place | undefined, side: 'after' | 'before'): Steps<boolean> {
    if (!place) return false;
    // Mostly the cursor's own row is still there, which answers it at once.
    const own = table.find(place.id);
    if (own !== 0 && ordering.probe(place)(own) === 0 && selection.has(own)) return true;
    const one = yield* take(table, selection, ordering, { [side]: place, forward: side === 'after', limit: 1 });
    return one.length > 0;
  }
  return forward
    ? { rows, hasNextPage: more || (yield* beyond(before, 'after')), hasPreviousPage: yield* beyond(after, 'before') }
    : { rows: rows.reverse(), hasNextPage: yield* beyond(before, 'after'), hasPreviousPage: more || (yield* beyond(after, 'before')) };
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
  if (selection.atMost <= SMALL || !ordering.single) return undefined;
  const { field } = ordering.single;
  if (isWalkedByPlace(field)) return yield* walkByPlace(table, selection, ordering, range);
  const order =
    field === 'NAME' ? table.orders.byName.rows : field === 'CREATED' || field === 'TRANSITIONED' ? table.orders.byTime(field) : undefined;
  return order && (yield* walkInOrder(table, selection, ordering, range, order));
}

function* walkInOrder(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  { after, before, forward, limit }: Range,
  order: RowOrder,
): Steps<number[] | undefined> {
  const isOutside = endOf(ordering, forward ? before : after, forward);
  const kinds = [...table.kinds.ids()].filter(kind => selection.wantsKind(kind));
  const rows = walkSorted(order, kinds, ordering, { start: forward ? after : before, forward });
  const found: number[] = [];
  let budget = Math.max(FIRST_WALK_BLOCK, limit * 2, selection.atMost / WALK_COST);
  // How far the walk goes if the matches lie evenly, at the least.
  if ((limit * table.size) / selection.atMost > budget) return undefined;
  let size = FIRST_WALK_BLOCK;
  for (let ended = false; !ended && found.length < limit; size = Math.min(size * 2, MAX_WALK_BLOCK)) {
    if (budget <= 0) return undefined;
    const block = new Uint32Array(size);
    let filled = 0;
    while (filled < size && !ended) {
      const next = rows.next();
      if (next.done || isOutside(next.value)) ended = true;
      else block[filled++] = next.value;
    }
    budget -= filled;
    const count = selection.narrow(block, filled);
    for (let i = 0; i < count && found.length < limit; i++) found.push(block[i]!);
    yield;
  }
  return found;
}

function* walkByPlace(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  { after, before, forward, limit }: Range,
): Steps<number[] | undefined> {
  const isOutside = endOf(ordering, forward ? before : after, forward);
  const found: number[] = [];
  let budget = Math.max(limit * 64, selection.atMost / 4);
  for (const { rows, cost } of walkPlaces(table, selection, ordering, { start: forward ? after : before, forward })) {
    for (const row of rows) {
      if (isOutside(row)) return found;
      found.push(row);
      if (found.length === limit) return found;
    }
    if ((budget -= cost) <= 0) return undefined;
    yield;
  }
  return found;
}

/** Whether a row lies at or beyond the far end of a range. */
function endOf(ordering: Ordering, end: Place | undefined, forward: boolean): (row: number) => boolean {
  const probe = end && ordering.probe(end);
  if (!probe) return () => false;
  return forward ? row => probe(row) >= 0 : row => probe(row) <= 0;
}
