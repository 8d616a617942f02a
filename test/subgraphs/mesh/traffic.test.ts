import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PrometheusCause } from '../../../prometheus/client.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import type { CallSeries } from '../../../subgraphs/mesh/calls.ts';
import { series } from './fixtures.ts';
import { ADMIN, openMeshWorld, service, workload, type MeshOptions, type MeshWorld } from './mesh-world.ts';
import { REFERENCE_EDGES, REFERENCE_SERIES } from './reference-graph.ts';

const closing: MeshWorld[] = [];
afterEach(async () => {
  for (const world of closing.splice(0)) await world[Symbol.asyncDispose]();
});

async function open(options: MeshOptions): Promise<MeshWorld> {
  const world = await openMeshWorld(options);
  closing.push(world);
  return world;
}

const GRAPH = `query ($namespaces: [String!], $around: [ID!], $clusters: [String!], $type: MeshGraphType! = WORKLOAD, $serviceNodes: Boolean! = false, $at: DateTime, $window: Duration! = "10m") {
  meshGraph(namespaces: $namespaces, around: $around, clusters: $clusters, type: $type, serviceNodes: $serviceNodes, at: $at, window: $window) {
    at
    nodes { id type cluster { name } namespace name version outside object { id } }
    edges { id source target crossCluster health traffic { protocol rate errorPercent mtlsPercent codes { code } } }
    missing { namespace cause }
    incomplete { name }
  }
}`;

const AT = '2026-01-31T12:00:00Z';

interface ReportedEdge {
  readonly source: string;
  readonly target: string;
  readonly traffic: readonly { readonly rate: number }[];
}

const edgesOf = ({ edges }: { edges: readonly ReportedEdge[] }): string[] =>
  edges.map(({ source, target, traffic }) => `${source} → ${target}: ${traffic.map(({ rate }) => rate).join(' + ')}`);

const rights = (user: string, namespace: string) => [...grant(user, allow('list', 'services,pods'), namespace)];
const [WEB, CART, API] = ['east/shop/web=web:v1', 'west/shop/cart=cart:v2', 'east/pay/api=api:v1'];
const clusters = {
  east: {
    objects: [
      service('shop/web'),
      workload('shop/web', { app: 'web' }),
      service('pay/api'),
      workload('pay/api', { app: 'api' }),
    ],
    grants: [
      ...ADMIN,
      ...rights('jane', 'shop'),
      ...grant('joe', allow('list', 'services,deployments'), 'shop'),
      ...rights('ann', 'pay'),
    ],
  },
  west: {
    objects: [service('shop/cart'), workload('shop/cart', { app: 'cart' }, { kind: 'StatefulSet' })],
    grants: [...ADMIN, ...rights('jane', 'shop')],
  },
};
const traffic = [
  series(WEB, CART, { service: 'shop/cart', rate: 5 }),
  series(CART, API, { service: 'pay/api', rate: 2 }),
  series(API, 'east/pay/db', { service: 'pay/db', rate: 7 }),
  series('north/shop/x', WEB, { service: 'shop/web', rate: 1 }),
];

describe('the reference graph', () => {
  it('is what the query for one namespace gives, over two clusters', async () => {
    const world = await open({ clusters: { kukulcan: {}, tzotz: {} }, series: REFERENCE_SERIES });
    const { data } = await world.ask('admin', GRAPH, {
      namespaces: ['bookinfo'],
      type: 'VERSIONED_APP',
      serviceNodes: true,
    });
    expect(edgesOf(data.meshGraph)).toEqual(
      REFERENCE_EDGES.map(([source, target, rate]) => `${source} → ${target}: ${rate}`).sort(),
    );
    expect(data.meshGraph.nodes).toHaveLength(15);
    expect(world.requested).toHaveLength(2);
  });
});

