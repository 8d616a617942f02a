/**
 * What the running parts know of themselves, for /metrics. Gauges ask when they are scraped. Labels never hold a cluster, a user or a kind: the
 * page has no credentials, and their number has no bound.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Collector } from '../collector/collector.ts';
import { REFUSAL_REASONS } from '../collector/refusals.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { DriftAuditor } from '../subgraphs/fleet/reviews/drift-auditor.ts';
import type { FleetSubgraph } from '../subgraphs/fleet/subgraph.ts';

const PHASES = ['connecting', 'listing', 'synced', 'unreachable'] as const;

export function collectorMetrics(registry: Registry, collector: Collector): void {
  refusalMetrics(registry, collector.refusals);
  gauge(registry, 'fleetgraph_collector_clusters', 'Clusters that this process collects, by phase.', ['phase'], self => {
    const status = collector.status();
    for (const phase of PHASES) self.set({ phase }, status.filter(cluster => cluster.phase === phase).length);
  });
}

function refusalMetrics(registry: Registry, refusals: Collector['refusals']): void {
  const counted = new Map<string, number>();
  const refused: Counter<'reason'> = new Counter({
    name: 'fleetgraph_rows_refused_total',
    help: 'Objects that leaf clusters sent and that were not kept, by why: shape, kind, name, namespace, bounds.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      for (const reason of REFUSAL_REASONS) {
        refused.inc({ reason }, refusals.of(reason) - (counted.get(reason) ?? 0));
        counted.set(reason, refusals.of(reason));
      }
    },
  });
}

export function gatewayMetrics(registry: Registry, readModel: ReadModel, { visibilityCache, audit }: FleetSubgraph): void {
  if (audit) auditMetrics(registry, audit);
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

const RESULTS = ['agreed', 'disagreed', 'refused', 'failed'] as const;

function auditMetrics(registry: Registry, audit: DriftAuditor): void {
  let counted = { ...audit.counts };
  const decisions: Counter<'result'> = new Counter({
    name: 'fleetgraph_rbac_audit_decisions_total',
    help: "Decisions compared with a cluster's own, by what came of it.",
    labelNames: ['result'],
    registers: [registry],
    collect() {
      for (const result of RESULTS) decisions.inc({ result }, audit.counts[result] - counted[result]);
      drift.inc(audit.counts.drift - counted.drift);
      counted = { ...audit.counts };
    },
  });
  const drift: Counter = new Counter({
    name: 'fleetgraph_rbac_drift_total',
    help: 'Decisions in which index and cluster disagreed for good; the log says which.',
    registers: [registry],
  });
  gauge(
    registry,
    'fleetgraph_rbac_quarantined',
    'Pairs of cluster and caller that are answered by live reviews because of drift.',
    [],
    self => self.set(audit.quarantine.size),
  );
  gauge(registry, 'fleetgraph_rbac_audit_refusing_clusters', 'Clusters that do not let their decisions be compared.', [], self =>
    self.set(audit.refusing),
  );
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
