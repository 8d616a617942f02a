/**
 * Authenticates the callers of open streams again every few seconds, and ends streams whose credentials are no longer
 * valid. The authenticators answer from their caches, as for requests. So a stream ends at most `everyMs` after
 * requests with its credentials begin to be refused. If no authenticator can decide, the stream continues for up to
 * `graceMs`, so that short outages do not end streams. If the identity has changed, for example the groups, the stream
 * ends so that its client reconnects.
 *
 * What remains: a stream keeps the headers that a proxy sent at its start. A proxy that withdraws access must also end
 * open connections.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock, type Clock } from '../../async/clock.ts';
import { BadCredentialsError, type AuthenticationRequest, type Authenticator } from '../../identity/authenticator.ts';
import type { Identity } from '../../identity/identity.ts';

export interface Caller {
  readonly identity: Identity;
  readonly credentials: AuthenticationRequest;
}

/** Bytes of memory that each text needs in addition to its characters. */
const BYTES_PER_TEXT = 64;

/** Approximate number of bytes of the headers that an open stream keeps. */
export function headerBytes({ credentials: { rawHeaders } }: Caller): number {
  return rawHeaders.reduce((bytes, text) => bytes + BYTES_PER_TEXT + text.length, 0);
}

/** `refused`: the client needs other credentials. `again`: the client may reconnect with its current credentials. */
export type StreamEnd = 'refused' | 'again';

export interface OpenStreamsOptions {
  readonly authenticator: Authenticator;
  /** Maximum interval between two checks of a stream, in milliseconds. @default 10_000 */
  readonly everyMs?: number | undefined;
  /**
   * Time for which a stream continues after its last successful check if no authenticator can decide, in milliseconds.
   * @default 60_000
   */
  readonly graceMs?: number | undefined;
  readonly clock?: Clock;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

/** Maximum number of streams that lookAgain() checks concurrently. */
const AT_ONCE = 50;

export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Set<OpenStream>();
  #looking: 'once' | 'again' | undefined;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Watches a stream until the result is disposed. Calls `end` at most once. */
  watch(caller: Caller, end: (how: StreamEnd) => void): Disposable {
    const stream = new OpenStream(caller, this.#options, how => {
      this.#open.delete(stream);
      end(how);
    });
    this.#open.add(stream);
    return {
      [Symbol.dispose]: () => {
        this.#open.delete(stream);
        stream.stop();
      },
    };
  }

  /** Checks the streams of browser sessions now. A call during a check causes one more check afterwards. */
  async lookAgain(): Promise<void> {
    const isLooking = this.#looking !== undefined;
    this.#looking = isLooking ? 'again' : 'once';
    if (isLooking) return;
    try {
      do {
        this.#looking = 'once';
        const ofSessions = [...this.#open].filter(stream => stream.isOfSession);
        for (let i = 0; i < ofSessions.length; i += AT_ONCE) {
          await Promise.all(ofSessions.slice(i, i + AT_ONCE).map(stream => stream.look()));
          await nextTurn();
        }
      } while ((this.#looking as string) === 'again');
    } finally {
      this.#looking = undefined;
    }
  }
}

class OpenStream {
  readonly #caller: Caller;
  readonly #options: OpenStreamsOptions;
  readonly #end: (how: StreamEnd) => void;
  readonly #over = new AbortController();
  #confirmedAt: number;

  constructor(caller: Caller, options: OpenStreamsOptions, end: (how: StreamEnd) => void) {
    this.#caller = caller;
    this.#options = options;
    this.#end = end;
    this.#confirmedAt = this.#clock.now();
    void this.#watch();
  }

  get isOfSession(): boolean {
    const { authorization, cookie } = this.#caller.credentials.headers;
    return authorization === undefined && cookie !== undefined;
  }

  stop(): void {
    this.#over.abort();
  }

  async look(): Promise<void> {
    const how = await this.#ending();
    if (how === undefined || this.#over.signal.aborted) return;
    this.stop();
    this.#end(how);
  }

  get #clock(): Clock {
    return this.#options.clock ?? systemClock;
  }

  async #watch(): Promise<void> {
    const { everyMs = 10_000, now = Date.now } = this.#options;
    const { signal } = this.#over;
    const { expiresAt = Infinity } = this.#caller.identity;
    while (!signal.aborted) {
      // Jitter, so that streams that started together are checked at different times.
      const inMs = Math.min(everyMs * (0.75 + Math.random() / 4), expiresAt - now());
      await this.#clock.sleep(Math.max(0, inMs), signal).catch(() => undefined);
      if (!signal.aborted) await this.look();
    }
  }

  async #ending(): Promise<StreamEnd | undefined> {
    const { identity, credentials } = this.#caller;
    const { authenticator, graceMs = 60_000, now = Date.now } = this.#options;
    if (identity.expiresAt !== undefined && now() >= identity.expiresAt) return 'refused';
    try {
      const current = await authenticator.authenticate(credentials);
      if (!current) return 'refused';
      this.#confirmedAt = this.#clock.now();
      return isSame(current, identity) ? undefined : 'again';
    } catch (error) {
      if (error instanceof BadCredentialsError) return 'refused';
      return this.#clock.now() - this.#confirmedAt < graceMs ? undefined : 'again';
    }
  }
}

function isSame(one: Identity, other: Identity): boolean {
  const textOf = ({ user, uid, groups, extra }: Identity) =>
    JSON.stringify([user, uid, groups.toSorted(), Object.entries(extra).toSorted()]);
  return one === other || textOf(one) === textOf(other);
}
