import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openReadModel } from '../../readmodel/model.ts';
import { FACET_FIELDS, type Filter, type OrderKey, type Page } from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { encodeObjectId, encodeObjectKey } from '../../schema/object-id.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { Row } from '../../store/store.ts';
import { PackedStore } from '../store/packed-store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { anyFilter, anyOrder, anyRows, anyTalliedFilter, anyView, CLUSTERS, CROWD } from './arbitraries.ts';
import { row } from '../fixtures.ts';
import { allLoaded, FilledStore, seesAll, state, until, whole } from './fixtures.ts';
import { facet, matches, sorted, visible, withoutOwnCondition } from './reference.ts';

const models: ReadModel[] = [];
afterAll(() => Promise.all(models.map(model => model.close())));

async function modelOf(
  rows: readonly Row[],
  store = new MemoryStore(),
): Promise<{ model: ReadModel; filled: FilledStore }> {
  const filled = new FilledStore(store);
  const clusters = new Set([...CLUSTERS, ...rows.map(({ cluster }) => cluster)]);
  for (const cluster of clusters)
    await filled.write(cluster, { state: state(), puts: rows.filter(row => row.cluster === cluster) });
  const model = await openReadModel({ store: filled.store, log: silentLogger });
  models.push(model);
  await until(model, allLoaded(model, clusters.size));
  return { model, filled };
}

/** Reads all pages in order, and checks what each page says about pages before and after it. */
async function pageThrough(
  model: ReadModel,
  view: RowAuthorizer,
  filter: Filter,
  order: OrderKey[],
  size: number,
  way: 'first' | 'last',
): Promise<Row[]> {
  const rows: Row[] = [];
  let page: Page | undefined;
  do {
    const previous: Page | undefined = page;
    page =
      way === 'first'
        ? await model.page(view, filter, order, { first: size, ...(previous && { after: previous.cursors.at(-1)! }) })
        : await model.page(view, filter, order, { last: size, ...(previous && { before: previous.cursors[0]! }) });
    expect(way === 'first' ? page.hasPreviousPage : page.hasNextPage).toBe(previous !== undefined);
    if (way === 'first') rows.push(...(await whole(page.rows)));
    else rows.unshift(...(await whole(page.rows)));
  } while (way === 'first' ? page.hasNextPage : page.hasPreviousPage);
  return rows;
}

