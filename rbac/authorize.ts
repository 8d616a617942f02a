/**
 * Kubernetes' RBAC authorizer over a cluster's grants. Decides whether an identity may make a request.
 *
 * Follows k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac and pkg/registry/rbac/validation (v1.36).
 * ClusterRoleBindings count in every scope, RoleBindings only in their own namespace. One rule that allows the request
 * is enough. There are no deny rules. Like the API server, it allows everything to `system:masters` before it reads any
 * rule.
 */
import { finished, Pace, type Steps } from '../async/fair-turns.ts';
import { countsIn, reachesIn, reaching, steadily, isPrivileged } from './grant-index.ts';
import { partFor, ruleAllows, sizeOfRule } from './rules.ts';
import type { Attributes, ClusterGrants, GivenUp, LeafIdentity, PolicyRule } from './types.ts';

/** Decides without yielding. Used where blocking the event loop is acceptable, as in the simulator (sim/). */
export function authorize(grants: ClusterGrants, identity: LeafIdentity, attributes: Attributes): boolean {
  return finished(authorizeOnce(grants, identity, attributes, new Pace()));
}

/** Decides in steps. A GivenUp result means that the work was abandoned. Callers must treat this as not allowed. */
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
  // The set contains arrays of rules, since roles with equal rules usually share one array (sharing.ts). Many bindings
  // may name one role.
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

/**
 * The rules for an identity in a namespace, as a SelfSubjectRulesReview lists them. The namespace '' means cluster
 * scope.
 */
export function rulesFor(grants: ClusterGrants, identity: LeafIdentity, namespace: string): readonly PolicyRule[] {
  const rules = finished(reachesIn(namespace, grants, identity, new Pace())).flatMap(({ role }) => role.rules);
  return isPrivileged(identity) ? [EVERYTHING, ...rules] : rules;
}

const EVERYTHING: PolicyRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] };
