/**
 * Callers' rights on clusters whose RBAC objects alone do not tell them: asked of the cluster itself (leaf-rules.ts), and kept for a short time.
 *
 * One review serves all requests of the same caller that come meanwhile, and does not end with the request that began it: a caller whose first
 * page came too early finds the answer with the second. Its age counts from when it began, since the first of its questions is that old. It has
 * a budget of its own, and `close()` ends them all. A review that fails shows nothing, and the reason is told in the coverage of that cluster.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ReviewError, type AccessReviews } from '../../../identity/access-reviews.ts';
import type { ClusterIdentity, Identity } from '../../../identity/identity.ts';
import type { ClusterGrants } from '../../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { leafRules } from './leaf-rules.ts';
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

interface Entry {
  readonly answer: Promise<ClusterGrants | undefined>;
  /** Of the cluster that was asked: one that takes over its name has others. */
  readonly indexed: ClusterGrants['objects'] | undefined;
  /** Infinity while it is being asked. */
  expires: number;
}

export class LiveAccess {
  readonly #options: LiveAccessOptions;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  /** By cluster: why the last review failed, where it did. */
  readonly #problems = new Map<string, string>();
  readonly #closing = new AbortController();
  readonly #clock: () => number;

  constructor(options: LiveAccessOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** The caller's rights in the form of grants; undefined when they cannot be told, or not within the time that is left. */
  async grants(cluster: string, caller: ReviewedCaller, signal: AbortSignal, waitMs: number): Promise<ClusterGrants | undefined> {
    signal.throwIfAborted();
    const key = entryKey(cluster, caller);
    let entry = this.#entries.get(key);
    const indexed = this.#options.readModel.cluster(cluster)?.grants.objects;
    if (entry?.indexed !== indexed || !entry || entry.expires <= this.#clock()) {
      entry = this.#ask(cluster, caller);
      this.#entries.set(key, entry);
    }
    return within(entry.answer, signal, waitMs);
  }

  /** Why the cluster's reviews cannot be had just now; undefined while they can, or while nobody has asked. */
  problem(cluster: string): string | undefined {
    return this.#problems.get(cluster);
  }

  close(): void {
    this.#closing.abort(new Error('fleetgraph is closing'));
  }

  #ask(cluster: string, caller: ReviewedCaller): Entry {
    const began = this.#clock();
    const index = this.#options.readModel.cluster(cluster);
    const isWhole = index?.state?.phase === 'synced' && !index.loading;
    const reviews = new CountedReviews(this.#options.reviews);
    const answer = this.#review(index, reviews, caller).then(
      grants => {
        this.#problems.delete(cluster);
        entry.expires = began + (isWhole ? (this.#options.ttlMs ?? TTL_MS) : SHORT_TTL_MS);
        return grants;
      },
      (error: unknown) => {
        entry.expires = this.#clock() + SHORT_TTL_MS;
        this.#note(cluster, error, reviews.answers);
        return undefined;
      },
    );
    const entry: Entry = { answer, indexed: index?.grants.objects, expires: Infinity };
    return entry;
  }

  async #review(index: ClusterIndex | undefined, reviews: AccessReviews, { identity, onCluster }: ReviewedCaller): Promise<ClusterGrants> {
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
class CountedReviews implements AccessReviews {
  readonly #reviews: AccessReviews;
  answers = 0;

  constructor(reviews: AccessReviews) {
    this.#reviews = reviews;
  }

  rules: AccessReviews['rules'] = (...question) => this.#counted(this.#reviews.rules(...question));
  may: AccessReviews['may'] = (...question) => this.#counted(this.#reviews.may(...question));
  mayOther: AccessReviews['mayOther'] = (...question) => this.#counted(this.#reviews.mayOther(...question));

  async #counted<T>(answer: Promise<T>): Promise<T> {
    const answered = await answer;
    this.answers++;
    return answered;
  }
}

/** Names everything that a review's answer may depend on: a webhook sees uid and extras too, and a token may be worth less than its user. */
function entryKey(cluster: string, { identity, onCluster, key }: ReviewedCaller): string {
  const token = identity.token === undefined ? '' : createHash('sha256').update(identity.token).digest('base64');
  const extra = Object.entries(onCluster.extra).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([cluster, key, onCluster.uid, extra, token]);
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
    signal.addEventListener('abort', aborted, { once: true });
    void answer.then(value => {
      end();
      resolve(value);
    });
  });
}
