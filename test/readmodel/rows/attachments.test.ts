/** What rows have beside their columns: what was written last, given back when rows change and go, and small. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Attachments } from '../../../readmodel/rows/attachments.ts';
import { RowTable } from '../../../readmodel/rows/row-table.ts';
import type { Attached } from '../../../store/attached.ts';
import { row, sourced } from '../../fixtures.ts';

const anyAttached: fc.Arbitrary<Attached> = fc.record(
  {
    relations: fc.array(
      fc.constantFrom('/Pod/a/b', '/Pod/a/c', 'x/Y/z/💡').map(to => ({ type: 'SOURCE' as const, to })),
      { maxLength: 4 },
    ),
    records: fc.dictionary(fc.constantFrom('inventory', 'targets'), fc.array(fc.constantFrom({ n: 1 }, { n: '💡' }, {}), { maxLength: 3 })),
  },
  { requiredKeys: [] },
);

describe('what rows have beside their columns', () => {
  it('is what was written last, and nothing is left of what was there before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), anyAttached), { maxLength: 80, size: 'max' }), writes => {
        const attachments = new Attachments();
        const expected = new Map<number, Attached>();
        for (const [number, attached] of writes) {
          attachments.set(number, attached);
          expected.set(number, attached);
        }
        for (const [number, { relations = [], records = {} }] of expected) {
          expect(attachments.targets(number, 'SOURCE')).toEqual(relations.map(({ to }) => to));
          for (const name of ['inventory', 'targets', 'unknown']) expect(attachments.records(number, name)).toEqual(records[name] ?? []);
        }
        expect(attachments.targets(10_000, 'SOURCE')).toEqual([]);
        for (const number of expected.keys()) attachments.clear(number);
        expect(attachments.size).toEqual({ cells: 0, texts: 0 });
      }),
    );
  });

  it('goes with its row, and is not that of the next row of its number', () => {
    const table = new RowTable();
    const number = table.put(row({ ...sourced('/Pod/a/b'), records: { inventory: [{ n: 1 }] } }));
    expect([table.attachments.targets(number, 'SOURCE'), table.attachments.records(number, 'inventory')]).toEqual([
      ['/Pod/a/b'],
      [{ n: 1 }],
    ]);
    table.put(row(sourced('/Pod/a/c')));
    expect([table.attachments.targets(number, 'SOURCE'), table.attachments.records(number, 'inventory')]).toEqual([['/Pod/a/c'], []]);
    table.remove(number);
    expect(table.attachments.size).toEqual({ cells: 0, texts: 0 });
    expect(table.put(row({ name: 'next' }))).toBe(number);
    expect(table.attachments.targets(number, 'SOURCE')).toEqual([]);
  });

  it('of more projections than can be told apart is left out', () => {
    const attachments = new Attachments();
    const records = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, [{ i }]]));
    attachments.set(1, { records });
    expect(attachments.records(1, 'p254')).toEqual([{ i: 254 }]);
    expect(attachments.records(1, 'p255')).toEqual([]);
  });
});
