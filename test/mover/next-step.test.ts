import { expect, it } from '@jest/globals';
import { isWithin } from '../../mover/next-step.ts';

it.each([
  ['just now', 100, 100, true],
  ['shortly before its end', 100, 149, true],
  ['at its end', 100, 150, false],
  ['in the future, after the clock was set back', 100, 99, false],
  ['never', undefined, 99, false],
] as const)('counts what was %s', (_when, since, now, isCounted) => {
  expect(isWithin(50, since, now)).toBe(isCounted);
});
