/**
 * Walks along stored orders of rows. The read model walks for long lists, but these random tests also walk for short
 * lists. Also tests queries that run while rows are written.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished, type Steps } from '../../../async/fair-turns.ts';
import { ReadWriteTurns } from '../../../readmodel/gate.ts';
import { FACET_FIELDS, type Filter, ORDER_FIELDS, type OrderKey } from '../../../readmodel/query.ts';
import { computeNumbers, facetRequest } from '../../../readmodel/questions/numbers.ts';
import { isGrouped, Part, type Reached, walkSorted } from '../../../readmodel/questions/walks.ts';
import { decodeCursor, encodeCursor, selectPage, walk as walkInOrder } from '../../../readmodel/questions/page.ts';
import { select, type Selection, type StepSize } from '../../../readmodel/select/selection.ts';
import { type RowAuthorizer, RowMasks } from '../../../readmodel/select/visibility-mask.ts';
import { orderingOf, type KeysetPosition } from '../../../readmodel/table/ordering.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyOrder, anyRows, anyStep, anyView } from '../arbitraries.ts';
import { RESOURCES, scope, seesAll, visibility } from '../fixtures.ts';
import { facet, matches, sorted, visible, withoutOwnCondition } from '../reference.ts';
import { answered } from '../table-of.ts';

describe('walks', () => {
  class World {
    readonly table = new RowTable();
    readonly live = new Map<string, Row>();
    readonly #masks = new RowMasks(
      this.table,
      () => ({ resources: RESOURCES, resourcesRevision: 1 }),
      () => 1,
    );

    put(row: Row): void {
      this.table.put(row);
      this.live.set(encodeObjectId(row), row);
    }

    remove(row: Row): void {
      const number = this.table.find(row);
      if (number !== 0) this.table.remove(number);
      this.live.delete(encodeObjectId(row));
    }

    select(view: RowAuthorizer, filter: Filter, step?: StepSize): Steps<Selection> {
      return select(this.table, this.#masks, view, filter, step);
    }

    expected(view: RowAuthorizer, filter: Filter): Row[] {
      return [...this.live.values()].filter(row => visible(view, row) && matches(filter, row));
    }
  }

  function names(world: World, rows: readonly number[]): string[] {
    return rows.map(row => encodeObjectId(world.table.read(row)));
  }

  /** A limit above the number of rows. */
  const ALL = 1_000_000;
  const anyKey = fc.record({ field: fc.constantFrom(...ORDER_FIELDS), descending: fc.boolean() });

  describe('a walk', () => {
    it('finds what a sort finds, both ways, from anywhere, after any changes', () => {
      fc.assert(
        fc.property(
          fc.array(anyRows(40), { minLength: 1, maxLength: 3 }),
          fc.array(anyRows(8), { maxLength: 3 }),
          fc.array(
            fc.tuple(
              anyView,
              anyFilter,
              anyOrder,
              fc.record({
                at: fc.nat(60),
                forward: fc.boolean(),
                fromCursor: fc.boolean(),
                block: fc.nat(3),
                small: fc.nat(3),
                limit: fc.constantFrom(1, 2, 5, ALL),
                step: anyStep,
              }),
            ),
            { minLength: 6, maxLength: 6 },
          ),
          (puts, removals, questions) => {
            const world = new World();
            for (const [i, rows] of puts.entries()) {
              // Orders by time are built after the first rows are written. Later writes update these orders.
              for (const row of rows) world.put(row);
              if (i === 0)
                for (const field of ['CREATED', 'TRANSITIONED'] as const) finished(world.table.orders.begin(field)!);
              for (const row of removals[i] ?? []) world.remove(row);
            }
            for (const [view, filter, order, route] of questions) check(world, view, filter, order, route);
          },
        ),
        { numRuns: 300 },
      );
    });

    interface Route {
      readonly at: number;
      readonly forward: boolean;
      readonly fromCursor: boolean;
      readonly block: number;
      readonly small: number;
      readonly limit: number;
      readonly step: StepSize;
    }

    function check(world: World, view: RowAuthorizer, filter: Filter, order: OrderKey[], route: Route): void {
      const { at, forward, fromCursor, block, small, limit, step } = route;
      const { table } = world;
      const ordering = orderingOf(table, order);
      const all = sorted([...world.live.values()], order);
      const startRow = fromCursor ? all[at % Math.max(all.length, 1)] : undefined;
      const start = startRow && decodeCursor(ordering, encodeCursor(ordering, startRow), 'after');
      const expected = sorted(world.expected(view, filter), order).filter(row => {
        if (!startRow) return true;
        return forward ? all.indexOf(row) > all.indexOf(startRow) : all.indexOf(row) < all.indexOf(startRow);
      });
      if (!forward) expected.reverse();
      const selection = finished(world.select(view, filter, step));
      const range = { [forward ? 'after' : 'before']: start, forward, limit };
      const found = finished(walkInOrder(table, new Part(table, selection), ordering, range, small));
      // If only few rows are wanted, the walk may return undefined. The caller then sorts all rows.
      if (limit === ALL || found) expect(names(world, found!)).toEqual(expected.slice(0, limit).map(encodeObjectId));
      const [first, ...others] = ordering.keys;
      if (others.length === 0 && !isGrouped(first!.field)) {
        const inBlocks = [...walk(world, selection, first!, { start, forward, block: block + 1 })].flatMap(
          ({ rows }) => rows,
        );
        expect(names(world, inBlocks)).toEqual(expected.map(encodeObjectId));
      }
      const matching = new Set(world.expected(view, filter).map(encodeObjectId));
      for (const row of world.live.values())
        expect(finished(selection.has(table.find(row)))).toBe(matching.has(encodeObjectId(row)));
    }
  });

  describe('a walk in order', () => {
    const byName: OrderKey = { field: 'NAME', descending: false };
    const everything: RowAuthorizer = () => visibility(scope(['*']));
    const route = { start: undefined, forward: true, block: 16 };

    /** Total cost until `wanted` rows are found. The unit is rows read. */
    function costOf(reached: Iterable<Reached>, wanted: number): number {
      let [found, looked] = [0, 0];
      for (const { rows, cost } of reached) {
        looked += cost;
        found += rows.length;
        if (found >= wanted) return looked;
      }
      throw new Error(`Only ${found} rows were found.`);
    }

    function worldOf(rows: number, of: (i: number) => Partial<Row>): World {
      const world = new World();
      for (let i = 0; i < rows; i++) world.put(row({ cluster: 'leaf', ...of(i) }));
      return world;
    }

    it('looks at no row of a kind whose turn has not come', () => {
      const world = worldOf(2_000, i =>
        i % 2 ? { name: `pod-${i}` } : { group: 'apps', kind: 'Deployment', name: `deployment-${i}` },
      );
      const selection = finished(world.select(everything, {}));
      expect(costOf(walk(world, selection, byName, route), 16)).toBe(16);
      expect(costOf(walk(world, selection, byName, route), 1_016)).toBe(1_016);
      expect(costOf(walk(world, selection, byName, { ...route, forward: false }), 16)).toBe(16);
    });

    it.each([true, false])(
      'does not read a group of thousands of equal names as a whole, descending and forward: %s',
      forward => {
        const world = worldOf(9_000, i => ({ name: 'default', namespace: `team-${i}` }));
        const selection = finished(world.select(everything, {}));
        const key: OrderKey = { field: 'NAME', descending: true };
        const reached = (): Iterable<Reached> => walk(world, selection, key, { ...route, forward });
        // The first block shows that the group is large. The wanted rows are then read from the group's other end.
        expect(costOf(reached(), 16)).toBeLessThanOrEqual(16 + 32);
        const expected = sorted([...world.live.values()], [key]).map(encodeObjectId);
        expect(
          names(
            world,
            [...reached()].flatMap(({ rows }) => rows),
          ),
        ).toEqual(forward ? expected : expected.reverse());
      },
    );

    /** Returns a page, the number of rows read in order, and the number of matching rows found by a scan. */
    function pageOf(
      world: World,
      view: RowAuthorizer,
      filter: Filter,
    ): { found: string[]; inOrder: number; scanned: number } {
      const selection = finished(world.select(view, filter));
      const narrowAtOnce = selection.narrowAtOnce.bind(selection);
      const forEachBlock = selection.forEachBlock.bind(selection);
      const reported = { inOrder: 0, scanned: 0 };
      selection.narrowAtOnce = (block, count) => {
        reported.inOrder += count;
        return narrowAtOnce(block, count);
      };
      selection.forEachBlock = take =>
        forEachBlock((block, count) => {
          reported.scanned += count;
          take(block, count);
        });
      const page = finished(selectPage(world.table, selection, orderingOf(world.table, [byName]), { first: 25 }));
      return { found: names(world, page.rows), ...reported };
    }

    describe('for somebody who sees one namespace of eight', () => {
      const world = worldOf(40_000, i => ({
        ...{ name: `web-${(i * 7_919) % 100_000}`, namespace: `team-${i % 8}` },
        labels: i % 3_000 === 0 ? { app: 'rare' } : {},
      }));
      const own: RowAuthorizer = () => visibility(scope([]), { 'team-0': scope(['*']) });
      const expected = (filter: Filter) => sorted(world.expected(own, filter), []).map(encodeObjectId);

      it('passes the rows of the others', () => {
        const { found, inOrder, scanned } = pageOf(world, own, {});
        expect(found).toEqual(expected({}).slice(0, 25));
        expect(scanned).toBe(0);
        expect(inOrder).toBeLessThan(3 * 8 * 25);
      });

      it('is given up where hardly a row matches, before most of them were looked at', () => {
        const isRare: Filter = { labelSelector: [{ key: 'app', operator: 'exists', values: [] }] };
        const { found, inOrder, scanned } = pageOf(world, own, isRare);
        expect(found).toEqual(expected(isRare));
        expect(scanned).toBe(found.length);
        expect(inOrder).toBeLessThan(40_000 / 8);
      });
    });
  });

  function walk(
    { table }: World,
    selection: Selection,
    key: OrderKey,
    route: { start: KeysetPosition | undefined; forward: boolean; block: number },
  ): Iterable<Reached> {
    const part = new Part(table, selection);
    const kinds = [...table.kinds.ids()].filter(kind => part.wantsKind(kind));
    return walkSorted(table.orders.of(key.field)!, kinds, part, orderingOf(table, [key]), route);
  }

  describe('questions in steps', () => {
    it('answer as of one moment, whatever is written between the steps', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyRows(40),
          fc.array(fc.tuple(anyRows(6), fc.boolean()), { minLength: 1, maxLength: 6 }),
          fc.array(fc.tuple(anyView, anyFilter, anyKey), { minLength: 1, maxLength: 4 }),
          async (rows, batches, questions) => {
            const world = new World();
            for (const row of rows) world.put(row);
            const gate = new ReadWriteTurns({ sliceMs: 0 });
            const ask = async ([view, filter, key]: (typeof questions)[number]): Promise<void> => {
              const answer = await gate.read(function* () {
                // The expected answer is computed in the first step. The actual answer must describe the same state.
                const expected = {
                  page: sorted(world.expected(view, filter), [key]).map(encodeObjectId).slice(0, 5),
                  total: world.expected(view, filter).length,
                  facets: FACET_FIELDS.map(field =>
                    facet(world.expected(view, withoutOwnCondition(filter, field, 'app')), field, 'app').slice(0, 3),
                  ),
                };
                yield;
                const facets = FACET_FIELDS.map(field => facetRequest(field, { limit: 3, labelKey: 'app' }));
                const select = (others: Filter): Steps<Selection> => world.select(view, others);
                const numbers = yield* computeNumbers(world.table, select, filter, { total: true, facets });
                yield;
                const selection = yield* world.select(view, filter);
                const page = yield* selectPage(world.table, selection, orderingOf(world.table, [key]), { first: 5 });
                yield;
                return {
                  expected,
                  found: { page: names(world, page.rows), total: numbers.total, facets: answered(numbers.facets) },
                };
              });
              const facets = answer.found.facets.map(({ values }) => values.map(({ value, count }) => [value, count]));
              expect({ ...answer.found, facets }).toEqual(answer.expected);
            };
            const write = ([rows, adds]: (typeof batches)[number]): Promise<void> =>
              gate.write(() => {
                for (const row of rows) {
                  if (adds) world.put(row);
                  else world.remove(row);
                }
              });
            await Promise.all([...questions.map(ask), ...batches.map(write), ...questions.map(ask)]);
          },
        ),
        { numRuns: 100 },
      );
    });
  });

  describe('the order by name, made as a whole', () => {
    it('is in order and complete, whatever is written while it is made', () => {
      fc.assert(
        fc.property(
          anyRows(200),
          fc.array(fc.tuple(anyRows(4), fc.boolean(), fc.nat(4)), { maxLength: 20, size: 'max' }),
          fc.nat(3),
          (rows, writes, again) => {
            const world = new World();
            const { orders } = world.table;
            orders.byName.suspend();
            expect(orders.byName.rows).toBeUndefined();
            for (const row of rows) world.put(row);
            let making = orders.byName.make();
            making.next();
            for (const [i, [batch, adds, wait]] of writes.entries()) {
              for (let step = 0; step < wait; step++) making.next();
              for (const row of batch) {
                if (adds) world.put(row);
                else world.remove(row);
              }
              if (i !== again) continue;
              // Suspending the order abandons the running build.
              orders.byName.suspend();
              const abandoned = making;
              making = orders.byName.make();
              making.next();
              abandoned.next();
            }
            finished(making);
            for (const row of rows.slice(0, 5)) world.remove(row);
            for (const row of rows.slice(2, 4)) world.put(row);
            expectInOrder(world);
          },
        ),
        { numRuns: 200 },
      );
    });

    it('sorts long lists with names that are alike, or begin alike, or are no plain letters', () => {
      const world = new World();
      world.table.orders.byName.suspend();
      const name = (i: number): string =>
        i % 3 === 0
          ? 'kube-root-ca.crt'
          : i % 7 === 0
            ? `web-${'x'.repeat(i % 50)}`
            : i % 11 === 0
              ? `💡${i}`
              : `web-app-${(i * 7_919) % 1_000}-${i}`;
      for (let i = 0; i < 3_000; i++)
        world.put(row({ name: name(i), namespace: `team-${i % 997}`, cluster: `leaf-${i % 5}` }));
      finished(world.table.orders.byName.make());
      expectInOrder(world);
    });
  });

  /** Checks that the order by name holds all rows of each kind, in order. */
  function expectInOrder(world: World): void {
    const { kinds, orders } = world.table;
    const byKind = Map.groupBy(sorted([...world.live.values()], []), ({ group, kind }) => kinds.find(group, kind)!);
    for (const [kind, rows] of byKind) {
      const spot = orders.byName.rows!.ofKind(kind)!.spot('begin');
      const walked = Array.from(rows, () => spot.next());
      expect(spot.next()).toBe(0);
      expect(names(world, walked)).toEqual(rows.map(encodeObjectId));
    }
    expect(orders.byName.rows!.sizeOf([...kinds.ids()])).toBe(world.live.size);
  }
});

