/**
 * Sorts rows by name in steps, four bytes of their names at a time: rows are put in the order of one word by counting, and only those that are equal in it
 * go on to the next. So each name is fetched a few times, where comparing in pairs fetches it twenty times; with millions of names that is what counts.
 */
import type { Steps } from '../gate.ts';

export interface NameWords {
  /** Four bytes of the name of a row as a number that orders like them; 0 behind its end. The first word has two bytes. */
  word(record: number, depth: number): number;
  /** Where the name of a row is; undefined when it cannot be read by words. */
  record(row: number): number | undefined;
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
/** Fewer rows than this are compared in pairs. */
const FEW = 48;
/** Rows looked at in one turn. */
const STEP = 4096;
const PART = 1 << 15;

/**
 * Rows that come or go meanwhile may be anywhere in the result, but disturb no others. Rows that cannot be read by words, and very many of one name, are not
 * sorted but left. `compare`: by name, then whatever makes the order total.
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

/** By keys, digit after digit from the last; digits above the highest bit in which any two keys differ are not looked at. */
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
