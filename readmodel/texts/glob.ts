/**
 * Globs: `*` is any run of characters, `?` is one character, nothing else is special. Matched by hand, not by a regular expression: a
 * pattern like `*a*a*a*b` costs at most pattern times text here, and nothing in it needs escaping.
 */
import { QueryError } from '../query.ts';

const MAX_GLOB = 1024;

export function compileGlob(pattern: string): (text: string) => boolean {
  if (pattern.length > MAX_GLOB)
    throw new QueryError(`The glob has ${pattern.length} characters; at most ${MAX_GLOB} are allowed. Shorten it.`);
  return text => matchesGlob(pattern, text);
}

function matchesGlob(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  // Where to go on when the characters after the latest `*` do not fit: let that star take one character more.
  let [afterStar, retry] = [-1, 0];
  while (t < text.length) {
    const wanted = pattern[p];
    if (wanted === '*') {
      afterStar = ++p;
      retry = t;
    } else if (wanted === '?') {
      p++;
      t += text.codePointAt(t)! > 0xffff ? 2 : 1;
    } else if (wanted !== undefined && wanted === text[t]) {
      p++;
      t++;
    } else if (afterStar >= 0) {
      p = afterStar;
      t = ++retry;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
