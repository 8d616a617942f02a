/** Blocks of numbers in a sorted order, read both ways between any two places. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SortedNumbers, type Spot } from '../../../readmodel/containers/sorted-numbers.ts';

/** All that is read in blocks of a size, and what peek() said before each. */
function readAll(spot: Spot, size: number, step: 1 | -1, end: Spot | undefined): number[] {
  const block = new Uint32Array(1_000);
  const read: number[] = [];
  for (;;) {
    const next = spot.peek(step, end);
    const count = spot.read(block, size, step, end);
    expect(next).toBe(count === 0 ? 0 : block[0]);
    if (count === 0) return read;
    expect(count).toBeLessThanOrEqual(size);
    read.push(...block.subarray(0, count));
  }
}

describe('a spot in a sorted order', () => {
  it('reads blocks of any size, onward and back, as far as another spot or the end', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 3_000 }), { maxLength: 2_000, size: 'max' }),
        fc.nat(3_010),
        fc.option(fc.nat(3_010), { nil: undefined }),
        fc.integer({ min: 1, max: 900 }),
        (numbers, from, to, size) => {
          const sorted = new SortedNumbers((a, b) => a - b);
          for (const number of numbers) sorted.add(number);
          const all = numbers.toSorted((a, b) => a - b);
          const spot = (at: number): Spot => sorted.spot(number => number - at);
          const end = to === undefined ? undefined : spot(to);
          const onward = all.filter(number => number >= from && number < (to ?? Infinity));
          expect(readAll(spot(from), size, 1, end)).toEqual(onward);
          const back = all.filter(number => number < from && number >= (to ?? 0));
          expect(readAll(spot(from), size, -1, end)).toEqual(back.reverse());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('goes on where it was left, whichever way it came there', () => {
    const sorted = new SortedNumbers((a, b) => a - b);
    for (let number = 1; number <= 2_000; number++) sorted.add(number);
    const block = new Uint32Array(1_024);
    const spot = sorted.spot('begin');
    for (const [size, step, first] of [
      [1_000, 1, 1],
      [300, -1, 1_000],
      [1_024, 1, 701],
      [1_024, 1, 1_725],
      [1, -1, 2_000],
    ] as const) {
      expect(spot.peek(step)).toBe(first);
      expect(spot.read(block, size, step)).toBe(Math.min(size, step === 1 ? 2_001 - first : first));
      expect(block[0]).toBe(first);
    }
  });
});