describe('a graph of namespaces', () => {
  it('has the objects of its nodes, and names what it does not know', async () => {
    const world = await open({ clusters, series: traffic });
    const { data } = await world.ask('admin', GRAPH, { namespaces: ['shop'], serviceNodes: true });
    const objects = data.meshGraph.nodes.map(
      ({ id, object }: { id: string; object: { id: string } | null }) => `${id} ${object?.id ?? '-'}`,
    );
    expect(objects).toEqual([
      'HIDDEN -',
      'SERVICE/east/pay/api east//Service/pay/api',
      'SERVICE/east/shop/web east//Service/shop/web',
      'SERVICE/west/shop/cart west//Service/shop/cart',
      'WORKLOAD/east/pay/api east/apps/Deployment/pay/api',
      'WORKLOAD/east/shop/web east/apps/Deployment/shop/web',
      'WORKLOAD/west/shop/cart west/apps/StatefulSet/shop/cart',
    ]);
    expect(data.meshGraph).toMatchObject({ missing: [], incomplete: [] });
    expect([...world.seen].sort()).toEqual(['east', 'north', 'west']);
  });

  it('hides what the caller may not list', async () => {
    const world = await open({ clusters, series: traffic });
    const { data } = await world.ask('jane', GRAPH, { namespaces: ['shop', 'pay'] });
    expect(edgesOf(data.meshGraph)).toEqual([
      'HIDDEN → WORKLOAD/east/shop/web: 1',
      'WORKLOAD/east/shop/web → WORKLOAD/west/shop/cart: 5',
      'WORKLOAD/west/shop/cart → HIDDEN/east: 2',
    ]);
    expect(world.requested.every(({ query }) => query.includes('"shop"'))).toBe(true);
    const own = await world.ask('ann', GRAPH, { namespaces: ['shop', 'pay'] });
    expect(edgesOf(own.data.meshGraph)).toEqual([
      'HIDDEN → WORKLOAD/east/pay/api: 2',
      'WORKLOAD/east/pay/api → WORKLOAD/east/pay/db: 7',
    ]);
  });

  it('is empty without a question to Prometheus where no place is open', async () => {
    const world = await open({ clusters, series: traffic });
    world.answer = () => ({ cause: 'UNREACHABLE' });
    for (const [user, namespaces] of [
      ['joe', ['shop']],
      ['nobody', ['shop', 'pay']],
      ['ann', ['shop']],
      ['jane', ['none']],
    ] as const) {
      const { data } = await world.ask(user, GRAPH, { namespaces });
      expect(data.meshGraph).toMatchObject({ nodes: [], edges: [], missing: [] });
    }
    expect(world.requested).toEqual([]);
  });

  it('of some clusters has the calls with an end there', async () => {
    const world = await open({ clusters, series: traffic });
    const { data } = await world.ask('admin', GRAPH, { namespaces: ['shop'], clusters: ['west', 'north'] });
    expect(edgesOf(data.meshGraph)).toEqual([
      'WORKLOAD/east/shop/web → WORKLOAD/west/shop/cart: 5',
      'WORKLOAD/west/shop/cart → WORKLOAD/east/pay/api: 2',
    ]);
    const nowhere = await world.ask('admin', GRAPH, { namespaces: ['shop'], clusters: ['north'] });
    expect(nowhere.data.meshGraph).toMatchObject({ nodes: [], edges: [], missing: [] });
  });

  it('takes clusters outside the mesh for unknown ones', async () => {
    const labelled = { east: { ...clusters.east, labels: { mesh: 'prod' } }, west: clusters.west };
    const world = await open({ clusters: labelled, series: traffic, selector: 'mesh=prod' });
    const { data } = await world.ask('admin', GRAPH, { namespaces: ['shop', 'pay'] });
    expect(edgesOf(data.meshGraph)).toEqual([
      'HIDDEN → WORKLOAD/east/pay/api: 2',
      'HIDDEN → WORKLOAD/east/shop/web: 1',
      'WORKLOAD/east/pay/api → WORKLOAD/east/pay/db: 7',
      'WORKLOAD/east/shop/web → HIDDEN: 5',
    ]);
  });

  it('closes with its cluster', async () => {
    const closed = { ...clusters.west, state: { grants: { complete: false, confirmedAgo: 0, reason: '' as const } } };
    const world = await open({ clusters: { east: clusters.east, west: closed }, series: traffic });
    const { data } = await world.ask('admin', GRAPH, { namespaces: ['shop'] });
    expect(edgesOf(data.meshGraph)).toEqual([
      'HIDDEN → WORKLOAD/east/shop/web: 1',
      'WORKLOAD/east/shop/web → HIDDEN: 5',
    ]);
  });

  it('keeps the rest where one namespace is not known', async () => {
    const world = await open({ clusters, series: traffic });
    world.answer = ({ query }) =>
      query.includes('"pay"') && query.includes('istio_requests_total') ? { cause: 'TOO_LARGE' } : undefined;
    const { data, errors } = await world.ask('admin', GRAPH, { namespaces: ['shop', 'pay'] });
    expect(errors).toBeUndefined();
    expect(data.meshGraph.missing).toEqual([{ namespace: 'pay', cause: 'TOO_LARGE' }]);
    expect(edgesOf(data.meshGraph)).toContain('WORKLOAD/west/shop/cart → WORKLOAD/east/pay/api: 2');
  });

  it.each<PrometheusCause>(['UNREACHABLE', 'TIMEOUT', 'TOO_LARGE', 'REFUSED', 'INVALID', 'LIMITED'])(
    'is empty if Prometheus is %s',
    async cause => {
      const world = await open({ clusters, series: traffic });
      for (const metric of ['istio_requests_total', 'istio_tcp']) {
        world.answer = ({ query }) => (query.includes(metric) ? { cause } : undefined);
        const { data, errors } = await world.ask('admin', GRAPH, { namespaces: ['shop'] });
        expect(errors).toBeUndefined();
        expect(data.meshGraph).toMatchObject({ nodes: [], edges: [], missing: [{ namespace: 'shop', cause }] });
      }
    },
  );

  it('is empty without a Prometheus', async () => {
    const { data } = await (
      await open({ clusters, prometheus: undefined })
    ).ask('jane', GRAPH, { namespaces: ['shop', 'pay'] });
    expect(data.meshGraph).toMatchObject({
      nodes: [],
      edges: [],
      missing: [{ namespace: 'shop', cause: 'NOT_CONFIGURED' }],
    });
  });

  it('ends at a whole step', async () => {
    const world = await open({ clusters, series: traffic });
    const { data } = await world.ask('admin', GRAPH, {
      namespaces: ['shop'],
      at: '2026-01-31T13:00:29.900+01:00',
      window: '1h',
    });
    expect(data.meshGraph.at).toBe('2026-01-31T12:00:15.000Z');
    expect(world.requested.map(({ at }) => at)).toEqual([
      Date.parse('2026-01-31T12:00:15Z') / 1_000,
      Date.parse('2026-01-31T12:00:15Z') / 1_000,
    ]);
    await world.ask('admin', GRAPH, { namespaces: ['shop'] });
    expect(world.requested.at(-1)!.at % 15).toBe(0);
  });
});

