/**
 * Changes applied to an earlier list give the current list, whatever happens to the store and to the reader's
 * permissions.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Moment, Shown } from '../../../readmodel/changes/change.ts';
import type { Changes, Filter } from '../../../readmodel/query.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { row } from '../../fixtures.ts';
import { anyFollowedFilter, anyView, CLUSTERS } from '../arbitraries.ts';
import { anyStep, closeWorlds, take, World } from '../changing-world.ts';
import { FilledStore, RESOURCES, scope, seesAll, state, until, visibility } from '../fixtures.ts';

afterEach(closeWorlds);

/** Adds `shown()` to a view: a map of the clusters to the visibility of each. All calls return one map object. */
function reported(view: RowAuthorizer, clusters: readonly string[] = CLUSTERS): RowAuthorizer {
  const all: Shown = new Map(clusters.flatMap(cluster => (view(cluster) ? [[cluster, view(cluster)!]] : [])));
  return Object.assign((cluster: string) => view(cluster), { shown: () => all });
}

const REQUEST = { reached: undefined, limit: 10_000, counted: true };

async function list(world: World, view: RowAuthorizer, filter: Filter) {
  const { rows, moment } = await world.model.page(view, filter, [], { first: 1_000, resumable: true });
  return { ids: new Set(rows.map(({ id }) => id)), rows: new Map(rows.map(it => [it.id, it])), moment: moment! };
}

/** Applies changes to a set of ids, and checks each change against the set. */
function apply(ids: ReadonlySet<string>, { changes }: Changes): Set<string> {
  const applied = new Set(ids);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  for (const { type, id, row: now } of changes) {
    expect([type, applied.has(id)]).toEqual([type, type !== 'ENTER']);
    if (type === 'REVOKED') expect(now).toBeUndefined();
    if (type === 'ENTER' || type === 'UPDATE') expect(now?.id).toBe(id);
    if (type === 'LEAVE' || type === 'REVOKED') applied.delete(id);
    else applied.add(id);
  }
  return applied;
}

