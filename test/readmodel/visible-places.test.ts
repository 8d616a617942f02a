/** Which namespaces, kinds and names are told of: those of the rows that are found, and no others. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish } from '../../readmodel/gate.ts';
import type { Filter } from '../../readmodel/query.ts';
import { RowTable } from '../../readmodel/rows/row-table.ts';
import { kindsByCluster, namesByCluster, namespacesByCluster } from '../../readmodel/visible-places.ts';
import { anyRows, anyView, CLUSTERS } from './arbitraries.ts';
import { rowsFound, selects } from './table-of.ts';

const anyClusters = fc.option(fc.subarray([...CLUSTERS, 'gone']), { nil: undefined });

it('of any view they are those of the rows it shows', () => {
  fc.assert(
    fc.property(
      anyRows(40),
      fc.array(fc.tuple(anyView, anyClusters), { minLength: 5, maxLength: 5 }),
      fc.nat(10),
      (rows, questions, gone) => {
        const table = new RowTable();
        const numbers = rows.map(row => table.put(row));
        for (const number of numbers.slice(0, gone)) table.remove(number);
        for (const [view, clusters] of questions) {
          const filter: Filter = clusters ? { clusters } : {};
          const selection = finish(selects(table, view)(filter));
          const found = rowsFound(selection);
          const shown = rows.filter((_, i) => found.includes(numbers[i]!) && i >= gone);
          expect(shown).toHaveLength(found.length);
          const told = <T>(of: (row: (typeof rows)[number]) => T, among = shown) =>
            [...Map.groupBy(among, ({ cluster }) => cluster)].map(([cluster, rows]) => [cluster, rows.map(of).sort()] as const);
          const sorted = (names: ReadonlyMap<string, readonly string[]>) =>
            new Map([...names].map(([cluster, of]) => [cluster, of.toSorted()]));
          expect(sorted(finish(namesByCluster(table, selection)))).toEqual(new Map(told(({ name }) => name)));
          const inNamespaces = shown.filter(({ namespace }) => namespace !== '');
          expect(sorted(finish(namespacesByCluster(table, selection)))).toEqual(
            new Map(told(({ namespace }) => namespace, inNamespaces).map(([cluster, names]) => [cluster, [...new Set(names)]])),
          );
          const kinds = [...finish(kindsByCluster(table, selection))].flatMap(([cluster, isSeen]) => {
            const seen = [...isSeen.keys()].filter(kind => isSeen[kind] === 1);
            return seen.length > 0 ? [[cluster, seen] as const] : [];
          });
          expect(new Map(kinds)).toEqual(
            new Map(told(({ group, kind }) => table.kinds.find(group, kind)!).map(([cluster, of]) => [cluster, [...new Set(of)]])),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});
