/**
 * Walks a lasting order of several kinds at once, forward or backward from any place in it: the walks of the kinds are merged lazily, so the next row of
 * all is that of the first.
 *
 * The lasting order is ascending, keys and ids. In a descending one the keys fall while the ids among equal keys rise, so it is walked from one group of
 * equal keys to the one before, and each group from its beginning.
 */
import type { Ordering, Place } from '../rows/ordering.ts';
import type { RowOrder } from '../rows/row-order.ts';
import type { SortedNumbers, Spot } from '../containers/sorted-numbers.ts';

/** A walk of one kind, and the row that it came to. */
interface Walk {
  readonly walk: Generator<number, void>;
  row: number;
}

/** @param start Rows behind it, in the direction of the walk. */
export function* walkSorted(
  rows: RowOrder,
  kinds: readonly number[],
  ordering: Ordering,
  { start, forward }: { start: Place | undefined; forward: boolean },
): Generator<number, void> {
  const direction = forward ? 1 : -1;
  const descending = ordering.single?.descending ?? false;
  const walks: Walk[] = [];
  const advance = (from: Walk): void => {
    const { done, value } = from.walk.next();
    if (done) return;
    from.row = value;
    let low = 0;
    for (let high = walks.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (ordering.compare(walks[middle]!.row, value) * direction < 0) low = middle + 1;
      else high = middle;
    }
    walks.splice(low, 0, from);
  };
  for (const kind of kinds) {
    const sorted = rows.ofKind(kind);
    if (!sorted) continue;
    const walk = descending ? walkGroups(sorted, ordering, start, forward) : walkStraight(sorted, ordering, start, forward);
    advance({ walk, row: 0 });
  }
  for (let first = walks.shift(); first; first = walks.shift()) {
    yield first.row;
    // The last one needs no merging, and lists are mostly of one kind.
    if (walks.length === 0) return yield* first.walk;
    advance(first);
  }
}

function* walkStraight(sorted: SortedNumbers, ordering: Ordering, start: Place | undefined, forward: boolean): Generator<number, void> {
  const probe = start && ordering.probe(start);
  if (forward) {
    const spot = sorted.spot(probe ? row => probe(row) || -1 : 'begin');
    for (let row = spot.next(); row !== 0; row = spot.next()) yield row;
  } else {
    const spot = sorted.spot(probe ?? 'end');
    for (let row = spot.previous(); row !== 0; row = spot.previous()) yield row;
  }
}

/** A descending order: forward is from the greatest key to the least, and in each group of equal keys by rising id. Backward is the reverse. */
function* walkGroups(sorted: SortedNumbers, ordering: Ordering, start: Place | undefined, forward: boolean): Generator<number, void> {
  const probeKey = start && ordering.probeKey(start);
  const probe = start && ordering.probe(start);
  const { compareKey } = ordering;
  // At the end of the next group that the walk comes to, or rather at its beginning when it goes backward.
  let spot: Spot;
  if (probeKey && probe) {
    // The group of the start itself: what lies behind the start in it comes first.
    const begin = sorted.spot(probeKey);
    const end = sorted.spot(row => probeKey(row) || -1);
    const inGroup = forward ? sorted.spot(row => probeKey(row) || probe(row) || -1) : sorted.spot(row => probeKey(row) || probe(row));
    if (forward) for (let row = inGroup.next(); row !== 0 && probeKey(row) === 0; row = inGroup.next()) yield row;
    else for (let row = inGroup.previous(); row !== 0 && probeKey(row) === 0; row = inGroup.previous()) yield row;
    spot = forward ? begin : end;
  } else spot = sorted.spot(forward ? 'end' : 'begin');
  for (;;) {
    const edge = forward ? spot.copy().previous() : spot.copy().next();
    if (edge === 0) return;
    const sameKey = (row: number): boolean => row !== 0 && compareKey(row, edge) === 0;
    const other = spot.copy();
    if (forward) {
      other.previous();
      // Mostly the group is one row, which saves a search.
      if (sameKey(other.copy().previous())) {
        const group = sorted.spot(row => compareKey(row, edge));
        const begin = group.copy();
        for (let row = group.next(); sameKey(row); row = group.next()) yield row;
        spot = begin;
      } else {
        yield edge;
        spot = other;
      }
    } else {
      other.next();
      if (sameKey(other.copy().next())) {
        const group = sorted.spot(row => compareKey(row, edge) || -1);
        const end = group.copy();
        for (let row = group.previous(); sameKey(row); row = group.previous()) yield row;
        spot = end;
      } else {
        yield edge;
        spot = other;
      }
    }
  }
}
