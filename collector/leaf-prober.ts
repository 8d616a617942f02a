/**
 * Requests the version of a leaf that has been silent for a few seconds. Also reads its discovery regularly. So the
 * collector soon detects an unreachable leaf, even if connections hang. A leaf counts as unreachable only if these
 * requests fail. A single broken watch means little, but makes the prober run at once.
 */
import { Backoff } from '../async/backoff.ts';
import { line } from '../kinds/untrusted.ts';
import type { Registration } from '../clusters/registry.ts';
import type { ServedResource } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import type { Logger } from '../telemetry/log.ts';
import { causeOf } from './causes.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { type Timing, monotonic, WakeableTimer } from './timing.ts';
import { AnotherServerError, serverUid } from './server-uid.ts';

export interface LeafProberOptions {
  readonly registration: Pick<Registration, 'client'>;
  /** UID of the API server that the stored content comes from. Undefined if there is no stored content. */
  readonly uid: string | undefined;
  readonly timing: Pick<Timing, 'probeMs' | 'probeTimeoutMs' | 'discoveryMs' | 'forbiddenRowsMs'>;
  readonly status: ClusterStatus;
  readonly log: Logger;
}

interface Discovered {
  readonly served: readonly ServedResource[];
  /** Number of groups, versions and resources that were not read, because the leaf serves too many. */
  readonly unread: number;
}

/**
 * Discovery of the leaf, or only the fact that the leaf answered. A refusal is an answer, too. `recovered` is true
 * if the leaf did not answer before.
 */
export type LeafAnswer = Discovered | { readonly recovered: boolean };

/**
 * A leaf may serve new kinds a few seconds late. So after a hint at new or removed kinds, the prober reads discovery
 * every EAGER_DISCOVERY_MS for EAGER_FOR_MS.
 */
const EAGER_DISCOVERY_MS = 1_000;
const EAGER_FOR_MS = 4_000;
/** Minimum milliseconds between two rounds of requests. */
const MIN_INTERVAL_MS = 300;
const MAX_SAID_LENGTH = 256;
const MAX_RETRY_AFTER_MS = 120_000;

export class LeafProber {
  readonly #options: LeafProberOptions;
  readonly #timer = new WakeableTimer();
  /** Start of the last discovery that the leaf answered, in monotonic milliseconds. A refusal is an answer, too. */
  #discoveredAt = -Infinity;
  /** Monotonic time since which the API server hides a UID that it showed before. Undefined while it shows its UID. */
  #silentUidSince: number | undefined;

