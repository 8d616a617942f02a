import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PairNumbers } from '../../../readmodel/containers/pair-numbers.ts';

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
      const told = [...expected.keys()].map((_, number) => `${numbers.leftOf(number)}/${numbers.rightOf(number)}`);
      expect(told).toEqual([...expected.keys()]);
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
