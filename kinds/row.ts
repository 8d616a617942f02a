/**
 * Converts an object from a leaf to the row that a list shows, with the data beside it: relations and records.
 *
 * Any JSON gives either a row within the bounds or a refusal with its reason, never an exception. If a function of a
 * kind throws, only its object is refused. The cluster of a row comes from the registration, and its group, version and
 * kind come from discovery, never from the object's own claims. Only metadata is read of Secrets and ConfigMaps.
 */
import type { Resource } from '../rbac/types.ts';
import {
  MAX_IMAGES_LENGTH,
  MAX_LABELS,
  MAX_LABEL_KEY_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_REVISION_LENGTH,
  MAX_RECORD_LENGTH,
  MAX_RECORDS,
  MAX_RECORDS_LENGTH,
  MAX_RELATIONS,
  MAX_RELATIONS_LENGTH,
} from '../store/limits.ts';
import type { Row } from '../store/store.ts';
import { holdOf, type Hold } from './status-result.ts';
import type { Kind } from './kind.ts';
import type { Refusal, RefusalReason } from './refusals.ts';
import { type KindLookup, kindOf } from './registry.ts';
import { at, claimsOtherKind, isName, isRecord, line, record, text, time } from './untrusted.ts';
import { isObjectKey } from '../schema/object-id.ts';
import type { Attached, ProjectionRecord, Relation } from '../store/attached.ts';
import type { Projection } from './projection.ts';
import { managers, owners, type KindName } from './relations.ts';

export interface RowOptions extends AttachOptions {
  readonly lookup?: KindLookup;
}

export function toRow(...of: Parameters<typeof rowOf>): Row | Refusal {
  try {
    return rowOf(...of);
  } catch (error) {
    // Without this refusal, one object would make the list of its kind fail again and again.
    return { refused: `the rules of its kind fail: ${String(error)}`, reason: 'shape' };
  }
}

function rowOf(
  cluster: string,
  resource: Resource,
  sent: unknown,
  now: number,
  options: RowOptions = {},
): Row | Refusal {
  const { lookup = kindOf } = options;
  const known = lookup(resource);
  const metadata = at(sent, 'metadata');
  if (!isRecord(metadata)) return { refused: 'it has no metadata', reason: 'shape' };
  // Objects of metadata-only kinds arrive with another kind than requested (PartialObjectMetadata). If a leaf sends
  // more fields, only metadata is read.
  const object = known.metadataOnly ? { metadata } : sent;
  if (claimsOtherKind(object, resource)) return { refused: 'it is of another kind than was asked for', reason: 'kind' };
  const { name } = metadata;
  const namespaceName = metadata['namespace'] ?? '';
  if (!isName(name))
    return { refused: 'its name is absent, too long, or holds characters that no name can hold', reason: 'name' };
  if (resource.namespaced && !isName(namespaceName))
    return { refused: 'it is of a namespaced kind and its namespace is absent or malformed', reason: 'namespace' };
  if (!resource.namespaced && namespaceName !== '')
    return { refused: 'it is of a cluster-scoped kind and claims a namespace', reason: 'namespace' };

  const { group, version, kind } = resource;
  const namespace = text(namespaceName);
  const { status, reason, message, transitionedAt } = known.status(object, now, version);
  const hold = holdOf(known.holds, object);
  return {
    cluster,
    group,
    version,
    kind,
    namespace,
    name,
    uid: token(metadata['uid']),
    resourceVersion: token(metadata['resourceVersion']),
    status,
    suspended: hold !== undefined,
    reason: line(hold && givesWay(known, hold, status, reason) ? hold.reason : reason, MAX_REASON_LENGTH),
    message: line((status === 'CURRENT' && hold?.message) || message, MAX_MESSAGE_LENGTH),
    revision: line(known.revision?.(object) ?? '', MAX_REVISION_LENGTH),
    attemptedRevision: line(known.attemptedRevision?.(object) ?? '', MAX_REVISION_LENGTH),
    images: images(known.images?.(object) ?? []),
    labels: labels(metadata['labels']),
    createdAt: time(metadata['creationTimestamp']),
    transitionedAt,
    syncedAt: now,
    ...attachedTo(object, namespace, known, resource, options),
  };
}

