/**
 * Merges the policies of one kind along one path. The upper policy decides how its rules are merged with the rules of
 * the policies below, as in the policy-machinery of Kuadrant. On one target, the older policy is the upper policy. So
 * if a target has several policies with atomic defaults, the newest policy applies.
 */
import { compareText } from '../../readmodel/table/names.ts';
import type { PolicyRule, PolicyState } from './policy-state.ts';

/** A policy at a node of the path. */
export interface Attached<At> {
  readonly policy: PolicyState;
  readonly at: At;
}

export interface RuleInEffect extends PolicyRule {
  readonly source: PolicyState;
}

export interface DisplacedRule {
  readonly key: string;
  readonly source: PolicyState;
  /** Policies that displaced the rule, sorted by id. */
  readonly by: readonly PolicyState[];
}

export interface Merged {
  /** The merged policies, upper policies first. A policy at two nodes of the path occurs twice. */
  readonly policies: readonly PolicyState[];
  /** The rules that apply after merging, sorted by key. */
  readonly rules: readonly RuleInEffect[];
  /** Rules that do not apply because other policies displaced them, sorted by policy and key. */
  readonly displaced: readonly DisplacedRule[];
}

type Rules = ReadonlyMap<string, RuleInEffect>;

/**
 * @param attached Policies from the top of the path to its bottom. Policies of one node are sorted by age, oldest
 *   first. Not empty
 */
export function merged<At>(attached: readonly Attached<At>[]): Merged {
  const policies = attached.map(({ policy }) => policy);
  const rules = policies[0]!.strategy === 'NEAREST' ? rulesOf(nearest(attached)) : folded(policies);
  return {
    policies,
    rules: [...rules.values()].sort((a, b) => compareText(a.key, b.key)),
    displaced: displacedFrom(policies, rules),
  };
}

/** The oldest policy at the lowest node. */
function nearest<At>(attached: readonly Attached<At>[]): PolicyState {
  const lowest = attached.at(-1)!.at;
  return attached.find(({ at }) => at === lowest)!.policy;
}

function folded(policies: readonly PolicyState[]): Rules {
  return policies.slice(0, -1).reduceRight((below, policy) => over(policy, below), rulesOf(policies.at(-1)!));
}

function rulesOf(policy: PolicyState): Rules {
  return new Map(policy.rules.map(rule => [rule.key, { ...rule, source: policy }]));
}

/** Merges the rules of a policy with the merged rules of all policies below it. */
function over(policy: PolicyState, below: Rules): Rules {
  const own = rulesOf(policy);
  switch (policy.strategy) {
    case 'ATOMIC_DEFAULTS':
      return [...below.values()].some(({ isLight }) => !isLight) ? below : own;
    case 'ATOMIC_OVERRIDES':
      return own;
    case 'RULE_DEFAULTS':
      return new Map([...own, ...below]);
    default:
      return new Map([...below, ...own]);
  }
}

function displacedFrom(policies: readonly PolicyState[], rules: Rules): readonly DisplacedRule[] {
  const all = sortedPolicies([...rules.values()].map(({ source }) => source));
  return sortedPolicies(policies).flatMap(source =>
    source.rules.flatMap(({ key }): DisplacedRule[] => {
      const inEffect = rules.get(key);
      if (inEffect?.source === source) return [];
      return [{ key, source, by: inEffect ? [inEffect.source] : all }];
    }),
  );
}

/** The policies without repetitions, sorted by id. */
export function sortedPolicies(policies: Iterable<PolicyState>): readonly PolicyState[] {
  return [...new Set(policies)].sort((a, b) => compareText(a.id, b.id));
}
