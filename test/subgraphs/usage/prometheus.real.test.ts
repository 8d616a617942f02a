/** Histories from a real Prometheus: what the queries return, and the results of failures. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answerCache, Prometheus } from '../../../prometheus/prometheus.ts';
import type { PrometheusOptions } from '../../../prometheus/client.ts';
import { startPrometheusHistory, type Counter, type PrometheusHistory } from '../../harness/prometheus-history.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import { AT, idOf, openUsageWorld, type UsageWorld } from './usage-world.ts';

const MIB = 2 ** 20;

interface Container {
  readonly cluster?: string;
  readonly namespace?: string;
  readonly pod: string;
  readonly container?: string;
  readonly node?: string;
  readonly cores: number;
  readonly mebibytes: number;
  readonly endsBefore?: number;
  readonly more?: Readonly<Record<string, string>>;
}

/** Both metrics of a container, CPU and memory. */
function used({ cores, mebibytes, endsBefore = 0, more, ...of }: Container): Counter[] {
  const labels = { cluster: 'east', namespace: 'shop', container: 'app', node: 'n1', ...of, ...more };
  return [
    { metric: 'container_cpu_usage_seconds_total', labels, rate: cores, endsBefore },
    { metric: 'container_memory_working_set_bytes', labels, gauge: mebibytes * MIB, endsBefore },
  ];
}

const COUNTERS = [
  { pod: 'web-5d9f7c-x2k9z', cores: 0.5, mebibytes: 100 },
  { pod: 'web-5d9f7c-x2k9z', container: 'sidecar', cores: 0.25, mebibytes: 50 },
  // Series of the Pod's cgroup and of its pause container, which do not count as containers.
  { pod: 'web-5d9f7c-x2k9z', container: '', cores: 0.75, mebibytes: 150 },
  { pod: 'web-5d9f7c-x2k9z', container: 'POD', cores: 0.1, mebibytes: 1 },
  // Equal values from a second replica of Prometheus, and from a second endpoint of the kubelet.
  { pod: 'web-5d9f7c-x2k9z', cores: 0.5, mebibytes: 100, more: { replica: 'b', id: '/kubepods/x' } },
  { pod: 'web-5d9f7c-b4b4b', cores: 1, mebibytes: 10, node: 'n2' },
  // An ended Pod of the previous rollout.
  { pod: 'web-8c8c8c-zzzzz', cores: 2, mebibytes: 400, endsBefore: 1_200 },
  // Pods of other workloads with similar names.
  { pod: 'web-api-5d9f7c-x2k9z', cores: 8, mebibytes: 8_000 },
  { pod: 'web-0', cores: 16, mebibytes: 16_000 },
  { pod: 'xweb-5d9f7c-x2k9z', cores: 32, mebibytes: 32_000 },
  // Pods with this name in other clusters and namespaces.
  { pod: 'web-5d9f7c-x2k9z', cluster: 'west', cores: 64, mebibytes: 64_000 },
  { pod: 'web-5d9f7c-x2k9z', namespace: 'pay', cores: 128, mebibytes: 128_000, node: 'n3' },
].flatMap(used);
const ROOT: Counter[] = [
  { metric: 'container_cpu_usage_seconds_total', labels: { cluster: 'east', node: 'n1', id: '/' }, rate: 30 },
  { metric: 'container_memory_working_set_bytes', labels: { cluster: 'east', node: 'n1', id: '/' }, gauge: 999 * MIB },
];

const OBJECTS = [
  ...['Pod/shop/web-5d9f7c-x2k9z', 'Pod/shop/none', 'Deployment/shop/web', 'ReplicaSet/shop/web-5d9f7c'],
  ...['StatefulSet/shop/web', 'Namespace//shop', 'Namespace//pay', 'Node//n1', 'Node//n3', 'Pod/shop/web-8c8c8c-zzzzz'],
];

