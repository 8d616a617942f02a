/**
 * Finds the known name that is most similar to an unknown name, for "did you mean" in the command line and the
 * Explorer.
 */

/**
 * The most similar known name. If several names are equally similar, returns the first. Allows one edit for every three
 * letters of `word`, but at most two edits. Case is ignored. Undefined if no name is similar enough.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  let found: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(lower, name.toLowerCase());
    if (distance <= Math.min(2, lower.length / 3) && distance < (found?.distance ?? Infinity))
      found = { name, distance };
  }
  return found?.name;
}

/** Number of letters that are added, omitted, replaced, or swapped with the next letter. */
function editDistance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        ...[(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)],
        ...(isSwap ? [(above[j - 2] ?? 0) + 1] : []),
      );
    }
    [above, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
