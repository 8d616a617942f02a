/**
 * WATCH requests of a simulated leaf. Watches support resuming from a version, synthetic initial events, WatchList with
 * its final bookmark, other bookmarks, selectors and metadata-only events. If the history is gone, a watch gets an
 * ERROR event with code 410. An object that stops matching a selector is DELETED for its watcher.
 */
import type { ServerResponse } from 'node:http';
import type { KubernetesObject } from '../kubernetes/client.ts';
import { numberOf, partialMetadata } from './list.ts';
import type { Collection, ObjectStore, StoredObject, StoreEvent, StoreWatcher } from './object-store.ts';
import type { ResourceRequest } from './request.ts';
import { groupVersion } from './resources.ts';
import { breakOff, drained } from './response.ts';
import { selectorOf, type Predicate } from './selectors.ts';
import { expiredVersion, invalid, StatusError, versionTooLarge } from './status.ts';

export interface WatchFeatures {
  /** True if the server knows sendInitialEvents. */
  readonly watchList: boolean;
}

/** Maximum bytes of unread data. A reader with more unread data is disconnected. */
const BACKLOG_LIMIT = 32 * 1024 * 1024;
/**
 * Timeout in seconds if the request has no timeoutSeconds. A real server chooses a time between this value and twice
 * this value.
 */
const DEFAULT_TIMEOUT_SECONDS = 1_800;

/** One open watch. The watch ends when the client disconnects, the timeout is over or the resource is removed. */
export class Watch implements StoreWatcher {
  readonly #store: ObjectStore;
  readonly #collection: Collection;
  readonly #request: ResourceRequest;
  readonly #response: ServerResponse;
  readonly #metadataOnly: boolean;
  readonly #bookmarks: boolean;
  readonly #selector: Predicate | undefined;
  /** Events to send after the initial events. Undefined once events are sent as they arrive. */
  #waiting: StoreEvent[] | undefined = [];

  constructor(
    store: ObjectStore,
    collection: Collection,
    request: ResourceRequest,
    response: ServerResponse,
    metadataOnly: boolean,
  ) {
    this.#store = store;
    this.#collection = collection;
    this.#request = request;
    this.#response = response;
    this.#metadataOnly = metadataOnly;
    this.#bookmarks = request.query.get('allowWatchBookmarks') === 'true';
    this.#selector = selectorOf(collection.resource, request.query);
  }

