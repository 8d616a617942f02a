/**
 * Browser sessions that ended by signing out while their cookies were still valid: copies of such a cookie are refused,
 * and its streams end.
 *
 * Cookies are sealed and nothing is stored of an open session, so this is a list of the ended ones. Replicas share it
 * through the store; without a store, this process is the only one. A session ended here counts at once, and at other
 * replicas within seconds. While the store is away each replica knows its own endings, and publishes them later.
 *
 * What remains: a replica that starts while the store is away, or whose store lost its content, does not know earlier
 * endings. Then a copy of a cookie lasts until the ID token in it expires.
 */
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from '../async/clock.ts';
import type { Logger } from '../telemetry/log.ts';

/** The part of a shared store through which replicas share endings. */
export interface SharedEndings {
  endSession(id: string): Promise<void>;
  /** Some of the sessions that ended after a place in the list; '' is the start. Empty: there are no more now. */
  endedSessions(after: string): Promise<{ readonly ids: readonly string[]; readonly place: string }>;
}

export interface EndedSessionsOptions {
  /** Maximum duration of a session. */
  readonly keepMs: number;
  readonly shared?: SharedEndings | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
}

const EVERY_MS = 2_000;
const MAX_KNOWN = 100_000;

export class EndedSessions {
  readonly #options: EndedSessionsOptions;
  readonly #known: LRUCache<string, true>;
  readonly #listeners = new Set<() => void>();
  readonly #untold = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #closing = new AbortController();
  #place = '';
  #problem: string | undefined;
  #exchanging: Promise<void> = Promise.resolve();

  constructor(options: EndedSessionsOptions) {
    this.#options = options;
    this.#known = new LRUCache({ max: MAX_KNOWN, ttl: options.keepMs });
    if (options.shared) void this.#follow(options.shared);
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Takes effect here at once, and is published to other replicas. */
  end(id: string): void {
    this.#learn([id]);
    const { shared } = this.#options;
    if (!shared) return;
    this.#untold.set(id, true);
    void this.#exchange(shared);
  }

  /** Calls the listener after a session has ended, here or elsewhere. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#closing.abort();
  }

  async #follow(shared: SharedEndings): Promise<void> {
    const { clock = systemClock } = this.#options;
    while (!this.#closing.signal.aborted) {
      await this.#exchange(shared);
      await clock.sleep(EVERY_MS, this.#closing.signal).catch(() => undefined);
    }
  }

  /** In sequence, so that no place is read twice. */
  #exchange(shared: SharedEndings): Promise<void> {
    this.#exchanging = this.#exchanging.then(async () => {
      if (this.#closing.signal.aborted) return;
      // A process that may not write still reads.
      const reported = await Promise.allSettled([this.#tell(shared), this.#hear(shared)]);
      this.#went(reported.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined);
    });
    return this.#exchanging;
  }

  async #tell(shared: SharedEndings): Promise<void> {
    for (const id of [...this.#untold.rkeys()]) {
      await shared.endSession(id);
      this.#untold.delete(id);
    }
  }

  async #hear(shared: SharedEndings): Promise<void> {
    for (;;) {
      const { ids, place } = await shared.endedSessions(this.#place);
      this.#place = place;
      if (ids.length === 0) return;
      this.#learn(ids);
    }
  }

  #learn(ids: readonly string[]): void {
    const news = ids.filter(id => !this.#known.has(id));
    for (const id of news) this.#known.set(id, true);
    if (news.length > 0) for (const listener of this.#listeners) listener();
  }

  #went(failed: PromiseRejectedResult | undefined): void {
    if (this.#closing.signal.aborted) return;
    const problem = failed && (failed.reason as Error).message;
    if (problem !== undefined && problem !== this.#problem)
      this.#options.log.warn(
        { reason: problem },
        'replicas cannot tell each other who signed out; their open streams go on meanwhile',
      );
    this.#problem = problem;
  }
}
