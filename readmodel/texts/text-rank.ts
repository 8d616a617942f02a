/**
 * How well a text fits words that somebody typed: it is them, begins with them, has words that begin with them, or has them somewhere. Case is ignored.
 */

/** Best first. */
export const RANKS = ['exact', 'prefix', 'word', 'substring'] as const;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;

/** By place in RANKS; undefined for a text that does not have all the words. @param words At least one, in lower case. */
export function textRank(words: readonly string[]): (text: string) => number | undefined {
  const typed = words.join(' ');
  return text => {
    const folded = text.toLowerCase();
    if (!words.every(word => folded.includes(word))) return undefined;
    if (folded === typed) return 0;
    if (folded.startsWith(typed)) return 1;
    return words.every(word => beginsWord(text, folded, word)) ? 2 : 3;
  };
}

/** A word begins behind what is neither letter nor digit, and at a capital behind a small letter: `web-1`, `BuildFailed`. */
function beginsWord(text: string, folded: string, word: string): boolean {
  const isAligned = folded.length === text.length; // some letters get longer in lower case
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (at === 0 || !LETTER_OR_DIGIT.test(folded[at - 1]!)) return true;
    if (isAligned && SMALL.test(text[at - 1]!) && CAPITAL.test(text[at]!)) return true;
  }
  return false;
}
