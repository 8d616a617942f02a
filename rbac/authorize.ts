/**
 * Kubernetes' RBAC authorizer over a cluster's grants: may this identity make this request?
 *
 * Follows k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac and pkg/registry/rbac/validation (v1.36):
 * ClusterRoleBindings count in every scope, RoleBindings in their own namespace, and one rule that allows is enough.
 * There is no deny. Like the API server, it allows everything to `system:masters` before it reads any rule.
 */
import { finished, Pace, type Steps } from '../async/fair-turns.ts';
import { countsIn, reachesIn, reaching, steadily, isPrivileged } from './grant-index.ts';
import { partFor, ruleAllows, sizeOfRule } from './rules.ts';
import type { Attributes, ClusterGrants, GivenUp, LeafIdentity, PolicyRule } from './types.ts';

/** Decides without yielding, for callers that block nobody. */
export function authorize(grants: ClusterGrants, identity: LeafIdentity, attributes: Attributes): boolean {
  return finished(authorizeOnce(grants, identity, attributes, new Pace()));
}

/** Decides in steps. Undefined if the work was abandoned: not allowed. */
export function authorizeInSteps(
  grants: ClusterGrants,
  identity: LeafIdentity,
  attributes: Attributes,
): Steps<boolean | GivenUp> {
  return steadily(grants, identity, pace => authorizeOnce(grants, identity, attributes, pace));
}

function* authorizeOnce(
  grants: ClusterGrants,
  identity: LeafIdentity,
  attributes: Attributes,
  pace: Pace,
): Steps<boolean> {
  if (isPrivileged(identity)) return true;
  // By rules, since roles with equal rules share them (sharing.ts). Many bindings may give one role.
  const judged = new Set<readonly PolicyRule[]>();
  for (const reach of reaching(grants, identity)) {
    if (pace.spent()) yield;
    const { rules } = reach.role;
    if (!countsIn(reach, attributes.namespace) || judged.has(rules)) continue;
    judged.add(rules);
    for (const rule of rules) {
      const part = yield* partFor(rule, [attributes], pace);
      if (ruleAllows(part, attributes)) return true;
      if (pace.spent(part === rule ? 1 + sizeOfRule(rule) : 1)) yield;
    }
  }
  return false;
}

/** The rules for an identity in a namespace ('' is cluster scope), as a SelfSubjectRulesReview lists them. */
export function rulesFor(grants: ClusterGrants, identity: LeafIdentity, namespace: string): readonly PolicyRule[] {
  const rules = finished(reachesIn(namespace, grants, identity, new Pace())).flatMap(({ role }) => role.rules);
  return isPrivileged(identity) ? [EVERYTHING, ...rules] : rules;
}

const EVERYTHING: PolicyRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] };
