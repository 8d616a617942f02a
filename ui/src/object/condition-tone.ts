/**
 * What a condition says of its object: trouble, doubt, nothing special, or that all is well. Its type decides which
 * status is the bad one: `Ready` is bad news when it is False, `Degraded` when it is True, and `Progressing` tells
 * nothing by its status alone.
 */
import type { LiveQuery } from '../graph/graphql.ts';

export type Condition = NonNullable<NonNullable<NonNullable<LiveQuery['object']>['live']>['conditions']>[number];
export type Tone = 'bad' | 'unsure' | 'plain' | 'good';

/**
 * Types of which True is the bad news: by the API conventions of Kubernetes they name the trouble. Among them are those
 * of built-in kinds, node-problem-detector, Flux, Argo CD, cert-manager, Cluster API, Gateway API, OpenShift, Strimzi
 * and KEDA.
 */
const NAMES_TROUBLE = [
  /(Failure|FailureTarget|Failed|Failing|Error|Errored|Pressure|Unavailable|Conflicted|Degraded|Stalled|Denied|Unhealthy)$/,
  /(Deadlock|Exceeded|Violation|Warning|Dangling|Fallback|Aborted|Evicted|Unreachable|ReadonlyFilesystem|Disrupted|Unschedulable)$/,
  /^(Invalid|PartiallyInvalid|NonStructural|Missing|Frequent|Corrupt|DisruptionTarget|Overlap|Not[A-Z]|Un(known|supported|resolved))/,
];

/** Types that tell what goes on, neither of whose statuses is good or bad by itself. */
const TELLS_WHAT_GOES_ON =
  /^(Reconciling|Progressing|Suspended|Paused|Issuing|Terminating|Deleting|Updating|Upgrading|Resizing|FileSystemResizePending|ScalingUp|ScalingDown|ScalingLimited|RollingOut|Remediating|Active|Drifted|Consolidatable|Upgradeable|DisruptionAllowed|LastAsyncOperation|AsyncOperation|\w+Remaining)$/;

/** Words of a reason that a controller has when it did not get on. */
const REASON_OF_TROUBLE =
  /(Fail(ed|ure|ing)?|Error|Exceeded|Time(d)?Out|Abort(ed)?|Invalid|Denied|Forbidden|BackOff|Unable|Unschedulable|NotFound|Missing|Conflict|WithRetry)/i;

export function toneOf({ type, status, reason }: Condition): Tone {
  const [isTrue, isFalse] = [/^true$/i.test(status), /^false$/i.test(status)];
  // Some kinds, as Argo CD's Application, have conditions without a status: what is listed, holds.
  const namesTrouble = NAMES_TROUBLE.some(pattern => pattern.test(type));
  if (namesTrouble) return isTrue || status === '' ? 'bad' : isFalse ? 'plain' : 'unsure';
  if (TELLS_WHAT_GOES_ON.test(type)) {
    const hasTrouble = REASON_OF_TROUBLE.test(reason ?? '');
    return isFalse ? (hasTrouble ? 'bad' : 'plain') : isTrue && !hasTrouble ? 'plain' : 'unsure';
  }
  return isTrue ? 'good' : isFalse ? 'bad' : 'unsure';
}

const WORST_FIRST: readonly Tone[] = ['bad', 'unsure', 'plain', 'good'];

export function worstFirst(conditions: readonly Condition[]): readonly Condition[] {
  const rank = (condition: Condition) => WORST_FIRST.indexOf(toneOf(condition));
  return conditions.toSorted((a, b) => rank(a) - rank(b));
}
