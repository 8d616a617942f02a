/** Revisions of kinds (the last write of each kind in each cluster), and records of rows. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowRecords } from '../../../readmodel/table/records.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import type { Records } from '../../../store/attached.ts';
import { row } from '../../fixtures.ts';

describe('kind revisions', () => {
  it('tells every write of a kind, in its own cluster only', () => {
    const table = new RowTable();
    const latest = (cluster: string, ...kinds: readonly string[]) => {
      const number = table.scopes.clusterNames.find(cluster);
      return number === undefined
        ? 0
        : table.revisions.latest(
            number,
            kinds.flatMap(kind => table.kinds.find('', kind) ?? []),
          );
    };
    const pod = row({ cluster: 'a', kind: 'Pod', name: 'p' });
    const number = table.put(pod);
    table.put(row({ cluster: 'a', kind: 'Service', name: 's' }));
    table.put(row({ cluster: 'b', kind: 'Pod', name: 'p' }));
    const before = [latest('a', 'Pod'), latest('a', 'Service'), latest('b', 'Pod')];
    table.put({ ...pod, message: 'other' });
    expect(latest('a', 'Pod')).toBeGreaterThan(before[0]!);
    expect([latest('a', 'Service'), latest('b', 'Pod')]).toEqual(before.slice(1));
    const changed = latest('a', 'Pod', 'Service');
    table.remove(number);
    expect(latest('a', 'Pod', 'Service')).toBeGreaterThan(changed);
    expect(latest('none', 'Pod')).toBe(0);
  });
});

/** Records of rows equal the last write, are freed when rows change or are deleted, and stay small. */
describe('records', () => {
  const anyRecords: fc.Arbitrary<Records | undefined> = fc.option(
    fc.dictionary(
      fc.constantFrom('inventory', 'targets'),
      fc.array(fc.constantFrom({ n: 1 }, { n: '💡' }, {}), { maxLength: 3 }),
    ),
    { nil: undefined },
  );

  const texts = ['a', 'b', '', 'a/b', '\ud83d', '💡', 'x'.repeat(4_000)];
  const anyValue: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom(7, null, ['a'], { a: 'a' }),
  );
  const anyKeyed: fc.Arbitrary<Records | undefined> = fc.option(
    fc.dictionary(
      fc.constantFrom('inventory', 'targets', 'plain'),
      fc.array(fc.record({ key: anyValue, n: fc.nat(2) }, { requiredKeys: [] }), { maxLength: 4 }),
    ),
    { nil: undefined },
  );

  describe('the index of records', () => {
    it('finds the rows by the text of the field, each once, as a look at all rows does', () => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), anyKeyed), { maxLength: 80, size: 'max' }),
          writes => {
            const all = new RowRecords({ inventory: 'key', targets: 'key' });
            const expected = new Map<number, Records | undefined>();
            for (const [number, records] of writes) {
              const before = JSON.stringify(
                Object.entries(expected.get(number) ?? {}).flatMap(([name, list]) => list.map(it => [name, it])),
              );
              const after = JSON.stringify(
                Object.entries(records ?? {}).flatMap(([name, list]) => list.map(it => [name, it])),
              );
              expect(all.set(number, records)).toBe(before !== after);
              expected.set(number, records);
            }
            for (const name of ['inventory', 'targets'])
              for (const text of [...texts, 'none']) {
                const wanted = [...expected].filter(
                  ([, records]) => text !== '' && records?.[name]?.some(({ key }) => key === text),
                );
                const found = [...all.rowsWith(name, text)];
                expect(found.toSorted((a, b) => a - b)).toEqual(
                  wanted.map(([number]) => number).toSorted((a, b) => a - b),
                );
              }
            for (const number of expected.keys()) all.set(number, undefined);
            expect(all.size).toEqual({ cells: 0, texts: 0 });
            expect(all.indexed).toMatchObject({ entries: 0, texts: 0 });
          },
        ),
      );
    });

    it('is kept for the projections that ask for it alone', () => {
      const all = new RowRecords({ targets: 'key' });
      all.set(1, { inventory: [{ key: 'a' }], targets: [{ key: 'a' }, { key: 'a' }, { other: 'a' }] });
      expect(all.indexed).toMatchObject({ entries: 2, texts: 1 });
      expect([...all.rowsWith('targets', 'a')]).toEqual([1]);
      expect(() => all.rowsWith('inventory', 'a')).toThrow('The projection "inventory" has no index: add one to it.');
    });

    it('takes few bytes a record', () => {
      const all = new RowRecords({ targets: 'key' });
      const count = 200_000;
      // There are 20 000 different values, each in ten rows. A value has about 40 characters.
      for (let row = 1; row <= count; row++)
        all.set(row, { targets: [{ key: `https://git.example/organisation/r-${row % 20_000}` }] });
      expect([...all.rowsWith('targets', 'https://git.example/organisation/r-7')]).toHaveLength(10);
      expect(all.indexed.bytes / count).toBeLessThan(40);
    });
  });

  describe('the records of a row', () => {
    it('are what was written last, and nothing is left of what was there before', () => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), anyRecords), { maxLength: 80, size: 'max' }),
          writes => {
            const all = new RowRecords();
            const expected = new Map<number, Records | undefined>();
            for (const [number, records] of writes) {
              all.set(number, records);
              expected.set(number, records);
            }
            for (const [number, records = {}] of expected)
              for (const name of ['inventory', 'targets', 'unknown']) {
                expect(all.of(number, name)).toEqual(records[name] ?? []);
                expect(all.firstOf(number, name)).toEqual(records[name]?.[0]);
              }
            for (const number of expected.keys()) all.set(number, undefined);
            expect(all.size).toEqual({ cells: 0, texts: 0 });
          },
        ),
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

    it('are read once for all rows that have the same, and anew when another text has their number', () => {
      const all = new RowRecords();
      for (const number of [1, 2]) all.set(number, { inventory: [{ n: 1 }] });
      expect(all.firstOf(1, 'inventory')).toBe(all.firstOf(2, 'inventory'));
      for (const number of [1, 2]) all.set(number, undefined);
      all.set(3, { inventory: [{ n: 2 }] });
      expect(all.firstOf(3, 'inventory')).toEqual({ n: 2 });
    });

    it('of more projections than can be told apart are left out', () => {
      const all = new RowRecords();
      all.set(1, Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, [{ i }]])));
      expect(all.of(1, 'p255')).toEqual([{ i: 255 }]);
      expect(all.of(1, 'p256')).toEqual([]);
    });
  });
});
