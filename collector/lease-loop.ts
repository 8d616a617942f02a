/**
 * Keeps one cluster collected while it belongs to this collector: takes its lease, works under it, and takes it again
 * after losing it. Stands by while another collector holds the lease.
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
  /** Names this process among the collectors that share the store. */
  readonly holder: string;
  readonly timing: Pick<Timing, 'leaseMs' | 'acquireMs'>;
  /** Ends with the signal, or earlier: the lease is then taken anew, at once if it returns `AT_ONCE`. */
  readonly work: (lease: Lease, signal: AbortSignal) => Promise<'AT_ONCE' | undefined>;
  /** Called when another collector holds the cluster. */
  readonly onStandBy?: () => void;
  /** Called with the error that ended the work, or kept the lease from being taken, unless the loop was stopped. */
  readonly onError: (error: Error) => void;
}

/** After shorter work the wait grows, to avoid a busy loop. */
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
      // While the store is away the lease expires by itself.
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
        await leafTurns.take(name); // hundreds of clusters start at the same time
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
