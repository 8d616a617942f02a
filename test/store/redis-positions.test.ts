/** Positions in the logs of a Redis, as texts. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNewer, placeOf, positionAt } from '../../store/redis-positions.ts';

const incarnation = '7d0c1f0e-5d0f-4e5e-9f4b-0a6c3f1e2d3c';
const id = fc.tuple(fc.integer({ min: 1, max: 2 ** 48 - 1 }), fc.integer({ min: 0, max: 2 ** 16 - 1 }));
const text = ([millis, number]: readonly [number, number]) => `${millis}-${number}`;

describe('a position', () => {
  it('has the incarnation and the id that it was made of', () => {
    fc.assert(
      fc.property(id, there => {
        const place = { incarnation, id: text(there) };
        expect(placeOf(positionAt(place))).toEqual(place);
      }),
    );
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
