/**
 * Reviews of callers' rights, a few at a time on each cluster. Callers share the slots fairly, so that a caller with
 * many reviews does not delay the others for long.
 */
import { FairGate, GateFull, type FairGateOptions } from '../../async/fair-gate.ts';
import { raced } from '../../async/deadline.ts';
import { ReviewError, type AccessReviews, type ReviewFailure } from '../../identity/access-reviews.ts';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { Attributes } from '../../rbac/types.ts';
import type { CallersReviews } from './leaf-rules.ts';

/** Codes of failures of the cluster itself. Other failures concern only one caller. */
export const SILENCE: ReadonlySet<ReviewFailure | undefined> = new Set(['UNREACHABLE', 'SERVER_ERROR', 'TIMEOUT']);

/**
 * Slots for reviews on one cluster. A caller who is alone gets half of the slots. `waitingPerCaller` is enough for
 * everything that one caller starts at once: four live reviews (live-access.ts) with 64 concurrent checks each
 * (leaf-rules.ts), and explanations.
 */
const QUESTIONS: FairGateOptions = { slots: 16, waitingPerCaller: 512 };

export class ReviewSlots {
  readonly #ofCluster: FairGateOptions;
  readonly #gates = new Map<string, FairGate>();

  constructor(ofCluster = QUESTIONS) {
    this.#ofCluster = ofCluster;
  }

  /** @throws ReviewError, an error of `ask`, or the reason of the signal */
  async inside<T>(cluster: string, caller: Identity, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    let gate = this.#gates.get(cluster);
    if (!gate) this.#gates.set(cluster, (gate = new FairGate(this.#ofCluster)));
    try {
      signal.throwIfAborted();
      // Enters without waiting if a slot is free. The age of an answer counts from the start of `ask`.
      const free = gate.tryEnter(callerKey(caller));
      using _slot = typeof free === 'object' ? free : await gate.enter(callerKey(caller), signal);
      return await ask();
    } catch (error) {
      if (error instanceof GateFull)
        throw new ReviewError('THROTTLED', `${cluster}: too many reviews of this caller are waiting already`);
      throw error;
    } finally {
      // A gate without taken slots has no waiting callers. It is removed, so that no gate outlives its cluster.
      if (gate.running === 0) this.#gates.delete(cluster);
    }
  }
}

export function fairReviews(reviews: CallersReviews, slots: ReviewSlots): CallersReviews {
  return {
    rules: (cluster, caller, namespace, signal) =>
      slots.inside(cluster, caller, signal, () => reviews.rules(cluster, caller, namespace, signal)),
    may: (cluster, caller, question, signal) =>
      slots.inside(cluster, caller, signal, () => reviews.may(cluster, caller, question, signal)),
  };
}

export interface CallersQuestionsOptions {
  readonly reviews: Pick<AccessReviews, 'may' | 'refusedGroups'>;
  readonly slots: ReviewSlots;
  readonly timeoutMs: number;
  /** Monotonic clock, in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

/** Time in milliseconds for which a failure of the cluster is remembered. */
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 1_000;

/**
 * Single reviews, for example for explanations and for the right to be an administrator. After a failure of the cluster
 * (SILENCE), further reviews of the caller on this cluster fail at once for REMEMBERED_MS milliseconds.
 */
export class CallersQuestions {
  readonly #reviews: CallersQuestionsOptions['reviews'];
  readonly #slots: ReviewSlots;
  readonly #timeoutMs: number;
  readonly #clock: () => number;
  readonly #failures = new Map<string, { readonly error: ReviewError; readonly until: number }>();

  constructor({ reviews, slots, timeoutMs, clock = () => performance.now() }: CallersQuestionsOptions) {
    this.#reviews = reviews;
    this.#slots = slots;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  /** A new deadline, to be shared by several reviews. */
  limit(): AbortSignal {
    return AbortSignal.timeout(this.#timeoutMs);
  }

  /** @throws ReviewError if the review fails or `limit` aborts, and the reason of `signal` if `signal` aborts */
  may(
    cluster: string,
    caller: Identity,
    question: Attributes,
    signal: AbortSignal,
    limit: AbortSignal,
  ): Promise<boolean> {
    return this.#ask(cluster, caller, signal, limit, either => this.#reviews.may(cluster, caller, question, either));
  }

  /** The caller's groups that fleetgraph may not impersonate, see `AccessReviews`. @throws like `may` */
  async refusedGroups(
    cluster: string,
    caller: Identity,
    signal: AbortSignal,
    limit: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    return this.#ask(cluster, caller, signal, limit, either =>
      raced(this.#reviews.refusedGroups?.(cluster, caller) ?? Promise.resolve(undefined), either),
    );
  }

  async #ask<T>(
    cluster: string,
    caller: Identity,
    signal: AbortSignal,
    limit: AbortSignal,
    question: (either: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([cluster, callerKey(caller)]);
    const either = AbortSignal.any([signal, limit]);
    const ask = () => {
      this.#assertAnswering(key); // another review may have failed while this review waited
      return question(either);
    };
    this.#assertAnswering(key);
    try {
      return await this.#slots.inside(cluster, caller, either, ask);
    } catch (error) {
      signal.throwIfAborted();
      const failure = limit.aborted ? new ReviewError('TIMEOUT', `${cluster}: does not answer in time`, error) : error;
      if (failure instanceof ReviewError && SILENCE.has(failure.code)) this.#remember(key, failure);
      throw failure;
    }
  }

  #assertAnswering(key: string): void {
    const known = this.#failures.get(key);
    if (known && this.#clock() < known.until) throw known.error;
  }

  #remember(key: string, error: ReviewError): void {
    const known = this.#failures.get(key);
    if (known && this.#clock() < known.until) return; // repeated failures do not extend the time
    this.#failures.delete(key);
    this.#failures.set(key, { error, until: this.#clock() + REMEMBERED_MS });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_REMEMBERED) break;
      this.#failures.delete(oldest);
    }
  }
}
