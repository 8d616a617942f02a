/**
 * Finds the ClusterRoles whose rules an aggregated ClusterRole contains. The result is only for explanations. Decisions
 * use the rules that the leaf stores in the aggregated role and never evaluate its aggregationRule.
 *
 * Follows Kubernetes' aggregation controller (k8s.io/kubernetes pkg/controller/clusterroleaggregation). A role
 * contributes if one of the selectors matches its labels, and its rules are copied unchanged. A contributor is
 * therefore named only for rules that it contains itself.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import { sizeOfRule } from './rules.ts';
import type { Aggregation, ClusterGrants, LabelRequirement, PolicyRule, RoleObject } from './types.ts';

/** Maximum number of contributors that are named. */
const MAX_CONTRIBUTORS = 20;

/**
 * Names of the ClusterRoles from which an aggregated role has this rule, including intermediate roles. Empty if no role
 * in `clusterRoles` contributes the rule.
 */
export function* contributorsOf(
  role: RoleObject,
  rule: PolicyRule,
  clusterRoles: readonly RoleObject[],
  pace: Pace,
): Steps<readonly string[]> {
  if (!role.aggregation?.selectors.length) return [];
  const having: RoleObject[] = [];
  for (const clusterRole of clusterRoles) if (yield* hasRule(clusterRole, rule, pace)) having.push(clusterRole);
  const found = new Set<RoleObject>([role]);
  // A contributor may itself be aggregated.
  for (const { aggregation } of found) {
    for (const candidate of having) {
      if (found.size > MAX_CONTRIBUTORS) break;
      if (pace.spent(1 + (aggregation?.selectors.length ?? 0))) yield;
      if (aggregation?.selectors.some(selector => matches(selector, candidate.aggregation?.labels ?? {})))
        found.add(candidate);
    }
  }
  return [...found].slice(1).map(({ name }) => name);
}

export function* clusterRolesOf(grants: ClusterGrants, pace: Pace): Steps<readonly RoleObject[]> {
  const roles: RoleObject[] = [];
  for (const object of grants.objects.values()) {
    if (object.type === 'ClusterRole') roles.push(object);
    if (pace.spent()) yield;
  }
  return roles;
}

function* hasRule({ rules }: RoleObject, rule: PolicyRule, pace: Pace): Steps<boolean> {
  for (const its of rules) {
    // Lists of equal length are compared up to the first difference, which the leaf can place at the end. So count the
    // full length as work.
    if (pace.spent(1 + (isAsLong(its, rule) ? sizeOfRule(rule) : 0))) yield;
    if (isSame(its, rule)) return true;
  }
  return false;
}

/** Compares without creating copies, because a leaf may have millions of rules. */
function isSame(one: PolicyRule, other: PolicyRule): boolean {
  return isAsLong(one, other) && LISTS.every(list => one[list].every((text, i) => text === other[list][i]));
}

function isAsLong(one: PolicyRule, other: PolicyRule): boolean {
  return LISTS.every(list => one[list].length === other[list].length);
}

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames'] as const;

/**
 * True if the labels match the selector. An absent key satisfies NotIn, and a selector without requirements matches
 * everything (k8s.io/apimachinery pkg/labels).
 */
function matches(selector: readonly LabelRequirement[], labels: Aggregation['labels']): boolean {
  return selector.every(({ key, operator, values }) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    switch (operator) {
      case 'In':
        return values.includes(value!); // False for an absent key.
      case 'NotIn':
        return !values.includes(value!);
      case 'Exists':
        return value !== undefined;
      case 'DoesNotExist':
        return value === undefined;
    }
  });
}
