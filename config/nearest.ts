/** The known name that is nearest to an unknown one, for "did you mean". */

/** The most similar known name, if it is similar enough: at most two edits, and at most one for three letters. */
export function nearest(key: string, known: readonly string[]): string | undefined {
  const scored = known
    .map(candidate => ({ candidate, distance: editDistance(key.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return scored[0] && scored[0].distance <= Math.min(2, key.length / 3) ? scored[0].candidate : undefined;
}

/** Letters that are added, left out, replaced, or swapped with their neighbour. */
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
