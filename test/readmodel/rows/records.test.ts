/** The records of rows: what was written last, given back when rows change and go, and small. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowRecords } from '../../../readmodel/rows/records.ts';
import { RowTable } from '../../../readmodel/rows/row-table.ts';
import type { Records } from '../../../store/attached.ts';
import { row } from '../../fixtures.ts';

const anyRecords: fc.Arbitrary<Records | undefined> = fc.option(
  fc.dictionary(fc.constantFrom('inventory', 'targets'), fc.array(fc.constantFrom({ n: 1 }, { n: '💡' }, {}), { maxLength: 3 })),
  { nil: undefined },
);

describe('the records of a row', () => {
  it('are what was written last, and nothing is left of what was there before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), anyRecords), { maxLength: 80, size: 'max' }), writes => {
        const all = new RowRecords();
        const expected = new Map<number, Records | undefined>();
        for (const [number, records] of writes) {
          all.set(number, records);
          expected.set(number, records);
        }
        for (const [number, records = {}] of expected)
          for (const name of ['inventory', 'targets', 'unknown']) expect(all.of(number, name)).toEqual(records[name] ?? []);
        for (const number of expected.keys()) all.set(number, undefined);
        expect(all.size).toEqual({ cells: 0, texts: 0 });
      }),
    );
  });

  it('go with it, and are not those of the next row of its number', () => {
    const table = new RowTable();
    const number = table.put(row({ records: { inventory: [{ n: 1 }] } }));
    expect(table.records.of(number, 'inventory')).toEqual([{ n: 1 }]);
    table.put(row());
    expect(table.records.of(number, 'inventory')).toEqual([]);
    table.put(row({ records: { inventory: [{ n: 2 }] } }));
    table.remove(number);
    expect(table.records.size).toEqual({ cells: 0, texts: 0 });
    expect(table.put(row({ name: 'next' }))).toBe(number);
    expect(table.records.of(number, 'inventory')).toEqual([]);
  });

  it('of more projections than can be told apart are left out', () => {
    const all = new RowRecords();
    all.set(1, Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, [{ i }]])));
    expect(all.of(1, 'p255')).toEqual([{ i: 255 }]);
    expect(all.of(1, 'p256')).toEqual([]);
  });
});