  constructor(options: LeafProberOptions) {
    this.#options = options;
    options.status.observe(() => this.#timer.wake());
  }

  /**
   * Yields answers until the signal is aborted. Sends no request while the consumer handles an answer, so the consumer
   * must not wait for anything.
   * @throws AnotherServerError
   */
  async *answers(signal: AbortSignal): AsyncGenerator<LeafAnswer, void, void> {
    signal.addEventListener('abort', () => this.#timer.wake(), { once: true });
    const backoff = new Backoff({ firstMs: 500, maxMs: 5_000 });
    const { status } = this.#options;
    let notBefore = -Infinity;
    for (;;) {
      await this.#timer.wait(() => (signal.aborted ? 0 : Math.max(notBefore, this.#dueAt()) - monotonic()));
      if (signal.aborted) return;
      try {
        if (!status.identified || monotonic() >= this.#discoveryDueAt()) await this.#identify(signal);
        const discovered = await this.#discover(signal);
        if (discovered) yield discovered;
        const version = await this.#version(signal);
        if (!status.identified) await this.#identify(signal); // suspect() may have been called meanwhile
        backoff.reset();
        notBefore = monotonic() + MIN_INTERVAL_MS;
        yield { recovered: this.#answered(version) };
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof AnotherServerError) throw error;
        notBefore = monotonic() + Math.max(backoff.next(), requestedToWaitMs(error));
        this.#failed(error);
      }
    }
  }

  #dueAt(): number {
    return Math.min(this.#options.status.silentSince + this.#options.timing.probeMs, this.#discoveryDueAt());
  }

  #discoveryDueAt(): number {
    const { status, timing } = this.#options;
    if (status.staleSince >= this.#discoveredAt) return -Infinity;
    return (
      this.#discoveredAt +
      (this.#discoveredAt < status.staleSince + EAGER_FOR_MS ? EAGER_DISCOVERY_MS : timing.discoveryMs)
    );
  }

  /**
   * Checks that the answering API server is the source of the stored content. Until then, only the state of the cluster
   * is written. An API server that hides its UID may be starting. If the UID stays hidden, the server counts as another
   * API server.
   * @throws AnotherServerError
   */
  async #identify(signal: AbortSignal): Promise<void> {
    const { registration, uid: known, status, timing } = this.#options;
    const { suspicions } = status;
    const uid = await serverUid(registration.client, this.#limited(signal));
    if (uid === known) {
      this.#silentUidSince = undefined;
      return status.identifiedSince(suspicions);
    }
    if (uid !== '' || !known) throw new AnotherServerError(uid);
    this.#silentUidSince ??= monotonic();
    if (monotonic() - this.#silentUidSince > timing.forbiddenRowsMs) throw new AnotherServerError(uid);
    throw new KubernetesError('FORBIDDEN', 'it does not tell the UID of its Namespace kube-system any more', {
      cluster: registration.client.cluster,
    });
  }

  /** Reads discovery. Undefined if discovery is not due, or was refused. */
  async #discover(signal: AbortSignal): Promise<Discovered | undefined> {
    const { registration, status, log } = this.#options;
    const began = monotonic();
    if (began < this.#discoveryDueAt()) return undefined;
    this.#discoveredAt = began;
    try {
      let unread = 0;
      const onLeftOut = (count: number) => (unread = count);
      const served = await registration.client.discover({ fresh: true, signal: this.#limited(signal), onLeftOut });
      return { served, unread };
    } catch (error) {
      // A leaf that refuses discovery still answers. But if it never allowed discovery, there is nothing to collect,
      // which counts as a failure.
      if (!status.discovered || !isAnswer(error)) {
        this.#discoveredAt = -Infinity;
        throw error;
      }
      log.warn({ error: (error as Error).message }, 'discovery was refused');
      return undefined;
    }
  }

  /** Kubernetes version of the leaf. Undefined if the leaf does not report it. */
  #version(signal: AbortSignal): Promise<string | undefined> {
    return this.#options.registration.client.version(this.#limited(signal)).catch((error: unknown) => {
      if (isAnswer(error)) return undefined;
      throw error;
    });
  }

  #limited(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#options.timing.probeTimeoutMs)]);
  }

  #answered(version: string | undefined): boolean {
    const { status, log } = this.#options;
    const recovered = status.answered(version);
    if (recovered) log.info('the cluster answers again');
    return recovered;
  }

  #failed(error: unknown): void {
    const { status, log } = this.#options;
    const message =
      error instanceof Error
        ? error.name === 'TimeoutError'
          ? 'it does not answer in time'
          : error.message
        : String(error);
    const cause = causeOf(error);
    const reason = line(message, MAX_SAID_LENGTH) || 'it does not answer';
    if (status.lost(cause, reason)) log.warn({ cause, reason }, 'the cluster does not answer');
  }
}

/** Milliseconds that a busy leaf requests with Retry-After, at most MAX_RETRY_AFTER_MS. 0 if the leaf requests none. */
function requestedToWaitMs(error: unknown): number {
  return error instanceof KubernetesError ? Math.min((error.retryAfterSeconds ?? 0) * 1_000, MAX_RETRY_AFTER_MS) : 0;
}

/**
 * True if the error is an answer of a working leaf, such as a refusal of this request. False if the leaf rejects our
 * credentials or is broken.
 */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof KubernetesError &&
    ['FORBIDDEN', 'NOT_FOUND', 'THROTTLED', 'CONFLICT', 'GONE', 'INVALID'].includes(error.code)
  );
}
