/**
 * Matching of texts. A text must meet all members of a TextMatch. With `ignoreCase`, texts are compared in Unicode's
 * lower case, independent of locale.
 */
import type { Steps } from '../../async/fair-turns.ts';
import { QueryError, type TextMatch } from '../query.ts';
import { grown } from './containers.ts';

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

const MAX_GLOB = 1024;

/** Returns the end of a part that starts at a position of the text. -1 if the part does not match there. */
type Part = (text: string, at: number) => number;

/**
 * Compiles a glob. `*` matches any text, `?` matches one character, and all other characters match themselves. Globs
 * are not compiled to regular expressions. Nothing must be escaped then, and matching never goes back to an earlier
 * part. Each part between two stars is searched from the end of the previous part. A part without `?` uses the engine's
 * own text search. A part with `?` costs at most the length of the part times the length of the text.
 */
function compileGlob(pattern: string): (text: string) => boolean {
  if (pattern.length > MAX_GLOB)
    throw new QueryError(`The glob has ${pattern.length} characters; at most ${MAX_GLOB} are allowed. Shorten it.`);
  const [first = '', ...others] = pattern.split('*');
  const begin = partAt(first);
  const last = others.pop();
  if (last === undefined) return text => begin(text, 0) === text.length;
  const middle = others.filter(part => part !== '').map(partBehind);
  const end = partAtEnd(last);
  return text => {
    let at = begin(text, 0);
    for (let i = 0; i < middle.length && at !== -1; i++) at = middle[i]!(text, at);
    return at !== -1 && end(text, at);
  };
}

/** Returns the length of the longest part with a `?`. 0 if there is none. */
export function slowestPart(pattern: string): number {
  return Math.max(0, ...pattern.split('*').map(part => (part.includes('?') ? part.length : 0)));
}

function partAt(part: string): Part {
  if (!part.includes('?')) return (text, at) => (text.startsWith(part, at) ? at + part.length : -1);
  return (text, at) => {
    let end = at;
    for (let i = 0; i < part.length; i++) {
      if (end >= text.length) return -1;
      if (part[i] === '?') end += text.codePointAt(end)! > 0xffff ? 2 : 1;
      else if (part[i] === text[end]) end++;
      else return -1;
    }
    return end;
  };
}

/** Finds the first match at or after a position. Returns its end, or -1. */
function partBehind(part: string): Part {
  if (!part.includes('?')) {
    return (text, at) => {
      const found = text.indexOf(part, at);
      return found === -1 ? -1 : found + part.length;
    };
  }
  const here = partAt(part);
  return (text, at) => {
    for (let from = at; from < text.length; from++) {
      const end = here(text, from);
      if (end !== -1) return end;
    }
    return -1;
  };
}

/** True if the part matches the end of the text and starts at `at` or later. */
function partAtEnd(part: string): (text: string, at: number) => boolean {
  if (!part.includes('?')) return (text, at) => text.length - part.length >= at && text.endsWith(part);
  const here = partAt(part);
  return (text, at) => {
    for (let from = at; from < text.length; from++) if (here(text, from) === text.length) return true;
    return false;
  };
}

/**
 * How well a text matches typed words, best first. The text equals the words, starts with them, has words that start
 * with them, or contains them. Ignores case.
 */
export const RANKS = ['exact', 'prefix', 'word', 'substring'] as const;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
/** Flags for properties of a character. */
const [JUDGED, IN_WORD, IS_SMALL, IS_CAPITAL] = [1, 2, 4, 8];
/** Cache of flags by code unit. 0 if not computed yet. Needed because a text may contain a word hundreds of times. */
const judged = new Uint8Array(2 ** 16);

/**
 * Returns the index in RANKS. Undefined if the text lacks one of the words.
 * @param words At least one word, in lower case
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
 * True if a word of the text starts with `word`. A word begins at the start of the text, after a character that is
 * neither letter nor digit, or at a capital after a small letter. Examples: `web-1`, `BuildFailed`.
 */
