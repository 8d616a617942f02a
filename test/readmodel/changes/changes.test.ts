/** Changes that the journal keeps, positions that it will soon drop, and the net change of one object. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IndexChange } from '../../../readmodel/changes/change.ts';
import { netChange, type ObjectNow, type ObjectThen } from '../../../readmodel/changes/changes-since.ts';
import { Journal } from '../../../readmodel/changes/journal.ts';
import type { ChangeType } from '../../../readmodel/query.ts';
import type { ColumnRow } from '../../../readmodel/table/column-row.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { blankRow } from '../../../store/blank-row.ts';
import { ROW_COLUMNS } from '../../../store/row-columns.ts';
import { row } from '../../fixtures.ts';

describe('journal', () => {
  const KEPT = 10;

  function rowAt(cluster: string, namespace: string, name: string): ColumnRow {
    return { ...blankRow(ROW_COLUMNS), cluster, kind: 'Pod', namespace, name };
  }

  /** A journal, and a function that reports new rows to it as one change. */
  function journal() {
    let tell: ((change: IndexChange) => void) | undefined;
    const kept = new Journal(
      { changes: KEPT, windowMs: 60_000 },
      () => 0,
      listener => ((tell = listener), () => undefined),
    );
    kept.mark();
    return {
      kept,
      write: (rows: readonly ColumnRow[]) =>
        tell!({
          ...{ cluster: 'a', position: 0, revision: 0, attached: [] },
          rows: rows.map(after => ({ id: encodeObjectId(after), before: undefined, after })),
        }),
    };
  }

  const rows = (count: number) => Array.from({ length: count }, (_, i) => rowAt('a', 'team', `pod-${i}`));

  describe('the journal', () => {
    it('tells those positions as aging behind which more than half of what it keeps has come', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 12 }), writes => {
          const { kept, write } = journal();
          for (const count of writes) write(rows(count));
          const behind = (position: number) => writes.slice(position).reduce((sum, count) => sum + count, 0);
          const known = Array.from({ length: writes.length + 1 }, (_, position) => position).filter(position =>
            kept.after(position),
          );
          expect(known.filter(position => position < kept.agingBefore)).toEqual(
            known.filter(position => behind(position) > KEPT / 2),
          );
        }),
      );
    });

    it('knows what the objects that changed last are now, and says so of no other', () => {
      const { kept, write } = journal();
      const [first, ...others] = rows(5_001) as [ColumnRow, ...ColumnRow[]];
      write([first]);
      expect(kept.current(encodeObjectId(first))).toBe(first);
      write(others);
      expect(kept.current(encodeObjectId(first))).toBe('unknown');
      const last = others.at(-1)!;
      const id = encodeObjectId(last);
      expect(kept.current(id)).toBe(last);
      write([{ ...last, message: 'another' }]);
      expect(kept.current(id)).toMatchObject({ message: 'another' });
      kept.close();
      expect(kept.current(id)).toBe('unknown');
    });

    it('finds the changes of a cluster, or of some of its namespaces, in their order and after a position', () => {
      const { kept, write } = journal();
      write([rowAt('a', 'x', '1'), rowAt('b', 'x', '2')]);
      write([rowAt('a', 'y', '3'), rowAt('a', 'x', '4')]);
      const names = (position: number, cluster: string, namespaces?: readonly string[]) =>
        kept.after(position)!(cluster, namespaces).map(({ object: { name } }) => name);
      expect(names(0, 'a')).toEqual(['1', '4', '3']);
      expect(names(0, 'a', ['x'])).toEqual(['1', '4']);
      expect(names(1, 'a', ['x', 'z'])).toEqual(['4']);
      expect(names(1, 'b')).toEqual([]);
      expect(names(0, 'c')).toEqual([]);
    });
  });
});

/** Net change of one object for one reader, as a table of cases. */
describe('net change', () => {
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
    [
      'one of which only the leaf was asked anew is not told',
      then(match),
      now({ ...match, syncedAt: 9_999 }),
      undefined,
    ],
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
});
