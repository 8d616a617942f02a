/** Positions in the logs of a Redis, written as texts and in a few bytes. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNewer, packed, placeOf, positionAt, unpacked } from '../../store/redis-positions.ts';
import { POSITION_BYTES } from '../../store/store.ts';

const incarnation = '7d0c1f0e-5d0f-4e5e-9f4b-0a6c3f1e2d3c';
const id = fc.tuple(fc.integer({ min: 1, max: 2 ** 48 - 1 }), fc.integer({ min: 0, max: 2 ** 16 - 1 }));
const text = ([millis, number]: readonly [number, number]) => `${millis}-${number}`;

describe('a position', () => {
  it('is the same after it was packed, by a process that is elsewhere in the log of the same content', () => {
    fc.assert(
      fc.property(id, id, (there, near) => {
        const position = positionAt({ incarnation, id: text(there) });
        const bytes = packed(position)!;
        expect(bytes).toHaveLength(POSITION_BYTES);
        expect(unpacked(bytes, positionAt({ incarnation, id: text(near) }))).toBe(position);
        expect(placeOf(position)).toEqual({ incarnation, id: text(there) });
      }),
    );
  });

  it.each(['0-0', `${2 ** 48}-0`, `1-${2 ** 16}`])('at %s is good at this process only', at => {
    expect(packed(positionAt({ incarnation, id: at }))).toBeUndefined();
  });

  it('of another kind of store is none', () => {
    expect(placeOf('1-2')).toBeUndefined();
  });

  it('is newer by its time, and then by its number', () => {
    expect([isNewer('2-0', '1-9'), isNewer('10-0', '9-0'), isNewer('1-10', '1-9'), isNewer('1-1', '1-1')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
