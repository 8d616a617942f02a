/** What was seen is found by its number, while there is room for it. */
import { expect, it } from '@jest/globals';
import { RightsHistory } from '../../../access/changes/rights-history.ts';
import type { Shown } from '../../../readmodel/changes/change.ts';
import { EVERYTHING } from '../../readmodel/fixtures.ts';

const shownOf = (clusters: number): Shown => new Map(Array.from({ length: clusters }, (_, i) => [`leaf-${i}`, EVERYTHING]));

it('what a caller sees has one number, by which it is found', () => {
  const history = new RightsHistory();
  const [one, other] = [shownOf(1), shownOf(0)];
  expect([history.numberOf(one), history.numberOf(other), history.numberOf(one)]).toEqual([1, 2, 1]);
  expect([history.find(1), history.find(2), history.find(3)]).toEqual([one, other, undefined]);
});

it('what was not asked for longest is let go for something large, and comes back under its number', () => {
  const history = new RightsHistory();
  const [one, other] = [shownOf(300_000), shownOf(300_000)];
  expect([history.numberOf(one), history.numberOf(other)]).toEqual([1, 2]);
  expect([history.find(1), history.find(2)]).toEqual([undefined, other]);
  expect(history.numberOf(one)).toBe(1);
  expect([history.find(1) === one, history.find(2)]).toEqual([true, undefined]);
});
