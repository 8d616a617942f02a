/**
 * A reflector mirrors one resource of one cluster: list once, then watch, for ever.
 *
 * It promises that every object of a list is delivered between `listBegin` and `listEnd`, that no deletion is missed (after a gap the next list
 * tells which keys vanished), that full objects are never retained (`transform` sees each one first), and that `stop()` ends it within
 * one event. It never decides what an object means. Nothing a leaf does ends it: it waits, and says in `state` what it is waiting for.
 */
import { isNativeError } from 'node:util/types';
import type { Logger } from '../telemetry/log.ts';
import type { Resource } from '../rbac/types.ts';
import { Backoff } from '../async/backoff.ts';
import type { KubernetesClient, KubernetesObject, WatchEvent } from './client.ts';
import { systemClock, type Clock } from '../async/clock.ts';
import { KubernetesError } from './errors.ts';

/** Calls come strictly one after the other; a returned promise is awaited, which slows the leaf down rather than filling memory. */
export interface ReflectorSink<T> {
  /** A list begins. What an earlier, unfinished list delivered does not count any more. */
  listBegin(): void;
  /** Objects of the list under way; each key once. */
  listPage(objects: readonly T[]): void | Promise<void>;
  /** The list is complete: a key that was in none of its pages does not exist. */
  listEnd(resourceVersion: string): void | Promise<void>;
  /** May also come inside a list (a streamed one): then it overrides what a page of that list said about the same key. */
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void | Promise<void>;
  /**
   * So many objects came, in a list or by events, that were not delivered: too large to read, or not of the shape of an object. What an earlier
   * event or list delivered of one does not stand: it is told as deleted, or not part of the list.
   */
  leftOut(count: number): void;
  /** The leaf has just said that what was delivered so far is all there is: the end of a list, an event or a bookmark. */
  confirmed(): void;
  state(state: ReflectorState): void;
}

export type ReflectorState =
  /** `first`: nothing was complete before. Later lists catch up after a gap while what was delivered still stands. */
  | { readonly phase: 'listing'; readonly objects: number; readonly first: boolean }
  | { readonly phase: 'watching' }
  /** Listing is allowed, watching is not: the list is read again and again. */
  | { readonly phase: 'polling'; readonly reason: string }
  | { readonly phase: 'forbidden'; readonly reason: string }
  /** The resource is not served (any more). */
  | { readonly phase: 'gone'; readonly reason: string }
  | { readonly phase: 'failing'; readonly error: Error; readonly retryInMs: number };

export interface ReflectorOptions<T> {
  readonly client: Pick<KubernetesClient, 'cluster' | 'list' | 'watch' | 'health'>;
  readonly resource: Resource;
  /** Only this namespace. @default all */
  readonly namespace?: string;
  /** Asks for metadata alone: what else an object holds never leaves the leaf, and objects come as PartialObjectMetadata. @default false */
  readonly metadataOnly?: boolean;
  /** Runs on every object as it arrives. Objects for which it returns undefined are left out. Must not throw. */
  readonly transform: (object: KubernetesObject) => T | undefined;
  readonly log: Logger;
  /** @default 500 */
  readonly pageSize?: number;
  /** How often to list where watching is forbidden. @default 30_000 */
  readonly pollMs?: number;
  /** How often to try again where listing is forbidden or the resource is not served. @default 60_000 */
  readonly forbiddenRetryMs?: number;
  /** A watch without a byte for this long is dead. Bookmarks come about once a minute. @default 100_000 */
  readonly inactivityMs?: number;
  readonly clock?: Clock;
  /** 0 ≤ value < 1. @default Math.random */
  readonly random?: () => number;
}

export interface Reflector {
  /** Ends the reflector; the sink is not called after the promise has resolved. */
  stop(): Promise<void>;
}

export function startReflector<T>(options: ReflectorOptions<T>, sink: ReflectorSink<T>): Reflector {
  const stopping = new AbortController();
  const running = new Reflection(options, sink, stopping.signal).run();
  return {
    async stop() {
      stopping.abort(new Error('The reflector was stopped.'));
      await running;
    },
  };
}

