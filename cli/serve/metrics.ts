/**
 * Metrics of the process, for /metrics. Gauges are computed at each scrape. Labels contain no user, cluster or kind,
 * because everybody can read /metrics without credentials. The metrics of index-metrics.ts are an exception, which the
 * operator must enable.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Collector } from '../../collector/collector.ts';
import { REPORT_ANSWERS, type ReportCode } from '../../collector/reports.ts';
import { REFUSAL_REASONS } from '../../kinds/refusals.ts';
import type { KubernetesClient, LeafTraffic } from '../../kubernetes/client.ts';
import type { ClusterSources } from '../../clusters/follow-sources.ts';
import type { Registration } from '../../clusters/registry.ts';
import type { OidcIssuer } from '../../identity/oidc-issuer.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import type { DriftAuditor } from '../../access/reviews/drift-auditor.ts';
import type { ActionName, ActionOutcome } from '../../schema/actions.ts';
import type { Store } from '../../store/store.ts';
import type { Access } from '../../access/access.ts';
import { credentialEnds, tokensInMemory } from './credential-ends.ts';

const PHASES = ['connecting', 'listing', 'synced', 'unreachable'] as const;

export function collectorMetrics(registry: Registry, collector: Collector): void {
  refusalMetrics(registry, collector.refusals);
  gauge(
    registry,
    'fleetgraph_collector_clusters',
    'Clusters that this process collects, by phase.',
    ['phase'],
    self => {
      const status = collector.status();
      for (const phase of PHASES) self.set({ phase }, status.filter(cluster => cluster.phase === phase).length);
    },
  );
  gauge(registry, 'fleetgraph_collector_clusters_held', 'Clusters whose leases this process holds.', [], self =>
    self.set(collector.shard.held),
  );
  gauge(registry, 'fleetgraph_collectors', 'Collectors that share the fleet, as this process sees them.', [], self =>
    self.set(collector.shard.collectors),
  );
  // A gateway in the same process may have registered this metric already.
  if (!registry.getSingleMetric(STORE_AVAILABLE)) storeGauge(registry, () => collector.storeProblem);
}

/** Counts answers to reports of agents. */
export function reportMetrics(registry: Registry): (code: ReportCode) => void {
  const answers = new Counter({
    name: 'fleetgraph_reports_total',
    help: 'Reports of agents that this process answered, by answer.',
    labelNames: ['code'],
    registers: [registry],
  });
  for (const code of REPORT_ANSWERS) answers.inc({ code }, 0);
  return code => answers.inc({ code });
}

const STORE_AVAILABLE = 'fleetgraph_store_available';

function storeGauge(registry: Registry, problem: () => string | undefined): void {
  gauge(registry, STORE_AVAILABLE, '1 while the store can be used, 0 while it cannot.', [], self => {
    self.set(problem() === undefined ? 1 : 0);
  });
}

/** Metrics of the store, in every role. */
export function storeMetrics(registry: Registry, store: Store): void {
  let counted = 0;
  const unreadable: Counter = new Counter({
    name: 'fleetgraph_store_unreadable_total',
    help: 'Values found in the store that fleetgraph did not write, each time they were read; they are left out.',
    registers: [registry],
    collect() {
      const { unreadable: found = 0 } = store;
      unreadable.inc(found - counted);
      counted = found;
    },
  });
}

/**
 * Requests and connections to the leaves, in every role. If the number of connections grows like the number of
 * requests, connections are not reused.
 */
export function leafMetrics(registry: Registry, clusters: { list(): readonly Registration[] }): void {
  // A counter must never decrease. So the growth of each client is added, and the counts of removed clients stay.
  const counted = new Map<KubernetesClient, LeafTraffic>();
  const requests: Counter = new Counter({
    name: 'fleetgraph_leaf_requests_total',
    help: 'Requests sent to leaf clusters, watches and repetitions among them.',
    registers: [registry],
    collect() {
      const clients = new Set(clusters.list().map(({ client }) => client));
      for (const client of counted.keys()) if (!clients.has(client)) counted.delete(client);
      for (const client of clients) {
        const { requests: before, connections: opened } = counted.get(client) ?? { requests: 0, connections: 0 };
        const traffic = client.traffic();
        requests.inc(traffic.requests - before);
        connections.inc(traffic.connections - opened);
        counted.set(client, traffic);
      }
    },
  });
  const connections: Counter = new Counter({
    name: 'fleetgraph_leaf_connections_total',
    help: 'TCP connections opened to leaf clusters.',
    registers: [registry],
  });
}

/**
 * Expiry of the credentials for the leaves, in every role. The labels do not name the clusters. `fleetgraph clusters`
 * names them.
 */
