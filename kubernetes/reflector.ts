/**
 * A reflector mirrors one resource of one cluster. It lists once, then watches.
 *
 * Guarantees: delivers the objects of a list between `listBegin` and `listEnd`. Misses no deletion: after a gap, the
 * next list shows which keys are gone. Never keeps full objects, because `transform` gets each object first. `stop()`
 * takes effect within one event. Does not interpret objects. If a leaf fails, the reflector retries and reports the
 * reason with `state`.
 */
import { isNativeError } from 'node:util/types';
import type { Resource } from '../rbac/types.ts';
import { Backoff } from '../async/backoff.ts';
import type { KubernetesClient, KubernetesObject, WatchEvent } from './client.ts';
import { systemClock, type Clock } from '../async/clock.ts';
import { isStorageStarting, KubernetesError, messageOf } from './errors.ts';

/**
 * Receiver of the results. Calls run strictly one after the other. The reflector awaits returned promises, so a slow
 * sink slows the leaf down instead of filling memory.
 */
export interface ReflectorSink<T> {
  /** Starts a list. Objects of an earlier, unfinished list no longer count. */
  listBegin(): void;
  /** Delivers objects of the current list. Each key comes once. */
  listPage(objects: readonly T[]): void | Promise<void>;
  /** The list is complete. A key that was not delivered since listBegin() does not exist. */
  listEnd(resourceVersion: string): void | Promise<void>;
  /**
   * Delivers one change. During a streamed list, a change overrides what a page of the list delivered for the same key.
   */
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void | Promise<void>;
  /**
   * Reports how many objects of a list or of events could not be read. These objects are not delivered. The last
   * delivered state of such an object no longer counts. The object is reported as deleted, or is missing in the list.
   * If an event does not identify its object, a new list follows.
   */
  leftOut(count: number): void;
  /** Called when the end of a list, an event or a bookmark confirms that all objects of the resource were delivered. */
  confirmed(): void;
  state(state: ReflectorState): void;
}

export type ReflectorState =
  /** `first`: true if no list was complete before. During a later list, the objects delivered before still count. */
  | { readonly phase: 'listing'; readonly objects: number; readonly first: boolean }
  | { readonly phase: 'watching' }
  /** Listing is allowed but watching is not, so the reflector lists at an interval. */
  | { readonly phase: 'polling'; readonly reason: string }
  | { readonly phase: 'forbidden'; readonly reason: string }
  /** The leaf does not serve the resource, or no longer serves it. */
  | { readonly phase: 'gone'; readonly reason: string }
  | { readonly phase: 'failing'; readonly error: Error; readonly retryInMs: number };

export interface ReflectorOptions<T> {
  readonly client: Pick<KubernetesClient, 'cluster' | 'list' | 'watch' | 'health'>;
  readonly resource: Resource;
  /** Namespace to mirror. @default all */
  readonly namespace?: string;
  /** Selectors of the objects to mirror. An object that no longer matches is reported as deleted. @default all */
  readonly selectors?: { readonly labelSelector?: string; readonly fieldSelector?: string };
  /**
   * Request metadata only: the rest of an object never leaves the leaf, and objects come as PartialObjectMetadata.
   * @default false
   */
  readonly metadataOnly?: boolean;
  /** Runs on every object as it arrives. Returns undefined to leave out an object. Must not throw. */
  readonly transform: (object: KubernetesObject) => T | undefined;
  /** Objects per page of a list. @default 500 */
  readonly pageSize?: number;
  /** Milliseconds between two lists if watching is forbidden. @default 30_000 */
  readonly pollMs?: number;
  /**
   * Milliseconds between two attempts if listing is forbidden or the leaf does not serve the resource. @default 60_000
   */
  readonly forbiddenRetryMs?: number;
  /**
   * A watch that delivers no byte for this many milliseconds counts as dead. Bookmarks come about once a minute.
   * @default 100_000
   */
  readonly inactivityMs?: number;
  readonly clock?: Clock;
  /** Returns a number from 0 up to, but not including, 1. @default Math.random */
  readonly random?: () => number;
}

