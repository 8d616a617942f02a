/**
 * The result of an action on one object, as data: an outcome, a sentence of ours, and the cluster's own reason for a
 * refusal.
 *
 * Sentences follow those of reads (live-state.ts). `reason` and `warnings` are the only texts of a leaf that reach the
 * caller; a refusal has warnings only where it could have a reason. Without a reason no user could fix a manifest that
 * validation or an admission policy refuses. It answers the caller's own request, and the cluster would give it to them
 * directly.
 *
 * Who attacks: an author of a text in such an answer that its reader must not learn, or that does harm where it is
 * shown. What stops them: a reason is passed on only after the cluster has authorized the caller, when it refuses the
 * object or its rules. A cluster uses HTTP 403 in both cases, so only answers known to come from admission count; those
 * of authorizers name roles, and the account of fleetgraph. Failures (5xx, HTML, timeouts) have no reason: they name
 * addresses. The rest is cut to 500 characters, without control characters and characters that change the direction of
 * text. What remains: the text of a webhook is what its author wrote.
 */
import type { KubernetesError, KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import type { ActionOutcome } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import { NOT_FOUND, refusalOf, type Requested, type Refusal } from '../live-state.ts';

export interface Acted {
  readonly outcome: ActionOutcome;
  readonly message?: string;
  readonly reason?: string;
  /** Warnings of the API server. */
  readonly warnings?: readonly string[];
  /** Id of the object that the action created. */
  readonly created?: string;
  /** Object as the cluster would store it, as YAML. */
  readonly preview?: string;
  /** Fields owned by other managers, if the outcome is CONFLICT because of them. */
  readonly conflicts?: readonly FieldConflict[];
  /** Result for its source. */
  readonly source?: { readonly id: string; readonly acted: Acted };
  /** Set if the caller may not read the object, which names its source. */
  readonly sourceAsked?: false;
  /** For callers who may know of the object only: the outcome reveals that the cluster exists. */
  readonly isHidden?: true;
}

export interface FieldConflict {
  readonly field: string;
  readonly manager: string | null;
}

/** @param unchanged The object was already in that state */
export function done({ dryRun }: { readonly dryRun: boolean }, unchanged = false): Acted {
  return { outcome: unchanged ? 'UNCHANGED' : dryRun ? 'WOULD_DO' : 'DONE' };
}

/** It would change nothing, or be reverted. `why` names what holds the object and the way out. */
export function noEffect(why: string): Acted {
  return { outcome: 'NO_EFFECT', message: why };
}

/** Equal for absent clusters, kinds and objects, and for those that the caller may not know of. */
export const ABSENT: Acted = { outcome: 'NOT_FOUND', message: NOT_FOUND.message, isHidden: true };

export function unsupported(action: string, { group, kind }: Pick<ObjectId, 'group' | 'kind'>): Acted {
  return {
    outcome: 'UNSUPPORTED',
    message: `There is no ${action} for objects of kind ${group === '' ? kind : `${kind}.${group}`}.`,
  };
}

/** The refused request. */
export interface Attempt extends Requested {
  /** True if it changes something when it reaches the leaf. */
  readonly isWrite: boolean;
}

export function failureOf(error: KubernetesError, attempt: Attempt): Acted {
  const { code, cluster, said, causes } = error;
  if (said !== undefined && OWN_WORDS.has(code)) {
    if (isOfAdmission(said))
      return { outcome: 'FORBIDDEN', message: `A policy of cluster "${cluster}" does not allow this.`, reason: said };
    if (error.status === 405)
      return { outcome: 'UNSUPPORTED', message: `Cluster "${cluster}" does not do this with objects of this kind.` };
    if (code !== 'FORBIDDEN' && code !== 'CONFLICT')
      return {
        outcome: 'INVALID',
        message: `Cluster "${cluster}" does not take this for a valid object or change.`,
        reason: said,
      };
    if (code === 'CONFLICT') return conflict(cluster, causes);
  }
  return refusedBy(refusalOf(error, attempt), attempt);
}

/** Codes whose reasons come from a cluster that has authorized the caller; FORBIDDEN only in part. */
const OWN_WORDS: ReadonlySet<KubernetesErrorCode> = new Set<KubernetesErrorCode>([
  'FORBIDDEN',
  'CONFLICT',
  'INVALID',
  'BAD_REQUEST',
]);

/** For refusals before the leaf was reached, or by a proxy in front of it. */
export function refusedBy(
  { state, message }: Refusal,
  { isWrite }: Pick<Attempt, 'isWrite'> = { isWrite: false },
): Acted {
  if (state === 'NOT_FOUND') return ABSENT;
  const outcome = state === 'INVALID' || state === 'TOO_LARGE' ? 'UNREACHABLE' : state;
  const isOpen = isWrite && (outcome === 'TIMEOUT' || outcome === 'UNREACHABLE');
  return { outcome, message: isOpen ? `${message} It is not known whether it was done.` : message, isHidden: true };
}

function conflict(cluster: string, causes: KubernetesError['causes']): Acted {
  const conflicts = causes.flatMap(({ reason, message, field }) =>
    reason === 'FieldManagerConflict'
      ? [{ field, manager: /^conflict with "([^"]*)"/.exec(message)?.[1] ?? null }]
      : [],
  );
  if (conflicts.length === 0) {
    const message = `On cluster "${cluster}" the object is not, or no longer, as this expects: another UID, another version, or on its way out. Read it again.`;
    return { outcome: 'CONFLICT', message };
  }
  const message = `Others manage fields that this sets otherwise on cluster "${cluster}"; conflicts says which. Leave them out, or take them over with force.`;
  return { outcome: 'CONFLICT', message, conflicts };
}

/**
 * Wordings of kube-apiserver and its admission plugins; no authorizer's answer starts or continues like these. Names
 * are quoted in Go's syntax: a requested name may contain quotes and these very words.
 */
const ADMISSION = [
  /^admission webhook "[^"]*" (denied the request|does not support dry run)/,
  /^[^"]*"(?:[^"\\]|\\.)*" is forbidden: (exceeded quota: |failed quota: |violates PodSecurity |ValidatingAdmissionPolicy |unable to create new content in namespace |\[?(maximum|minimum) )/,
  /^[^"]*"(?:[^"\\]|\\.)*" is forbidden: (error looking up service account |no PriorityClass with name )/,
];

function isOfAdmission(said: string): boolean {
  return ADMISSION.some(pattern => pattern.test(said));
}
