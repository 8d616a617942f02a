/**
 * Collects one cluster while it is registered and belongs to this collector: takes its lease, works under it (session.ts), and takes it
 * again after losing it. While another collector still holds the lease this one stands by.
 */
import { Backoff } from '../async/backoff.ts';
import { leafTurns } from '../async/fair-turns.ts';
import type { Lease, Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { CarriedState, ClusterProgress } from './cluster-status.ts';
import type { SessionOptions } from './session.ts';
import { Session } from './session.ts';
import { monotonic, pause } from './timing.ts';

export interface ClusterCollectorOptions extends Omit<SessionOptions, 'lease' | 'carried' | 'signal'> {
  /** Names this process among the collectors that share the store. */
  readonly holder: string;
}

/** After a shorter session the wait grows, so that nothing spins. */
const SHORT_SESSION_MS = 10_000;

export class ClusterCollector {
  readonly #options: ClusterCollectorOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #lease: Lease | undefined;
  #session: Session | undefined;
  #reason = 'waiting for its lease';

  constructor(options: ClusterCollectorOptions) {
    this.#options = options;
    this.#running = this.#run(this.#stopping.signal);
  }

  /** This collector holds the lease. */
  get held(): boolean {
    return this.#session !== undefined;
  }

  get progress(): ClusterProgress {
    const waiting = { phase: 'connecting', reason: this.#reason, kindsListed: 0, kindsTotal: 0, objects: 0 } as const;
    return this.#session?.status.progress ?? { cluster: this.#options.registration.name, ...waiting };
  }

  /** Ends the collection and gives the lease back, so that another collector can continue at once. The rows stay. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The collector was stopped.'));
    await this.#running;
    if (!this.#lease) return;
    await this.#options.store.release(this.#lease).catch((error: unknown) => {
      // While the store is away the lease runs out by itself.
      if (!(error instanceof StoreUnavailableError)) throw error;
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { store, registration, holder, timing, log } = this.#options;
    const backoff = new Backoff({ firstMs: 200, maxMs: 5_000 });
    while (!signal.aborted) {
      try {
        await leafTurns.take(registration.name); // hundreds of clusters begin at the same time
        this.#lease = await store.acquire(registration.name, holder, timing.leaseMs, registration.registrant);
        if (!this.#lease) {
          this.#standBy('another collector holds this cluster');
          await pause(timing.acquireMs * (0.5 + Math.random()), signal);
          continue;
        }
        const began = monotonic();
        const error = await this.#work(this.#lease, signal);
        if (!error) return;
        log.warn({ error: error.message }, 'collection of the cluster starts over');
        if (monotonic() - began > SHORT_SESSION_MS) backoff.reset();
      } catch (error) {
        const { message } = error as Error;
        this.#standBy(message);
        if (!(error instanceof StoreUnavailableError)) log.error({ error: message }, 'the cluster cannot be collected');
      }
      await pause(backoff.next(), signal);
    }
  }

  async #work(lease: Lease, signal: AbortSignal): Promise<Error | undefined> {
    const carried = await this.#carried(signal);
    this.#session = new Session({ ...this.#options, lease, carried, signal });
    try {
      return await this.#session.run();
    } finally {
      this.#session = undefined;
    }
  }

  async #carried(signal: AbortSignal): Promise<CarriedState | undefined> {
    const { store, registration } = this.#options;
    const { state, stateStoredAgo } = await store.snapshot(registration.name, signal);
    return state && { state, at: monotonic() - stateStoredAgo };
  }

  #standBy(reason: string): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#options.onProgress(this.progress);
  }
}

/** Removes a cluster that is no longer registered. Where another collector holds it, that one will. */
export async function forgetCluster(store: Store, cluster: string, holder: string, signal: AbortSignal): Promise<boolean> {
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
