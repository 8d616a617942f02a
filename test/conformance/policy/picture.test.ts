/**
 * Policies on a real API server with the CRDs of the Gateway API and of Kuadrant. The test queries and draws the
 * topology, and follows a policy that is attached, changed and detached. Queries of policies send no request to the API
 * server.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { leafObjects } from '../../../cli/register/leaf-rights.ts';
import { binding } from '../../e2e/fixture.ts';
import { eventStream } from '../../harness/event-stream.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';
import { eventually, Fleetgraph } from '../../harness/fleetgraph.ts';
import { crdsOf } from '../../harness/go-module.ts';
import { startRedis, type RedisServer } from '../../harness/redis.ts';

const GATEWAY = 'gateway.networking.k8s.io/v1';
const QUERIES = 1_000;
const WITHIN = { within: 240_000 };

let server: ApiServer;
let redis: RedisServer;
let fleetgraph: Fleetgraph;
const stream = new AbortController();

const object = (apiVersion: string, kind: string, name: string, spec: object): KubernetesJson => ({
  ...{ apiVersion, kind, spec },
  metadata: { name, ...(kind === 'GatewayClass' ? {} : { namespace: 'apps' }) },
});
const gateway = (name: string) =>
  object(GATEWAY, 'Gateway', name, {
    gatewayClassName: 'main',
    listeners: [{ name: 'web', port: 80, protocol: 'HTTP', hostname: '*.example.test' }],
  });
const route = (name: string, ...gateways: readonly string[]) =>
  object(GATEWAY, 'HTTPRoute', name, {
    parentRefs: gateways.map(it => ({ name: it })),
    hostnames: [`${name}.example.test`],
    rules: [{ backendRefs: [{ name: 'app', port: 80 }] }],
  });
const limit = (name: string, kind: string, target: string, limits = 'burst') =>
  object('kuadrant.io/v1', 'RateLimitPolicy', name, {
    targetRef: { group: 'gateway.networking.k8s.io', kind, name: target },
    limits: { [limits]: { rates: [{ limit: 5, window: '10s' }] } },
  });
const service: KubernetesJson = {
  ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'app', namespace: 'apps' } },
  spec: { ports: [{ name: 'http', port: 80 }] },
};

const PICTURE = [
  object(GATEWAY, 'GatewayClass', 'main', { controllerName: 'example.test/none' }),
  ...[gateway('gw-1'), gateway('gw-2'), service],
  ...[route('route-1', 'gw-1'), route('route-2', 'gw-1'), route('route-3', 'gw-1', 'gw-2'), route('route-4', 'gw-2')],
  ...[
    limit('rlp-1', 'Gateway', 'gw-1'),
    limit('rlp-2', 'HTTPRoute', 'route-1'),
    limit('rlp-3', 'HTTPRoute', 'route-3'),
    limit('rlp-4', 'HTTPRoute', 'route-4'),
  ],
];

/** Applies objects whose CRDs are new, and retries until the server serves their kinds. */
async function applied(objects: readonly KubernetesJson[]): Promise<void> {
  const attempt = () =>
    server.apply([...objects]).then(
      () => '',
      (error: unknown) => String(error),
    );
  await eventually(attempt, error => error === '', { ...WITHIN, what: 'objects of new kinds' });
}

const ask = async (query: string): Promise<any> => {
  const { data, errors } = await fleetgraph.query('of-root', query);
  expect(errors).toBeUndefined();
  return data;
};