describe('the read model', () => {
  it('answers like a plain scan: pages both ways, counts and facets', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows(60),
        fc.array(fc.tuple(anyView, anyFilter, anyOrder, fc.integer({ min: 1, max: 7 })), {
          minLength: 4,
          maxLength: 4,
        }),
        fc.boolean(),
        fc.boolean(),
        async (rows, questions, isCrowded, isPacked) => {
          const { model } = await modelOf(
            isCrowded ? [...CROWD, ...rows] : rows,
            isPacked ? new PackedStore() : new MemoryStore(),
          );
          for (const [view, filter, order, size] of questions) {
            const seen = rows.filter(row => visible(view, row));
            const expected = sorted(
              seen.filter(row => matches(filter, row)),
              order,
            );
            expect(await model.count(view, filter)).toBe(expected.length);
            expect(await pageThrough(model, view, filter, order, size, 'first')).toEqual(expected);
            expect(await pageThrough(model, view, filter, order, size, 'last')).toEqual(expected);
            for (const field of FACET_FIELDS) {
              const all = facet(
                seen.filter(row => matches(withoutOwnCondition(filter, field, 'app'), row)),
                field,
                'app',
              );
              const { values, truncated } = await model.facet(view, filter, field, { labelKey: 'app', limit: size });
              expect(values.map(({ value, count }) => [value, count])).toEqual(all.slice(0, size));
              expect(truncated).toBe(all.length > size);
            }
            const found = await model.find(view, rows.map(encodeObjectId));
            expect(found.map(row => row !== undefined)).toEqual(rows.map(row => visible(view, row)));
            expect(await whole(found.filter(row => row !== undefined))).toEqual(seen);
          }
          await model.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('adds up like a plain scan where tallies tell, also beside namespaces of which some rows are visible by their names', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows(80),
        fc.array(fc.tuple(anyView, anyTalliedFilter), { minLength: 6, maxLength: 6 }),
        async (rows, questions) => {
          const { model } = await modelOf(rows);
          for (const [view, filter] of questions) {
            const seen = rows.filter(row => visible(view, row));
            const total = model.count(view, filter);
            const fields = ['CLUSTER', 'NAMESPACE', 'KIND', 'GROUP', 'STATUS', 'SUSPENDED'] as const;
            const facets = fields.map(field => model.facet(view, filter, field, { limit: 100 }));
            expect(await total).toBe(seen.filter(row => matches(filter, row)).length);
            for (const { field, values } of await Promise.all(facets)) {
              const counted = seen.filter(row => matches(withoutOwnCondition(filter, field, ''), row));
              expect(values.map(({ value, count }) => [value, count])).toEqual(facet(counted, field, ''));
            }
          }
          await model.close();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('finds the same page from any cursor in a list too long for a plain scan', async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) =>
      row({
        cluster: CLUSTERS[i % 3]!,
        namespace: `team-${i % 7}`,
        name: `web-${(i * 7_919) % 1_500}-${i % 5}`,
        labels: i % 50 === 0 ? { app: 'rare' } : {},
        uid: `uid-${i}`,
      }),
    );
    const unique = [...new Map(rows.map(row => [encodeObjectId(row), row])).values()];
    const { model } = await modelOf(unique);
    const filters: Filter[] = [
      {},
      { labelSelector: [{ key: 'app', operator: 'exists', values: [] }] },
      { names: [unique[7]!.name] },
      { not: { clusters: ['leaf'] } },
    ];
    for (const filter of filters) {
      for (const order of [
        [],
        [{ field: 'NAME', descending: true }],
        [{ field: 'NAMESPACE', descending: false }],
      ] satisfies OrderKey[][]) {
        const expected = sorted(
          unique.filter(row => matches(filter, row)),
          order,
        );
        const all = await model.page(seesAll, filter, order, { first: 10_000 });
        expect(await whole(all.rows)).toEqual(expected);
        for (const share of [0, 0.3, 0.99]) {
          const at = Math.floor(expected.length * share);
          const cursor = all.cursors[at]!;
          expect(await wholePage(model.page(seesAll, filter, order, { first: 20, after: cursor }))).toEqual({
            rows: expected.slice(at + 1, at + 21),
            cursors: all.cursors.slice(at + 1, at + 21),
            hasNextPage: at + 21 < expected.length,
            hasPreviousPage: true,
          });
          const from = Math.max(at - 20, 0);
          expect(await wholePage(model.page(seesAll, filter, order, { last: 20, before: cursor }))).toEqual({
            rows: expected.slice(from, at),
            cursors: all.cursors.slice(from, at),
            hasNextPage: true,
            hasPreviousPage: from > 0,
          });
        }
      }
    }
  });

  it('is after any batches what a model loaded from scratch is', async () => {
    const anyBatch = fc.tuple(anyRows(15), fc.array(fc.nat(30), { maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBatch, { maxLength: 6 }),
        anyView,
        anyFilter,
        anyOrder,
        async (batches, view, filter, order) => {
          const { model, filled } = await modelOf([]);
          const live = new Map<string, Row>();
          let version = 0;
          for (const [puts, removals] of batches) {
            for (const cluster of CLUSTERS) {
              const put = puts
                .filter(row => row.cluster === cluster)
                .map(row => ({ ...row, resourceVersion: String(++version) }));
              const gone = [...live.values()].filter(
                (row, i) => row.cluster === cluster && removals.includes(i) && !put.some(same(row)),
              );
              for (const row of put) live.set(encodeObjectId(row), row);
              for (const row of gone) live.delete(encodeObjectId(row));
              await filled.write(cluster, {
                puts: put,
                deletes: gone.map(encodeObjectKey),
                state: state({ version: String(++version) }),
              });
              const written = String(version);
              await until(model, () => model.cluster(cluster)?.state?.version === written);
              // Queries between writes make the model update orders and masks step by step.
              await model.count(view, filter);
              await model.page(view, filter, order, { first: 500 });
            }
          }
          const { model: fresh } = await modelOf([...live.values()]);
          const expected = await wholePage(fresh.page(view, filter, order, { first: 500 }));
          expect(await wholePage(model.page(view, filter, order, { first: 500 }))).toEqual(expected);
          expect(expected.rows).toEqual(
            sorted(
              [...live.values()].filter(row => visible(view, row) && matches(filter, row)),
              order,
            ),
          );
          await model.close();
          await fresh.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});

async function wholePage(
  requested: Page | Promise<Page>,
): Promise<Pick<Page, 'cursors' | 'hasNextPage' | 'hasPreviousPage'> & { rows: Row[] }> {
  const { rows, cursors, startCursor, endCursor, hasNextPage, hasPreviousPage } = await requested;
  expect([startCursor, endCursor]).toEqual([cursors[0], cursors.at(-1)]);
  return { rows: await whole(rows), cursors, hasNextPage, hasPreviousPage };
}

function same(row: Row): (other: Row) => boolean {
  const id = encodeObjectId(row);
  return other => encodeObjectId(other) === id;
}
