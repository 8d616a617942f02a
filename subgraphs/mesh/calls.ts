/**
 * Calls of the mesh, from the series of Istio's standard metrics. All functions are pure.
 *
 * The proxy of the caller and the proxy of the called workload report a call, each in its own series. A call gets the
 * greater of the two rates. If only one proxy reports, the call gets that proxy's rate.
 *
 * Series are not trusted. A label that is absent, empty or `unknown` counts as unknown and is no error.
 */
import { isIP } from 'node:net';

/**
 * A workload as telemetry names it. Unknown fields are empty texts. All fields are empty if both workload and app are
 * unknown.
 */
export interface CallEnd {
  readonly cluster: string;
  readonly namespace: string;
  readonly workload: string;
  readonly app: string;
  readonly version: string;
}

/** A service as telemetry names it. A name without a namespace is a host outside the mesh and has no cluster. */
export interface CalledService {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

export type Protocol = 'HTTP' | 'GRPC' | 'TCP';
export const PROTOCOLS: readonly Protocol[] = ['HTTP', 'GRPC', 'TCP'];

/** Source, destination, called service and protocol of calls. */
export interface Route {
  readonly source: CallEnd;
  readonly destination: CallEnd;
  /** Called service. Its name is empty if the service is unknown. */
  readonly service: CalledService;
  readonly protocol: Protocol;
}

/** Requests, or bytes of TCP, that have the same route, response code and flags. */
export interface Call extends Route {
  /** gRPC status if one is reported, else the HTTP response code. `-` if both are unknown, and for TCP. */
  readonly code: string;
  /** Response flags. `-` if there are none. */
  readonly flags: string;
  /** Requests per second. For TCP, bytes per second. */
  readonly rate: number;
  /** Requests or bytes per second that the proxies of the called workloads reported. */
  readonly reported: number;
  /** The part of `reported` with mutual TLS. */
  readonly mutual: number;
}

/** Response times of a route, as rates over the window. The mean response time is `milliseconds / count`. */
export interface ResponseTimes extends Route {
  readonly milliseconds: number;
  readonly count: number;
}

export interface CallSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A namespace in some clusters. The names are the names in telemetry. */
export interface TelemetryPlace {
  readonly namespace: string;
  /** Undefined means all clusters. */
  readonly clusters?: ReadonlySet<string>;
}

/** Prometheus's answers about one namespace. */
export interface NamespaceSeries extends TelemetryPlace {
  readonly requests: readonly CallSeries[];
  readonly tcp?: readonly CallSeries[];
  readonly times?: { readonly sums: readonly CallSeries[]; readonly counts: readonly CallSeries[] };
}

export interface CallOptions {
  /**
   * Registered name of a cluster, by the name of the cluster in telemetry. Clusters whose two names are equal need no
   * entry.
   */
  readonly clusterIds: Readonly<Record<string, string>>;
  /** True to include calls with a rate below LEAST_RATE. */
  readonly idle: boolean;
}

/** Calls below this rate count as idle. The unit is requests per second, or bytes per second for TCP. */
const LEAST_RATE = 0.0005;
/** Series read between two yields. */
const SERIES_IN_A_STEP = 200;

/**
 * Reads the calls of some namespaces. A series that belongs to several namespaces counts once, for the first namespace
 * with an answer.
 */
export function* callsOf(
  answers: readonly NamespaceSeries[],
  options: CallOptions,
): Generator<void, readonly Call[], void> {
  const calls = new Map<string, CountedCall>();
  const read = readerOf(options.clusterIds);
  let count = 0;
  for (const [i, { requests, tcp = [] }] of answers.entries()) {
    const earlier = new Map(answers.slice(0, i).map(answer => [answer.namespace, answer]));
    for (const [series, isTcp] of [[requests, false] as const, [tcp, true] as const]) {
      for (const { labels, value } of series) {
        if (++count % SERIES_IN_A_STEP === 0) yield;
        if (isCountedIn(labels, earlier)) continue;
        const route = read(labels, isTcp);
        if (!route) continue;
        const [code, flags] = [isTcp ? '-' : codeOf(labels, route.protocol), known(labels['response_flags']) || '-'];
        const key = `${route.key} ${JSON.stringify([code, flags])}`;
        let call = calls.get(key);
        if (!call) calls.set(key, (call = { route, code, flags, bySource: 0, byDestination: 0, mutual: 0 }));
        if (labels['reporter'] === 'source') call.bySource += value;
        else if (labels['reporter'] === 'destination') {
          call.byDestination += value;
          if (labels['connection_security_policy'] === 'mutual_tls') call.mutual += value;
        }
      }
    }
  }
  const counted: Call[] = [];
  for (const { route, code, flags, bySource, byDestination, mutual } of calls.values()) {
    const rate = Math.max(bySource, byDestination);
    if (rate < LEAST_RATE && !options.idle) continue;
    const { source, destination, service, protocol } = route;
    counted.push({ source, destination, service, protocol, code, flags, rate, reported: byDestination, mutual });
  }
  return counted;
}

export function* clustersIn(calls: readonly Call[]): Generator<void, ReadonlySet<string>, void> {
  const clusters = new Set<string>();
  let count = 0;
  for (const { source, destination, service } of calls) {
    for (const { cluster } of [source, destination, service]) if (cluster !== '') clusters.add(cluster);
    if (++count % SERIES_IN_A_STEP === 0) yield;
  }
  return clusters;
}

interface CountedCall {
  readonly route: KeyedRoute;
  readonly code: string;
  readonly flags: string;
  bySource: number;
  byDestination: number;
  mutual: number;
}

/**
 * Response times of the routes in some namespaces. A route gets the times that the proxies of the called workloads
 * measured. If these proxies counted no request, the route gets the times that the callers' proxies measured.
 */
export function* responseTimesOf(
  answers: readonly NamespaceSeries[],
  { clusterIds }: Pick<CallOptions, 'clusterIds'>,
): Generator<void, readonly ResponseTimes[], void> {
  const routes = new Map<
    string,
    Record<'source' | 'destination', { milliseconds: number; count: number }> & { route: KeyedRoute }
  >();
  const read = readerOf(clusterIds);
  let number = 0;
  const measured = answers.filter(({ times }) => times);
  for (const [i, { times }] of measured.entries()) {
    const earlier = new Map(measured.slice(0, i).map(answer => [answer.namespace, answer]));
    for (const [series, part] of [
      [times?.sums ?? [], 'milliseconds'] as const,
      [times?.counts ?? [], 'count'] as const,
    ]) {
      for (const { labels, value } of series) {
        if (++number % SERIES_IN_A_STEP === 0) yield;
        const { reporter } = labels;
        if ((reporter !== 'source' && reporter !== 'destination') || isCountedIn(labels, earlier)) continue;
        const route = read(labels, false);
        if (!route) continue;
        let of = routes.get(route.key);
        if (!of) {
          of = { route, source: { milliseconds: 0, count: 0 }, destination: { milliseconds: 0, count: 0 } };
          routes.set(route.key, of);
        }
        of[reporter][part] += value;
      }
    }
  }
  return [...routes.values()].map(({ route: { source, destination, service, protocol }, ...by }) => ({
    ...{ source, destination, service, protocol },
    ...(by.destination.count > 0 ? by.destination : by.source),
  }));
}

/** True if the query for one of these places returns the series. The query is in telemetry.ts. */
function isCountedIn(labels: CallSeries['labels'], places: ReadonlyMap<string, TelemetryPlace>): boolean {
  if (places.size === 0) return false;
  const isIn = (namespace: string | undefined, cluster: string): boolean => {
    const place = places.get(namespace ?? '');
    return place !== undefined && (place.clusters?.has(cluster) ?? true);
  };
  const source = known(labels['source_cluster']);
  const destination = known(labels['destination_cluster']) || source;
  return (
    isIn(labels['source_workload_namespace'], source) ||
    isIn(labels['destination_service_namespace'], destination) ||
    isIn(labels['destination_workload_namespace'], destination)
  );
}

interface KeyedRoute extends Route {
  readonly key: string;
}

const NOBODY: CallEnd = { cluster: '', namespace: '', workload: '', app: '', version: '' };

/**
 * Returns a function that reads the route of a series. The route is undefined in these cases:
 * - The source has a namespace, but its cluster is unknown.
 * - The source has a namespace, but both its workload and its app are unknown.
 * - The called service is an IP address, and the destination's workload is unknown.
 */
function readerOf(
  clusterIds: CallOptions['clusterIds'],
): (labels: CallSeries['labels'], isTcp: boolean) => KeyedRoute | undefined {
  const idOf = new Map(Object.entries(clusterIds));
  const clusterOf = (label: string | undefined): string => idOf.get(known(label)) ?? known(label);
  const routes = new Map<string, KeyedRoute>();
  return (labels, isTcp) => {
    let source = endOf(labels, 'source_', clusterOf(labels['source_cluster']));
    const isNameless = source.workload === '' && source.app === '';
    if (source.namespace !== '' && (isNameless || source.cluster === '')) return undefined;

    let destination = endOf(labels, 'destination_', clusterOf(labels['destination_cluster']));
    let service: CalledService = {
      cluster: destination.cluster,
      namespace: known(labels['destination_service_namespace']),
      name: known(labels['destination_service_name']),
    };
    if (isIP(service.name) !== 0 && destination.workload === '') return undefined;
    if (destination.cluster === '' && (destination.namespace !== '' || service.namespace !== '')) {
      destination = { ...destination, cluster: source.cluster };
      service = { ...service, cluster: source.cluster };
    }
    if (
      destination.namespace === '' ||
      destination.cluster === '' ||
      (destination.workload === '' && destination.app === '')
    )
      destination = NOBODY;
    if (source.namespace === '' && isNameless) source = NOBODY;
    if (service.namespace === '') service = { ...service, cluster: '' };
    if (service.name === '') service = { cluster: '', namespace: '', name: '' };

    const protocol = isTcp ? 'TCP' : labels['request_protocol'] === 'grpc' ? 'GRPC' : 'HTTP';
    const key = JSON.stringify([
      ...[source.cluster, source.namespace, source.workload, source.app, source.version],
      ...[destination.cluster, destination.namespace, destination.workload, destination.app, destination.version],
      ...[service.cluster, service.namespace, service.name, protocol],
    ]);
    let route = routes.get(key);
    if (!route) routes.set(key, (route = { source, destination, service, protocol, key }));
    return route;
  };
}

function endOf(labels: CallSeries['labels'], prefix: 'source_' | 'destination_', cluster: string): CallEnd {
  return {
    cluster,
    namespace: known(labels[`${prefix}workload_namespace`]),
    workload: known(labels[`${prefix}workload`]),
    app: known(labels[`${prefix}canonical_service`]),
    version: known(labels[`${prefix}canonical_revision`]),
  };
}

function known(label: string | undefined): string {
  return label === undefined || label === 'unknown' ? '' : label;
}

/** Proxies report the HTTP code 0 if there was no response. */
function codeOf(labels: CallSeries['labels'], protocol: Protocol): string {
  const status = protocol === 'GRPC' ? known(labels['grpc_response_status']) : '';
  const code = known(labels['response_code']);
  return status || (code === '0' ? '' : code) || '-';
}
