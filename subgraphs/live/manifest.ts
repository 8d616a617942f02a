/**
 * The shown parts of an object that a leaf returned. Nothing in it is trusted: a field of the wrong type is omitted,
 * never an error.
 */
import { time as millisecondsOf } from '../../kinds/untrusted.ts';
import type { KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import { nestsTooDeep, parsesSlowly } from '../../kubernetes/json-weight.ts';
import { isRecord } from '../../kubernetes/object-shape.ts';
import { numberText, parseExact } from '../../schema/exact-json.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** Maximum that API servers accept for all annotations of an object. */
const MAX_ANNOTATIONS = 256 * 1024;
const MAX_CONDITIONS = 500;
const MAX_FINALIZERS = 500;
const MAX_TEXT = 32_768;

type Json = Readonly<Record<string, unknown>>;

/**
 * The shown part of a Secret: its keys, and the lengths of their values. Values are dropped as the object arrives, for
 * all callers and purposes, so that no field, log line or cached answer can hold one.
 */
export function withoutValues(
  object: KubernetesObject,
  resource: Pick<ServedResource, 'group' | 'kind'>,
): KubernetesObject {
  if (!isSecret(resource)) return object;
  const { data, stringData: _text, ...rest } = object;
  const entries = Object.entries(record(data) ?? {}).map(([key, value]) => [key, { bytes: lengthOf(value) }]);
  return data === undefined ? rest : { ...rest, data: Object.fromEntries(entries) as Record<string, unknown> };
}

export function isSecret({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === '' && kind === 'Secret';
}

/** Decoded length of a base64 text; null if invalid. */
function lengthOf(value: unknown): number | null {
  return typeof value === 'string' && value.length % 4 === 0 ? Buffer.byteLength(value, 'base64') : null;
}

/**
 * Removes kubectl's last-applied annotation, a second, older copy of the object. In place: copying many annotations
 * takes long.
 */
export function takeLastApplied({ metadata: { annotations } }: KubernetesObject): string | undefined {
  if (!annotations || !Object.hasOwn(annotations, LAST_APPLIED)) return undefined;
  const applied = annotations[LAST_APPLIED];
  delete (annotations as Record<string, string>)[LAST_APPLIED];
  return applied;
}

/**
 * The applied manifest, parsed from the annotation's text; undefined if it is no manifest, or would take long to read
 * or to write.
 */
export function appliedManifest(text: string): Json | undefined {
  if (text.length > MAX_ANNOTATIONS) return undefined;
  const bytes = Buffer.from(text);
  if (nestsTooDeep(bytes) || parsesSlowly(bytes)) return undefined;
  try {
    return record(parseExact(text));
  } catch {
    return undefined;
  }
}

/** The object without managedFields, which only machines read. */
export function manifestOf(object: KubernetesObject, { managedFields = false } = {}): Json {
  const { managedFields: managers, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: { ...metadata, ...(managedFields && managers !== undefined && { managedFields: managers }) },
  };
}

export function metadataOf({ metadata }: KubernetesObject) {
  return {
    name: metadata.name,
    namespace: metadata.namespace || null,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    generation: int(metadata.generation),
    creationTimestamp: time(metadata.creationTimestamp),
    deletionTimestamp: time(metadata.deletionTimestamp),
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    finalizers: items(metadata['finalizers'])
      .slice(0, MAX_FINALIZERS)
      .filter(finalizer => typeof finalizer === 'string'),
  };
}

/** Omits conditions without a type or a status. */
export function conditionsOf(object: KubernetesObject) {
  return items(object.status?.['conditions'])
    .slice(0, MAX_CONDITIONS)
    .flatMap(item => {
      const condition = record(item);
      const type = text(condition?.['type']);
      const status = text(condition?.['status']);
      if (!condition || type === undefined || status === undefined) return [];
      return {
        type,
        status,
        reason: text(condition['reason']),
        message: text(condition['message']),
        lastTransitionTime: time(condition['lastTransitionTime']),
        observedGeneration: int(condition['observedGeneration']),
      };
    });
}

export interface OwnerReference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

export function ownerReferencesOf({ metadata }: KubernetesObject): OwnerReference[] {
  return items(metadata['ownerReferences']).flatMap(item => {
    const { apiVersion, kind, name } = record(item) ?? {};
    if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string') return [];
    const slash = apiVersion.indexOf('/');
    return [{ group: slash < 0 ? '' : apiVersion.slice(0, slash), kind, name }];
  });
}

export function record(value: unknown): Json | undefined {
  return isRecord(value) ? value : undefined;
}

/** Undefined unless it is a text; a text longer than any API server stores is cut. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT).toWellFormed() : undefined;
}

/** A number within the range of GraphQL's Int. */
export function int(value: unknown): number | undefined {
  const number = Number(numberText(value));
  return Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : undefined;
}

/** Undefined for invalid times, as in the index, such as the zero time of Go. */
export function time(value: unknown): Date | undefined {
  const milliseconds = millisecondsOf(value);
  return milliseconds === 0 ? undefined : new Date(milliseconds);
}

/** Empty unless it is a list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
