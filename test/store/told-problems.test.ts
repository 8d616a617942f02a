import { expect, it } from '@jest/globals';
import { ToldProblems } from '../../store/told-problems.ts';

it('tells each problem of an outage once, and only the first few', () => {
  const told = new ToldProblems();
  const isNew = (...problems: string[]) => problems.map(problem => told.isNew(problem));
  expect(isNew('a', 'a', 'b', 'a', 'c', 'd', 'e', 'f', 'b')).toEqual([
    true,
    false,
    true,
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
  told.forget();
  expect(isNew('a', 'a')).toEqual([true, false]);
});
