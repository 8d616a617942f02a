/** What the read model tells of its writes: each row as it was and as it is, once, in order, whatever happens to the store behind it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openReadModel } from '../../readmodel/model.ts';
import type { IndexChange, ReadModel } from '../../readmodel/readmodel.ts';
import type { ColumnRow } from '../../readmodel/rows/row-table.ts';
import { encodeObjectId, encodeObjectKey } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import { silentLogger, type Logger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { anyFilter, anyRows, anyView, CLUSTERS } from './arbitraries.ts';
import { BreakableStore, FilledStore, seesAll, state } from './fixtures.ts';
import { matches, visible } from './reference.ts';

/** Of a row, what the feed compares. */
function compared(it: ColumnRow | Row): object {
  const { syncedAt: _at, uid: _uid, resourceVersion: _version, attemptedRevision: _attempted, ...columns } = it as Row;
  return columns;
}

const worlds: World[] = [];
afterEach(() => Promise.all(worlds.splice(0).map(world => world.model.close())));

/** A fleet, what it should hold, and what was told of it. */
class World {
  readonly store = new BreakableStore();
  readonly clock = { ms: 0 };
  readonly changes: IndexChange[] = [];
  /** By id, the rows as the changes add up. */
  readonly told = new Map<string, ColumnRow>();
  /** By cluster and id. */
  readonly expected = new Map<string, Map<string, Row>>();
  model!: ReadModel;
  #filled = new FilledStore(this.store.inner);
  #position = 0;
  #revision = 0;
  #failure: Error | undefined;

  static async open(log: Logger = silentLogger): Promise<World> {
    const world = new World();
    world.model = await openReadModel({ store: world.store, log, now: () => world.clock.ms });
    worlds.push(world);
    world.model.onChange(change => {
      try {
        world.#take(change);
      } catch (error) {
        world.#failure ??= error as Error; // the read model logs it, and goes on
      }
    });
    return world;
  }

  async write(cluster: string, puts: readonly Row[], deletes: readonly Row[] = []): Promise<void> {
    const rows = this.#rowsOf(cluster);
    for (const put of puts) rows.set(encodeObjectId(put), put);
    for (const { ...key } of deletes) rows.delete(encodeObjectId(key));
    await this.#filled.write(cluster, { state: state(), puts, deletes: deletes.map(encodeObjectKey) });
  }

  /** What was written last is as old as the log goes back. */
  async fallBehind(cluster: string): Promise<void> {
    this.store.behind.add(cluster);
    await this.write(cluster, []);
  }

