import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bytesInRanges, grown, type Growing } from '../../../readmodel/containers/grown.ts';
import { written, type NarrowArray } from '../../../readmodel/containers/narrow.ts';

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
    let asked = 0;
    globalThis.SharedArrayBuffer = class {
      constructor() {
        asked++;
        throw new RangeError('Array buffer allocation failed');
      }
    } as never;
    try {
      let array = Uint32Array.of(42);
      for (let i = 1; i < 20; i++) array = grown(array, i * LARGE);
      expect([array[0], 'growable' in array.buffer, asked]).toEqual([42, false, 1]);
    } finally {
      globalThis.SharedArrayBuffer = SharedArrayBuffer;
    }
  });
});

describe('a narrow array', () => {
  it('holds every number that was written, in as few bytes as the greatest needs', () => {
    const number = fc.oneof(fc.nat(255), fc.nat(65_535), fc.constantFrom(255, 256, 65_535, 65_536, 0xffffffff), fc.nat(0xffffffff));
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
