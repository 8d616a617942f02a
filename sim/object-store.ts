/**
 * The objects of one simulated leaf. The store replaces etcd and the watch cache of a real cluster.
 *
 * Every write gets the next resourceVersion, and adds an event to its resource's limited history. A list shows one
 * version, in etcd's key order. An object may be stored as a function that renders it, so that its JSON exists only
 * while somebody reads the object. Hundreds of leaves therefore fit into one process.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { completeMetadata } from './metadata.ts';
import { groupVersion, splitGroupVersion, type SimulatedResource } from './resources.ts';
import { expiredVersion } from './status.ts';

/** Identifies an object. Any KubernetesObject with apiVersion and kind can be used. */
export interface ObjectReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** An object that `render` creates for each read. `render` must return an equal object each time. */
export interface RenderedObject extends ObjectReference {
  readonly render: () => KubernetesObject;
}

/** One version of one object. Immutable, since a write creates another version. */
export interface StoredObject {
  /** Key of the object: `namespace/name`. The namespace is empty for cluster-scoped objects. */
  readonly key: string;
  readonly resourceVersion: number;
  /**
   * Function that renders the object, or JSON without apiVersion and kind. Both fields depend on the version that a
   * request asks for.
   */
  readonly body: string | (() => KubernetesObject);
}

export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resourceVersion: number;
  /** The object. For a deletion, its last state with the version of the deletion. */
  readonly object: StoredObject;
  readonly previous: StoredObject | undefined;
}

export interface StoreWatcher {
  event(event: StoreEvent): void;
  /** Called when the resource is no longer served. */
  withdrawn?(): void;
}

/** All objects of one resource. */
export class Collection {
  readonly resource: SimulatedResource;
  readonly objects = new Map<string, StoredObject>();
  readonly watchers = new Set<StoreWatcher>();
  /** Oldest version from which watches can be resumed. */
  compacted: number;
  readonly history: StoreEvent[] = [];
  #sorted: readonly string[] | undefined;

  constructor(resource: SimulatedResource, resourceVersion: number) {
    this.resource = resource;
    this.compacted = resourceVersion;
  }

  /** The current objects of one namespace or all, in key order. */
  list(namespace = ''): StoredObject[] {
    this.#sorted ??= [...this.objects.keys()].sort();
    const prefix = `${namespace}/`;
    const keys = namespace === '' ? this.#sorted : this.#sorted.filter(key => key.startsWith(prefix));
    return keys.map(key => this.objects.get(key)).filter(object => object !== undefined);
  }

  /** The objects at an earlier version, computed by undoing the later events. */
  listAt(resourceVersion: number, namespace = ''): StoredObject[] {
    if (resourceVersion < this.compacted) throw expiredVersion(resourceVersion, this.compacted);
    const then = new Map(this.objects);
    for (const event of this.history.toReversed()) {
      if (event.resourceVersion <= resourceVersion) break;
      if (event.previous) then.set(event.object.key, event.previous);
      else then.delete(event.object.key);
    }
    return [...then.values()]
      .filter(({ key }) => namespace === '' || key.startsWith(`${namespace}/`))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  apply(event: StoreEvent, historyLimit: number): void {
    const { key } = event.object;
    if (event.type === 'DELETED') this.objects.delete(key);
    else this.objects.set(key, event.object);
    if (event.type !== 'MODIFIED') this.#sorted = undefined;
    this.history.push(event);
    // Trims many events at a time, because shifting the array for every write would be slow.
    if (this.history.length > historyLimit * 1.25) this.compact(historyLimit);
    for (const watcher of this.watchers) watcher.event(event);
  }

  /** Removes all but the newest `keep` events. */
  compact(keep: number): void {
    const forgotten = this.history.splice(0, this.history.length - keep);
    this.compacted = forgotten.at(-1)?.resourceVersion ?? this.compacted;
  }
}

export interface ObjectStoreOptions {
  readonly cluster: string;
  readonly historyLimit: number;
  readonly now: () => number;
}

export class ObjectStore {
  readonly #options: ObjectStoreOptions;
  readonly #collections = new Map<string, Collection>();
  readonly #byKind = new Map<string, Collection>();
  #resourceVersion = 1_000;

