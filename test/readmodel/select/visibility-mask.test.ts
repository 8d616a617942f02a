/**
 * Tests when the masks of a view are rebuilt, what they contain, and how they decide on a row. Also tests the
 * namespaces, kinds and names of visible rows.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Resource, Visibility } from '../../../rbac/types.ts';
import { finished } from '../../../async/fair-turns.ts';
import type { Filter } from '../../../readmodel/query.ts';
import { KeptMask, type RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { kindsByCluster, namesByCluster, namespacesByCluster } from '../../../readmodel/select/visible-scopes.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyRows, anyView, CLUSTERS } from '../arbitraries.ts';
import { EVERYTHING, scope, visibility } from '../fixtures.ts';
import { judge, maskOf, resource, RESOURCES, visibleScopes, World } from '../mask-world.ts';
import { rowsFound, selects } from '../table-of.ts';

describe('visibility mask', () => {
  const PODS = [RESOURCES[0]!];
  const lists = (...plurals: string[]): Visibility => visibility(scope(plurals, {}, RESOURCES), {}, RESOURCES);

  function worldOf(...rows: Partial<Row>[]): World {
    const world = new World([]);
    for (const given of rows) world.table.put(row(given));
    return world;
  }

  /** Returns the view with a KeptMask, in which the read model caches the mask. */
  function kept(view: RowAuthorizer): RowAuthorizer {
    return Object.assign(view, { mask: new KeptMask() });
  }

  it('has the visibility that it was compiled from, and asks for that of clusters without rows', () => {
    const shown = lists('pods');
    const elsewhere = lists('events');
    const world = worldOf({ cluster: 'a' });
    world.serve('a', RESOURCES);
    const mask = maskOf(world.masks, () => shown);
    expect(mask.visibilityOf('a', () => elsewhere)).toBe(shown);
    expect(mask.visibilityOf('b', cluster => (cluster === 'b' ? elsewhere : undefined))).toBe(elsewhere);
  });

  it('knows that a caller has no rights in a cluster with rows, but no rights that came later', () => {
    const none = { ...visibility(scope([], {}, RESOURCES), {}, RESOURCES), empty: true };
    const world = worldOf({ cluster: 'a' });
    world.serve('a', RESOURCES);
    const mask = maskOf(world.masks, () => none);
    expect(mask.visibilityOf('a', () => none)).toBe(none);
    expect(mask.visibilityOf('a', () => lists('pods'))).toBeUndefined();
  });

  describe('what is kept of a view', () => {
    it.each<[string, Visibility]>([
      ['shows something', lists('pods')],
      ['shows nothing that is there', lists('events')],
    ])('is asked again while nothing changes, when it %s', (_case, shown) => {
      const { masks } = worldOf({});
      const view = kept(() => shown);
      const mask = maskOf(masks, view);
      expect(maskOf(masks, view)).toBe(mask);
    });

    it.each<[string, Visibility | undefined]>([
      ['something', lists('pods')],
      ['nothing', undefined],
    ])(
      'is not asked for again while the view of %s is of the same version, and places and resources are the same',
      (_case, shown) => {
        const world = worldOf({});
        const requested: string[] = [];
        let version: object | undefined = {};
        const view = kept(
          Object.assign((cluster: string) => (requested.push(cluster), shown), { version: () => version }),
        );
        const asks = () => (maskOf(world.masks, view), requested.splice(0).length);
        expect([asks(), asks()]).toEqual([1, 0]);
        version = {};
        expect([asks(), asks()]).toEqual([1, 0]);
        world.table.put(row({ name: 'another' }));
        expect(asks()).toBe(0);
        world.table.put(row({ namespace: 'new' }));
        expect([asks(), asks()]).toEqual([1, 0]);
        world.table.put(row({ kind: 'Event' }));
        expect([asks(), asks()]).toEqual([1, 0]);
        world.serve('leaf-01', RESOURCES.slice(1));
        expect([asks(), asks()]).toEqual([1, 0]);
        world.table.remove(world.table.find(row({ namespace: 'new' })));
        expect([asks(), asks()]).toEqual([1, 0]);
        version = undefined;
        expect([asks(), asks()]).toEqual([1, 1]);
      },
    );

    it('is nothing where nothing is shown', () => {
      const { masks } = worldOf({});
      expect(maskOf(masks, () => undefined).shown).toEqual([]);
      expect(maskOf(masks, () => ({ ...EVERYTHING, empty: true })).shown).toEqual([]);
    });

    it('forgets a cluster that has gone', () => {
      const { table, masks } = worldOf({ cluster: 'leaf-01' }, { cluster: 'leaf-02' });
      const shown = lists('pods');
      const view = kept(() => shown);
      const mask = maskOf(masks, view);
      expect(visibleScopes(mask)).toHaveLength(2);
      const gone = table.scopes.find('leaf-02', 'team-a')!;
      table.remove(table.find(row({ cluster: 'leaf-02' })));
      const now = maskOf(masks, view);
      expect(visibleScopes(now)).toEqual([table.scopes.find('leaf-01', 'team-a')]);
      expect(now.maskOfScope[gone]).toBe(0);
      expect(maskOf(masks, view)).toBe(now);
      // A running query keeps the mask with which it started.
      expect(visibleScopes(mask)).toHaveLength(2);
    });

    it.each([true, false])(
      'of one table is never taken for another one that looks the same, whether a version is told: %s',
      reported => {
        const [one, other] = [
          worldOf({ namespace: 'a' }, { namespace: 'b' }),
          worldOf({ namespace: 'b' }, { namespace: 'a' }),
        ];
        const shown = visibility(scope([], {}, RESOURCES), { a: scope(['pods'], {}, RESOURCES) }, RESOURCES);
        const version = {};
        const view = kept(Object.assign(() => shown, reported && { version: () => version }));
        expect(visibleScopes(maskOf(one.masks, view))).toEqual([one.table.scopes.find('leaf-01', 'a')]);
        expect(visibleScopes(maskOf(other.masks, view))).toEqual([other.table.scopes.find('leaf-01', 'a')]);
      },
    );

    it('has bytes: none before the first question, then those of its masks, its places and its clusters', () => {
      const { masks } = worldOf({ namespace: 'a' }, { namespace: 'b' }, { cluster: 'leaf-02' });
      const mask = new KeptMask();
      expect(mask.bytes).toBe(0);
      const made = maskOf(
        masks,
        Object.assign(() => lists('pods'), { mask }),
      );
      expect(visibleScopes(made)).toHaveLength(3);
      expect(mask.bytes).toBe(1024 + made.grid.byteLength + made.maskOfScope.byteLength + 3 * 4 + 2 * 256);
    });

    it('is asked again where a question without a version ended later than one with a version', () => {
      const { masks } = worldOf({ cluster: 'leaf-01' }, { cluster: 'leaf-02' });
      const [none, pods] = [lists('events'), lists('pods')];
      let [shown, version]: [Visibility, object | undefined] = [none, undefined];
      const view = kept(Object.assign(() => shown, { version: () => version }));
      const slow = masks.of(view);
      slow.next();
      [shown, version] = [pods, {}];
      const scopes = visibleScopes(maskOf(masks, view));
      expect(scopes).toHaveLength(2);
      expect(visibleScopes(finished(slow))).toEqual([]);
      expect(visibleScopes(maskOf(masks, view))).toEqual(scopes);
    });

    it('has room for a mask of its own in each of many namespaces', () => {
      const kinds = Array.from({ length: 8 }, (_, i) => resource(`Kind${i}`, `kind${i}`));
      const names = Array.from({ length: 200 }, (_, i) => `ns-${i}`);
      const world = worldOf(
        ...kinds.map(({ kind }) => ({ kind })),
        ...names.map(namespace => ({ namespace, kind: 'Kind0' })),
      );
      world.serve('leaf-01', kinds);
      const bits = (number: number) => kinds.filter((_, bit) => number & (1 << bit)).map(({ plural }) => plural);
      const own = Object.fromEntries(names.map((name, i) => [name, scope(bits(i + 1), {}, kinds)]));
      const shown = visibility(scope([], {}, kinds), own, kinds);
      const view = kept(() => shown);
      const mask = maskOf(world.masks, view);
      expect(new Set(mask.maskOfScope).size).toBe(201);
      expect(maskOf(world.masks, view)).toBe(mask);
    });

    it('does not grow for ever while a view changes', () => {
      const kinds = Array.from({ length: 8 }, (_, i) => resource(`Kind${i}`, `kind${i}`));
      const world = worldOf({}, ...kinds.map(({ kind }) => ({ kind, cluster: 'leaf-02' })));
      world.serve('leaf-02', kinds);
      const constant = lists('pods');
      const mask = new KeptMask();
      for (let number = 1; number < 256; number++) {
        const changing = visibility(
          scope(
            kinds.filter((_, bit) => number & (1 << bit)).map(({ plural }) => plural),
            {},
            kinds,
          ),
          {},
          kinds,
        );
        const view: RowAuthorizer = Object.assign((cluster: string) => (cluster === 'leaf-01' ? constant : changing), {
          mask,
        });
        const { grid, width } = maskOf(world.masks, view);
        expect(grid.length).toBeLessThan(200 * width);
      }
    });
  });

  describe('a row', () => {
    const byName = visibility(scope([], { pods: ['web'] }, PODS), { '': scope([], { pods: ['db'] }, PODS) }, PODS);

    it('of a cluster that is not shown, or a kind that is not served, is visible by no name', () => {
      const { table, masks } = worldOf({}, { cluster: 'leaf-02' }, { kind: 'Unserved' });
      const mask = maskOf(masks, cluster => (cluster === 'leaf-01' ? byName : undefined));
      const rows = [row(), row({ cluster: 'leaf-02' }), row({ kind: 'Unserved' })].map(it => table.find(it));
      expect(rows.map(number => mask.visibleByName(number))).toEqual([true, false, false]);
    });

    it('of a cluster’s own scope is visible by no name that a RoleBinding gives', () => {
      const nodes = [resource('Node', 'nodes', { namespaced: false })];
      const world = worldOf({ kind: 'Node', namespace: '', name: 'web' }, { kind: 'Node', namespace: '', name: 'db' });
      world.serve('leaf-01', nodes);
      const shown = visibility(
        scope([], { nodes: ['web'] }, nodes),
        { '': scope([], { nodes: ['db'] }, nodes) },
        nodes,
      );
      const mask = maskOf(world.masks, () => shown);
      expect(
        world
          .rows()
          .map(number => [world.table.read(number).name, judge(world.table, mask, number)])
          .sort(),
      ).toEqual([
        ['db', false],
        ['web', true],
      ]);
    });

    it.each<[string, Partial<Resource>, boolean]>([
      ['the very resource', {}, true],
      ['another version of it', { version: 'v2' }, true],
      ['another kind of that plural', { kind: 'Pad' }, false],
      ['another plural of that kind', { plural: 'pads' }, false],
      ['another group', { group: 'example.com' }, false],
      ['another scope', { namespaced: false }, false],
    ])('is judged by what was compiled for %s: %j, %s', (_case, change, visible) => {
      const { table, masks } = worldOf({});
      const compiledFor = [{ ...PODS[0]!, ...change }];
      const mask = maskOf(masks, () => visibility(scope(['*'], {}, compiledFor), {}, compiledFor));
      expect(judge(table, mask, table.find(row()))).toBe(visible);
    });
  });
});

