/**
 * Callers' rights on clusters whose RBAC objects do not determine them. The cluster itself reviews the rights
 * (leaf-rules.ts), and the answer is cached for a short time. Without an answer, the cluster shows the caller nothing.
 *
 * Concurrent requests of one caller share a review, and the review outlives the request that started it. Once a caller
 * has waited without an answer, the caller's later requests do not wait, unless a review has succeeded since.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { raced, startDeadline } from '../../async/deadline.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { type AccessReviews, ReviewError, type ReviewFailure } from '../../identity/access-reviews.ts';
import { callerKey, type ClusterIdentity, type Identity } from '../../identity/identity.ts';
import type { ClusterGrants, LeafIdentity } from '../../rbac/types.ts';
import { compileInSteps, compileVisibility } from '../../rbac/visibility.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { WithheldCause } from '../coverage.ts';
import { ReviewSlots, SILENCE } from './fair-reviews.ts';
import { type CallersReviews, leafRules, TooLargeError, weightOfRules } from './leaf-rules.ts';

export interface LiveAccessOptions {
  readonly reviews: CallersReviews;
  readonly readModel: Pick<ReadModel, 'cluster' | 'namespaces' | 'page'>;
  /**
   * Returns another object after the cluster is registered again. Earlier answers may then come from another API
   * server. If absent, no registration counts as new.
   */
  readonly registrationOf?: (cluster: string) => unknown;
  readonly log: Logger;
  /** Maximum age of a cached answer, in milliseconds. @default 30 s */
  readonly ttlMs?: number;
  /** Time budget of a review, in milliseconds. @default 20 s */
  readonly budgetMs?: number;
  /** Maximum time that a caller's first request waits, in milliseconds. @default 2 s */
  readonly firstWaitMs?: number;
  /** Monotonic clock, in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

/** A caller, and the caller's identity on the cluster. */
export interface ReviewedCaller {
  readonly identity: Identity;
  readonly onCluster: ClusterIdentity;
  /** Result of identityKey(onCluster). */
  readonly key: string;
}

const TTL_MS = 30_000;
/**
 * Lifetime of failures in milliseconds, so that not every request starts a review on a broken leaf. Also the lifetime
 * of answers to reviews that began before the whole cluster was indexed. Such a review may have missed namespaces.
 */
const SHORT_TTL_MS = 3_000;
const BUDGET_MS = 20_000;
/**
 * Default of `firstWaitMs`. A healthy cluster completes most reviews in this time, even with a slow webhook.
 */
const FIRST_WAIT_MS = 2_000;
/** Limit of concurrent reviews of one cluster, because each review holds its answers so far in memory. */
const REVIEWS = { slots: 8, waitingPerCaller: 8 };
/** Number of consecutive callers without an answer after which a cluster counts as silent. */
const CALLERS_TO_CLOSE = 2;
const MAX_ENTRIES = 5_000;
/** Maximum number of rules and names in all answers. */
const MAX_WEIGHT = 1_000_000;

interface Entry {
  readonly answer: Promise<ClusterGrants | undefined>;
  /** Why there are no grants: the result of the last review, or ASKING while the first review runs. */
  cause: WithheldCause;
  /** Grants of the reviewed cluster. A different object means that another cluster may have taken over the name. */
  readonly indexed: ClusterGrants['objects'] | undefined;
  /** Result of registrationOf() when the review started. */
  readonly registration: unknown;
  /** Time at which the entry expires, in milliseconds on the clock of LiveAccess. Infinity while the review runs. */
  expires: number;
  /** Number of rules and names in the answer. 1 while the review runs. */
  weight: number;
  /** True if later requests do not wait: the caller has waited already, or the last review failed. */
  hasWaited: boolean;
}

