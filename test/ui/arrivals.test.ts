/** Rows that arrive above the rows on the screen. */
import { expect, it } from '@jest/globals';
import { arrivals } from '../../ui/src/objects/arrivals.ts';

const rows = (ids: string) => [...ids].map(id => ({ id }));

it.each([
  ['nothing changed', 'abcd', 'abcd', 2, 0, ''],
  ['two came above', 'abcd', 'xabycd', 2, 2, 'xy'],
  ['one came below', 'abcd', 'abcxd', 2, 0, ''],
  ['one above went', 'abcd', 'bcd', 2, -1, ''],
  ['one above went and another came', 'abcd', 'xbcd', 2, 0, 'x'],
  ['one moved from below to above', 'abcd', 'dabc', 2, 1, 'd'],
  ['the one at the top is gone', 'abcd', 'xabd', 2, 0, ''],
  ['there were no rows', '', 'ab', 0, 0, ''],
])(
  'where %s, the view of %s that becomes %s moves with the row at its top',
  (_what, before, after, top, moved, above) =>
    expect(arrivals(rows(before), rows(after), top)).toEqual({ moved, above: [...above] }),
);
