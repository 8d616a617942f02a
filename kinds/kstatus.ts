/**
 * kstatus: the status of any object by the rules that kpt, Config Sync and Flux share (sigs.k8s.io/cli-utils
 * pkg/kstatus).
 *
 * Order: first the checks for every kind (deletion, generations, the conditions Reconciling and Stalled), then the
 * kind's rule. Kinds without a rule use the conditions Synced and Ready (crossplane.ts), then common failure
 * conventions, then Ready. Without any of them the object is CURRENT.
 */
import { bySynced } from './crossplane.ts';
import type { StatusRule } from './kind.ts';
import type { StatusResult } from './status-result.ts';
import { byCondition, isDeleted, malformed, result, terminating } from './status-result.ts';
import { condition, SEVERE_FAILURE, tabled, value } from './table.ts';
import type { Condition } from './untrusted.ts';
import { at, conditions, integer } from './untrusted.ts';

/** Source of the rules, for the docs. */
export const KSTATUS = 'kubernetes-sigs/cli-utils: pkg/kstatus/status/core.go';

const FAILED_WORDS = ['Failed', 'Error'];
const WHY = { messages: ['status.message', 'status.reason'] };

/** Rule of kstatus for a kind. */
export type KstatusRule = (object: unknown, conditions: readonly Condition[], now: number) => StatusResult;

export function kstatus(rule: KstatusRule = byReady): StatusRule {
  return (object, now) => {
    const general = generalRule(object);
    return 'status' in general ? general : rule(object, general.conditions, now);
  };
}

export function always(): StatusResult {
  return result('CURRENT');
}

/**
 * Rule for kinds without their own rule. The original kstatus does not know the condition Synced, and would report a
 * resource as current although its last reconciliation failed.
 */
function byReady(object: unknown, found: readonly Condition[], now: number): StatusResult {
  const synced = bySynced(object, found, now);
  if (synced) return synced;
  const ready = found.find(({ type, status }) => type === 'Ready' && ['True', 'False', 'Unknown'].includes(status));
  const failed = ready?.status === 'True' ? undefined : saysFailed(object, found, now);
  if (failed) return failed;
  return ready ? byCondition(ready.status === 'True' ? 'CURRENT' : 'IN_PROGRESS', ready) : result('CURRENT');
}

/**
 * Common conventions for failures, for kinds without their own rule. Many of these kinds write no Ready condition, but
 * another condition or a phase.
 */
export const failedByConvention = tabled({
  source:
    'openshift/api: operator/v1/types.go (OperatorStatusTypeDegraded); kubeflow/trainer: pkg/apis/trainer/v1alpha1/trainjob_types.go (TrainJobFailed); Azure/azure-service-operator: v2/pkg/genruntime/conditions/conditions.go (ConditionSeverityError)',
  lines: [
    condition('FAILED', 'Failed', 'True'),
    condition('FAILED', 'Degraded', 'True'),
    SEVERE_FAILURE,
    value('FAILED', 'status.phase', FAILED_WORDS, WHY),
    value('FAILED', 'status.state', FAILED_WORDS, WHY),
  ],
});

function saysFailed(object: unknown, found: readonly Condition[], now: number): StatusResult | undefined {
  const says = failedByConvention.lines.some(line => line.finds(object, found));
  return says ? failedByConvention.status(object, now) : undefined;
}

/** Returns the result if a check for all kinds decides, otherwise the conditions for the following rules. */
function generalRule(object: unknown): StatusResult | { readonly conditions: readonly Condition[] } {
  const deletion = at(object, 'metadata', 'deletionTimestamp') ?? '';
  if (typeof deletion !== 'string') return malformed('metadata.deletionTimestamp is not a string');
  if (isDeleted(object)) return terminating(object);

  const generation = at(object, 'metadata', 'generation') ?? undefined;
  const observed = at(object, 'status', 'observedGeneration') ?? undefined;
  if (generation !== undefined && observed !== undefined) {
    const [current, seen] = [integer(generation), integer(observed)];
    if (current === undefined) return malformed('metadata.generation is not an integer');
    if (seen === undefined) return malformed('status.observedGeneration is not an integer');
    if (current !== seen)
      return result(
        'IN_PROGRESS',
        'LatestGenerationNotObserved',
        `generation ${current} is not observed yet, only ${seen}`,
      );
  }

  const found = conditions(object);
  if (!found) return malformed('status.conditions is not a list of conditions');
  for (const condition of found) {
    if (condition.type === 'Reconciling' && condition.status === 'True') return byCondition('IN_PROGRESS', condition);
    if (condition.type === 'Stalled' && condition.status === 'True') return byCondition('FAILED', condition);
  }
  return { conditions: found };
}
