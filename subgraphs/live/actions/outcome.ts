/**
 * The result of an action on one object, as data. It has an outcome, a message of fleetgraph, and the reason of the
 * cluster for a refusal. The reason helps users to fix a manifest that an admission policy refuses.
 *
 * The attacker is somebody who puts a text into a reason. The text may be secret from the caller, or may do harm when
 * displayed. The defence: a reason is passed on only if the cluster has authorized the caller before it refused.
 * Clusters use HTTP 403 for authorization and for admission. So the text of an HTTP 403 is passed on only if it is
 * known to come from admission. Texts of authorizers may name roles and the account of fleetgraph. Failures (5xx, HTML,
 * timeouts) have no reason, because their texts may name addresses. A hidden refusal (`isHidden`) has no warnings of
 * the leaf either. kubernetes/status-error.ts shortens texts, and removes control characters and characters that change
 * the direction of text. What remains: the reason of a webhook is any text that its author wrote.
 */
import type { KubernetesError, KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import type { ActionOutcome } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import { NOT_FOUND, refusalOf, type Requested, type Refusal } from '../live-state.ts';

export interface Acted {
  readonly outcome: ActionOutcome;
  readonly message?: string;
  readonly reason?: string;
  /** Warnings of the API server about writes, and warnings of fleetgraph. */
  readonly warnings?: readonly string[];
  /** Id of the object that the action created. */
  readonly created?: string;
  /** The object in YAML as the cluster would store it. */
  readonly preview?: string;
  /** Fields that other managers own. Set only if these fields caused the outcome CONFLICT. */
  readonly conflicts?: readonly FieldConflict[];
  /** Id of the Flux source of the object, and the result for the source. */
  readonly source?: { readonly id: string; readonly acted: Acted };
  /** False if the source is unknown, because the caller may not read the object. No action on the source was tried. */
  readonly sourceAsked?: false;
  /**
   * True if only callers who may know of the object may see the outcome, because the outcome reveals that the cluster
   * exists.
   */
  readonly isHidden?: true;
}

export interface FieldConflict {
  readonly field: string;
  readonly manager: string | null;
}

/** @param unchanged True if the object was already in the requested state */
export function done({ dryRun }: { readonly dryRun: boolean }, unchanged = false): Acted {
  return { outcome: unchanged ? 'UNCHANGED' : dryRun ? 'WOULD_DO' : 'DONE' };
}

/**
 * Result of an action that would change nothing or would be reverted.
 * @param why The cause and a way out
 */
export function noEffect(why: string): Acted {
  return { outcome: 'NO_EFFECT', message: why };
}

/** Result for a missing cluster, kind or object. Equal to the result for an object that the caller may not know of. */
export const ABSENT: Acted = { outcome: 'NOT_FOUND', message: NOT_FOUND.message, isHidden: true };

export function unsupported(action: string, { group, kind }: Pick<ObjectId, 'group' | 'kind'>): Acted {
  return {
    outcome: 'UNSUPPORTED',
    message: `There is no ${action} for objects of kind ${group === '' ? kind : `${kind}.${group}`}.`,
  };
}

/** A failed request, with the data that its messages need. */
export interface Attempt extends Requested {
  /** True if the request changes something on the leaf. */
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

/** Error codes whose text a cluster writes after authorizing the caller. For FORBIDDEN, isOfAdmission() decides. */
const OWN_WORDS: ReadonlySet<KubernetesErrorCode> = new Set<KubernetesErrorCode>([
  'FORBIDDEN',
  'CONFLICT',
  'INVALID',
  'BAD_REQUEST',
]);

/** Result for a failure whose text must not reach the caller, such as a timeout or a refusal of an authorizer. */
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
 * Texts of kube-apiserver and its admission plugins. The patterns must not match answers of an authorizer. They match
 * names as quoted Go strings, because a requested name may contain quotes and the words of a pattern.
 */
const ADMISSION = [
  /^admission webhook "[^"]*" (denied the request|does not support dry run)/,
  /^[^"]*"(?:[^"\\]|\\.)*" is forbidden: (exceeded quota: |failed quota: |violates PodSecurity |ValidatingAdmissionPolicy |unable to create new content in namespace |\[?(maximum|minimum) )/,
  /^[^"]*"(?:[^"\\]|\\.)*" is forbidden: (error looking up service account |no PriorityClass with name )/,
];

function isOfAdmission(said: string): boolean {
  return ADMISSION.some(pattern => pattern.test(said));
}
