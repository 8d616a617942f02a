/**
 * The Prometheus queries of one operation about the mesh. A query covers one namespace in all clusters. All callers
 * share the answers (prometheus/), so a query must not depend on the caller.
 */
import { FairGate } from '../../async/fair-gate.ts';
import type { InstantQuery, PrometheusAnswer, PrometheusCause } from '../../prometheus/client.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import { matchersOf, quote } from '../../prometheus/promql.ts';
import type { Span } from './arguments.ts';
import type { NamespaceSeries } from './calls.ts';

export type TelemetryCause = PrometheusCause | 'NOT_CONFIGURED' | 'FORBIDDEN';

/** Optional data about a namespace, in addition to its requests. */
export interface Wanted {
  readonly tcp: boolean;
  readonly times: boolean;
}

export interface TelemetryOptions {
  /** Undefined if no Prometheus is configured for the mesh. */
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'> | undefined;
  /** Values of labels, by label. Only series with all these values are read. */
  readonly matchers: Readonly<Record<string, string>>;
  readonly caller: string;
  readonly signal: AbortSignal;
  /** Time at which the answer is due, in milliseconds of performance.now(). */
  readonly deadline: number;
}

/** Maximum number of namespaces that one operation reads. */
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
 * Query for all series whose source or destination is in a namespace, in any cluster. Values are rates per second over
 * the last `minutes`.
 */
export function promql(
  { name, labels, matchers }: Metric,
  namespace: string,
  minutes: number,
  configured: readonly string[],
): string {
  const fixed = ['reporter=~"source|destination"', ...configured, ...matchers].join(',');
  return ['source_workload_namespace', 'destination_service_namespace', 'destination_workload_namespace']
    .map(label => `sum by (${labels.join(', ')}) (rate(${name}{${fixed},${label}=${quote(namespace)}}[${minutes}m]))`)
    .join(' or ');
}

export class OperationTelemetry {
  readonly #options: TelemetryOptions;
  readonly #matchers: readonly string[];
  readonly #namespaces = new Set<string>();
  readonly #requested = new Map<string, Promise<PrometheusAnswer>>();
  /**
   * A FairGate gives one caller at most half of its slots. So an operation runs at most MAX_QUERIES queries at once.
   */
  readonly #slots = new FairGate({ slots: 2 * MAX_QUERIES });

  constructor(options: TelemetryOptions) {
    this.#options = options;
    this.#matchers = matchersOf(options.matchers);
  }

  /** Series of a namespace, or the reason why they are unknown. Unknown response times are omitted. */
  async of(
    namespace: string,
    span: Span,
    { tcp, times }: Wanted,
  ): Promise<NamespaceSeries | { readonly cause: TelemetryCause }> {
    const { prometheus } = this.#options;
    if (!prometheus) return { cause: 'NOT_CONFIGURED' };
    if (!this.#namespaces.has(namespace) && this.#namespaces.size >= MAX_NAMESPACES) return { cause: 'LIMITED' };
    this.#namespaces.add(namespace);
    const ask = (metric: Metric) => this.#ask(prometheus, metric, namespace, span);
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
      namespace,
      requests: requests.series,
      ...(bytes && { tcp: bytes.series }),
      ...(areTimesKnown && { times: { sums: sums.series, counts: counts.series } }),
    };
  }

  #ask(
    prometheus: Pick<Prometheus, 'query' | 'timeoutMs'>,
    metric: Metric,
    namespace: string,
    { minutes, at }: Span,
  ): Promise<PrometheusAnswer> {
    const key = JSON.stringify([metric.name, namespace, minutes, at]);
    let requested = this.#requested.get(key);
    if (!requested) {
      const query = {
        query: promql(metric, namespace, minutes, this.#matchers),
        at: at / 1_000,
        labels: metric.labels,
      };
      this.#requested.set(key, (requested = this.#inTurn(prometheus, query)));
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