/**
 * True if the reason of the hold replaces the reason of the status. The reason of a failure stays, because it is more
 * useful than the hold. The reason of a row with a delayed transition stays, because the reason selects the transition.
 * If the hold stops only the apply, every reason stays, because the controller still writes useful reasons.
 */
function givesWay(
  { delayedTransitions = [] }: Kind,
  { stopsOnlyApply }: Hold,
  status: Row['status'],
  reason: string,
): boolean {
  if (stopsOnlyApply && reason !== '') return false;
  return (
    status === 'CURRENT' || (status === 'IN_PROGRESS' && !delayedTransitions.some(delayed => delayed.reason === reason))
  );
}

/** Maximum length of UIDs and resource versions. They are opaque, so longer values are dropped and not cut. */
const MAX_TOKEN_LENGTH = 128;
const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/;

/**
 * Keeps at most MAX_LABELS labels that are valid by the rules of Kubernetes. fromEntries defines own properties, so no
 * key can reach a prototype.
 */
function labels(value: unknown): Readonly<Record<string, string>> {
  const valid: [string, string][] = [];
  for (const [key, label] of Object.entries(record(value))) {
    if (valid.length === MAX_LABELS) break;
    if (
      typeof label === 'string' &&
      key.length <= MAX_LABEL_KEY_LENGTH &&
      LABEL_KEY.test(key) &&
      LABEL_VALUE.test(label)
    )
      valid.push([key, label]);
  }
  return Object.fromEntries(valid);
}

/** Joins distinct images, as many as fit. No image is cut. */
function images(found: readonly string[]): string {
  let kept = '';
  for (const image of new Set(found.map(image => line(image, MAX_IMAGES_LENGTH + 1)))) {
    const longer = kept === '' ? image : `${kept}\n${image}`;
    if (image !== '' && longer.length <= MAX_IMAGES_LENGTH) kept = longer;
  }
  return kept;
}

function token(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && !/[^\x21-\x7e]/.test(value) ? value : '';
}

export interface AttachOptions {
  readonly projections?: readonly Projection[];
  /** Returns true for cluster-scoped kinds, by the cluster's discovery. @default always false */
  readonly isClusterScoped?: (kind: KindName) => boolean;
  /** Receives the number of omitted relations or records. */
  readonly leftOut?: (reason: RefusalReason, count: number) => void;
}

/**
 * Returns the data beside the row of an object: its relations, and the records of projections. The data comes from a
 * leaf, so the bounds are applied here. Data beyond the bounds is omitted and counted, and the rest is returned. Never
 * throws, for any object and projection.
 * @param kind Entry for the kind. An entry may apply to many kinds
 * @param of Kind of the object
 */
export function attachedTo(
  object: unknown,
  namespace: string,
  kind: Kind,
  of: KindName,
  { projections = [], isClusterScoped = () => false, leftOut }: AttachOptions,
): Attached {
  // Owners come last, so that many owners cannot displace the other relations.
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
    if (!isObjectKey(to) || kept.size === MAX_RELATIONS || length + to.length > MAX_RELATIONS_LENGTH) refused++;
    else {
      kept.set(type + to, relation);
      length += to.length;
    }
  }
  if (refused > 0) leftOut(refused);
  return [...kept.values()];
}

/** Runs a projection. A projection must not throw. If it throws, its records are lost, but the row is stored. */
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
    const json = kept.length < MAX_RECORDS ? jsonOf(record) : undefined;
    if (json === undefined || json.length > MAX_RECORD_LENGTH || length + json.length > atMost) refused++;
    else {
      // The copy is plain JSON, and does not keep the original object in memory.
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
    return undefined; // nested too deeply, or circular
  }
}