  async run({ watchList }: WatchFeatures): Promise<void> {
    const { query } = this.#request;
    const from = numberOf(query, 'resourceVersion');
    const sendInitialEvents = this.#wantsInitialEvents(watchList);
    const response = this.#response;
    const current = this.#store.resourceVersion;
    if (sendInitialEvents && from > current) throw versionTooLarge(from, current);
    const timer = setTimeout(
      () => response.end(),
      (numberOf(query, 'timeoutSeconds') || DEFAULT_TIMEOUT_SECONDS) * 1_000,
    );
    this.#collection.watchers.add(this);
    response.once('close', () => {
      clearTimeout(timer);
      this.#collection.watchers.delete(this);
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (from > 0 && !sendInitialEvents) this.#replay(from);
    else if (query.get('sendInitialEvents') !== 'false') await this.#sendInitial(sendInitialEvents);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const event of waiting) this.event(event);
  }

  #wantsInitialEvents(served: boolean): boolean {
    const { query } = this.#request;
    const requested = query.get('sendInitialEvents');
    const match = query.get('resourceVersionMatch') ?? '';
    const refuse = (why: string) =>
      invalid({ ...this.#collection.resource, kind: 'ListOptions', group: 'meta.k8s.io' }, '', why);
    if (requested === null) {
      if (match !== '')
        throw refuse(
          'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        );
      return false;
    }
    if (!served)
      throw refuse(
        'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      );
    if (match !== 'NotOlderThan')
      throw refuse(
        'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      );
    return requested === 'true';
  }

  /** Queues the events after a version. If the history is too short, sends one ERROR event and ends the watch. */
  #replay(from: number): void {
    const { history, compacted } = this.#collection;
    if (from < compacted) {
      this.#response.end(this.#line('ERROR', JSON.stringify(expiredVersion(from, compacted))));
      return;
    }
    const missed = history.filter(({ resourceVersion }) => resourceVersion > from);
    this.#waiting?.unshift(...missed);
  }

  async #sendInitial(closeWithBookmark: boolean): Promise<void> {
    const { resource } = this.#collection;
    const resourceVersion = this.#store.resourceVersion;
    for (const object of this.#collection.list(resource.namespaced ? this.#request.namespace : '')) {
      if (this.#response.destroyed) return;
      if (!this.#matches(object)) continue;
      if (!this.#response.write(this.#line('ADDED', this.#render(object)))) await drained(this.#response);
    }
    if (closeWithBookmark && this.#bookmarks)
      this.#writeBookmark(resourceVersion, { 'k8s.io/initial-events-end': 'true' });
  }

  event(event: StoreEvent): void {
    if (this.#waiting) {
      this.#waiting.push(event);
      return;
    }
    const type = this.#typeFor(event);
    if (type === undefined || this.#response.writableEnded) return;
    if (this.#response.writableLength > BACKLOG_LIMIT) this.drop();
    else this.#response.write(this.#line(type, this.#render(event.object)));
  }

  /** Type of the event for this watcher. With a selector, some changes become ADDED or DELETED. */
  #typeFor({ type, object, previous }: StoreEvent): StoreEvent['type'] | undefined {
    const before = previous !== undefined && this.#matches(previous);
    const after = type !== 'DELETED' && this.#matches(object);
    if (after) return before ? 'MODIFIED' : 'ADDED';
    return before ? 'DELETED' : undefined;
  }

  #matches(object: StoredObject): boolean {
    const { namespace } = this.#request;
    if (this.#collection.resource.namespaced && namespace !== '' && !object.key.startsWith(`${namespace}/`))
      return false;
    return this.#selector?.(this.#store.read(this.#collection, object)) ?? true;
  }

  /** Sends a bookmark if the watcher asked for bookmarks and has received the initial events. */
  bookmark(): void {
    if (this.#bookmarks && !this.#waiting && !this.#response.writableEnded)
      this.#writeBookmark(this.#store.resourceVersion);
  }

  #writeBookmark(resourceVersion: number, annotations?: Record<string, string>): void {
    const { group, kind } = this.#collection.resource;
    const metadata = {
      resourceVersion: String(resourceVersion),
      creationTimestamp: null,
      ...(annotations && { annotations }),
    };
    const typed = { kind, apiVersion: groupVersion({ group, version: this.#request.version }), metadata };
    const object = this.#metadataOnly
      ? partialMetadata({ metadata: metadata as unknown as KubernetesObject['metadata'] })
      : typed;
    this.#response.write(this.#line('BOOKMARK', JSON.stringify(object)));
  }

  withdrawn(): void {
    this.#response.end();
  }

  /** Breaks the connection in the middle of the stream. */
  drop(): void {
    breakOff(this.#response);
  }

  #render(object: StoredObject): string {
    if (this.#metadataOnly) return JSON.stringify(partialMetadata(this.#store.read(this.#collection, object)));
    return this.#store.json(this.#collection, object, this.#request.version);
  }

  #line(type: string, object: string): string {
    return `{"type":"${type}","object":${object}}\n`;
  }
}

/**
 * True if the Accept header asks for metadata only.
 * @throws StatusError 406 if the server supports none of the header's types
 */
export function wantsMetadataOnly(
  accept: string | undefined,
  kind: 'PartialObjectMetadata' | 'PartialObjectMetadataList',
): boolean {
  if (accept === undefined || accept.trim() === '') return false;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim());
    const as = parameters.find(parameter => parameter.startsWith('as='))?.slice(3);
    if (type !== 'application/json' && type !== '*/*' && type !== 'application/*') continue;
    if (as === undefined) return false;
    if (as === kind && parameters.includes('g=meta.k8s.io') && parameters.includes('v=v1')) return true;
  }
  throw new StatusError(406, 'NotAcceptable', 'only the following media types are accepted: application/json', {});
}
