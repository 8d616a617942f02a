/**
 * Pages of sorted lists. A list consists of sorted runs, such as the nodes of one cluster. Finding a page takes one
 * binary search per run, so the cost hardly depends on the length of the list.
 */
import { badInput, compareKeys, cursorKey, encodeCursor, isTexts, foreignCursor } from '../arguments.ts';

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;
const MAX_CURSOR_LENGTH = 100_000;

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** The items `from` (included) to `to` (excluded) of a sorted list, and the owner of these items. */
export interface Run<T, Owner> {
  readonly items: readonly T[];
  readonly from: number;
  readonly to: number;
  readonly part: Owner;
}

export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | undefined;
    readonly endCursor: string | undefined;
  };
  readonly totalCount: number;
}

/**
 * @param runs All items of a run come before the items of the next run
 * @param keyOf Key of an item. The list must be sorted by the parts of the key, each compared by code unit
 */
export function pageOf<T, Owner>(
  runs: readonly Run<T, Owner>[],
  args: PageArguments,
  keyOf: (item: T, part: Owner) => readonly string[],
): Connection<{ readonly part: Owner; readonly value: T }> {
  const first = size('first', args.first ?? DEFAULT_PAGE);
  const after = args.after == null ? undefined : decodeCursor(args.after);
  const nodes: { readonly part: Owner; readonly value: T }[] = [];
  let [total, before] = [0, 0];
  for (const { items, from, to, part } of runs) {
    total += to - from;
    if (nodes.length === first && first > 0) continue;
    const start =
      after === undefined ? from : placeAfter(items, from, to, item => compareKeys(keyOf(item, part), after) > 0);
    before += start - from;
    for (let i = start; i < to && nodes.length < first; i++) nodes.push({ part, value: items[i]! });
  }
  const [start, end] = [nodes[0], nodes.at(-1)];
  return {
    nodes,
    pageInfo: {
      hasNextPage: before + nodes.length < total,
      hasPreviousPage: before > 0,
      startCursor: start && encodeCursor(keyOf(start.value, start.part)),
      endCursor: end && encodeCursor(keyOf(end.value, end.part)),
    },
    totalCount: total,
  };
}

/** Makes a whole list one run. */
export function runOf<T, Owner>(items: readonly T[], part: Owner): Run<T, Owner> {
  return { items, from: 0, to: items.length, part };
}

export function size(argument: string, value: number): number {
  if (value < 0 || value > MAX_PAGE)
    throw badInput(argument, `${value} is not from 0 to ${MAX_PAGE}. Ask for fewer at a time.`);
  return value;
}

/** Index of the first item after the cursor, by binary search. The items up to the cursor must come first. */
function placeAfter<T>(items: readonly T[], from: number, to: number, isAfter: (item: T) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function decodeCursor(cursor: string): readonly string[] {
  const key = cursorKey(cursor, MAX_CURSOR_LENGTH);
  if (!key || key.length === 0 || !isTexts(key)) throw foreignCursor(cursor);
  return key;
}
