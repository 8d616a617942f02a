/**
 * Callers' rights on clusters whose RBAC objects alone do not tell them: asked of the cluster itself (leaf-rules.ts), and kept for a short time.
 *
 * One review serves all requests of the same caller that come meanwhile, and does not end with the request that began it: a caller whose first
 * page came too early finds the answer with the second. Its age counts from when it began, since the first of its questions is that old. It has
 * a budget of its own, and `close()` ends them all. A review that fails shows nothing: coverage tells its caller, and everybody where it fails for
 * everybody.
 *
 * A cluster that does not answer holds no caller up: who has waited for it once, or has been failed by it, is told so at once from then on, and finds the
 * answer when it has come.
 */
import { hash } from 'node:crypto';
import { startDeadline } from '../../async/deadline.ts';
import { raced } from '../../async/raced.ts';
import { ReviewError, type AccessReviews, type ReviewFailure } from '../../identity/access-reviews.ts';
import { callerKey, type ClusterIdentity, type Identity } from '../../identity/identity.ts';
import type { ClusterGrants } from '../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { WithheldCause } from '../coverage.ts';
import { ReviewPlaces, SILENCE } from './fair-reviews.ts';
import { KeptAnswers } from './kept-answers.ts';
import { leafRules, TooLargeError, weightOfRules, type CallersReviews } from './leaf-rules.ts';
import { placesOf } from './places.ts';

export interface LiveAccessOptions {
  readonly reviews: CallersReviews;
  readonly readModel: Pick<ReadModel, 'cluster' | 'namespaces' | 'page'>;
  /** Another object whenever a cluster is registered anew: earlier answers may be of another API server. @default one */
  readonly registrationOf?: (cluster: string) => unknown;
  readonly log: Logger;
  /** How old an answer may be and still be used. @default 30 s */
  readonly ttlMs?: number;
  /** How long a review may take. @default 20 s */
  readonly budgetMs?: number;
  /** How long the first of a caller's requests waits for it, at most. @default 2 s */
  readonly firstWaitMs?: number;
  /** Milliseconds on a clock that never goes back. @default performance.now */
  readonly clock?: () => number;
}

/** Whose rights: the caller, and who they are on the cluster. */
export interface ReviewedCaller {
  readonly identity: Identity;
  readonly onCluster: ClusterIdentity;
  /** identityKey(onCluster). */
  readonly key: string;
}

const TTL_MS = 30_000;
/**
 * A failure is believed for a shorter time, but long enough that a broken leaf is not asked by every request; and so is what was asked while
 * the index did not hold the whole cluster yet, and with it all places to ask for.
 */
const SHORT_TTL_MS = 3_000;
const BUDGET_MS = 20_000;
/** Most reviews of a healthy cluster, a slow webhook's too, come within it, so that the first page is whole; longer than this no caller waits for a broken one. */
const FIRST_WAIT_MS = 2_000;
/** Of one cluster at the same time: each holds what it has heard so far. */
const REVIEWS = { places: 8, waitingPerCaller: 8 };
/** So many callers, one after the other, must have got no answer for the cluster to be called silent. */
const CALLERS_TO_CLOSE = 2;
const MAX_ENTRIES = 5_000;
/** Rules and names in all answers together, of which one caller may have a quarter. */
const MAX_WEIGHT = 1_000_000;

interface Entry {
  readonly answer: Promise<ClusterGrants | undefined>;
  /** Why there are no grants while there are none: what became of the last question that has ended, or that the first is being asked. */
  cause: WithheldCause;
  /** Of the cluster that was asked: one that takes over its name has others. */
  readonly indexed: ClusterGrants['objects'] | undefined;
  /** registrationOf() when it was begun. */
  readonly registration: unknown;
  /** Infinity while it is being asked. */
  expires: number;
  /** 1 while it is being asked. */
  weight: number;
  /** The caller has waited for it, or for one before it that failed: that was enough. */
  hasWaited: boolean;
}

export class LiveAccess {
  readonly #options: LiveAccessOptions;
  readonly #entries = new KeptAnswers<Entry>({ maxEntries: MAX_ENTRIES, maxWeight: MAX_WEIGHT });
  /** By cluster: callers who got no answer at all, since anybody got one. */
  readonly #unanswered = new Map<string, Set<string>>();
  readonly #places = new ReviewPlaces(REVIEWS);
  readonly #closing = new AbortController();
  readonly #clock: () => number;

