/**
 * Clusters whose objects the Explorer draws as graphs. There are gateways, routes and policies, a mesh over two
 * clusters with a real Prometheus, and a hub that places workloads on these clusters.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { startPrometheusHistory, type PrometheusHistory } from '../harness/prometheus-history.ts';
import { ADMIN, startLeaf } from '../sim/fixtures.ts';
import { series } from '../subgraphs/mesh/fixtures.ts';
import * as placing from '../subgraphs/placement/objects.ts';
import {
  at,
  backend,
  gateway,
  gatewayClass,
  grant,
  httpRoute,
  listener,
  policy,
  ref,
  rules,
  service,
} from '../subgraphs/policy/cluster.ts';

const GATEWAY_API = 'gateway.networking.k8s.io/v1';
const ISTIO = 'networking.istio.io/v1';
const OCM = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';

const RESOURCES = [
  simulatedResource(GATEWAY_API, 'GatewayClass', 'gatewayclasses', 'Cluster'),
  simulatedResource(GATEWAY_API, 'Gateway', 'gateways'),
  simulatedResource(GATEWAY_API, 'HTTPRoute', 'httproutes'),
  simulatedResource(GATEWAY_API, 'GRPCRoute', 'grpcroutes'),
  simulatedResource(GATEWAY_API, 'ReferenceGrant', 'referencegrants'),
  ...[
    ['AuthPolicy', 'authpolicies'],
    ['RateLimitPolicy', 'ratelimitpolicies'],
    ['DNSPolicy', 'dnspolicies'],
    ['TLSPolicy', 'tlspolicies'],
  ].map(([kind, plural]) => simulatedResource('kuadrant.io/v1', kind!, plural!)),
  ...[
    ['VirtualService', 'virtualservices'],
    ['DestinationRule', 'destinationrules'],
    ['ServiceEntry', 'serviceentries'],
  ].map(([kind, plural]) => simulatedResource(ISTIO, kind!, plural!)),
  simulatedResource('security.istio.io/v1', 'AuthorizationPolicy', 'authorizationpolicies'),
];
const HUB_RESOURCES = [
  simulatedResource(`${OCM}/v1beta1`, 'Placement', 'placements'),
  simulatedResource(`${OCM}/v1beta1`, 'PlacementDecision', 'placementdecisions'),
  simulatedResource(`${OCM}/v1`, 'ManagedCluster', 'managedclusters', 'Cluster'),
  simulatedResource(`${OCM}/v1beta2`, 'ManagedClusterSet', 'managedclustersets', 'Cluster'),
  simulatedResource(`${OCM}/v1beta2`, 'ManagedClusterSetBinding', 'managedclustersetbindings'),
  simulatedResource(`${WORK}/v1`, 'ManifestWork', 'manifestworks'),
  simulatedResource(`${WORK}/v1alpha1`, 'ManifestWorkReplicaSet', 'manifestworkreplicasets'),
  simulatedResource('argoproj.io/v1alpha1', 'ApplicationSet', 'applicationsets'),
];

/**
 * Policies of a Gateway (defaults and overrides), and policies of a route that extend or replace them. Also a conflict,
 * a missing target and a reference grant.
 */
const POLICIES: readonly object[] = [
  gatewayClass('main'),
  gateway('edge', [
    listener('web', { hostname: '*.example.test', allowedRoutes: { namespaces: { from: 'All' } } }),
    listener('tls', { hostname: 'admin.example.test', port: 443, protocol: 'HTTPS' }),
  ]),
  httpRoute('storefront', [ref('Gateway', 'edge', { sectionName: 'web' })], {
    hostnames: ['shop.example.test'],
    rules: [
      { name: 'browse', backendRefs: [backend('catalog')] },
      { name: 'pay', backendRefs: [backend('checkout', { namespace: 'pay' })] },
    ],
  }),
  httpRoute('api', [ref('Gateway', 'edge', { sectionName: 'web' })], {
    hostnames: ['api.example.test'],
    rules: [{ backendRefs: [backend('catalog')] }],
  }),
  httpRoute('admin', [ref('Gateway', 'edge', { sectionName: 'tls' })], {
    hostnames: ['admin.example.test'],
    rules: [{ backendRefs: [backend('catalog')] }],
  }),
  httpRoute('stray', [ref('Gateway', 'edge', { sectionName: 'web' })], { hostnames: ['www.other.test'] }),
  httpRoute('lost', [ref('Gateway', 'gone')], { hostnames: ['lost.example.test'] }),
  service('catalog', [{ name: 'http', port: 80 }]),
  service('pay/checkout', [{ name: 'http', port: 80 }]),
  grant(
    'pay/from-apps',
    [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'apps' }],
    [{ group: '', kind: 'Service' }],
  ),
  policy('RateLimitPolicy', 'gateway-limits', ref('Gateway', 'edge'), rules('dm', 'xy')),
  policy('RateLimitPolicy', 'api-limits', ref('HTTPRoute', 'api'), rules('da', 'x')),
  policy('AuthPolicy', 'deny-all', ref('Gateway', 'edge'), {
    overrides: { rules: { authorization: { deny: { opa: {} } } } },
  }),
  policy('AuthPolicy', 'api-keys', ref('HTTPRoute', 'api'), { rules: { authentication: { keys: { apiKey: {} } } } }),
  policy('DNSPolicy', 'names', ref('Gateway', 'edge')),
  policy('DNSPolicy', { name: 'names-again', ...at(60) }, ref('Gateway', 'edge')),
  policy('RateLimitPolicy', 'orphan', ref('HTTPRoute', 'nowhere'), rules('da', 'x')),
];

