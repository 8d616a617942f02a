/**
 * Result of a status rule for one object. The texts are as the leaf sent them; row.ts bounds them once for all kinds.
 */
import type { ObjectStatus } from '../store/store.ts';
import type { Condition } from './untrusted.ts';
import { at, list, text, time } from './untrusted.ts';

/** The status of an object and its reason. */
export interface StatusResult {
  readonly status: ObjectStatus;
  readonly reason: string;
  readonly message: string;
  /** Time of the last transition in milliseconds since the epoch; 0 if unknown. */
  readonly transitionedAt: number;
}

export function result(status: ObjectStatus, reason = '', message = '', condition?: Condition): StatusResult {
  return { status, reason, message, transitionedAt: condition?.lastTransitionTime ?? 0 };
}

/** The result with the reason and message of the deciding condition. */
export function byCondition(status: ObjectStatus, condition: Condition): StatusResult {
  return result(status, condition.reason, condition.message, condition);
}

/** For values that an API server never sends: named plainly, so that they are not taken for a state of the object. */
export function malformed(what: string): StatusResult {
  return result('UNKNOWN', 'Malformed', what);
}

/** True if deletion was requested. The zero time of Go does not count. */
export function isDeleted(object: unknown): boolean {
  const deletion = at(object, 'metadata', 'deletionTimestamp') ?? '';
  return deletion !== '' && !(typeof deletion === 'string' && deletion.startsWith('0001-01-01T00:00:00'));
}

/** Deleted but still there. The message names what blocks the deletion. */
export function terminating(object: unknown): StatusResult {
  const finalizers = list(at(object, 'metadata', 'finalizers')).filter(item => typeof item === 'string');
  const message =
    finalizers.length === 0
      ? 'deletion was requested'
      : `deletion was requested; waiting for ${finalizers.slice(0, 8).join(', ')}`;
  // The API server sets deletionTimestamp to the request's time plus the grace period.
  const grace = at(object, 'metadata', 'deletionGracePeriodSeconds');
  const requested =
    time(text(at(object, 'metadata', 'deletionTimestamp'))) -
    (typeof grace === 'number' && grace > 0 ? grace * 1000 : 0);
  return {
    status: 'TERMINATING',
    reason: 'Terminating',
    message,
    transitionedAt: Number.isSafeInteger(requested) && requested > 0 ? requested : 0,
  };
}