  constructor(options: LiveAccessOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** The caller's rights in the form of grants, or why they cannot be told, or not within the time that is left. */
  async grants(cluster: string, caller: ReviewedCaller, signal: AbortSignal, waitMs: number): Promise<ClusterGrants | WithheldCause> {
    signal.throwIfAborted();
    const key = entryKey(cluster, caller);
    let entry = this.#entries.get(key);
    const indexed = this.#options.readModel.cluster(cluster)?.grants.objects;
    const registration = this.#options.registrationOf?.(cluster);
    const isAnswered = entry?.indexed === indexed && entry?.registration === registration;
    if (!isAnswered || !entry || entry.expires <= this.#clock()) {
      this.#entries.set(key, callerKey(caller.identity), (entry = this.#ask(key, cluster, caller, entry)));
    }
    const firstWaitMs = this.#options.firstWaitMs ?? FIRST_WAIT_MS;
    const answer = await within(entry.answer, signal, entry.hasWaited || this.fails(cluster) ? 0 : Math.min(waitMs, firstWaitMs));
    if (!answer && waitMs >= firstWaitMs) entry.hasWaited = true;
    // Some of its questions may have gone to another API server.
    if (registration !== this.#options.registrationOf?.(cluster)) return 'ASKING';
    return answer ?? entry.cause;
  }

  /**
   * Whether a cluster is taken for silent, so that it shows nothing to anybody.
   *
   * Who attacks: a caller who makes their own reviews fail, by rules so many that the answer is not read, by groups so many that the question is not, by asking
   * until the cluster's queue is full. What stops them: such failures are the caller's own; only no answer at all counts, or an error of the server's own, of
   * several callers in a row, and the first answer to anybody ends it. What remains: two callers who can each make an API server fail for them alone.
   */
  fails(cluster: string): boolean {
    return this.#unanswered.get(cluster)?.size === CALLERS_TO_CLOSE;
  }

  close(): void {
    this.#closing.abort(new Error('fleetgraph is closing'));
  }

  #ask(key: string, cluster: string, caller: ReviewedCaller, last: Entry | undefined): Entry {
    let began = this.#clock();
    const index = this.#options.readModel.cluster(cluster);
    const isWhole = index?.state?.phase === 'synced' && !index.loading;
    const reviews = new CountedReviews(this.#options.reviews);
    const review = () => {
      began = this.#clock();
      return this.#review(index, reviews, caller);
    };
    const answer = this.#places.inside(cluster, caller.identity, this.#closing.signal, review).then(
      grants => {
        this.#unanswered.delete(cluster);
        entry.expires = began + (isWhole ? (this.#options.ttlMs ?? TTL_MS) : SHORT_TTL_MS);
        entry.cause = 'ASKING';
        entry.hasWaited = false;
        entry.weight = weightOf(grants);
        this.#entries.weigh(key, entry);
        return grants;
      },
      (error: unknown) => {
        entry.expires = this.#clock() + SHORT_TTL_MS;
        entry.cause = causeOf(error);
        entry.hasWaited = true;
        this.#note(cluster, caller, error, reviews.answers);
        return undefined;
      },
    );
    const { cause = 'ASKING', hasWaited = false } = last ?? {};
    const registration = this.#options.registrationOf?.(cluster);
    const of = { indexed: index?.grants.objects, registration };
    const entry: Entry = { answer, cause, ...of, expires: Infinity, weight: 1, hasWaited };
    return entry;
  }

  async #review(index: ClusterIndex | undefined, reviews: CallersReviews, { identity, onCluster }: ReviewedCaller): Promise<ClusterGrants> {
    if (!index) throw new Error('it is not registered');
    const { cluster, resources } = index;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.budgetMs ?? BUDGET_MS)]);
    const namespaces = await placesOf(this.#options.readModel, index, onCluster);
    return leafRules({ cluster, resources, namespaces }, { reviews, caller: identity, user: onCluster.user, signal });
  }

  /**
   * What one caller is refused is their own affair, and so is it when their questions take too long of a cluster that answers: they see nothing
   * there. The log names the cluster; it is the operator's.
   */
  #note(cluster: string, { identity }: ReviewedCaller, error: unknown, answers: number): void {
    if (this.#closing.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#options.log.warn({ cluster, reason: message, answers }, 'live reviews failed: the cluster shows nothing to this caller');
    if (answers > 0) this.#unanswered.delete(cluster);
    if (answers > 0 || !SILENCE.has(failureOf(error))) return;
    const callers = this.#unanswered.get(cluster) ?? new Set();
    if (callers.size < CALLERS_TO_CLOSE) this.#unanswered.set(cluster, callers.add(callerKey(identity)));
  }
}

/** Counts what is answered. */
class CountedReviews implements CallersReviews {
  readonly #reviews: CallersReviews;
  answers = 0;

  constructor(reviews: CallersReviews) {
    this.#reviews = reviews;
  }

  rules: AccessReviews['rules'] = (...question) => this.#counted(this.#reviews.rules(...question));
  may: AccessReviews['may'] = (...question) => this.#counted(this.#reviews.may(...question));

  async #counted<T>(answer: Promise<T>): Promise<T> {
    const answered = await answer;
    this.answers++;
    return answered;
  }
}

function weightOf({ objects }: ClusterGrants): number {
  let weight = 1;
  for (const object of objects.values()) if ('rules' in object) weight += weightOfRules(object.rules);
  return weight;
}

function causeOf(error: unknown): WithheldCause {
  switch (failureOf(error)) {
    case 'TOO_LARGE':
      return 'TOO_LARGE';
    case 'REFUSED':
      return 'REFUSED';
    case 'TIMEOUT':
      return 'SLOW';
    default:
      return 'FAILED';
  }
}

function failureOf(error: unknown): ReviewFailure | undefined {
  if (error instanceof ReviewError) return error.code;
  if (error instanceof TooLargeError) return 'TOO_LARGE';
  return error instanceof DOMException ? 'TIMEOUT' : undefined; // of the budget
}

/** Names everything that a review's answer may depend on: a webhook sees uid and extras too, and a token may be worth less than its user. */
function entryKey(cluster: string, { identity, onCluster, key }: ReviewedCaller): string {
  const token = identity.token && hash('sha256', identity.token);
  return JSON.stringify([cluster, key, onCluster.uid, Object.entries(onCluster.extra).toSorted(), token]);
}

/** The answer if it comes in time. @throws the signal's reason */
async function within<T>(answer: Promise<T | undefined>, signal: AbortSignal, waitMs: number): Promise<T | undefined> {
  using patience = startDeadline(signal, waitMs);
  try {
    return await raced(answer, patience.signal);
  } catch (error) {
    if (patience.expired) return undefined;
    throw error;
  }
}