describe('limits of an answer of Prometheus', () => {
  const callsIn = (cluster: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      series(`${cluster}/shop/w${i}`, `${cluster}/shop/cart`, { service: 'shop/cart' }),
    );
  const hidden = callsIn('west', 9);
  const toHidden = series('west/shop/w0', 'unknown/unknown/unknown', { service: 'shop/cart' });
  const own = [
    ...callsIn('east', 1),
    series('west/shop/w0', 'east/shop/cart', { service: 'shop/cart' }),
    series('east/pay/api', 'unknown/unknown/unknown', { service: 'shop/cart' }),
  ];
  const east = { objects: [service('shop/cart')], grants: [...ADMIN, ...rights('jane', 'shop')] };
  const opened = (traffic: readonly CallSeries[]) =>
    open({ clusters: { east, west: { grants: ADMIN } }, series: traffic, maxSeries: own.length });

  it('count no traffic between places that are hidden from the caller', async () => {
    const ask = async (traffic: readonly CallSeries[]) => {
      const { data, errors } = await (await opened(traffic)).ask('jane', GRAPH, { namespaces: ['shop'], at: AT });
      expect(errors).toBeUndefined();
      return data.meshGraph;
    };
    const graph = await ask(own);
    expect(edgesOf(graph)).toEqual([
      'HIDDEN → WORKLOAD/east/shop/cart: 1',
      'HIDDEN/east → SERVICE/east/shop/cart: 1',
      'WORKLOAD/east/shop/w0 → WORKLOAD/east/shop/cart: 1',
    ]);
    expect(await ask([...own, ...hidden, toHidden])).toEqual(graph);
  });

  it('count no such traffic for health either', async () => {
    const query = `{ meshItem(id: "///service/shop/cart") { instances { health(at: "${AT}") { requests { rate } missing } } } }`;
    const { data } = await (await opened([...own, ...hidden, toHidden])).ask('jane', query);
    expect(data.meshItem.instances).toEqual([{ health: { requests: [{ rate: 3 }], missing: null } }]);
  });

  it('count only traffic of the requested clusters', async () => {
    const world = await opened([...own, ...hidden]);
    const all = await world.ask('admin', GRAPH, { namespaces: ['shop'] });
    expect(all.data.meshGraph.missing).toEqual([{ namespace: 'shop', cause: 'TOO_LARGE' }]);
    const some = await world.ask('admin', GRAPH, { namespaces: ['shop'], clusters: ['east'] });
    expect(some.data.meshGraph).toMatchObject({ missing: [] });
    expect(some.data.meshGraph.edges).not.toEqual([]);
  });
});

