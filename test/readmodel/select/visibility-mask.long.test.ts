/**
 * Compares masks with a simple implementation of the visibility rule, row by row, while rows, resources and views
 * change. Masks are read repeatedly, to find errors in cached state.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Visibility } from '../../../rbac/types.ts';
import { BY_NAME, HIDDEN, type ShownCluster, type RowMask } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { cellOf, CLUSTERS, judge, maskOf, NAMES, NAMESPACES, RESOURCES, visibleScopes, World } from '../mask-world.ts';

const KINDS = [...RESOURCES.map(({ group, kind }) => ({ group, kind })), { group: '', kind: 'Unserved' }];

const resources = fc.oneof(
  { weight: 3, arbitrary: fc.constant(RESOURCES) },
  { weight: 1, arbitrary: fc.shuffledSubarray([...RESOURCES]) },
);

const visibilities: fc.Arbitrary<Visibility> = resources.chain(resources => {
  const part = fc.record({
    list: fc.array(fc.nat(Math.max(resources.length - 1, 0)), { maxLength: 3 }),
    names: fc.array(fc.tuple(fc.nat(Math.max(resources.length - 1, 0)), fc.subarray(NAMES)), { maxLength: 2 }),
  });
  const scopes = part.map(({ list, names }) => ({
    list: Uint8Array.from(resources, (_, number) => (list.includes(number) ? 1 : 0)),
    names: new Map(names.map(([number, shown]) => [number, new Set(shown)])),
  }));
  return fc.record({
    resources: fc.constant(resources),
    cluster: scopes,
    namespaces: fc
      .array(fc.tuple(fc.constantFrom(...NAMESPACES), scopes), { maxLength: 3 })
      .map(entries => new Map(entries)),
    empty: fc.nat(7).map(n => n === 0),
  });
});

const rows: fc.Arbitrary<Row> = fc
  .record({
    cluster: fc.constantFrom(...CLUSTERS),
    namespace: fc.constantFrom(...NAMESPACES),
    kind: fc.constantFrom(...KINDS),
    name: fc.constantFrom(...NAMES),
  })
  .map(({ kind, ...id }) => row({ ...id, ...kind }));

type Step = (world: World) => void;
const choice = fc.option(fc.nat(3), { freq: 5, nil: undefined });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: rows.map(
      (row): Step =>
        world =>
          void world.table.put(row),
    ),
  },
  {
    weight: 2,
    arbitrary: rows.map(
      (row): Step =>
        ({ table }) =>
          table.find(row) !== 0 && table.remove(table.find(row)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...CLUSTERS), fc.option(resources, { freq: 4, nil: undefined })).map(
      ([cluster, resources]): Step =>
        world =>
          world.serve(cluster, resources),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(1), fc.constantFrom(...CLUSTERS), choice).map(
      ([view, cluster, number]): Step =>
        world =>
          world.show(view, cluster, number === undefined ? undefined : world.pool[number]),
    ),
  },
);

describe('the masks of a view', () => {
  it('judge every row by the rule, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(visibilities, { minLength: 4, maxLength: 4 }),
        fc.array(steps, { minLength: 20, maxLength: 40 }),
        (pool, steps) => {
          const world = new World(pool);
          for (const step of steps) {
            step(world);
            check(world);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

function check(world: World): void {
  const { table } = world;
  for (const view of [...world.ask(0), ...world.ask(1), ...world.ask(0)]) {
    const mask = maskOf(world.masks, view);
    const rows = world.rows();
    // Compares one text for all rows of a mask, because this is fast.
    const said = (judged: { cell: number; visible: boolean }, row: number) =>
      `${judged.cell} ${judged.visible} ${encodeObjectId(table.read(row))}\n`;
    const judged = rows.map(row => said({ cell: cellOf(table, mask, row), visible: judge(table, mask, row) }, row));
    expect(judged.join('')).toBe(rows.map(row => said(world.expected(view, row), row)).join(''));
    expect(mask.maskOfScope[0]).toBe(0);
    expect(mask.grid.subarray(0, mask.width).every(cell => cell === HIDDEN)).toBe(true);
    const scopes = CLUSTERS.flatMap(cluster => [...(table.scopes.inCluster(cluster)?.byNamespace.values() ?? [])]);
    expect(visibleScopes(mask).sort()).toEqual(scopes.filter(scope => mask.maskOfScope[scope] !== 0).sort());
    for (const { cluster, alike } of mask.shown)
      expect(JSON.stringify(alike)).toBe(JSON.stringify(expectedAlike(mask, cluster.byNamespace)));
    for (const kind of table.kinds.ids())
      expect(mask.showsKind(kind)).toBe(mask.grid.some((cell, at) => at % mask.width === kind && cell !== HIDDEN));
  }
}

/**
 * The common mask of all namespaces of a cluster, and the mask of the cluster's own scope. Undefined if the namespaces
 * have different masks, or if a scope shows rows by name.
 */
function expectedAlike(
  { maskOfScope, grid, width }: RowMask,
  byNamespace: ReadonlyMap<string, number>,
): ShownCluster['alike'] {
  const masks = new Set(
    [...byNamespace].filter(([namespace]) => namespace !== '').map(([, scope]) => maskOfScope[scope]!),
  );
  const ownScope = byNamespace.get('');
  const atScope = ownScope === undefined ? 0 : maskOfScope[ownScope]!;
  const showsByName = [...masks, atScope].some(mask =>
    grid.subarray(mask * width, (mask + 1) * width).includes(BY_NAME),
  );
  return masks.size > 1 || showsByName ? undefined : { inNamespaces: [...masks][0] ?? 0, atScope };
}
