/**
 * New clusters, and clusters whose collector dies. First, fifty clusters register at the same time, beside a cluster
 * that never answers. The benchmark measures the time until their rows appear. Then one of two collectors is killed.
 * The benchmark measures the time until the other collector has taken over the clusters of
 * the killed one.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { demoIdentities } from '../../../demo/identities.ts';
import { startRedis } from '../../../test/harness/redis.ts';
import type { Benchmark } from '../../bench.ts';
import { Child } from '../../child.ts';
import { CollectorProcess } from '../../collector-process.ts';
import { identityOf, trueRows, type DataSet } from '../../data-set.ts';
import { GraphClient } from '../../graph.ts';
import { untilIndexed } from '../../indexed.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import type { LeavesAnswer, LeavesRequest } from '../../processes/leaves.ts';
import { Product } from '../../product.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';

const CLUSTERS = 50;
/** Number of the clusters, plus one cluster that never answers. */
const LEAVES = CLUSTERS + 1;
const OBJECTS = 10_200;
const WITHIN_MS = 60_000;
const FIRST_ROWS_S = 3;
const TAKEN_OVER_S = 10;

interface Running {
  readonly bench: ScaleBench;
  readonly leaves: Child<LeavesRequest, LeavesAnswer>;
  readonly kubeconfig: string;
  readonly dataSet: DataSet;
}

export const registration: Benchmark<ScaleBench> = {
  name: 'registration',
  async run(bench) {
    const dataSet: DataSet = {
      fleet: { clusters: LEAVES, objects: OBJECTS, now: Date.now(), faults: false },
      description: '',
    };
    await using leaves = new Child<LeavesRequest, LeavesAnswer>('./processes/leaves.ts');
    const { kubeconfig, leaves: started } = await leaves.ask({ type: 'start', fleet: dataSet.fleet }, bench.signal);
    await leaves.ask({ type: 'fail', cluster: started.at(-1)!.name, fault: { answer: 'hang' } }, bench.signal);
    const running = { bench, leaves, kubeconfig, dataSet };
    return [...(await registered(running)), ...(await takenOver(running))];
  },
};

async function registered({ bench: { signal }, kubeconfig }: Running): Promise<Measurement[]> {
  await using directory = await temporaryDirectory();
  await using product = await Product.start({
    ...{ signal, tokens: demoIdentities },
    config: { clusterSources: [{ type: 'kubeconfig', path: directory.path }], rbac: { audit: { perMinute: 0 } } },
  });
  await using client = clientOf(product, signal);
  const began = performance.now();
  await Promise.all(
    contextsOf(kubeconfig).map(({ name, text }) =>
      writeFile(join(directory.path, `${name}.yaml`), text, { mode: 0o600 }),
    ),
  );
  const shownAt: number[] = [];
  await until('had rows', CLUSTERS, signal, async () => {
    const { objects } = await client.data({
      query: `{ objects { facets(fields: [CLUSTER], limit: ${LEAVES}) { values { value } } } }`,
    });
    while (shownAt.length < objects.facets[0].values.length) shownAt.push((performance.now() - began) / 1_000);
    return shownAt.length;
  });
  const what = `registration: rows of ${CLUSTERS} clusters registered at once, beside one that never answers`;
  return [
    measurement(`${what}, of the first`, { unit: 's', ours: shownAt[0]! }),
    measurement(`${what}, of half of them`, { unit: 's', ours: shownAt[CLUSTERS / 2 - 1]! }),
    measurement(`${what}, of the last`, { unit: 's', ours: shownAt[CLUSTERS - 1]!, target: FIRST_ROWS_S }),
  ];
}

async function takenOver({ bench: { signal }, leaves, kubeconfig, dataSet }: Running): Promise<Measurement[]> {
  await using redis = await startRedis('--maxmemory-policy', 'noeviction');
  await using gateway = await Product.start({
    ...{ signal, kubeconfig, tokens: demoIdentities },
    config: { roles: ['gateway'], store: { type: 'redis', url: redis.url }, rbac: { audit: { perMinute: 0 } } },
  });
  const first = await CollectorProcess.start(kubeconfig, redis.url);
  await using _first = first;
  await untilIndexed(
    { url: gateway.url, startedAt: first.startedAt },
    { token: ADMIN.token, clusters: CLUSTERS, signal },
  );
  await using _second = await CollectorProcess.start(kubeconfig, redis.url);
  await delay(SHARED_MS, undefined, { signal });
  await using client = clientOf(gateway, signal);
  await first.kill();
  const began = performance.now();
  const revision = 'changed@sha1:after';
  const changed = new Map(
    trueRows(dataSet, 'platform-admin')
      .filter(({ kind }) => kind === 'Kustomization')
      .map(one => [one.cluster, one] as const),
  );
  for (const one of changed.values()) await leaves.ask({ ...one, type: 'revise', revision }, signal);
  const query = `{ objects(filter: { revision: { equals: "${revision}" } }) { totalCount } }`;
  await until('were followed again', CLUSTERS, signal, async () => (await client.data({ query })).objects.totalCount);
  return [
    measurement(`registration: changes on all ${CLUSTERS} clusters visible after one of two collectors was killed`, {
      ...{ unit: 's', ours: (performance.now() - began) / 1_000, target: TAKEN_OVER_S },
    }),
  ];
}

const ADMIN = identityOf('platform-admin');
/** Milliseconds after which two collectors have divided the clusters among themselves. */
const SHARED_MS = 10_000;

function clientOf({ url }: Product, signal: AbortSignal): GraphClient {
  return new GraphClient(url, { token: ADMIN.token, connections: 1, signal });
}

async function until(what: string, wanted: number, signal: AbortSignal, ask: () => Promise<number>): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  for (let found = await ask(); found < wanted; found = await ask()) {
    if (performance.now() > end)
      throw new Error(`Only ${found} of ${wanted} clusters ${what} within ${WITHIN_MS / 1_000} s.`);
    await delay(20, undefined, { signal });
  }
}

/** Makes one kubeconfig per context, with this context as the current context. */
function contextsOf(kubeconfig: string): { name: string; text: string }[] {
  const whole = parse(kubeconfig) as { contexts: { name: string }[] };
  return whole.contexts.map(({ name }) => ({ name, text: stringify({ ...whole, 'current-context': name }) }));
}

async function temporaryDirectory(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'fleetgraph-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
