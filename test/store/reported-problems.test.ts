import { expect, it } from '@jest/globals';
import { ReportedProblems } from '../../store/reported-problems.ts';

it('tells each problem of an outage once, and only the first few', () => {
  const reported = new ReportedProblems();
  const isNew = (...problems: string[]) => problems.map(problem => reported.isNew(problem));
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
  reported.forget();
  expect(isNew('a', 'a')).toEqual([true, false]);
});
