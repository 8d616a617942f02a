/**
 * Callers' rights on clusters whose RBAC objects alone do not tell them: asked of the cluster itself (leaf-rules.ts), and kept for a short time.
 *
 * One review serves all requests of the same caller that come meanwhile, and does not end with the request that began it: a caller whose first
 * page came too early finds the answer with the second. Its age counts from when it began, since the first of its questions is that old. It has
 * a budget of its own, and `close()` ends them all. A review that fails shows nothing: coverage tells its caller, and everybody where it fails for
 * everybody.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ReviewError, type AccessReviews } from '../../../identity/access-reviews.ts';
import type { ClusterIdentity, Identity } from '../../../identity/identity.ts';
import type { ClusterGrants } from '../../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { Logger } from '../../../telemetry/log.ts';
import type { WithheldCause } from '../coverage-state.ts';
import { leafRules, TooLargeError, weightOfRules, type CallersReviews } from './leaf-rules.ts';
import { placesOf } from './places.ts';

export interface LiveAccessOptions {
  readonly reviews: AccessReviews;
  readonly readModel: Pick<ReadModel, 'cluster' | 'namespaces' | 'page'>;
  readonly log: Logger;
  /** How old an answer may be and still be used. @default 30 s */
  readonly ttlMs?: number;
  /** How long a review may take. @default 20 s */
  readonly budgetMs?: number;
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
const MAX_ENTRIES = 5_000;
/** Rules and names in all answers together: one caller of one cluster may have a quarter of them. */
const MAX_WEIGHT = 1_000_000;

interface Entry {
  readonly answer: Promise<ClusterGrants | undefined>;
  /** Why there are no grants while there are none: what became of the last question that has ended, or that the first is being asked. */
  cause: WithheldCause;
  /** Of the cluster that was asked: one that takes over its name has others. */
  readonly indexed: ClusterGrants['objects'] | undefined;
  /** Infinity while it is being asked. */
  expires: number;
  /** 1 while it is being asked. */
  weight: number;
}

export class LiveAccess {
  readonly #options: LiveAccessOptions;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES, maxSize: MAX_WEIGHT, sizeCalculation: ({ weight }) => weight });
  /** By cluster: why the last review failed, where it did. */
  readonly #problems = new Map<string, string>();
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
    if (entry?.indexed !== indexed || !entry || entry.expires <= this.#clock()) {
      const asked = this.#ask(cluster, caller, entry?.cause ?? 'ASKING');
      this.#entries.set(key, (entry = asked));
      void asked.answer.then(() => {
        // Weighed anew: the cache asks for the weight of what it does not know.
        if (this.#entries.peek(key) === asked && this.#entries.delete(key)) this.#entries.set(key, asked);
      });
    }
    return (await within(entry.answer, signal, waitMs)) ?? entry.cause;
  }

  /** Why the cluster's reviews cannot be had just now; undefined while they can, or while nobody has asked. */
  problem(cluster: string): string | undefined {
    return this.#problems.get(cluster);
  }

  close(): void {
    this.#closing.abort(new Error('fleetgraph is closing'));
  }

  #ask(cluster: string, caller: ReviewedCaller, cause: WithheldCause): Entry {
    const began = this.#clock();
    const index = this.#options.readModel.cluster(cluster);
    const isWhole = index?.state?.phase === 'synced' && !index.loading;
    const reviews = new CountedReviews(this.#options.reviews);
    const answer = this.#review(index, reviews, caller).then(
      grants => {
        this.#problems.delete(cluster);
        entry.expires = began + (isWhole ? (this.#options.ttlMs ?? TTL_MS) : SHORT_TTL_MS);
        entry.cause = 'ASKING';
        entry.weight = weightOf(grants);
        return grants;
      },
      (error: unknown) => {
        entry.expires = this.#clock() + SHORT_TTL_MS;
        entry.cause = causeOf(error);
        this.#note(cluster, error, reviews.answers);
        return undefined;
      },
    );
    const entry: Entry = { answer, cause, indexed: index?.grants.objects, expires: Infinity, weight: 1 };
    return entry;
  }

  async #review(index: ClusterIndex | undefined, reviews: CallersReviews, { identity, onCluster }: ReviewedCaller): Promise<ClusterGrants> {
    if (!index) throw new ReviewError('it is not registered', { refused: false });
    const { cluster, resources } = index;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.budgetMs ?? BUDGET_MS)]);
    const namespaces = await placesOf(this.#options.readModel, index, onCluster);
    return leafRules({ cluster, resources, namespaces }, { reviews, caller: identity, user: onCluster.user, signal });
  }

  /**
   * What one caller is refused is their own affair, and so is it when their questions take too long of a cluster that answers: they see nothing
   * there, and nobody can close a cluster by asking much of it. What fails for everybody closes the cluster in everybody's numbers.
   * The log names the cluster; it is the operator's.
   */
  #note(cluster: string, error: unknown, answers: number): void {
    if (this.#closing.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#options.log.warn({ cluster, reason: message, answers }, 'live reviews failed: the cluster shows nothing to this caller');
    const isTheirs = error instanceof ReviewError ? error.refused : answers > 0;
    if (!isTheirs) this.#problems.set(cluster, 'its live reviews fail: its API server does not answer them');
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
  for (const object of objects.values()) weight += 'rules' in object ? weightOfRules(object.rules) : 1;
  return weight;
}

function causeOf(error: unknown): WithheldCause {
  if (error instanceof TooLargeError) return 'TOO_LARGE';
  if (error instanceof ReviewError) return error.refused ? 'REFUSED' : 'FAILED';
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'SLOW' : 'FAILED';
}

/** Names everything that a review's answer may depend on: a webhook sees uid and extras too, and a token may be worth less than its user. */
function entryKey(cluster: string, { identity, onCluster, key }: ReviewedCaller): string {
  const token = identity.token && hash('sha256', identity.token);
  return JSON.stringify([cluster, key, onCluster.uid, Object.entries(onCluster.extra).toSorted(), token]);
}

/** The answer if it comes in time. @throws the signal's reason */
function within<T>(answer: Promise<T | undefined>, signal: AbortSignal, waitMs: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
    };
    const aborted = () => {
      end();
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        end();
        resolve(undefined);
      },
      Math.max(0, waitMs),
    );
    signal.addEventListener('abort', aborted);
    void answer.then(value => {
      end();
      resolve(value);
    });
  });
}
