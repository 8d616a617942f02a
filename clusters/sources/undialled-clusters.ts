/**
 * Clusters of the configuration that fleetgraph never connects to. They are known at once and change only with the
 * configuration.
 */
import { mechanismOf, type Registration } from '../registry.ts';
import { fingerprintOf, type ClusterSource } from '../source.ts';

export type UndialledSpec = Pick<Registration, 'name' | 'identity' | 'authorization' | 'labels' | 'push' | 'metrics'>;

export function undialledClusters(clusters: readonly UndialledSpec[]): ClusterSource {
  const candidates = clusters.map(({ labels = {}, identity, ...cluster }) => ({
    ...{ ...cluster, labels },
    // Never send a caller's token to this cluster.
    identity: { ...identity, mode: 'impersonate' as const },
    origin: `${mechanismOf(cluster)} of ${cluster.name}`,
    fingerprint: fingerprintOf(mechanismOf(cluster)),
    target: async () => undefined,
  }));
  return {
    type: 'configuration',
    title: 'the configuration',
    start: () => undefined,
    state: () => ({ candidates, problems: [] }),
    problem: undefined,
    close: async () => undefined,
  };
}
