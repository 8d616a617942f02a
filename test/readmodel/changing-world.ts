/**
 * A fleet with a read model over a store. The store can be written, lose the older entries of a log, or lose all data.
 * The world holds the expected content of the read model, and the changes that the read model reported.
 */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openReadModel } from '../../readmodel/model.ts';
import type { JournalOptions } from '../../readmodel/changes/journal.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import type { IndexChange } from '../../readmodel/changes/change.ts';
import type { RecordIndexes } from '../../readmodel/table/records.ts';
import type { ColumnRow } from '../../readmodel/table/column-row.ts';
import { encodeObjectId, encodeObjectKey } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import { silentLogger, type Logger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { anyRows, CLUSTERS } from './arbitraries.ts';
import { BreakableStore, FilledStore, state } from './fixtures.ts';

/** Fields of a row that the read model compares to find changes. */
function compared(it: ColumnRow | Row): object {
  const {
    syncedAt: _at,
    uid: _uid,
    resourceVersion: _version,
    attemptedRevision: _attempted,
    records: _records,
    ...columns
  } = it as Row;
  return columns;
}

const worlds: World[] = [];

/** Closes every world that was opened since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(worlds.splice(0).map(world => world.model.close()));
}

export class World {
  readonly store = new BreakableStore();
  readonly clock = { ms: 0 };
  readonly changes: IndexChange[] = [];
  /** Rows by id that result from applying all reported changes. */
  readonly reported = new Map<string, ColumnRow>();
  /** Rows by cluster and id. */
  readonly expected = new Map<string, Map<string, Row>>();
  model!: ReadModel;
  #filled = new FilledStore(this.store.inner);
  #position = 0;
  #revision = 0;
  #failure: Error | undefined;

  static async open(
    log: Logger = silentLogger,
    journal?: JournalOptions,
    recordIndexes?: RecordIndexes,
  ): Promise<World> {
    const world = new World();
    const more = { ...(journal && { journal }), ...(recordIndexes && { recordIndexes }) };
    world.model = await openReadModel({ store: world.store, log, now: () => world.clock.ms, ...more });
    worlds.push(world);
    world.model.onChange(change => {
      try {
        world.#take(change);
      } catch (error) {
        world.#failure ??= error as Error; // the read model logs the error, and continues
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

  /** Writes the cluster's state. The next read of its changes returns `behind`, as if the log lacked older entries. */
  async fallBehind(cluster: string): Promise<void> {
    this.store.behind.add(cluster);
    await this.write(cluster, []);
  }

  /**
   * The store loses all data, and the collector lists all clusters again. `gone` selects objects that are deleted
   * meanwhile.
   */
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
    this.clock.ms += 61_000; // the read model keeps absent clusters for 60 seconds after a loss of data
    this.store.behind.delete(cluster);
    await this.#filled.remove(cluster);
  }

  /** Waits until the read model holds the expected content. */
  async quiet(): Promise<void> {
    while (!this.#isQuiet()) await nextTurn();
    expect(new Map(Array.from(this.reported, ([id, it]) => [id, compared(it)]))).toEqual(
      new Map([...this.expected.values()].flatMap(rows => Array.from(rows, ([id, it]) => [id, compared(it)]))),
    );
  }

  #isQuiet(): boolean {
    if (this.#failure) throw this.#failure;
    const clusters = this.model.clusters();
    if (this.store.behind.size > 0 || clusters.length !== this.expected.size || clusters.some(({ loading }) => loading))
      return false;
    const expected = [...this.expected.values()].flatMap(rows => [...rows]);
    return (
      this.reported.size === expected.length &&
      expected.every(([id, it]) => isDeepStrictEqual(compared(this.reported.get(id) ?? row()), compared(it))) &&
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
      const known = this.reported.get(id);
      expect(before && compared(before)).toEqual(known && compared(known));
      expect(after && compared(after)).not.toEqual(before && compared(before));
      expect(encodeObjectId((after ?? before)!)).toBe(id);
      expect((after ?? before)!.cluster).toBe(change.cluster);
      if (after) this.reported.set(id, after);
      else this.reported.delete(id);
    }
  }
}

const anyCluster = fc.constantFrom(...CLUSTERS);
export const anyStep = fc.oneof(
  { arbitrary: fc.record({ write: anyRows(8), deleted: fc.array(fc.nat(30), { maxLength: 4 }) }), weight: 4 },
  fc.record({ again: anyCluster }),
  { arbitrary: fc.record({ behind: anyCluster }), weight: 2 },
  fc.record({ lost: fc.array(fc.nat(30), { maxLength: 6 }) }),
  fc.record({ forgotten: anyCluster }),
  { arbitrary: fc.record({ replaced: anyCluster, by: anyRows(4) }), weight: 2 },
  { arbitrary: fc.record({ turns: fc.nat(4) }), weight: 3 },
  fc.record({ quiet: fc.constant(true) }),
);

export async function take(
  world: World,
  step: typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
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
    // While other clusters are filled again, a removed cluster stays for some time.
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
