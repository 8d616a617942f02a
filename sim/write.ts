/**
 * Writes through the API of a simulated leaf: create, update, merge patch, JSON patch, apply and delete. Writes support
 * optimistic locking, preconditions, dry run, status, scale and finalizers. Field managers are not supported.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { isRecord } from '../kubernetes/object-shape.ts';
import { jsonPatch } from './json-patch.ts';
import { keyOf, type Collection, type ObjectStore } from './object-store.ts';
import { hasScale, scaleOf } from './scale.ts';
import type { ResourceRequest } from './request.ts';
import { groupVersion } from './resources.ts';
import { alreadyExists, badRequest, conflict, methodNotAllowed, notFound, StatusError } from './status.ts';

export interface Written {
  readonly code: number;
  readonly object: unknown;
}

type Json = Record<string, unknown>;

type Objects = Pick<ObjectStore, 'put' | 'get' | 'remove' | 'read' | 'collection' | 'resourceVersion'>;

/** @throws StatusError as a real server does */
export function write(
  store: ObjectStore,
  collection: Collection,
  request: ResourceRequest,
  contentType: string,
  body: unknown,
  now: number,
): Written {
  const isDryRun = request.query.get('dryRun') === 'All' || (isRecord(body) && Array.isArray(body['dryRun']));
  return writeTo(isDryRun ? unwritten(store) : store, collection, request, contentType, body, now);
}

/** A store for dry runs, which accepts writes and does not store them. */
function unwritten(store: ObjectStore): Objects {
  let last: KubernetesObject | undefined;
  return {
    put: object => void (last = object as KubernetesObject),
    remove: () => true,
    get: reference => last ?? store.get(reference),
    read: (...of) => store.read(...of),
    collection: (...of) => store.collection(...of),
    resourceVersion: store.resourceVersion,
  };
}

function writeTo(
  store: Objects,
  collection: Collection,
  request: ResourceRequest,
  contentType: string,
  body: unknown,
  now: number,
): Written {
  switch (request.verb) {
    case 'create':
      return create(store, collection, request, body);
    case 'update':
      return update(store, collection, request, objectIn(body, collection));
    case 'patch':
      return patch(store, collection, request, contentType, body);
    case 'delete':
      return remove(store, collection, request, body, now);
    default:
      throw methodNotAllowed();
  }
}

function create(
  store: Objects,
  collection: Collection,
  { namespace, single }: ResourceRequest,
  body: unknown,
): Written {
  const { resource } = collection;
  if (single || (resource.namespaced && namespace === '')) throw methodNotAllowed();
  const { status, ...sent } = objectIn(body, collection);
  const name = sent.metadata.name || generatedName(sent, store);
  const object = { ...sent, metadata: { ...unserved(sent.metadata), name, ...(resource.namespaced && { namespace }) } };
  const parent = { group: '', plural: 'namespaces' };
  if (resource.namespaced && !store.collection('', 'namespaces')?.objects.has(`/${namespace}`))
    throw notFound(parent, namespace);
  if (collection.objects.has(keyOf(resource, object.metadata))) throw alreadyExists(resource, name);
  store.put(resource.hasStatus || status === undefined ? object : { ...object, status });
  return { code: 201, object: store.get(object) };
}

function generatedName({ metadata }: KubernetesObject, store: Objects): string {
  const prefix = metadata['generateName'];
  if (typeof prefix !== 'string') throw badRequest('name or generateName is required');
  return `${prefix}${store.resourceVersion.toString(36)}`;
}

function update(store: Objects, collection: Collection, request: ResourceRequest, sent: KubernetesObject): Written {
  const { resource } = collection;
  const current = currentOf(store, collection, request);
  const { name } = current.metadata;
  if (sent.metadata.name !== name) {
    throw badRequest(`the name of the object (${sent.metadata.name}) does not match the name on the URL (${name})`);
  }
  if (sent.metadata.resourceVersion && sent.metadata.resourceVersion !== current.metadata.resourceVersion)
    throw conflict(resource, name);
  const { namespace, uid, creationTimestamp, deletionTimestamp } = current.metadata;
  const fixed = {
    name,
    ...(namespace !== undefined && { namespace }),
    uid,
    creationTimestamp,
    ...(deletionTimestamp && { deletionTimestamp }),
  };
  const onStatus = request.subresource === 'status';
  const kept = { ...(onStatus ? current : sent) } as Json;
  if (resource.hasStatus) kept['status'] = (onStatus ? sent : current).status;
  // Fields that the server sets come first, as in stored objects.
  const metadata = { ...fixed, ...unserved((onStatus ? current : sent).metadata), ...fixed };
  const next = { ...kept, apiVersion: groupVersion(resource), kind: resource.kind, metadata } as KubernetesObject;
  // An object that is being deleted disappears when its last finalizer is removed.
  const finalizers = (metadata as Json)['finalizers'] as unknown[] | undefined;
  if (deletionTimestamp && !finalizers?.length) store.remove(next);
  else store.put(next);
  return { code: 200, object: store.get(next) ?? next };
}

