/**
 * What is shown of an object that a leaf returned. Nothing in it is trusted: a field of the wrong type is left out, never an error.
 */
import { stringify } from 'yaml';
import type { KubernetesObject } from '../../kubernetes/client.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const MAX_CONDITIONS = 500;
const MAX_TEXT = 32_768;

type Json = Readonly<Record<string, unknown>>;

/** The object without the two fields that only machines read. The last-applied annotation is a second, older copy of the object. */
export function manifestOf(object: KubernetesObject, { managedFields = false } = {}): Json {
  const { managedFields: managers, annotations, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(annotations && { annotations: withoutLastApplied(annotations) }),
      ...(managedFields && managers !== undefined && { managedFields: managers }),
    },
  };
}

export function yamlOf(object: KubernetesObject, options: { managedFields: boolean }): string {
  return stringify(manifestOf(object, options), { lineWidth: 0, aliasDuplicateObjects: false });
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
    annotations: withoutLastApplied(metadata.annotations ?? {}),
    finalizers: items(metadata['finalizers']).filter(finalizer => typeof finalizer === 'string'),
  };
}

/** A condition without a type or a status says nothing and is left out. */
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
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** Undefined for anything but a text; a text that no API server would store is cut. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT).toWellFormed() : undefined;
}

/** A number that GraphQL's Int can hold. */
export function int(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
}

export function time(value: unknown): Date | undefined {
  const date = typeof value === 'string' && value.length < 40 ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function withoutLastApplied(annotations: Json): Json {
  const { [LAST_APPLIED]: _, ...rest } = annotations;
  return rest;
}
