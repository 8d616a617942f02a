/**
 * Tone of a condition: bad, doubtful, neutral or good. Its type determines which status is bad: `Ready` is bad if
 * False, `Degraded` if True, and the status of `Progressing` says nothing by itself.
 */
import type { LiveQuery } from '../graph/graphql.ts';

export type Condition = NonNullable<NonNullable<NonNullable<LiveQuery['object']>['live']>['conditions']>[number];
export type Tone = 'bad' | 'unsure' | 'plain' | 'good';

/**
 * Types that are bad if True: by the API conventions of Kubernetes they name the problem. Includes types of built-in
 * kinds, node-problem-detector, Flux, Argo CD, cert-manager, Cluster API, Gateway API, OpenShift, Strimzi and KEDA.
 */
const NAMES_TROUBLE = [
  /(Failure|FailureTarget|Failed|Failing|Error|Errored|Pressure|Unavailable|Conflicted|Degraded|Stalled|Denied|Unhealthy)$/,
  /(Deadlock|Exceeded|Violation|Warning|Dangling|Fallback|Aborted|Evicted|Unreachable|ReadonlyFilesystem|Disrupted|Unschedulable)$/,
  /^(Invalid|PartiallyInvalid|NonStructural|Missing|Frequent|Corrupt|DisruptionTarget|Overlap|Not[A-Z]|Un(known|supported|resolved))/,
];

/** Types of progress: neither status is good or bad by itself. */
const TELLS_WHAT_GOES_ON =
  /^(Reconciling|Progressing|Suspended|Paused|Issuing|Terminating|Deleting|Updating|Upgrading|Resizing|FileSystemResizePending|ScalingUp|ScalingDown|ScalingLimited|RollingOut|Remediating|Active|Drifted|Consolidatable|Upgradeable|DisruptionAllowed|LastAsyncOperation|AsyncOperation|\w+Remaining)$/;

/** Words in the reasons of controllers that failed. */
const REASON_OF_TROUBLE =
  /(Fail(ed|ure|ing)?|Error|Exceeded|Time(d)?Out|Abort(ed)?|Invalid|Denied|Forbidden|BackOff|Unable|Unschedulable|NotFound|Missing|Conflict|WithRetry)/i;

export function toneOf({ type, status, reason }: Condition): Tone {
  const [isTrue, isFalse] = [/^true$/i.test(status), /^false$/i.test(status)];
  // Some kinds, such as Argo CD's Application, have conditions without a status: a listed condition holds.
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
