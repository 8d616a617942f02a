/** What the read model tells of its writes: each row as it was and as it is, once, in order, whatever happens to the store behind it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexChange } from '../../readmodel/changes/index-change.ts';
import type { Row } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { anyFilter, anyView } from './arbitraries.ts';
import { anyStep, closeWorlds, take, World } from './changing-world.ts';
import { FilledStore, seesAll, state } from './fixtures.ts';
import { matches, visible } from './reference.ts';

afterEach(closeWorlds);

describe('the changes of the read model', () => {
  it('add up to its rows, each told once and in order, whatever its store goes through', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 25, size: 'max' }), anyView, anyFilter, async (steps, view, filter) => {
        const world = await World.open();
        for (const step of steps) await take(world, step);
        await world.quiet();
        const rows = [...world.told.values()] as Row[];
        expect(rows.filter(it => visible(view, it) && matches(filter, it)).length).toBe(await world.model.count(view, filter));
        await world.model.close();
      }),
      { numRuns: 60 },
    );
  });

  const told = (world: World) => world.changes.flatMap(({ rows }) => rows.map(({ before, after }) => [before?.message, after?.message]));
  const some = Array.from({ length: 600 }, (_, i) => row({ name: `web-${i}`, message: 'starting', labels: { app: `web-${i % 7}` } }));

  it('tell of a cluster that is loaded anew what differs, and nothing of rows that are as they were', async () => {
    const world = await World.open();
    await world.write('leaf-01', some);
    await world.quiet();
    expect(told(world)).toEqual(some.map(() => [undefined, 'starting']));
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
    expect(told(world)).toEqual([]);
    world.store.behind.add('leaf-01');
    await world.write('leaf-01', [{ ...some[0]!, message: 'ready' }], [some[1]!]);
    await world.quiet();
    expect(told(world)).toEqual([
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
    expect(world.changes).toMatchObject([{ cluster: 'leaf-01', rows: [{ before: undefined, after: { name: 'more' } }] }]);
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
    expect((await world.model.page(seesAll, {}, [], { first: 5 })).rows.map(({ name }) => name)).toEqual(['more', 'web']);
  });
});
