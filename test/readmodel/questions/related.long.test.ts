/**
 * Relations and records under a RowAuthorizer. A relation is visible if its source is visible, and its target is
 * visible or may be named. A record is visible if its object is visible.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openReadModel } from '../../../readmodel/model.ts';
import type { RelatedRequest } from '../../../readmodel/questions/related.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId, encodeObjectKey, type ObjectId } from '../../../schema/object-id.ts';
import {
  ALL_RELATION_TYPES,
  type AnyRelationType,
  LEADS,
  type Relation,
  RELATION_DIRECTIONS,
  RELATION_TYPES,
  shownType,
} from '../../../store/attached.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { row } from '../../fixtures.ts';
import { PackedStore } from '../../store/packed-store.ts';
import { anyRows, anyView, CLUSTERS } from '../arbitraries.ts';
import { allLoaded, FilledStore, seesAll, seesNothing, state, until } from '../fixtures.ts';
import { visible } from '../reference.ts';

const models: ReadModel[] = [];
afterAll(() => Promise.all(models.map(model => model.close())));

/** Sort key of a relation, in the read model's order. */
function keyOf(direction: (typeof RELATION_DIRECTIONS)[number], type: AnyRelationType, id: string): string {
  return `${RELATION_DIRECTIONS.indexOf(direction)} ${ALL_RELATION_TYPES.indexOf(type)} ${id}`;
}
const anyMatch = fc.record({
  types: fc.option(fc.subarray([...ALL_RELATION_TYPES]), { nil: undefined }),
  direction: fc.option(fc.constantFrom(...RELATION_DIRECTIONS), { nil: undefined }),
});

/** Reads all pages and returns the sort keys of their relations. */
async function pages(model: ReadModel, view: RowAuthorizer, id: string, request: RelatedRequest): Promise<string[]> {
  const keys: string[] = [];
  for (let after = request.after; ;) {
    const [page] = await model.related(view, [id], { ...request, after });
    keys.push(...page!.edges.map(({ direction, type, id }) => keyOf(direction, type, id)));
    expect(page!.hasPreviousPage).toBe(after !== undefined);
    if (!page!.hasNextPage) return keys;
    const last = page!.edges.at(-1)!;
    after = last;
  }
}

describe('relations and records', () => {
  it('are seen by whoever sees their ends, and by nobody else', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows(30),
        fc.uniqueArray(fc.tuple(fc.nat(29), fc.constantFrom(...RELATION_TYPES), fc.nat(40)), {
          selector: edge => edge.join(),
          maxLength: 60,
        }),
        anyView,
        fc.boolean(),
        anyMatch,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (rows, edges, view, isPacked, match, first, isNamed) => {
          const kept = new Map<string, Relation[]>();
          for (const [from, type, to] of edges) {
            const [source, target] = [rows[from], rows[to]];
            // Some relations lead to absent objects.
            if (source)
              kept.set(encodeObjectId(source), [
                ...(kept.get(encodeObjectId(source)) ?? []),
                { type, to: encodeObjectKey(target ?? row({ name: `gone-${to}` })) },
              ]);
          }
          const filled = new FilledStore(isPacked ? new PackedStore() : undefined);
          for (const cluster of CLUSTERS) {
            const puts = rows
              .filter(it => it.cluster === cluster)
              .map(it => ({
                ...it,
                relations: kept.get(encodeObjectId(it)),
                records: { inventory: [{ of: encodeObjectId(it) }] },
              }));
            await filled.write(cluster, { state: state(), puts });
          }
          const model = await openReadModel({ store: filled.store, log: silentLogger });
          models.push(model);
          await until(model, allLoaded(model, CLUSTERS.length));
          const mayName = isNamed ? ({ name }: ObjectId) => name.startsWith('gone-') : undefined;
          const seen = new Set(rows.filter(it => visible(view, it)).map(encodeObjectId));
          const ids = [...rows.map(encodeObjectId), 'leaf//Pod/team/absent', 'malformed'];
          const expected = new Map(ids.map(id => [id, new Set<string>()]));
          for (const [from, relations] of kept)
            for (const { type, to } of relations) {
              const [target, leads] = [`${from.slice(0, from.indexOf('/'))}/${to}`, LEADS[type]];
              const isReported = seen.has(target) || (isNamed && target.includes('/gone-'));
              if (
                !seen.has(from) ||
                !isReported ||
                from === target ||
                !(match.types ?? ALL_RELATION_TYPES).includes(shownType(type))
              )
                continue;
              const back = leads === 'UP' ? 'DOWN' : 'UP';
              if ((match.direction ?? leads) === leads) expected.get(from)!.add(keyOf(leads, shownType(type), target));
              if ((match.direction ?? back) === back) expected.get(target)?.add(keyOf(back, shownType(type), from));
            }
          for (const [i, whole] of (await model.related(view, ids, { ...match, mayName, first: 500 })).entries()) {
            const id = ids[i]!;
            const keys = whole.edges.map(({ direction, type, id }) => keyOf(direction, type, id));
            expect(keys).toEqual([...expected.get(id)!].sort());
            for (const { id, row } of whole.edges) expect(row?.id).toBe(id.includes('/gone-') ? undefined : id);
            expect(whole).toMatchObject({ totalCount: keys.length, hasNextPage: false, hasPreviousPage: false });
            expect(await pages(model, view, id, { ...match, mayName, first })).toEqual(keys);
          }
          expect(await model.records(view, ids, 'inventory')).toEqual(
            ids.map(id => (seen.has(id) ? [{ of: id }] : undefined)),
          );
          expect(await model.records(view, ids, 'unknown')).toEqual(ids.map(id => (seen.has(id) ? [] : undefined)));
          await model.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('follow the rows: changed with them, gone with them, and kept when the cluster is loaded anew', async () => {
    const filled = new FilledStore();
    const [from, to] = [row({ name: 'from' }), row({ name: 'to' })];
    const put = {
      ...from,
      relations: [{ type: 'SOURCE' as const, to: encodeObjectKey(to) }],
      records: { inventory: [{ n: 1 }] },
    };
    await filled.write('leaf-01', { state: state(), puts: [put, to] });
    const model = await openReadModel({ store: filled.store, log: silentLogger });
    models.push(model);
    await until(model, allLoaded(model, 1));
    const id = encodeObjectId(from);
    const sources = async (view = seesAll) =>
      (await model.related(view, [id], { types: ['SOURCE'], first: 50 }))
        .flatMap(({ edges }) => edges)
        .map(({ row }) => row!.name);
    const records = async (view = seesAll) => (await model.records(view, [id], 'inventory'))[0];
    expect([await sources(), await records()]).toEqual([['to'], [{ n: 1 }]]);
    expect([await sources(seesNothing), await records(seesNothing)]).toEqual([[], undefined]);
    await filled.write('leaf-01', { deletes: [encodeObjectKey(to)] });
    await until(model, async () => (await sources()).length === 0);
    await filled.write('leaf-01', { puts: [to, { ...put, records: { inventory: [{ n: 2 }] } }] });
    await until(model, async () => (await sources()).length === 1);
    expect(await records()).toEqual([{ n: 2 }]);
    await filled.write('leaf-01', { deletes: [encodeObjectKey(from)] });
    await until(model, async () => (await records()) === undefined);
    expect(await sources()).toEqual([]);
  });
});
