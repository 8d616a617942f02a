/** Sorts many items in steps: in runs, which are then merged. Equal items keep their order. */
import type { Steps } from './pace.ts';

/** Size of a run of texts, sorted in one step. */
const RUN = 4096;
/** Size of a run of other items, whose comparison costs more. */
const COMPARED_RUN = 1024;

/** Sorts by UTF-16 code unit. */
export function sorted(texts: readonly string[]): Steps<readonly string[]> {
  return inRuns(
    texts,
    RUN,
    run => run.sort(),
    (left, right) => left <= right,
  );
}

export function sortedBy<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<readonly T[]> {
  return inRuns(
    items,
    COMPARED_RUN,
    run => run.sort(compare),
    (left, right) => compare(left, right) <= 0,
  );
}

function* inRuns<T>(
  items: readonly T[],
  size: number,
  sort: (run: T[]) => T[],
  isFirst: (left: T, right: T) => boolean,
): Steps<readonly T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += size) {
    runs.push(sort(items.slice(from, from + size)));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedRuns(runs[at]!, runs[at + 1] ?? [], size, isFirst));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<T>(left: readonly T[], right: readonly T[], size: number, isFirst: (left: T, right: T) => boolean): Steps<T[]> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const isLeft = j === right.length || (i < left.length && isFirst(left[i]!, right[j]!));
    merged.push(isLeft ? left[i++]! : right[j++]!);
    if (merged.length % size === 0) yield;
  }
  return merged;
}
