/**
 * A mesh on 100 clusters with 200 Services, 200 workloads and 20 Istio objects each, as rows of the index, and the
 * telemetry of one namespace.
 */
import { lookupProjections } from '../kinds/projection.ts';
import { toRow } from '../kinds/row.ts';
import type { Row } from '../store/store.ts';
import type { CallSeries } from '../subgraphs/mesh/calls.ts';
import { projections } from '../subgraphs/mesh/projections.ts';
import { RESOURCES } from '../test/subgraphs/mesh/mesh-world.ts';

export const CLUSTERS = 100;
const NAMESPACES = 20;
const SERVICES = 10;
const ISTIO_OBJECTS = 20;
export const OBJECTS = CLUSTERS * NAMESPACES * SERVICES * 2;
const NOW = Date.UTC(2026, 0, 31);

export const clusterName = (number: number): string => `cluster-${String(number).padStart(4, '0')}`;
export const namespaceName = (number: number): string => `team-${String(number).padStart(2, '0')}`;

const projectionsOf = lookupProjections(projections);

export function rowsOf(number: number): Row[] {
  const cluster = clusterName(number);
  const rows: Row[] = [];
  const add = (kind: string, namespace: string, name: string, content: object) => {
    const of = RESOURCES.find(it => it.kind === kind)!;
    const metadata = {
      namespace,
      name,
      uid: `${cluster}/${kind}/${namespace}/${name}`,
      resourceVersion: '1',
      generation: 1,
    };
    const row = toRow(cluster, of, { kind, metadata, ...content }, NOW, { projections: projectionsOf(of) });
    if ('refused' in row) throw new Error(row.refused);
    rows.push(row);
  };
  for (let n = 0; n < NAMESPACES; n++)
    for (let s = 0; s < SERVICES; s++) {
      const [namespace, name] = [namespaceName(n), `app-${s}`];
      const labels = { app: name, version: `v${1 + (number % 2)}` };
      const template = {
        metadata: { labels },
        spec: { serviceAccountName: name, containers: [{ name: 'app', image: `${name}:1.${number % 3}` }] },
      };
      const status = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2, observedGeneration: 1 };
      add('Service', namespace, name, { spec: { ports: [{ port: 80, protocol: 'TCP' }], selector: { app: name } } });
      add('Deployment', namespace, `${name}-${labels.version}`, { spec: { replicas: 2, template }, status });
    }
  for (let i = 0; i < ISTIO_OBJECTS / 4; i++) {
    const [namespace, name] = [namespaceName(i), `app-${i}`];
    const missing = number % 10 === 0 ? `gone-${i}` : name;
    const destination = { host: missing, subset: 'v1' };
    const principals = [`cluster.local/ns/${namespace}/sa/${number % 7 === 0 ? 'nobody' : name}`];
    add('VirtualService', namespace, name, { spec: { hosts: [name], http: [{ route: [{ destination }] }] } });
    add('DestinationRule', namespace, name, {
      spec: { host: name, subsets: [{ name: 'v1', labels: { version: 'v1' } }] },
    });
    add('AuthorizationPolicy', namespace, name, { spec: { rules: [{ from: [{ source: { principals } }] }] } });
    add('Gateway', namespace, name, { spec: { selector: { app: name } } });
  }
  return rows;
}

/** Telemetry of the first namespace: `count` series, half of them from each reporter. */
export function seriesOf(count: number): CallSeries[] {
  const namespace = namespaceName(0);
  const end = (side: 'source' | 'destination', cluster: number, app: number) => ({
    [`${side}_cluster`]: clusterName(cluster),
    [`${side}_workload_namespace`]: namespace,
    [`${side}_workload`]: `app-${app}-v${1 + (cluster % 2)}`,
    [`${side}_canonical_service`]: `app-${app}`,
    [`${side}_canonical_revision`]: `v${1 + (cluster % 2)}`,
  });
  return Array.from({ length: count }, (_, i) => {
    const call = i >> 1;
    const [from, app, code] = [call % CLUSTERS, Math.floor(call / CLUSTERS) % SERVICES, call % 9 === 0 ? '503' : '200'];
    const to = call % 4 === 0 ? (from + 1) % CLUSTERS : from;
    return {
      labels: {
        ...end('source', from, app),
        ...end('destination', to, (app + 1) % SERVICES),
        reporter: i % 2 === 0 ? 'source' : 'destination',
        destination_service_namespace: namespace,
        destination_service_name: `app-${(app + 1) % SERVICES}`,
        ...{
          request_protocol: 'http',
          response_code: code,
          response_flags: '-',
          connection_security_policy: 'mutual_tls',
        },
      },
      value: 1 + (call % 13) / 4,
    };
  });
}
