/**
 * The mesh as users run it: the product as a process, two simulated clusters with the kinds of Istio, and a real
 * Prometheus with their telemetry.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { startPrometheusHistory, type Counter, type PrometheusHistory } from '../harness/prometheus-history.ts';
import { ADMIN, startLeaf } from '../sim/fixtures.ts';
import { series } from '../subgraphs/mesh/fixtures.ts';

const ISTIO = [
  ...[
    ['VirtualService', 'virtualservices'],
    ['DestinationRule', 'destinationrules'],
    ['Gateway', 'gateways'],
    ['ServiceEntry', 'serviceentries'],
  ].map(([kind, plural]) => simulatedResource('networking.istio.io/v1', kind!, plural!)),
  simulatedResource('security.istio.io/v1', 'AuthorizationPolicy', 'authorizationpolicies'),
];

const named = (apiVersion: string, kind: string, namespace: string, name: string, more: object = {}) => ({
  ...{ apiVersion, kind, metadata: { namespace, name } },
  ...more,
});
const service = (namespace: string, name: string, type = 'ClusterIP') =>
  named('v1', 'Service', namespace, name, {
    spec: { type, ports: [{ port: 80, protocol: 'TCP' }], selector: { app: name } },
  });
const deployment = (namespace: string, name: string) =>
  named('apps/v1', 'Deployment', namespace, `${name}-v1`, {
    spec: {
      replicas: 1,
      template: {
        metadata: { labels: { app: name, version: 'v1' } },
        spec: { containers: [{ name: 'app', image: `${name}:1` }] },
      },
    },
    status: { replicas: 1, availableReplicas: 1, readyReplicas: 1, updatedReplicas: 1 },
  });
const RBAC = 'rbac.authorization.k8s.io';
const rights = [
  named(`${RBAC}/v1`, 'Role', 'shop', 'reader', {
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['list', 'get'] }],
  }),
  named(`${RBAC}/v1`, 'RoleBinding', 'shop', 'reader', {
    roleRef: { apiGroup: RBAC, kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'User', apiGroup: RBAC, name: 'jane' }],
  }),
];
const OBJECTS: Readonly<Record<string, readonly object[]>> = {
  east: [
    ...[
      service('shop', 'web'),
      deployment('shop', 'web'),
      service('shop', 'cart'),
      deployment('shop', 'cart'),
      service('pay', 'api'),
    ],
    named('networking.istio.io/v1', 'VirtualService', 'shop', 'web', {
      spec: { hosts: ['web'], http: [{ route: [{ destination: { host: 'gone' } }] }] },
    }),
  ],
  west: [service('shop', 'cart', 'NodePort'), deployment('shop', 'cart')],
};
const [WEB, CART, API] = ['east/shop/web-v1=web:v1', 'west/shop/cart-v1=cart:v1', 'cluster-east/pay/api-v1=api:v1'];
const TRAFFIC = [
  series(WEB, CART, { service: 'shop/cart', rate: 9, reporter: 'destination', mtls: true }),
  series(WEB, CART, { service: 'shop/cart', rate: 1, code: '503', flags: 'UF' }),
  series(CART, API, { service: 'pay/api', rate: 2 }),
  series('north/other/x', WEB, { service: 'shop/web', rate: 1 }),
];

const page = readFileSync(new URL('../../docs/mesh.md', import.meta.url), 'utf8');
const QUERIES = [...page.matchAll(/```graphql\n(query (\w+)[^`]+)```/g)].map(
  ([, query, name]) => [name!, query!] as const,
);

let directory: string;
let leaves: SimulatedLeaf[];
let prometheus: PrometheusHistory;
let fleetgraph: Fleetgraph;
/** Time of the last sample of the telemetry, in seconds since 1970. */
const until = Math.floor(Date.now() / 60_000) * 60 - 7_200;
const at = new Date(until * 1_000).toISOString();

