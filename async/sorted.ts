/** Sorts many texts in steps: in runs, which are then merged. */
import type { Steps } from './pace.ts';

/** Size of a run, sorted in one step. */
const RUN = 4096;

/** Sorts by UTF-16 code unit. */
export function* sorted(texts: readonly string[]): Steps<readonly string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += RUN) {
    runs.push(texts.slice(from, from + RUN).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedRuns(runs[at]!, runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns(left: readonly string[], right: readonly string[]): Steps<string[]> {
  const merged: string[] = [];
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const isLeft = j === right.length || (i < left.length && left[i]! <= right[j]!);
    merged.push(isLeft ? left[i++]! : right[j++]!);
    if (merged.length % RUN === 0) yield;
  }
  return merged;
}
