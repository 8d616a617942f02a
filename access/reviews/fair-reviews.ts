/**
 * The reviews that callers make about themselves, a few at a time on each cluster and shared by caller: a caller who has 250 namespaces to ask for, or asks for
 * many explanations, waits for their own questions. What one answer may take is the reviews' own affair (leafReviews).
 */
import { FairGate, GateFull, type FairGateOptions } from '../../async/fair-gate.ts';
import { raced } from '../../async/raced.ts';
import { ReviewError, type AccessReviews, type ReviewFailure } from '../../identity/access-reviews.ts';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { Attributes } from '../../rbac/types.ts';
import type { CallersReviews } from './leaf-rules.ts';

/** What says that a cluster does not answer, and not that somebody asked too much of it, or may not ask. */
export const SILENCE: ReadonlySet<ReviewFailure | undefined> = new Set(['UNREACHABLE', 'SERVER_ERROR', 'TIMEOUT']);

/**
 * Of one cluster: who is alone there has half of them, as many as a review can use. A leaf's own places are shared by caller as well. More may wait than one
 * request can ask for at once, explanations under as many aliases as a query may have among it.
 */
const QUESTIONS: FairGateOptions = { places: 16, waitingPerCaller: 64 };

export class ReviewPlaces {
  readonly #ofCluster: FairGateOptions;
  readonly #gates = new Map<string, FairGate>();

  constructor(ofCluster = QUESTIONS) {
    this.#ofCluster = ofCluster;
  }

  /** @throws ReviewError, or what `ask` or the signal throws */
  async inside<T>(cluster: string, caller: Identity, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    let gate = this.#gates.get(cluster);
    if (!gate) this.#gates.set(cluster, (gate = new FairGate(this.#ofCluster)));
    try {
      signal.throwIfAborted();
      const free = gate.tryEnter(callerKey(caller)); // begun at once where there is a place: what is asked is as old as that
      using _place = typeof free === 'object' ? free : await gate.enter(callerKey(caller), signal);
      return await ask();
    } catch (error) {
      if (error instanceof GateFull) throw new ReviewError('THROTTLED', `${cluster}: too many reviews of this caller are waiting already`);
      throw error;
    } finally {
      // Clusters come and go; where no place is taken no caller waits.
      if (gate.running === 0) this.#gates.delete(cluster);
    }
  }
}

export function fairReviews(reviews: CallersReviews, places: ReviewPlaces): CallersReviews {
  return {
    rules: (cluster, caller, namespace, signal) =>
      places.inside(cluster, caller, signal, () => reviews.rules(cluster, caller, namespace, signal)),
    may: (cluster, caller, question, signal) =>
      places.inside(cluster, caller, signal, () => reviews.may(cluster, caller, question, signal)),
  };
}

export interface CallersQuestionsOptions {
  readonly reviews: Pick<AccessReviews, 'may' | 'refusedGroups'>;
  readonly places: ReviewPlaces;
  readonly timeoutMs: number;
  /** Milliseconds on a clock that never goes back. @default performance.now */
  readonly clock?: () => number;
}

/** A cluster that did not answer a caller is believed not to for so long. */
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 1_000;

/** Single questions of callers, for explanations: a cluster that has not answered one of them a moment ago is not asked the next. */
export class CallersQuestions {
  readonly #reviews: CallersQuestionsOptions['reviews'];
  readonly #places: ReviewPlaces;
  readonly #timeoutMs: number;
  readonly #clock: () => number;
  readonly #failures = new Map<string, { readonly error: ReviewError; readonly until: number }>();

  constructor({ reviews, places, timeoutMs, clock = () => performance.now() }: CallersQuestionsOptions) {
    this.#reviews = reviews;
    this.#places = places;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  /** Of all questions of one request together. */
  limit(): AbortSignal {
    return AbortSignal.timeout(this.#timeoutMs);
  }

  /** @throws ReviewError, also once `limit` is aborted; or the reason of `signal` */
  may(cluster: string, caller: Identity, question: Attributes, signal: AbortSignal, limit: AbortSignal): Promise<boolean> {
    return this.#ask(cluster, caller, signal, limit, either => this.#reviews.may(cluster, caller, question, either));
  }

  /** As `AccessReviews` has it. @throws as `may` does */
  async refusedGroups(cluster: string, caller: Identity, signal: AbortSignal, limit: AbortSignal): Promise<readonly string[] | undefined> {
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
      this.#assertAnswering(key); // it may have fallen silent while this question waited
      return question(either);
    };
    this.#assertAnswering(key);
    try {
      return await this.#places.inside(cluster, caller, either, ask);
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
    if (known && this.#clock() < known.until) return; // repeated, and not asked anew
    this.#failures.delete(key);
    this.#failures.set(key, { error, until: this.#clock() + REMEMBERED_MS });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_REMEMBERED) break;
      this.#failures.delete(oldest);
    }
  }
}
