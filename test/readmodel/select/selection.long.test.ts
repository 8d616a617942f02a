/** Compares the rows that a RowAuthorizer and a Filter select with a simple scan. */
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Visibility } from '../../../rbac/types.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { FacetField, Filter, OrderKey } from '../../../readmodel/query.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { rowMatch } from '../../../readmodel/select/row-match.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyRows, anyView, CLUSTERS } from '../arbitraries.ts';
import { closeWorlds, World } from '../changing-world.ts';
import { allLoaded, FilledStore, RESOURCES, scope, seesAll, state, until, visibility } from '../fixtures.ts';
import { facet, matches, sorted, visible, withoutOwnCondition } from '../reference.ts';

describe('selection', () => {
  const models: ReadModel[] = [];
  afterAll(() => Promise.all(models.map(model => model.close())));

  async function modelOf(rows: readonly Row[]): Promise<ReadModel> {
    const filled = new FilledStore();
    for (const cluster of CLUSTERS)
      await filled.write(cluster, { state: state(), puts: rows.filter(row => row.cluster === cluster) });
    const model = await openReadModel({ store: filled.store, log: silentLogger });
    models.push(model);
    await until(model, allLoaded(model, CLUSTERS.length));
    return model;
  }

  const FIELDS = ['CLUSTER', 'NAMESPACE', 'KIND', 'STATUS'] as const satisfies FacetField[];

  /** Runs queries with one filter, and compares the answers with a scan of all rows. */
  async function expectAsScanned(
    model: ReadModel,
    rows: readonly Row[],
    view: RowAuthorizer,
    filter: Filter,
  ): Promise<void> {
    const seen = rows.filter(row => visible(view, row));
    const matching = seen.filter(row => matches(filter, row));
    const { rows: found } = await model.page(view, filter, [], { first: matching.length + 1 });
    expect(found.map(encodeObjectId).sort()).toEqual(matching.map(encodeObjectId).sort());
    const [count, ...facets] = await Promise.all([
      model.count(view, filter),
      ...FIELDS.map(field => model.facet(view, filter, field, { limit: 100 })),
    ]);
    expect(count).toBe(matching.length);
    expect(facets.map(({ values }) => values.map(({ value, count }) => [value, count]))).toEqual(
      FIELDS.map(field =>
        facet(
          seen.filter(row => matches(withoutOwnCondition(filter, field, ''), row)),
          field,
          '',
        ),
      ),
    );
  }

  /** Compares the namespaces, kinds and names of the visible rows with a scan of all rows. */
  async function expectNamesAsScanned(model: ReadModel, rows: readonly Row[], view: RowAuthorizer): Promise<void> {
    const seen = rows.filter(row => visible(view, row));
    const byCluster = <T>(reported: (rows: readonly Row[]) => readonly T[]) =>
      CLUSTERS.flatMap(cluster => {
        const of = reported(seen.filter(row => row.cluster === cluster));
        return of.length > 0 ? [[cluster, of] as const] : [];
      });
    const namespaces = [...(await model.namespaces(view))].map(([cluster, names]) => [cluster, names.toSorted()]);
    expect(namespaces.sort()).toEqual(
      byCluster(rows =>
        facet(rows, 'NAMESPACE', '')
          .map(([namespace]) => namespace)
          .sort(),
      ),
    );
    const kinds = [...(await model.kinds(view))].map(([cluster, numbers]) => [cluster, [...numbers].sort()]);
    const numberOf = ({ group, kind }: Row) => RESOURCES.findIndex(it => it.group === group && it.kind === kind);
    expect(kinds.sort()).toEqual(byCluster(rows => [...new Set(rows.map(numberOf))].sort()));
    for (const { group, kind } of RESOURCES) {
      const names = [...(await model.namesOf(view, { kinds: [{ group, kind }] }))].map(([cluster, names]) => [
        cluster,
        names.toSorted(),
      ]);
      const expected = byCluster(rows =>
        rows
          .filter(row => row.group === group && row.kind === kind)
          .map(({ name }) => name)
          .sort(),
      );
      expect(names.sort()).toEqual(expected);
    }
  }

  describe('a selection', () => {
    it('is what a plain scan finds, and so are the namespaces, kinds and names of what is visible', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyRows(60),
          fc.array(fc.tuple(anyView, fc.array(anyFilter, { minLength: 2, maxLength: 2 })), {
            minLength: 5,
            maxLength: 5,
          }),
          async (rows, questions) => {
            const model = await modelOf(rows);
            for (const [view, filters] of questions) {
              await expectNamesAsScanned(model, rows, view);
              for (const filter of filters) await expectAsScanned(model, rows, view, filter);
            }
            await model.close();
          },
        ),
        { numRuns: 60 },
      );
    });

    it('finds the rows of a few places among many, and pages of them in every order', async () => {
      const rows = Array.from({ length: 24_000 }, (_, i) =>
        row({
          ...{ cluster: 'leaf', namespace: i < 2_500 ? 'few' : `team-${i % 7}`, name: `web-${(i * 7_919) % 24_000}` },
          ...(i % 5 === 0 && { group: 'apps', kind: 'Deployment' }),
        }),
      );
      const model = await modelOf(rows);
      const inLeaf =
        (given: Visibility): RowAuthorizer =>
        cluster =>
          cluster === 'leaf' ? given : undefined;
      const few = inLeaf(visibility(scope([]), { few: scope(['pods']) }));
      const named = inLeaf(
        visibility(scope([], { pods: [rows[2_601]!.name] }), {
          few: scope(['deployments'], { pods: [rows[1]!.name] }),
        }),
      );
      const orders: readonly (readonly OrderKey[])[] = [
        [{ field: 'NAME', descending: false }],
        [{ field: 'NAMESPACE', descending: true }],
        [{ field: 'KIND', descending: false }],
      ];
      const inOrder = orders.map(order => sorted(rows, order));
      const isWeb = { name: { prefix: 'web-', ignoreCase: false } };
      const inTeam3: Filter = {
        ...{ clusters: ['leaf'], namespaces: ['few', 'team-3'] },
        ...{ cluster: { prefix: 'le', ignoreCase: false }, namespace: { prefix: 'team', ignoreCase: false } },
      };
      const inScopes: Filter[] = [{ namespaces: ['few', 'team-3'] }, inTeam3];
      const filters: Filter[] = [{}, isWeb, ...inScopes, { kinds: [{ group: 'apps', kind: 'Deployment' }], ...isWeb }];
      // Only one row matches, once in the first block and once in the last.
      for (const at of [1, 2_499])
        expect(await model.count(few, { name: { equals: rows[at]!.name, ignoreCase: false } })).toBe(1);
      for (const view of [few, named, seesAll]) {
        const seen = new Set(rows.filter(row => visible(view, row)));
        for (const filter of filters) {
          const expected = inOrder.map(all => all.filter(row => seen.has(row) && matches(filter, row)));
          expect(await model.count(view, filter)).toBe(expected[0]?.length);
          for (const [i, order] of orders.entries()) {
            const { rows: page } = await model.page(view, filter, order, { first: 7 });
            expect(page.map(encodeObjectId)).toEqual(expected[i]?.slice(0, 7).map(encodeObjectId));
          }
        }
        if (view !== seesAll) await expectNamesAsScanned(model, rows, view);
      }
    });
  });
});

/** rowMatch() and the table agree on the rows that a filter matches. */
describe('row match', () => {
  describe('a filter', () => {
    it('keeps of rows in hand those that the table finds', async () => {
      await fc.assert(
        fc.asyncProperty(anyRows(40), fc.array(anyFilter, { minLength: 5, maxLength: 20 }), async (rows, filters) => {
          const served = rows.filter(it =>
            RESOURCES.some(
              ({ group, kind, namespaced }) =>
                group === it.group && kind === it.kind && namespaced === (it.namespace !== ''),
            ),
          );
          const world = await World.open();
          for (const it of served) await world.write(it.cluster, [it]);
          await world.quiet();
          for (const filter of filters) {
            const found = await world.model.page(seesAll, filter, [], { first: 100 });
            const matches = rowMatch(filter);
            expect(
              served
                .filter(it => matches(it))
                .map(encodeObjectId)
                .sort(),
            ).toEqual(found.rows.map(({ id }) => id).sort());
          }
          await closeWorlds();
        }),
        { numRuns: 40 },
      );
    });
  });
});
