/**
 * How well a text matches typed words: it equals them, starts with them, has words that start with them, or contains
 * them. Ignores case.
 */

/** Best first. */
export const RANKS = ['exact', 'prefix', 'word', 'substring'] as const;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
/** Flags for the properties of a character. */
const [JUDGED, IN_WORD, IS_SMALL, IS_CAPITAL] = [1, 2, 4, 8];
/** By code unit; 0 before it is classified. A text may contain a word hundreds of times. */
const judged = new Uint8Array(2 ** 16);

/**
 * Index in RANKS; undefined if the text lacks one of the words.
 * @param words At least one, in lower case
 */
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

/**
 * A word starts after a character that is neither letter nor digit, and at a capital after a small letter: `web-1`,
 * `BuildFailed`.
 */
function beginsWord(text: string, folded: string, word: string): boolean {
  const isAligned = folded.length === text.length; // some letters grow longer in lower case
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (at === 0 || (characterAt(folded, at - 1) & IN_WORD) === 0) return true;
    if (isAligned && (characterAt(text, at - 1) & IS_SMALL) !== 0 && (characterAt(text, at) & IS_CAPITAL) !== 0) return true;
  }
  return false;
}

function characterAt(text: string, at: number): number {
  return (judged[text.charCodeAt(at)] ||= judge(text[at]!));
}

function judge(character: string): number {
  const [inWord, small, capital] = [LETTER_OR_DIGIT, SMALL, CAPITAL].map(pattern => pattern.test(character));
  return JUDGED | (inWord ? IN_WORD : 0) | (small ? IS_SMALL : 0) | (capital ? IS_CAPITAL : 0);
}