export class LiveAccess {
  readonly #options: LiveAccessOptions;
  readonly #entries = new KeptAnswers<Entry>({ maxEntries: MAX_ENTRIES, maxWeight: MAX_WEIGHT });
  /** For each cluster, the callers who got no answer. Deleted when any caller gets an answer from the cluster. */
  readonly #unanswered = new Map<string, Set<string>>();
  readonly #slots = new ReviewSlots(REVIEWS);
  readonly #closing = new AbortController();
  readonly #clock: () => number;

  constructor(options: LiveAccessOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** The caller's rights in the form of grants, or the reason why they are not known in time. */
  async grants(
    cluster: string,
    caller: ReviewedCaller,
    signal: AbortSignal,
    waitMs: number,
  ): Promise<ClusterGrants | WithheldCause> {
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
    const answer = await within(
      entry.answer,
      signal,
      entry.hasWaited || this.fails(cluster) ? 0 : Math.min(waitMs, firstWaitMs),
    );
    if (!answer && waitMs >= firstWaitMs) entry.hasWaited = true;
    // The cluster was registered again, so some reviews may have reached another API server.
    if (registration !== this.#options.registrationOf?.(cluster)) return 'ASKING';
    return answer ?? entry.cause;
  }

  /**
   * True if the cluster counts as silent. A silent `mixed` cluster is closed for all callers.
   *
   * Who attacks: a caller who makes their own reviews fail, for example with too many groups. What stops them: such
   * failures count only for this caller. Missing answers and server errors count for all callers, but only if several
   * callers in a row get them. The first answer to any caller resets the count. What remains: two callers can close the
   * cluster for all, if each can make the API server fail for themselves.
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
    const answer = this.#slots.inside(cluster, caller.identity, this.#closing.signal, review).then(
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

  async #review(
    index: ClusterIndex | undefined,
    reviews: CallersReviews,
    { identity, onCluster }: ReviewedCaller,
  ): Promise<ClusterGrants> {
    if (!index) throw new Error('it is not registered');
    const { cluster, resources } = index;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.budgetMs ?? BUDGET_MS)]);
    const namespaces = await slotsOf(this.#options.readModel, index, onCluster);
    return leafRules({ cluster, resources, namespaces }, { reviews, caller: identity, user: onCluster.user, signal });
  }

  /** Logs a failure. Counts the caller as unanswered if no review was answered and the error code is in SILENCE. */
  #note(cluster: string, { identity }: ReviewedCaller, error: unknown, answers: number): void {
    if (this.#closing.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#options.log.warn(
      { cluster, reason: message, answers },
      'live reviews failed: the cluster shows nothing to this caller',
    );
    if (answers > 0) this.#unanswered.delete(cluster);
    if (answers > 0 || !SILENCE.has(failureOf(error))) return;
    const callers = this.#unanswered.get(cluster) ?? new Set();
    if (callers.size < CALLERS_TO_CLOSE) this.#unanswered.set(cluster, callers.add(callerKey(identity)));
  }
}

/** Counts the answered reviews, because a single answer proves that the cluster is not silent. */
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
  return error instanceof DOMException ? 'TIMEOUT' : undefined; // the review's time budget ran out
}

/**
 * Key that contains everything a review may depend on. A webhook also sees uid and extra, and a token may have fewer
 * rights than its user.
 */
function entryKey(cluster: string, { identity, onCluster, key }: ReviewedCaller): string {
  const token = identity.token && hash('sha256', identity.token);
  return JSON.stringify([cluster, key, onCluster.uid, Object.entries(onCluster.extra).toSorted(), token]);
}

/** The answer if it arrives in time, otherwise undefined. @throws the reason of the signal */
async function within<T>(answer: Promise<T | undefined>, signal: AbortSignal, waitMs: number): Promise<T | undefined> {
  using patience = startDeadline(signal, waitMs);
  try {
    return await raced(answer, patience.signal);
  } catch (error) {
    if (patience.expired) return undefined;
    throw error;
  }
}

/** An answer with a weight. `weigh` must be called after the weight changes. */
interface Weighed {
  readonly weight: number;
}

interface Held {
  readonly caller: string;
  readonly weight: number;
}

