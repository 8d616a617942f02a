/** The text form of `DateTime` values. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from '../../../subgraphs/arguments.ts';

describe('a DateTime', () => {
  const anyTime = fc.oneof(
    fc.integer({ min: 0, max: 4_102_444_800 }).map(seconds => seconds * 1_000),
    fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }),
    fc.constantFrom(
      0,
      -0,
      0.5,
      -1,
      999,
      1_000,
      86_399_999,
      86_399_999.9,
      86_400_000,
      951_782_400_000,
      253_402_300_799_999,
      253_402_300_800_000,
    ),
  );

  it('is written as Date.toISOString() writes it, whatever the time', () => {
    fc.assert(fc.property(anyTime, time => expect(DateTime.serialize(time)).toBe(new Date(time).toISOString())));
  });

  it.each([NaN, Infinity, 1e20])('cannot be %d', time => {
    expect(() => DateTime.serialize(time)).toThrow(RangeError);
  });
});
