/**
 * The Prometheus queries of one operation about the mesh. A query covers one namespace in all clusters in which the
 * namespace is open to the caller (open-places.ts). So traffic between closed places of the mesh does not count against
 * the limits of an answer and changes no answer. One query covers all these clusters, because one query for each
 * cluster would be too many.
 *
 * Callers share the answers to equal queries (prometheus/). Two callers send equal queries if the namespace is open to
 * both in the same clusters. If the namespace is open in all clusters of the mesh, the query names no clusters. The
 * answer then includes clusters that are not in the mesh, so that operators learn of them (MeshParts.sawCluster).
 */
import { FairGate } from '../../async/fair-gate.ts';
import { addTo } from '../../readmodel/table/containers.ts';
import type { InstantQuery, PrometheusAnswer, PrometheusCause } from '../../prometheus/client.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import { matchersOf, oneOf, quote } from '../../prometheus/promql.ts';
import type { Span } from './arguments.ts';
import type { NamespaceSeries, TelemetryPlace } from './calls.ts';

export type TelemetryCause = PrometheusCause | 'NOT_CONFIGURED' | 'FORBIDDEN';

/** Optional data about a namespace, in addition to its requests. */
export interface Wanted {
  readonly tcp: boolean;
  readonly times: boolean;
}

export interface TelemetryOptions {
  /** Undefined if no Prometheus is configured for the mesh. */
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'> | undefined;
  /** Names of the clusters of the mesh. */
  readonly clusters: ReadonlySet<string>;
  /** Registered names of clusters, by their names in telemetry, where these differ. */
  readonly clusterIds: Readonly<Record<string, string>>;
  /** Values of labels, by label. Only series with all these values are read. */
  readonly matchers: Readonly<Record<string, string>>;
  readonly caller: string;
  readonly signal: AbortSignal;
  /** Time at which the answer is due, in milliseconds of performance.now(). */
  readonly deadline: number;
}

/** Maximum number of namespaces that one operation reads. A namespace counts once for each set of clusters. */
const MAX_NAMESPACES = 50;
/**
 * Maximum concurrent queries of one operation. It is below a caller's limit of waiting queries, so that one operation
 * cannot use up the whole share of its caller.
 */
const MAX_QUERIES = 48;
/** Milliseconds before the deadline that are kept for building the answer. */
const RESERVE_MS = 500;

const END = ['cluster', 'workload_namespace', 'workload', 'canonical_service', 'canonical_revision'];
const SERIES = [
  'reporter',
  ...END.map(label => `source_${label}`),
  ...END.map(label => `destination_${label}`),
  'destination_service_namespace',
  'destination_service_name',
];
const REQUESTS = [
  ...SERIES,
  ...['request_protocol', 'response_code', 'grpc_response_status', 'response_flags', 'connection_security_policy'],
];
const TCP = [...SERIES, 'response_flags', 'connection_security_policy'];
const TIMES = [...SERIES, 'request_protocol'];

/** Parts of a query: the metric, the grouping labels, and matchers in addition to the configured matchers. */
interface Metric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly matchers: readonly string[];
}

const METRICS = {
  requests: { name: 'istio_requests_total', labels: REQUESTS, matchers: [] },
  // Bytes from client to server. Istio's ztunnel on each node reports the same bytes again, so its series are excluded.
  tcp: { name: 'istio_tcp_received_bytes_total', labels: TCP, matchers: ['app!="ztunnel"'] },
  sums: { name: 'istio_request_duration_milliseconds_sum', labels: TIMES, matchers: [] },
  counts: { name: 'istio_request_duration_milliseconds_count', labels: TIMES, matchers: [] },
} as const satisfies Record<string, Metric>;

/**
 * Query for all series whose source or destination is in a namespace of these clusters. Values are rates per second
 * over the last `minutes`.
 */
export function promql(
  { name, labels, matchers }: Metric,
  { namespace, clusters }: TelemetryPlace,
  minutes: number,
  configured: readonly string[],
): string {
  const fixed = ['reporter=~"source|destination"', ...configured, ...matchers];
  const ids = clusters && [...clusters];
  const leaving = ids ? [oneOf('source_cluster', ids)] : [];
  // A destination whose cluster is unknown counts as being in the cluster of the source (calls.ts).
  const arriving = ids ? [[oneOf('destination_cluster', ids)], ['destination_cluster=~"unknown|"', ...leaving]] : [[]];
  const ends: readonly (readonly [label: string, all: readonly (readonly string[])[]])[] = [
    ['source_workload_namespace', [leaving]],
    ['destination_service_namespace', arriving],
    ['destination_workload_namespace', arriving],
  ];
  return ends
    .flatMap(([label, all]) => all.map(more => [...fixed, `${label}=${quote(namespace)}`, ...more].join(',')))
    .map(selector => `sum by (${labels.join(', ')}) (rate(${name}{${selector}}[${minutes}m]))`)
    .join(' or ');
}

