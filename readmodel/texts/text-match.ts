/** Compiles a TextMatch: all its members must hold. Case folding uses Unicode's lower case, independent of locale. */
import { compileGlob } from './glob.ts';
import type { TextMatch } from '../query.ts';

export function compileTextMatch(match: TextMatch): (text: string) => boolean {
  const fold = match.ignoreCase ? (text: string) => text.toLowerCase() : (text: string) => text;
  const tests: ((text: string) => boolean)[] = [];
  if (match.equals !== undefined) {
    const equals = fold(match.equals);
    tests.push(text => text === equals);
  }
  if (match.prefix !== undefined) {
    const prefix = fold(match.prefix);
    tests.push(text => text.startsWith(prefix));
  }
  if (match.contains !== undefined) {
    const contains = fold(match.contains);
    tests.push(text => text.includes(contains));
  }
  if (match.glob !== undefined) tests.push(compileGlob(fold(match.glob)));
  return text => {
    const folded = fold(text);
    return tests.every(test => test(folded));
  };
}