function beginsWord(text: string, folded: string, word: string): boolean {
  const isAligned = folded.length === text.length; // some letters become longer in lower case
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (at === 0 || (characterAt(folded, at - 1) & IN_WORD) === 0) return true;
    if (isAligned && (characterAt(text, at - 1) & IS_SMALL) !== 0 && (characterAt(text, at) & IS_CAPITAL) !== 0)
      return true;
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

/** True if the bytes from `from` up to, but not including, `to` match. */
export type ByteMatch = (bytes: Uint8Array, from: number, to: number) => boolean;

const AS_IS = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** Lower case of each Latin-1 byte. */
const LOWER = AS_IS.map(byte => String.fromCharCode(byte).toLowerCase().charCodeAt(0));

/**
 * Compiles a match for texts that are stored as Latin-1 bytes. Undefined if the match has a glob.
 *
 * No string is created for each text. With millions of names, creating strings is most of the cost. The lower case of a
 * Latin-1 byte is a single Latin-1 byte, so results equal the results of compileTextMatch().
 */
export function compileByteMatch({ equals, prefix, contains, glob, ignoreCase }: TextMatch): ByteMatch | undefined {
  if (glob !== undefined) return undefined;
  const fold = ignoreCase ? LOWER : AS_IS;
  const needle = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const tests: ByteMatch[] = [];
  if (equals !== undefined) tests.push(whole(needle(equals), fold));
  if (prefix !== undefined) tests.push(beginning(needle(prefix), fold));
  if (contains !== undefined) tests.push(anywhere(needle(contains), fold));
  const [only] = tests;
  return tests.length === 1 ? only : (bytes, from, to) => tests.every(test => test(bytes, from, to));
}

function whole(needle: string, fold: Uint8Array): ByteMatch {
  const begins = beginning(needle, fold);
  return (bytes, from, to) => to - from === needle.length && begins(bytes, from, to);
}

function beginning(needle: string, fold: Uint8Array): ByteMatch {
  return (bytes, from, to) => to - from >= needle.length && isAt(needle, fold, bytes, from);
}

/**
 * Searches by the algorithm of Knuth, Morris and Pratt. For any needle, its cost is linear in the length of the text.
 */
function anywhere(needle: string, fold: Uint8Array): ByteMatch {
  if (needle === '') return () => true;
  const codes = Uint16Array.from({ length: needle.length }, (_, i) => needle.charCodeAt(i));
  const first = codes[0]!;
  const fallback = fallbacks(codes);
  return (bytes, from, to) => {
    let matched = 0;
    for (let at = from; at < to; at++) {
      const byte = fold[bytes[at]!]!;
      while (matched > 0 && byte !== codes[matched]) matched = fallback[matched - 1]!;
      if (byte !== (matched === 0 ? first : codes[matched])) continue;
      if (++matched === codes.length) return true;
    }
    return false;
  };
}

/** For each character of the needle, the length of the needle's longest proper prefix that ends there. */
function fallbacks(codes: Uint16Array): Uint16Array {
  const fallback = new Uint16Array(codes.length);
  for (let at = 1, matched = 0; at < codes.length; at++) {
    while (matched > 0 && codes[at] !== codes[matched]) matched = fallback[matched - 1]!;
    if (codes[at] === codes[matched]) matched++;
    fallback[at] = matched;
  }
  return fallback;
}

function isAt(needle: string, fold: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < needle.length; i++) if (fold[bytes[at + i]!] !== needle.charCodeAt(i)) return false;
  return true;
}

const BLOCK_SHIFT = 3;
const BLOCK = 1 << BLOCK_SHIFT;
const SLICE_BITS = 10;
const SLICES = 1 << SLICE_BITS;
const PAIR_SLICES = 1 << 12;
/** Number of words of a slice in each chunk. 16 words are 64 bytes, a usual cache line. */
const CHUNK_WORDS = 16;
const WORD_SHIFT = BLOCK_SHIFT + 5;
/** A group has as many blocks as a word of Candidates has bits. */
const GROUP_SHIFT = WORD_SHIFT;
/** Maximum number of trigrams or pairs of a pattern that are looked up. More would exclude hardly any further texts. */
const MOST_LOOKED_FOR = 32;
const LENGTH = 3;
const PAIR = 2;

