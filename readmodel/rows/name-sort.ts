/**
 * Sorts rows by name in steps, four bytes of the names at a time: a counting sort orders rows by one word, and only
 * rows with equal words go on to the next. So each name is fetched a few times; sorting by comparison fetches it twenty
 * times, which dominates with millions of names.
 */
import type { Steps } from '../gate.ts';

export interface NameWords {
  /** Four bytes of a name as a number in the same order; 0 after its end. The first word has two bytes. */
  word(record: number, depth: number): number;
  /** Record of a row's name; undefined if it cannot be read by words. */
  record(row: number): number | undefined;
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** Smaller runs are sorted by comparison. */
const FEW = 48;
/** Rows processed per turn. */
const STEP = 4096;
const PART = 1 << 15;

/**
 * Sorts rows. Rows that come or go meanwhile may end up anywhere, without disturbing others. Rows that cannot be read
 * by words, and very many of one name, stay unsorted.
 * @param compare Total order: by name first
 */
export function* sortByName(
  rows: Uint32Array,
  names: NameWords,
  compare: (a: number, b: number) => number,
): Steps<{ sorted: Uint32Array; left: number[] }> {
  const records = new Uint32Array(rows.length);
  const left: number[] = [];
  let end = 0;
  for (let i = 0; i < rows.length; i++) {
    const record = names.record(rows[i]!);
    if (record === undefined) left.push(rows[i]!);
    else {
      rows[end] = rows[i]!;
      records[end++] = record;
    }
    if (i % STEP === 0) yield;
  }
  const work: Work = {
    rows: rows.subarray(0, end),
    records,
    keys: new Uint32Array(end),
    spare: new Uint32Array(end),
    places: new Uint32Array(end),
  };
  const equal = new Uint8Array(end);
  const todo: [from: number, to: number, depth: number][] = [[0, end, 0]];
  let looked = 0;
  for (let part = todo.pop(); part; part = todo.pop()) {
    const [from, to, depth] = part;
    if ((looked += Math.max(to - from, 16)) > STEP) {
      looked = 0;
      yield;
    }
    if (to - from <= FEW) {
      work.rows.subarray(from, to).sort(compare);
      continue;
    }
    let [least, greatest] = [0xffffffff, 0];
    for (let i = from; i < to; i++) {
      const key = names.word(work.records[i]!, depth);
      work.keys[i] = key;
      if (key < least) least = key;
      if (key > greatest) greatest = key;
      if (i % STEP === 0) yield;
    }
    if (least === greatest && least > 0) todo.push([from, to, depth + 1]);
    else if (least === greatest) {
      for (let i = from; i < to; i++) equal[i] = 1;
    } else {
      yield* countingSort(work, from, to, least ^ greatest);
      for (let start = from, i = from + 1; i <= to; i++) {
        if (i < to && work.keys[i] === work.keys[start]) continue;
        if (i - start > 1) todo.push([start, i, depth + 1]);
        start = i;
        if (i % STEP === 0) yield;
      }
    }
  }
  let kept = 0;
  for (let i = 0; i < end; i++) {
    if (equal[i] === 1) left.push(work.rows[i]!);
    else work.rows[kept++] = work.rows[i]!;
    if (i % PART === 0) yield;
  }
  return { sorted: work.rows.subarray(0, kept), left };
}

interface Work {
  readonly rows: Uint32Array;
  readonly records: Uint32Array;
  readonly keys: Uint32Array;
  readonly spare: Uint32Array;
  readonly places: Uint32Array;
}

/** Radix sort by keys from the last digit; skips digits above the highest bit in which keys differ. */
function* countingSort({ rows, records, keys, spare, places }: Work, from: number, to: number, differing: number): Steps<void> {
  const highest = 32 - Math.clz32(differing);
  for (let shift = 0; shift < highest; shift += DIGIT_BITS) {
    const next = new Uint32Array(DIGITS + 1);
    for (let part = from; part < to; part += PART) {
      for (let i = part; i < Math.min(part + PART, to); i++) next[((keys[i]! >>> shift) & (DIGITS - 1)) + 1]!++;
      yield;
    }
    for (let digit = 1; digit < DIGITS; digit++) next[digit]! += next[digit - 1]!;
    for (let part = from; part < to; part += PART) {
      for (let i = part; i < Math.min(part + PART, to); i++) places[i] = from + next[(keys[i]! >>> shift) & (DIGITS - 1)]!++;
      yield;
    }
    for (const column of [rows, records, keys]) {
      for (let part = from; part < to; part += PART) {
        for (let i = part; i < Math.min(part + PART, to); i++) spare[places[i]!] = column[i]!;
        yield;
      }
      column.set(spare.subarray(from, to), from);
    }
    yield;
  }
}
