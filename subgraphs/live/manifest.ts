/**
 * The parts of an object from a leaf that callers see. The object is not trusted. A value of the wrong type counts as
 * missing and causes no error.
 */
import { time as millisecondsOf } from '../../kinds/untrusted.ts';
import type { KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import { nestsTooDeep, parsesSlowly } from '../../kubernetes/json-weight.ts';
import { isRecord } from '../../kubernetes/object-shape.ts';
import { numberText, parseExact } from '../../schema/exact-json.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** Maximum characters of the annotation. API servers accept no more bytes for all annotations of an object. */
const MAX_ANNOTATIONS = 256 * 1024;
const MAX_CONDITIONS = 500;
const MAX_FINALIZERS = 500;
const MAX_TEXT = 32_768;

type Json = Readonly<Record<string, unknown>>;

/**
 * Removes `stringData` of a Secret, and replaces the values in `data` by their lengths. Other objects are unchanged.
 * Objects that are read pass here before they are kept, so no field can show a value.
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

/** Decoded length of a base64 text in bytes. Null if the value is no text, or its length is not a multiple of four. */
function lengthOf(value: unknown): number | null {
  return typeof value === 'string' && value.length % 4 === 0 ? Buffer.byteLength(value, 'base64') : null;
}

/**
 * Removes and returns the last-applied annotation of kubectl, which is an older copy of the object. Changes the object
 * in place, because copying many annotations takes long.
 */
export function takeLastApplied({ metadata: { annotations } }: KubernetesObject): string | undefined {
  if (!annotations || !Object.hasOwn(annotations, LAST_APPLIED)) return undefined;
  const applied = annotations[LAST_APPLIED];
  delete (annotations as Record<string, string>)[LAST_APPLIED];
  return applied;
}

/**
 * The applied manifest, parsed from the annotation. Undefined if the text is no JSON object, or would take too long to
 * read or write.
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

/** The object, by default without managedFields. */
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

/** The conditions of an object. Omits conditions without a type or a status. */
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

/**
 * The value as text. Undefined for an empty text, and for a value of another type. Texts are cut at 32 768 characters,
 * the limit of API servers for the message of a condition.
 */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT).toWellFormed() : undefined;
}

/** The value as a whole number in the range of the GraphQL type Int. Undefined for any other value. */
export function int(value: unknown): number | undefined {
  const number = Number(numberText(value));
  return Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : undefined;
}

/** The value as time. Undefined for invalid times, such as the zero time of Go. */
export function time(value: unknown): Date | undefined {
  const milliseconds = millisecondsOf(value);
  return milliseconds === 0 ? undefined : new Date(milliseconds);
}

/** The value as a list. Empty for a value of another type. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
