/**
 * Annotations on objects of a hub that request moves, drains and bounds. This file also computes what a move writes
 * into the specification of a policy: lists of members (clusters of the hub), and pins.
 *
 * A pin limits a policy to the named members. In a Placement of Open Cluster Management, the pin adds a CEL expression
 * to each predicate. In a policy of Karmada, the pin replaces `clusterNames`. The annotation `INTENT.move` keeps the
 * replaced fields (`was`) and a digest of the new fields (`wrote`). The digest shows later edits by somebody else.
 */
import { createHash } from 'node:crypto';
import { annotation, at, integer, isRecord, list } from '../kinds/untrusted.ts';

export const INTENT = {
  clusters: 'placement.fleetgraph.dev/clusters',
  volumes: 'placement.fleetgraph.dev/volumes',
  drain: 'placement.fleetgraph.dev/drain',
  bound: 'placement.fleetgraph.dev/bound',
  move: 'placement.fleetgraph.dev/move',
  /** Key of the taint of a member that has reached its bound. */
  fullTaint: 'placement.fleetgraph.dev/full',
  /** Key of the taint of a member that is being drained. */
  drainTaint: 'placement.fleetgraph.dev/drain',
} as const;

export const MAX_MEMBERS = 100;
/** Maximum characters of a list, enough for 100 names of maximum length with blanks. */
const MAX_LIST_LENGTH = 32_768;
export const MAX_MOVE_LENGTH = 16_384;

const MEMBER_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

export function isMemberName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 253 && MEMBER_NAME.test(value);
}

/** The names in a list, sorted. Undefined unless the text is a list of 1 to 100 different names. */
export function wantedMembers(value: string | undefined): readonly string[] | undefined {
  if (value === undefined || value.length > MAX_LIST_LENGTH) return undefined;
  const names = value.split(',').map(name => name.trim());
  const isValid = names.length <= MAX_MEMBERS && names.every(isMemberName) && new Set(names).size === names.length;
  return isValid ? names.sort() : undefined;
}

/** Maximum number of Pods on a member, from a text like `pods=200`. Undefined if the text is invalid. */
export function boundIn(value: string | undefined): number | undefined {
  const [, digits] = /^\s*pods=(\d{1,9})\s*$/.exec((value ?? '').slice(0, 64)) ?? [];
  const pods = Number(digits);
  return pods >= 1 ? pods : undefined;
}

/** Content of the annotation `move`. Undefined if the annotation is absent, too long, or not JSON. */
export function moveValue(text: string | undefined): unknown {
  if (text === undefined || text.length > MAX_MOVE_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fields of a policy that a pin replaces. A field is null if the policy does not have it, or if its list is empty. */
export type PinFields =
  | { readonly predicates: readonly unknown[] | null; readonly numberOfClusters: number | null }
  | { readonly clusterNames: readonly unknown[] | null };

/** True for a Placement of Open Cluster Management. Policies of all other kinds belong to Karmada. */
const isPlacement = (kind: string) => kind === 'Placement';

export function pinFields(kind: string, policy: unknown): PinFields {
  const spec = at(policy, 'spec');
  if (!isPlacement(kind)) return { clusterNames: listOrNull(at(spec, 'placement', 'clusterAffinity', 'clusterNames')) };
  return {
    predicates: listOrNull(at(spec, 'predicates')),
    numberOfClusters: integer(at(spec, 'numberOfClusters')) ?? null,
  };
}

function listOrNull(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value : null;
}

/**
 * CEL expression by which a pin names members. The filters of fleetgraph can evaluate this form (placement/filters.ts).
 */
export function pinExpression(members: readonly string[]): string {
  return `managedCluster.metadata.name in ${JSON.stringify(members)}`;
}

/**
 * @param fields Fields of the policy without a pin
 * @param members Sorted names of members, not empty
 */
export function pinned(fields: PinFields, members: readonly string[]): PinFields {
  if (members.length === 0) throw new Error('a pin to no member would remove every copy');
  if ('clusterNames' in fields) return { clusterNames: [...members] };
  const expression = pinExpression(members);
  return {
    predicates: (fields.predicates ?? [{}]).map(predicate => withExpression(predicate, expression)),
    numberOfClusters: fields.numberOfClusters === null ? null : members.length,
  };
}

function withExpression(predicate: unknown, expression: string): unknown {
  const selector = at(predicate, 'requiredClusterSelector');
  const cel = at(selector, 'celSelector');
  const celExpressions = [...list(at(cel, 'celExpressions')), expression];
  return {
    ...(isRecord(predicate) && predicate),
    requiredClusterSelector: {
      ...(isRecord(selector) && selector),
      celSelector: { ...(isRecord(cel) && cel), celExpressions },
    },
  };
}

/** Merge patch of `spec` that sets these fields of a policy. */
export function fieldsPatch(fields: PinFields, policy: unknown): object {
  if (!('clusterNames' in fields)) return { ...fields };
  const affinity = at(policy, 'spec', 'placement', 'clusterAffinity');
  // An affinity that would become empty is removed, because an empty affinity would exclude `clusterAffinities`.
  const others = isRecord(affinity) ? Object.keys(affinity).filter(key => key !== 'clusterNames') : [];
  return { placement: { clusterAffinity: fields.clusterNames === null && others.length === 0 ? null : fields } };
}

/** Digest of fields. The order of keys and the empty parts that the API server adds do not change the digest. */
export function fieldsDigest(fields: PinFields): string {
  return createHash('sha256')
    .update(JSON.stringify(meant(fields) ?? null))
    .digest('base64url')
    .slice(0, 22);
}

/** A value without the empty parts that defaulting adds, and with sorted keys. */
function meant(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(item => meant(item) ?? null);
  if (!isRecord(value)) return value;
  const parts = Object.keys(value)
    .sort()
    .flatMap(key => {
      const part = meant(value[key]);
      return part === undefined ? [] : [[key, part] as const];
    });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** Data about a pin in the annotation `INTENT.move`. */
export interface PinMemory {
  readonly was: PinFields;
  readonly wrote: string;
}

/** The data of the pin of a policy. Undefined if the policy has no pin, or the annotation cannot be read. */
export function pinMemory(kind: string, policy: unknown): PinMemory | undefined {
  const state = moveValue(annotation(policy, INTENT.move));
  const [was, wrote] = [at(state, 'was'), at(state, 'wrote')];
  if (!isRecord(was) || typeof wrote !== 'string' || isDeeper(was, MAX_DEPTH)) return undefined;
  const spec = isPlacement(kind) ? was : { placement: { clusterAffinity: was } };
  return { was: pinFields(kind, { spec }), wrote };
}

/** Maximum nesting. Valid fields of policies nest less deeply. */
const MAX_DEPTH = 20;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some(part => isDeeper(part, depth - 1));
}

/**
 * Fields of the policy without the pin. Returns the current fields if the policy has no pin, or if somebody has edited
 * the pinned fields.
 */
export function unpinnedFields(kind: string, policy: unknown): PinFields {
  const now = pinFields(kind, policy);
  const memory = pinMemory(kind, policy);
  return memory?.wrote === fieldsDigest(now) ? memory.was : now;
}
