/** What became of one object for one reader, as a table. */
import { describe, expect, it } from '@jest/globals';
import { netChange, type ObjectNow, type ObjectThen } from '../../../readmodel/changes/net-change.ts';
import type { ChangeType } from '../../../readmodel/query.ts';
import { row } from '../../fixtures.ts';

const match = row({ status: 'FAILED' });
const other = row({ status: 'FAILED', message: 'another' });
const noMatch = row({ status: 'CURRENT' });

const then = (it: ObjectThen['row'], shown = true): ObjectThen => ({ row: it, shown });
const now = (it: ObjectThen['row'], shown = true, served = true): ObjectNow => ({ row: it, shown, served });

const cases: readonly [what: string, ObjectThen, ObjectNow, ChangeType | undefined][] = [
  ['an object that is new and matches enters', then(undefined), now(match), 'ENTER'],
  ['one that is new and does not match is not told', then(undefined), now(noMatch), undefined],
  ['one that begins to match enters', then(noMatch), now(match), 'ENTER'],
  ['one that may be seen from now on enters', then(match, false), now(match), 'ENTER'],
  ['one that changes and still matches is updated', then(match), now(other), 'UPDATE'],
  ['one that changed and changed back is not told', then(match), now({ ...match, labels: {} }), undefined],
  ['one of which only the leaf was asked anew is not told', then(match), now({ ...match, syncedAt: 9_999 }), undefined],
  ['one with another label is updated', then(match), now({ ...match, labels: { app: 'web' } }), 'UPDATE'],
  ['one that no longer matches leaves', then(match), now(noMatch), 'LEAVE'],
  ['one that is deleted leaves', then(match), now(undefined), 'LEAVE'],
  ['one that was deleted before it was told is not told', then(undefined), now(undefined), undefined],
  ['one that may no longer be seen is revoked', then(match), now(match, false), 'REVOKED'],
  ['one that may no longer be seen and no longer matches is revoked', then(match), now(noMatch, false), 'REVOKED'],
  ['one that may no longer be seen and is deleted is revoked', then(match), now(undefined, false), 'REVOKED'],
  ['one whose cluster or kind has gone leaves', then(match), now(undefined, false, false), 'LEAVE'],
  ['one that could not be seen and cannot is not told', then(match, false), now(other, false), undefined],
  ['one that did not match and may no longer be seen is not told', then(noMatch), now(noMatch, false), undefined],
];

describe('of two moments', () => {
  it.each(cases)('%s', (_what, before, after, expected) => {
    expect(netChange(before, after, ({ status }) => status === 'FAILED')).toBe(expected);
  });
});
