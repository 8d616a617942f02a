import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Weights } from '../../collector/content-budget.ts';

const key = fc.integer({ min: 0, max: 40 }).map(number => `/Pod/apps/p-${number}`);

describe('weights by key', () => {
  it('are those of a map, whatever is set and deleted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.integer({ min: 0, max: 9 })), { maxLength: 300 }), changes => {
        const [weights, expected] = [new Weights(), new Map<string, number>()];
        for (const [of, weight] of changes) {
          if (weight === 0) weights.delete(of);
          else weights.set(of, weight);
          if (weight === 0) expected.delete(of);
          else expected.set(of, weight);
        }
        for (let number = 0; number <= 40; number++)
          expect(weights.of(`/Pod/apps/p-${number}`)).toBe(expected.get(`/Pod/apps/p-${number}`) ?? 0);
      }),
    );
  });

  it('of a hundred thousand keys are found, and gone when they are deleted', () => {
    const weights = new Weights();
    const name = (i: number) => `/ConfigMap/apps/c-${i}`;
    for (let i = 0; i < 100_000; i++) weights.set(name(i), i + 1);
    let wrong = 0;
    for (let i = 0; i < 100_000; i++) if (weights.of(name(i)) !== i + 1) wrong++;
    expect(wrong).toBeLessThan(20); // keys with an equal hash share a weight
    for (let i = 0; i < 100_000; i++) weights.delete(name(i));
    expect(Array.from({ length: 100_000 }, (_, i) => weights.of(name(i))).every(weight => weight === 0)).toBe(true);
  });
});
