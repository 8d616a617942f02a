/**
 * Merges the policies of one kind along one path. The upper policy decides how its rules are merged with the rules of
 * the policies below, as in the policy-machinery of Kuadrant. On one target, the older policy is the upper policy. So
 * if a target has several policies with atomic defaults, the newest policy applies.
 */
import { sortedBy, type Steps } from '../../async/fair-turns.ts';
import { compareText } from '../../readmodel/table/names.ts';
import type { Counter } from './cluster-view.ts';
import { sortedPolicies, type PolicyRule, type PolicyState } from './policy-state.ts';

/** A policy at a node of the path. */
export interface Attached<At> {
  readonly policy: PolicyState;
  readonly at: At;
}

export interface DisplacedRule {
  readonly key: string;
  readonly source: PolicyState;
  /** Policies that displaced the rule, sorted by id. Rules share such lists, because the lists may be long. */
  readonly by: readonly PolicyState[];
}

export interface Merged {
  /** The merged policies, upper policies first. A policy at two nodes of the path occurs twice. */
  readonly policies: readonly PolicyState[];
  /** The rules that apply after merging, sorted by key. */
  readonly rules: readonly PolicyRule[];
  /** Rules that do not apply because other policies displaced them, sorted by policy and key. */
  readonly displaced: readonly DisplacedRule[];
}

type Rules = ReadonlyMap<string, PolicyRule>;

/** Operations for merging one rule. */
const RULE = 10;

/**
 * @param attached Policies from the top of the path to its bottom. Policies of one node are sorted by age, oldest
 *   first. Not empty
 */
export function* merged<At>(attached: readonly Attached<At>[], counter: Counter): Steps<Merged> {
  const policies = attached.map(({ policy }) => policy);
  const rules = yield* folded(policies[0]!.strategy === 'NEAREST' ? [nearest(attached)] : policies, counter);
  return {
    policies,
    rules: yield* sortedBy([...rules.values()], (a, b) => compareText(a.key, b.key)),
    displaced: yield* displacedFrom(policies, rules, counter),
  };
}

/** The oldest policy at the lowest node. */
function nearest<At>(attached: readonly Attached<At>[]): PolicyState {
  const lowest = attached.at(-1)!.at;
  return attached.find(({ at }) => at === lowest)!.policy;
}

/** Merges from the lowest policy up: adds the rules of each policy to the merged rules of all policies below it. */
function* folded(policies: readonly PolicyState[], counter: Counter): Steps<Rules> {
  const rules = new Map<string, PolicyRule>();
  /** Number of merged rules that are not light. */
  let heavy = 0;
  for (const policy of policies.toReversed()) {
    const { strategy } = policy;
    if (strategy === 'ATOMIC_DEFAULTS' && heavy > 0) continue;
    if (strategy === 'ATOMIC_DEFAULTS' || strategy === 'ATOMIC_OVERRIDES') {
      rules.clear();
      heavy = 0;
    }
    for (const rule of policy.rules) {
      if (counter.spent(RULE)) yield;
      const below = rules.get(rule.key);
      if (below && strategy === 'RULE_DEFAULTS') continue;
      rules.set(rule.key, rule);
      heavy += Number(!rule.isLight) - Number(below?.isLight === false);
    }
  }
  return rules;
}

function* displacedFrom(
  policies: readonly PolicyState[],
  rules: Rules,
  counter: Counter,
): Steps<readonly DisplacedRule[]> {
  const sources = new Set<PolicyState>();
  for (const { source } of rules.values()) {
    sources.add(source);
    if (counter.spent()) yield;
  }
  const all = sortedPolicies(sources);
  const displaced: DisplacedRule[] = [];
  for (const source of sortedPolicies(policies)) {
    for (const { key } of source.rules) {
      if (counter.spent(RULE)) yield;
      const inEffect = rules.get(key);
      if (inEffect?.source !== source) displaced.push({ key, source, by: inEffect?.source.alone ?? all });
    }
  }
  return displaced;
}
