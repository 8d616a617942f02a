/**
 * Kubernetes' RBAC authorizer over a cluster's grants: may this identity make this request?
 *
 * Follows k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac and pkg/registry/rbac/validation (v1.36): ClusterRoleBindings count in every
 * scope, RoleBindings in their own namespace, and one rule that allows is enough. There is no deny. Like the API server, it allows
 * everything to `system:masters` before it reads any rule.
 */
import { grantsReaching, reaching } from './grant-index.ts';
import type { Reach } from './grant-index.ts';
import { ruleAllows } from './rules.ts';
import { isPrivileged } from './subjects.ts';
import type { Attributes, ClusterGrants, LeafIdentity, PolicyRule } from './types.ts';

export function authorize(grants: ClusterGrants, identity: LeafIdentity, attributes: Attributes): boolean {
  if (isPrivileged(identity)) return true;
  for (const reach of reaching(grants, identity)) {
    if (countsIn(reach, attributes.namespace) && reach.role.rules.some(rule => ruleAllows(rule, attributes))) return true;
  }
  return false;
}

/** The rules that reach an identity in a namespace ('' is the cluster's own scope), as a SelfSubjectRulesReview lists them. */
export function rulesFor(grants: ClusterGrants, identity: LeafIdentity, namespace: string): readonly PolicyRule[] {
  const rules = grantsReaching(grants, identity).flatMap(reach => (countsIn(reach, namespace) ? reach.role.rules : []));
  return isPrivileged(identity) ? [EVERYTHING, ...rules] : rules;
}

const EVERYTHING: PolicyRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] };

/** Whether a grant counts for requests in this scope ('' is the cluster's own). */
export function countsIn({ binding }: Reach, namespace: string): boolean {
  return binding.type === 'ClusterRoleBinding' || binding.namespace === namespace;
}
