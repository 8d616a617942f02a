/** The mesh over a real Prometheus: what the queries return, and the results of failures. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answerCache, Prometheus } from '../../../prometheus/prometheus.ts';
import type { PrometheusOptions } from '../../../prometheus/client.ts';
import type { CallSeries } from '../../../subgraphs/mesh/calls.ts';
import { startPrometheusHistory, type Counter, type PrometheusHistory } from '../../harness/prometheus-history.ts';
import { series } from './fixtures.ts';
import { openMeshWorld, type MeshOptions, type MeshWorld } from './mesh-world.ts';
import { REFERENCE_EDGES, REFERENCE_SERIES } from './reference-graph.ts';

/** Time of the data in Kiali's own test, in seconds since 1970. It is a multiple of the 15 s step. */
const AT = 1_523_364_075;
const at = new Date(AT * 1_000).toISOString();

const [WEB, CART, API] = ['east/shop/web=web:v1', 'west/shop/cart=cart:v2', 'east/pay/api=api:v1'];
const both = (...parts: Parameters<typeof series>): CallSeries[] => {
  const [source, destination, more] = parts;
  return [
    series(source, destination, { ...more, reporter: 'source' }),
    series(source, destination, { ...more, reporter: 'destination', mtls: true }),
  ];
};
/**
 * Prometheus series for HTTP and gRPC, errors, TCP, unknown workloads, edges without traffic, waypoints and response
 * times.
 */
const MIXED = {
  series: [
    ...both(WEB, CART, { service: 'shop/cart', rate: 8 }),
    ...both(WEB, CART, { service: 'shop/cart', rate: 2, code: '503', flags: 'UF,URX' }),
    ...both(CART, API, { service: 'pay/api', rate: 4, protocol: 'grpc', labels: { grpc_response_status: '14' } }),
    series(CART, API, {
      service: 'pay/api',
      rate: 1,
      protocol: 'grpc',
      reporter: 'destination',
      mtls: false,
      labels: { grpc_response_status: '0' },
    }),
    series('unknown/unknown/unknown=unknown:unknown', WEB, { service: 'shop/web', rate: 3, reporter: 'destination' }),
    series(WEB, 'unknown/unknown/unknown=unknown:unknown', { service: 'unknown/api.example.com', rate: 1 }),
    series(WEB, CART, { service: 'shop/cart', rate: 0, code: '404' }),
    series(WEB, CART, { service: 'shop/cart', rate: 50, reporter: 'waypoint' }),
  ],
  tcp: [
    ...both(API, 'east/data/db=db:1', { service: 'data/db', rate: 1_000, labels: { app: 'sidecar' } }),
    series(API, 'east/data/db=db:1', { service: 'data/db', rate: 9_000, labels: { app: 'ztunnel' } }),
  ],
  sums: both(WEB, CART, { service: 'shop/cart', rate: 420 }),
  counts: both(WEB, CART, { service: 'shop/cart', rate: 10 }),
};
const METRICS = {
  series: 'istio_requests_total',
  tcp: 'istio_tcp_received_bytes_total',
  sums: 'istio_request_duration_milliseconds_sum',
  counts: 'istio_request_duration_milliseconds_count',
} as const;

/** Counters of one mesh. The Prometheus holds two meshes. */
function countersOf(metric: string, found: readonly CallSeries[], mesh: string): Counter[] {
  return found.flatMap(({ labels, value }, i) =>
    // Each of two Pods reports half of the requests, so that a correct answer sums the values.
    ['proxy-a', 'proxy-b'].map(pod => ({
      metric,
      labels: { ...labels, mesh_id: mesh, pod: `${pod}-${i}` },
      rate: value / 2,
    })),
  );
}

