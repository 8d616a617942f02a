/**
 * What the running parts know of themselves, for /metrics. Gauges ask when they are scraped. Labels never hold a cluster, a user or a kind: the
 * page has no credentials, and their number has no bound.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Collector } from '../collector/collector.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { FleetSubgraph } from '../subgraphs/fleet/subgraph.ts';

const PHASES = ['connecting', 'listing', 'synced', 'unreachable'] as const;

export function collectorMetrics(registry: Registry, collector: Collector): void {
  gauge(registry, 'fleetgraph_collector_clusters', 'Clusters that this process collects, by phase.', ['phase'], self => {
    const status = collector.status();
    for (const phase of PHASES) self.set({ phase }, status.filter(cluster => cluster.phase === phase).length);
  });
}

export function gatewayMetrics(registry: Registry, readModel: ReadModel, { visibilityCache }: FleetSubgraph): void {
  gauge(
    registry,
    'fleetgraph_index_clusters',
    'Clusters in the index of this replica, by whether their rows have been read.',
    ['state'],
    self => {
      const clusters = readModel.clusters();
      const loading = clusters.filter(cluster => cluster.loading).length;
      self.set({ state: 'loading' }, loading);
      self.set({ state: 'loaded' }, clusters.length - loading);
    },
  );
  gauge(registry, 'fleetgraph_index_rows', 'Rows in the index of this replica.', [], self => {
    self.set(readModel.clusters().reduce((sum, { rowCount }) => sum + rowCount, 0));
  });
  gauge(registry, 'fleetgraph_store_available', '1 while the store can be followed, 0 while it cannot.', [], self => {
    self.set(readModel.storeProblem === undefined ? 1 : 0);
  });
  gauge(registry, 'fleetgraph_visibility_cache_entries', 'Compiled visibilities that are kept.', [], self =>
    self.set(visibilityCache.stats.entries),
  );
  let counted = { hits: 0, misses: 0 };
  const lookups: Counter<'result'> = new Counter({
    name: 'fleetgraph_visibility_cache_lookups_total',
    help: 'Lookups of compiled visibilities, by whether one was kept.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = visibilityCache.stats;
      lookups.inc({ result: 'hit' }, hits - counted.hits);
      lookups.inc({ result: 'miss' }, misses - counted.misses);
      counted = { hits, misses };
    },
  });
}

function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: (self: Gauge<Label>) => void,
): void {
  const self: Gauge<Label> = new Gauge({ name, help, labelNames, registers: [registry], collect: () => read(self) });
}