/** How many refusals in a row of what was allowed before are tried again soon, before the refusal counts as meant. */
const QUICK_REFUSALS = 5;
/** Longest wait that a leaf can ask for with Retry-After. */
const MAX_RETRY_AFTER_MS = 120_000;
/** A watch that ends in good order, sooner than this and without an event, is a fault that must not spin. */
const SHORT_WATCH_MS = 1_000;
/** Of an event nobody can tell whose it is: what was delivered is listed anew, but a leaf shall not make us list all the time. */
const DOUBT_LIST_MS = 300_000;
/** While a streamed list is under way the server has something to send; one that ignores the parameter falls silent. */
const STREAMED_LIST_INACTIVITY_MS = 10_000;

/** Without an alternative: a server that cannot leave the rest out shall not send it. */
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
export const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** The server watches and does not know that it was asked for what exists as well. */
class StreamingIgnored extends Error {}
/** A streamed list that has no end. */
class StreamCut extends Error {}

class Reflection<T> {
  readonly #options: ReflectorOptions<T>;
  readonly #sink: ReflectorSink<T>;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #backoff: Backoff;
  /** Where the next watch goes on. Opaque: never compared, never computed. undefined: list first. */
  #resourceVersion: string | undefined;
  #streams = true;
  #polling = false;
  #listedAt = -Infinity;
  #expiredLists = 0;
  /** Something that was delivered is not true any more, and nobody knows what. A list ends the doubt. */
  #doubtful = false;
  #listedInDoubtAt = -Infinity;
  #phase: ReflectorState['phase'] | undefined;

  constructor(options: ReflectorOptions<T>, sink: ReflectorSink<T>, signal: AbortSignal) {
    this.#options = options;
    this.#sink = sink;
    this.#signal = signal;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#backoff = new Backoff({ random: this.#random });
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await this.#mirror();
      } catch (error) {
        if (this.#signal.aborted) return;
        const delay = this.#afterFailure(error);
        try {
          await this.#clock.sleep(delay, this.#signal);
        } catch (reason) {
          if (!this.#signal.aborted) throw reason;
        }
      }
    }
  }