/** Bitmap of the blocks in which a text may match. */
export type Candidates = Uint32Array;

const NOTHING = new Uint32Array(0);

/** Bitmaps (slices), each with one bit for each block of 2 ** shift texts. */
class Slices {
  readonly #chunks: Uint32Array[] = [];
  readonly #shift: number;
  readonly #length: number;
  /** Number of texts dropped from each block since its bits were last cleared. */
  #gone = new Uint16Array(64);

  constructor(shift: number, slices: number) {
    this.#shift = shift;
    this.#length = slices * CHUNK_WORDS;
  }

  get byteLength(): number {
    return this.#chunks.length * this.#length * 4 + this.#gone.byteLength;
  }

  /** Returns the chunk that contains the bits of a text. Creates the chunk if needed. */
  chunkOf(id: number): Uint32Array {
    return (this.#chunks[this.#chunkNumber(id)] ??= new Uint32Array(this.#length));
  }

  /** Returns the index of a text's word in the first slice of its chunk. */
  wordOf(id: number): number {
    return (id >>> (this.#shift + 5)) & (CHUNK_WORDS - 1);
  }

  bitOf(id: number): number {
    return 1 << (id >>> this.#shift);
  }

  drop(id: number): void {
    const block = id >>> this.#shift;
    if (block >= this.#gone.length) this.#gone = grown(this.#gone, block + 1);
    this.#gone[block] = Math.min(this.#gone[block]! + 1, 1 << this.#shift);
  }

  isWorn(id: number): boolean {
    return this.#gone[id >>> this.#shift]! >= 1 << this.#shift;
  }

  clear(id: number): { readonly from: number; readonly to: number } {
    const block = id >>> this.#shift;
    const chunk = this.#chunks[this.#chunkNumber(id)] ?? NOTHING; // missing if add() got no text of the chunk
    const others = ~this.bitOf(id);
    for (let at = this.wordOf(id); at < chunk.length; at += CHUNK_WORDS) chunk[at]! &= others;
    this.#gone[block] = 0;
    return { from: block << this.#shift, to: (block + 1) << this.#shift };
  }

  /** Returns a bitmap of the blocks that have a bit in all of these slices. */
  inAll(slices: readonly number[]): Uint32Array {
    const found = new Uint32Array(this.#chunks.length * CHUNK_WORDS);
    for (const [i, chunk] of this.#chunks.entries()) {
      const words = found.subarray(i * CHUNK_WORDS, (i + 1) * CHUNK_WORDS);
      words.fill(0xffffffff);
      for (const slice of slices) {
        let left = 0;
        for (let word = 0; word < CHUNK_WORDS; word++) left |= words[word]! &= chunk[slice * CHUNK_WORDS + word]!;
        if (left === 0) break;
      }
    }
    return found;
  }

  #chunkNumber(id: number): number {
    return Math.floor(id / (CHUNK_WORDS * 32 * (1 << this.#shift)));
  }
}

/**
 * Finds which texts of a dictionary may contain a pattern. A trigram is three characters in a row, and a text that
 * contains a pattern has all trigrams of the pattern. The index only excludes texts, and a matcher checks the remaining
 * texts.
 *
 * Eight consecutive numbers of texts form a block. A hash assigns each trigram to a slice, and each slice has one bit
 * for each block. The bit is set if any text of the block has a trigram of the slice. Combining a few slices word by
 * word gives the blocks that may have all trigrams of a pattern. The index of trigrams takes SLICES / 8 / BLOCK bytes
 * per text, whatever the length of the text.
 *
 * A pattern of two characters has no trigram. Pairs of characters are indexed in the same way, in PAIR_SLICES slices
 * with one bit for each group of 256 texts. The index of pairs takes an eighth of the memory of the index of trigrams.
 * Large groups are enough: a pair usually occurs in few groups, or in so many rows that the first groups fill a page.
 *
 * When a text is dropped, its bits stay, because other texts of the block may share them. A block or group is worn, and
 * should be rebuilt, after it lost as many texts as it can hold (`isWorn`).
 */
export class TrigramIndex {
  readonly #trigrams = new Slices(BLOCK_SHIFT, SLICES);
  readonly #pairs = new Slices(GROUP_SHIFT, PAIR_SLICES);

  get byteLength(): number {
    return this.#trigrams.byteLength + this.#pairs.byteLength;
  }

  /** Adds a text, or a part of a text, in code units. */
  add(id: number, units: Uint8Array | Uint16Array, from: number, to: number): void {
    const [chunk, word, bit] = [this.#trigrams.chunkOf(id), this.#trigrams.wordOf(id), this.#trigrams.bitOf(id)];
    const [pairs, pairWord, pairBit] = [this.#pairs.chunkOf(id), this.#pairs.wordOf(id), this.#pairs.bitOf(id)];
    if (to - from < PAIR) return;
    let [first, second] = [folded(units[from]!), folded(units[from + 1]!)];
    pairs[pairSliceOf(first, second) * CHUNK_WORDS + pairWord]! |= pairBit;
    for (let at = from + 2; at < to; at++) {
      const third = folded(units[at]!);
      chunk[sliceOf(first, second, third) * CHUNK_WORDS + word]! |= bit;
      pairs[pairSliceOf(second, third) * CHUNK_WORDS + pairWord]! |= pairBit;
      first = second;
      second = third;
    }
  }

  /** Call when a text is removed. */
  drop(id: number): void {
    this.#trigrams.drop(id);
    this.#pairs.drop(id);
  }

  /** True if the block or the group of a text should be rebuilt. */
  isWorn(id: number): boolean {
    return this.#trigrams.isWorn(id) || this.#pairs.isWorn(id);
  }

  /**
   * Clears the bits of a text's block or group, whichever is worn, or of both. Call only if isWorn(). Returns the range
   * of texts whose bits are cleared, without `to`. The caller must add the existing texts of this range again.
   */
  clear(id: number): { readonly from: number; readonly to: number } {
    const block = this.#trigrams.isWorn(id) ? this.#trigrams.clear(id) : undefined;
    return this.#pairs.isWorn(id) || !block ? this.#pairs.clear(id) : block;
  }

  /** Returns the candidates of a match. Undefined if the pattern has no two characters in a row. */
  candidates(match: TextMatch): Candidates | undefined {
    const slices = slicesOf(match, LENGTH);
    if (slices.length > 0) return this.#trigrams.inAll(slices);
    const ofPairs = slicesOf(match, PAIR);
    return ofPairs.length > 0 ? blocksOf(this.#pairs.inAll(ofPairs)) : undefined;
  }
}

/** Converts a bitmap of groups to a bitmap of blocks. */
function blocksOf(groups: Uint32Array): Candidates {
  const candidates = new Uint32Array(groups.length * 32);
  for (let group = 0; group < candidates.length; group++)
    if ((groups[group >>> 5]! >>> (group & 31)) & 1) candidates[group] = 0xffffffff;
  return candidates;
}

/** Returns 1 if a text is a candidate, else 0. */
export function isCandidate(candidates: Candidates, id: number): number {
  return (candidates[id >>> WORD_SHIFT]! >>> (id >>> BLOCK_SHIFT)) & 1;
}

/** Returns the share of the blocks that are candidates. */
export function shareOf(candidates: Candidates): number {
  let bits = 0;
  for (const word of candidates) bits += bitsOf(word);
  return bits / (candidates.length * 32);
}

/** Returns the maximum number of texts in candidate blocks. */
export function sizeOf(candidates: Candidates): number {
  let bits = 0;
  for (const word of candidates) bits += bitsOf(word);
  return bits << BLOCK_SHIFT;
}

/** Calls `visit` with each number below `capacity` in a candidate block. */
export function forEachIn(candidates: Candidates, capacity: number, visit: (id: number) => void): void {
  for (let word = 0; word < candidates.length; word++) {
    for (let left = candidates[word]!; left !== 0; left &= left - 1) {
      const first = firstOf(word, left & -left);
      for (let id = first; id < Math.min(first + BLOCK, capacity); id++) visit(id);
    }
  }
}

/** Number of blocks to compare before deciding if comparing is worth the cost. */
const TRIED = 64;
/** Minimum share of the compared blocks that have no match. If the share is lower, comparing stops. */
const MISSED = 3 / 4;

/**
 * Keeps the blocks that contain a matching text. From the TRIED-th block on, returns undefined as soon as more than a
 * quarter of the compared blocks match. Yields when `isLong` returns true.
 */
export function* compared(
  candidates: Candidates,
  capacity: number,
  fits: (id: number) => boolean,
  isLong: () => boolean,
): Steps<Candidates | undefined> {
  const matching = new Uint32Array(candidates.length);
  let [blocks, missed] = [0, 0];
  for (let word = 0; word < candidates.length; word++) {
    for (let left = candidates[word]!; left !== 0; left &= left - 1) {
      const bit = left & -left;
      let id = firstOf(word, bit);
      const end = Math.min(id + BLOCK, capacity);
      while (id < end && !fits(id)) id++;
      if (id < end) matching[word]! |= bit;
      else missed++;
      if (++blocks >= TRIED && missed < blocks * MISSED) return undefined;
      if (isLong()) yield;
    }
  }
  return matching;
}

/** Returns the number of the first text of a block. `word` and `bit` select the block in the bitmap. */
function firstOf(word: number, bit: number): number {
  return ((word << 5) + 31 - Math.clz32(bit)) << BLOCK_SHIFT;
}

/** Gives consecutive numbers to the candidates. Results for candidates then need memory only for candidates. */
export class CandidateSlots {
  readonly size: number;
  readonly #candidates: Candidates;
  /** Number of candidates before each word of the bitmap. */
  readonly #before: Uint32Array;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
    this.#before = new Uint32Array(candidates.length);
    let size = 0;
    for (let word = 0; word < candidates.length; word++) {
      this.#before[word] = size;
      size += bitsOf(candidates[word]!) << BLOCK_SHIFT;
    }
    this.size = size;
  }

  /** Returns the consecutive number of the candidate `id`. */
  of(id: number): number {
    const word = id >>> WORD_SHIFT;
    const blocksBefore = bitsOf(this.#candidates[word]! & ((1 << ((id >>> BLOCK_SHIFT) & 31)) - 1));
    return this.#before[word]! + (blocksBefore << BLOCK_SHIFT) + (id & (BLOCK - 1));
  }
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Returns the lower case of a Latin-1 character. Other characters are returned unchanged. The length stays the same, so
 * a part of a text is still a part of the folded text.
 */
function folded(unit: number): number {
  return unit < LOWER.length ? LOWER[unit]! : unit;
}

function sliceOf(first: number, second: number, third: number): number {
  return Math.imul((first << 16) ^ (second << 8) ^ third, 0x9e3779b1) >>> (32 - SLICE_BITS);
}

/** Returns the slice of a pair. Pairs of small letters, digits and usual punctuation have distinct slices. */
function pairSliceOf(first: number, second: number): number {
  return (sixBits(first) << 6) | sixBits(second);
}

function sixBits(unit: number): number {
  return ((unit & 64) >>> 1) | (unit & 31);
}

/**
 * Returns the slices of the pairs or trigrams (`length`) that every matching text contains, but at most
 * MOST_LOOKED_FOR slices.
 */
function slicesOf(
  { equals = '', prefix = '', contains = '', glob = '', ignoreCase }: TextMatch,
  length: 2 | 3,
): number[] {
  const slices = new Set<number>();
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  for (const text of [fold(equals), fold(prefix), fold(contains), ...fold(glob).split(/[*?]/)]) {
    for (let at = 0; at + length <= text.length; at++) {
      const unit = (i: number): number => folded(text.charCodeAt(at + i));
      slices.add(length === PAIR ? pairSliceOf(unit(0), unit(1)) : sliceOf(unit(0), unit(1), unit(2)));
    }
  }
  const step = Math.ceil(slices.size / MOST_LOOKED_FOR);
  return [...slices].filter((_, i) => i % step === 0);
}
