/**
 * The whole write path: 300 simulated leaves with half a million objects of 15 kinds, one collector process on Redis,
 * one gateway process. Measures the time until all objects are indexed, and the memory of the collector. Measures the
 * delay of a change at 200 changes per second, and the reuse of connections. Finally it measures the effect of a dead
 * leaf on the other leaves.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { demoIdentities } from '../../../demo/identities.ts';
import { startRedis } from '../../../test/harness/redis.ts';
import type { Benchmark } from '../../bench.ts';
import { Child } from '../../child.ts';
import { CollectorProcess } from '../../collector-process.ts';
import { identityOf, trueRows, type DataSet } from '../../data-set.ts';
import { GraphClient } from '../../graph.ts';
import { untilIndexed } from '../../indexed.ts';
import { closedLoop, summary, type Latencies } from '../../load.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import type { KustomizationName, LeavesAnswer, LeavesRequest } from '../../processes/leaves.ts';
import { Product } from '../../product.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';
import { untilVisible } from '../../visible.ts';
import { mustEqual } from './checked.ts';

const CLUSTERS = 300;
const OBJECTS = 500_000;
const CHANGES_PER_SECOND = 200;
const PROBES = 200;
const LIVE_ROWS = 10;
const CONNECTIONS = 4;
const SECONDS = 2;
const MEGABYTE = 1024 * 1024;

type LeavesProcess = Child<LeavesRequest, LeavesAnswer>;

/** Values that the measurements of this file share. */
interface Running {
  readonly bench: ScaleBench;
  readonly leaves: LeavesProcess;
  readonly names: readonly string[];
  readonly url: string;
  readonly kustomizations: readonly KustomizationName[];
}

export const leaves: Benchmark<ScaleBench> = {
  name: 'leaves',
  async run(bench) {
    const { signal, say } = bench;
    const dataSet: DataSet = {
      fleet: { clusters: CLUSTERS, objects: OBJECTS, now: Date.now(), faults: false },
      description: '',
    };
    await using leaves = new Child<LeavesRequest, LeavesAnswer>('./processes/leaves.ts');
    const { kubeconfig, leaves: started } = await leaves.ask({ type: 'start', fleet: dataSet.fleet }, signal);
    const names = started.map(({ name }) => name);
    const rows = trueRows(dataSet, 'platform-admin');
    say(`  ${names.length} leaves are up`);
    await using redis = await startRedis('--maxmemory-policy', 'noeviction');
    await using gateway = await Product.start({
      ...{ signal, kubeconfig, tokens: demoIdentities },
      config: { roles: ['gateway'], store: { type: 'redis', url: redis.url }, rbac: { audit: { perMinute: 0 } } },
    });
    await using collector = await CollectorProcess.start(kubeconfig, redis.url);
    const running: Running = {
      ...{ bench, leaves, names, url: gateway.url },
      kustomizations: rows.filter(({ kind }) => kind === 'Kustomization'),
    };
    await using client = clientOf(running, 1);
    const { token } = identityOf('platform-admin');
    const indexedMs = await untilIndexed(
      { url: gateway.url, startedAt: collector.startedAt },
      { token, clusters: CLUSTERS, signal, say },
    );
    const { objects } = await client.data({ query: '{ objects { totalCount } }' });
    mustEqual('The gateway', 'how many rows were collected', rows.length, objects.totalCount);
    const seconds = indexedMs / 1_000;
    const later = [...(await freshness(running)), ...(await deadLeaf(running))];
    return [
      measurement('leaves: rows', { unit: 'rows', ours: rows.length }),
      measurement('leaves: from the start of a collector until a gateway has all clusters indexed', {
        unit: 's',
        ours: seconds,
        target: 60,
      }),
      measurement('leaves: collected, written to Redis and indexed', {
        unit: 'objects/s',
        ours: rows.length / seconds,
        target: 10_000,
      }),
      measurement(`leaves: the most memory a collector of ${CLUSTERS} clusters × 15 kinds was resident in`, {
        ...{ unit: 'MB', ours: collector.peakBytes() / MEGABYTE, target: 1_536 },
      }),
      ...later,
    ];
  },
};

function clientOf({ bench, url }: Running, connections: number): GraphClient {
  return new GraphClient(url, { token: identityOf('platform-admin').token, connections, signal: bench.signal });
}

