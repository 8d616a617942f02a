/**
 * Keyset pages over a selection, both ways. A page deep in the list costs what the first costs: nothing before it is read.
 *
 * Two ways to find the next rows. Where a lasting sorted order exists it is walked from the cursor on and non-matching rows are skipped;
 * that is quick while matches are dense. Otherwise, and when the walk has skipped too much, all matches are scanned once and the best k kept.
 *
 * hasNextPage and hasPreviousPage tell whether rows that the reader may see lie beyond the page on either side, cursors or not.
 */
import { decodeCursor } from './cursor.ts';
import type { Ordering, Place } from './ordering.ts';
import { QueryError, type PageRequest } from './query.ts';
import type { RowTable } from './row-table.ts';
import type { Selection } from './selection.ts';
import { TopK } from './top-k.ts';

/** Below this many candidates one scan is as good as any walk. */
const SMALL = 4096;
/** A walk step costs about this many steps of a scan. */
const WALK_COST = 256;
const FIRST_WALK_BLOCK = 128;
const MAX_WALK_BLOCK = 1024;

export interface PageRows {
  readonly rows: readonly number[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** @throws QueryError */
export function selectPage(table: RowTable, selection: Selection, ordering: Ordering, request: PageRequest): PageRows {
  const forward = 'first' in request;
  const size = forward ? request.first : request.last;
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new QueryError(`"${forward ? 'first' : 'last'}" must be a whole number that is not negative, not ${size}.`);
  }
  const after = request.after === undefined ? undefined : decodeCursor(ordering, request.after, 'after');
  const before = request.before === undefined ? undefined : decodeCursor(ordering, request.before, 'before');
  const found = take(table, selection, ordering, { after, before, forward, limit: size + 1 });
  const more = found.length > size;
  const rows = found.slice(0, size);
  const beyond = (place: Place | undefined, side: 'after' | 'before'): boolean => {
    if (!place) return false;
    // Mostly the cursor's own row is still there, which answers it at once.
    const own = table.find(place.id);
    if (own !== 0 && ordering.probe(place)(own) === 0 && selection.has(own)) return true;
    return take(table, selection, ordering, { [side]: place, forward: side === 'after', limit: 1 }).length > 0;
  };
  return forward
    ? { rows, hasNextPage: more || beyond(before, 'after'), hasPreviousPage: beyond(after, 'before') }
    : { rows: rows.reverse(), hasNextPage: beyond(before, 'after'), hasPreviousPage: more || beyond(after, 'before') };
}

interface Range {
  readonly after?: Place | undefined;
  readonly before?: Place | undefined;
  /** From the beginning of the range, or backward from its end. */
  readonly forward: boolean;
  readonly limit: number;
}

function take(table: RowTable, selection: Selection, ordering: Ordering, range: Range): number[] {
  const walked = ordering.byName && selection.atMost > SMALL ? walk(table, selection, ordering, range) : undefined;
  return walked ?? scan(selection, ordering, range);
}

function scan(selection: Selection, ordering: Ordering, { after, before, forward, limit }: Range): number[] {
  const [behind, ahead] = [after && ordering.probe(after), before && ordering.probe(before)];
  const best = new TopK<number>(limit, forward ? ordering.compare : (a, b) => ordering.compare(b, a));
  selection.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if ((!behind || behind(row) > 0) && (!ahead || ahead(row) < 0)) best.offer(row);
    }
  });
  return best.sorted();
}

/** undefined: too few matches on the way, a scan is cheaper than going on. */
function walk(table: RowTable, selection: Selection, ordering: Ordering, { after, before, forward, limit }: Range): number[] | undefined {
  const [behind, ahead] = [after && ordering.probe(after), before && ordering.probe(before)];
  const rows = forward ? table.byName.forward(behind) : table.byName.backward(ahead);
  const outside = forward ? ahead && ((row: number) => ahead(row) >= 0) : behind && ((row: number) => behind(row) <= 0);
  const found: number[] = [];
  let budget = Math.max(FIRST_WALK_BLOCK, limit * 2, selection.atMost / WALK_COST);
  let size = FIRST_WALK_BLOCK;
  for (let ended = false; !ended && found.length < limit; size = Math.min(size * 2, MAX_WALK_BLOCK)) {
    if (budget <= 0) return undefined;
    const block = new Uint32Array(size);
    let filled = 0;
    while (filled < size && !ended) {
      const next = rows.next();
      if (next.done || outside?.(next.value)) ended = true;
      else block[filled++] = next.value;
    }
    budget -= filled;
    const count = selection.narrow(block, filled);
    for (let i = 0; i < count && found.length < limit; i++) found.push(block[i]!);
  }
  return found;
}
