/**
 * Collects one cluster in sessions (session.ts), while the cluster is registered and this collector holds its lease
 * (lease-loop.ts).
 */
import { Backoff } from '../async/backoff.ts';
import type { Registered } from '../clusters/registry.ts';
import type { ApiServer, ClusterState, Lease, Store } from '../store/store.ts';
import { isSameServer, StoreUnavailableError } from '../store/store.ts';
import type { ClusterProgress } from './cluster-status.ts';
import type { Duplicates } from './duplicates.ts';
import { LeaseLoop } from './lease-loop.ts';
import { AnotherServerError, serverUid } from './server-uid.ts';
import type { SessionOptions } from './session.ts';
import { Session } from './session.ts';
import { monotonic, pause } from './timing.ts';

export interface ClusterCollectorOptions extends Omit<SessionOptions, 'lease' | 'carried' | 'uid' | 'signal'> {
  readonly registration: Registered;
  /** Name of this process, unique among the collectors that share the store. */
  readonly holder: string;
  /**
   * Finds other registrations of the API server. Undefined if several registrations of one API server may be collected.
   */
  readonly duplicates: Duplicates | undefined;
}

export class ClusterCollector {
  readonly #options: ClusterCollectorOptions;
  readonly #loop: LeaseLoop;
  #session: Session | undefined;
  #reason = 'waiting for its lease';
  /** Last known UID of the API server, in case the store loses it. */
  #uid: string | undefined;
  /** UID with which the next session starts. */
  #found: string | undefined;
  /** True while another registration of the API server is collected, and for one to two lease times after that. */
  #standsAside = false;