describe('the queries to Prometheus', () => {
  it('name the clusters in which the namespace is open, as telemetry names them', async () => {
    const shop = { grants: rights('jane', 'shop') };
    const world = await open({
      clusters: { east: shop, west: shop, north: shop, south: {} },
      clusterIds: { 'a.b': 'east', c: 'east', north: 'gone' },
    });
    await world.ask('jane', GRAPH, { namespaces: ['shop'] });
    const selectors = [...world.requested[0]!.query.matchAll(/\{reporter=~"source\|destination",([^}]*)\}/g)];
    const names = String.raw`"a\\.b|c|east|west"`;
    expect(selectors.map(([, selector]) => selector)).toEqual([
      `source_workload_namespace="shop",source_cluster=~${names}`,
      `destination_service_namespace="shop",destination_cluster=~${names}`,
      `destination_service_namespace="shop",destination_cluster=~"unknown|",source_cluster=~${names}`,
      `destination_workload_namespace="shop",destination_cluster=~${names}`,
      `destination_workload_namespace="shop",destination_cluster=~"unknown|",source_cluster=~${names}`,
    ]);
  });

  it('are none if no telemetry has a name of the open clusters', async () => {
    const world = await open({
      clusters: { east: { grants: rights('jane', 'shop') }, west: {} },
      clusterIds: { east: 'gone' },
      series: traffic,
    });
    const { data } = await world.ask('jane', GRAPH, { namespaces: ['shop'] });
    expect(data.meshGraph).toMatchObject({ nodes: [], edges: [], missing: [] });
    expect(world.requested).toEqual([]);
  });

  const labels =
    'reporter, source_cluster, source_workload_namespace, source_workload, source_canonical_service, source_canonical_revision, destination_cluster, destination_workload_namespace, destination_workload, destination_canonical_service, destination_canonical_revision, destination_service_namespace, destination_service_name';
  const summed = (metric: string, more: string, matchers: string, window = '10m') =>
    ['source_workload_namespace', 'destination_service_namespace', 'destination_workload_namespace']
      .map(
        label =>
          `sum by (${labels}, ${more}) (rate(${metric}{reporter=~"source|destination",${matchers}${label}="shop"}[${window}]))`,
      )
      .join(' or ');

  it('are two for a namespace, and four with response times', async () => {
    const world = await open({ clusters, series: traffic, matchers: { mesh_id: 'mesh1' } });
    await world.ask('admin', GRAPH, { namespaces: ['shop'] });
    expect(world.requested.map(({ query }) => query)).toEqual([
      summed(
        'istio_requests_total',
        'request_protocol, response_code, grpc_response_status, response_flags, connection_security_policy',
        'mesh_id="mesh1",',
      ),
      summed(
        'istio_tcp_received_bytes_total',
        'response_flags, connection_security_policy',
        'mesh_id="mesh1",app!="ztunnel",',
      ),
    ]);
    await world.ask(
      'admin',
      '{ meshGraph(namespaces: ["shop"], window: "1h") { edges { traffic { ...on MeshTraffic { responseTimeMs } } } } }',
    );
    expect(world.requested.slice(4).map(({ query }) => query)).toEqual([
      summed('istio_request_duration_milliseconds_sum', 'request_protocol', 'mesh_id="mesh1",', '60m'),
      summed('istio_request_duration_milliseconds_count', 'request_protocol', 'mesh_id="mesh1",', '60m'),
    ]);
  });

  it('give response times, or null where these are not known', async () => {
    const measured = series(WEB, CART, { service: 'shop/cart', rate: 250, reporter: 'destination' });
    const world = await open({ clusters, series: traffic, sums: [measured], counts: [{ ...measured, value: 10 }] });
    const query =
      '{ meshGraph(namespaces: ["shop"], serviceNodes: false, type: WORKLOAD) { edges { source traffic { responseTimeMs } } missing { cause } } }';
    const timesOf = async () => {
      const { data } = await world.ask('admin', query);
      expect(data.meshGraph.missing).toEqual([]);
      return data.meshGraph.edges.map(
        ({ traffic: [one] }: { traffic: { responseTimeMs: number | null }[] }) => one!.responseTimeMs,
      );
    };
    expect(await timesOf()).toEqual([null, 25, null]);
    world.answer = ({ query: requested }) =>
      requested.includes('milliseconds_count') ? { cause: 'TIMEOUT' } : undefined;
    expect(await timesOf()).toEqual([null, null, null]);
  });
});