interface Holder {
  weight: number;
  /** Keys of the caller's answers, least recently used first. */
  readonly keys: Set<string>;
}

export interface KeptAnswersOptions {
  readonly maxEntries: number;
  readonly maxWeight: number;
}

const SHARES = 4;

/**
 * Cache of live reviews, bounded by number and weight. The least recently used answer is evicted first. If one caller
 * holds more than a quarter of the cache, the caller's own least recently used answers are evicted.
 */
export class KeptAnswers<T extends Weighed> {
  readonly #options: KeptAnswersOptions;
  readonly #entries: LRUCache<string, { readonly answer: T } & Held>;
  readonly #holders = new Map<string, Holder>();

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.maxEntries,
      maxSize: options.maxWeight,
      sizeCalculation: ({ weight }) => weight,
      dispose: (held, key) => this.#gone(key, held),
    });
  }

  get(key: string): T | undefined {
    const held = this.#entries.get(key);
    if (held) this.#touch(key, this.#holders.get(held.caller));
    return held?.answer;
  }

  set(key: string, caller: string, answer: T): void {
    const { maxEntries, maxWeight } = this.#options;
    const { weight } = answer;
    this.#entries.set(key, { answer, caller, weight });
    if (!this.#entries.has(key)) return; // the answer is heavier than the whole cache
    const holder = this.#holders.get(caller) ?? { weight: 0, keys: new Set() };
    this.#holders.set(caller, holder);
    holder.weight += weight;
    holder.keys.add(key);
    for (const oldest of holder.keys) {
      if (oldest === key || (holder.weight <= maxWeight / SHARES && holder.keys.size <= maxEntries / SHARES)) break;
      this.#entries.delete(oldest);
    }
  }

  /** Updates the weight of a cached answer. */
  weigh(key: string, answer: T): void {
    const held = this.#entries.peek(key);
    if (held?.answer === answer && held.weight !== answer.weight) this.set(key, held.caller, answer);
  }

  #touch(key: string, holder: Holder | undefined): void {
    holder?.keys.delete(key);
    holder?.keys.add(key);
  }

  #gone(key: string, { caller, weight }: Held): void {
    const holder = this.#holders.get(caller);
    if (!holder?.keys.delete(key)) return;
    holder.weight -= weight;
    if (holder.keys.size === 0) this.#holders.delete(caller);
  }
}

const PAGE = 5_000;

/** A RowAuthorizer of one cluster that shows every row. */
export function everyRowOf({ cluster, resources }: Pick<ClusterIndex, 'cluster' | 'resources'>): RowAuthorizer {
  const everything = compileVisibility(
    { revision: 0, objects: new Map() },
    { user: '', groups: ['system:masters'] },
    resources,
  );
  return name => (name === cluster ? everything : undefined);
}

/**
 * Namespaces in which to review a caller's rights: namespaces with indexed objects, indexed Namespace objects, and
 * namespaces in which a RoleBinding reaches the caller. Without the RoleBindings, callers would learn from their own
 * rights which namespaces hold hidden objects.
 *
 * Ignores the caller's rights, because the review must find out what the caller may see. The names are sent only to the
 * cluster.
 */
export async function slotsOf(
  readModel: Pick<ReadModel, 'namespaces' | 'page'>,
  index: ClusterIndex,
  caller: LeafIdentity,
): Promise<string[]> {
  const view = everyRowOf(index);
  const slots = new Set([
    ...((await readModel.namespaces(view, [index.cluster])).get(index.cluster) ?? []),
    ...(await eventLoopTurns.run(caller.user, compileInSteps(index.grants, caller, index.resources))).namespaces.keys(),
  ]);
  for (let after: string | undefined; ;) {
    const filter = { clusters: [index.cluster], kinds: [{ kind: 'Namespace', group: '' }] };
    const page = await readModel.page(view, filter, [], { first: PAGE, after });
    page.rows.forEach(({ name }) => slots.add(name));
    after = page.endCursor;
    if (!page.hasNextPage) return [...slots].sort();
  }
}
