/**
 * The mesh on 100 clusters with 42 000 objects: items, the graph of a namespace of 2 000 series, validations and
 * health. Runs in one process, without HTTP. Prometheus' answers are prepared, so its own time is not counted. For
 * comparison, plain code without permission checks computes items and edges.
 */
import { parse } from 'graphql';
import { InProcessDataSource } from '../../gateway/data-sources/in-process.ts';
import type { InstantQuery } from '../../prometheus/client.ts';
import { parseLabelSelector } from '../../readmodel/select/labels.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import type { Row } from '../../store/store.ts';
import type { CallSeries } from '../../subgraphs/mesh/calls.ts';
import { openSubgraph } from '../../subgraphs/mesh/subgraph.ts';
import { RESOURCES } from '../../test/subgraphs/mesh/mesh-world.ts';
import type { Benchmark } from '../bench.ts';
import { asker, indexOf } from '../index-of.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { CLUSTERS, clusterName, namespaceName, OBJECTS, rowsOf, seriesOf } from '../mesh-fleet.ts';
import { longestStep, processorTimes } from '../processor.ts';
import { readers } from '../readers.ts';

const SERIES = 2_000;
const AT = '2026-01-31T10:00:00Z';

const ITEMS = '{ meshItems(type: SERVICE, first: 50) { nodes { id instances { cluster { name } objects { id } } } } }';
const GRAPH = `{ meshGraph(namespaces: ["${namespaceName(0)}"], at: "${AT}") {
  nodes { id type cluster { name } namespace name version } edges { source target crossCluster health traffic { protocol rate errorPercent mtlsPercent } } } }`;
const VALIDATIONS = '{ meshValidations(first: 50) { nodes { code severity path certain object { id } } } }';
const HEALTH = `{ meshItems(type: SERVICE, filter: { namespaces: ["${namespaceName(0)}"] }, first: 50) { nodes { id health(at: "${AT}") } } }`;

export const meshBenchmark: Benchmark = {
  name: 'mesh',
  async run({ signal, say }) {
    say(`making ${OBJECTS} Services and workloads`);
    const rows = Array.from({ length: CLUSTERS }, (_, number) => rowsOf(number));
    const series = seriesOf(SERIES);
    await using mesh = await openMesh(rows, series, signal);
    const measured: Measurement[] = [];
    const add = (what: string, parts: Parameters<typeof measurement>[1]) =>
      measured.push(measurement(`mesh: ${what}`, parts));
    const plain = (ms: number) => ({ peer: { name: 'plain code', value: ms } });

    const items = await processorTimes(() => mesh.ask('admin', ITEMS));
    const plainItems = await processorTimes(async () => itemsPlainly(rows.flat()));
    add('50 items with instances, all seen, p50', {
      unit: 'ms',
      ours: items.p50,
      target: 30,
      ...plain(plainItems.p50),
    });
    add('50 items with instances, all seen, p99', {
      unit: 'ms',
      ours: items.p99,
      target: 80,
      ...plain(plainItems.p99),
    });
    const some = await processorTimes(() => mesh.ask('jane', ITEMS));
    add('50 items with instances, who sees 1 %, p50', { unit: 'ms', ours: some.p50, target: 5 });
    add('50 items with instances, who sees 1 %, p99', { unit: 'ms', ours: some.p99, target: 20 });

    const graph = await processorTimes(() => mesh.ask('admin', GRAPH));
    const plainGraph = await processorTimes(async () => graphPlainly(series));
    add(`graph of ${SERIES} series, p50`, { unit: 'ms', ours: graph.p50, ...plain(plainGraph.p50) });
    add(`graph of ${SERIES} series, p99`, { unit: 'ms', ours: graph.p99, target: 40, ...plain(plainGraph.p99) });
    add(`graph of ${SERIES} series, longest step`, {
      unit: 'ms',
      ours: await longestStep(() => mesh.ask('admin', GRAPH)),
      target: 10,
    });

    const validations = await processorTimes(() => mesh.ask('admin', VALIDATIONS), { rounds: 30 });
    add('first page of validations, all seen, p50', { unit: 'ms', ours: validations.p50, target: 150 });
    const fewValidations = await processorTimes(() => mesh.ask('jane', VALIDATIONS), { rounds: 30 });
    add('first page of validations, who sees 1 %, p50', { unit: 'ms', ours: fewValidations.p50, target: 20 });

    const before = mesh.queries();
    let pages = 0;
    const health = await processorTimes(() => {
      pages++;
      return mesh.ask('admin', HEALTH);
    });
    add('health of the items of a namespace, p50', { unit: 'ms', ours: health.p50, target: 30 });
    const requested = (mesh.queries() - before) / pages;
    if (requested !== 1) throw new Error(`Health of a page asked Prometheus ${requested} times, not once.`);

    add('records of the projection, an object', { unit: 'B/row', ours: recordBytes(rows.flat()), target: 400 });
    return measured;
  },
};

