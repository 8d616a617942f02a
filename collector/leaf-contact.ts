/**
 * Keeps in touch with a leaf: reads its discovery and asks it something every few seconds, so that "unreachable" is known soon even where
 * connections just hang. Only what is asked here counts as a failure; a single broken watch says little, and makes this ask at once.
 */
import { Backoff } from '../async/backoff.ts';
import type { KubernetesClient, ServedResource } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import type { StateReason } from '../store/causes.ts';
import type { Logger } from '../telemetry/log.ts';
import { causeOf } from './causes.ts';
import { line } from '../kinds/untrusted.ts';
import type { Timing } from './timing.ts';
import { monotonic } from './timing.ts';
import { WakeableTimer } from './wakeable-timer.ts';

export interface LeafContactOptions {
  readonly client: Pick<KubernetesClient, 'discover' | 'version'>;
  readonly timing: Pick<Timing, 'probeMs' | 'probeTimeoutMs' | 'discoveryMs'>;
  readonly log: Logger;
  readonly onDiscovered: (served: readonly ServedResource[]) => void;
  /** It answered something that was asked here. */
  readonly onAnswered: () => void;
  /** It answers again. */
  readonly onRecovered: () => void;
  readonly onLost: () => void;
}

/** After something hinted at new or removed kinds, discovery is read this often for this long: serving them takes the leaf a moment. */
const EAGER_DISCOVERY_MS = 1_000;
const EAGER_FOR_MS = 4_000;
/** Between two questions, whatever rings. */
const MIN_INTERVAL_MS = 300;
const MAX_SAID_LENGTH = 256;
const MAX_RETRY_AFTER_MS = 120_000;

export class LeafContact {
  readonly #options: LeafContactOptions;
  readonly #timer = new WakeableTimer();
  #answeredAt: number | undefined;
  #problem: StateReason = '';
  #said = '';
  #version = '';
  #discovered = false;
  /** Not before this time is anything asked; then whichever of the other two comes first. */
  #askAt = -Infinity;
  #probeAt = -Infinity;
  #discoverAt = -Infinity;
  #eagerUntil = -Infinity;

  constructor(options: LeafContactOptions) {
    this.#options = options;
  }

  /** Why the leaf cannot be read; '' while it can. */
  get problem(): StateReason {
    return this.#problem;
  }

  /** The same in the words of the error, for the operator alone: they may hold addresses, paths and whatever the leaf says. */
  get said(): string {
    return this.#said;
  }

  get answeredAgo(): number | undefined {
    return this.#answeredAt === undefined ? undefined : monotonic() - this.#answeredAt;
  }

  /** Of the API server; '' where it does not tell. */
  get version(): string {
    return this.#version;
  }

  /** Keeps in touch until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const wake = () => this.#timer.wake();
    signal.addEventListener('abort', wake, { once: true });
    const backoff = new Backoff({ firstMs: 500, maxMs: 5_000 });
    while (!signal.aborted) {
      await this.#timer.wait(() => (signal.aborted ? 0 : this.#dueIn()));
      if (signal.aborted) break;
      try {
        await this.#ask(signal);
        backoff.reset();
        this.#askAt = monotonic() + MIN_INTERVAL_MS;
        this.#answered();
      } catch (error) {
        if (signal.aborted) break;
        this.#askAt = monotonic() + Math.max(backoff.next(), askedToWaitMs(error));
        this.#failed(error);
      }
    }
    signal.removeEventListener('abort', wake);
  }

  /** It said something elsewhere, so it need not be asked for a while. While it counts as lost, only its answers here count. */
  heard(): void {
    if (this.#problem !== '') return;
    this.#answeredAt = monotonic();
    this.#probeAt = this.#answeredAt + this.#options.timing.probeMs;
  }

  /** A connection broke: ask at once whether it is just that one. */
  suspect(): void {
    this.#probeAt = -Infinity;
    this.#timer.wake();
  }

  /** What it serves may have changed. */
  discoverSoon(): void {
    this.#eagerUntil = monotonic() + EAGER_FOR_MS;
    this.#discoverAt = -Infinity;
    this.#timer.wake();
  }

  #dueIn(): number {
    return Math.max(this.#askAt, Math.min(this.#probeAt, this.#discoverAt)) - monotonic();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { client, timing, onDiscovered } = this.#options;
    const began = monotonic();
    const limited = () => AbortSignal.any([signal, AbortSignal.timeout(timing.probeTimeoutMs)]);
    if (began >= this.#discoverAt) {
      this.#discoverAt = began + (began < this.#eagerUntil ? EAGER_DISCOVERY_MS : timing.discoveryMs);
      try {
        const served = await client.discover({ fresh: true, signal: limited() });
        this.#discovered = true;
        onDiscovered(served);
      } catch (error) {
        // Refused this once, it still answers; refused from the start, there is nothing to collect.
        if (!this.#discovered || !isAnswer(error)) {
          this.#discoverAt = -Infinity;
          throw error;
        }
        this.#options.log.warn({ error: (error as Error).message }, 'discovery was refused');
      }
    }
    this.#version = await client.version(limited()).catch((error: unknown) => {
      if (isAnswer(error)) return this.#version;
      throw error;
    });
  }

  #answered(): void {
    const recovered = this.#problem !== '';
    this.#problem = '';
    this.heard();
    this.#options.onAnswered();
    if (!recovered) return;
    this.#options.log.info('the cluster answers again');
    this.discoverSoon();
    this.#options.onRecovered();
  }

  #failed(error: unknown): void {
    const before = this.#problem;
    const message = error instanceof Error ? (error.name === 'TimeoutError' ? 'it does not answer in time' : error.message) : String(error);
    this.#problem = causeOf(error);
    this.#said = line(message, MAX_SAID_LENGTH) || 'it does not answer';
    this.#probeAt = -Infinity;
    if (this.#problem === before) return;
    this.#options.log.warn({ cause: this.#problem, reason: this.#said }, 'the cluster does not answer');
    this.#options.onLost();
  }
}

/** Retry-After of a leaf that is busy, as far as it is believed. */
function askedToWaitMs(error: unknown): number {
  return error instanceof KubernetesError ? Math.min((error.retryAfterSeconds ?? 0) * 1_000, MAX_RETRY_AFTER_MS) : 0;
}

/** A refusal is an answer all the same, unless it refuses everything: credentials that are not accepted, a server that only fails. */
function isAnswer(error: unknown): boolean {
  return error instanceof KubernetesError && ['FORBIDDEN', 'NOT_FOUND', 'THROTTLED', 'CONFLICT', 'GONE', 'INVALID'].includes(error.code);
}