describe('changes', () => {
  it('lead from the list of then to the list of now, for every filter and reader', async () => {
    const anyTurn = fc.record({
      steps: fc.array(anyStep, { maxLength: 6 }),
      view: fc.option(anyView, { nil: undefined }),
      requested: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTurn, { minLength: 1, maxLength: 6 }),
        anyView,
        anyFollowedFilter,
        async (turns, first, filter) => {
          const world = await World.open();
          let view = reported(first);
          const begin = await list(world, view, filter);
          let [ids, since] = [begin.ids, begin.moment];
          for (const turn of turns) {
            if (turn.view) view = reported(turn.view);
            for (const step of turn.steps) await take(world, step);
            await world.quiet();
            if (!turn.requested) continue;
            const changes = await world.model.changes(view, filter, { ...REQUEST, since });
            const now = await list(world, view, filter);
            expect(changes.reset).toBeUndefined();
            expect(apply(ids, changes)).toEqual(now.ids);
            expect(changes.total).toBe(now.ids.size);
            for (const { row: shown, id } of changes.changes) {
              const listed = now.rows.get(id);
              // A new `syncedAt` alone is not a change, so the current list may have a later time.
              if (listed) expect({ ...shown }).toEqual({ ...listed, syncedAt: shown?.syncedAt });
            }
            [ids, since] = [now.ids, changes.moment];
          }
          // One request for all changes since the start must also lead to the current list.
          const changes = await world.model.changes(view, filter, { ...REQUEST, since: begin.moment });
          expect(changes.reset ?? apply(begin.ids, changes)).toEqual((await list(world, view, filter)).ids);
          await closeWorlds();
        },
      ),
      { numRuns: 80 },
    );
  });

  const view = reported(seesAll, ['leaf-01']);
  async function filled(): Promise<{ world: World; since: Moment }> {
    const world = await World.open();
    await world.write('leaf-01', [row(), row({ name: 'db', namespace: 'team-b' })]);
    await world.quiet();
    return { world, since: (await list(world, view, {})).moment };
  }
  const types = ({ changes }: Changes) => changes.map(({ type, id }) => [type, id]);

  it('merge all that happened to an object', async () => {
    const { world, since } = await filled();
    await world.write('leaf-01', [row({ status: 'FAILED' })]);
    await world.write('leaf-01', [row({ name: 'short' })]);
    await world.write('leaf-01', [row({ status: 'FAILED', message: 'no image' })], [row({ name: 'short' })]);
    await world.quiet();
    const changes = await world.model.changes(view, {}, { ...REQUEST, since });
    expect(types(changes)).toEqual([['UPDATE', encodeObjectId(row())]]);
    expect(changes.changes[0]!.row).toMatchObject({ message: 'no image' });
  });

  it('say REVOKED and nothing else of what a reader may no longer see', async () => {
    const { world, since } = await filled();
    const narrow = reported(() => visibility(scope([]), { 'team-b': scope(['pods']) }), ['leaf-01']);
    await world.write('leaf-01', [row({ status: 'FAILED' })]);
    await world.quiet();
    const changes = await world.model.changes(narrow, {}, { ...REQUEST, since });
    expect(changes.changes).toEqual([{ type: 'REVOKED', id: encodeObjectId(row()), row: undefined }]);
    await world.write('leaf-01', [], [row()]);
    await world.quiet();
    expect(types(await world.model.changes(narrow, {}, { ...REQUEST, since: changes.moment }))).toEqual([]);
    expect(types(await world.model.changes(narrow, {}, { ...REQUEST, since }))).toEqual([
      ['REVOKED', encodeObjectId(row())],
    ]);
  });

  it('say LEAVE of the objects of a kind that is no longer served, and of a cluster that has gone', async () => {
    const { world, since } = await filled();
    const pod = [
      ['LEAVE', encodeObjectId(row())],
      ['LEAVE', encodeObjectId(row({ name: 'db', namespace: 'team-b' }))],
    ];
    const none = reported(() => undefined);
    await world.forget('leaf-01');
    await world.quiet();
    const changes = await world.model.changes(none, {}, { ...REQUEST, since });
    expect(types(changes).sort()).toEqual(pod.sort());
  });

  it('are too many behind the limit, and then none is told', async () => {
    const { world, since } = await filled();
    await world.write(
      'leaf-01',
      Array.from({ length: 4 }, (_, i) => row({ name: `more-${i}` })),
    );
    await world.quiet();
    const ask = (limit: number) => world.model.changes(view, {}, { ...REQUEST, limit, since });
    expect(await ask(3)).toMatchObject({ reset: 'TOO_MANY', changes: [], total: 6 });
    expect(await ask(4)).toMatchObject({ reset: undefined });
    const narrow = reported(() => undefined, ['leaf-01']);
    expect(await world.model.changes(narrow, {}, { ...REQUEST, limit: 1, since })).toMatchObject({ reset: 'TOO_MANY' });
  });

  it.each([
    ['in number', { changes: 3, windowMs: 1_000 }, 0],
    ['in time', { changes: 100, windowMs: 1_000 }, 2_000],
  ])('reach back as far as the journal does, %s', async (_what, journal, ms) => {
    const world = await World.open(undefined, journal);
    await world.write('leaf-01', [row()]);
    await world.quiet();
    const { moment: since } = await list(world, view, {});
    for (const status of ['FAILED', 'CURRENT', 'FAILED'] as const) {
      await world.write('leaf-01', [row({ status })]);
      await world.quiet();
    }
    expect(types(await world.model.changes(view, {}, { ...REQUEST, since }))).toHaveLength(1);
    world.clock.ms += ms;
    if (ms === 0) await world.write('leaf-01', [row({ status: 'UNKNOWN' })]);
    await world.quiet();
    const late = await world.model.changes(view, {}, { ...REQUEST, since });
    expect(late).toMatchObject({ reset: 'TOO_OLD', changes: [] });
    expect(await world.model.changes(view, {}, { ...REQUEST, since: late.moment })).toMatchObject({
      reset: undefined,
      changes: [],
    });
  });

  it('are not told of clusters that a filter does not reach', async () => {
    const { world, since } = await filled();
    await world.write('leaf-01', [row({ status: 'FAILED' })]);
    await world.quiet();
    const ask = (clusters: string[]) =>
      world.model.changes(view, { clusters }, { ...REQUEST, reached: clusters, since });
    expect(types(await ask(['leaf-01']))).toHaveLength(1);
    expect(types(await ask(['leaf-02']))).toHaveLength(0);
  });

  it('say LEAVE of a kind that is no longer served, and ENTER when it is again', async () => {
    const { world, since } = await filled();
    const fewer = RESOURCES.filter(({ kind }) => kind !== 'Pod');
    const store = new FilledStore(world.store.inner);
    const served = (resources: typeof RESOURCES) =>
      until(world.model, () => world.model.cluster('leaf-01')?.resources.length === resources.length);
    await store.write('leaf-01', { state: state({ resources: fewer }) });
    await served(fewer);
    const without = reported(() => visibility(scope(['*'], {}, fewer), {}, fewer), ['leaf-01']);
    const gone = await world.model.changes(without, {}, { ...REQUEST, since });
    expect(types(gone).map(([type]) => type)).toEqual(['LEAVE', 'LEAVE']);
    expect(gone).toMatchObject({ total: 0, changes: [{ row: undefined }, { row: undefined }] });
    await store.write('leaf-01', { state: state() });
    await served(RESOURCES);
    const again = await world.model.changes(view, {}, { ...REQUEST, since: gone.moment });
    expect(types(again).map(([type]) => type)).toEqual(['ENTER', 'ENTER']);
  });
});
