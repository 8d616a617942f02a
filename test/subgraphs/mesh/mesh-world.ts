/**
 * A mesh over a few clusters. Objects from leaves pass through the rules of kinds and projections into a store and the
 * real read model. Series come from a simulated Prometheus. A function queries the mesh subgraph as a user.
 */
import { graphql, parse } from 'graphql';
import { openAccess } from '../../../access/access.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { ExtraCost, RequestContext } from '../../../identity/identity.ts';
import { lookupProjections } from '../../../kinds/projection.ts';
import { toRow } from '../../../kinds/row.ts';
import type { InstantQuery, PrometheusAnswer } from '../../../prometheus/client.ts';
import type { GrantObject, Resource } from '../../../rbac/types.ts';
import { labelsMatch, parseLabelSelector } from '../../../readmodel/select/labels.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { parseQuery } from '../../../sim/prometheus.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { ClusterState, Row } from '../../../store/store.ts';
import { projections } from '../../../subgraphs/mesh/projections.ts';
import { openSubgraph } from '../../../subgraphs/mesh/subgraph.ts';
import type { MeshParts } from '../../../subgraphs/parts.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../readmodel/fixtures.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import type { CallSeries } from '../../../subgraphs/mesh/calls.ts';

const resource = (group: string, version: string, kind: string, plural: string): Resource => ({
  group,
  version,
  kind,
  plural,
  namespaced: true,
});

export const RESOURCES: readonly Resource[] = [
  resource('', 'v1', 'Pod', 'pods'),
  resource('', 'v1', 'Service', 'services'),
  resource('apps', 'v1', 'Deployment', 'deployments'),
  resource('apps', 'v1', 'StatefulSet', 'statefulsets'),
  resource('apps', 'v1', 'DaemonSet', 'daemonsets'),
  resource('networking.istio.io', 'v1', 'VirtualService', 'virtualservices'),
  resource('networking.istio.io', 'v1', 'DestinationRule', 'destinationrules'),
  resource('networking.istio.io', 'v1', 'Gateway', 'gateways'),
  resource('networking.istio.io', 'v1', 'ServiceEntry', 'serviceentries'),
  resource('security.istio.io', 'v1', 'AuthorizationPolicy', 'authorizationpolicies'),
];

export const ADMIN = grant('admin', allow('list', '*'));