describe('a graph around objects', () => {
  const around = async (user: string, ...ids: string[]) => {
    const world = await open({ clusters, series: traffic });
    const { data, errors } = await world.ask(user, GRAPH, { around: ids });
    expect(errors).toBeUndefined();
    return edgesOf(data.meshGraph);
  };

  it.each([
    ['a Service', ['west//Service/shop/cart'], ['WORKLOAD/east/shop/web → WORKLOAD/west/shop/cart: 5']],
    [
      'a workload',
      ['west/apps/StatefulSet/shop/cart'],
      ['WORKLOAD/east/shop/web → WORKLOAD/west/shop/cart: 5', 'WORKLOAD/west/shop/cart → WORKLOAD/east/pay/api: 2'],
    ],
    ['an item', ['///service/pay/api'], ['WORKLOAD/west/shop/cart → WORKLOAD/east/pay/api: 2']],
    [
      'an app',
      ['///app/shop/web'],
      ['HIDDEN → WORKLOAD/east/shop/web: 1', 'WORKLOAD/east/shop/web → WORKLOAD/west/shop/cart: 5'],
    ],
    ['an object that does not exist', ['east//Service/shop/none'], []],
    ['an object of another kind', ['east//Pod/shop/web'], []],
    ['an item that does not exist', ['///workload/shop/none'], []],
  ])('has the calls of %s', async (_, ids, expected) => {
    expect(await around('admin', ...ids)).toEqual(expected);
  });

  it('has nothing of what the caller may not see', async () => {
    expect(await around('jane', 'east//Service/pay/api', '///service/pay/api')).toEqual([]);
    expect(await around('joe', 'east//Service/shop/web', '///workload/shop/web')).toEqual([]);
  });

  it('is outside beyond the namespaces of its objects', async () => {
    const { data } = await (
      await open({ clusters, series: traffic })
    ).ask('admin', GRAPH, { around: ['///service/pay/api'] });
    expect(data.meshGraph.nodes.map(({ id, outside }: { id: string; outside: boolean }) => [id, outside])).toEqual([
      ['WORKLOAD/east/pay/api', false],
      ['WORKLOAD/west/shop/cart', true],
    ]);
  });
});

