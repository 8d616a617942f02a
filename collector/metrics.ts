/**
 * Collects one cluster from the metrics in a Prometheus, while the cluster is registered and belongs to this collector.
 * Queries ask for times that are whole multiples of the interval, so that clusters of one Prometheus can share queries.
 *
 * If a query of a round fails, the rows stay unchanged. After three intervals without a complete round the cluster is
 * stale. RBAC comes from the cluster that the configuration names. Without RBAC nobody sees the rows.
 */
import { leafTurns } from '../async/fair-turns.ts';
import type { MetricsPolicy, Registered } from '../clusters/registry.ts';
import type { Refusals } from '../kinds/refusals.ts';
import type { PrometheusCause } from '../prometheus/client.ts';
import type { Prometheus } from '../prometheus/prometheus.ts';
import { quote } from '../prometheus/promql.ts';
import type { Series } from '../prometheus/vector.ts';
import { grantKey } from '../rbac/types.ts';
import { encodeObjectKey } from '../schema/object-id.ts';
import type { StateReason } from '../store/causes.ts';
import type { ClusterState, KindState, Lease, Row, Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import type { ClusterProgress } from './cluster-status.ts';
import type { FollowedGrants } from './followed-grants.ts';
import { LeaseLoop } from './lease-loop.ts';
import { METRICS_RESOURCES, metricsRows, sharedOut, type ClusterSeries } from './metrics-rows.ts';
import { monotonic, pause, type Timing, WakeableTimer } from './timing.ts';
import { applyContent, differences, type WholeContent } from './whole-content.ts';

export interface MetricsCollectorOptions {
  readonly registration: Registered & { readonly metrics: MetricsPolicy };
  /** Prometheus that the registration names. Undefined if the configuration has no Prometheus of this name. */
  readonly prometheus: Pick<Prometheus, 'query'> | undefined;
  readonly borrowed: Pick<FollowedGrants, 'of'>;
  readonly store: Store;
  readonly holder: string;
  readonly refusals: Refusals;
  readonly timing: Timing;
  readonly log: Logger;
  readonly onProgress: (progress: ClusterProgress) => void;
}

/** Key of the collector among the callers of a Prometheus. No user can have this name. */
const CALLER = '\0collector';
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_SERIES = 100_000;
/** MAX_ANSWER_BYTES and MAX_SERIES are divided by this number if a query covers a single cluster. */
const OF_ONE_CLUSTER = 10;
/**
 * Milliseconds between two writes of the state. The interval is short, so that readers soon learn that RBAC is
 * outdated.
 */
const HEARTBEAT_MS = 5_000;
/** Milliseconds after a read of the borrowed RBAC in which changes wait. The next read then covers several changes. */
const GATHER_MS = 100;
const SILENT_INTERVALS = 3;
/** Added to a multiple of the interval, so that a timer that fires early does not query the previous time. */
const ROUND_DELAY_MS = 50;

const CAUSES: Readonly<Record<PrometheusCause | 'NOT_CONFIGURED', StateReason>> = {
  UNREACHABLE: 'UNREACHABLE',
  TIMEOUT: 'TIMEOUT',
  TOO_LARGE: 'OVER_LIMIT',
  REFUSED: 'SERVER_ERROR',
  INVALID: 'MALFORMED',
  LIMITED: 'THROTTLED',
  NOT_CONFIGURED: 'UNKNOWN',
};

export class MetricsCollector {
  readonly #options: MetricsCollectorOptions;
  readonly #loop: LeaseLoop;
  readonly #timer = new WakeableTimer();
  #isHeld = false;
  /** Content of the cluster, as it is in the store. */
  #stored: WholeContent = { rows: new Map(), grants: new Map() };
  /** Monotonic time of the last complete round. */
  #answeredAt: number | undefined;
  /** Reason why the last round failed. '' if it succeeded. */
  #problem: StateReason = '';
  /** True if the borrowed RBAC may have changed. */
  #isRbacDue = true;
  /** True if the last written RBAC was complete. Undefined if no RBAC was written. */
  #isComplete: boolean | undefined;

  constructor(options: MetricsCollectorOptions) {
    this.#options = options;
    this.#loop = new LeaseLoop({
      ...options,
      work: (lease, signal) => this.#work(lease, signal),
      onError: error => {
        const isExpected = error instanceof StoreUnavailableError;
        options.log[isExpected ? 'warn' : 'error']({ error: error.message }, 'collection of the cluster starts over');
      },
    });
  }

  /** True while this collector holds the lease and has read the stored content. */
  get held(): boolean {
    return this.#isHeld;
  }

  get progress(): ClusterProgress {
    const { registration } = this.#options;
    const isListed = this.#answeredAt !== undefined;
    const total = METRICS_RESOURCES.length;
    const reason = isListed ? '' : this.#problem ? `no metrics: ${this.#problem}` : 'waiting for metrics';
    return {
      ...{ cluster: registration.name, phase: isListed ? 'synced' : 'connecting', reason },
      ...{ kindsListed: isListed ? total : 0, kindsTotal: total, objects: this.#stored.rows.size },
    };
  }

  /** Ends the collection and releases the lease. The rows stay. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Collects until the signal is aborted. @throws FencedError, StoreUnavailableError */
  async #work(lease: Lease, signal: AbortSignal): Promise<undefined> {
    const failing = new AbortController();
    const ending = AbortSignal.any([signal, failing.signal]);
    ending.addEventListener('abort', () => this.#timer.wake(), { once: true });
    const fail = (error: unknown) => failing.abort(error);
    await Promise.all([this.#keepLease(lease, ending).catch(fail), this.#follow(lease, ending).catch(fail)]);
    this.#isHeld = false;
    if (!signal.aborted) failing.signal.throwIfAborted();
  }

  async #keepLease(lease: Lease, signal: AbortSignal): Promise<void> {
    const { store, timing } = this.#options;
    for (;;) {
      await pause(timing.renewMs, signal);
      if (signal.aborted) return;
      await store.renew(lease, timing.leaseMs).catch((error: unknown) => {
        // If the store is unreachable, the lease may still be valid when the store returns.
        if (!(error instanceof StoreUnavailableError)) throw error;
      });
    }
  }

  async #follow(lease: Lease, signal: AbortSignal): Promise<void> {
    const { store, registration } = this.#options;
    const { intervalMs, rbac } = registration.metrics;
    await this.#takeOver(lease, signal);
    this.#isHeld = true;
    const unsubscribe = store.subscribe({
      onChange: cluster => {
        if (cluster === undefined || cluster !== rbac?.cluster) return;
        this.#isRbacDue = true;
        this.#timer.wake();
      },
      onConnection: () => undefined,
    });
    try {
      let [roundAt, beatAt, lookedAt] = [-Infinity, -Infinity, -Infinity];
      /**
       * Result of a round, set when the round ends. RBAC is also followed during a round, even if Prometheus is slow.
       */
      let round: { readonly series: ClusterSeries | undefined } | undefined;
      while (!signal.aborted) {
        if (monotonic() >= roundAt) {
          roundAt = Infinity;
          void this.#ask(signal)
            .catch(() => undefined) // the signal was aborted
            .then(series => {
              round = { series };
              this.#timer.wake();
            });
        }
        const ended = round;
        round = undefined;
        const isBeat = monotonic() >= beatAt;
        this.#isRbacDue = false;
        lookedAt = monotonic();
        const isWritten = await this.#write(lease, ended?.series, ended !== undefined || isBeat);
        if (ended) roundAt = monotonic() + intervalMs - (Date.now() % intervalMs) + ROUND_DELAY_MS;
        if (isWritten) beatAt = monotonic() + HEARTBEAT_MS;
        this.#options.onProgress(this.progress);
        await this.#timer.wait(() => {
          const look = this.#isRbacDue ? lookedAt + GATHER_MS : Infinity;
          return signal.aborted || round ? 0 : Math.min(roundAt, beatAt, look) - monotonic();
        });
      }
    } finally {
      unsubscribe();
    }
  }

  /** Starts with the stored content, if it belongs to this registration. */
  async #takeOver(lease: Lease, signal: AbortSignal): Promise<void> {
    const { store, registration } = this.#options;
    const { name, connection } = registration;
    const found = await store.snapshot(name, signal);
    this.#stored = { rows: new Map(), grants: new Map() };
    this.#answeredAt = undefined;
    if (found.server?.connection !== connection) return store.identify(lease, { connection, uid: '' });
    const all: Row[] = [];
    for await (const rows of found.rows) all.push(...rows);
    this.#stored = {
      rows: new Map(all.map(row => [encodeObjectKey(row), row])),
      grants: new Map(found.grants.map(grant => [grantKey(grant), grant])),
    };
    const { answeredAgo } = found.state ?? {};
    if (answeredAgo !== undefined) this.#answeredAt = monotonic() - answeredAgo - found.stateStoredAgo;
  }

  /** The series of this cluster. Undefined if a query failed. */
  async #ask(signal: AbortSignal): Promise<ClusterSeries | undefined> {
    const { registration, log } = this.#options;
    const { names, intervalMs } = registration.metrics;
    const at = (Date.now() - (Date.now() % intervalMs)) / 1_000;
    const requested = Object.entries(names).map(async ([metric, name]) => ({
      metric,
      name,
      ...(await this.#seriesOf(name, at, signal)),
    }));
    const found: [metric: string, series: readonly Series[]][] = [];
    for (const answer of await Promise.all(requested)) {
      if ('series' in answer) {
        found.push([answer.metric, answer.series]);
        continue;
      }
      const reason = CAUSES[answer.cause];
      if (reason !== this.#problem)
        log.warn({ metric: answer.name, cause: answer.cause }, 'there are no metrics of the cluster');
      this.#problem = reason;
      return undefined;
    }
    if (this.#problem !== '') log.info('there are metrics of the cluster again');
    this.#problem = '';
    this.#answeredAt = monotonic();
    return Object.fromEntries(found) as unknown as ClusterSeries;
  }

  /**
   * The series of one metric of this cluster. Clusters of one Prometheus share a query. If the result of the shared
   * query is too large or invalid, each cluster queries its own series.
   */
  async #seriesOf(
    name: string,
    at: number,
    signal: AbortSignal,
  ): Promise<{ readonly series: readonly Series[] } | { readonly cause: PrometheusCause | 'NOT_CONFIGURED' }> {
    const { prometheus, registration } = this.#options;
    const [label, value] = registration.metrics.label;
    if (!prometheus) return { cause: 'NOT_CONFIGURED' };
    const ofAll = { query: `${name}{${label}!=""}`, at, maxBytes: MAX_ANSWER_BYTES, maxSeries: MAX_SERIES };
    let answer = await prometheus.query(ofAll, { caller: CALLER, signal });
    if ('cause' in answer && (answer.cause === 'TOO_LARGE' || answer.cause === 'INVALID')) {
      const query = `${name}{${label}=${quote(value)}}`;
      const own = { query, at, maxBytes: MAX_ANSWER_BYTES / OF_ONE_CLUSTER, maxSeries: MAX_SERIES / OF_ONE_CLUSTER };
      answer = await prometheus.query(own, { caller: `${CALLER} ${registration.name}`, signal });
    }
    if ('cause' in answer) return answer;
    return { series: (await sharesOf(answer.series, label)).get(value) ?? [] };
  }

  /**
   * @param isDue True: write the state even if nothing has changed
   * @returns True if anything was written
   */
  async #write(lease: Lease, series: ClusterSeries | undefined, isDue: boolean): Promise<boolean> {
    const { registration, borrowed } = this.#options;
    const { name, metrics } = registration;
    const rbac = metrics.rbac && (await borrowed.of(metrics.rbac));
    const grants = rbac?.grants ?? NO_GRANTS;
    if (!isDue && grants === this.#stored.grants && rbac?.complete === this.#isComplete) return false;
    const rows = series ? await leafTurns.run(name, metricsRows(name, series, metrics, Date.now())) : this.#stored.rows;
    const isSame = rows === this.#stored.rows && grants === this.#stored.grants;
    const before = { rows: [[...this.#stored.rows.values()]], grants: [...this.#stored.grants.values()] };
    const changes = isSame ? NO_CHANGES : await differences({ rows, grants }, before, () => leafTurns.spare(name));
    const state = this.#state(rbac);
    await applyContent(
      lease,
      changes,
      { listing: { ...state, phase: 'listing', reason: 'LISTING' }, state },
      this.#options,
    );
    this.#stored = { rows, grants };
    this.#isComplete = rbac?.complete;
    return true;
  }

  #state(rbac: { readonly complete: boolean; readonly confirmedAgo: number | undefined } | undefined): ClusterState {
    const { intervalMs } = this.#options.registration.metrics;
    const isListed = this.#answeredAt !== undefined;
    const complete = rbac?.complete === true;
    return {
      ...{ phase: isListed ? 'synced' : 'connecting', reason: isListed ? '' : this.#problem || 'CONNECTING' },
      ...{ version: '', authorization: 'rbac', silentAfterMs: SILENT_INTERVALS * intervalMs },
      answeredAgo: this.#answeredAt === undefined ? undefined : monotonic() - this.#answeredAt,
      kinds: METRICS_RESOURCES.map(({ group, kind }): KindState => ({
        group,
        kind,
        state: isListed ? 'polling' : 'pending',
        reason: '',
      })),
      resources: METRICS_RESOURCES,
      grants: { complete, confirmedAgo: rbac?.confirmedAgo, reason: complete ? '' : 'RBAC_NOT_READ' },
    };
  }
}

const NO_CHANGES = { puts: [], deletes: [], grantPuts: [], grantDeletes: [] };

const NO_GRANTS: WholeContent['grants'] = new Map();

/** Groups of series by label value, cached by answer and label, because many clusters share one answer. */
const shares = new WeakMap<readonly Series[], Map<string, Promise<ReadonlyMap<string, readonly Series[]>>>>();

function sharesOf(series: readonly Series[], label: string): Promise<ReadonlyMap<string, readonly Series[]>> {
  const byLabel = shares.get(series) ?? new Map<string, Promise<ReadonlyMap<string, readonly Series[]>>>();
  shares.set(series, byLabel);
  const known = byLabel.get(label) ?? Promise.resolve(leafTurns.run(CALLER, sharedOut(series, label)));
  byLabel.set(label, known);
  return known;
}
