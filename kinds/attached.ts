/**
 * Data beside the row of an object: its relations, and the records of projections. Both come from a leaf, so everything
 * is bounded here; what is left out is counted and the rest is kept.
 */
import { decodeObjectKey, type ObjectKey } from '../schema/object-id.ts';
import type { Attached, ProjectionRecord, Relation } from '../store/attached.ts';
import {
  MAX_RECORD_LENGTH,
  MAX_RECORDS,
  MAX_RECORDS_LENGTH,
  MAX_RELATIONS,
  MAX_RELATIONS_LENGTH,
} from '../store/limits.ts';
import type { Kind } from './kind.ts';
import type { Projection } from './projection.ts';
import type { RefusalReason } from './refusals.ts';
import { managers, owners, type KindName } from './relations.ts';
import { isRecord } from './untrusted.ts';

export interface AttachOptions {
  readonly projections?: readonly Projection[];
  /** True for cluster-scoped kinds, by the cluster's discovery. @default always false */
  readonly isClusterScoped?: (kind: KindName) => boolean;
  /** Receives the number of relations and records left out. */
  readonly leftOut?: (reason: RefusalReason, count: number) => void;
}

/**
 * Total: never throws, for any object and projection.
 * @param of The kind of the object; its entry may be for many kinds
 */
export function attachedTo(
  object: unknown,
  namespace: string,
  kind: Kind,
  of: KindName,
  { projections = [], isClusterScoped = () => false, leftOut }: AttachOptions,
): Attached {
  // Owners come last: there may be any number of them.
  const found = [
    ...managers(object),
    ...(kind.relations?.(object, namespace) ?? []),
    ...owners(object, namespace, isClusterScoped),
  ];
  const relations = boundedRelations(found, count => leftOut?.('relations', count));
  const records: Record<string, readonly ProjectionRecord[]> = {};
  let left = MAX_RECORDS_LENGTH;
  for (const { name, project } of projections) {
    const { kept, length } = boundedRecords(projected(project, object, of), left, count => leftOut?.('records', count));
    left -= length;
    if (kept.length > 0) records[name] = kept;
  }
  return { ...(relations.length > 0 && { relations }), ...(Object.keys(records).length > 0 && { records }) };
}

function boundedRelations(relations: readonly Relation[], leftOut: (count: number) => void): readonly Relation[] {
  const kept = new Map<string, Relation>();
  let length = 0;
  let refused = 0;
  for (const relation of relations) {
    const { type, to } = relation;
    if (kept.has(type + to)) continue;
    if (!isKey(to) || kept.size === MAX_RELATIONS || length + to.length > MAX_RELATIONS_LENGTH) refused++;
    else {
      kept.set(type + to, relation);
      length += to.length;
    }
  }
  if (refused > 0) leftOut(refused);
  return [...kept.values()];
}

function isKey(key: ObjectKey): boolean {
  try {
    return decodeObjectKey(key) !== undefined;
  } catch {
    return false;
  }
}

/** A projection that throws, though it must not, loses its records and not the row. */
function projected(project: Projection['project'], object: unknown, of: KindName): readonly unknown[] {
  try {
    return project(object, of);
  } catch {
    return [undefined];
  }
}

function boundedRecords(
  records: readonly unknown[],
  atMost: number,
  leftOut: (count: number) => void,
): { readonly kept: readonly ProjectionRecord[]; readonly length: number } {
  const kept: ProjectionRecord[] = [];
  let length = 0;
  let refused = 0;
  for (const record of records) {
    const json = jsonOf(record);
    if (
      json === undefined ||
      json.length > MAX_RECORD_LENGTH ||
      kept.length === MAX_RECORDS ||
      length + json.length > atMost
    )
      refused++;
    else {
      // A copy, so that the original object is released, and the record is plain JSON.
      kept.push(JSON.parse(json) as ProjectionRecord);
      length += json.length;
    }
  }
  if (refused > 0) leftOut(refused);
  return { kept, length };
}

function jsonOf(record: unknown): string | undefined {
  try {
    return isRecord(record) ? JSON.stringify(record) : undefined;
  } catch {
    return undefined; // nested too deeply, or in a circle
  }
}
