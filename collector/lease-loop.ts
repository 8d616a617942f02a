/**
 * Keeps one cluster collected while it belongs to this collector. Takes the lease of the cluster, works while it
 * holds the lease, and takes a lost lease again. Waits while another collector holds the lease.
 */
import { Backoff } from '../async/backoff.ts';
import { leafTurns } from '../async/fair-turns.ts';
import type { Registered } from '../clusters/registry.ts';
import type { Lease, Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { monotonic, pause, type Timing } from './timing.ts';

export interface LeaseLoopOptions {
  readonly registration: Pick<Registered, 'name' | 'registrant'>;
  readonly store: Pick<Store, 'acquire' | 'release'>;
  /** Name of this process, unique among the collectors that share the store. */
  readonly holder: string;
  readonly timing: Pick<Timing, 'leaseMs' | 'acquireMs'>;
  /**
   * Work under the lease. It must end when the signal is aborted. If it ends earlier, the lease is taken again, without
   * a wait if the result is `AT_ONCE`.
   */
  readonly work: (lease: Lease, signal: AbortSignal) => Promise<'AT_ONCE' | undefined>;
  /** Called when another collector holds the lease of the cluster. */
  readonly onStandBy?: () => void;
  /** Called with the error that ended the work or prevented taking the lease. Not called after stop(). */
  readonly onError: (error: Error) => void;
}

/** If the work ends sooner than this, the wait before the next attempt grows, to avoid a busy loop. */
const SHORT_WORK_MS = 10_000;

export class LeaseLoop {
  readonly #options: LeaseLoopOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #lease: Lease | undefined;

  constructor(options: LeaseLoopOptions) {
    this.#options = options;
    this.#running = this.#run(this.#stopping.signal);
  }

  /** Ends the work and releases the lease, so that another collector can continue at once. The rows stay. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The collector was stopped.'));
    await this.#running;
    if (!this.#lease) return;
    await this.#options.store.release(this.#lease).catch((error: unknown) => {
      // If the store is unreachable, the lease expires by itself.
      if (!(error instanceof StoreUnavailableError)) throw error;
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { store, registration, holder, timing, work, onStandBy, onError } = this.#options;
    const { name, registrant } = registration;
    const backoff = new Backoff({ firstMs: 200, maxMs: 5_000 });
    while (!signal.aborted) {
      let began = Infinity;
      try {
        await leafTurns.take(name); // hundreds of clusters may start at the same time
        this.#lease = await store.acquire(name, holder, timing.leaseMs, registrant);
        if (!this.#lease) {
          onStandBy?.();
          await pause(timing.acquireMs * (0.5 + Math.random()), signal);
          continue;
        }
        began = monotonic();
        if ((await work(this.#lease, signal)) === 'AT_ONCE') continue;
      } catch (error) {
        if (!signal.aborted) onError(error as Error);
      }
      if (monotonic() - began > SHORT_WORK_MS) backoff.reset();
      await pause(backoff.next(), signal);
    }
  }
}
