/** Where a caller's rights are asked for: whatever there is, page by page, and where the caller is bound. */
import { describe, expect, it } from '@jest/globals';
import { grantKey } from '../../../rbac/types.ts';
import { sees } from '../../../rbac/visibility.ts';
import type { Filter, PageRequest } from '../../../readmodel/query.ts';
import type { View } from '../../../readmodel/select/visibility-mask.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import { everyRowOf, placesOf } from '../../../access/reviews/places.ts';
import { allow, grant, RESOURCES } from '../../subgraphs/fleet/scripted-fleet.ts';

const grants = [...grant('jane', allow('list', 'pods'), 'bound'), ...grant('joe', allow('list', 'pods'), 'not-theirs')];
const index = {
  ...{ cluster: 'leaf', resources: RESOURCES },
  grants: { revision: 1, objects: new Map(grants.map(object => [grantKey(object), object])) },
} as unknown as ClusterIndex;

describe('places', () => {
  it('are the namespaces of all rows, all Namespaces, and where a RoleBinding reaches the caller; each once', async () => {
    const asked: { filter: Filter; request: PageRequest }[] = [];
    const pages = [['empty', 'rows'], ['z']];
    const readModel = {
      namespaces: async (view: View, clusters: readonly string[]) =>
        new Map(clusters.map(name => [name, view(name) ? ['rows', 'web'] : []])),
      page: async (_view: View, filter: Filter, _order: unknown, request: PageRequest) => {
        asked.push({ filter, request });
        const names = pages[asked.length - 1]!;
        return {
          rows: names.map(name => ({ name })),
          endCursor: names.at(-1),
          hasNextPage: asked.length < pages.length,
          hasPreviousPage: false,
        };
      },
    } as unknown as ReadModel;
    expect(await placesOf(readModel, index, { user: 'jane', groups: [] })).toEqual(['bound', 'empty', 'rows', 'web', 'z']);
    const filter = { clusters: ['leaf'], kinds: [{ kind: 'Namespace', group: '' }] };
    expect(asked).toEqual([
      { filter, request: { first: 5_000 } },
      { filter, request: { first: 5_000, after: 'rows' } },
    ]);
  });

  it('are found however many bindings there are', async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => grant('jane', allow('list', 'pods'), `n${i}`)).flat();
    const readModel = {
      namespaces: async () => new Map(),
      page: async () => ({ rows: [], hasNextPage: false, hasPreviousPage: false }),
    } as unknown as ReadModel;
    const objects = new Map(many.map(object => [grantKey(object), object]));
    expect(await placesOf(readModel, { ...index, grants: { revision: 1, objects } }, { user: 'jane', groups: [] })).toHaveLength(1_200);
  });

  it('are looked for in every row of the one cluster, and of no other', () => {
    const view = everyRowOf(index);
    expect(view('other')).toBeUndefined();
    for (const [number, { namespaced }] of RESOURCES.entries())
      expect(sees(view('leaf')!, number, namespaced ? 'any' : '', 'x')).toBe(true);
  });
});
