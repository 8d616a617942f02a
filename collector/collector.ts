/**
 * The collector: follows the registry of leaf clusters, and collects the clusters that belong to this process
 * (shards.ts) into the store. When a registration is removed, its cluster is removed from the store. startup-limiter.ts
 * limits concurrent initial lists.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterRegistry, Registered } from '../clusters/registry.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import { ClusterCollector, forgetCluster } from './cluster-collector.ts';
import { Duplicates } from './duplicates.ts';
import { FollowedGrants } from './followed-grants.ts';
import { MetricsCollector } from './metrics.ts';
import type { Prometheus } from '../prometheus/prometheus.ts';
import type { ClusterProgress } from './cluster-status.ts';
import { DEFAULT_CLUSTER_BYTES } from './content-budget.ts';
import type { KindsRule } from './kinds.ts';
import { lookupProjections, type Projection } from '../kinds/projection.ts';
import { Refusals } from '../kinds/refusals.ts';
import { kindOf, type KindLookup } from '../kinds/registry.ts';
import { Shards } from './shards.ts';
import { StartupLimiter } from './startup-limiter.ts';
import type { Timing } from './timing.ts';
import { DEFAULT_TIMING, pause } from './timing.ts';

export interface CollectorOptions {
  readonly registry: ClusterRegistry;
  readonly store: Store;
  readonly kinds: KindsRule;
  /** Finds the rules of a kind. @default the rules in kinds/, without rules of the configuration */
  readonly lookup?: KindLookup;
  /** Projections, which define the records that subgraphs keep beside rows. */
  readonly projections?: readonly Projection[];
  /** Maximum bytes of rows and grants of one cluster (content-budget.ts). @default 512 MiB */
  readonly clusterBytes?: number;
  readonly log: Logger;
  /** Counts objects that were not kept. @default a new counter */
  readonly refusals?: Refusals;
  /** Name of this process, unique among the collectors that share the store. */
  readonly holder: string;
  /** Decides whether a second registration of one API server is collected. @default 'refuse' */
  readonly duplicates?: 'refuse' | 'allow';
  /** Prometheus servers by name. @default none, so that no cluster is collected from metrics */
  readonly prometheus?: ReadonlyMap<string, Pick<Prometheus, 'query'>>;
  readonly onProgress?: (progress: ClusterProgress) => void;
  readonly timing?: Partial<Timing>;
}

export interface Collector {
  /** Progress of each cluster of this collector, sorted by name. */
  status(): readonly ClusterProgress[];
  /**
   * `held`: number of clusters that this collector collects now. `collectors`: number of collectors that share the
   * fleet.
   */
  readonly shard: { readonly held: number; readonly collectors: number };
  /** Reason why the collector cannot write to the store now. Undefined if it can. */
  readonly storeProblem: string | undefined;
  /** Counts objects of leaves that were not kept. */
  readonly refusals: Pick<Refusals, 'of'>;
  /**
   * Ends all collection and releases the leases. The rows stay. Close the collector before the registry. Otherwise the
   * collector takes the closing of the registry for the removal of all clusters.
   */
  close(): Promise<void>;
}

const CANNOT_FORGET = 'the cluster cannot be removed from the store';

