/** Where the use of CPU and memory is recorded: the Prometheus of a configuration, and the names of clusters in it. */
import type { Config } from '../../config/schema.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import type { UsageParts } from '../../subgraphs/parts.ts';

/** Undefined if no Prometheus is configured for it. */
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
    // A registered cluster must not read the series of another one that telemetry calls by its name.
    clusterId: cluster => ids.get(cluster) ?? (Object.hasOwn(clusterIds, cluster) ? undefined : cluster),
  };
}