describe('telemetry between hidden ends', () => {
  // The namespace shop also exists in a cluster that is hidden from the caller.
  const hiddenPlace = fc.constantFrom('east/pay', 'west/pay', 'north/shop', 'north/pay', 'east/stock');
  const hiddenEnd = fc
    .tuple(hiddenPlace, fc.constantFrom('api=api:v1', 'web=web:v1', 'cart'))
    .map(parts => parts.join('/'));
  const hiddenSeries = fc
    .record({
      source: fc.oneof(hiddenEnd, fc.constant('//')),
      destination: hiddenEnd,
      service: fc.constantFrom('pay/api', 'stock/api', '/outside.example.com'),
      rate: fc.integer({ min: 0, max: 100 }),
      code: fc.constantFrom('200', '503', '0'),
      reporter: fc.constantFrom('source', 'destination'),
    })
    .map(({ source, destination, ...parts }) => series(source, destination, parts));
  const ASKED = `query ($type: MeshGraphType!, $serviceNodes: Boolean!, $idle: Boolean!, $at: DateTime!) {
    meshGraph(namespaces: ["shop", "pay"], type: $type, serviceNodes: $serviceNodes, idle: $idle, at: $at) {
      nodes { id type cluster { name } namespace name version outside object { id } }
      edges { id crossCluster health traffic { protocol rate errorPercent mtlsPercent responseTimeMs codes { code flags rate } } } missing { namespace cause } }
    around: meshGraph(around: ["///service/shop/cart", "///workload/shop/web"], type: $type, at: $at) { nodes { id } edges { id health traffic { rate } } }
    meshItems(type: SERVICE) { nodes { id health(at: $at) instances { health(at: $at) { status missing requests { rate codes { code rate } } } } } } }`;

  it('changes no answer', async () => {
    const world = await open({ clusters });
    const property = fc.asyncProperty(
      fc.array(hiddenSeries, { maxLength: 8 }),
      fc.record({
        type: fc.constantFrom('APP', 'VERSIONED_APP', 'WORKLOAD', 'SERVICE'),
        serviceNodes: fc.boolean(),
        idle: fc.boolean(),
        at: fc.constant('2026-01-31T12:00:00Z'),
      }),
      async (hidden, variables) => {
        const answers: unknown[] = [];
        for (const found of [traffic, [...hidden, ...traffic], [...traffic, ...hidden]]) {
          // Every query returns these series, even a query for other namespaces or metrics.
          world.answer = () => ({ series: found, bytes: 0 });
          answers.push(await world.ask('jane', ASKED, variables));
        }
        expect(answers[0]).not.toHaveProperty('errors');
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[2]).toEqual(answers[0]);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

describe('wrong arguments of a graph', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, 'namespaces'],
    [{ namespaces: ['a'], around: ['a//Service/a/b'] }, 'namespaces'],
    [{ namespaces: [] }, 'namespaces'],
    [{ around: [] }, 'around'],
    [{ namespaces: Array.from({ length: 21 }, (_, i) => `n${i}`) }, 'namespaces'],
    [{ around: Array.from({ length: 21 }, (_, i) => `a//Service/a/b${i}`) }, 'around'],
    [{ namespaces: ['a', 'b', 'a'] }, 'namespaces[2]'],
    [{ around: ['a//Service/a/b', 'a//Service/a/b'] }, 'around[1]'],
    [{ namespaces: ['A'] }, 'namespaces[0]'],
    [{ namespaces: ['a', 'b"} or up'] }, 'namespaces[1]'],
    [{ namespaces: ['a'.repeat(64)] }, 'namespaces[0]'],
    [{ around: ['x'] }, 'around[0]'],
    [{ around: ['///pod/a/b'] }, 'around[0]'],
    [{ namespaces: ['a'], window: '30s' }, 'window'],
    [{ namespaces: ['a'], window: '1h30m' }, 'window'],
    [{ namespaces: ['a'], at: '2026-01-31' }, 'at'],
    [{ namespaces: ['a'], clusters: Array(1_001).fill('a') }, 'clusters'],
  ])('%j names %s', async (variables, argument) => {
    const world = await open({ clusters });
    const { data, errors } = await world.ask('admin', GRAPH, variables);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
    expect(data).toEqual({ meshGraph: null });
    expect(world.requested).toEqual([]);
  });

  it('say that a graph is too large', async () => {
    const many = Array.from({ length: 2_100 }, (_, i) => series(WEB, `west/shop/w${i}`));
    const { errors } = await (await open({ clusters, series: many })).ask('admin', GRAPH, { namespaces: ['shop'] });
    expect(errors).toMatchObject([
      { message: expect.stringContaining('narrow the question'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});
