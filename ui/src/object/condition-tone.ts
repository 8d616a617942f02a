/**
 * Tone of a condition: bad, doubtful, neutral or good. The type of the condition determines which status is bad.
 * `Ready` is bad if False, and `Degraded` is bad if True. The status of `Progressing` alone is neither good nor bad.
 */
import type { LiveQuery } from '../graph/graphql.ts';

export type Condition = NonNullable<NonNullable<NonNullable<LiveQuery['object']>['live']>['conditions']>[number];
export type Tone = 'bad' | 'unsure' | 'plain' | 'good';

/**
 * Condition types that are bad if True, because they are named after problems. Covers built-in kinds,
 * node-problem-detector, Flux, Argo CD, cert-manager, Cluster API, Gateway API, OpenShift, Strimzi and KEDA.
 */
const NAMES_TROUBLE = [
  /(Failure|FailureTarget|Failed|Failing|Error|Errored|Pressure|Unavailable|Conflicted|Degraded|Stalled|Denied|Unhealthy)$/,
  /(Deadlock|Exceeded|Violation|Warning|Dangling|Fallback|Aborted|Evicted|Unreachable|ReadonlyFilesystem|Disrupted|Unschedulable)$/,
  /^(Invalid|PartiallyInvalid|NonStructural|Missing|Frequent|Corrupt|DisruptionTarget|Overlap|Not[A-Z]|Un(known|supported|resolved))/,
];

/** Condition types that report progress. For these types, the status alone is neither good nor bad. */
const TELLS_WHAT_GOES_ON =
  /^(Reconciling|Progressing|Suspended|Paused|Issuing|Terminating|Deleting|Updating|Upgrading|Resizing|FileSystemResizePending|ScalingUp|ScalingDown|ScalingLimited|RollingOut|Remediating|Active|Drifted|Consolidatable|Upgradeable|DisruptionAllowed|LastAsyncOperation|AsyncOperation|\w+Remaining)$/;

/** Words in the reasons that controllers give for failures. */
const REASON_OF_TROUBLE =
  /(Fail(ed|ure|ing)?|Error|Exceeded|Time(d)?Out|Abort(ed)?|Invalid|Denied|Forbidden|BackOff|Unable|Unschedulable|NotFound|Missing|Conflict|WithRetry)/i;

export function toneOf({ type, status, reason }: Condition): Tone {
  const [isTrue, isFalse] = [/^true$/i.test(status), /^false$/i.test(status)];
  // Some kinds, such as Application of Argo CD, have conditions without a status. A condition without a status counts
  // as True if its type is named after a problem.
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
