/**
 * Telemetry of a world: within each namespace of each cluster, the Pods call the Services. Callers who may see the
 * traffic of a namespace may list its Pods and Services, so this telemetry adds no secret to the rows.
 */
import type { InstantQuery, PrometheusAnswer } from '../../../prometheus/client.ts';
import { parseQuery } from '../../../sim/prometheus.ts';
import type { Row } from '../../../store/store.ts';
import type { World } from './world.ts';

export function telemetryOf(world: () => World) {
  return {
    timeoutMs: 10_000,
    query: async ({ query, labels = [] }: InstantQuery): Promise<PrometheusAnswer> => {
      const terms = parseQuery(query);
      if (typeof terms === 'string') throw new Error(terms);
      const known = new Set(labels);
      const calls = [...world()].flatMap(([cluster, { rows }]) => {
        const of = (kind: string) => [...rows.values()].filter(row => row.group === '' && row.kind === kind);
        return of('Pod').flatMap(pod =>
          of('Service').flatMap(service =>
            service.namespace === pod.namespace ? callsBetween(cluster, pod, service) : [],
          ),
        );
      });
      const series = calls.filter(({ labels: all }) => terms.some(({ matches }) => matches(all)));
      return {
        series: series.map(({ labels: all, value }) => ({
          labels: Object.fromEntries(Object.entries(all).filter(([name]) => known.has(name))),
          value,
        })),
        bytes: 0,
      };
    },
  };
}

/** A call that reaches a workload, and a call that fails earlier. */
function callsBetween(cluster: string, { namespace, name }: Row, service: Row) {
  const source = {
    source_cluster: cluster,
    source_workload_namespace: namespace,
    source_workload: name,
    source_canonical_service: name,
  };
  const called = {
    destination_cluster: cluster,
    destination_service_namespace: namespace,
    destination_service_name: service.name,
  };
  const reached = {
    destination_workload_namespace: namespace,
    destination_workload: service.name,
    destination_canonical_service: service.name,
  };
  const by = { reporter: 'source', request_protocol: 'http', response_code: '200', ...source, ...called };
  return [
    { labels: { ...by, ...reached }, value: 1 + name.length },
    { labels: { ...by, response_code: '503' } as Record<string, string>, value: 1 },
  ];
}

/**
 * Use of CPU and memory in a world. Figures of a namespace derive from its Pods, and figures of a Node from the Node.
 * In these worlds, a role that grants the metrics API also grants all other API groups, so the figures add no secret.
 */
export function usageOf(world: () => World) {
  return {
    timeoutMs: 10_000,
    query: async ({ query, at, range }: InstantQuery): Promise<PrometheusAnswer> => {
      const named = (label: string) => new RegExp(`[{,]${label}="([^"]*)"`).exec(query)?.[1];
      const [cluster, namespace, node] = [named('cluster'), named('namespace'), named('node')];
      const rows = [
        ...(world()
          .get(cluster ?? '')
          ?.rows.values() ?? []),
      ];
      const used = rows.filter(row =>
        node === undefined
          ? row.kind === 'Pod' && row.group === '' && row.namespace === namespace
          : row.kind === 'Node' && row.name === node,
      );
      const value = used.reduce((sum, { name }) => sum + 1 + name.length, 0);
      const labels: Record<string, string> = node === undefined ? {} : { id: '/' };
      const points = [range?.from ?? at, at].map(time => ({ at: time, value }));
      return { series: value === 0 ? [] : [{ labels, value, points }], bytes: 0 };
    },
  };
}
