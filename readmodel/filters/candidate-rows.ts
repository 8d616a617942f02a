/**
 * Rows that can match by their texts, found with the trigram index and without reading a text (trigram-index.ts). Of
 * millions of rows a word search leaves some thousands to match. Visibility and the conditions themselves still apply,
 * so an error here can only hide rows, never show one.
 */
import type { NarrowArray } from '../containers/narrow.ts';
import { isCandidate, shareOf, type Candidates } from '../texts/trigram-index.ts';

/** Texts of a column that can match. */
export interface CandidateTexts {
  readonly column: NarrowArray;
  readonly candidates: Candidates;
}

export class CandidateRows {
  /** Approximate share of all texts that can match. */
  readonly share: number;
  readonly #texts: readonly CandidateTexts[];
  #marks = new Uint8Array(0);

  /** A row can match if one of its texts is a candidate of its column. */
  constructor(texts: readonly CandidateTexts[]) {
    this.#texts = texts;
    this.share = texts.reduce((share, { candidates }) => share + shareOf(candidates), 0);
  }

  static anyOf(rows: readonly CandidateRows[]): CandidateRows {
    return new CandidateRows(rows.flatMap(row => row.#texts));
  }

  /** The candidate with the smallest share. */
  static best(rows: readonly CandidateRows[]): CandidateRows | undefined {
    return rows.length === 0 ? undefined : rows.reduce((best, other) => (other.share < best.share ? other : best));
  }

  /** Keeps the candidate rows of the block, in order, at its start. Returns their number. */
  narrow(block: Uint32Array, count: number): number {
    const [first, second] = this.#texts;
    if (!first) return 0;
    if (!second) return keep(first, block, count);
    if (this.#texts.length === 2) return keepEither(first, second, block, count);
    const marks = this.#cleared(count);
    // One column at a time, so that each loop runs over arrays of one type.
    for (const { column, candidates } of this.#texts) mark(column, candidates, block, count, marks);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      block[kept] = block[i]!;
      kept += marks[i]!;
    }
    return kept;
  }

  /** Writes the candidate rows of from..to to the block. */
  narrowRange(block: Uint32Array, from: number, to: number): number {
    const [first, second] = this.#texts;
    if (!first) return 0;
    if (!second) return keepRange(first, block, from, to);
    if (this.#texts.length === 2) return keepEitherRange(first, second, block, from, to);
    const marks = this.#cleared(to - from);
    for (const { column, candidates } of this.#texts) markRange(column, candidates, from, to, marks);
    let kept = 0;
    for (let row = from; row < to; row++) {
      block[kept] = row;
      kept += marks[row - from]!;
    }
    return kept;
  }

  #cleared(count: number): Uint8Array {
    if (this.#marks.length < count) this.#marks = new Uint8Array(count);
    return this.#marks.fill(0, 0, count);
  }
}

/** Narrows by one column, which needs no marks. */
function keep({ column, candidates }: CandidateTexts, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    block[kept] = row;
    kept += isCandidate(candidates, column[row]!);
  }
  return kept;
}

function keepRange({ column, candidates }: CandidateTexts, block: Uint32Array, from: number, to: number): number {
  let kept = 0;
  for (let row = from; row < to; row++) {
    block[kept] = row;
    kept += isCandidate(candidates, column[row]!);
  }
  return kept;
}

/** Narrows by either of two columns, such as name or message: one pass takes half the time of two. */
function keepEither(one: CandidateTexts, other: CandidateTexts, block: Uint32Array, count: number): number {
  const [a, ofA, b, ofB] = [one.column, one.candidates, other.column, other.candidates];
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    block[kept] = row;
    kept += isCandidate(ofA, a[row]!) | isCandidate(ofB, b[row]!);
  }
  return kept;
}

function keepEitherRange(one: CandidateTexts, other: CandidateTexts, block: Uint32Array, from: number, to: number): number {
  const [a, ofA, b, ofB] = [one.column, one.candidates, other.column, other.candidates];
  let kept = 0;
  for (let row = from; row < to; row++) {
    block[kept] = row;
    kept += isCandidate(ofA, a[row]!) | isCandidate(ofB, b[row]!);
  }
  return kept;
}

function mark(column: NarrowArray, candidates: Candidates, block: Uint32Array, count: number, marks: Uint8Array): void {
  for (let i = 0; i < count; i++) marks[i]! |= isCandidate(candidates, column[block[i]!]!);
}

function markRange(column: NarrowArray, candidates: Candidates, from: number, to: number, marks: Uint8Array): void {
  for (let row = from; row < to; row++) marks[row - from]! |= isCandidate(candidates, column[row]!);
}
