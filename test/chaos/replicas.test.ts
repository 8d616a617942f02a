/**
 * Several replicas over one Redis give equal answers once each has read all writes. Writes may be repeated, come from
 * collectors that have lost their lease, or happen while a replica starts. A client may read each page from a different
 * replica.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openReadModel } from '../../readmodel/model.ts';
import { FACET_FIELDS, type Filter, type OrderKey, type Page } from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { encodeObjectId, encodeObjectKey } from '../../schema/object-id.ts';
import { openRedisStore } from '../../store/redis.ts';
import { FencedError, type Batch, type Lease, type Row, type Store } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';
import { until } from '../kubernetes/until.ts';
import { anyFilter, anyOrder, anyRows, anyView, CLUSTERS } from '../readmodel/arbitraries.ts';
import { row } from '../fixtures.ts';
import { seesAll, state, whole } from '../readmodel/fixtures.ts';
import { facet, matches, sorted, visible, withoutOwnCondition } from '../readmodel/reference.ts';

const RUNS = 25;
const LEASE_MS = 600_000;

type Step =
  | { readonly type: 'write'; readonly rows: readonly Row[] }
  | { readonly type: 'delete'; readonly cluster: number; readonly every: number }
  /** Writes the last batch of a cluster again. */
  | { readonly type: 'repeat'; readonly cluster: number }
  /** A new collector takes over, and late writes of the previous collector follow. */
  | { readonly type: 'hand over'; readonly cluster: number; readonly late: readonly Row[] }
  /** Removes the cluster, and then registers it again without content. */
  | { readonly type: 'register anew'; readonly cluster: number };

const cluster = fc.nat(CLUSTERS.length - 1);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyRows(15).map(rows => ({ type: 'write', rows }) as const) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('delete' as const), cluster, every: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('repeat' as const), cluster }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('hand over' as const), cluster, late: anyRows(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('register anew' as const), cluster }) },
);

/** The collectors, and the content that the store must have after their writes. */
class Writers {
  readonly #store: Store;
  readonly #leases = new Map<string, Lease>();
  readonly #last = new Map<string, Batch>();
  readonly #rows = new Map<string, Map<string, Row>>(CLUSTERS.map(name => [name, new Map()]));
  #holders = 0;
  #writes = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()].flatMap(rows => [...rows.values()]);
  }

  async take(step: Step): Promise<void> {
    if (step.type === 'write') {
      for (const name of CLUSTERS)
        await this.#write(
          name,
          step.rows.filter(row => row.cluster === name),
        );
      return;
    }
    const name = CLUSTERS[step.cluster] as string;
    switch (step.type) {
      case 'delete': {
        const gone = [...(this.#rows.get(name)?.keys() ?? [])].filter((_key, i) => i % step.every === 0);
        return this.#apply(name, { deletes: gone });
      }
      case 'repeat':
        return this.#apply(name, this.#last.get(name) ?? {});
      case 'hand over': {
        const old = await this.#lease(name);
        await this.#store.release(old);
        this.#leases.delete(name);
        await this.#lease(name);
        const late = { puts: step.late.map(row => ({ ...row, cluster: name })) };
        await expect(this.#store.apply(old, late)).rejects.toThrow(FencedError);
        return;
      }
      case 'register anew':
        await this.#store.remove(await this.#lease(name));
        this.#leases.delete(name);
        this.#rows.get(name)?.clear();
        return this.#write(name, []);
    }
  }

  /** Writes a marker row to each cluster. A replica with all markers has all earlier writes. */
  async mark(): Promise<readonly Row[]> {
    this.#writes += 1;
    const marks = CLUSTERS.map(name => row({ cluster: name, name: 'mark', message: `mark ${this.#writes}` }));
    for (const mark of marks) await this.#write(mark.cluster, [mark]);
    return marks;
  }

  #write(name: string, puts: readonly Row[]): Promise<void> {
    this.#writes += 1;
    return this.#apply(name, {
      puts: puts.map(row => ({ ...row, resourceVersion: String(this.#writes) })),
      state: state(),
    });
  }

  async #apply(name: string, batch: Batch): Promise<void> {
    await this.#store.apply(await this.#lease(name), batch);
    this.#last.set(name, batch);
    const rows = this.#rows.get(name);
    for (const put of batch.puts ?? []) rows?.set(encodeObjectKey(put), put);
    for (const key of batch.deletes ?? []) rows?.delete(key);
  }

  async #lease(name: string): Promise<Lease> {
    const lease = this.#leases.get(name) ?? (await this.#store.acquire(name, `collector-${++this.#holders}`, LEASE_MS));
    if (!lease) throw new Error(`${name} is leased`);
    this.#leases.set(name, lease);
    return lease;
  }
}

