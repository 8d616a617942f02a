/** Series as Istio's proxies report them, and the graph that a caller gets from these series. */
import {
  callsOf,
  responseTimesOf,
  type Call,
  type CallSeries,
  type NamespaceSeries,
} from '../../../subgraphs/mesh/calls.ts';
import { graphOf, type Graph, type GraphView } from '../../../subgraphs/mesh/graph.ts';

export function run<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Labels of one end of a call. The text is `cluster/namespace/workload`, then app and version as `app:version`:
 * `east/shop/web-v1=web:v1`.
 */
function endLabels(prefix: 'source_' | 'destination_', text: string): Record<string, string> {
  const [place = '', app = ''] = text.split('=');
  const [cluster = '', namespace = '', workload = ''] = place.split('/');
  const [name = '', version = ''] = app.split(':');
  return {
    [`${prefix}cluster`]: cluster,
    [`${prefix}workload_namespace`]: namespace,
    [`${prefix}workload`]: workload,
    [`${prefix}canonical_service`]: name,
    [`${prefix}canonical_revision`]: version,
  };
}

export interface SeriesParts {
  /** Service as `namespace/name`. */
  readonly service?: string;
  readonly reporter?: string;
  readonly rate?: number;
  readonly code?: string;
  readonly flags?: string;
  readonly protocol?: string;
  readonly mtls?: boolean;
  readonly labels?: Readonly<Record<string, string>>;
}

export function series(source: string, destination: string, parts: SeriesParts = {}): CallSeries {
  const {
    service = '/',
    reporter = 'source',
    rate = 1,
    code = '200',
    flags = '-',
    protocol = 'http',
    mtls,
    labels = {},
  } = parts;
  const [namespace = '', name = ''] = service.split('/');
  return {
    labels: {
      reporter,
      ...endLabels('source_', source),
      ...endLabels('destination_', destination),
      destination_service_namespace: namespace,
      destination_service_name: name,
      request_protocol: protocol,
      response_code: code,
      response_flags: flags,
      ...(mtls !== undefined && { connection_security_policy: mtls ? 'mutual_tls' : 'none' }),
      ...labels,
    },
    value: rate,
  };
}

export function calls(
  requests: readonly CallSeries[],
  more: Partial<NamespaceSeries> & { idle?: boolean; clusterIds?: Record<string, string> } = {},
) {
  const { idle = false, clusterIds = {}, ...rest } = more;
  return run(callsOf([{ namespace: 'shop', requests, ...rest }], { idle, clusterIds }));
}

export const OPEN: GraphView = {
  type: 'WORKLOAD',
  serviceNodes: false,
  wantsEnd: ({ namespace }) => namespace !== '',
  wantsService: ({ namespace }) => namespace !== '',
  isOpen: (cluster, namespace) => cluster !== '' && namespace !== '',
  mayName: () => true,
  namespaces: new Set(['shop']),
};

/** View of a caller on the requested namespaces. The caller may see the given places (`cluster/namespace`). */
export function viewOf(
  places: readonly string[],
  namespaces: readonly string[],
  more: Partial<GraphView> = {},
): GraphView {
  const open = new Set(places);
  const requested = new Set(namespaces);
  const isOpen = (cluster: string, namespace: string) => open.has(`${cluster}/${namespace}`);
  const wants = ({ cluster, namespace }: { cluster: string; namespace: string }) =>
    requested.has(namespace) && isOpen(cluster, namespace);
  return { ...OPEN, wantsEnd: wants, wantsService: wants, isOpen, namespaces: requested, ...more };
}

export function graph(found: readonly Call[], view: Partial<GraphView> = {}): Graph {
  const made = run(graphOf(found, [], { ...OPEN, ...view }));
  if (made === 'TOO_LARGE') throw new Error('too large');
  return made;
}

export function times(sums: readonly CallSeries[], counts: readonly CallSeries[]) {
  return run(responseTimesOf([{ namespace: 'shop', requests: [], times: { sums, counts } }], { clusterIds: {} }));
}

/** Edges as `source → target: rate`. */
export function edgesOf({ edges }: Graph): string[] {
  return edges.map(
    ({ source, target, traffic }) => `${source} → ${target}: ${traffic.map(({ rate }) => rate).join(' + ')}`,
  );
}

export const idsOf = ({ nodes }: Graph): string[] => nodes.map(({ id }) => id);