function patch(
  store: Objects,
  collection: Collection,
  request: ResourceRequest,
  contentType: string,
  body: unknown,
): Written {
  const [type] = contentType.split(';');
  if (type === 'application/apply-patch+yaml') return apply(store, collection, request, body);
  const isJsonPatch = type === 'application/json-patch+json';
  if (!isJsonPatch && type !== 'application/merge-patch+json' && type !== 'application/strategic-merge-patch+json') {
    const served = 'application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json';
    throw new StatusError(
      415,
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: ${served}`,
      {},
    );
  }
  const current = currentOf(store, collection, request);
  const patched = (object: unknown) => (isJsonPatch ? jsonPatch(object, body) : mergePatch(object, body));
  if (request.subresource === 'scale') {
    const { spec } = patched(scaleOf(current)) as KubernetesObject;
    const scaled = { ...current, spec: { ...current.spec, ...spec } };
    const { code, object } = update(store, collection, { ...request, subresource: '' }, scaled);
    return { code, object: scaleOf(object as KubernetesObject) };
  }
  const merged = patched(current) as KubernetesObject;
  const sentVersion = isRecord(body) ? (body['metadata'] as Json | undefined)?.['resourceVersion'] : undefined;
  if (sentVersion === undefined) delete (merged.metadata as Json)['resourceVersion'];
  return update(store, collection, request, merged);
}

/** Applies a manifest. The body must be JSON, which is also valid YAML. */
function apply(store: Objects, collection: Collection, request: ResourceRequest, body: unknown): Written {
  const manifest = objectIn(body, collection);
  if (!collection.objects.has(keyOf(collection.resource, request)))
    return create(store, collection, { ...request, single: false }, manifest);
  return update(
    store,
    collection,
    request,
    mergePatch(currentOf(store, collection, request), manifest) as KubernetesObject,
  );
}

/** Merges a patch by RFC 7386. Strategic merges are not supported, so a list in the patch replaces the list. */
function mergePatch(target: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const merged: Json = isRecord(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}

function remove(store: Objects, collection: Collection, request: ResourceRequest, body: unknown, now: number): Written {
  const { resource } = collection;
  const current = currentOf(store, collection, request);
  const { name, uid, deletionTimestamp } = current.metadata;
  const preconditions =
    (body as { preconditions?: { uid?: string; resourceVersion?: string } } | undefined)?.preconditions ?? {};
  for (const field of ['uid', 'resourceVersion'] as const) {
    if (preconditions[field] !== undefined && preconditions[field] !== current.metadata[field])
      throw conflict(resource, name);
  }
  const finalizers = current.metadata['finalizers'] as unknown[] | undefined;
  if (finalizers?.length) {
    const terminating = deletionTimestamp ?? new Date(now).toISOString();
    const next = { ...current, metadata: { ...current.metadata, deletionTimestamp: terminating } };
    store.put(next);
    return { code: 200, object: store.get(next) };
  }
  store.remove(current);
  const details = { name, ...(resource.group !== '' && { group: resource.group }), kind: resource.plural, uid };
  return { code: 200, object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details } };
}

function currentOf(
  store: Objects,
  collection: Collection,
  { namespace, name, subresource, single }: ResourceRequest,
): KubernetesObject {
  const { resource } = collection;
  if (!single) throw methodNotAllowed();
  const isServed =
    subresource === '' ||
    (subresource === 'status' && resource.hasStatus) ||
    (subresource === 'scale' && hasScale(resource));
  if (!isServed) throw notFound(resource, `${name}/${subresource}`);
  const stored = collection.objects.get(keyOf(resource, { namespace, name }));
  if (!stored) throw notFound(resource, name);
  return store.read(collection, stored);
}

function objectIn(body: unknown, { resource }: Collection): KubernetesObject {
  const object = body as Partial<KubernetesObject> | null;
  if (!isRecord(object?.metadata)) throw badRequest('the body of the request holds no object with metadata');
  if (object.kind !== undefined && object.kind !== resource.kind) {
    throw badRequest(`${object.kind} in version "${object.apiVersion ?? ''}" cannot be handled as a ${resource.kind}`);
  }
  return { ...object, apiVersion: groupVersion(resource), kind: resource.kind, metadata: object.metadata };
}

/** Metadata without these fields, which the server sets. */
function unserved({
  uid: _uid,
  resourceVersion: _version,
  creationTimestamp: _created,
  generation: _generation,
  ...rest
}: Json): Json {
  return rest;
}
