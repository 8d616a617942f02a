/** Sorts many texts in runs and merges them, yielding in between. */
import type { Yielder } from './yielder.ts';

/** Size of a run, sorted without yielding. */
const RUN = 4096;

/** Sorts by UTF-16 code unit. */
export async function sortedInTurns(texts: readonly string[], turns: Yielder): Promise<readonly string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += RUN) {
    runs.push(texts.slice(from, from + RUN).sort());
    await turns.take();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await mergedInTurns(runs[at]!, runs[at + 1] ?? [], turns));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedInTurns(left: readonly string[], right: readonly string[], turns: Yielder): Promise<string[]> {
  const merged: string[] = [];
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const isLeft = j === right.length || (i < left.length && left[i]! <= right[j]!);
    merged.push(isLeft ? left[i++]! : right[j++]!);
    if (merged.length % RUN === 0) await turns.take();
  }
  return merged;
}
