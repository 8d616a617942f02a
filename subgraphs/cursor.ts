/** Cursors of sorted lists: the encoded key of an item, so they contain only values that their reader has seen. */
import { compareText } from '../readmodel/table/names.ts';

/** Longer than a key of a few names. */
export const MAX_CURSOR_LENGTH = 20_000;

export function encodeCursor(key: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The key in a cursor. Undefined if the text is no cursor; callers check the number of parts. */
export function cursorKey(cursor: string, maxLength = MAX_CURSOR_LENGTH): readonly (string | null)[] | undefined {
  if (cursor.length > maxLength) return undefined;
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  return Array.isArray(key) && key.every(part => typeof part === 'string' || part === null) ? key : undefined;
}

export function isTexts(key: readonly (string | null)[]): key is readonly string[] {
  return key.every(part => part !== null);
}

/** Orders keys by code unit, part by part. */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareText(a[i]!, b[i]!);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
