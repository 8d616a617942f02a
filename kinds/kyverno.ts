/** Kyverno: a policy that is not ready is not enforced. */
import type { Kind, Line } from './kind.ts';
import { condition, NOT_REPORTED, tabled, value } from './table.ts';
import { at } from './untrusted.ts';

/**
 * Matches the boolean `ready`. Before Kyverno 1.11, this field was the only status. CEL policies still have this field,
 * beside the conditions.
 */
function ready(then: Line['then'], is: boolean, ...path: readonly string[]): Line {
  return {
    then,
    when: `\`status.${path.join('.')}\` is ${is}`,
    finds: object => (at(object, 'status', ...path) === is ? { reason: is ? '' : 'NotReady', message: '' } : undefined),
  };
}

const policy = tabled({
  source:
    'kyverno/kyverno: api/kyverno/v1/policy_status.go (PolicyConditionReady); argoproj/argo-cd: resource_customizations/kyverno.io/ClusterPolicy/health.lua',
  lines: [
    condition('FAILED', 'Ready', 'False'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    condition('CURRENT', 'Ready', 'True'),
    ready('IN_PROGRESS', false, 'ready'),
    ready('CURRENT', true, 'ready'),
    NOT_REPORTED,
  ],
});

/** CEL policies have their conditions and `ready` one level deeper. */
const celPolicy = tabled({
  source: 'kyverno/kyverno: api/policies.kyverno.io/v1alpha1/condition_status.go (ConditionStatus)',
  lines: [
    ready('FAILED', false, 'conditionStatus', 'ready'),
    ready('CURRENT', true, 'conditionStatus', 'ready'),
    NOT_REPORTED,
  ],
});

const updateRequest = tabled({
  source: 'kyverno/kyverno: api/kyverno/v2/update_request_types.go (UpdateRequestState)',
  lines: [
    value('FAILED', 'status.state', ['Failed'], { messages: ['status.message'] }),
    value('CURRENT', 'status.state', ['Completed', 'Skip']),
    NOT_REPORTED,
  ],
});

const CEL_POLICIES = [
  'ValidatingPolicy',
  'MutatingPolicy',
  'GeneratingPolicy',
  'DeletingPolicy',
  'ImageValidatingPolicy',
];

export const kyverno: readonly Kind[] = [
  { group: 'kyverno.io', kind: 'ClusterPolicy', ...policy },
  { group: 'kyverno.io', kind: 'Policy', ...policy },
  { group: 'kyverno.io', kind: 'UpdateRequest', ...updateRequest },
  ...CEL_POLICIES.map((kind): Kind => ({ group: 'policies.kyverno.io', kind, ...celPolicy })),
];
