/** Random choices that depend only on a seed, so that a demo fleet looks the same on every machine. */

import { createHash } from 'node:crypto';

/** Generator of numbers in [0, 1) from a seed (mulberry32 over FNV-1a). */
export function seededRandom(...seed: readonly (string | number)[]): () => number {
  let state = 0x811c9dc5;
  for (const character of seed.join('\0')) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Up to 64 lower-case hexadecimal digits, for commits and digests. */
export function seededHex(length: number, ...seed: readonly (string | number)[]): string {
  return createHash('sha256').update(seed.join('\0')).digest('hex').slice(0, length);
}

/** A template hash or the suffix of a generated name, in the alphabet that Kubernetes uses. */
export function seededSuffix(length: number, ...seed: readonly (string | number)[]): string {
  const random = seededRandom('suffix', ...seed);
  return Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz2456789'[Math.floor(random() * 27)]).join('');
}
