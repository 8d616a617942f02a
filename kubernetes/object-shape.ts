/**
 * Checks that a parsed JSON value has the shape that KubernetesObject promises. An invalid value is left out, so that
 * one crafted object breaks neither the code that reads its name nor the list that contains it.
 */
import { isExactNumber } from '../schema/exact-json.ts';
import type { KubernetesObject } from './client.ts';

const OPTIONAL_STRINGS = ['namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'] as const;
const OPTIONAL_MAPS = ['labels', 'annotations'] as const;

/**
 * True if the value has the shape of a KubernetesObject. Removes nulls from the metadata, because API servers may write
 * null for a time that is not set.
 */
export function isKubernetesObject(value: unknown): value is KubernetesObject {
  if (!isRecord(value) || !isRecord(value.metadata)) return false;
  const { metadata } = value;
  if (typeof metadata.name !== 'string' || metadata.name === '') return false;
  for (const field of OPTIONAL_STRINGS) {
    if (metadata[field] === null) delete metadata[field];
    else if (metadata[field] !== undefined && typeof metadata[field] !== 'string') return false;
  }
  for (const field of OPTIONAL_MAPS) {
    if (metadata[field] === null) delete metadata[field];
    else if (metadata[field] !== undefined && !isStringMap(metadata[field])) return false;
  }
  if (metadata.generation === null) delete metadata.generation;
  else if (
    metadata.generation !== undefined &&
    typeof metadata.generation !== 'number' &&
    !isExactNumber(metadata.generation)
  )
    return false;
  for (const field of ['apiVersion', 'kind'])
    if (value[field] !== undefined && typeof value[field] !== 'string') return false;
  for (const field of ['spec', 'status'])
    if (value[field] !== undefined && value[field] !== null && !isRecord(value[field])) return false;
  return true;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

function isStringMap(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const key in value) if (typeof value[key] !== 'string') return false;
  return true;
}