export function credentialMetrics(registry: Registry, clusters: { list(): readonly Registration[] }): void {
  const remaining = onceAScrape(async (): Promise<number[]> => {
    const ends = await credentialEnds(clusters.list());
    const now = Date.now();
    return ends.flatMap(at => (at === undefined ? [] : at - now));
  });
  const inMemory = onceAScrape(() => tokensInMemory(clusters.list()));
  gauge(
    registry,
    'fleetgraph_leaf_credentials_expiry_seconds',
    'Until the first of the credentials ends with which clusters are reached, negative after that; left out where none says when.',
    [],
    async self => {
      const left = await remaining();
      self.remove();
      if (left.length > 0) self.set(Math.min(...left) / 1_000);
    },
  );
  gauge(registry, 'fleetgraph_leaf_credentials_expired', 'Clusters whose credentials have ended.', [], async self =>
    self.set((await remaining()).filter(ms => ms <= 0).length),
  );
  gauge(
    registry,
    'fleetgraph_leaf_tokens_in_memory',
    'Clusters whose renewed token is in memory only: a process that starts when the one in its Secret or kubeconfig has ended cannot use it.',
    [],
    async self => self.set((await inMemory()).length),
  );
  gauge(
    registry,
    'fleetgraph_leaf_tokens_in_memory_expiry_seconds',
    'Until the first token ends that is in a Secret or kubeconfig while a renewed one is in memory only; left out where there is none.',
    [],
    async self => {
      const ends = await inMemory();
      self.remove();
      if (ends.length > 0) self.set((Math.min(...ends) - Date.now()) / 1_000);
    },
  );
}

export function sourceMetrics(registry: Registry, sources: Pick<ClusterSources, 'problems'>): void {
  gauge(
    registry,
    'fleetgraph_cluster_source_problems',
    'Clusters that a source names and that cannot be used as it says, and sources that cannot be read; the log says which and why.',
    [],
    self => self.set(sources.problems.length),
  );
}

function refusalMetrics(registry: Registry, refusals: Collector['refusals']): void {
  const counted = new Map<string, number>();
  const refused: Counter<'reason'> = new Counter({
    name: 'fleetgraph_rows_refused_total',
    help: 'Objects that leaf clusters sent and that were not kept, by why: shape, kind, name, namespace, bounds, limit.',
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

/** Counts actions on objects of leaf clusters. */
export function actionMetrics(registry: Registry): (action: ActionName, outcome: ActionOutcome) => void {
  const actions = new Counter({
    name: 'fleetgraph_actions_total',
    help: 'Objects of leaf clusters that callers acted on, dry runs among them, by action and outcome.',
    labelNames: ['action', 'outcome'],
    registers: [registry],
  });
  return (action, outcome) => actions.inc({ action, outcome });
}

export function gatewayMetrics(registry: Registry, readModel: ReadModel, access: Access): void {
  if (access.audit) auditMetrics(registry, access.audit);
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
  gauge(
    registry,
    'fleetgraph_coverage_clusters',
    'Clusters by the state of coverage, as this replica sees them.',
    ['state'],
    self => {
      const { total: _total, ...states } = access.coverage();
      for (const [state, count] of Object.entries(states)) self.set({ state }, count);
    },
  );
  gauge(
    registry,
    'fleetgraph_coverage_causes',
    'Clusters that the index does not simply speak for, by state and cause; a cause of no cluster is left out.',
    ['state', 'cause'],
    self => {
      self.reset();
      for (const { state, cause, count } of access.causes()) self.set({ state: state.toLowerCase(), cause }, count);
    },
  );
  gauge(registry, 'fleetgraph_index_rows', 'Rows in the index of this replica.', [], self => {
    self.set(readModel.clusters().reduce((sum, { rowCount }) => sum + rowCount, 0));
  });
  gauge(
    registry,
    'fleetgraph_index_lag_seconds',
    'How long the last change of a cluster had been in the store when this replica could answer with it, of the cluster where that was longest.',
    [],
    self => self.set(Math.max(0, ...readModel.clusters().map(({ lagMs = 0 }) => lagMs)) / 1_000),
  );
  gauge(
    registry,
    'fleetgraph_index_silence_seconds',
    'Since this replica last learnt that a cluster answers, of the reachable cluster where that is longest: grows where a collector, the store or this replica stands still.',
    [],
    self => {
      const reachable = readModel
        .clusters()
        .filter(({ state }) => state !== undefined && state.phase !== 'unreachable');
      self.set(Math.max(0, ...reachable.map(({ answeredAgo = 0 }) => answeredAgo)) / 1_000);
    },
  );
  storeGauge(registry, () => readModel.storeProblem);
  gauge(registry, 'fleetgraph_access_callers', 'Callers whose access to all clusters is kept.', [], self =>
    self.set(access.stats.callers),
  );
  let counted = { hits: 0, misses: 0 };
  const lookups: Counter<'result'> = new Counter({
    name: 'fleetgraph_access_lookups_total',
    help: "Lookups of a caller's visibility of one cluster, by whether what was compiled before still held.",
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = access.stats;
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
  gauge(
    registry,
    'fleetgraph_rbac_audit_refusing_clusters',
    'Clusters that do not let their decisions be compared.',
    [],
    self => self.set(audit.refusing),
  );
}

/** The metric does not name the issuers, because everybody can read /metrics without credentials. */
export function issuerMetrics(registry: Registry, issuers: readonly Pick<OidcIssuer, 'problem'>[]): void {
  gauge(
    registry,
    'fleetgraph_oidc_issuers_unavailable',
    'OIDC issuers that did not answer, or not usably, when they were last asked for their keys.',
    [],
    self => self.set(issuers.filter(({ problem }) => problem !== undefined).length),
  );
}

/** Shares one reading among gauges with a common source, because a scrape reads all gauges at the same time. */
function onceAScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read().finally(() => (reading = undefined)));
}

function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: (self: Gauge<Label>) => void | Promise<void>,
): void {
  const self: Gauge<Label> = new Gauge({ name, help, labelNames, registers: [registry], collect: () => read(self) });
}