let server: PrometheusHistory;
beforeAll(async () => {
  server = await startPrometheusHistory({ until: AT, seconds: 3_600, counters: [...COUNTERS, ...ROOT] });
}, 120_000);
afterAll(() => server[Symbol.asyncDispose]());

const closing: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  server.thaw();
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: Partial<PrometheusOptions> = {}): Promise<UsageWorld> {
  const prometheus = new Prometheus(
    { name: 'p', url: server.url, timeoutMs: 5_000, ...options },
    answerCache(10_000_000),
  );
  closing.push(() => prometheus.close());
  const world = await openUsageWorld({ objects: OBJECTS, grants: grant('admin', allow('list', '*')), prometheus });
  closing.push(() => world[Symbol.asyncDispose]());
  return world;
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000);

async function history(world: UsageWorld, object: string, args?: string) {
  const { data, errors } = await world.ask('admin', [idOf(object)], args);
  expect(errors).toBeUndefined();
  const { cpu, memory, ...found } = data._entities[0].usageHistory;
  return { ...found, cpu: cpu.map(rounded), memory: memory.map((value: number | null) => value && value / MIB) };
}

describe('a real Prometheus', () => {
  it.each([
    ['Pod/shop/web-5d9f7c-x2k9z', 0.75, 150],
    ['ReplicaSet/shop/web-5d9f7c', 1.75, 160],
    ['Deployment/shop/web', 1.75, 160],
    ['StatefulSet/shop/web', 16, 16_000],
    ['Namespace//pay', 128, 128_000],
    ['Namespace//shop', 1.75 + 8 + 16 + 32, 160 + 8_000 + 16_000 + 32_000],
    ['Node//n1', 30, 999],
  ])('%s uses %d cores and %d MiB', async (object, cpu, memory) => {
    const found = await history(await open(), object, 'window: "10m"');
    expect(found).toMatchObject({ state: 'OK', message: null });
    expect(found.cpu).toEqual(Array.from({ length: 11 }, () => cpu));
    expect(found.memory).toEqual(Array.from({ length: 11 }, () => memory));
  });

  it('sums the containers of a Node that is not recorded itself, and says so', async () => {
    const found = await history(await open(), 'Node//n3', 'window: "10m"');
    expect(found).toMatchObject({ state: 'OK', message: expect.stringContaining('the sum of its containers') });
    expect(found.cpu.at(-1)).toBe(128);
  });

  it('counts Pods of a workload that ended while they ran', async () => {
    const { memory, state } = await history(await open(), 'Deployment/shop/web', 'window: "1h", step: "10m"');
    expect(state).toBe('OK');
    // The first point is older than all samples.
    expect(memory).toEqual([null, 560, 560, 560, 560, 160, 160]);
  });

  it('says that an ended Pod is not recorded any more, and of one that never was that there are no samples', async () => {
    const world = await open();
    expect(await history(world, 'Pod/shop/web-8c8c8c-zzzzz', 'window: "1h"')).toMatchObject({
      state: 'STALE',
      message: expect.stringContaining('points have no sample'),
    });
    expect(await history(world, 'Pod/shop/none')).toMatchObject({ state: 'NOT_FOUND' });
  });

  it('hangs, goes away and comes back, and is said to', async () => {
    const world = await open({ timeoutMs: 300 });
    await server.freeze();
    expect(await history(world, 'Pod/shop/web-5d9f7c-x2k9z', 'window: "11m"')).toMatchObject({ state: 'TIMEOUT' });
    server.thaw();
    const gone = await open({ url: 'http://127.0.0.1:1' });
    expect(await history(gone, 'Pod/shop/web-5d9f7c-x2k9z')).toMatchObject({ state: 'UNREACHABLE' });
  });

  it('answers all callers of one step by one query', async () => {
    const counted: string[] = [];
    const world = await open({ count: outcome => counted.push(outcome) });
    await history(world, 'Deployment/shop/web');
    await history(world, 'Deployment/shop/web');
    expect(counted).toEqual(['ok', 'ok']);
  });
});
