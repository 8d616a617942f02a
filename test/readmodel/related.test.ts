/** Relations and records under a View: a relation is visible where both ends are, a record where its object is. */
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openReadModel } from '../../readmodel/model.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { encodeObjectId, encodeObjectKey } from '../../schema/object-id.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { anyRows, anyView, CLUSTERS } from './arbitraries.ts';
import { allLoaded, FilledStore, seesAll, seesNothing, state, until } from './fixtures.ts';
import { visible } from './reference.ts';
import { PackedStore } from '../store/packed-store.ts';

const models: ReadModel[] = [];
afterAll(() => Promise.all(models.map(model => model.close())));

describe('relations and records', () => {
  it('are seen by whoever sees their ends, and by nobody else', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows(30),
        fc.array(fc.tuple(fc.nat(29), fc.nat(40))),
        anyView,
        fc.boolean(),
        async (rows, edges, view, isPacked) => {
          const targets = new Map<string, string[]>();
          for (const [from, to] of edges) {
            const [source, target] = [rows[from], rows[to]];
            // Some lead nowhere.
            if (source)
              targets.set(encodeObjectId(source), [
                ...(targets.get(encodeObjectId(source)) ?? []),
                encodeObjectKey(target ?? row({ name: 'gone' })),
              ]);
          }
          const filled = new FilledStore(isPacked ? new PackedStore() : undefined);
          for (const cluster of CLUSTERS) {
            const puts = rows
              .filter(it => it.cluster === cluster)
              .map(it => ({
                ...it,
                relations: targets.get(encodeObjectId(it))?.map(to => ({ type: 'SOURCE' as const, to })),
                records: { inventory: [{ of: encodeObjectId(it) }] },
              }));
            await filled.write(cluster, { state: state(), puts });
          }
          const model = await openReadModel({ store: filled.store, log: silentLogger });
          models.push(model);
          await until(model, allLoaded(model, CLUSTERS.length));
          const seen = new Set(rows.filter(it => visible(view, it)).map(encodeObjectId));
          const ids = [...rows.map(encodeObjectId), 'leaf//Pod/team/absent', 'malformed'];
          const expected = ids.map(id => {
            const related = seen.has(id) ? (targets.get(id) ?? []) : [];
            return related.map(key => `${id.slice(0, id.indexOf('/'))}/${key}`).filter(target => seen.has(target));
          });
          expect((await model.related(view, ids, 'SOURCE')).map(related => related.map(it => it.id))).toEqual(expected);
          expect(await model.records(view, ids, 'inventory')).toEqual(ids.map(id => (seen.has(id) ? [{ of: id }] : undefined)));
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
    const put = { ...from, relations: [{ type: 'SOURCE' as const, to: encodeObjectKey(to) }], records: { inventory: [{ n: 1 }] } };
    await filled.write('leaf-01', { state: state(), puts: [put, to] });
    const model = await openReadModel({ store: filled.store, log: silentLogger });
    models.push(model);
    await until(model, allLoaded(model, 1));
    const id = encodeObjectId(from);
    const sources = async (view = seesAll) => (await model.related(view, [id], 'SOURCE')).flat().map(({ name }) => name);
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