async function freshness(running: Running): Promise<Measurement[]> {
  const { bench, leaves, kustomizations } = running;
  await using client = clientOf(running, 1);
  const [probed, others] = [
    kustomizations.filter((_, i) => i % 10 === 0),
    kustomizations.filter((_, i) => i % 10 !== 0),
  ];
  await leaves.ask({ type: 'churn', perSecond: CHANGES_PER_SECOND, among: others }, bench.signal);
  const latencies: number[] = [];
  for (let probe = 0; probe < PROBES; probe++) {
    // The step is a large prime number, so that the changes spread over the clusters.
    const target = probed[(probe * 7_919) % probed.length]!;
    const revision = `probe@sha1:${probe.toString(16).padStart(40, '0')}`;
    const { at } = await leaves.ask({ ...target, type: 'revise', revision }, bench.signal);
    const { cluster, namespace, name } = target;
    latencies.push(await untilVisible(client, { cluster, namespace, name, revision, at }, { everyMs: 2 }));
    // The delay is random, so that writes and batches have no common rhythm.
    await delay(Math.random() * 40, undefined, { signal: bench.signal });
  }
  await leaves.ask({ type: 'churn', perSecond: 0, among: [] }, bench.signal);
  const { p50, p99 } = summary(latencies);
  const what = `leaves: change on a leaf until visible in a query, while ${CHANGES_PER_SECOND} a second happen`;
  return [
    measurement(`${what}, p50`, { unit: 'ms', ours: p50 }),
    measurement(`${what}, p99 of ${PROBES}`, { unit: 'ms', ours: p99, target: 250 }),
  ];
}

const LIST = {
  query: `{ objects(filter: { kinds: ["Pod"] }, orderBy: [{ field: NAME }], first: 25) { nodes { id cluster { name } name status message } } }`,
};

/** Requests Kustomizations of these clusters with the live state from their leaves. */
function liveRequest(clusters: readonly string[]) {
  const query = `query Live($filter: ObjectFilter, $first: Int) { objects(filter: $filter, orderBy: [{ field: CREATED }], first: $first) { nodes { id live { state } } } }`;
  return { query, variables: { filter: { kinds: ['Kustomization'], clusters }, first: LIVE_ROWS } };
}

/**
 * Compares runs with and without a dead leaf, which accepts requests and never answers. A client keeps requesting
 * objects of the dead leaf.
 */
async function deadLeaf(running: Running): Promise<Measurement[]> {
  const { bench, leaves, names } = running;
  const [dead, ...others] = names;
  await using clients = clientOf(running, CONNECTIONS);
  await using unlucky = clientOf(running, 1);
  const list = await clients.repeatable(LIST);
  const live = async () => {
    const { objects } = await clients.data(liveRequest(others.slice(0, 50)));
    const states = objects.nodes.map(({ live }: any) => live.state);
    if (states.length !== LIVE_ROWS || states.some((state: string) => state !== 'OK'))
      throw new Error(`Live states are ${states.join()}, and all should be OK.`);
  };
  const load = { connections: CONNECTIONS, seconds: SECONDS, signal: bench.signal };
  const measured = {
    healthy: { list: [] as Latencies[], live: [] as Latencies[] },
    dead: { list: [] as Latencies[], live: [] as Latencies[] },
  };
  const opened: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    measured.healthy.list.push(await closedLoop(load, list));
    const before = (await leaves.ask({ type: 'traffic' }, bench.signal)).traffic;
    measured.healthy.live.push(await closedLoop(load, live));
    const after = (await leaves.ask({ type: 'traffic' }, bench.signal)).traffic;
    opened.push((1_000 * (after.connections - before.connections)) / Math.max(1, after.requests - before.requests));
    await leaves.ask({ type: 'fail', cluster: dead!, fault: { answer: 'hang' } }, bench.signal);
    const ended = new AbortController();
    const asking = keepAsking(unlucky, liveRequest([dead!]), ended.signal);
    measured.dead.list.push(await closedLoop(load, list));
    measured.dead.live.push(await closedLoop(load, live));
    ended.abort();
    await asking;
    await leaves.ask({ type: 'fail', cluster: dead!, fault: {} }, bench.signal);
  }
  const without = `without a dead leaf of ${CLUSTERS}`;
  const beside = (what: 'list' | 'live', quantile: 'p50' | 'p99') => {
    const [ours, value] = [middle(measured.dead[what], quantile), middle(measured.healthy[what], quantile)];
    const name = what === 'list' ? '25 pods by name' : `${LIVE_ROWS} objects from other leaves`;
    const goal = quantile === 'p50' && { timesBetter: 0.8 };
    return measurement(`leaves: ${name}, one leaf dead, ${CONNECTIONS} connections, ${quantile}`, {
      unit: 'ms',
      ours,
      peer: { name: without, value },
      ...goal,
    });
  };
  return [
    measurement('leaves: connections opened to leaves per 1 000 live requests, the first of all', {
      unit: 'connections',
      ours: opened[0]!,
    }),
    measurement('leaves: connections opened to leaves per 1 000 live requests, later', {
      unit: 'connections',
      ours: opened.at(-1)!,
    }),
    ...(['list', 'live'] as const).flatMap(what => (['p50', 'p99'] as const).map(quantile => beside(what, quantile))),
  ];
}

async function keepAsking(
  client: GraphClient,
  request: ReturnType<typeof liveRequest>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) await client.data(request);
}

function middle(results: readonly Latencies[], quantile: 'p50' | 'p99'): number {
  return results.reduce((sum, result) => sum + result[quantile], 0) / results.length;
}
