/** The mesh of a configuration: its clusters, and the Prometheus server of its telemetry. */
import { LRUCache } from 'lru-cache';
import { Gauge, type Registry } from 'prom-client';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import type { Config } from '../../config/schema.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import { labelsMatch, parseLabelSelector } from '../../readmodel/select/labels.ts';
import { QueryError, type LabelSelector } from '../../readmodel/query.ts';
import type { MeshParts } from '../../subgraphs/parts.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Maximum number of cluster names from telemetry, and the milliseconds for which a name counts after it was last seen.
 */
const [MAX_SEEN, SEEN_MS] = [10_000, 3_600_000];

/** @throws UsageError */
export function openMesh(
  { mesh, prometheus }: Pick<Config, 'mesh' | 'prometheus'>,
  registry: Pick<ClusterRegistry, 'list' | 'revision'>,
  opened: { readonly prometheus: ReadonlyMap<string, Prometheus>; readonly metrics: Registry },
): MeshParts {
  const selector = selectorOf(mesh.clusters);
  const seen = new LRUCache<string, true>({ max: MAX_SEEN, ttl: SEEN_MS });
  const clusters = clustersOf(registry, selector);
  new Gauge({
    name: 'fleetgraph_mesh_unknown_clusters',
    help: 'Clusters that telemetry of the mesh named in the last hour, and that are not registered for the mesh.',
    registers: [opened.metrics],
    collect() {
      const known = new Set(clusters());
      this.set([...seen.keys()].filter(name => !known.has(name)).length);
    },
  });
  return {
    prometheus: mesh.prometheus === undefined ? undefined : opened.prometheus.get(mesh.prometheus),
    matchers: prometheus.find(({ name }) => name === mesh.prometheus)?.matchers ?? {},
    ...{ clusters, selector, clusterIds: mesh.clusterIds, trustDomains: mesh.trustDomains },
    ...{ stepMs: mesh.step, tracesUrl: mesh.tracesUrl },
    sawCluster: name => void seen.set(name, true),
  };
}

function selectorOf(text: string): LabelSelector {
  try {
    return parseLabelSelector(text);
  } catch (error) {
    throw error instanceof QueryError ? new UsageError(`mesh.clusters: ${error.message}`) : error;
  }
}

/** Caches the clusters until the registry changes. */
function clustersOf(
  registry: Pick<ClusterRegistry, 'list' | 'revision'>,
  selector: LabelSelector,
): () => readonly string[] {
  let kept: { readonly revision: number; readonly names: readonly string[] } | undefined;
  return () => {
    const { revision } = registry;
    if (kept?.revision !== revision) {
      const names = registry.list().flatMap(({ name, labels }) => (labelsMatch(selector, labels ?? {}) ? name : []));
      kept = { revision, names };
    }
    return kept.names;
  };
}
