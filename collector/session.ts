/**
 * One collector's work on one cluster under one lease. It ends when it is told to, when the lease is lost, or when the store no longer takes its
 * batches; whoever comes next diffs against the store, so nothing but time is lost.
 */
import type { ServedResource } from '../kubernetes/client.ts';
import type { Registration } from '../clusters/registry.ts';
import type { StateReason } from '../store/causes.ts';
import type { ClusterPhase, ClusterState, Lease, Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import { Batcher } from './batcher.ts';
import { ClusterKinds } from './cluster-kinds.ts';
import { GRANT_TYPES, grantsState } from './grants.ts';
import type { KindsRule } from './kinds.ts';
import { LeafContact } from './leaf-contact.ts';
import type { Refusals } from '../kinds/refusals.ts';
import type { StartupLimiter } from './startup-limiter.ts';
import { StoredVersions } from './stored-versions.ts';
import type { Timing } from './timing.ts';
import { monotonic, pause } from './timing.ts';

/** How far the collection of one cluster is, for a terminal. */
export interface ClusterProgress {
  readonly cluster: string;
  readonly phase: ClusterPhase;
  /** `listing 3/14 kinds`, or why the cluster is not synced, in the words of whatever failed; '' when it is. */
  readonly reason: string;
  readonly kindsListed: number;
  readonly kindsTotal: number;
  /** Objects that the lists have shown. */
  readonly objects: number;
}

/** What the store said of a cluster when a session began, and when that was true by our monotonic clock. */
export interface CarriedState {
  readonly state: ClusterState;
  readonly at: number;
}

export interface SessionOptions {
  readonly registration: Registration;
  readonly store: Store;
  readonly lease: Lease;
  readonly carried: CarriedState | undefined;
  readonly kinds: KindsRule;
  readonly startup: StartupLimiter;
  readonly refusals: Refusals;
  readonly timing: Timing;
  readonly log: Logger;
  readonly onProgress: (progress: ClusterProgress) => void;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #ending = new AbortController();
  readonly #versions = new StoredVersions(() => this.#storedKeys());
  readonly #contact: LeafContact;
  readonly #batcher: Batcher;
  readonly #kinds: ClusterKinds;
  /** Discoveries are acted on one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #place: Promise<() => void> | undefined;
  #leaveStartup: () => void = () => {};
  #error: Error | undefined;
  #told = '';

  constructor(options: SessionOptions) {
    const { registration, timing, log } = options;
    this.#options = options;
    this.#contact = new LeafContact({
      client: registration.client,
      timing,
      log,
      onDiscovered: served => this.#discovered(served),
      onAnswered: () => this.#answered(),
      onRecovered: () => this.#inTurn(() => this.#kinds.restartFailed('all')),
      onLost: () => {
        this.#leaveStartup(); // its place is for those who can use it
        this.#changed();
      },
    });
    this.#batcher = new Batcher({
      store: options.store,
      lease: options.lease,
      state: () => this.#state(),
      onEnd: error => this.#end(error),
      refusals: options.refusals,
      log,
    });
    this.#kinds = new ClusterKinds({
      cluster: registration.name,
      client: registration.client,
      kinds: options.kinds,
      timing,
      batcher: this.#batcher,
      versions: this.#versions,
      refusals: options.refusals,
      stored: options.carried?.state.resources ?? [],
      log,
      onState: () => this.#changed(),
      onHeard: () => this.#contact.heard(),
      onLeafFailure: () => this.#contact.suspect(),
      onStale: () => this.#contact.discoverSoon(),
    });
  }

  /** Resolves with the reason when the session ended by itself, without one when `signal` ended it. */
  async run(signal: AbortSignal): Promise<Error | undefined> {
    const stop = () => this.#end(undefined);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await Promise.all([this.#keepLease(), this.#contact.run(this.#ending.signal)]);
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#close();
    }
    return this.#error;
  }

  get progress(): ClusterProgress {
    const [kindsListed, kindsTotal] = [this.#kinds.settled, this.#kinds.resources?.length ?? 0];
    const { phase } = this.#phase();
    const words: Readonly<Record<ClusterPhase, string>> = {
      unreachable: this.#contact.said,
      connecting: 'not reached yet',
      listing: kindsListed < kindsTotal ? `listing ${kindsListed}/${kindsTotal} kinds` : 'listing roles and bindings',
      synced: '',
    };
    return {
      ...{ cluster: this.#options.registration.name, phase, reason: words[phase], kindsListed, kindsTotal },
      objects: this.#kinds.objects,
    };
  }

  #end(error: Error | undefined): void {
    if (this.#ending.signal.aborted) return;
    this.#error = error;
    this.#ending.abort(error ?? new Error('Collection of this cluster was stopped.'));
  }

  async #close(): Promise<void> {
    // What has been seen is given a moment to be stored. Then the batcher ends first: a reflector that waits for room ends only with it.
    const patience = new AbortController();
    if (!this.#error) {
      const written = this.#batcher.written().catch(() => undefined); // it has ended: there is nothing left to write
      await Promise.race([written, pause(1_000, patience.signal)]);
    }
    patience.abort();
    await this.#batcher.close();
    await this.#turn;
    await this.#kinds.close();
    this.#leaveStartup();
  }

  async #keepLease(): Promise<void> {
    const { store, lease, timing } = this.#options;
    for (;;) {
      await pause(timing.renewMs, this.#ending.signal);
      if (this.#ending.signal.aborted) return;
      try {
        await store.renew(lease, timing.leaseMs);
      } catch (error) {
        // A store that is away may still know the lease when it is back; if it does not, the next batch says so.
        if (!(error instanceof StoreUnavailableError)) return this.#end(error as Error);
      }
    }
  }

  #discovered(served: readonly ServedResource[]): void {
    this.#kinds.want(served);
    const { startup, registration } = this.#options;
    this.#inTurn(async () => {
      this.#place ??= startup.enter(registration.name, this.#ending.signal);
      this.#leaveStartup = await this.#place;
      await this.#kinds.reconcile(served);
    });
  }

  #answered(): void {
    this.#kinds.answered();
    this.#inTurn(() => this.#kinds.restartFailed('first failures'));
    this.#changed();
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn
      .then(() => (this.#ending.signal.aborted ? undefined : work()))
      .catch((error: unknown) => this.#end(error as Error));
  }

  /** Reads the keys of the store when all that was changed before is in it, however long the store is away. */
  async #storedKeys(): ReturnType<Store['versions']> {
    const { store, registration } = this.#options;
    await this.#batcher.written();
    for (;;) {
      try {
        return await store.versions(registration.name);
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await pause(500, this.#ending.signal);
        this.#ending.signal.throwIfAborted();
      }
    }
  }

  /** Tells, and has the state written, when something changed that is more than an age. */
  #changed(): void {
    const { phase, reason, kinds, resources, grants } = this.#state();
    if (phase === 'synced') this.#leaveStartup();
    if (!this.#kinds.listing) this.#versions.forget();
    const told = JSON.stringify([phase, reason, this.#kinds.settled, kinds, resources, grants.complete, grants.reason]);
    if (told === this.#told) return;
    this.#told = told;
    this.#batcher.stateChanged();
    this.#options.onProgress(this.progress);
  }

  #state(): ClusterState {
    const { registration, carried } = this.#options;
    const now = monotonic();
    const aged = (ago: number | undefined) => (ago === undefined || !carried ? undefined : ago + now - carried.at);
    return {
      ...this.#phase(),
      version: this.#contact.version || (carried?.state.version ?? ''),
      authorization: registration.authorization,
      answeredAgo: this.#contact.answeredAgo ?? aged(carried?.state.answeredAgo),
      // Until the kinds have been discovered anew, what was known counts: a leaf that is away keeps its rows.
      kinds: this.#kinds.resources ? this.#kinds.states : (carried?.state.kinds ?? []),
      resources: this.#kinds.resources ?? carried?.state.resources ?? [],
      grants: grantsState(
        this.#kinds.grants,
        carried && { ...carried.state.grants, confirmedAgo: aged(carried.state.grants.confirmedAgo) },
        now,
      ),
    };
  }

  #phase(): { phase: ClusterPhase; reason: StateReason } {
    const { problem } = this.#contact;
    const { resources, settled, grants } = this.#kinds;
    if (problem !== '') return { phase: 'unreachable', reason: problem };
    if (!resources) return { phase: 'connecting', reason: 'CONNECTING' };
    if (settled < resources.length) return { phase: 'listing', reason: 'LISTING' };
    const waiting = GRANT_TYPES.some(type => grants.get(type)?.settled === false);
    return waiting ? { phase: 'listing', reason: 'LISTING' } : { phase: 'synced', reason: '' };
  }
}