const ask = async (token: string, query: string, variables: object = {}) => {
  const { body } = await request(`${fleetgraph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: query.includes('$at') ? { at, ...variables } : variables }),
  });
  return (await body.json()) as { data: any; errors?: unknown };
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-mesh-'));
  leaves = await Promise.all(Object.keys(OBJECTS).map(name => startLeaf({ name, resources: ISTIO })));
  for (const leaf of leaves)
    for (const object of [
      ...['shop', 'pay'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
      ...rights,
      ...OBJECTS[leaf.name]!,
    ])
      leaf.objects.put(object as never);
  const counters = TRAFFIC.map(({ labels, value }): Counter => ({
    metric: 'istio_requests_total',
    labels,
    rate: value,
  }));
  prometheus = await startPrometheusHistory({ until, counters });
  await writeFile(join(directory, 'kubeconfig'), simulatedKubeconfig(leaves, ADMIN));
  fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: leaves.map(({ name }) => ({
        name,
        kubeconfig: join(directory, 'kubeconfig'),
        context: name,
        labels: { mesh: 'prod' },
      })),
      authentication: [
        {
          type: 'static',
          tokens: [
            { token: 'admin-token', user: 'admin', groups: ['system:masters'] },
            { token: 'jane-token', user: 'jane' },
          ],
        },
      ],
      identity: { allowSystemMasters: true },
      prometheus: [{ name: 'default', url: prometheus.url, timeout: '2s' }],
      mesh: {
        prometheus: 'default',
        clusters: 'mesh=prod',
        clusterIds: { 'cluster-east': 'east' },
        tracesUrl: 'https://traces.example/{cluster}?service={name}.{namespace}',
      },
    },
  });
  const indexed = () =>
    ask('jane-token', '{ meshItems(type: SERVICE) { nodes { instances { cluster { name } } } incomplete { name } } }');
  const isWhole = ({ data }: { data: any }) =>
    data?.meshItems.nodes.flatMap(({ instances }: { instances: unknown[] }) => instances).length === 3 &&
    data.meshItems.incomplete.length === 0;
  await eventually(indexed, isWhole, { what: 'the objects of both clusters' });
});
afterAll(async () => {
  await fleetgraph?.[Symbol.asyncDispose]();
  await prometheus?.[Symbol.asyncDispose]();
  for (const leaf of leaves ?? []) await leaf.close();
  await rm(directory, { recursive: true, force: true });
});

describe('the mesh', () => {
  it('has one item over both clusters, with fields of its objects from the index and live', async () => {
    const { data, errors } = await ask(
      'jane-token',
      `query ($at: DateTime) { meshItem(id: "///service/shop/cart") {
        differences { field values { value clusters { name kubernetesVersion } } }
        instances { cluster { name coverage { state } } tracesUrl objects { id name status live { state } } health(at: $at) { status requests { rate errorPercent } missing } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.meshItem.differences).toMatchObject([
      {
        field: 'TYPE',
        values: [
          { value: 'ClusterIP', clusters: [{ name: 'east' }] },
          { value: 'NodePort', clusters: [{ name: 'west' }] },
        ],
      },
    ]);
    expect(data.meshItem.instances).toMatchObject([
      {
        cluster: { name: 'east', coverage: { state: 'INDEXED' } },
        objects: [{ id: 'east//Service/shop/cart', name: 'cart', live: { state: 'OK' } }],
        health: { status: 'NOT_AVAILABLE', missing: null },
      },
      {
        cluster: { name: 'west' },
        tracesUrl: 'https://traces.example/west?service=cart.shop',
        health: { status: 'FAILURE', requests: [{ rate: 10, errorPercent: 10 }] },
      },
    ]);
  });

  it('draws the traffic over both clusters, and hides what the caller may not list', async () => {
    const query = `query ($at: DateTime) { meshGraph(namespaces: ["shop"], at: $at, type: WORKLOAD) {
      nodes { id object { id kind } cluster { name } } edges { id crossCluster health traffic { rate mtlsPercent responseTimeMs } } missing { namespace cause } incomplete { name } } }`;
    const reported = async (token: string) => {
      const { data, errors } = await ask(token, query);
      expect(errors).toBeUndefined();
      expect(data.meshGraph).toMatchObject({ missing: [], incomplete: [] });
      return data.meshGraph.edges.map(
        ({ id, traffic: [{ rate }] }: { id: string; traffic: { rate: number }[] } & { traffic: [{ rate: number }] }) =>
          `${id} ${rate}`,
      );
    };
    expect(await reported('admin-token')).toEqual([
      'HIDDEN SERVICE/east/shop/web 1',
      'SERVICE/east/pay/api WORKLOAD/east/pay/api-v1 2',
      'SERVICE/east/shop/web WORKLOAD/east/shop/web-v1 1',
      'SERVICE/west/shop/cart WORKLOAD/west/shop/cart-v1 10',
      'WORKLOAD/east/shop/web-v1 SERVICE/west/shop/cart 10',
      'WORKLOAD/west/shop/cart-v1 SERVICE/east/pay/api 2',
    ]);
    expect(await reported('jane-token')).toEqual([
      'HIDDEN SERVICE/east/shop/web 1',
      'SERVICE/east/shop/web WORKLOAD/east/shop/web-v1 1',
      'SERVICE/west/shop/cart WORKLOAD/west/shop/cart-v1 10',
      'WORKLOAD/east/shop/web-v1 SERVICE/west/shop/cart 10',
      'WORKLOAD/west/shop/cart-v1 HIDDEN/east 2',
    ]);
  });

  it('adds its fields to objects, clusters and namespaces of other lists', async () => {
    const { data, errors } = await ask(
      'jane-token',
      `query ($at: DateTime) { objects(filter: { kinds: ["VirtualService", "Service"], clusters: ["east"] }, orderBy: [{ field: KIND }, { field: NAME }]) {
          nodes { id meshItems { id health(at: $at) } meshValidations { code path certain } } }
        cluster(name: "west") { meshHealth(namespaces: ["shop"], at: $at) { healthy failure missing { cause } } }
        node(id: "east/shop") { ... on Namespace { meshHealth(type: SERVICE, at: $at) { healthy notAvailable missing { cause } } } }
        meshValidations { nodes { object { id status } code certain } totalCount } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.objects.nodes).toMatchObject([
      {
        id: 'east//Service/shop/cart',
        meshItems: [{ id: '///service/shop/cart', health: 'FAILURE' }],
        meshValidations: [],
      },
      { id: 'east//Service/shop/web', meshItems: [{ health: 'HEALTHY' }] },
      {
        meshItems: [],
        meshValidations: [{ code: 'KIA1101', path: 'spec/http[0]/route[0]/destination/host', certain: true }],
      },
    ]);
    expect(data.cluster.meshHealth).toEqual({ healthy: 0, failure: 1, missing: [] });
    expect(data.node.meshHealth).toEqual({ healthy: 1, notAvailable: 1, missing: [] });
    expect(data.meshValidations).toMatchObject({ totalCount: 1, nodes: [{ code: 'KIA1101' }] });
  });

  it.each(QUERIES)('answers the query %s of docs/mesh.md', async (name, query) => {
    const { data, errors } = await ask('admin-token', query);
    expect(errors).toBeUndefined();
    const [[field, found] = ['', null]] = Object.entries(data as Record<string, any>);
    expect([name, field, found === null]).toEqual([name, field, false]);
    if (field === 'meshItems' || field === 'meshValidations') expect(found.nodes.length).toBeGreaterThan(0);
    if (field === 'meshItem') expect(found.instances.length).toBeGreaterThan(0);
    if (field === 'object') expect(found.meshValidations.length).toBeGreaterThan(0);
    if (field === 'cluster') expect(found.meshHealth.healthy).toBeGreaterThan(0);
    // A graph without a time is a graph of the present, for which there is no telemetry.
    if (field === 'meshGraph') expect(found.missing ?? []).toEqual([]);
  });

  it('counts its queries, one for a page of one namespace, and none when it comes again', async () => {
    const queries = async () => {
      const text = await (await request(`${fleetgraph.operationsUrl}/metrics`)).body.text();
      return Number(
        /fleetgraph_prometheus_queries_total\{prometheus="default",outcome="ok"\} (\d+)/.exec(text)?.[1] ?? 0,
      );
    };
    // The metrics page is computed at most once a second.
    const counted = (count: number) => eventually(queries, found => found === count, { what: `${count} queries` });
    const { answer: before } = await eventually(queries, found => found >= 4);
    const page = `query ($at: DateTime) { meshItems(type: WORKLOAD, filter: { namespaces: ["shop"] }) { nodes { health(at: $at, window: "7m") instances { health(at: $at, window: "7m") { status } } } } }`;
    const { data } = await ask('jane-token', page);
    expect(data.meshItems.nodes).toHaveLength(2);
    await counted(before + 1);
    await ask('jane-token', page);
    await ask('admin-token', page);
    await new Promise(resolve => setTimeout(resolve, 1_100));
    await counted(before + 1);
    const text = await (await request(`${fleetgraph.operationsUrl}/metrics`)).body.text();
    expect(text).toMatch(/fleetgraph_mesh_unknown_clusters 1\n/);
  });

  it('answers without traffic while Prometheus hangs, within its timeout, and while a cluster is away', async () => {
    await prometheus.freeze();
    const began = performance.now();
    const { data, errors } = await ask(
      'jane-token',
      'query ($at: DateTime) { meshGraph(namespaces: ["shop"], at: $at, window: "3m") { nodes { id } missing { cause } } meshItems(type: WORKLOAD) { nodes { health(at: $at, window: "3m") } } }',
    );
    expect(errors).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(data).toEqual({
      meshGraph: { nodes: [], missing: [{ cause: 'TIMEOUT' }] },
      meshItems: { nodes: [{ health: 'HEALTHY' }, { health: 'HEALTHY' }] },
    });
    prometheus.thaw();
    await leaves[1]!.close();
    const stale = () =>
      ask(
        'jane-token',
        '{ meshItem(id: "///service/shop/cart") { instances { cluster { name } stale } } meshItems(type: SERVICE) { incomplete { name } } }',
      );
    const isStale = ({ data: found }: { data: any }) =>
      found?.meshItem?.instances.some(({ stale: is }: { stale: boolean }) => is) === true;
    const { answer: reported } = await eventually(stale, isStale, { what: 'a stale instance' });
    expect(reported.data.meshItem.instances).toEqual([
      { cluster: { name: 'east' }, stale: false },
      { cluster: { name: 'west' }, stale: true },
    ]);
    expect(reported.data.meshItems.incomplete).toEqual([{ name: 'west' }]);
  });
});
