/**
 * A mesh over the first clusters of the demo fleet. The storefront and its cart call the applications of the teams, and
 * Istio objects route the traffic. Some objects contain typical mistakes, for example an undefined subset, a missing
 * host, or two objects that claim the same host.
 */
import { simulatedResource, type SimulatedResource } from '../sim/resources.ts';
import type { DemoCluster } from './cluster.ts';
import { INGRESS } from './gateways.ts';
import { namespace } from './nodes-and-namespaces.ts';
import { bornAt, demoObject, type DemoObject } from './render.ts';
import { deployment } from './workloads.ts';

const NETWORKING = 'networking.istio.io/v1';
const SECURITY = 'security.istio.io/v1';

export const MESH_RESOURCES: readonly SimulatedResource[] = [
  simulatedResource(NETWORKING, 'VirtualService', 'virtualservices'),
  simulatedResource(NETWORKING, 'DestinationRule', 'destinationrules'),
  simulatedResource(NETWORKING, 'Gateway', 'gateways'),
  simulatedResource(NETWORKING, 'ServiceEntry', 'serviceentries'),
  simulatedResource(SECURITY, 'AuthorizationPolicy', 'authorizationpolicies'),
];

/** Hosts outside the mesh. */
export const CARD_NETWORK = 'cards.bank.example';
export const PAYMENTS_DATABASE = 'payments.db.acme.example';

export interface MeshWorkload {
  readonly namespace: string;
  readonly name: string;
  readonly app: string;
  readonly version: string;
}

/** Workloads that the mesh adds to the applications of the teams. */
export function meshWorkloads({ index }: Pick<DemoCluster, 'index'>): readonly MeshWorkload[] {
  const of = (app: string, version: string, name = `${app}-${version}`): MeshWorkload => ({
    namespace: 'storefront',
    name,
    app,
    version,
  });
  return [
    { namespace: INGRESS, name: 'istio-ingressgateway', app: 'istio-ingressgateway', version: 'latest' },
    of('storefront', 'v1'),
    // The first cluster tests the next version. The third cluster has no cart, and calls the cart of the first cluster.
    ...(index === 0 ? [of('storefront', 'v2')] : []),
    ...(index < 2 ? [of('cart', 'v1')] : []),
  ];
}

export function meshOf(cluster: DemoCluster): readonly DemoObject[] {
  const workloads = meshWorkloads(cluster);
  const has = (name: string) => cluster.apps.some(app => app.name === name);
  return [
    ...[INGRESS, 'storefront'].map(name =>
      namespace(cluster, name, { 'acme.example/team': 'platform', 'istio-injection': 'enabled' }),
    ),
    ...workloads.flatMap(workload => workloadObjects(cluster, workload)),
    ...[...new Map(workloads.map(({ namespace, app }) => [app, namespace]))].map(([app, space]) =>
      serviceOf(cluster, space, app),
    ),
    ...istioObjects(cluster),
    ...(has('payments-api') ? paymentsObjects(cluster) : []),
  ];
}

function workloadObjects(
  cluster: DemoCluster,
  { namespace: space, name, app, version }: MeshWorkload,
): readonly DemoObject[] {
  const labels = {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/version': version,
    'service.istio.io/canonical-name': app,
    'acme.example/team': 'platform',
    ...(space === INGRESS && { istio: 'ingressgateway' }),
  };
  const image =
    space === INGRESS
      ? 'docker.io/istio/proxyv2:1.28.0'
      : `registry.acme.example/storefront/${app}:${IMAGES[version] ?? '1.4.2'}`;
  return deployment(cluster, {
    ...{ namespace: space, name, image, replicas: 1, labels, trouble: 'none' as const },
    ...{ at: bornAt(cluster) + 90 * DAY, createdAt: bornAt(cluster) + 20 * DAY, rollout: 4 },
  }).map(object => (object.kind === 'Deployment' ? withAccount(object, app) : object));
}

const IMAGES: Readonly<Record<string, string>> = { v2: '2.0.0-rc.3' };
const DAY = 24 * 3_600_000;

/** Sets the service account of a workload, since principals in the mesh are service accounts. */
function withAccount(object: DemoObject, account: string): DemoObject {
  return {
    ...object,
    render: () => {
      const rendered = object.render();
      const spec = rendered.spec as { template: { spec: object } };
      const template = { ...spec.template, spec: { serviceAccountName: account, ...spec.template.spec } };
      return { ...rendered, spec: { ...spec, template } };
    },
  };
}

/** The Service of an application. On the second cluster, somebody has exposed the cart on the nodes. */
function serviceOf(cluster: DemoCluster, space: string, app: string): DemoObject {
  const type =
    app === 'istio-ingressgateway' ? 'LoadBalancer' : app === 'cart' && cluster.index === 1 ? 'NodePort' : 'ClusterIP';
  return demoObject(cluster, ['v1', 'Service'], space, app, () => ({
    labels: { 'acme.example/team': 'platform' },
    content: {
      spec: {
        type,
        selector: { 'service.istio.io/canonical-name': app },
        ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }],
      },
      status: {
        loadBalancer: type === 'LoadBalancer' ? { ingress: [{ hostname: `shop.${cluster.region}.acme.example` }] } : {},
      },
    },
  }));
}

