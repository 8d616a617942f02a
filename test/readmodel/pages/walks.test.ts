/** The walks of long lists over lists short enough for random tests, and questions in the middle of which rows are written. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from '../../../readmodel/pages/cursor.ts';
import { facetRequest } from '../../../readmodel/counts/facets.ts';
import { finish, Gate, type Steps } from '../../../readmodel/gate.ts';
import { computeNumbers } from '../../../readmodel/counts/numbers.ts';
import { orderingOf } from '../../../readmodel/rows/ordering.ts';
import { selectPage } from '../../../readmodel/pages/paging.ts';
import { isWalkedByPlace, walkPlaces } from '../../../readmodel/pages/place-walk.ts';
import { FACET_FIELDS, ORDER_FIELDS, type Filter, type OrderKey, type View } from '../../../readmodel/query.ts';
import { RowTable } from '../../../readmodel/rows/row-table.ts';
import { select, type Selection } from '../../../readmodel/filters/selection.ts';
import { walkSorted } from '../../../readmodel/pages/sorted-walk.ts';
import { VisibilityMasks } from '../../../readmodel/visibility-mask.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { anyFilter, anyRows, anyView } from '../arbitraries.ts';
import { RESOURCES, row } from '../fixtures.ts';
import { facet, matches, sorted, visible, withoutOwnCondition } from '../reference.ts';

class World {
  readonly table = new RowTable();
  readonly live = new Map<string, Row>();
  readonly #masks = new VisibilityMasks(
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

  select(view: View, filter: Filter): Steps<Selection> {
    return select(this.table, this.#masks, view, filter);
  }

  expected(view: View, filter: Filter): Row[] {
    return [...this.live.values()].filter(row => visible(view, row) && matches(filter, row));
  }
}

function names(world: World, rows: readonly number[]): string[] {
  return rows.map(row => encodeObjectId(world.table.read(row)));
}

const anyKey = fc.record({ field: fc.constantFrom(...ORDER_FIELDS), descending: fc.boolean() });

describe('a walk', () => {
  it('finds what a sort finds, both ways, from anywhere, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(anyRows(40), { minLength: 1, maxLength: 3 }),
        fc.array(anyRows(8), { maxLength: 3 }),
        fc.array(fc.tuple(anyView, anyFilter, anyKey, fc.nat(60), fc.boolean(), fc.boolean()), { minLength: 6, maxLength: 6 }),
        (puts, removals, questions) => {
          const world = new World();
          for (const [i, rows] of puts.entries()) {
            // The orders by time begin when there are rows already, and are written to from then on.
            for (const row of rows) world.put(row);
            if (i === 0) for (const field of ['CREATED', 'TRANSITIONED'] as const) finish(world.table.orders.begin(field)!);
            for (const row of removals[i] ?? []) world.remove(row);
          }
          for (const [view, filter, key, at, forward, fromCursor] of questions)
            check(world, view, filter, key, { at, forward, fromCursor });
        },
      ),
      { numRuns: 300 },
    );
  });

  function check(
    world: World,
    view: View,
    filter: Filter,
    key: OrderKey,
    { at, forward, fromCursor }: { at: number; forward: boolean; fromCursor: boolean },
  ): void {
    const { table } = world;
    const ordering = orderingOf(table, [key]);
    const all = sorted([...world.live.values()], [key]);
    const startRow = fromCursor ? all[at % Math.max(all.length, 1)] : undefined;
    const start = startRow && decodeCursor(ordering, encodeCursor(ordering, startRow), 'after');
    const expected = sorted(world.expected(view, filter), [key]).filter(row => {
      if (!startRow) return true;
      return forward ? all.indexOf(row) > all.indexOf(startRow) : all.indexOf(row) < all.indexOf(startRow);
    });
    if (!forward) expected.reverse();
    const selection = finish(world.select(view, filter));
    const found: number[] = [];
    if (isWalkedByPlace(key.field)) {
      for (const { rows } of walkPlaces(table, selection, ordering, { start, forward })) found.push(...rows);
    } else {
      const order = key.field === 'NAME' ? table.orders.byName.rows! : table.orders.byTime(key.field as 'CREATED')!;
      const kinds = [...table.kinds.ids()].filter(kind => selection.wantsKind(kind));
      for (const row of walkSorted(order, kinds, ordering, { start, forward })) if (selection.has(row)) found.push(row);
    }
    expect(names(world, found)).toEqual(expected.map(encodeObjectId));
  }
});

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
          const gate = new Gate(0);
          const ask = async ([view, filter, key]: (typeof questions)[number]): Promise<void> => {
            const answer = await gate.read(function* () {
              // What is right is worked out in the first step; so the answer must be of that moment.
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
              return { expected, found: { page: names(world, page.rows), total: numbers.total, facets: numbers.facets } };
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
            // Much more is coming: the one that is under way is given up, and ends by itself.
            orders.byName.suspend();
            const abandoned = making;
            making = orders.byName.make();
            making.next();
            abandoned.next();
          }
          finish(making);
          for (const row of rows.slice(0, 5)) world.remove(row);
          for (const row of rows.slice(2, 4)) world.put(row);
          const ordering = orderingOf(world.table, []);
          const kinds = [...world.table.kinds.ids()];
          const walked = walkSorted(orders.byName.rows!, kinds, ordering, { start: undefined, forward: true });
          expect(names(world, [...walked])).toEqual(sorted([...world.live.values()], []).map(encodeObjectId));
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
    for (let i = 0; i < 3_000; i++) world.put(row({ name: name(i), namespace: `team-${i % 997}`, cluster: `leaf-${i % 5}` }));
    finish(world.table.orders.byName.make());
    const walked = walkSorted(world.table.orders.byName.rows!, [...world.table.kinds.ids()], orderingOf(world.table, []), {
      start: undefined,
      forward: true,
    });
    expect(names(world, [...walked])).toEqual(sorted([...world.live.values()], []).map(encodeObjectId));
  });
});
