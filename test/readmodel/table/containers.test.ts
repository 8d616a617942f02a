import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bytesInRanges,
  type Growing,
  grown,
  type NarrowArray,
  PairNumbers,
  SortedNumbers,
  type Spot,
  written,
} from '../../../readmodel/table/containers.ts';

describe('grown', () => {
  const LARGE = 2 ** 16;
  const STEP = 2 ** 18;

  describe('an array that grows', () => {
    it.each([new Uint8Array(8), new Uint16Array(8), new Uint32Array(8), new Float64Array(8)])(
      'keeps what is in it and is 0 behind that, whatever its size (%#)',
      (empty: Growing) => {
        fc.assert(
          fc.property(fc.array(fc.integer({ min: 1, max: LARGE }), { maxLength: 8 }), steps => {
            let array = empty.slice() as Growing;
            const expected = new Map<number, number>();
            for (const step of steps) {
              expected.set(array.length - 1, step % 251);
              array[array.length - 1] = step % 251;
              const needed = array.length + step;
              array = grown(array, needed);
              expect(array.length).toBeGreaterThanOrEqual(needed);
              expect(array.constructor).toBe(empty.constructor);
            }
            for (const [i, value] of expected) {
              expect(array[i]).toBe(value);
              array[i] = 0;
            }
            expect(array.findIndex(value => value !== 0)).toBe(-1);
          }),
          { numRuns: 20 },
        );
      },
    );

    it('stays where it is once it is large, and takes little more than it needs', () => {
      const large = grown(new Uint32Array(8), LARGE);
      const larger = grown(large, large.length + 1);
      large[7] = 42;
      expect(larger[7]).toBe(42);
      expect(larger.byteLength).toBe(large.byteLength * 1.25);
      let array = larger;
      for (let i = 0; i < 100; i++) array = grown(array, array.length + 1);
      expect(array[7]).toBe(42);
      expect(array.byteLength - larger.byteLength).toBeLessThanOrEqual(100 * STEP);
    });

    it('grows from what somebody still holds who has grown it before', () => {
      const large = grown(new Uint32Array(8), LARGE);
      const larger = grown(large, 4 * LARGE);
      larger[4 * LARGE - 1] = 42;
      expect(grown(large, large.length + 1).length).toBeLessThan(4 * LARGE);
      expect(grown(larger, 5 * LARGE)[4 * LARGE - 1]).toBe(42);
    });

    it('is copied where its range of addresses ends', () => {
      const full = new Uint32Array(new SharedArrayBuffer(LARGE, { maxByteLength: LARGE }), 0, LARGE / 4);
      full[7] = 42;
      const copy = grown(full, LARGE);
      full[7] = 1;
      expect([copy[7], copy.length >= LARGE]).toEqual([42, true]);
    });

    it('tells how much memory large ones take', () => {
      const before = bytesInRanges();
      const small = grown(new Uint8Array(8), 1_000);
      const large = grown(small, 10 * LARGE);
      expect(bytesInRanges() - before).toBe(large.byteLength);
    });

    it('is copied where the process gets no addresses', () => {
      const { SharedArrayBuffer } = globalThis;
      let requested = 0;
      globalThis.SharedArrayBuffer = class {
        constructor() {
          requested++;
          throw new RangeError('Array buffer allocation failed');
        }
      } as never;
      try {
        let array = Uint32Array.of(42);
        for (let i = 1; i < 20; i++) array = grown(array, i * LARGE);
        expect([array[0], 'growable' in array.buffer, requested]).toEqual([42, false, 1]);
      } finally {
        globalThis.SharedArrayBuffer = SharedArrayBuffer;
      }
    });
  });

  describe('a narrow array', () => {
    it('holds every number that was written, in as few bytes as the greatest needs', () => {
      const number = fc.oneof(
        fc.nat(255),
        fc.nat(65_535),
        fc.constantFrom(255, 256, 65_535, 65_536, 0xffffffff),
        fc.nat(0xffffffff),
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(99), number), { minLength: 1, maxLength: 60 }), writes => {
          let array: NarrowArray = new Uint8Array(100);
          const expected = Array<number>(100).fill(0);
          for (const [at, number] of writes) {
            array = written(array, at, number);
            expected[at] = number;
            expect([...array].slice(0, 100)).toEqual(expected);
          }
          const greatest = Math.max(...writes.map(([, number]) => number));
          expect(array.BYTES_PER_ELEMENT).toBe(greatest < 2 ** 8 ? 1 : greatest < 2 ** 16 ? 2 : 4);
        }),
      );
    });
  });
});

describe('pair numbers', () => {
  it.each([
    ['few', 40, 50],
    ['many', 2 ** 18, 2 ** 32],
  ])('numbers pairs in the order in which they come, each once, of %s possible ones', (_, lefts, rights) => {
    const anyPair = fc.tuple(
      fc.nat(Math.min(lefts, 30) - 1),
      fc.nat(29).map(right => (right * Math.floor(rights / 30)) % rights),
    );
    fc.assert(
      fc.property(fc.array(anyPair, { maxLength: 1_000, size: 'max' }), pairs => {
        const numbers = new PairNumbers(lefts, rights);
        const expected = new Map<string, number>();
        for (const [left, right] of pairs) {
          const key = `${left}/${right}`;
          if (!expected.has(key)) expected.set(key, expected.size);
        }
        for (const [left, right] of pairs) numbers.of(left, right);
        const reported = [...expected.keys()].map(
          (_, number) => `${numbers.leftOf(number)}/${numbers.rightOf(number)}`,
        );
        expect(reported).toEqual([...expected.keys()]);
        expect(numbers.size).toBe(expected.size);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps its numbers when it grows', () => {
    const numbers = new PairNumbers(2 ** 18, 2 ** 20);
    for (let i = 0; i < 50_000; i++) numbers.of(i, i * 7);
    const given = Array.from({ length: 50_000 }, (_, i) => numbers.of(i, i * 7));
    expect(given.every((number, i) => number === i)).toBe(true);
  });
});

/** Blocks of numbers in a sorted order, read forwards and backwards between any two positions. */
describe('sorted numbers', () => {
  /** Reads all values in blocks of `size`. Also checks the result of peek() before each block. */
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
});