export class OperationTelemetry {
  readonly #options: TelemetryOptions;
  readonly #matchers: readonly string[];
  /** Names of each cluster in telemetry. Undefined until first needed, because most operations need none. */
  #idsOf: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #places = new Set<string>();
  readonly #requested = new Map<string, Promise<PrometheusAnswer>>();
  /**
   * A FairGate gives one caller at most half of its slots. So an operation runs at most MAX_QUERIES queries at once.
   */
  readonly #slots = new FairGate({ slots: 2 * MAX_QUERIES });

  constructor(options: TelemetryOptions) {
    this.#options = options;
    this.#matchers = matchersOf(options.matchers);
  }

  /**
   * Series of a namespace in some clusters, or the reason why they are unknown. Unknown response times are omitted.
   * @param clusters Names of clusters of the mesh, at least one
   */
  async of(
    namespace: string,
    clusters: ReadonlySet<string>,
    span: Span,
    { tcp, times }: Wanted,
  ): Promise<NamespaceSeries | { readonly cause: TelemetryCause }> {
    const { prometheus } = this.#options;
    if (!prometheus) return { cause: 'NOT_CONFIGURED' };
    const ids = clusters.size < this.#options.clusters.size ? this.#ids(clusters) : undefined;
    const place: TelemetryPlace = { namespace, ...(ids && { clusters: new Set(ids) }) };
    if (ids?.length === 0) return { ...place, requests: [] };
    const key = JSON.stringify([namespace, ids]);
    if (!this.#places.has(key) && this.#places.size >= MAX_NAMESPACES) return { cause: 'LIMITED' };
    this.#places.add(key);
    const ask = (metric: Metric) => this.#ask(prometheus, metric, place, span);
    const [requests, bytes, sums, counts] = await Promise.all([
      ask(METRICS.requests),
      tcp ? ask(METRICS.tcp) : undefined,
      times ? ask(METRICS.sums) : undefined,
      times ? ask(METRICS.counts) : undefined,
    ]);
    if ('cause' in requests) return requests;
    if (bytes && 'cause' in bytes) return bytes;
    const areTimesKnown = sums && counts && !('cause' in sums) && !('cause' in counts);
    return {
      ...place,
      requests: requests.series,
      ...(bytes && { tcp: bytes.series }),
      ...(areTimesKnown && { times: { sums: sums.series, counts: counts.series } }),
    };
  }

  /** Names of the clusters in telemetry, sorted, so that equal sets give equal queries. */
  #ids(clusters: ReadonlySet<string>): readonly string[] {
    const idsOf = (this.#idsOf ??= idsByName(this.#options));
    return [...clusters].flatMap(name => idsOf.get(name) ?? []).sort();
  }

  #ask(
    prometheus: Pick<Prometheus, 'query' | 'timeoutMs'>,
    metric: Metric,
    place: TelemetryPlace,
    { minutes, at }: Span,
  ): Promise<PrometheusAnswer> {
    const query = promql(metric, place, minutes, this.#matchers);
    const key = `${at} ${query}`;
    let requested = this.#requested.get(key);
    if (!requested) {
      requested = this.#inTurn(prometheus, { query, at: at / 1_000, labels: metric.labels });
      this.#requested.set(key, requested);
    }
    return requested;
  }

  /** Runs a query in a slot. The query's timeout includes its wait for the slot. */
  async #inTurn(prometheus: Pick<Prometheus, 'query' | 'timeoutMs'>, query: InstantQuery): Promise<PrometheusAnswer> {
    const { caller, signal, deadline } = this.#options;
    const endsAt = Math.min(deadline - RESERVE_MS, performance.now() + prometheus.timeoutMs);
    using _slot = await this.#slots.enter(caller, signal);
    return await prometheus.query(query, { caller, signal, withinMs: Math.max(0, endsAt - performance.now()) });
  }
}

function idsByName({
  clusters,
  clusterIds,
}: Pick<TelemetryOptions, 'clusters' | 'clusterIds'>): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const name of clusters) if (!Object.hasOwn(clusterIds, name)) addTo(ids, name, name);
  for (const [id, name] of Object.entries(clusterIds)) addTo(ids, name, id);
  return ids;
}