export function startCollector(options: CollectorOptions): Collector {
  const {
    registry,
    store,
    holder,
    clusterBytes = DEFAULT_CLUSTER_BYTES,
    onProgress = () => {},
    lookup = kindOf,
  } = options;
  const projections = lookupProjections(options.projections ?? []);
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  const log = options.log.child({ component: 'collector' });
  const closing = new AbortController();
  const startup = new StartupLimiter();
  const { refusals = new Refusals() } = options;
  const duplicates = options.duplicates === 'allow' ? undefined : new Duplicates(store);
  const borrowed = new FollowedGrants(store, registry);
  const collectors = new Map<string, ClusterCollector | MetricsCollector>();
  /**
   * Collections that are still ending, by cluster. If the cluster is registered again or returns to this collector, its
   * new collection waits for the old one.
   */
  const endings = new Map<string, Promise<void>>();
  /** Clusters to remove from the store when their collection has ended. */
  const unregistered = new Set<string>();

  const forget = async (cluster: string) => {
    try {
      if (await forgetCluster(store, cluster, holder, closing.signal))
        log.info({ cluster }, 'the cluster is not registered any more: it is removed from the store');
    } catch (error) {
      log.error({ cluster, error: (error as Error).message }, CANNOT_FORGET);
    }
  };

  const start = (registration: Registered) => {
    const { name } = registration;
    if (closing.signal.aborted || collectors.has(name) || endings.has(name) || !shards.owns(name)) return;
    if (registration.push) return; // reports.ts writes this cluster
    const { metrics } = registration;
    if (metrics) {
      const prometheus = options.prometheus?.get(metrics.prometheus);
      const parts = {
        store,
        holder,
        borrowed,
        refusals,
        timing,
        onProgress,
        prometheus,
        log: log.child({ cluster: name }),
      };
      return void collectors.set(name, new MetricsCollector({ ...parts, registration: { ...registration, metrics } }));
    }
    const shared = { startup, refusals, timing, onProgress, lookup, projections, duplicates, clusterBytes };
    collectors.set(
      name,
      new ClusterCollector({ ...options, ...shared, registration, log: log.child({ cluster: name }) }),
    );
  };

  const end = (name: string) => {
    const collector = collectors.get(name);
    collectors.delete(name);
    if (!collector || closing.signal.aborted) return;
    const ending = collector
      .stop()
      .then(async () => {
        while (unregistered.delete(name)) await forget(name);
      })
      .catch((error: unknown) =>
        log.error({ cluster: name, error: (error as Error).message }, 'the cluster did not end in good order'),
      )
      .finally(() => {
        endings.delete(name);
        const registration = registry.get(name);
        if (registration) start(registration);
      });
    endings.set(name, ending);
  };

  /**
   * First ends the collection of clusters that moved to other collectors, because those collectors wait for the leases.
   * Then starts the collection of clusters that moved to this collector.
   */
  const rebalance = () => {
    const moved = [...collectors.keys()].filter(name => !shards.owns(name));
    for (const name of moved) end(name);
    for (const registration of registry.list()) start(registration);
    log.info(
      { collectors: shards.members.length, clusters: collectors.size, letGo: moved.length },
      'the clusters are shared out',
    );
  };

  /** Called for a changed registration. Restarts the collection if the change requires it. */
  const replace = (registration: Registered, before: Registered) => {
    const { name, client, authorization, registrant } = registration;
    const collector = collectors.get(name);
    if (!collector) return start(registration);
    // The collection of an unreachable cluster always restarts, because the cluster may have waited for new
    // credentials.
    const { collect, metrics } = before;
    const isCollectedAlike =
      authorization === before.authorization &&
      isDeepStrictEqual([registration.collect, registration.metrics], [collect, metrics]);
    const isSame = client === before.client && isCollectedAlike && registrant === before.registrant;
    const goesOn = isSame && collector.progress.phase !== 'unreachable';
    if (!goesOn) end(name);
  };

  /** Removes a cluster that agents reported. Waits while a report holds the lease. */
  const forgetReported = async (name: string) => {
    while (
      !closing.signal.aborted &&
      !registry.get(name) &&
      !(await forgetCluster(store, name, holder, closing.signal))
    )
      await pause(timing.acquireMs, closing.signal);
  };

  const remove = (registration: Registered) => {
    const { name } = registration;
    if (registration.push && shards.owns(name))
      forgetReported(name).catch((error: unknown) =>
        log.error({ cluster: name, error: (error as Error).message }, CANNOT_FORGET),
      );
    if (collectors.has(name) || endings.has(name)) unregistered.add(name);
    end(name);
  };

  const shards = new Shards({ store, holder, timing, log, onChange: rebalance });
  const unsubscribe = registry.subscribe({ added: start, replaced: replace, removed: remove });
  const sweeping = sweep(
    registry,
    store,
    cluster => (shards.owns(cluster) ? forget(cluster) : undefined),
    timing.sweepMs,
    closing.signal,
  );

  return {
    status: () =>
      Array.from(collectors.values(), ({ progress }) => progress).sort((a, b) => (a.cluster < b.cluster ? -1 : 1)),
    get shard() {
      return { held: [...collectors.values()].filter(({ held }) => held).length, collectors: shards.members.length };
    },
    get storeProblem() {
      return shards.problem;
    },
    refusals,
    async close() {
      unsubscribe();
      const open = [...collectors.values()];
      collectors.clear();
      closing.abort(new Error('The collector was closed.'));
      await Promise.all([shards.close(), ...open.map(collector => collector.stop()), ...endings.values(), sweeping]);
    },
  };
}

/**
 * Removes from the store the clusters whose registration was removed while no collector ran. A cluster is removed only
 * if two successive checks find it without a registration. Nothing is removed before every source of registrations has
 * been read, because an unreachable hub must not empty the index. A cluster whose lease another collector holds stays.
 */
async function sweep(
  registry: ClusterRegistry,
  store: Pick<Store, 'clusters'>,
  forget: (cluster: string) => Promise<void> | undefined,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  let before: ReadonlySet<string> = new Set();
  for (;;) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    if (!registry.isComplete) continue;
    const stored = await store.clusters().catch((error: unknown) => {
      if (error instanceof StoreUnavailableError) return undefined;
      throw error;
    });
    if (!stored) continue;
    const unregistered = new Set(stored.filter(cluster => !registry.get(cluster) && !registry.reserved.has(cluster)));
    for (const cluster of unregistered) if (before.has(cluster)) await forget(cluster);
    before = unregistered;
  }
}
