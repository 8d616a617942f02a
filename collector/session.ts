/**
 * One collector's work on one cluster under one lease. It ends when its signal is aborted, when the lease is lost, when
 * another API server answers, or after an unexpected error. The next session compares its lists with the store, so only
 * time is lost.
 */
import { raced, startDeadline } from '../async/deadline.ts';
import { sourceOf } from '../clusters/names.ts';
import type { Registration } from '../clusters/registry.ts';
import type { ProjectionLookup } from '../kinds/projection.ts';
import type { Refusals } from '../kinds/refusals.ts';
import type { KindLookup } from '../kinds/registry.ts';
import type { Lease, Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import { Batcher } from './batcher.ts';
import { ClusterKinds } from './cluster-kinds.ts';
import { ClusterStatus, type CarriedState, type ClusterProgress } from './cluster-status.ts';
import type { KindsRule, LeftOutKind, SelectedKinds } from './kinds.ts';
import { mostKinds, resourceName, selectKinds } from './kinds.ts';
import { LeafProber } from './leaf-prober.ts';
import type { StartingCluster, StartupLimiter } from './startup-limiter.ts';
import { StoredVersions } from './collection.ts';
import type { Timing } from './timing.ts';
import { pause } from './timing.ts';

export interface SessionOptions {
  readonly registration: Registration;
  readonly store: Store;
  readonly lease: Lease;
  readonly carried: CarriedState | undefined;
  /**
   * UID of the API server whose content this session writes. Undefined if unknown, and then only the state is written.
   */
  readonly uid: string | undefined;
  readonly kinds: KindsRule;
  readonly lookup: KindLookup;
  readonly projections: ProjectionLookup;
  readonly startup: StartupLimiter;
  readonly refusals: Refusals;
  readonly clusterBytes: number;
  readonly timing: Timing;
  readonly log: Logger;
  readonly onProgress: (progress: ClusterProgress) => void;
  /** Signal that ends the session. */
  readonly signal: AbortSignal;
}

export class Session {
  readonly status: ClusterStatus;
  readonly #options: SessionOptions;
  /** Aborted with the reason if the session cannot continue. */
  readonly #failing = new AbortController();
  readonly #ending: AbortSignal;
  readonly #versions = new StoredVersions(() => this.#storedKeys());
  readonly #batcher: Batcher;
  readonly #kinds: ClusterKinds;
  readonly #prober: LeafProber;
  /** Queued work for the answers of the prober. Runs in the order of the answers. */
  #turn: Promise<void> = Promise.resolve();
  readonly #starting: StartingCluster;
  #begun: Promise<void> | undefined;
  #revision = 0;
  #reportedLeftOut = '';

  constructor(options: SessionOptions) {
    const { registration, carried, signal } = options;
    this.#options = options;
    this.#ending = AbortSignal.any([signal, this.#failing.signal]);
    const status = (this.status = new ClusterStatus(registration, carried));
    const batcher = (this.#batcher = new Batcher({ ...options, status }));
    this.#starting = options.startup.starting(sourceOf(registration.registrant ?? ''), this.#ending);
    this.#kinds = new ClusterKinds({ ...options, status, batcher, versions: this.#versions, starting: this.#starting });
    this.#prober = new LeafProber({ ...options, status });
    status.observe(() => this.#observe());
  }

  /** Resolves with the error if the session ended by itself, and with undefined if the signal ended it. */
  async run(): Promise<Error | undefined> {
    void this.#batcher.ended.then(error => error && this.#fail(error));
    try {
      await Promise.all([this.#keepLease(), this.#follow()]);
    } finally {
      await this.#close();
    }
    return this.#failing.signal.reason as Error | undefined;
  }

  #fail(error: Error): void {
    if (!this.#ending.aborted) this.#failing.abort(error);
  }

  async #close(): Promise<void> {
    // Pending changes get one second to be stored. Then the batcher is closed before the reflectors, because a
    // reflector that waits for room in the batcher cannot end.
    if (!this.#failing.signal.aborted) {
      using patience = startDeadline(undefined, 1_000);
      // Ignored: the time is over, or the batcher has already ended.
      await raced(this.#batcher.written(), patience.signal).catch(() => undefined);
    }
    await this.#batcher.close();
    await this.#turn;
    await this.#kinds.close();
    this.#starting.end();
  }

  async #keepLease(): Promise<void> {
    const { store, lease, timing } = this.#options;
    for (;;) {
      await pause(timing.renewMs, this.#ending);
      if (this.#ending.aborted) return;
      try {
        await store.renew(lease, timing.leaseMs);
      } catch (error) {
        // If the store is unreachable, the lease may still be valid when the store returns. If the lease is lost by
        // then, the next batch fails.
        if (!(error instanceof StoreUnavailableError)) return this.#fail(error as Error);
      }
    }
  }

  async #follow(): Promise<void> {
    try {
      await this.#takeAnswers();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  async #takeAnswers(): Promise<void> {
    const { kinds, registration } = this.#options;
    const most = mostKinds(registration.collect?.namespaces.length);
    for await (const answer of this.#prober.answers(this.#ending)) {
      if ('recovered' in answer) {
        this.#inTurn(() => this.#kinds.restartFailed(answer.recovered ? 'all' : 'first failures'));
        this.#forgetVersions();
        continue;
      }
      const served = this.#kinds.labelled(answer.served);
      const selected = selectKinds(served, kinds, most);
      this.#tellLeftOut(selected, most);
      // Unread kinds count as left out, because the configuration may request them.
      this.status.discover(selected.collected, { ...selected, unnamed: selected.unnamed + answer.unread });
      this.#inTurn(async () => {
        await (this.#begun ??= this.#begin());
        await this.#kinds.reconcile(served);
      });
    }
  }

  /**
   * Waits for a slot. Meanwhile, another API server may take over the address, so the API server must be identified
   * again.
   */
  async #begin(): Promise<void> {
    await this.#starting.enter();
    this.status.suspect();
  }

  /** Logs the kinds that are left out. Logs again only if they have changed. */
  #tellLeftOut({ leftOut, unnamed, overLimit }: SelectedKinds, most: number): void {
    const { log } = this.#options;
    const names = (cause: LeftOutKind['cause']) =>
      leftOut.flatMap(kind => (kind.cause === cause ? [resourceName(kind.resource)] : []));
    const [unwatchable, perCaller, shownElsewhere] = [
      names('UNWATCHABLE'),
      names('PER_CALLER'),
      names('SHOWN_ELSEWHERE'),
    ];
    const first = names('TOO_MANY_KINDS');
    const reported = JSON.stringify([unwatchable, perCaller, shownElsewhere, first, unnamed, overLimit]);
    if (reported === this.#reportedLeftOut) return;
    this.#reportedLeftOut = reported;
    const others = leftOut.length + unnamed - overLimit;
    if (others > 0)
      log.info(
        { unwatchable, perCaller, shownElsewhere, kinds: others },
        'kinds are left out: they cannot be watched, show each caller other objects, or another kind shows their objects',
      );
    if (overLimit > 0)
      log.warn(
        { kinds: overLimit, first },
        `kinds are left out: at most ${most} are collected, first the default kinds and those that kinds.include names`,
      );
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn
      .then(() => (this.#ending.aborted ? undefined : work()))
      .catch((error: unknown) => this.#fail(error as Error));
  }

  #observe(): void {
    if (this.status.revision === this.#revision) return;
    this.#revision = this.status.revision;
    const { progress } = this.status;
    // A synced cluster gives its slot to clusters that still need one.
    if (progress.phase === 'synced') this.#starting.end();
    if (progress.phase === 'unreachable') this.#starting.leave();
    this.#forgetVersions();
    this.#options.onProgress(progress);
  }

  #forgetVersions(): void {
    if (!this.status.listing) this.#versions.forget();
  }

  /** Reads the keys in the store after all earlier changes are written. Waits as long as the store is unreachable. */
  async #storedKeys(): ReturnType<Store['versions']> {
    const { store, registration } = this.#options;
    await this.#batcher.written();
    for (;;) {
      try {
        return await store.versions(registration.name);
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await pause(500, this.#ending);
        this.#ending.throwIfAborted();
      }
    }
  }
}
