/** Compares pages of namespaces with the list of all namespaces. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namespaceConnection } from '../../../subgraphs/fleet/namespace-page.ts';
import { encodeCursor, nameConnection } from '../../../subgraphs/arguments.ts';

const name = fc.constantFrom('a', 'b', 'ba', 'c', 'default', 'kube-system', 'z');
const cluster = fc.constantFrom('c1', 'c2', 'c3', 'c4');
const fleet = fc
  .uniqueArray(fc.record({ cluster, names: fc.uniqueArray(name) }), {
    selector: ({ cluster }) => cluster,
  })
  .map(clusters =>
    clusters
      .map(({ cluster, names }) => ({ cluster, names: names.toSorted() }))
      .sort((a, b) => (a.cluster < b.cluster ? -1 : 1)),
  );

describe('a page of namespaces', () => {
  it('is what the same page of the whole list is, from either end and between any cursors', () => {
    const ends = fc.record({ after: fc.option(fc.tuple(name, cluster)), before: fc.option(fc.tuple(name, cluster)) });
    fc.assert(
      fc.property(
        fleet,
        ends,
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        (clusters, { after, before }, size, isFirst) => {
          const all = clusters
            .flatMap(({ cluster, names }) => names.map(name => ({ cluster, name })))
            .sort((a, b) => (a.name === b.name ? (a.cluster < b.cluster ? -1 : 1) : a.name < b.name ? -1 : 1));
          const args = {
            ...(isFirst ? { first: size } : { last: size }),
            ...(after && { after: encodeCursor(after) }),
            ...(before && { before: encodeCursor(before) }),
          };
          const found = namespaceConnection(clusters, args);
          const { nodes, totalCount } = nameConnection(all, args, ({ name, cluster }) => [name, cluster]);
          expect([found.nodes, found.totalCount]).toEqual([nodes, totalCount]);
        },
      ),
    );
  });

  it('follows the one before it until there are no more', () => {
    fc.assert(
      fc.property(fleet, fc.integer({ min: 1, max: 6 }), (clusters, first) => {
        const all = clusters.flatMap(({ cluster, names }) => names.map(name => `${name} ${cluster}`)).sort();
        const found: string[] = [];
        for (let after: string | undefined; ;) {
          const { nodes, totalCount, pageInfo } = namespaceConnection(clusters, {
            first,
            ...(after !== undefined && { after }),
          });
          expect(pageInfo.hasPreviousPage).toBe(found.length > 0);
          found.push(...nodes.map(({ name, cluster }) => `${name} ${cluster}`));
          expect([totalCount, pageInfo.hasNextPage]).toEqual([all.length, found.length < all.length]);
          if (!pageInfo.hasNextPage) break;
          after = pageInfo.endCursor!;
        }
        expect(found).toEqual(all);
      }),
    );
  });

  it('goes on behind its cursor when what the cursor names has gone', () => {
    const before = namespaceConnection([{ cluster: 'c1', names: ['a', 'b', 'c'] }], { first: 2 });
    const later = namespaceConnection([{ cluster: 'c1', names: ['a', 'c'] }], {
      first: 2,
      after: before.pageInfo.endCursor!,
    });
    expect(later.nodes).toEqual([{ cluster: 'c1', name: 'c' }]);
  });

  it('refuses a cursor of another list', () => {
    const after = Buffer.from('["one"]').toString('base64url');
    expect(() => namespaceConnection([], { after })).toThrow('is not a cursor of this list');
  });
});