  constructor(options: ClusterCollectorOptions) {
    this.#options = options;
    this.#loop = new LeaseLoop({
      ...options,
      work: (lease, signal) => this.#collect(lease, signal),
      onStandBy: () => this.#standBy('another collector holds this cluster'),
      onError: error => {
        this.#standBy(error.message);
        if (!(error instanceof StoreUnavailableError))
          options.log.error({ error: error.message }, 'the cluster cannot be collected');
      },
    });
  }

  /** True while a session collects the cluster. False while another registration of the API server is collected. */
  get held(): boolean {
    return this.#session !== undefined;
  }

  get progress(): ClusterProgress {
    const waiting = { phase: 'connecting', reason: this.#reason, kindsListed: 0, kindsTotal: 0, objects: 0 } as const;
    return this.#session?.status.progress ?? { cluster: this.#options.registration.name, ...waiting };
  }

  /** Ends the collection and releases the lease, so that another collector can continue at once. The rows stay. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #collect(lease: Lease, signal: AbortSignal): Promise<'AT_ONCE' | undefined> {
    const { log } = this.#options;
    const isFirst = this.#found === undefined;
    const error = await this.#work(lease, signal);
    if (signal.aborted) return undefined;
    if (error instanceof AnotherServerError) {
      if (this.#uid !== undefined)
        log.warn('another API server answers: what is stored of the cluster goes, and is read anew');
    } else if (error) log.warn({ error: error.message }, 'collection of the cluster starts over');
    return this.#found !== undefined && isFirst ? 'AT_ONCE' : undefined; // the UID is known only now
  }

  /** Returns the reason if a session ended by itself. Undefined if the signal ended it, or if no session began. */
  async #work(lease: Lease, signal: AbortSignal): Promise<Error | undefined> {
    const { store, registration } = this.#options;
    const { state, stateStoredAgo, server: stored } = await store.snapshot(registration.name, signal);
    const uid = this.#found ?? stored?.uid ?? this.#uid ?? (await this.#uidSoon(signal));
    this.#found = undefined;
    const server = uid === undefined ? undefined : { connection: registration.connection, uid };
    const other = server && (await this.#claim(lease, server, stored));
    if (!server) await store.identify(lease, undefined);
    else if (other !== undefined || this.#standsAside) return this.#standAside(lease, server, other, signal);
    this.#uid = uid;
    const carried = state && isSameServer(stored, server) ? { state, at: monotonic() - stateStoredAgo } : undefined;
    this.#session = new Session({ ...this.#options, lease, carried, uid, signal });
    try {
      const error = await this.#session.run();
      if (error instanceof AnotherServerError) this.#found = error.uid;
      return error;
    } finally {
      this.#session = undefined;
    }
  }

  /**
   * UID of the API server of a new cluster. Undefined if it does not answer soon. Then a session starts without the
   * UID, so that the state of the cluster is reported. The session ends when the API server answers.
   */
  #uidSoon(signal: AbortSignal): Promise<string | undefined> {
    const { registration, timing } = this.#options;
    const soon = AbortSignal.any([signal, AbortSignal.timeout(timing.firstAnswerMs)]);
    return serverUid(registration.client, soon).catch(() => undefined);
  }

  /**
   * Writes to the store which API server the content comes from, and removes content of any other API server. If
   * another registration of the API server is collected instead, returns the name of its cluster.
   *
   * Who attacks: a leaf that claims the UID of another leaf, to end that leaf's collection. What stops it: the cluster
   * whose UID is in the store continues, and a newcomer yields to it. A newcomer reads the store, writes its UID, and
   * reads again. If two newcomers come at the same time, one or both yield. What remains: a claim before the real
   * cluster was ever collected.
   */
  async #claim(lease: Lease, server: ApiServer, stored: ApiServer | undefined): Promise<string | undefined> {
    const { store, duplicates, registration } = this.#options;
    const { name } = registration;
    const held = isSameServer(stored, server) || (server.uid !== '' && stored?.uid === server.uid);
    const other = await duplicates?.of(name, server).catch((error: unknown) => {
      // If a part of the store is unreachable, clusters in other parts are still collected.
      if (held && error instanceof StoreUnavailableError) return undefined;
      throw error;
    });
    // Several registrations may be stored, because the configuration once allowed duplicates. The first one by name
    // continues.
    const givesWay = other !== undefined && (!held || other < name);
    if (givesWay || (this.#standsAside && !held)) return other;
    this.#standsAside = false;
    await store.identify(lease, server);
    return held ? undefined : duplicates?.of(name, server);
  }

  /**
   * Waits until no other registration of the API server is collected. Waits longer than a lease, because the
   * other registration may need that long to appear again in a store that has lost its content.
   */
  async #standAside(
    lease: Lease,
    server: ApiServer,
    other: string | undefined,
    signal: AbortSignal,
  ): Promise<Error | undefined> {
    const { store, registration, duplicates, timing, log } = this.#options;
    const { name, authorization } = registration;
    if (!this.#standsAside)
      log.warn({ other }, 'the cluster is not collected: another registration reaches the same API server');
    this.#standsAside = true;
    this.#found = server.uid;
    this.#standBy(`its API server is collected as ${JSON.stringify(other ?? '')}`);
    await store.identify(lease, undefined);
    // Random, so that two clusters that yielded to each other do not return at the same time.
    const waitMs = timing.leaseMs * (1 + Math.random());
    let reported: string | undefined;
    for (let [collected, freeSince] = [other, Infinity]; !(monotonic() - freeSince > waitMs);) {
      if (collected !== undefined && collected !== reported) {
        await store.apply(lease, { state: duplicateState(authorization, collected) });
        reported = collected;
      }
      await pause(timing.renewMs, signal);
      if (signal.aborted) return undefined;
      await store.renew(lease, timing.leaseMs);
      collected = await duplicates?.of(name, server);
      freeSince = collected === undefined ? Math.min(freeSince, monotonic()) : Infinity;
    }
    this.#standsAside = false;
    return undefined;
  }

  #standBy(reason: string): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#options.onProgress(this.progress);
  }
}

function duplicateState(authorization: ClusterState['authorization'], duplicateOf: string): ClusterState {
  const grants = { complete: false, confirmedAgo: undefined, reason: 'RBAC_NOT_READ' } as const;
  const nothing = { version: '', answeredAgo: undefined, kinds: [], resources: [], grants };
  return { phase: 'connecting', reason: 'DUPLICATE', authorization, duplicateOf, ...nothing };
}

/**
 * Removes from the store a cluster that is no longer registered. Returns false if the signal was aborted, or if another
 * collector holds the lease.
 */
export async function forgetCluster(
  store: Store,
  cluster: string,
  holder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const backoff = new Backoff({ firstMs: 200, maxMs: 5_000 });
  while (!signal.aborted) {
    try {
      const lease = await store.acquire(cluster, holder, 15_000);
      if (lease) await store.remove(lease);
      return lease !== undefined;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await pause(backoff.next(), signal);
    }
  }
  return false;
}