interface MeshBench extends AsyncDisposable {
  ask(user: 'admin' | 'jane', query: string): Promise<unknown>;
  queries(): number;
}

async function openMesh(
  rows: readonly Row[][],
  series: readonly CallSeries[],
  signal: AbortSignal,
): Promise<MeshBench> {
  const names = rows.map((_, number) => clusterName(number));
  const clusters = names.map((name, number) => ({
    ...{ name, rows: rows[number]!, grants: readers(...(number === 0 ? ['admin', 'jane'] : ['admin'])) },
  }));
  const index = await indexOf(clusters, { resources: RESOURCES, signal });
  let queries = 0;
  const query = async ({ query }: InstantQuery) => {
    queries++;
    return { series: query.includes('istio_requests_total') ? series : [], bytes: 0 };
  };
  const subgraph = openSubgraph(parse(subgraphSdl('mesh')), {
    access: index.access,
    mesh: {
      ...{
        prometheus: { timeoutMs: 10_000, query },
        matchers: {},
        clusterIds: {},
        trustDomains: ['cluster.local'],
        stepMs: 15_000,
      },
      ...{ clusters: () => names, selector: parseLabelSelector(''), sawCluster: () => undefined },
    },
  });
  const source = new InProcessDataSource({ name: 'mesh', sdl: '', ...subgraph });
  const ask = asker(signal);
  return {
    queries: () => queries,
    ask: (user, query) => ask(source, user, query),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

/** Computes the items with plain code: all rows in memory, no permissions. */
function itemsPlainly(rows: readonly Row[]): unknown {
  const items = new Map<
    string,
    { id: string; instances: { cluster: { name: string }; objects: { id: string }[] }[] }
  >();
  for (const { cluster, kind, namespace, name } of rows) {
    if (kind !== 'Service') continue;
    const id = `///service/${namespace}/${name}`;
    let item = items.get(id);
    if (!item) items.set(id, (item = { id, instances: [] }));
    item.instances.push({ cluster: { name: cluster }, objects: [{ id: `${cluster}//Service/${namespace}/${name}` }] });
  }
  return [...items.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 50);
}

/** Computes the edges between versioned apps, through services, with their rates. */
function graphPlainly(series: readonly CallSeries[]): unknown {
  const edges = new Map<string, { rate: number; errors: number }>();
  for (const { labels, value } of series) {
    const end = (side: string) =>
      `${labels[`${side}_cluster`]}/${labels[`${side}_workload_namespace`]}/${labels[`${side}_canonical_service`]}/${labels[`${side}_canonical_revision`]}`;
    const called = `${labels['destination_cluster']}/${labels['destination_service_namespace']}/${labels['destination_service_name']}`;
    for (const id of [`${end('source')} ${called}`, `${called} ${end('destination')}`]) {
      let edge = edges.get(id);
      if (!edge) edges.set(id, (edge = { rate: 0, errors: 0 }));
      edge.rate += value;
      if (labels['response_code']! >= '400') edge.errors += value;
    }
  }
  return [...edges].sort(([a], [b]) => (a < b ? -1 : 1));
}

function recordBytes(rows: readonly Row[]): number {
  const texts = new Map<string, number>();
  let cells = 0;
  for (const { records } of rows)
    for (const record of records?.['mesh'] ?? []) {
      const text = JSON.stringify(record);
      texts.set(text, text.length);
      cells += 13;
    }
  return ([...texts.values()].reduce((sum, length) => sum + length, 0) + cells) / rows.length;
}