  /** One step: a list where there is nothing to go on from, otherwise a watch. */
  async #mirror(): Promise<void> {
    if (this.#resourceVersion !== undefined) return this.#watch(this.#resourceVersion);
    if (!this.#streams || this.#polling) return this.#listPages();
    try {
      await this.#watch(undefined);
    } catch (error) {
      if (this.#resourceVersion !== undefined) throw error;
      const code = error instanceof KubernetesError ? error.code : undefined;
      // 400 and 422 come from servers that know the parameter and have it switched off, or that refuse the combination.
      const refused = error instanceof KubernetesError && (code === 'BAD_REQUEST' || code === 'INVALID') && error.status !== 405;
      if (refused || error instanceof StreamingIgnored) this.#streams = false;
      // Where watching is forbidden, listing may still be allowed; and what did not get to its end this time may well the next.
      else if (!(error instanceof StreamCut) && code !== 'FORBIDDEN' && code !== 'TIMEOUT' && code !== 'BAD_REQUEST') throw error;
      await this.#listPages();
    }
  }

  async #listPages(): Promise<void> {
    const { client, resource, namespace, metadataOnly = false, pageSize = 500 } = this.#options;
    this.#listBegin();
    let objects = 0;
    let next = '';
    let resourceVersion: string;
    do {
      const page = await client
        .list(resource, {
          as: { type: 'self' },
          signal: this.#signal,
          onObjects: async arrived => {
            this.#signal.throwIfAborted();
            await this.#page(arrived.map(this.#options.transform));
            objects += arrived.length;
          },
          onLeftOut: count => this.#sink.leftOut(count),
          ...(metadataOnly ? { accept: METADATA_LIST } : {}),
          ...(namespace === undefined ? {} : { namespace }),
          // A collection that cannot be paged through before its continue token expires is read in one piece.
          ...(this.#expiredLists < 2 ? { limit: pageSize } : {}),
          ...(next === '' ? {} : { continue: next }),
        })
        .catch((error: unknown) => {
          if (next !== '' && error instanceof KubernetesError && error.code === 'GONE') this.#expiredLists += 1;
          throw error;
        });
      this.#signal.throwIfAborted();
      this.#listing(objects);
      resourceVersion = page.resourceVersion;
      next = page.continue;
    } while (next !== '');
    this.#expiredLists = 0;
    await this.#listEnd(resourceVersion);
  }

  /** Watches from a version, or with the initial events when there is none. Returns when the server ends the watch in good order. */
  async #watch(from: string | undefined): Promise<void> {
    const { client, resource, namespace, metadataOnly = false, inactivityMs = 100_000, pageSize = 500 } = this.#options;
    const started = this.#clock.now();
    let events = 0;
    let initial: (T | undefined)[] | undefined;
    const stream = client.watch(resource, {
      as: { type: 'self' },
      signal: this.#signal,
      timeoutSeconds: Math.round(240 + 240 * this.#random()), // spread, so that watches do not all end together
      inactivityMs,
      initialInactivityMs: Math.min(inactivityMs, STREAMED_LIST_INACTIVITY_MS),
      ...(metadataOnly ? { accept: METADATA } : {}),
      ...(namespace === undefined ? {} : { namespace }),
      ...(from === undefined ? { sendInitialEvents: true } : { resourceVersion: from, opened: () => this.#say({ phase: 'watching' }) }),
    });
    if (from === undefined) {
      initial = [];
      this.#listBegin();
    }

    for await (const event of stream) {
      this.#signal.throwIfAborted();
      events += 1;
      if (initial === undefined) {
        await this.#event(event);
        if (this.#doubtful && this.#clock.now() - this.#listedInDoubtAt >= DOUBT_LIST_MS) {
          this.#listedInDoubtAt = this.#clock.now();
          this.#resourceVersion = undefined;
          return;
        }
        continue;
      }
      if (event.type === 'ADDED') {
        initial.push(this.#options.transform(event.object));
        if (initial.length >= pageSize) {
          await this.#page(initial.splice(0));
          this.#listing(events);
        }
        continue;
      }
      await this.#page(initial.splice(0));
      if (event.type !== 'BOOKMARK') await this.#change(event);
      else if (!event.initialEventsEnd) throw new StreamingIgnored('A bookmark came before the end of the initial events.');
      else {
        initial = undefined;
        await this.#listEnd(event.resourceVersion);
        this.#say({ phase: 'watching' });
        this.#backoff.reset();
      }
    }
    if (initial !== undefined) throw new StreamCut('The watch ended before the end of the initial events.');
    if (events === 0 && this.#clock.now() - started < SHORT_WATCH_MS) {
      throw new KubernetesError('UNREACHABLE', `${client.cluster}: the watch on ${resource.plural} was closed as soon as it was opened.`, {
        cluster: client.cluster,
      });
    }
  }

  async #event(event: WatchEvent): Promise<void> {
    if (event.type === 'BOOKMARK') this.#resourceVersion = event.resourceVersion;
    else {
      await this.#change(event);
      const object = event.type === 'UNREADABLE' ? event.identity : event.object;
      this.#resourceVersion = object?.metadata.resourceVersion ?? this.#resourceVersion;
    }
    this.#say({ phase: 'watching' });
    this.#backoff.reset();
    if (!this.#doubtful) this.#sink.confirmed();
  }

  async #change(event: Exclude<WatchEvent, { type: 'BOOKMARK' }>): Promise<void> {
    if (event.type !== 'UNREADABLE') return this.#changed(event.type, event.object);
    // What was delivered of it before may show, or grant, what is not so any more.
    if (event.identity) await this.#changed('DELETED', event.identity);
    else this.#doubtful = true;
    this.#sink.leftOut(1);
  }

  async #changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubernetesObject): Promise<void> {
    const transformed = this.#options.transform(object);
    if (transformed !== undefined) await this.#sink.changed(type, transformed);
  }

  async #page(objects: readonly (T | undefined)[]): Promise<void> {
    const kept = objects.filter(object => object !== undefined);
    if (kept.length > 0) await this.#sink.listPage(kept);
  }

  #listBegin(): void {
    this.#doubtful = false;
    this.#sink.listBegin();
    this.#listing(0);
  }

  async #listEnd(resourceVersion: string): Promise<void> {
    await this.#sink.listEnd(resourceVersion);
    this.#resourceVersion = resourceVersion;
    this.#listedAt = this.#clock.now();
    if (this.#doubtful) this.#listedInDoubtAt = this.#listedAt;
    this.#sink.confirmed();
  }

  #listing(objects: number): void {
    // Another attempt at what has failed is not progress until something comes.
    const hopeless = objects === 0 && ['forbidden', 'gone', 'failing'].includes(this.#phase ?? '');
    if (!this.#polling && !hopeless) this.#say({ phase: 'listing', objects, first: this.#listedAt === -Infinity });
  }

  #say(state: ReflectorState): void {
    if (state.phase === 'watching') {
      if (this.#phase === 'watching') return;
      this.#polling = false;
    }
    this.#phase = state.phase;
    this.#sink.state(state);
  }

  /** Decides from what went wrong where to go on, says so, and returns how long to wait. */
  #afterFailure(error: unknown): number {
    const { resource, client, pollMs = 30_000, forbiddenRetryMs = 60_000, log } = this.#options;
    const watching = this.#resourceVersion !== undefined;
    const code = error instanceof KubernetesError ? error.code : undefined;
    const reason = isNativeError(error) ? error.message : String(error);

    if (watching && (code === 'FORBIDDEN' || (error instanceof KubernetesError && error.status === 405))) {
      this.#resourceVersion = undefined;
      this.#polling = true;
      this.#backoff.reset();
      this.#say({ phase: 'polling', reason });
      // Whoever may not watch any more may not be allowed to list either, so a list from long ago is not relied on.
      return this.#jittered(Math.max(0, this.#listedAt + pollMs - this.#clock.now()));
    }
    if (code === 'FORBIDDEN' || code === 'NOT_FOUND' || (error instanceof KubernetesError && error.status === 405)) {
      this.#resourceVersion = undefined;
      this.#polling = false;
      this.#say({ phase: code === 'FORBIDDEN' ? 'forbidden' : 'gone', reason });
      // A server that has just started refuses everybody for a moment, until it has read its own RBAC.
      const again = code === 'FORBIDDEN' && this.#listedAt > -Infinity && this.#backoff.failures < QUICK_REFUSALS;
      return again ? this.#backoff.next() : this.#jittered(forbiddenRetryMs);
    }
    if (code === 'GONE') {
      this.#resourceVersion = undefined;
      // The usual case: the version was compacted while the connection was down. Again and again is another matter.
      if (this.#backoff.failures === 0) {
        this.#backoff.next();
        return 0;
      }
    } else if (!(error instanceof KubernetesError)) {
      // Not the leaf's failure but the sink's, or a watch that makes no sense: only a list brings certainty back.
      this.#resourceVersion = undefined;
      log.warn({ resource: resource.plural, error: reason }, 'reflector restarts');
    }
    const asked = error instanceof KubernetesError ? Math.min((error.retryAfterSeconds ?? 0) * 1_000, MAX_RETRY_AFTER_MS) : 0;
    // While the leaf does not answer anybody there is no point in asking sooner than its next probe.
    const delay = Math.max(this.#backoff.next(), this.#jittered(asked), client.health().retryInMs);
    this.#say({ phase: 'failing', error: isNativeError(error) ? error : new Error(reason), retryInMs: delay });
    return delay;
  }

  /** Never earlier than asked, up to a tenth later. */
  #jittered(ms: number): number {
    return ms * (1 + this.#random() / 10);
  }
}