let server: PrometheusHistory;
beforeAll(async () => {
  server = await startPrometheusHistory({
    until: AT,
    counters: [
      ...countersOf(METRICS.series, REFERENCE_SERIES, 'reference'),
      ...Object.entries(METRICS).flatMap(([of, metric]) =>
        countersOf(metric, MIXED[of as keyof typeof METRICS], 'mixed'),
      ),
    ],
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const closing: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  server.thaw();
  for (const close of closing.splice(0).reverse()) await close();
});

const GRAPH = `query ($namespaces: [String!]!, $at: DateTime, $type: MeshGraphType! = VERSIONED_APP, $idle: Boolean! = false, $window: Duration! = "10m") {
  meshGraph(namespaces: $namespaces, at: $at, type: $type, idle: $idle, window: $window) {
    nodes { id } missing { namespace cause }
    edges { id source target crossCluster health traffic { protocol rate errorPercent mtlsPercent responseTimeMs codes { code flags rate } } }
  }
}`;
const CLUSTERS = { east: {}, west: {}, kukulcan: {}, tzotz: {} };

async function open(prometheus: MeshOptions['prometheus'], more: Partial<MeshOptions> = {}): Promise<MeshWorld> {
  const world = await openMeshWorld({ clusters: CLUSTERS, prometheus, ...more });
  closing.push(() => world[Symbol.asyncDispose]());
  return world;
}

function client(options: Partial<PrometheusOptions> = {}): { prometheus: Prometheus; outcomes: string[] } {
  const outcomes: string[] = [];
  const prometheus = new Prometheus(
    { name: 'p', url: server.url, timeoutMs: 5_000, count: outcome => outcomes.push(outcome), ...options },
    answerCache(10_000_000),
  );
  closing.push(() => prometheus.close());
  return { prometheus, outcomes };
}

describe('a real Prometheus', () => {
  it('gives the reference graph of two clusters, each call counted once', async () => {
    const { prometheus, outcomes } = client();
    const world = await open(prometheus, { matchers: { mesh_id: 'reference' } });
    const { data } = await world.ask('admin', GRAPH, { namespaces: ['bookinfo'], at });
    const { nodes, edges, missing } = data.meshGraph;
    type Edge = { source: string; target: string; traffic: { rate: number }[] };
    expect(edges.map(({ source, target, traffic }: Edge) => [source, target, traffic[0]!.rate]).sort()).toEqual(
      [...REFERENCE_EDGES].sort(),
    );
    expect([nodes.length, missing]).toEqual([15, []]);
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok']);
    // The next query needs another type of graph and is answered from the cache.
    await world.ask('admin', GRAPH, { namespaces: ['bookinfo'], at, type: 'APP' });
    expect(outcomes).toHaveLength(4);
  });

  it.each([
    { namespaces: ['shop'] },
    { namespaces: ['shop', 'pay', 'data'], idle: true },
    { namespaces: ['pay', 'shop'], type: 'WORKLOAD', window: '5m' },
    { namespaces: ['data', 'pay', 'shop'], type: 'SERVICE', window: '15m' },
  ])('means what its series say: %j', async variables => {
    const real = await open(client().prometheus, { matchers: { mesh_id: 'mixed' } });
    const { data } = await real.ask('admin', GRAPH, { ...variables, at });
    // World with the simulated answers of the unit tests.
    const plain = await openMeshWorld({
      clusters: CLUSTERS,
      ...MIXED,
      tcp: MIXED.tcp.filter(({ labels }) => labels['app'] !== 'ztunnel'),
    });
    closing.push(() => plain[Symbol.asyncDispose]());
    const expected = await plain.ask('admin', GRAPH, { ...variables, at });
    expect(data).toEqual(expected.data);
    expect(data.meshGraph.edges.length).toBeGreaterThan(2);
  });

  it('has nothing of other meshes, and nothing before its samples', async () => {
    const world = await open(client().prometheus, { matchers: { mesh_id: 'none' } });
    expect((await world.ask('admin', GRAPH, { namespaces: ['shop'], at })).data.meshGraph).toEqual({
      nodes: [],
      edges: [],
      missing: [],
    });
    const past = await open(client().prometheus);
    expect(
      (await past.ask('admin', GRAPH, { namespaces: ['shop'], at: '2018-01-01T00:00:00Z' })).data.meshGraph,
    ).toEqual({
      nodes: [],
      edges: [],
      missing: [],
    });
  });
});

describe('a Prometheus that fails', () => {
  const missingWith = async (prometheus: Prometheus): Promise<unknown> => {
    const world = await open(prometheus);
    const { data, errors } = await world.ask('admin', GRAPH, { namespaces: ['shop'], at });
    expect(errors).toBeUndefined();
    return data.meshGraph;
  };
  const empty = (cause: string) => ({ nodes: [], edges: [], missing: [{ namespace: 'shop', cause }] });

  it('hangs: TIMEOUT, in time', async () => {
    await server.freeze();
    const answer = missingWith(client({ timeoutMs: 500 }).prometheus);
    expect(await Promise.race([answer, delay(2_500, 'late')])).toEqual(empty('TIMEOUT'));
  });

  it('refuses: TOO_LARGE, by limits on either side', async () => {
    expect(await missingWith(client({ maxSeries: 1 }).prometheus)).toEqual(empty('TOO_LARGE'));
    expect(await missingWith(client({ maxBytes: 1_000 }).prometheus)).toEqual(empty('TOO_LARGE'));
    const small = await startPrometheusHistory({
      until: AT,
      counters: countersOf(METRICS.series, MIXED.series, 'mixed'),
      flags: ['--query.max-samples=3'],
    });
    closing.push(() => small[Symbol.asyncDispose]());
    expect(await missingWith(client({ url: small.url }).prometheus)).toEqual(empty('TOO_LARGE'));
  });

  it('is elsewhere: REFUSED, and UNREACHABLE without a server', async () => {
    expect(await missingWith(client({ url: `${server.url}/elsewhere` }).prometheus)).toEqual(empty('REFUSED'));
    const gone = await startPrometheusHistory({ until: AT, counters: [], seconds: 0 });
    await gone.stop();
    closing.push(() => gone[Symbol.asyncDispose]());
    expect(await missingWith(client({ url: gone.url }).prometheus)).toEqual(empty('UNREACHABLE'));
  });

  it('returns: asked again once the failure is forgotten', async () => {
    const { prometheus } = client({ timeoutMs: 500 });
    const world = await open(prometheus);
    await server.freeze();
    const ask = async () => (await world.ask('admin', GRAPH, { namespaces: ['shop'], at })).data.meshGraph.missing;
    const timeout = [{ namespace: 'shop', cause: 'TIMEOUT' }];
    expect(await ask()).toEqual(timeout);
    // The first request stops waiting just before the query times out. The second request waits until the query times
    // out, and this result is cached.
    expect(await ask()).toEqual(timeout);
    server.thaw();
    expect(await ask()).toEqual(timeout);
    await new Promise(resolve => setTimeout(resolve, 5_100));
    expect(await ask()).toEqual([]);
  });
});
