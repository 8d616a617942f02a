/** Sorts in steps: a large cluster has tens of thousands of nodes, and sorting them at once would hold the event loop. */
import type { Steps } from '../../readmodel/gate.ts';

/** Items sorted, or merged, without yielding. */
const STEP = 1_024;

export function* sortedInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += STEP) {
    runs.push(items.slice(from, from + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const next: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) next.push(runs[i + 1] ? yield* merged(runs[i]!, runs[i + 1]!, compare) : runs[i]!);
    runs = next;
  }
  return runs[0] ?? [];
}

function* merged<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const all: T[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const isFirst = j >= other.length || (i < one.length && compare(one[i]!, other[j]!) <= 0);
    all.push(isFirst ? one[i++]! : other[j++]!);
    if (all.length % STEP === 0) yield;
  }
  return all;
}
