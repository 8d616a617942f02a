/**
 * Queries of one operation to Prometheus about the mesh: at most four for each namespace, window and time, for all
 * clusters together, and none for a single object. All callers share the answers (prometheus/), so the queries do not
 * depend on the caller.
 */
import { FairGate } from '../../async/fair-gate.ts';
import type { InstantQuery, PrometheusAnswer, PrometheusCause } from '../../prometheus/client.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import { matchersOf, quote } from '../../prometheus/promql.ts';
import type { Span } from './arguments.ts';
import type { NamespaceSeries } from './calls.ts';

export type TelemetryCause = PrometheusCause | 'NOT_CONFIGURED' | 'FORBIDDEN';

/** Data about a namespace beside its requests. */
export interface Wanted {
  readonly tcp: boolean;
  readonly times: boolean;
}

export interface TelemetryOptions {
  /** Undefined: none is configured for the mesh. */
  readonly prometheus: Pick<Prometheus, 'query' | 'timeoutMs'> | undefined;
  /** Labels that every series must have. */
  readonly matchers: Readonly<Record<string, string>>;
  readonly caller: string;
  readonly signal: AbortSignal;
  /** Time on performance.now() at which the answer is due. */
  readonly deadline: number;
}

/** Namespaces that one operation reads. */
const MAX_NAMESPACES = 50;
/** Queries of one operation at a time, less than a caller may have waiting: no operation uses up its caller's share. */
const MAX_QUERIES = 48;
/** Kept of the operation's time for the answer itself. */
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

/** A query from its metric, its grouping, and matchers in addition to the configured ones. */
interface Metric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly matchers: readonly string[];
}

const METRICS = {
  requests: { name: 'istio_requests_total', labels: REQUESTS, matchers: [] },
  // Bytes from client to server. The proxies of nodes (ztunnel) report them again.
  tcp: { name: 'istio_tcp_received_bytes_total', labels: TCP, matchers: ['app!="ztunnel"'] },
  sums: { name: 'istio_request_duration_milliseconds_sum', labels: TIMES, matchers: [] },
  counts: { name: 'istio_request_duration_milliseconds_count', labels: TIMES, matchers: [] },
} as const satisfies Record<string, Metric>;

/** All series that begin or end in a namespace, in any cluster. */
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
  /** A single caller gets half of the places. */
  readonly #slots = new FairGate({ slots: 2 * MAX_QUERIES });

  constructor(options: TelemetryOptions) {
    this.#options = options;
    this.#matchers = matchersOf(options.matchers);
  }

  /** The series of a namespace, or why they are not known. Response times that are not known are left out. */
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

  /** The time of a query includes its wait for a place. */
  async #inTurn(prometheus: Pick<Prometheus, 'query' | 'timeoutMs'>, query: InstantQuery): Promise<PrometheusAnswer> {
    const { caller, signal, deadline } = this.#options;
    const endsAt = Math.min(deadline - RESERVE_MS, performance.now() + prometheus.timeoutMs);
    using _slot = await this.#slots.enter(caller, signal);
    return await prometheus.query(query, { caller, signal, withinMs: Math.max(0, endsAt - performance.now()) });
  }
}
