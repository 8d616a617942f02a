/**
 * Metadata that an API server adds to stored objects: uid, creation time, generation, resourceVersion and
 * managedFields. Without `now`, all metadata is derived from the other arguments, so that rendering an object again
 * gives an equal result.
 */
import { createHash } from 'node:crypto';
import type { KubernetesObject } from '../kubernetes/client.ts';
import { isRecord } from '../kubernetes/object-shape.ts';
import { groupVersion, type SimulatedResource } from './resources.ts';

export interface MetadataContext {
  readonly cluster: string;
  readonly resource: SimulatedResource;
  readonly key: string;
  readonly resourceVersion: number;
  readonly before?: KubernetesObject | undefined;
  readonly now?: number;
}

export function completeMetadata(object: KubernetesObject, context: MetadataContext): KubernetesObject {
  const { before, resource, resourceVersion } = context;
  const { name, namespace, uid, generation, creationTimestamp, managedFields, ...rest } = object.metadata;
  const created =
    creationTimestamp ??
    before?.metadata.creationTimestamp ??
    new Date(context.now ?? LONG_AGO).toISOString().replace(/\.\d+Z$/, 'Z');
  return {
    ...object,
    metadata: {
      resourceVersion: String(resourceVersion), // must come first: see VERSION in object-store.ts
      name,
      ...(resource.namespaced && { namespace: namespace ?? '' }),
      uid:
        uid ??
        before?.metadata.uid ??
        simulatedUid(
          context.cluster,
          resource.group,
          resource.kind,
          context.key,
          context.now === undefined ? '' : resourceVersion,
        ),
      ...(object.spec !== undefined && { generation: generation ?? nextGeneration(object, before) }),
      creationTimestamp: created,
      ...withoutVersion(rest),
      managedFields: managedFields ?? managedFieldsOf(object, resource, created),
    },
  };
}

const LONG_AGO = Date.UTC(2026, 0, 1);

/** A uid that depends only on `parts`. The text looks like a random uid. */
export function simulatedUid(...parts: readonly unknown[]): string {
  const hex = createHash('sha1').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function nextGeneration(object: KubernetesObject, before: KubernetesObject | undefined): number {
  const current = before?.metadata.generation ?? 1;
  return before && JSON.stringify(before.spec) !== JSON.stringify(object.spec) ? current + 1 : current;
}

function withoutVersion({ resourceVersion: _version, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/**
 * Managed fields: an entry for the client that applied the object and, if the object has a status, an entry for the
 * controller that reports the status.
 */
function managedFieldsOf(object: KubernetesObject, resource: SimulatedResource, time: string): unknown[] {
  const entry = (manager: string, operation: string, fieldsV1: unknown, subresource?: string) => ({
    manager,
    operation,
    apiVersion: groupVersion(resource),
    time,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(subresource && { subresource }),
  });
  const owned = {
    'f:metadata': { 'f:labels': fieldsOf(object.metadata.labels) },
    ...(object.spec && { 'f:spec': fieldsOf(object.spec) }),
  };
  const applied = entry('kustomize-controller', 'Apply', owned);
  return object.status
    ? [applied, entry('controller', 'Update', { 'f:status': fieldsOf(object.status) }, 'status')]
    : [applied];
}

function fieldsOf(value: unknown, depth = 2): Record<string, unknown> {
  if (depth === 0 || !isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [`f:${key}`, fieldsOf(item, depth - 1)]));
}
