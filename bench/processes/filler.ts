/**
 * Writes a generated fleet into Redis through the store's own interface, like a collector: leases, batches, states and
 * grants. Later it writes changes at a given rate.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connectionDigest } from '../../clusters/connection-digest.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { Batch, Lease, Store } from '../../store/store.ts';
import {
  changedRow,
  clusterName,
  fleetState,
  plannedRows,
  rowOf,
  serverOf,
  SHAPES,
  type FleetShape,
  type PlannedRow,
} from '../scale/fleet.ts';
import { fleetGrants } from '../scale/people.ts';
import { answerRequests } from './answering.ts';

export interface FillerRequest {
  readonly redis: string;
  readonly shape: keyof typeof SHAPES;
  readonly task:
    | { readonly type: 'grants' }
    | { readonly type: 'rows' }
    | { readonly type: 'churn'; readonly perSecond: number; readonly seconds: number };
}

export interface FillerAnswer {
  /** Number of written objects. */
  readonly written: number;
  /** Time for the writes, without the start of the process. */
  readonly seconds: number;
}

const LEASE_MS = 3_600_000;
const HOLDER = 'bench';
const BATCH = 2_500;
/** Number of clusters that are written concurrently. The process encodes the next batch while Redis runs a batch. */
const CLUSTERS_AT_ONCE = 3;
/** Number of rows per cluster that change. The changes go through these rows in turn. */
const CHANGING = 2_000;
const TICK_MS = 100;

answerRequests<FillerRequest, FillerAnswer>(async ({ redis, shape: name, task }) => {
  const store = await openRedisStore({ url: redis });
  const shape = SHAPES[name];
  try {
    return task.type === 'churn' ? await churn(store, shape, task) : await fill(store, shape, task.type);
  } finally {
    await store.close();
  }
});

async function fill(store: Store, shape: FleetShape, what: 'grants' | 'rows'): Promise<FillerAnswer> {
  const began = performance.now();
  let written = 0;
  const clusters = Array.from({ length: shape.clusters }, (_, cluster) => cluster).values();
  const writer = async () => {
    for (const cluster of clusters) {
      const lease = await acquire(store, cluster);
      const objects = what === 'grants' ? fleetGrants(shape, cluster) : [...plannedRows(shape, cluster)];
      for (let i = 0; i < objects.length; i += BATCH) {
        const part = objects.slice(i, i + BATCH);
        const batch: Batch =
          what === 'grants' ? { grantPuts: part as never } : { puts: (part as PlannedRow[]).map(rowOf) };
        await store.apply(lease, batch);
      }
      await store.apply(lease, { state: fleetState() });
      await store.release(lease);
      written += objects.length;
    }
  };
  await Promise.all(Array.from({ length: CLUSTERS_AT_ONCE }, writer));
  return { written, seconds: (performance.now() - began) / 1_000 };
}

async function churn(
  store: Store,
  shape: FleetShape,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<FillerAnswer> {
  const clusters: { lease: Lease; rows: PlannedRow[]; next: number }[] = [];
  for (let cluster = 0; cluster < shape.clusters; cluster++) {
    clusters.push({
      lease: await acquire(store, cluster),
      rows: firstOf(plannedRows(shape, cluster), CHANGING),
      next: 0,
    });
  }
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  let written = 0;
  for (let turn = 0; elapsed() < seconds; turn++) {
    // Each tick changes only a tenth of the clusters, so that a batch has many rows.
    const chosen = clusters.filter((_, cluster) => cluster % 10 === turn % 10);
    const due = Math.max(0, perSecond * elapsed() - written);
    const each = Math.ceil(due / chosen.length);
    await Promise.all(
      chosen.map(async cluster => {
        const { lease, rows, next } = cluster;
        const count = Math.min(each, rows.length);
        const puts = Array.from({ length: count }, (_, i) => changedRow(rowOf(rows[(next + i) % rows.length]!), turn));
        cluster.next = (next + count) % rows.length;
        await store.apply(lease, { puts });
        written += count;
      }),
    );
    await delay(TICK_MS);
  }
  const answer = { written, seconds: elapsed() };
  for (const { lease } of clusters) await store.release(lease);
  return answer;
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.push(one) === count) break;
  }
  return first;
}

async function acquire(store: Store, cluster: number): Promise<Lease> {
  const lease = await store.acquire(clusterName(cluster), HOLDER, LEASE_MS);
  if (!lease)
    throw new Error(`Somebody else holds the lease of ${clusterName(cluster)} in a Redis that is ours alone.`);
  await store.identify(lease, { connection: connectionDigest({ server: serverOf(clusterName(cluster)) }), uid: '' });
  return lease;
}