beforeAll(async () => {
  [server, redis] = await Promise.all([startApiServer({ name: 'leaf', users: [{ name: 'collector' }] }), startRedis()]);
  const crds = [
    ...(await crdsOf('sigs.k8s.io/gateway-api@v1.6.3', 'config/crd/standard', file =>
      file.startsWith('gateway.networking.k8s.io_'),
    )),
    ...(await crdsOf('github.com/kuadrant/kuadrant-operator@v1.5.2', 'config/crd/bases', file =>
      file.startsWith('kuadrant.io_'),
    )),
  ];
  expect(crds.length).toBeGreaterThan(14);
  await server.apply([
    ...crds,
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: true, impersonate: 'anybody' }) as KubernetesJson[]),
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    binding('ClusterRoleBinding', 'root', undefined, 'cluster-admin', { kind: 'User', name: 'root' }),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'apps' } },
  ]);
  await applied(PICTURE);
  const kubeconfig = join(server.directory, 'collector.kubeconfig');
  await server.writeKubeconfig(kubeconfig, 'collector');
  fleetgraph = await Fleetgraph.start({
    form: 'split',
    config: {
      clusters: [{ name: 'leaf', kubeconfig }],
      store: { type: 'redis', url: redis.url },
      authentication: [{ type: 'static', tokens: [{ token: 'of-root', user: 'root' }] }],
      rbac: { audit: { perMinute: 0 } },
    },
  });
  const nodes = () =>
    fleetgraph.query('of-root', '{ policyTopology { ready nodes(first: 0) { totalCount } } coverage { indexed } }');
  await eventually(
    nodes,
    ({ data }) =>
      data?.policyTopology?.ready && data.coverage.indexed === 1 && data.policyTopology.nodes.totalCount === 19,
    {
      ...WITHIN,
      what: 'the whole picture',
    },
  );
}, 400_000);

afterAll(async () => {
  stream.abort();
  await fleetgraph?.stop();
  await Promise.all([server?.remove(), redis?.remove()]);
});

it('asks for the picture, and draws it', async () => {
  const { policyTopology, effectivePolicies } = await ask(`{
    policyTopology { dot edges(first: 500) { nodes { kind from { id } to { id } refusals } } nodes(first: 500) { nodes { id policy { standing agrees } } } }
    effectivePolicies(first: 100) { nodes { complete path { hostnames nodes { id } } rules { key path source { id object { live { spec(path: "limits.burst") } } } } displaced { source { id } } } } }`);
  const last = (id: string) => id.split('/').at(-1);
  const edges = (kind: string) =>
    policyTopology.edges.nodes
      .filter((edge: any) => edge.kind === kind)
      .map(({ from, to }: any) => `${last(from.id)} ${last(to.id)}`);
  expect(edges('ROUTE')).toEqual([
    'gw-1#web route-1',
    'gw-1#web route-2',
    'gw-1#web route-3',
    'gw-2#web route-3',
    'gw-2#web route-4',
  ]);
  expect(edges('POLICY')).toEqual(['rlp-1 gw-1', 'rlp-2 route-1', 'rlp-3 route-3', 'rlp-4 route-4']);
  expect(policyTopology.edges.nodes.every(({ refusals }: any) => refusals.length === 0)).toBe(true);
  const standings = policyTopology.nodes.nodes.flatMap(({ id, policy }: any) =>
    policy ? [[last(id), policy.standing]] : [],
  );
  expect(Object.fromEntries(standings)).toEqual({
    'rlp-1': 'PARTIAL',
    'rlp-2': 'ENFORCED',
    'rlp-3': 'ENFORCED',
    'rlp-4': 'ENFORCED',
  });
  const byRoute = effectivePolicies.nodes.map(
    ({ path, rules }: any) => `${last(path.nodes.at(-2).id)} ${last(rules[0].source.id)}`,
  );
  expect(byRoute.sort()).toEqual(['route-1 rlp-2', 'route-2 rlp-1', 'route-3 rlp-3', 'route-3 rlp-3', 'route-4 rlp-4']);
  expect(effectivePolicies.nodes.every(({ complete }: any) => complete)).toBe(true);
  // The path leads to the value in the cluster's own object.
  expect(effectivePolicies.nodes[0].rules[0]).toMatchObject({
    path: 'limits.burst',
    source: { object: { live: { spec: { rates: [{ limit: 5 }] } } } },
  });
  expect(policyTopology.dot.match(/ -> /g)).toHaveLength(policyTopology.edges.nodes.length);
  expect(policyTopology.dot.match(/shape=note/g)).toHaveLength(4);
});

