/**
 * Walks a part of the rows in a lasting order, by name or by a time: the first such key of an order. Rows with equal
 * keys are collected and sorted by the keys after it. A walk that skips too much is abandoned.
 */
import type { Steps } from '../gate.ts';
import { isGrouped } from './levels.ts';
import type { Part } from './part.ts';
import type { OrderField } from '../query.ts';
import { orderingOf, type Ordering, type Place } from '../rows/ordering.ts';
import type { RowTable } from '../rows/row-table.ts';
import { walkSorted } from './sorted-walk.ts';

/** Cost of reading a row through its place, at a random spot in memory, in steps of a walk in order. */
const PLACE_COST = 8;
/** Cost of a step of a walk in order, in rows of a scan. */
const SCAN_GAIN = 8;
/** Share of the budget of a walk in order that may be spent before the first match. */
const TRIED = 0.125;
/** Cost of starting the walk of a kind and merging it with the others, in steps. */
const KIND_COST = 64;
/** Safety factor of the first read: a second block would be twice as large. */
const MARGIN = 1.25;
/** Minimum rows of a kind that a walk in order reads first. */
const FIRST_BLOCK = 8;
/** Maximum rows of equal keys to sort. */
const MOST_EQUAL = 4096;

export interface LastingWalk {
  readonly start: Place | undefined;
  readonly forward: boolean;
  readonly limit: number;
}

/** The field of the first key that is a name or a time. */
export function lastingField({ keys }: Ordering): OrderField | undefined {
  return keys.find(({ field }) => !isGrouped(field))?.field;
}

/**
 * Rows of a part in which all keys before the lasting one are equal. May return more than `limit` rows. Undefined if
 * there is no such order, or too few rows match on the way.
 */
export function* walkLasting(table: RowTable, part: Part, whole: Ordering, walk: LastingWalk): Steps<number[] | undefined> {
  const at = whole.keys.findIndex(({ field }) => !isGrouped(field));
  const key = whole.keys[at];
  const order = key && table.orders.of(key.field);
  if (!order) return undefined;
  const { start, forward, limit } = walk;
  const { atMost, share } = part;
  const kinds = [...table.kinds.ids()].filter(kind => part.wantsKind(kind));
  const budget = Math.max(limit * 2, Math.min(atMost * PLACE_COST, table.size / SCAN_GAIN));
  // Minimum length of the walk if matches are spread evenly.
  const inKinds = order.sizeOf(kinds);
  const among = part.restriction.kind === -1 ? table.size : inKinds;
  const expected = Math.min((limit * among) / (atMost * share), inKinds);
  if (expected + kinds.length * KIND_COST > budget) return undefined;
  const block = Math.max(Math.ceil((expected * MARGIN) / kinds.length), FIRST_BLOCK);
  const isLast = at === whole.keys.length - 1;
  const ordering = whole.keys.length === 1 ? whole : byKey(table, whole, at, { isLast, forward });
  const from = start && { id: start.id, values: carriedBy(whole, at, start) };
  const found: number[] = [];
  let patience = Math.max(budget * TRIED, limit * 2);
  for (const { rows, cost } of walkSorted(order, kinds, part, ordering, { start: from, forward, block })) {
    for (const row of rows) {
      if (!isLast && found.length >= limit && ordering.compareKey(found[limit - 1]!, row) !== 0) return sorted(found, whole, walk);
      if (found.push(row) === limit && isLast) return found;
    }
    if (found.length - limit > MOST_EQUAL) return undefined;
    if ((patience += (rows.length * budget) / limit - cost) <= 0) return undefined;
    yield;
  }
  return isLast ? found : sorted(found, whole, walk);
}

/**
 * The order of one key. If others follow it, a place stands before all rows of an equal key, and all of them are
 * walked.
 */
function byKey(table: RowTable, { keys }: Ordering, at: number, { isLast, forward }: { isLast: boolean; forward: boolean }): Ordering {
  const ordering = orderingOf(table, [keys[at]!]);
  if (isLast) return ordering;
  const before = forward ? 1 : -1;
  return {
    ...ordering,
    probe: place => {
      const probe = ordering.probeKey(place);
      return keys[at]!.descending ? row => -probe(row) || before : row => probe(row) || before;
    },
  };
}

/** The values of one key in a place. Of the keys before a lasting one, a place carries only the status. */
function carriedBy({ keys }: Ordering, at: number, { values }: Place): Place['values'] {
  return values.slice(keys.slice(0, at).some(({ field }) => field === 'STATUS') ? 1 : 0);
}

function sorted(found: number[], { compare, probe }: Ordering, { start, forward }: LastingWalk): number[] {
  const direction = forward ? 1 : -1;
  const from = start && probe(start);
  const behind = from ? found.filter(row => from(row) * direction > 0) : found;
  return behind.sort((a, b) => compare(a, b) * direction);
}
