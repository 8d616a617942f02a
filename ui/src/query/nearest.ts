/** The known word that an unknown one was meant to be: at most one wrong letter in three. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  let found: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance <= lower.length / 3 && distance < (found?.distance ?? Infinity)) found = { word: candidate, distance };
  }
  return found?.word;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] ?? 0;
}
