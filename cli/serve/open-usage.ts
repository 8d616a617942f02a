/** The Prometheus server that records the use of CPU and memory, and the names of clusters in its series. */
import type { Config } from '../../config/schema.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import type { UsageParts } from '../../subgraphs/parts.ts';

/** Returns undefined if the configuration names no Prometheus server for usage. */
export function openUsage(
  { usage, prometheus }: Pick<Config, 'usage' | 'prometheus'>,
  opened: ReadonlyMap<string, Prometheus>,
): UsageParts | undefined {
  const { prometheus: name, clusterLabel, clusterIds, nodeLabel, step } = usage;
  const server = name === undefined ? undefined : opened.get(name);
  if (!server) return undefined;
  const ids = new Map(Object.entries(clusterIds).map(([id, cluster]) => [cluster, id]));
  return {
    ...{ prometheus: server, clusterLabel, nodeLabel, stepMs: step },
    matchers: prometheus.find(it => it.name === name)?.matchers ?? {},
    // If `clusterIds` gives this name to another cluster, the series with this name belong to the other cluster.
    clusterId: cluster => ids.get(cluster) ?? (Object.hasOwn(clusterIds, cluster) ? undefined : cluster),
  };
}
