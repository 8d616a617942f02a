/** Clusters of the configuration that are never connected to. They are known at once, and change with it only. */
import type { Registration } from '../registry.ts';
import { fingerprintOf, type ClusterSource } from '../source.ts';

export type UndialledSpec = Pick<Registration, 'name' | 'identity' | 'authorization' | 'labels'> & Required<Pick<Registration, 'push'>>;

export function undialledClusters(clusters: readonly UndialledSpec[]): ClusterSource {
  const candidates = clusters.map(({ name, identity, authorization, labels = {}, push }) => ({
    ...{ name, identity, authorization, labels, push },
    origin: `push of ${name}`,
    fingerprint: fingerprintOf('push'),
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
