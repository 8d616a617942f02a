/**
 * Compares two parsed JSON values. Without recursion, and yields between pieces of work: authors of objects on a leaf
 * decide their size and depth.
 */
import { isRecord } from '../../../kinds/untrusted.ts';

/** Some tenths of a millisecond. */
const VALUES_OF_PIECE = 2_048;

export function* isEqual(one: unknown, other: unknown): Generator<void, boolean, undefined> {
  const open: (readonly [unknown, unknown])[] = [[one, other]];
  let compared = 0;
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (Array.isArray(a) !== Array.isArray(b) || !isContainer(a) || !isContainer(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      if (a[key] !== b[key]) open.push([a[key], b[key]]);
      if (++compared % VALUES_OF_PIECE === 0) yield;
    }
  }
  return true;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isRecord(value);
}
