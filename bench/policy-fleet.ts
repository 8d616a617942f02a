/** Rows of 100 clusters. Each cluster has 400 objects: Gateways, routes, Services and policies. */
import { lookupProjections } from '../kinds/projection.ts';
import { toRow } from '../kinds/row.ts';
import type { Resource } from '../rbac/types.ts';
import type { Row } from '../store/store.ts';
import { projections } from '../subgraphs/policy/projections.ts';

export const CLUSTERS = 100;
const GATEWAYS = 9;
const ROUTES = 150;
const SERVICES = 220;
const POLICIES = 20;
export const OBJECTS = 1 + GATEWAYS + ROUTES + SERVICES + POLICIES;
const NOW = Date.UTC(2026, 0, 31);
const GROUP = 'gateway.networking.k8s.io';

export const clusterName = (number: number): string => `cluster-${String(number).padStart(4, '0')}`;
export const namespaceOf = (number: number): string => `team-${number % 10}`;

const resource = (group: string, kind: string, plural: string, namespaced = true): Resource => ({
  ...{ group, version: 'v1', kind, plural, namespaced },
});
export const RESOURCES: readonly Resource[] = [
  resource('', 'Namespace', 'namespaces', false),
  resource('', 'Service', 'services'),
  resource(GROUP, 'GatewayClass', 'gatewayclasses', false),
  resource(GROUP, 'Gateway', 'gateways'),
  resource(GROUP, 'HTTPRoute', 'httproutes'),
  resource(GROUP, 'ReferenceGrant', 'referencegrants'),
  resource('kuadrant.io', 'AuthPolicy', 'authpolicies'),
  resource('kuadrant.io', 'RateLimitPolicy', 'ratelimitpolicies'),
];
const projectionsOf = lookupProjections(projections);

type Json = Readonly<Record<string, unknown>>;

export function rowOf(cluster: string, kind: string, namespace: string, name: string, content: Json, version = 1): Row {
  const of = RESOURCES.find(it => it.kind === kind)!;
  const place = of.namespaced ? { namespace } : {};
  const metadata = {
    ...place,
    name,
    uid: `${cluster}/${kind}/${name}`,
    resourceVersion: String(version),
    generation: version,
  };
  const row = toRow(
    cluster,
    of,
    { kind, metadata: { ...metadata, creationTimestamp: '2026-01-01T00:00:00Z' }, ...content },
    NOW,
    {
      projections: projectionsOf(of),
    },
  );
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

const all = { allowedRoutes: { namespaces: { from: 'All' } } };
const gatewayRef = (number: number) => ({
  group: GROUP,
  kind: 'Gateway',
  namespace: 'infra',
  name: `gateway-${number}`,
});

export function rowsOf(number: number): Row[] {
  const cluster = clusterName(number);
  const listener = (name: string, hostname: string) => ({ name, hostname, port: 443, protocol: 'HTTPS', ...all });
  const rows = [rowOf(cluster, 'GatewayClass', '', 'main', { spec: { controllerName: 'example.com/gateway' } })];
  for (let g = 0; g < GATEWAYS; g++) {
    const listeners = [listener('web', `*.g${g}.example.com`), listener('api', `api.g${g}.example.com`)];
    rows.push(rowOf(cluster, 'Gateway', 'infra', `gateway-${g}`, { spec: { gatewayClassName: 'main', listeners } }));
  }
  for (let r = 0; r < ROUTES; r++) {
    const rule = (s: number) => ({ backendRefs: [{ name: `service-${s}`, namespace: namespaceOf(r), port: 80 }] });
    const spec = {
      parentRefs: [gatewayRef(r % GATEWAYS)],
      hostnames: [`app-${r}.g${r % GATEWAYS}.example.com`],
      rules: [rule(r), rule(r + 50)],
    };
    rows.push(rowOf(cluster, 'HTTPRoute', namespaceOf(r), `route-${r}`, { spec }));
  }
  for (let s = 0; s < SERVICES; s++)
    rows.push(
      rowOf(cluster, 'Service', namespaceOf(s), `service-${s}`, { spec: { ports: [{ name: 'http', port: 80 }] } }),
    );
  for (let p = 0; p < POLICIES; p++) rows.push(policyRow(number, p));
  return rows;
}

/** @param limit Limit in one of the policy's rules. A different limit makes a different specification */
export function policyRow(number: number, policy: number, { limit = 1, version = 1 } = {}): Row {
  const [isOnGateway, kind] = [policy < GATEWAYS, policy % 2 === 0 ? 'RateLimitPolicy' : 'AuthPolicy'];
  const target = isOnGateway
    ? { name: `gateway-${policy}`, kind: 'Gateway' }
    : { name: `route-${policy}`, kind: 'HTTPRoute' };
  const limits = { burst: { rates: [{ limit, window: '1s' }] }, slow: { rates: [{ limit: 10, window: '1m' }] } };
  const rules = kind === 'AuthPolicy' ? { rules: { authentication: { sso: { jwt: { limit } } } } } : { limits };
  const spec = {
    targetRef: { group: GROUP, ...target },
    [isOnGateway ? 'overrides' : 'defaults']: { strategy: 'merge', ...rules },
  };
  return rowOf(
    clusterName(number),
    kind,
    isOnGateway ? 'infra' : namespaceOf(policy),
    `policy-${policy}`,
    { spec },
    version,
  );
}

/** A Gateway with 63 listeners, 63 routes that attach to all listeners, and two policies. */
export function squareRows(cluster: string): Row[] {
  const listeners = Array.from({ length: 63 }, (_, i) => ({
    name: `l${i}`,
    port: 8_000 + i,
    protocol: 'HTTP',
    ...all,
  }));
  return [
    rowOf(cluster, 'GatewayClass', '', 'main', { spec: { controllerName: 'example.com/gateway' } }),
    rowOf(cluster, 'Gateway', 'infra', 'gateway-0', { spec: { gatewayClassName: 'main', listeners } }),
    ...Array.from({ length: 63 }, (_, i) =>
      rowOf(cluster, 'HTTPRoute', 'team-0', `route-${i}`, { spec: { parentRefs: [gatewayRef(0)], rules: [{}] } }),
    ),
    ...['AuthPolicy', 'RateLimitPolicy'].map(kind =>
      rowOf(cluster, kind, 'infra', 'all', {
        spec: {
          targetRef: { group: GROUP, kind: 'Gateway', name: 'gateway-0' },
          limits: { a: {} },
          rules: { authentication: { a: {} } },
        },
      }),
    ),
  ];
}