/** A Gateway with many routes, each to a different Service, so that 500 nodes are drawn. */
const CROWD: readonly object[] = [
  gatewayClass('main'),
  gateway('crowd', [listener('web')]),
  ...Array.from({ length: 248 }, (_, at) => [
    httpRoute(`route-${at}`, [ref('Gateway', 'crowd')], {
      hostnames: [`r${at}.crowd.test`],
      rules: [{ backendRefs: [backend(`service-${at}`)] }],
    }),
    service(`service-${at}`),
  ]).flat(),
  policy('RateLimitPolicy', 'crowd-limits', ref('Gateway', 'crowd'), rules('da', 'x')),
];

const named = (apiVersion: string, kind: string, namespace: string, name: string, more: object = {}) => ({
  ...{ apiVersion, kind, metadata: { namespace, name } },
  ...more,
});
const meshService = (name: string, type = 'ClusterIP') =>
  named('v1', 'Service', 'shop', name, {
    spec: { type, ports: [{ port: 80, protocol: 'TCP' }], selector: { app: name } },
  });
const meshDeployment = (name: string, version: string, available = 1) =>
  named('apps/v1', 'Deployment', 'shop', `${name}-${version}`, {
    spec: {
      replicas: 1,
      template: {
        metadata: { labels: { app: name, version } },
        spec: { containers: [{ name: 'app', image: `${name}:${version}` }] },
      },
    },
    status: { replicas: 1, availableReplicas: available, readyReplicas: available, updatedReplicas: 1 },
  });

const copyOf = placing.ownedBy('web');
const MEMBERS: Readonly<Record<string, readonly object[]>> = {
  east: [
    ...POLICIES,
    ...['web', 'cart', 'pay'].map(name => meshService(name)),
    ...[meshDeployment('web', 'v1'), meshDeployment('cart', 'v1'), meshDeployment('pay', 'v1', 0)],
    named(ISTIO, 'VirtualService', 'shop', 'web', {
      spec: {
        hosts: ['web'],
        http: [{ route: [{ destination: { host: 'web' } }] }, { route: [{ destination: { host: 'gone' } }] }],
      },
    }),
    placing.deployment('apps/web', 'CURRENT', copyOf),
  ],
  west: [
    ...[
      meshService('cart', 'NodePort'),
      meshDeployment('cart', 'v2'),
      meshService('ratings'),
      meshDeployment('ratings', 'v1'),
    ],
    placing.deployment('apps/web', 'IN_PROGRESS', copyOf),
  ],
  south: CROWD,
};
const HUB: readonly object[] = [
  placing.placement('team/where', { numberOfClusters: 2, clusterSets: ['global'] }),
  placing.decision('team/where-1', 'where', ['east', 'west']),
  placing.workSet('team/web', ['where'], [placing.manifest('apps/v1', 'Deployment', 'apps/web')]),
  placing.work('east/web', { set: 'team.web' }),
  placing.work('west/web', { set: 'team.web', available: 'False' }),
  placing.placement('team/nowhere', { clusterSets: ['global'], predicates: [] }, { satisfied: 'False' }),
  placing.workSet('team/idle', ['nowhere'], [placing.manifest('apps/v1', 'Deployment', 'apps/idle')]),
  {
    ...{
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      metadata: { namespace: 'team', name: 'follower' },
    },
    spec: {
      generators: [{ clusterDecisionResource: { labelSelector: { matchLabels: { [`${OCM}/placement`]: 'where' } } } }],
    },
  },
  placing.clusterSet('global', { clusterSelector: { selectorType: 'LabelSelector', labelSelector: {} } }),
  placing.setBinding('team', 'global'),
  ...['east', 'west'].map(name => placing.managedCluster(name)),
  placing.managedCluster('south', { spec: { taints: [{ key: 'maintenance', value: 'yes', effect: 'NoSelect' }] } }),
];