describe('replicas over one Redis', () => {
  let redis: RedisServer;
  const stores: Store[] = [];
  const replicas: ReadModel[] = [];
  let writers: Writers;

  const open = async () => {
    const store = await openRedisStore({ url: redis.url });
    stores.push(store);
    return store;
  };
  const start = async () => {
    const replica = await openReadModel({ store: await open(), log: silentLogger });
    replicas.push(replica);
    return replica;
  };

  beforeAll(async () => {
    redis = await startRedis();
    writers = new Writers(await open());
    await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(replicas.map(replica => replica.close()));
    await Promise.all(stores.map(store => store.close()));
    await redis?.remove();
  });

  const caughtUp = async (replica: ReadModel, marks: readonly Row[]) => {
    if (replica.clusters().some(({ loading }) => loading)) return false;
    const found = await replica.find(seesAll, marks.map(encodeObjectId));
    return found.every((mark, i) => mark?.message === marks[i]?.message);
  };

  /** Reads each page from the next replica, as happens behind a load balancer. */
  const pageThrough = async (
    requested: readonly ReadModel[],
    view: RowAuthorizer,
    filter: Filter,
    order: OrderKey[],
    first: number,
  ) => {
    const rows: Row[] = [];
    let page: Page | undefined;
    for (let i = 0; !page || page.hasNextPage; i++) {
      const after: string | undefined = page?.cursors.at(-1);
      page = await (requested[i % requested.length] as ReadModel).page(view, filter, order, {
        first,
        ...(after !== undefined && { after }),
      });
      rows.push(...(await whole(page.rows)));
    }
    return rows;
  };

  it('answer alike, those that followed every change and one that has just started', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(anyView, anyFilter, anyOrder, fc.integer({ min: 1, max: 7 })), {
          minLength: 3,
          maxLength: 3,
        }),
        async (steps, questions) => {
          for (const step of steps) await writers.take(step);
          const marks = await writers.mark();
          const newcomer = await start();
          for (const replica of replicas) await until(() => caughtUp(replica, marks));
          for (const [view, filter, order, size] of questions) {
            const seen = writers.rows.filter(row => visible(view, row));
            const expected = sorted(
              seen.filter(row => matches(filter, row)),
              order,
            );
            expect(await pageThrough(replicas, view, filter, order, size)).toEqual(expected);
            for (const replica of replicas) {
              expect(await replica.count(view, filter)).toBe(expected.length);
              expect(
                (await whole((await replica.page(view, filter, order, { first: 500 })).rows)).map(encodeObjectId),
              ).toEqual(expected.map(encodeObjectId));
              for (const field of FACET_FIELDS) {
                const { values } = await replica.facet(view, filter, field, { labelKey: 'app', limit: 100 });
                const all = seen.filter(row => matches(withoutOwnCondition(filter, field, 'app'), row));
                expect(values.map(({ value, count }) => [value, count])).toEqual(facet(all, field, 'app'));
              }
            }
          }
          replicas.splice(replicas.indexOf(newcomer), 1);
          await newcomer.close();
          await stores.pop()?.close();
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('tell how far behind they are', async () => {
    const marks = await writers.mark();
    for (const replica of replicas) {
      await until(() => caughtUp(replica, marks));
      for (const { lagMs } of replica.clusters()) expect(lagMs).toBeGreaterThanOrEqual(0);
    }
  });
});