it('tells a policy that is attached, changed and detached, as it happens', async () => {
  const changes = await subscribe();
  expect((await changes.next()).filter(({ type }) => type === 'ATTACHED').length).toBeGreaterThan(15);
  await applied([limit('rlp-5', 'HTTPRoute', 'route-2')]);
  const attached = await changes.next();
  expect(attached.map(({ type }) => type).sort()).toEqual(['ATTACHED', 'EFFECT', 'POLICY']);
  expect(attached.find(({ type }) => type === 'POLICY')).toMatchObject({
    policy: { id: 'leaf/kuadrant.io/RateLimitPolicy/apps/rlp-1', standing: 'OVERRIDDEN' },
  });
  await server.request(
    'PATCH',
    '/apis/kuadrant.io/v1/namespaces/apps/ratelimitpolicies/rlp-5',
    { spec: { limits: { burst: { rates: [{ limit: 7, window: '10s' }] } } } },
    { contentType: 'application/merge-patch+json' },
  );
  expect((await changes.next()).map(({ type }) => type).sort()).toEqual(['EFFECT', 'POLICY']);
  await server.request('DELETE', '/apis/kuadrant.io/v1/namespaces/apps/ratelimitpolicies/rlp-5');
  expect((await changes.next()).map(({ type }) => type).sort()).toEqual(['DETACHED', 'EFFECT', 'POLICY']);
});

it(`sends no request to the API server in ${QUERIES} queries`, async () => {
  const requests = () => fleetgraph.metric('gateway-1', 'fleetgraph_leaf_requests_total');
  const before = await requests();
  expect(before).toBeDefined();
  const id = 'leaf/gateway.networking.k8s.io/Gateway/apps/gw-1';
  const queries = [
    '{ policyTopology { nodes { totalCount nodes { id policy { standing } } } edges { totalCount } } }',
    '{ effectivePolicies { nodes { id rules { key source { id } } } } }',
    `{ policyImpact(id: "${id}") { pathCount ifDeleted { totalCount } } }`,
    `{ object(id: "${id}") { policyNode { below { id } } effectivePolicies { totalCount } } }`,
  ];
  for (let i = 0; i < QUERIES; i += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(queries[(i + n) % queries.length]!)));
  expect(await requests()).toBe(before);
});

it('collects a kind when its CRD gets the label of policies, and tells its class', async () => {
  const names = { kind: 'QuotaPolicy', plural: 'quotapolicies', singular: 'quotapolicy', listKind: 'QuotaPolicyList' };
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const crd = (labels: Readonly<Record<string, string>>): KubernetesJson => ({
    ...{
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'quotapolicies.example.org', labels },
    },
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  await server.apply([crd({})]);
  await applied([
    object('example.org/v1', 'QuotaPolicy', 'quota', {
      targetRef: { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'gw-1' },
    }),
  ]);
  const policies = async () => {
    const { policyTopology } = await ask(
      '{ policyTopology(filter: { kinds: ["QuotaPolicy"] }) { nodes(first: 500) { nodes { policy { kind class standing } } } } }',
    );
    return policyTopology.nodes.nodes.flatMap(({ policy }: any) => policy ?? []);
  };
  expect(await policies()).toEqual([]);
  await server.apply([crd({ 'gateway.networking.k8s.io/policy': 'Direct' })]);
  await eventually(policies, ([policy]) => policy?.class === 'DIRECT', { ...WITHIN, what: 'the labelled kind' });
  await server.apply([crd({ 'gateway.networking.k8s.io/policy': 'Inherited' })]);
  await eventually(policies, ([policy]) => policy?.class === 'INHERITED', { ...WITHIN, what: 'the other class' });
  expect(await policies()).toEqual([{ kind: 'QuotaPolicy.example.org', class: 'INHERITED', standing: 'ATTACHED' }]);
}, 400_000);

interface Change {
  readonly type: string;
  readonly id: string;
  readonly policy: unknown;
}

/** Subscribes to changes of the topology. next() returns the changes of one payload. */
async function subscribe(): Promise<{ next(): Promise<readonly Change[]> }> {
  const query = 'subscription { policyChanges(coalesce: "200ms") { changes { type id policy { id standing } } } }';
  const answer = await fetch(`${fleetgraph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer of-root' },
    body: JSON.stringify({ query }),
    signal: stream.signal,
  });
  expect(answer.status).toBe(200);
  const events = eventStream(answer);
  return { next: async () => (await events.next()).data.policyChanges.changes as readonly Change[] };
}