/** An object as a leaf returns it. */
export interface SentObject {
  readonly kind: string;
  readonly metadata: { readonly namespace: string; readonly name: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** @param place `namespace/name` */
export function sent(
  kind: string,
  place: string,
  spec: object = {},
  more: { status?: object; annotations?: object; metadata?: object } = {},
): SentObject {
  const [namespace = '', name = ''] = place.split('/');
  const { status, annotations, metadata } = more;
  return {
    kind,
    metadata: {
      namespace,
      name,
      uid: `${kind}-${place}`,
      resourceVersion: '1',
      ...(annotations && { annotations }),
      ...metadata,
    },
    spec,
    ...(status && { status }),
  };
}

export const service = (place: string, spec: object = {}, annotations?: object): SentObject =>
  sent('Service', place, { ports: [{ port: 80 }], ...spec }, { ...(annotations && { annotations }) });

/** A workload. By default, all replicas are ready. */
export function workload(
  place: string,
  labels: Readonly<Record<string, string>> = {},
  {
    kind = 'Deployment',
    account,
    images = ['app:1'],
    replicas = 1,
    status,
    annotations,
  }: {
    kind?: string;
    account?: string;
    images?: string[];
    replicas?: number;
    status?: object;
    annotations?: object;
  } = {},
): SentObject {
  const template = {
    metadata: { labels },
    spec: {
      ...(account && { serviceAccountName: account }),
      containers: images.map((image, i) => ({ name: `c${i}`, image })),
    },
  };
  const all = { replicas, availableReplicas: replicas, readyReplicas: replicas, updatedReplicas: replicas };
  return sent(kind, place, { replicas, template }, { status: status ?? all, ...(annotations && { annotations }) });
}

export interface MeshCluster {
  readonly objects?: readonly SentObject[];
  readonly grants?: readonly GrantObject[];
  readonly state?: Partial<ClusterState>;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface MeshOptions extends Partial<Omit<MeshParts, 'clusters' | 'selector'>> {
  readonly clusters: Readonly<Record<string, MeshCluster>>;
  /** Series of `istio_requests_total`. */
  readonly series?: readonly CallSeries[];
  readonly tcp?: readonly CallSeries[];
  readonly sums?: readonly CallSeries[];
  readonly counts?: readonly CallSeries[];
  /** Maximum number of series in an answer of Prometheus. @default any */
  readonly maxSeries?: number;
  readonly selector?: string;
}

export interface MeshWorld extends AsyncDisposable {
  /** Queries as a user. Returns the answer as clients get it. */
  ask(
    user: string,
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<{ readonly data: any; readonly errors?: any }>;
  /** Queries sent to Prometheus since this world was opened. */
  readonly requested: InstantQuery[];
  /** Cost that all queries added to their price. */
  readonly extra: ExtraCost;
  /** Replaces the answers of Prometheus. If the function returns undefined, the answer comes from the series. */
  answer: ((query: InstantQuery) => PrometheusAnswer | Promise<PrometheusAnswer> | undefined) | undefined;
  /** Names of clusters that appear in telemetry. */
  readonly seen: Set<string>;
  write(cluster: string, change: MeshCluster): Promise<void>;
}

const METRICS: Readonly<Record<string, 'series' | 'tcp' | 'sums' | 'counts'>> = {
  istio_requests_total: 'series',
  istio_tcp_received_bytes_total: 'tcp',
  istio_request_duration_milliseconds_sum: 'sums',
  istio_request_duration_milliseconds_count: 'counts',
};

export async function openMeshWorld(options: MeshOptions): Promise<MeshWorld> {
  const { clusters, selector = '' } = options;
  const store = new MemoryStore();
  const labelsOf = (cluster: string) => clusters[cluster]?.labels ?? {};
  const model = await openReadModel({ store, log: silentLogger, labelsOf });
  const access = openAccess({
    readModel: model,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 600_000 },
  });
  const requested: InstantQuery[] = [];
  const seen = new Set<string>();
  const extra: ExtraCost = { cost: 0 };
  const world: { answer: MeshWorld['answer'] } = { answer: undefined };
  const prometheus = {
    timeoutMs: 10_000,
    query: async (query: InstantQuery) => {
      requested.push(query);
      return world.answer?.(query) ?? answerFrom(options, query);
    },
  };
  const labels = parseLabelSelector(selector);
  const sdl = parse(subgraphSdl('mesh'));
  const subgraph = openSubgraph(sdl, {
    access,
    mesh: {
      ...{ prometheus, matchers: {}, clusterIds: {}, trustDomains: ['cluster.local'], stepMs: 15_000 },
      ...options,
      clusters: () => Object.keys(clusters).filter(name => labelsMatch(labels, labelsOf(name))),
      selector: labels,
      sawCluster: name => void seen.add(name),
    },
  });
  const leases = new Map<string, NonNullable<Awaited<ReturnType<MemoryStore['acquire']>>>>();
  const write: MeshWorld['write'] = async (cluster, { objects = [], grants = [], state }) => {
    const lease = leases.get(cluster) ?? (await store.acquire(cluster, 'test', 60_000))!;
    leases.set(cluster, lease);
    await store.apply(lease, {
      puts: objects.map(object => rowOf(cluster, object)),
      grantPuts: [...grants],
      state: { ...HEALTHY, ...state },
    });
  };
  for (const [name, cluster] of Object.entries(clusters)) await write(name, { grants: ADMIN, ...cluster });
  const count = Object.keys(clusters).length;
  await until(
    model,
    async () => model.clusters().length === count && model.clusters().every(({ loading }) => !loading),
  );
  return Object.assign(world, {
    ...{ requested, extra, seen, write },
    ask: async (user: string, source: string, variableValues: Record<string, unknown> = {}) => {
      const contextValue = subgraph.context({ ...requestOf(user), extra });
      return JSON.parse(
        JSON.stringify(await graphql({ schema: subgraph.schema, source, variableValues, contextValue })),
      ) as { data: any };
    },
    [Symbol.asyncDispose]: async () => {
      await access.close();
      await model.close();
      await store.close();
    },
  });
}

function requestOf(user: string): RequestContext {
  return {
    identity: acceptIdentity({ user, groups: [] }),
    signal: AbortSignal.timeout(240_000),
    deadline: performance.now() + 20_000,
    requestId: 'test',
    log: silentLogger,
  };
}

const HEALTHY: ClusterState = {
  ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, resources: RESOURCES },
  kinds: RESOURCES.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
  grants: { complete: true, confirmedAgo: 0, reason: '' },
};

const projectionsOf = lookupProjections(projections);

function rowOf(cluster: string, { kind, ...object }: SentObject): Row {
  const of = RESOURCES.find(it => it.kind === kind)!;
  const row = toRow(cluster, of, object, Date.now(), { projections: projectionsOf(of) });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

/** Prometheus's answer: the series that the query selects, with only the labels that the query groups by. */
function answerFrom(options: MeshOptions, { query, labels = [] }: InstantQuery): PrometheusAnswer {
  const terms = parseQuery(query);
  if (typeof terms === 'string') throw new Error(terms);
  const found = (options[METRICS[terms[0]!.metric]!] ?? []).filter(({ labels: of }) =>
    terms.some(({ matches }) => matches(of)),
  );
  if (found.length > (options.maxSeries ?? Infinity)) return { cause: 'TOO_LARGE' };
  const series = found.map(({ labels: of, value }) => ({
    labels: Object.fromEntries(labels.flatMap(label => (of[label] ? [[label, of[label]] as const] : []))),
    value,
  }));
  return { series, bytes: 0 };
}
