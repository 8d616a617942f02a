/**
 * Many clusters are registered at once, and a cluster that never answers delays no other cluster. Many Secrets change
 * at once, and no single step does most of the work. The tests print durations.
 */
import { afterEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCollector } from '../../collector/collector.ts';
import { ClusterSources } from '../../clusters/follow-sources.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { kubeconfigSecrets } from '../../clusters/sources/kubeconfig-secrets.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { openReadModel } from '../../readmodel/model.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { MemoryStore } from '../../store/memory.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { may } from '../collector/fixtures.ts';
import { authority, issue, type Certificate } from '../kubernetes/certificates.ts';
import { until } from '../kubernetes/until.ts';
import { processorTime } from '../processor-time.ts';
import { ADMIN, namespace, pod, ROBOT, startLeaf } from '../sim/fixtures.ts';
import { POLICY } from './fixtures.ts';

const LEAVES = 50;
const SECRETS = 300;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function hubAndLeaves(count: number): Promise<{
  hub: SimulatedLeaf;
  leaves: SimulatedLeaf[];
  registry: ClusterRegistry;
  sources: ClusterSources;
  ca: Certificate;
}> {
  const ca = await authority('fleet');
  const { cert, key } = await issue(ca, 'leaf', { addresses: ['127.0.0.1'] });
  const tls = { cert, key, ca: ca.cert };
  const hub = await startLeaf({ name: 'hub' });
  const leaves = await Promise.all(Array.from({ length: count }, (_, i) => startLeaf({ name: `leaf-${i}`, tls })));
  open.push(() => Promise.all([hub, ...leaves].map(leaf => leaf.close())));
  for (const leaf of leaves) {
    const pods = Array.from({ length: 20 }, (_, i) => pod('apps', `pod-${i}`));
    leaf.objects.load([
      namespace('apps'),
      ...may([{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }]),
      ...pods,
    ]);
  }
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-hot-'));
  open.push(() => rm(directory, { recursive: true }));
  const kubeconfig = join(directory, 'hub');
  await writeFile(kubeconfig, simulatedKubeconfig([hub], ADMIN));
  const registry = new ClusterRegistry();
  const sources = new ClusterSources({
    registry,
    maxClusters: 1_000,
    leafConcurrency: 4,
    renewTokens: true,
    log: silentLogger,
  });
  open.push(async () => {
    await sources.close();
    await registry.close();
  });
  const options = {
    kubeconfig,
    env: {},
    log: silentLogger,
    policy: POLICY,
    allow: ['local-addresses'],
    labelSelector: 'fleet',
  } as const;
  sources.follow([{ key: 'hub', source: () => kubeconfigSecrets(options) }]);
  await sources.settled(10_000);
  return { hub, leaves, registry, sources, ca };
}

/**
 * Starts a measurement. The returned function ends the measurement. It returns the longest turn of the event loop, in
 * milliseconds of processor time.
 */
function longestStep(): () => number {
  let longest = 0;
  let isOver = false;
  let before = processorTime();
  const turn = () => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return longest;
  };
}

function secret(name: string, kubeconfig: string): KubernetesObject {
  const metadata = { name, namespace: 'fleet', labels: { fleet: 'yes' } };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata,
    data: { value: Buffer.from(kubeconfig).toString('base64') },
  };
}

it(`${LEAVES} clusters registered on a running process show their rows, and wait for none that never answers`, async () => {
  const { hub, leaves, registry } = await hubAndLeaves(LEAVES);
  const store = new MemoryStore();
  const readModel = await openReadModel({
    store,
    log: silentLogger,
    registered: registry.names,
  });
  const collector = startCollector({
    registry,
    store,
    kinds: { include: [], exclude: [] },
    log: silentLogger,
    holder: 'one',
  });
  open.push(async () => {
    await collector.close();
    await readModel.close();
    await store.close();
  });
  await until(() => collector.shard.collectors === 1);
  leaves[0]!.fail({ answer: 'hang' });
  const began = performance.now();
  for (const leaf of leaves) hub.objects.put(secret(leaf.name, simulatedKubeconfig([leaf], ROBOT)));
  const withRows = () => readModel.clusters().filter(({ rowCount }) => rowCount >= 20).length;
  await until(() => withRows() > 0);
  const first = performance.now() - began;
  await until(() => withRows() === LEAVES - 1, 60_000);
  const all = performance.now() - began;
  console.log(
    `${LEAVES} clusters registered hot: first rows after ${Math.round(first)} ms, all but one's after ${Math.round(all)} ms`,
  );
  expect(readModel.cluster('leaf-0')?.rowCount ?? 0).toBe(0);
});

it(`${SECRETS} Secrets that change at once stall nobody`, async () => {
  const { hub, leaves, registry, sources } = await hubAndLeaves(1);
  const leaf = leaves[0]!;
  const put = (token: string) => {
    for (let i = 0; i < SECRETS; i++)
      hub.objects.put(secret(`leaf-${i}`, simulatedKubeconfig([leaf], `${token}-${i}`)));
  };
  put('first');
  await until(() => registry.list().length === SECRETS, 30_000);
  let replaced = 0;
  registry.subscribe({ added: () => undefined, removed: () => undefined, replaced: () => void replaced++ });
  const clients = new Set(registry.list().map(({ client }) => client));
  const putting = processorTime();
  put('second');
  const writing = processorTime() - putting; // work of the simulated hub, which also runs in this process
  const working = processorTime();
  const began = performance.now();
  const step = longestStep();
  await until(() => replaced === SECRETS, 30_000);
  const longest = step();
  const [worked, took] = [processorTime() - working, performance.now() - began];
  console.log(
    `${SECRETS} Secrets changed at once: taken after ${Math.round(took)} ms, longest step ${Math.round(longest)} ms of ${Math.round(worked)} ms (writing them took the simulated hub ${Math.round(writing)} ms)`,
  );
  expect(sources.problems).toEqual([]);
  expect(registry.list().every(({ client }) => clients.has(client))).toBe(true);
  expect(longest).toBeLessThan(worked / 2);
});
