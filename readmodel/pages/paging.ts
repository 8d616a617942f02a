/**
 * Keyset pages over a selection, in both directions. A page deep in the list costs as much as the first: nothing before
 * it is read.
 *
 * If few rows can match among many, all are read and the best k kept. Otherwise rows are walked in order from the
 * cursor, skipping those that do not match (value-walk.ts). A walk that skips too much is abandoned for a read of all.
 *
 * hasNextPage and hasPreviousPage say whether visible rows lie beyond the page on either side, with or without cursors.
 */
import { decodeCursor } from './cursor.ts';
import type { Steps } from '../gate.ts';
import type { Ordering, Place } from '../rows/ordering.ts';
import { walkLasting } from './lasting-walk.ts';
import { Part } from './part.ts';
import { QueryError, type PageRequest } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { Selection } from '../filters/selection.ts';
import { walkValues } from './value-walk.ts';
import { TopK } from '../containers/top-k.ts';

/** Maximum size of a part to read and sort. */
const SMALL = 512;
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

/** The ends of a page. @throws QueryError */
export function endsOf(ordering: Ordering, { after, before }: PageRequest): { after: Place | undefined; before: Place | undefined } {
  return {
    after: after === undefined ? undefined : decodeCursor(ordering, after, 'after'),
    before: before === undefined ? undefined : decodeCursor(ordering, before, 'before'),
  };
}

/** Outside selectPage(): V8 keeps the closures of a generator function alive until the next full garbage collection. */
function* isAnyBeyond(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  place: Place | undefined,
  side: 'after' | 'before',
): Steps<boolean> {
  if (!place) return false;
  // The cursor's own row usually still exists and decides at once.
  const own = table.find(place.id);
  if (own !== 0 && ordering.probe(place)(own) === 0 && (yield* selection.has(own))) return true;
  const one = yield* take(table, selection, ordering, { [side]: place, forward: side === 'after', limit: 1 });
  return one.length > 0;
}

export interface Range {
  readonly after?: Place | undefined;
  readonly before?: Place | undefined;
  /** From the start of the range, or backward from its end. */
  readonly forward: boolean;
  readonly limit: number;
}

function* take(table: RowTable, selection: Selection, ordering: Ordering, range: Range): Steps<number[]> {
  const whole = new Part(table, selection);
  return (yield* walk(table, whole, ordering, range)) ?? (yield* scan(whole, ordering, range));
}

function* scan(part: Part, ordering: Ordering, { after, before, forward, limit }: Range): Steps<number[]> {
  const [behind, ahead] = [after && ordering.probe(after), before && ordering.probe(before)];
  const best = new TopK<number>(limit, forward ? ordering.compare : (a, b) => ordering.compare(b, a));
  yield* part.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if ((!behind || behind(row) > 0) && (!ahead || ahead(row) < 0)) best.offer(row);
    }
  });
  return best.sorted();
}

/** Undefined if too few rows match on the way. `small`: maximum size of a part to sort. */
export function* walk(
  table: RowTable,
  whole: Part,
  ordering: Ordering,
  { after, before, forward, limit }: Range,
  small = SMALL,
): Steps<number[] | undefined> {
  const [start, end] = forward ? [after, before] : [before, after];
  const isOutside = endOf(ordering, end, forward);
  return yield* walkValues(
    table,
    whole,
    ordering,
    { start, forward, limit, isOutside, small },
    {
      sorted: (part, start, limit) => scan(part, ordering, { [forward ? 'after' : 'before']: start, forward, limit }),
      walked: (part, start, limit) => walkLasting(table, part, ordering, { start, forward, limit }),
    },
  );
}

/** True if a row lies at or beyond the far end of a range. */
function endOf(ordering: Ordering, end: Place | undefined, forward: boolean): (row: number) => boolean {
  const probe = end && ordering.probe(end);
  if (!probe) return () => false;
  return forward ? row => probe(row) >= 0 : row => probe(row) <= 0;
}
