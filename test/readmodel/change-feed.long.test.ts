/** The read model reports the changed rows of each write, before and after, once and in the order of the writes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChangeFeed } from '../../readmodel/change-feed.ts';
import type { IndexChange } from '../../readmodel/changes/change.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';
import type { Relation } from '../../store/attached.ts';
import type { Row } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { anyFilter, anyView } from './arbitraries.ts';
import { anyStep, closeWorlds, take, World } from './changing-world.ts';
import { EVERYTHING, FilledStore, seesAll, state } from './fixtures.ts';
import { matches, visible } from './reference.ts';

afterEach(closeWorlds);

describe('the changes of the read model', () => {
  it('add up to its rows, each told once and in order, whatever its store goes through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 25, size: 'max' }),
        anyView,
        anyFilter,
        async (steps, view, filter) => {
          const world = await World.open();
          for (const step of steps) await take(world, step);
          await world.quiet();
          const rows = [...world.reported.values()] as Row[];
          expect(rows.filter(it => visible(view, it) && matches(filter, it)).length).toBe(
            await world.model.count(view, filter),
          );
          await world.model.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  const reported = (world: World) =>
    world.changes.flatMap(({ rows }) => rows.map(({ before, after }) => [before?.message, after?.message]));
  const some = Array.from({ length: 600 }, (_, i) =>
    row({ name: `web-${i}`, message: 'starting', labels: { app: `web-${i % 7}` } }),
  );

  it('tell of a cluster that is loaded anew what differs, and nothing of rows that are as they were', async () => {
    const world = await World.open();
    await world.write('leaf-01', some);
    await world.quiet();
    expect(reported(world)).toEqual(some.map(() => [undefined, 'starting']));
    world.changes.length = 0;
    await world.fallBehind('leaf-01');
    await world.quiet();
    await world.lose(() => false);
    await world.quiet();
    await world.write(
      'leaf-01',
      some.map(it => ({ ...it, syncedAt: it.syncedAt + 5, resourceVersion: '2' })),
    );
    await nextTurn();
    await world.fallBehind('leaf-01');
    await world.quiet();
    expect(reported(world)).toEqual([]);
    world.store.behind.add('leaf-01');
    await world.write('leaf-01', [{ ...some[0]!, message: 'ready' }], [some[1]!]);
    await world.quiet();
    expect(reported(world)).toEqual([
      ['starting', 'ready'],
      ['starting', undefined],
    ]);
  });

  it('say under which grants and resources rows are judged, in one change where they came in one batch', async () => {
    const world = await World.open();
    await world.write('leaf-01', [row()]);
    await world.quiet();
    const { revision } = world.model;
    world.changes.length = 0;
    const filled = new FilledStore(world.store.inner);
    await filled.write('leaf-01', { state: state({ resources: [] }), puts: [row({ name: 'more' })] });
    while (world.changes.length === 0) await nextTurn();
    expect(world.changes).toMatchObject([
      { cluster: 'leaf-01', rows: [{ before: undefined, after: { name: 'more' } }] },
    ]);
    expect(world.changes[0]!.revision).toBeGreaterThan(revision);
    await filled.write('leaf-01', { state: state() });
    while (world.changes.length === 1) await nextTurn();
    expect(world.changes[1]).toMatchObject({ cluster: 'leaf-01', rows: [] });
    expect(world.changes[1]!.revision).toBeGreaterThan(world.changes[0]!.revision);
  });

  it('tell that a cluster has gone before they tell that its rows have', async () => {
    const world = await World.open();
    await world.write('leaf-01', [row()]);
    await world.write('leaf-02', [row({ cluster: 'leaf-02' })]);
    await world.quiet();
    world.changes.length = 0;
    await world.forget('leaf-01');
    await world.quiet();
    expect(world.changes.map(({ cluster, rows }) => [cluster, rows.length])).toEqual([
      [undefined, 0],
      ['leaf-01', 1],
    ]);
    expect(world.changes[0]!.revision).toBe(world.changes[1]!.revision);
  });

  it('are told though a listener fails, which is logged, and until a listener has enough', async () => {
    const logged: unknown[] = [];
    const world = await World.open({ ...silentLogger, error: (fields: unknown) => void logged.push(fields) });
    const seen: IndexChange[] = [];
    world.model.onChange(() => {
      throw new Error('cannot');
    });
    const stop = world.model.onChange(change => void seen.push(change));
    await world.write('leaf-01', [row()]);
    await world.quiet();
    expect(seen.flatMap(({ rows }) => rows.map(({ after }) => after?.name))).toEqual(['web']);
    expect(logged).toContainEqual({ problem: 'cannot' });
    stop();
    const count = seen.length;
    await world.write('leaf-01', [row({ name: 'more' })]);
    await world.quiet();
    expect(seen).toHaveLength(count);
    expect((await world.model.page(seesAll, {}, [], { first: 5 })).rows.map(({ name }) => name)).toEqual([
      'more',
      'web',
    ]);
  });

  it('name the objects of which only records or relations differ, apart from the rows, and no others', () => {
    const anyAttached = fc.record(
      {
        records: fc.constantFrom(
          undefined,
          { a: [{ n: 1 }] },
          { a: [{ n: 1 }, { n: 2 }] },
          { a: [{ n: 2 }, { n: 1 }] },
          { b: [{ n: 1 }] },
        ),
        relations: fc.constantFrom(
          undefined,
          [owned('/Pod/team/x')],
          [owned('/Pod/other/x')],
          [owned('/Pod/team/x'), owned('/Pod/other/x')],
        ),
      },
      { requiredKeys: [] },
    );
    const anyWrite = fc.record({
      name: fc.constantFrom('a', 'b'),
      message: fc.constantFrom('', 'm'),
      syncedAt: fc.nat(1),
      attached: anyAttached,
      isRemoved: fc.nat(5).map(n => n === 0),
    });
    fc.assert(
      fc.property(fc.array(anyWrite, { maxLength: 30, size: 'max' }), writes => {
        const table = new RowTable();
        const feed = new ChangeFeed(table, silentLogger);
        const changes: IndexChange[] = [];
        feed.listen(change => void changes.push(change));
        const held = new Map<string, Row>();
        for (const { name, message, syncedAt, attached, isRemoved } of writes) {
          const before = held.get(name);
          const after = row({ name, message, syncedAt, ...attached });
          if (!isRemoved) table.put(after);
          else if (before) table.remove(table.find(before));
          feed.tell('leaf', 1);
          const { rows, attached: reported } = changes.at(-1)!;
          const isRow = isRemoved ? before !== undefined : before?.message !== message;
          const differs = (of: Row) => JSON.stringify([of.records ?? {}, of.relations ?? []]);
          const isAttached = !isRemoved && !isRow && differs(before!) !== differs(after);
          expect(rows).toHaveLength(isRow ? 1 : 0);
          const { cluster, group, kind, namespace } = after;
          expect(reported).toEqual(isAttached ? [{ cluster, group, kind, namespace, name }] : []);
          if (isRemoved) held.delete(name);
          else held.set(name, after);
        }
      }),
    );
  });

  it('of records alone are no changes of a list', async () => {
    const world = await World.open();
    const view = Object.assign((cluster: string) => seesAll(cluster), {
      shown: () => new Map(['leaf-01'].map(name => [name, EVERYTHING])),
    });
    await world.write('leaf-01', [row()]);
    await world.quiet();
    const request = { reached: undefined, limit: 10, counted: false };
    const { moment } = await world.model.changes(view, {}, { ...request, since: undefined });
    world.changes.length = 0;
    await world.write('leaf-01', [row({ records: { a: [{ n: 1 }] } })]);
    while (!world.changes.some(({ attached }) => attached.length > 0)) await nextTurn();
    expect((await world.model.changes(view, {}, { ...request, since: moment })).changes).toEqual([]);
  });
});

function owned(to: string): Relation {
  return { type: 'OWNS', to };
}
