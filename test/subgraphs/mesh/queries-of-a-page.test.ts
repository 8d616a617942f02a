/**
 * Number of queries that a page sends to Prometheus, with empty and with filled cache. docs/mesh.md states these
 * numbers.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { answerCache, Prometheus } from '../../../prometheus/prometheus.ts';
import { startSimulatedPrometheus, type SimulatedPrometheus } from '../../../sim/prometheus.ts';
import { OperationTelemetry } from '../../../subgraphs/mesh/telemetry.ts';

let server: SimulatedPrometheus;
let prometheus: Prometheus;
let sent = 0;
beforeAll(async () => {
  server = await startSimulatedPrometheus(() => []);
  prometheus = new Prometheus({ name: 'simulated', url: server.url, count: () => sent++ }, answerCache(1_000_000));
});
afterAll(async () => {
  await prometheus.close();
  await server.close();
});

const page = readFileSync(new URL('../../../docs/mesh.md', import.meta.url), 'utf8');
const MESH = new Set(['east', 'west']);
const NAMESPACES = ['a', 'b', 'c'];
const PAGES = {
  'Traffic of three namespaces': { tcp: true, times: false },
  'The same with `responseTimeMs`': { tcp: true, times: true },
  'Health of items of three namespaces': { tcp: false, times: false },
} as const;

/**
 * Number of queries to Prometheus that a caller's operation causes. `step` is the time of the operation, in units of 15
 * seconds.
 */
async function queriesOf(wanted: { tcp: boolean; times: boolean }, caller: string, step: number): Promise<number> {
  const before = sent;
  const signal = new AbortController().signal;
  const telemetry = new OperationTelemetry({
    prometheus,
    clusters: MESH,
    clusterIds: {},
    matchers: {},
    caller,
    signal,
    deadline: performance.now() + 10_000,
  });
  await Promise.all(
    NAMESPACES.map(namespace => telemetry.of(namespace, MESH, { minutes: 10, at: step * 15_000 }, wanted)),
  );
  return sent - before;
}

it.each(Object.entries(PAGES))('%s: as documented, and none for the next caller of the step', async (name, wanted) => {
  const step = 100 + Object.keys(PAGES).indexOf(name);
  const counts = [await queriesOf(wanted, 'jane', step), await queriesOf(wanted, 'tom', step)];
  const line = page.split('\n').find(text => text.startsWith(`| ${name} `));
  expect(line?.match(/\d+/g)?.map(Number)).toEqual(counts);
});
