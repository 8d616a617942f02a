/** Pages of namespaces against a list of all of them. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namespaceConnection } from '../../../subgraphs/fleet/namespace-page.ts';

const name = fc.constantFrom('a', 'b', 'ba', 'c', 'default', 'kube-system', 'z');
const fleet = fc
  .uniqueArray(fc.record({ cluster: fc.constantFrom('c1', 'c2', 'c3', 'c4'), names: fc.uniqueArray(name) }), {
    selector: ({ cluster }) => cluster,
  })
  .map(clusters =>
    clusters.map(({ cluster, names }) => ({ cluster, names: names.toSorted() })).sort((a, b) => (a.cluster < b.cluster ? -1 : 1)),
  );

describe('a page of namespaces', () => {
  it('is a part of all of them by name, then cluster, and one follows the other', () => {
    fc.assert(
      fc.property(fleet, fc.integer({ min: 1, max: 6 }), (clusters, first) => {
        const all = clusters
          .flatMap(({ cluster, names }) => names.map(name => ({ cluster, name })))
          .sort((a, b) => (a.name === b.name ? (a.cluster < b.cluster ? -1 : 1) : a.name < b.name ? -1 : 1));
        const found: object[] = [];
        for (let after: string | undefined; ;) {
          const { nodes, totalCount, pageInfo } = namespaceConnection(clusters, { first, ...(after !== undefined && { after }) });
          expect(pageInfo.hasPreviousPage).toBe(found.length > 0);
          found.push(...nodes);
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
    const later = namespaceConnection([{ cluster: 'c1', names: ['a', 'c'] }], { first: 2, after: before.pageInfo.endCursor! });
    expect(later.nodes).toEqual([{ cluster: 'c1', name: 'c' }]);
  });

  it('refuses a cursor of another list', () => {
    const after = Buffer.from('["one"]').toString('base64url');
    expect(() => namespaceConnection([], { after })).toThrow('is not a cursor of this list');
  });
});
