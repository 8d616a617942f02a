/**
 * Browser sessions that ended by sign-out while their cookies were still valid. Copies of such cookies are refused, and
 * the session's streams end.
 *
 * Replicas share the list of ended sessions through the store, within seconds. While the store is unavailable, each
 * replica knows only its own ended sessions and publishes them later.
 *
 * What remains: a replica that starts while the store is unavailable does not know the sessions that ended earlier. It
 * accepts a copy of a cookie until the ID token expires. If the issuer has not revoked the refresh token, the copy can
 * be renewed until the session expires.
 */
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from '../async/clock.ts';
import type { Logger } from '../telemetry/log.ts';

/** The part of a shared store that replicas need to share ended sessions. */
export interface SharedEndings {
  endSession(id: string): Promise<void>;
  /**
   * Reads some of the sessions that ended after a position in the list. The position '' is the start. An empty result
   * means that no further session has ended yet.
   */
  endedSessions(after: string): Promise<{ readonly ids: readonly string[]; readonly place: string }>;
}

export interface EndedSessionsOptions {
  /** Time to keep the id of an ended session: the maximum duration of a session, in milliseconds. */
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

  /** Ends a session. Takes effect in this process at once, and is then published to other replicas. */
  end(id: string): void {
    this.#learn([id]);
    const { shared } = this.#options;
    if (!shared) return;
    this.#untold.set(id, true);
    void this.#exchange(shared);
  }

  /** Calls the listener each time after sessions have ended, in this process or another. */
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

  /** Exchanges run one after the other, so that no position is read twice. */
  #exchange(shared: SharedEndings): Promise<void> {
    this.#exchanging = this.#exchanging.then(async () => {
      if (this.#closing.signal.aborted) return;
      // A process without write access to the store can still read.
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