function istio(cluster: DemoCluster, kind: string, space: string, name: string, spec: object): DemoObject {
  const version = kind === 'AuthorizationPolicy' ? SECURITY : NETWORKING;
  return demoObject(cluster, [version, kind], space, name, () => ({
    generation: 2,
    createdAt: bornAt(cluster) + 30 * DAY,
    content: { spec },
  }));
}

interface Destination {
  readonly host: string;
  readonly subset?: string;
  readonly weight?: number;
}

/** A VirtualService with one list of destinations for all requests. */
function virtualService(
  cluster: DemoCluster,
  name: string,
  hosts: readonly string[],
  destinations: readonly Destination[],
  gateways?: readonly string[],
): DemoObject {
  const route = destinations.map(({ weight, ...destination }) => ({
    destination,
    ...(weight !== undefined && { weight }),
  }));
  return istio(cluster, 'VirtualService', 'storefront', name, {
    hosts,
    ...(gateways && { gateways }),
    http: [{ route }],
  });
}

function istioObjects(cluster: DemoCluster): readonly DemoObject[] {
  const host = `shop.${cluster.region}.acme.example`;
  const servers = [
    {
      port: { number: 443, name: 'https', protocol: 'HTTPS' },
      hosts: [host],
      tls: { mode: 'SIMPLE', credentialName: 'shop' },
    },
  ];
  const rule = (name: string, to: string, subsets: readonly string[]) =>
    istio(cluster, 'DestinationRule', 'storefront', name, {
      host: to,
      subsets: subsets.map(version => ({ name: version, labels: { 'app.kubernetes.io/version': version } })),
    });
  const versions = cluster.index === 0 ? ['v1', 'v2'] : ['v1'];
  const shop =
    cluster.index === 0
      ? [
          { host: 'storefront', subset: 'v1', weight: 90 },
          { host: 'storefront', subset: 'v2', weight: 10 },
        ]
      : [{ host: 'storefront', subset: 'v1' }];
  return [
    istio(cluster, 'Gateway', INGRESS, 'shop', { selector: { istio: 'ingressgateway' }, servers }),
    virtualService(cluster, 'storefront', [host], shop, [`${INGRESS}/shop`]),
    rule('storefront', 'storefront', versions),
    istio(cluster, 'ServiceEntry', 'storefront', 'card-network', {
      hosts: [CARD_NETWORK],
      location: 'MESH_EXTERNAL',
      ports: [{ number: 443, name: 'https', protocol: 'HTTPS' }],
      resolution: 'DNS',
    }),
    ...(cluster.index === 0 ? faultyObjects(cluster, host) : []),
  ];
}

/** Objects with faults, as if somebody had not finished a change. KIA… is Kiali's code for the fault. */
function faultyObjects(cluster: DemoCluster, host: string): readonly DemoObject[] {
  const subsets = [{ name: 'v1', labels: { 'app.kubernetes.io/version': 'v1' } }];
  return [
    virtualService(
      cluster,
      'storefront-sale',
      [host],
      [{ host: 'storefront', subset: 'v1', weight: 80 }],
      [`${INGRESS}/shop`],
    ), // Kiali: KIA1104, KIA1106
    virtualService(cluster, 'returns', ['returns'], [{ host: 'returns' }], ['returns-gateway']), // Kiali: KIA1101, 1102
    virtualService(cluster, 'cart', ['cart'], [{ host: 'cart', subset: 'v3' }]), // Kiali: KIA1107
    istio(cluster, 'DestinationRule', 'storefront', 'cart', { host: 'cart', subsets }), // Kiali: KIA0201
    istio(cluster, 'DestinationRule', 'storefront', 'cart-retries', { host: 'cart', subsets }), // Kiali: KIA0201
    istio(cluster, 'DestinationRule', 'storefront', 'returns', { host: 'returns' }), // Kiali: KIA0202
    istio(cluster, 'Gateway', INGRESS, 'partners', {
      selector: { istio: 'partner-gateway' }, // Kiali: KIA0302
      servers: [{ port: { number: 443, name: 'https', protocol: 'HTTPS' }, hosts: ['partners.acme.example'] }],
    }),
  ];
}

/**
 * Istio objects of payments: the service accounts that may call it, and subsets on the second cluster. On the first
 * cluster, one account does not exist (Kiali's KIA0106). On the third cluster, one account runs only in another cluster
 * (Kiali's KIA0107).
 */
function paymentsObjects(cluster: DemoCluster): readonly DemoObject[] {
  const principal = (space: string, account: string) => `cluster.local/ns/${space}/sa/${account}`;
  const callers = [principal('storefront', 'storefront'), principal('storefront', 'cart')];
  const principals = cluster.index === 0 ? [...callers, principal('storefront', 'returns')] : callers;
  return [
    istio(cluster, 'AuthorizationPolicy', 'payments', 'callers', {
      selector: { matchLabels: { 'app.kubernetes.io/name': 'payments-api' } },
      action: 'ALLOW',
      rules: [{ from: [{ source: { principals } }] }],
    }),
    ...(cluster.index === 1
      ? [
          istio(cluster, 'DestinationRule', 'payments', 'payments-api', {
            host: 'payments-api',
            subsets: [{ name: 'fast', labels: { 'acme.example/tier': 'fast' } }], // Kiali: KIA0203
          }),
        ]
      : []),
  ];
}