/** Reported namespaces, kinds and names are exactly those of the visible rows. */
describe('visible places', () => {
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
            const selection = finished(selects(table, view)(filter));
            const found = rowsFound(selection);
            const shown = rows.filter((_, i) => found.includes(numbers[i]!) && i >= gone);
            expect(shown).toHaveLength(found.length);
            const reported = <T>(of: (row: (typeof rows)[number]) => T, among = shown) =>
              [...Map.groupBy(among, ({ cluster }) => cluster)].map(
                ([cluster, rows]) => [cluster, rows.map(of).sort()] as const,
              );
            const sorted = (names: ReadonlyMap<string, readonly string[]>) =>
              new Map([...names].map(([cluster, of]) => [cluster, of.toSorted()]));
            expect(sorted(finished(namesByCluster(table, selection)))).toEqual(new Map(reported(({ name }) => name)));
            const inNamespaces = shown.filter(({ namespace }) => namespace !== '');
            expect(sorted(finished(namespacesByCluster(table, selection)))).toEqual(
              new Map(
                reported(({ namespace }) => namespace, inNamespaces).map(([cluster, names]) => [
                  cluster,
                  [...new Set(names)],
                ]),
              ),
            );
            const kinds = [...finished(kindsByCluster(table, selection))].flatMap(([cluster, isSeen]) => {
              const seen = [...isSeen.keys()].filter(kind => isSeen[kind] === 1);
              return seen.length > 0 ? [[cluster, seen] as const] : [];
            });
            expect(new Map(kinds)).toEqual(
              new Map(
                reported(({ group, kind }) => table.kinds.find(group, kind)!).map(([cluster, of]) => [
                  cluster,
                  [...new Set(of)],
                ]),
              ),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
