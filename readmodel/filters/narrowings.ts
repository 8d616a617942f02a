/**
 * A narrowing keeps the rows of a block that meet a condition, in order, at the block's start, and returns their
 * number. Costly conditions are evaluated once per number of a column, within an allowance.
 */
import type { NarrowArray } from '../containers/narrow.ts';
import type { TimeMatch } from '../query.ts';
import type { TimeColumn } from '../rows/time-column.ts';
import { CandidateSlots, isCandidate, type Candidates } from '../texts/trigram-index.ts';

/** Returns PAUSED when the allowance is used up; the block's content is then undefined. */
export type Narrowing = (block: Uint32Array, count: number) => number;

export const PAUSED = -1;

/** Work left before yielding, in characters compared or equivalents. At least one text is always matched. */
export interface Allowance {
  left: number;
}

/** Decides whether a number matches, and reports the cost. */
export interface Judge {
  readonly fits: (id: number) => boolean;
  readonly cost: (id: number) => number;
}

export function inSet(column: NarrowArray, wanted: ReadonlySet<number>): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (wanted.has(column[row]!)) block[kept++] = row;
    }
    return kept;
  };
}

export function inRows(wanted: ReadonlySet<number>): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (wanted.has(row)) block[kept++] = row;
    }
    return kept;
  };
}

/** Narrows by the cluster or the namespace of the place. */
export function inPart(place: NarrowArray, partOfPlace: Uint32Array, wanted: ReadonlySet<number>): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (wanted.has(partOfPlace[place[row]!]!)) block[kept++] = row;
    }
    return kept;
  };
}

/** As inPart(), by a mask of numbers. */
export function inPartMask(place: NarrowArray, partOfPlace: Uint32Array, mask: Uint8Array): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (mask[partOfPlace[place[row]!]!] === 1) block[kept++] = row;
    }
    return kept;
  };
}

export function inMask(column: NarrowArray, mask: Uint8Array): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      block[kept] = row;
      kept += mask[column[row]!]!;
    }
    return kept;
  };
}

/** Evaluates each number once, when the first row needs it, or a neighbour of it. */
export function onceEach(column: NarrowArray, capacity: number, { fits, cost }: Judge, allowance: Allowance, together = 1): Narrowing {
  let known: Uint8Array | undefined;
  const judge = (judged: Uint8Array, id: number): void => {
    judged[id] = fits(id) ? 2 : 1;
    allowance.left -= cost(id);
  };
  return (block, count) => {
    const judged = (known ??= new Uint8Array(capacity)); // 0: not evaluated yet, 1: no, 2: yes
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      if (judged[id] === 0) {
        if (allowance.left <= 0) return PAUSED;
        judge(judged, id);
        const from = id - (id % together);
        const end = Math.min(from + together, capacity);
        for (let other = from; other < end && allowance.left > 0; other++) if (judged[other] === 0) judge(judged, other);
      }
      block[kept] = row;
      kept += judged[id]! - 1;
    }
    return kept;
  };
}

/** As onceEach(), for few rows: an array over all numbers would have to be cleared and collected for each query. */
export function onceEachOfFew(column: NarrowArray, { fits, cost }: Judge, allowance: Allowance): Narrowing {
  const judged = new Map<number, boolean>();
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      let isFit = judged.get(id);
      if (isFit === undefined) {
        if (allowance.left <= 0) return PAUSED;
        judged.set(id, (isFit = fits(id)));
        allowance.left -= cost(id);
      }
      if (isFit) block[kept++] = row;
    }
    return kept;
  };
}

/** As onceEach(), for candidates: no other number matches. */
export function onceEachCandidate(column: NarrowArray, candidates: Candidates, { fits, cost }: Judge, allowance: Allowance): Narrowing {
  const slots = new CandidateSlots(candidates);
  const judged = new Uint8Array(slots.size); // 0: not evaluated yet, 1: no, 2: yes
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      if (isCandidate(candidates, id) === 0) continue;
      const slot = slots.of(id);
      if (judged[slot] === 0) {
        if (allowance.left <= 0) return PAUSED;
        judged[slot] = fits(id) ? 2 : 1;
        allowance.left -= cost(id);
      }
      if (judged[slot] === 2) block[kept++] = row;
    }
    return kept;
  };
}

/** An unknown time (0) matches neither bound. */
export function inTime(column: TimeColumn, { after, before }: TimeMatch): Narrowing {
  if (after === undefined && before === undefined) return (_, count) => count;
  const [lowest, highest] = [Math.max(after ?? 0, 0), before ?? Infinity];
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const time = column.get(row);
      if (time > lowest && time < highest) block[kept++] = row;
    }
    return kept;
  };
}

export function allOf(conditions: readonly Narrowing[]): Narrowing {
  return (block, count) => {
    let kept = count;
    for (const narrow of conditions) {
      if (kept <= 0) return kept;
      kept = narrow(block, kept);
    }
    return kept;
  };
}

export function anyOf(branches: readonly Narrowing[]): Narrowing {
  const marked = new Marks();
  return (block, count) => {
    const marks = marked.cleared(count);
    for (const narrow of branches) if (!marked.mark(block, count, narrow)) return PAUSED;
    return keep(block, count, marks, 1);
  };
}

export function noneOf(narrow: Narrowing): Narrowing {
  const marked = new Marks();
  return (block, count) => {
    const marks = marked.cleared(count);
    return marked.mark(block, count, narrow) ? keep(block, count, marks, 0) : PAUSED;
  };
}

/** By position in a block: 1 if some narrowing keeps the row. Reused for all blocks of one condition. */
class Marks {
  #copy = new Uint32Array(0);
  #marks = new Uint8Array(0);

  cleared(count: number): Uint8Array {
    if (this.#marks.length < count) {
      this.#marks = new Uint8Array(count);
      this.#copy = new Uint32Array(count);
    } else this.#marks.fill(0, 0, count);
    return this.#marks;
  }

  /** A narrowing keeps the order of rows, so one pass over both finds the kept rows. False if it paused. */
  mark(block: Uint32Array, count: number, narrow: Narrowing): boolean {
    const [copy, marks] = [this.#copy, this.#marks];
    copy.set(block.subarray(0, count));
    const kept = narrow(copy, count);
    for (let i = 0, next = 0; next < kept; i++) {
      if (block[i] !== copy[next]) continue;
      marks[i] = 1;
      next++;
    }
    return kept !== PAUSED;
  }
}

function keep(block: Uint32Array, count: number, marks: Uint8Array, wanted: 0 | 1): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    block[kept] = block[i]!;
    if (marks[i] === wanted) kept++;
  }
  return kept;
}