const [WEB, CART, CART_2, PAY, RATINGS] = [
  'east/shop/web-v1=web:v1',
  'east/shop/cart-v1=cart:v1',
  'west/shop/cart-v2=cart:v2',
  'east/shop/pay-v1=pay:v1',
  'west/shop/ratings-v1=ratings:v1',
];
const TRAFFIC = [
  series(WEB, CART, { service: 'shop/cart', rate: 9, reporter: 'destination', mtls: true }),
  series(WEB, CART, { service: 'shop/cart', rate: 9 }),
  series(WEB, CART_2, { service: 'shop/cart', rate: 6 }),
  series(WEB, CART_2, { service: 'shop/cart', rate: 1, code: '404' }),
  series(CART, PAY, { service: 'shop/pay', rate: 3 }),
  series(CART, PAY, { service: 'shop/pay', rate: 2, code: '503', flags: 'UF' }),
  series(CART_2, RATINGS, {
    service: 'shop/ratings',
    rate: 4,
    protocol: 'grpc',
    labels: { grpc_response_status: '0' },
  }),
];

export const PERSON = 'admin-token';

export interface Graphs extends AsyncDisposable {
  readonly url: string;
  readonly prometheus: PrometheusHistory;
  readonly leaf: (name: string) => SimulatedLeaf;
  /** A time for which there is telemetry. */
  readonly at: string;
}

export async function startGraphs(): Promise<Graphs> {
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-graphs-'));
  const leaves = await Promise.all([
    ...Object.keys(MEMBERS).map(name => startLeaf({ name, resources: RESOURCES })),
    startLeaf({ name: 'hub', resources: HUB_RESOURCES }),
  ]);
  for (const leaf of leaves)
    for (const object of [
      ...['shop', 'apps', 'pay', 'team', 'east', 'west'].map(name => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      })),
      ...(leaf.name === 'hub' ? HUB : MEMBERS[leaf.name]!),
    ])
      leaf.objects.put(object as never);
  const until = Math.floor(Date.now() / 60_000) * 60 - 7_200;
  const counters = TRAFFIC.map(({ labels, value }) => ({ metric: 'istio_requests_total', labels, rate: value }));
  const prometheus = await startPrometheusHistory({ until, counters });
  await writeFile(join(directory, 'kubeconfig'), simulatedKubeconfig(leaves, ADMIN));
  const fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: leaves.map(({ name }) => ({
        name,
        kubeconfig: join(directory, 'kubeconfig'),
        context: name,
        labels: { mesh: name === 'hub' ? 'none' : 'prod' },
      })),
      authentication: [{ type: 'static', tokens: [{ token: PERSON, user: 'admin', groups: ['system:masters'] }] }],
      identity: { allowSystemMasters: true },
      prometheus: [{ name: 'default', url: prometheus.url, timeout: '2s' }],
      mesh: {
        prometheus: 'default',
        clusters: 'mesh=prod',
        tracesUrl: 'https://traces.example/{cluster}?service={name}.{namespace}',
      },
      placement: { hubs: [{ cluster: 'hub', engine: 'ocm' }] },
      kinds: { include: ['applicationsets.argoproj.io'] },
      mutations: { enabled: true, allow: ['move', 'drain'] },
    },
  });
  const counts =
    '{ coverage { indexed } policyTopology { ready edges { totalCount } } placedWorkloads { totalCount } }';
  await eventually(
    () => fleetgraph.query(PERSON, counts),
    ({ data }) =>
      data?.coverage?.indexed === leaves.length &&
      data.policyTopology?.ready === true &&
      data.placedWorkloads?.totalCount === 2,
    { what: 'an index of all clusters' },
  );
  return {
    url: fleetgraph.url,
    prometheus,
    leaf: name => leaves.find(it => it.name === name)!,
    at: new Date(until * 1_000).toISOString(),
    async [Symbol.asyncDispose]() {
      await fleetgraph.stop();
      await prometheus[Symbol.asyncDispose]();
      for (const leaf of leaves) await leaf.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