export interface Reflector {
  /** Ends the reflector. The sink is not called after the promise has resolved. */
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

/**
 * Maximum quick retries of a refused request that was allowed before. After these retries, the refusal counts as
 * intended.
 */
const QUICK_REFUSALS = 5;
/**
 * A watch may be refused this many times because the storage of the resource is starting, as on a server that has just
 * started. After one more refusal, the reflector lists, and the list reports the cause.
 */
const STORAGE_STARTS = 3;
/** Maximum wait that a leaf can request with Retry-After. */
const MAX_RETRY_AFTER_MS = 120_000;
/**
 * A watch that ends within this time, without an error and without an event, counts as a fault. The reflector then
 * waits before the next watch.
 */
const SHORT_WATCH_MS = 1_000;
/**
 * Minimum time between two lists that are needed because an event does not identify its object. Without this bound, a
 * leaf could make the reflector list all the time.
 */
const DOUBT_LIST_MS = 300_000;
/** Maximum silence during a streamed list. A server that ignores sendInitialEvents may send nothing. */
const STREAMED_LIST_INACTIVITY_MS = 10_000;

/**
 * Accept headers for metadata only. No alternative type is accepted: a server that cannot omit the rest of an object
 * must not send the object.
 */
export const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
export const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Thrown if the server watches, but ignores the request for initial events. */
class StreamingIgnored extends Error {}
/** Thrown if a streamed list stops before its end. */
class StreamCut extends Error {}

class Reflection<T> {
  readonly #options: ReflectorOptions<T>;
  readonly #sink: ReflectorSink<T>;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #backoff: Backoff;
  /**
   * Version from which the next watch continues. Opaque: never compared and never computed. Undefined if a list must
   * come first.
   */
  #resourceVersion: string | undefined;
  #streams = true;
  #polling = false;
  #listedAt = -Infinity;
  #expiredLists = 0;
  /** True after an event that does not identify its object. Some object may then be out of date until the next list. */
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