/** A step of a page does not get longer with the number of namespaces. The test counts Map lookups. */
describe('steps', () => {
  const NAMESPACES = Array.from({ length: 1_000 }, (_, i) => `team-${i}`);
  const { get } = Map.prototype;
  let looks = 0;

  function most<T>(steps: Steps<T>): [most: number, value: T] {
    for (let most = 0; ;) {
      looks = 0;
      const step = steps.next();
      most = Math.max(most, looks);
      if (step.done) return [most, step.value];
    }
  }

  describe('a page over a thousand namespaces of a hundred clusters', () => {
    const table = new RowTable();
    const masks = new RowMasks(
      table,
      () => ({ resources: RESOURCES, resourcesRevision: 1 }),
      () => 1,
    );
    beforeAll(() => {
      for (let cluster = 0; cluster < 100; cluster++)
        for (const namespace of NAMESPACES) table.put(row({ cluster: `leaf-${cluster}`, namespace }));
      Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
        looks++;
        return get.call(this, key);
      };
    });
    afterAll(() => {
      Map.prototype.get = get;
    });

    it.each<[string, Filter, string[]]>([
      ['one by one', { namespaces: NAMESPACES.slice(1) }, ['team-1']],
      ['by a pattern', { namespace: { contains: 'm-99', ignoreCase: true } }, ['team-99']],
      ['one by one, where none is', { namespaces: NAMESPACES.map(name => `no-${name}`) }, []],
    ])('is found in short steps when they are named %s', (_case, filter, first) => {
      const [selecting, selection] = most(select(table, masks, seesAll, filter));
      const ordering = orderingOf(table, [{ field: 'NAMESPACE', descending: false }]);
      const [paging, { rows }] = most(selectPage(table, selection, ordering, { first: 25 }));
      expect([...new Set(rows.map(number => table.read(number).namespace))]).toEqual(first);
      expect(Math.max(selecting, paging)).toBeLessThan(8_192);
    });
  });
});