  /** The store loses all it has; then the collector lists again. `gone`: those that went meanwhile. */
  async lose(gone: (id: string) => boolean): Promise<void> {
    this.store.cut('gone');
    this.#filled = new FilledStore();
    this.store.behind.clear();
    this.store.restore(this.#filled.store);
    await nextTurn();
    for (const [cluster, rows] of this.expected) {
      for (const id of [...rows.keys()]) if (gone(id)) rows.delete(id);
      const all = [...rows.values()];
      await this.#filled.write(cluster, { state: state({ phase: 'listing' }), puts: all.slice(0, all.length / 2) });
      await nextTurn();
      await this.#filled.write(cluster, { puts: all.slice(all.length / 2) });
    }
    for (const cluster of this.expected.keys()) await this.#filled.write(cluster, { state: state() });
  }

  async forget(cluster: string): Promise<void> {
    if (!this.expected.delete(cluster)) return;
    this.clock.ms += 61_000; // the store was not lost just now
    this.store.behind.delete(cluster);
    await this.#filled.remove(cluster);
  }

  /** Until the read model holds what it should. */
  async quiet(): Promise<void> {
    while (!this.#isQuiet()) await nextTurn();
    expect(new Map(Array.from(this.told, ([id, it]) => [id, compared(it)]))).toEqual(
      new Map([...this.expected.values()].flatMap(rows => Array.from(rows, ([id, it]) => [id, compared(it)]))),
    );
  }

  #isQuiet(): boolean {
    if (this.#failure) throw this.#failure;
    const clusters = this.model.clusters();
    if (this.store.behind.size > 0 || clusters.length !== this.expected.size || clusters.some(({ loading }) => loading)) return false;
    const expected = [...this.expected.values()].flatMap(rows => [...rows]);
    return (
      this.told.size === expected.length &&
      expected.every(([id, it]) => isDeepStrictEqual(compared(this.told.get(id) ?? row()), compared(it))) &&
      clusters.every(({ cluster, rowCount }) => rowCount === this.expected.get(cluster)?.size)
    );
  }

  #rowsOf(cluster: string): Map<string, Row> {
    let rows = this.expected.get(cluster);
    if (!rows) this.expected.set(cluster, (rows = new Map()));
    return rows;
  }

  #take(change: IndexChange): void {
    expect(change.position).toBeGreaterThan(this.#position);
    expect(change.revision).toBeGreaterThanOrEqual(this.#revision);
    expect(change.revision).toBe(this.model.revision);
    this.#position = change.position;
    this.#revision = change.revision;
    this.changes.push(change);
    for (const { id, before, after } of change.rows) {
      const known = this.told.get(id);
      expect(before && compared(before)).toEqual(known && compared(known));
      expect(after && compared(after)).not.toEqual(before && compared(before));
      expect(encodeObjectId((after ?? before)!)).toBe(id);
      expect((after ?? before)!.cluster).toBe(change.cluster);
      if (after) this.told.set(id, after);
      else this.told.delete(id);
    }
  }
}

const anyCluster = fc.constantFrom(...CLUSTERS);
const anyStep = fc.oneof(
  { arbitrary: fc.record({ write: anyRows(8), deleted: fc.array(fc.nat(30), { maxLength: 4 }) }), weight: 4 },
  fc.record({ again: anyCluster }),
  { arbitrary: fc.record({ behind: anyCluster }), weight: 2 },
  fc.record({ lost: fc.array(fc.nat(30), { maxLength: 6 }) }),
  fc.record({ forgotten: anyCluster }),
  { arbitrary: fc.record({ replaced: anyCluster, by: anyRows(4) }), weight: 2 },
  { arbitrary: fc.record({ turns: fc.nat(4) }), weight: 3 },
  fc.record({ quiet: fc.constant(true) }),
);

async function take(world: World, step: typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const rowsOf = (cluster: string): Row[] => [...(world.expected.get(cluster)?.values() ?? [])];
  if ('write' in step) {
    const all = [...world.expected.values()].flatMap(rows => [...rows.values()]);
    const deleted = new Set(step.deleted.map(i => all[i]).filter(it => it !== undefined));
    const ids = new Set(step.write.map(encodeObjectId));
    for (const cluster of CLUSTERS)
      await world.write(
        cluster,
        step.write.filter(it => it.cluster === cluster),
        [...deleted].filter(it => it.cluster === cluster && !ids.has(encodeObjectId(it))),
      );
  } else if ('again' in step) {
    await world.write(
      step.again,
      rowsOf(step.again).map(it => ({ ...it, syncedAt: it.syncedAt + 1 })),
    );
  } else if ('behind' in step) await world.fallBehind(step.behind);
  else if ('lost' in step) {
    const ids = [...world.expected.values()].flatMap(rows => [...rows.keys()]);
    const gone = new Set(step.lost.map(i => ids[i]));
    await world.lose(id => gone.has(id));
  } else if ('forgotten' in step) {
    // A cluster that goes while others are being filled again is kept for a while: that is of another test.
    await world.quiet();
    await world.forget(step.forgotten);
    await world.quiet();
  } else if ('replaced' in step) {
    await world.forget(step.replaced);
    await world.write(
      step.replaced,
      step.by.map(it => ({ ...it, cluster: step.replaced })),
    );
  } else if ('turns' in step) for (let turn = 0; turn < step.turns; turn++) await nextTurn();
  else await world.quiet();
}

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