  constructor(options: ObjectStoreOptions) {
    this.#options = options;
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  get size(): number {
    return this.collections().reduce((sum, { objects }) => sum + objects.size, 0);
  }

  /** Creates or replaces an object including its status, as if all controllers had already acted. Notifies watchers. */
  put(object: KubernetesObject | RenderedObject): void {
    const collection = this.collectionOf(object);
    const key = keyOf(collection.resource, object.metadata);
    const previous = collection.objects.get(key);
    const resourceVersion = ++this.#resourceVersion;
    const body = isRendered(object) ? object.render : this.#bodyOf(collection, object, previous, resourceVersion);
    const stored = { key, resourceVersion, body };
    collection.apply(
      { type: previous ? 'MODIFIED' : 'ADDED', resourceVersion, object: stored, previous },
      this.#options.historyLimit,
    );
  }

  /** Stores objects that exist at the start. The history, from which watches resume, does not contain these objects. */
  load(objects: Iterable<KubernetesObject | RenderedObject>): void {
    for (const object of objects) this.put(object);
    this.compact();
  }

  /** Removes an object. Returns true if the object existed. */
  remove(reference: ObjectReference): boolean {
    const collection = this.collectionOf(reference);
    return this.removeKey(collection, keyOf(collection.resource, reference.metadata));
  }

  get(reference: ObjectReference): KubernetesObject | undefined {
    const collection = this.collectionOf(reference);
    const stored = collection.objects.get(keyOf(collection.resource, reference.metadata));
    return stored && this.read(collection, stored);
  }

  /** All objects of a kind, in one namespace or all. */
  list(kind: Pick<ObjectReference, 'apiVersion' | 'kind'>, namespace = ''): KubernetesObject[] {
    const collection = this.collectionOf({ ...kind, metadata: { name: '' } });
    return collection.list(namespace).map(stored => this.read(collection, stored));
  }

  collections(): Collection[] {
    return [...this.#collections.values()];
  }

  collection(group: string, plural: string): Collection | undefined {
    return this.#collections.get(`${group}/${plural}`);
  }

  collectionOf({ apiVersion = '', kind = '' }: ObjectReference): Collection {
    const collection = this.#byKind.get(`${splitGroupVersion(apiVersion).group}/${kind}`);
    if (!collection)
      throw new Error(
        `The simulated leaf "${this.#options.cluster}" does not serve ${apiVersion} ${kind}. Call leaf.serve(…) first.`,
      );
    return collection;
  }

  serve(resource: SimulatedResource): void {
    const collection = new Collection(resource, this.#resourceVersion);
    this.#collections.set(`${resource.group}/${resource.plural}`, collection);
    this.#byKind.set(`${resource.group}/${resource.kind}`, collection);
  }

  /** Deletes all objects of a resource and ends its watches. */
  withdraw({ group, plural, kind }: SimulatedResource): void {
    const collection = this.collection(group, plural);
    if (!collection) return;
    for (const key of [...collection.objects.keys()]) this.removeKey(collection, key);
    this.#collections.delete(`${group}/${plural}`);
    this.#byKind.delete(`${group}/${kind}`);
    for (const watcher of collection.watchers) watcher.withdrawn?.();
  }

  removeKey(collection: Collection, key: string): boolean {
    const previous = collection.objects.get(key);
    if (!previous) return false;
    const resourceVersion = ++this.#resourceVersion;
    const { body } = previous;
    const last = typeof body === 'string' ? body.replace(VERSION, `$1${resourceVersion}"`) : body;
    const object = { key, resourceVersion, body: last };
    collection.apply({ type: 'DELETED', resourceVersion, object, previous }, this.#options.historyLimit);
    return true;
  }

  /** Imitates etcd's compaction: earlier versions can be neither listed nor used to resume a watch. */
  compact(): void {
    for (const collection of this.collections()) {
      collection.compact(0);
      collection.compacted = this.#resourceVersion;
    }
  }

  read(collection: Collection, stored: StoredObject, version = collection.resource.version): KubernetesObject {
    return JSON.parse(this.json(collection, stored, version)) as KubernetesObject;
  }

  /** An object as JSON with its kind. Single objects, events, and lists of custom resources use this form. */
  json(collection: Collection, stored: StoredObject, version = collection.resource.version): string {
    const { group, kind } = collection.resource;
    return `{"kind":"${kind}","apiVersion":"${groupVersion({ group, version })}",${this.bareJson(collection, stored).slice(1)}`;
  }

  /** An object as JSON without kind and apiVersion. Lists of built-in resources use this form. */
  bareJson(collection: Collection, { body, key, resourceVersion }: StoredObject): string {
    if (typeof body === 'string') return body;
    const { cluster } = this.#options;
    return bareJson(completeMetadata(body(), { cluster, resource: collection.resource, key, resourceVersion }));
  }

  #bodyOf(
    collection: Collection,
    object: KubernetesObject,
    previous: StoredObject | undefined,
    resourceVersion: number,
  ): string {
    const { cluster, now } = this.#options;
    const before = previous && this.read(collection, previous);
    const key = keyOf(collection.resource, object.metadata);
    return bareJson(
      completeMetadata(object, { cluster, resource: collection.resource, key, resourceVersion, before, now: now() }),
    );
  }
}

/**
 * Finds the resourceVersion of the object itself in its JSON. completeMetadata() writes metadata first, and within
 * metadata resourceVersion first.
 */
const VERSION = /^(\{"metadata":\{"resourceVersion":")\d+"/;

export function keyOf(
  { namespaced }: SimulatedResource,
  { namespace = '', name }: ObjectReference['metadata'],
): string {
  return namespaced ? `${namespace}/${name}` : `/${name}`;
}

function isRendered(object: KubernetesObject | RenderedObject): object is RenderedObject {
  return typeof (object as Partial<RenderedObject>).render === 'function';
}

function bareJson({ apiVersion: _version, kind: _kind, metadata, ...content }: KubernetesObject): string {
  return JSON.stringify({ metadata, ...content });
}
