/**
 * LIST requests of a simulated leaf: pages with continue tokens over one consistent snapshot, resourceVersion
 * semantics, selectors, and metadata-only responses.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { Collection, ObjectStore, StoredObject } from './object-store.ts';
import type { ResourceRequest } from './request.ts';
import { groupVersion } from './resources.ts';
import { selectorOf } from './selectors.ts';
import { badRequest, expiredContinue, StatusError, versionTooLarge } from './status.ts';

/** A list in progress, whose later pages are still to be read. */
interface Snapshot {
  readonly resourceVersion: number;
  readonly objects: readonly StoredObject[];
}

/** Maximum number of lists in progress. If there are more lists, the continue token of the oldest list expires. */
const SNAPSHOT_LIMIT = 64;

export class Lists {
  readonly #store: ObjectStore;
  readonly #snapshots = new Map<string, Snapshot>();
  #lastSnapshot = 0;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Makes all continue tokens expire. Requests with an expired token get status 410. */
  expire(): void {
    this.#snapshots.clear();
  }

  /** The body of the response in pieces, so that a long list is never one string. */
  list(collection: Collection, request: ResourceRequest, metadataOnly: boolean): Iterable<string> {
    const limit = numberOf(request.query, 'limit');
    const token = request.query.get('continue') ?? '';
    const { snapshot, id, offset } = token === '' ? this.#start(collection, request) : this.#resume(token, request);
    const page = limit > 0 ? snapshot.objects.slice(offset, offset + limit) : snapshot.objects.slice(offset);
    const remaining = snapshot.objects.length - offset - page.length;
    const metadata: Record<string, unknown> = { resourceVersion: String(snapshot.resourceVersion) };
    if (remaining > 0) {
      metadata['continue'] = this.#tokenOf(snapshot, id, offset + page.length);
      metadata['remainingItemCount'] = remaining;
    } else if (id !== '') {
      this.#snapshots.delete(id);
    }
    return this.#render(collection, request, page, metadata, metadataOnly);
  }

  #start(collection: Collection, request: ResourceRequest): { snapshot: Snapshot; id: string; offset: number } {
    const { query, namespace } = request;
    const requested = numberOf(query, 'resourceVersion');
    const match = query.get('resourceVersionMatch') ?? '';
    const current = this.#store.resourceVersion;
    if (match !== '' && query.get('resourceVersion') === null)
      throw badRequest('resourceVersionMatch is forbidden unless resourceVersion is provided');
    if (requested > current) throw versionTooLarge(requested, current);
    const exact = match === 'Exact' || (match === '' && requested > 0 && numberOf(query, 'limit') > 0);
    const scope = collection.resource.namespaced ? namespace : '';
    const listed = exact ? collection.listAt(requested, scope) : collection.list(scope);
    const selector = selectorOf(collection.resource, query);
    const objects = selector ? listed.filter(object => selector(this.#store.read(collection, object))) : listed;
    return { snapshot: { resourceVersion: exact ? requested : current, objects }, id: '', offset: 0 };
  }

  #resume(token: string, { query }: ResourceRequest): { snapshot: Snapshot; id: string; offset: number } {
    const [id = '', offset] = Buffer.from(token, 'base64url').toString('utf8').split('/');
    if (!/^list-\d+$/.test(id) || !/^\d+$/.test(offset ?? '')) throw badRequest('continue key is not valid');
    if ((query.get('resourceVersion') ?? '') !== '')
      throw badRequest('specifying resource version is not allowed when using continue');
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) throw expiredContinue();
    return { snapshot, id, offset: Number(offset) };
  }

  #tokenOf(snapshot: Snapshot, known: string, offset: number): string {
    const id = known || `list-${++this.#lastSnapshot}`;
    this.#snapshots.set(id, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > SNAPSHOT_LIMIT && oldest !== undefined) this.#snapshots.delete(oldest);
    return Buffer.from(`${id}/${offset}`).toString('base64url');
  }

  *#render(
    collection: Collection,
    { version }: ResourceRequest,
    page: readonly StoredObject[],
    metadata: unknown,
    metadataOnly: boolean,
  ): Iterable<string> {
    const { group, kind } = collection.resource;
    const [listKind, listVersion] = metadataOnly
      ? ['PartialObjectMetadataList', PARTIAL_VERSION]
      : [`${kind}List`, groupVersion({ group, version })];
    yield `{"kind":"${listKind}","apiVersion":"${listVersion}","metadata":${JSON.stringify(metadata)},"items":[`;
    // Items in lists of built-in resources have no `kind` field.
    const bare = !group.includes('.') || group.endsWith('.k8s.io');
    let separator = '';
    for (const object of page) {
      if (metadataOnly) yield separator + JSON.stringify(partialMetadata(this.#store.read(collection, object)));
      else
        yield (
          separator + (bare ? this.#store.bareJson(collection, object) : this.#store.json(collection, object, version))
        );
      separator = ',';
    }
    yield ']}';
  }
}

const PARTIAL_VERSION = 'meta.k8s.io/v1';

export function partialMetadata({ metadata }: Pick<KubernetesObject, 'metadata'>): Record<string, unknown> {
  return { kind: 'PartialObjectMetadata', apiVersion: PARTIAL_VERSION, metadata };
}

/** A number in the query. 0 if the parameter is absent. */
export function numberOf(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (!/^\d*$/.test(text)) {
    const message = `${name}: Invalid value: "${text}": must be a number`;
    throw name === 'resourceVersion' ? new StatusError(400, 'BadRequest', message) : badRequest(message);
  }
  return Number(text);
}
