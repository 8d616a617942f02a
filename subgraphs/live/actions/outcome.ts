/**
 * What became of an action on one object, as data: an outcome, a sentence of ours, and, of what a cluster refuses, its own reason.
 *
 * Sentences are as those of reads (live-state.ts). `reason` and `warnings` are the texts of a leaf that go to the asker; a refusal has warnings
 * only where it could have a reason. Without a reason no user could mend a manifest that validation or an admission policy refuses. It is the answer
 * to their own request, which the cluster would give them as well if they asked it themselves.
 *
 * Who attacks: an author of a text in such an answer that its reader must not learn, or that does something where it is shown. What stops them: a
 * reason is passed on only once the cluster has let the caller do this, when the object or the rules for it are what it refuses. Of HTTP 403, which a cluster
 * says in both cases, only the answers that are known to be those of admission count; those of authorizers name roles, and the account of fleetgraph. Failures
 * (5xx, HTML, time-outs) have no reason: these name addresses. What is left has 500 characters at most, and no control characters, nor such as turn the direction of
 * writing. What remains: the text of a webhook is what its author wrote.
 */
import type { KubernetesError, KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import type { ActionOutcome } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import { NOT_FOUND, refusalOf, type Asked, type Refusal } from '../live-state.ts';

export interface Acted {
  readonly outcome: ActionOutcome;
  readonly message?: string;
  readonly reason?: string;
  /** Texts of the API server beside its answer. */
  readonly warnings?: readonly string[];
  /** Id of the object that the action made. */
  readonly created?: string;
  /** The fields that others manage, where the outcome is CONFLICT because of them. */
  readonly conflicts?: readonly FieldConflict[];
  /** What became of its source. */
  readonly source?: { readonly id: string; readonly acted: Acted };
  /** The caller may not read the object, which names it. */
  readonly sourceAsked?: false;
  /** Only for who may know of the object: that it is so shows that the cluster is there. */
  readonly isHidden?: true;
}

export interface FieldConflict {
  readonly field: string;
  readonly manager: string | null;
}

/** @param unchanged Whether it was so before. */
export function done({ dryRun }: { readonly dryRun: boolean }, unchanged = false): Acted {
  return { outcome: unchanged ? 'UNCHANGED' : dryRun ? 'WOULD_DO' : 'DONE' };
}

/** It would change nothing, or what it changes would be set back: `why` names what holds the object and the way out. */
export function noEffect(why: string): Acted {
  return { outcome: 'NO_EFFECT', message: why };
}

/** The same for a cluster, a kind and an object that is absent, and for one that the asker may not know of. */
export const ABSENT: Acted = { outcome: 'NOT_FOUND', message: NOT_FOUND.message, isHidden: true };

export function unsupported(action: string, { group, kind }: Pick<ObjectId, 'group' | 'kind'>): Acted {
  return { outcome: 'UNSUPPORTED', message: `There is no ${action} for objects of kind ${group === '' ? kind : `${kind}.${group}`}.` };
}

/** What the caller wanted to do when the leaf refused. */
export interface Attempt extends Asked {
  /** Whether it changes something if it reaches the leaf. */
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
      return { outcome: 'INVALID', message: `Cluster "${cluster}" does not take this for a valid object or change.`, reason: said };
    if (code === 'CONFLICT') return conflict(cluster, causes);
  }
  return refusedBy(refusalOf(error, attempt), attempt);
}

/** Of a cluster that has let the caller in, but for FORBIDDEN. */
const OWN_WORDS: ReadonlySet<KubernetesErrorCode> = new Set<KubernetesErrorCode>(['FORBIDDEN', 'CONFLICT', 'INVALID', 'BAD_REQUEST']);

/** Before the leaf was asked, or by who is before it. */
export function refusedBy({ state, message }: Refusal, { isWrite }: Pick<Attempt, 'isWrite'> = { isWrite: false }): Acted {
  if (state === 'NOT_FOUND') return ABSENT;
  const outcome = state === 'INVALID' || state === 'TOO_LARGE' ? 'UNREACHABLE' : state;
  const isOpen = isWrite && (outcome === 'TIMEOUT' || outcome === 'UNREACHABLE');
  return { outcome, message: isOpen ? `${message} It is not known whether it was done.` : message, isHidden: true };
}

function conflict(cluster: string, causes: KubernetesError['causes']): Acted {
  const conflicts = causes.flatMap(({ reason, message, field }) =>
    reason === 'FieldManagerConflict' ? [{ field, manager: /^conflict with "([^"]*)"/.exec(message)?.[1] ?? null }] : [],
  );
  if (conflicts.length === 0) {
    const message = `On cluster "${cluster}" the object is not, or no longer, as this expects: another UID, another version, or on its way out. Read it again.`;
    return { outcome: 'CONFLICT', message };
  }
  const message = `Others manage fields that this sets otherwise on cluster "${cluster}"; conflicts says which. Leave them out, or take them over with force.`;
  return { outcome: 'CONFLICT', message, conflicts };
}

/**
 * As kube-apiserver and its admission plugins word it; nothing that an authorizer says begins or goes on so. Names are quoted as Go does it: one that somebody
 * asks for may hold quotes and these very words.
 */
const ADMISSION = [
  /^admission webhook "[^"]*" (denied the request|does not support dry run)/,
  /^[^"]*"(?:[^"\\]|\\.)*" is forbidden: (exceeded quota: |failed quota: |violates PodSecurity |ValidatingAdmissionPolicy |unable to create new content in namespace |\[?(maximum|minimum) )/,
  /^[^"]*"(?:[^"\\]|\\.)*" is forbidden: (error looking up service account |no PriorityClass with name )/,
];

function isOfAdmission(said: string): boolean {
  return ADMISSION.some(pattern => pattern.test(said));
}
