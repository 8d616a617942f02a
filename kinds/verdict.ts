/**
 * What a normaliser says about one object. The texts are as the leaf sent them; normalise.ts bounds them once for all kinds.
 */
import type { ObjectStatus } from '../store/store.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Condition } from './untrusted.ts';
import { at, list, text, time } from './untrusted.ts';

/** The status of an object and why. */
export interface Verdict {
  readonly status: ObjectStatus;
  readonly reason: string;
  readonly message: string;
  /** Since when, milliseconds since the epoch; 0 where nothing tells. */
  readonly transitionedAt: number;
}

/** A verdict with the further columns that some kinds have. */
export interface Normalised extends Verdict {
  readonly suspended?: boolean;
  readonly revision?: string;
  readonly attemptedRevision?: string;
  readonly source?: ObjectKey;
}

/** What a normaliser is told beside the object. The kind is the one that discovery names, never the object's own claim. */
export interface Subject {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type Normaliser = (object: unknown, subject: Subject) => Normalised;

export function verdict(status: ObjectStatus, reason = '', message = '', condition?: Condition): Verdict {
  return { status, reason, message, transitionedAt: condition?.lastTransitionTime ?? 0 };
}

/** The verdict in the words of the condition that decided it. */
export function byCondition(status: ObjectStatus, condition: Condition): Verdict {
  return verdict(status, condition.reason, condition.message, condition);
}

/** For what an API server never sends: said plainly, so that nobody takes it for a state of the object. */
export function malformed(what: string): Verdict {
  return verdict('UNKNOWN', 'Malformed', what);
}

/** Deleted and still there. What holds it back is what its reader wants to know. */
export function terminating(object: unknown): Verdict {
  const finalizers = list(at(object, 'metadata', 'finalizers')).filter(item => typeof item === 'string');
  const message =
    finalizers.length === 0 ? 'deletion was requested' : `deletion was requested; waiting for ${finalizers.slice(0, 8).join(', ')}`;
  // The API server sets deletionTimestamp to the request's time plus the grace period.
  const grace = at(object, 'metadata', 'deletionGracePeriodSeconds');
  const requested = time(text(at(object, 'metadata', 'deletionTimestamp'))) - (typeof grace === 'number' && grace > 0 ? grace * 1000 : 0);
  return {
    status: 'TERMINATING',
    reason: 'Terminating',
    message,
    transitionedAt: Number.isSafeInteger(requested) && requested > 0 ? requested : 0,
  };
}
