/**
 * Finds which texts of a dictionary may contain a pattern. A trigram is three characters in a row, and a text that
 * contains a pattern has all of its trigrams. So a search reads few texts instead of millions. The index only leaves
 * texts out; a matcher checks the rest.
 *
 * Eight numbers of texts form a block. Trigrams are hashed to slices, and each slice has one bit per block: some text
 * of the block has such a trigram. Combining a few slices word by word finds the blocks with all trigrams of a pattern.
 * This takes SLICES / 8 / BLOCK bytes per text, whatever its length; trigrams that the texts of a block share are
 * stored once.
 *
 * When a text goes, its bits stay, since others of the block may share them. A block that has lost as many texts as it
 * holds should be rebuilt (`isWorn`).
 */
import { LOWER } from './byte-match.ts';
import { grown } from '../containers/grown.ts';
import type { TextMatch } from '../query.ts';

const BLOCK_SHIFT = 3;
const BLOCK = 1 << BLOCK_SHIFT;
const SLICE_BITS = 10;
const SLICES = 1 << SLICE_BITS;
/** Slices lie in chunks of this many blocks, one cache line each: consecutive texts write to one chunk. */
const CHUNK_WORDS = 16;
const WORD_SHIFT = BLOCK_SHIFT + 5;
const CHUNK_SHIFT = WORD_SHIFT + 4;
/** Maximum trigrams of a pattern to look up; more leave out hardly any texts. */
const MOST_LOOKED_FOR = 32;
const LENGTH = 3;

/** Bitmap of the blocks in which a text may match. */
export type Candidates = Uint32Array;

const NOTHING = new Uint32Array(0);

export class TrigramIndex {
  readonly #chunks: Uint32Array[] = [];
  /** By block: texts dropped since it was built. */
  #gone = new Uint8Array(64);

  get byteLength(): number {
    return this.#chunks.length * SLICES * CHUNK_WORDS * 4 + this.#gone.byteLength;
  }

  /** Adds a text, or a part of it, in code units. */
  add(id: number, units: Uint8Array | Uint16Array, from: number, to: number): void {
    const chunk = (this.#chunks[id >>> CHUNK_SHIFT] ??= new Uint32Array(SLICES * CHUNK_WORDS));
    const word = (id >>> WORD_SHIFT) & (CHUNK_WORDS - 1);
    const bit = 1 << (id >>> BLOCK_SHIFT);
    if (to - from < LENGTH) return;
    let [first, second] = [folded(units[from]!), folded(units[from + 1]!)];
    for (let at = from + 2; at < to; at++) {
      const third = folded(units[at]!);
      chunk[sliceOf(first, second, third) * CHUNK_WORDS + word]! |= bit;
      first = second;
      second = third;
    }
  }

  /** Call when a text goes. */
  drop(id: number): void {
    const block = id >>> BLOCK_SHIFT;
    if (block >= this.#gone.length) this.#gone = grown(this.#gone, block + 1);
    this.#gone[block] = Math.min(this.#gone[block]! + 1, BLOCK);
  }

  /** True if the block of a text should be rebuilt. */
  isWorn(id: number): boolean {
    return this.#gone[id >>> BLOCK_SHIFT]! >= BLOCK;
  }

  /** Clears the block of a text and returns its bounds: add its existing texts again. */
  clear(id: number): { readonly from: number; readonly to: number } {
    const block = id >>> BLOCK_SHIFT;
    const chunk = this.#chunks[id >>> CHUNK_SHIFT] ?? NOTHING; // for label sets: none had a label yet
    const others = ~(1 << block);
    for (let at = (id >>> WORD_SHIFT) & (CHUNK_WORDS - 1); at < chunk.length; at += CHUNK_WORDS) chunk[at]! &= others;
    this.#gone[block] = 0;
    return { from: block << BLOCK_SHIFT, to: (block + 1) << BLOCK_SHIFT };
  }

  /** Undefined if the pattern has no trigram, as with two characters. */
  candidates(match: TextMatch): Candidates | undefined {
    const slices = slicesOf(match);
    if (slices.length === 0) return undefined;
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
}

/** 1 if a text is among the candidates, else 0. */
export function isCandidate(candidates: Candidates, id: number): number {
  return (candidates[id >>> WORD_SHIFT]! >>> (id >>> BLOCK_SHIFT)) & 1;
}

/** Share of the blocks that are candidates. */
export function shareOf(candidates: Candidates): number {
  let bits = 0;
  for (const word of candidates) bits += bitsOf(word);
  return bits / (candidates.length * 32);
}

/** Consecutive numbers for the candidates, so that results per candidate need room for these alone. */
export class CandidateSlots {
  readonly size: number;
  readonly #candidates: Candidates;
  /** By word: the number of candidates before it. */
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

  /** Number of a candidate. */
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

/** Lower case if it maps one to one; so a part of a text stays a part of it. */
function folded(unit: number): number {
  return unit < LOWER.length ? LOWER[unit]! : unit;
}

function sliceOf(first: number, second: number, third: number): number {
  return Math.imul((first << 16) ^ (second << 8) ^ third, 0x9e3779b1) >>> (32 - SLICE_BITS);
}

/** Slices of trigrams that any matching text has; only some if there are very many. */
function slicesOf({ equals = '', prefix = '', contains = '', glob = '', ignoreCase }: TextMatch): number[] {
  const slices = new Set<number>();
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  for (const text of [fold(equals), fold(prefix), fold(contains), ...fold(glob).split(/[*?]/)]) {
    for (let at = 0; at + LENGTH <= text.length; at++) {
      const [first, second, third] = [0, 1, 2].map(i => folded(text.charCodeAt(at + i))) as [number, number, number];
      slices.add(sliceOf(first, second, third));
    }
  }
  const step = Math.ceil(slices.size / MOST_LOOKED_FOR);
  return [...slices].filter((_, i) => i % step === 0);
}