  /** One step: a list if there is no version to continue from, otherwise a watch. */
  async #mirror(): Promise<void> {
    if (this.#resourceVersion !== undefined) return this.#watch(this.#resourceVersion);
    if (!this.#streams || this.#polling) return this.#listPages();
    try {
      await this.#watch(undefined);
    } catch (error) {
      if (this.#resourceVersion !== undefined) throw error;
      const code = error instanceof KubernetesError ? error.code : undefined;
      // Servers answer 400 or 422 if they know sendInitialEvents but have the feature switched off, or if they refuse
      // the combination of parameters.
      const refused =
        error instanceof KubernetesError && (code === 'BAD_REQUEST' || code === 'INVALID') && error.status !== 405;
      if (refused || error instanceof StreamingIgnored) this.#streams = false;
      // After the errors in this condition, an ordinary list follows, and the next list is streamed again. FORBIDDEN:
      // listing may be allowed although watching is not. StreamCut and TIMEOUT: the next stream may reach its end.
      // While the watch cache starts, API servers list from etcd, and the list reports what keeps the cache from
      // starting.
      else if (
        !(error instanceof StreamCut || isStorageStarting(error)) &&
        code !== 'FORBIDDEN' &&
        code !== 'TIMEOUT' &&
        code !== 'BAD_REQUEST'
      )
        throw error;
      await this.#listPages();
    }
  }

  async #listPages(): Promise<void> {
    const { client, resource, namespace, selectors, metadataOnly = false, pageSize = 500 } = this.#options;
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
          ...selectors,
          // If continue tokens expire repeatedly before the last page, the reflector reads the whole collection in one
          // request.
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

  /**
   * Watches from a version, or with the initial events if there is no version. Returns when the server ends the watch
   * without an error.
   */
  async #watch(from: string | undefined): Promise<void> {
    const {
      client,
      resource,
      namespace,
      selectors,
      metadataOnly = false,
      inactivityMs = 100_000,
      pageSize = 500,
    } = this.#options;
    const started = this.#clock.now();
    let events = 0;
    let initial: (T | undefined)[] | undefined;
    const stream = client.watch(resource, {
      as: { type: 'self' },
      signal: this.#signal,
      timeoutSeconds: Math.round(240 + 240 * this.#random()), // jitter, so that watches do not all end together
      inactivityMs,
      initialInactivityMs: Math.min(inactivityMs, STREAMED_LIST_INACTIVITY_MS),
      ...(metadataOnly ? { accept: METADATA } : {}),
      ...(namespace === undefined ? {} : { namespace }),
      ...selectors,
      ...(from === undefined
        ? { sendInitialEvents: true }
        : { resourceVersion: from, opened: () => this.#say({ phase: 'watching' }) }),
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
      else if (!event.initialEventsEnd)
        throw new StreamingIgnored('A bookmark came before the end of the initial events.');
      else {
        initial = undefined;
        await this.#listEnd(event.resourceVersion);
        this.#say({ phase: 'watching' });
        this.#backoff.reset();
      }
    }
    if (initial !== undefined) throw new StreamCut('The watch ended before the end of the initial events.');
    if (events === 0 && this.#clock.now() - started < SHORT_WATCH_MS) {
      throw new KubernetesError(
        'UNREACHABLE',
        `${client.cluster}: the watch on ${resource.plural} was closed as soon as it was opened.`,
        {
          cluster: client.cluster,
        },
      );
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
    // The last delivered state of the object may be out of date, and may grant rights that were revoked.
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
    // A new attempt after a failure is not reported as progress until an object arrives.
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

  /** Decides from the error where to continue, records the state, and returns the milliseconds to wait. */
  #afterFailure(error: unknown): number {
    const { client, pollMs = 30_000, forbiddenRetryMs = 60_000 } = this.#options;
    const watching = this.#resourceVersion !== undefined;
    const code = error instanceof KubernetesError ? error.code : undefined;
    const reason = messageOf(error);

    if (watching && (code === 'FORBIDDEN' || (error instanceof KubernetesError && error.status === 405))) {
      this.#resourceVersion = undefined;
      this.#polling = true;
      this.#backoff.reset();
      this.#say({ phase: 'polling', reason });
      // An identity that lost the right to watch may have lost the right to list, too. So an old list is soon
      // repeated.
      return this.#jittered(Math.max(0, this.#listedAt + pollMs - this.#clock.now()));
    }
    if (code === 'FORBIDDEN' || code === 'NOT_FOUND' || (error instanceof KubernetesError && error.status === 405)) {
      this.#resourceVersion = undefined;
      this.#polling = false;
      this.#say({ phase: code === 'FORBIDDEN' ? 'forbidden' : 'gone', reason });
      // A server that has just started may refuse requests until it has read its own RBAC.
      const again = code === 'FORBIDDEN' && this.#listedAt > -Infinity && this.#backoff.failures < QUICK_REFUSALS;
      return again ? this.#backoff.next() : this.#jittered(forbiddenRetryMs);
    }
    if (code === 'GONE') {
      this.#resourceVersion = undefined;
      // The API server no longer has the version. The reflector lists again at once, unless it has just failed before.
      if (this.#backoff.failures === 0) {
        this.#backoff.next();
        return 0;
      }
    } else if (!(error instanceof KubernetesError)) {
      // The client throws only KubernetesErrors, so the sink failed. Only a new list makes the state certain again.
      this.#resourceVersion = undefined;
    }
    const requested =
      error instanceof KubernetesError ? Math.min((error.retryAfterSeconds ?? 0) * 1_000, MAX_RETRY_AFTER_MS) : 0;
    const isStarting = isStorageStarting(error) && this.#backoff.failures < STORAGE_STARTS;
    // The next list reports what keeps the storage from starting.
    if (isStorageStarting(error) && !isStarting) this.#resourceVersion = undefined;
    // While the leaf answers no request, the wait lasts at least until the next probe of the leaf.
    const delay = Math.max(this.#backoff.next(), this.#jittered(requested), client.health().retryInMs);
    // The resource is not reported as failing, because its list is complete and an API server refuses the watch of a
    // new CRD only for some seconds.
    if (isStarting && watching && this.#phase === 'listing') return delay;
    this.#say({ phase: 'failing', error: isNativeError(error) ? error : new Error(reason), retryInMs: delay });
    return delay;
  }

  /** Adds a random time of up to a tenth, so that the wait is never shorter than requested. */
  #jittered(ms: number): number {
    return ms * (1 + this.#random() / 10);
  }
}
