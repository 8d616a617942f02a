/**
 * A caller as one leaf's API server would see them: the names RBAC is evaluated for and the names impersonation sends.
 *
 * One function gives both, so that the index and the live path can never disagree about who somebody is. Everything a leaf would add by
 * itself is added here, because a leaf adds it only to requests that name no group.
 */
import type { ClusterIdentity, Identity, IdentityPolicy } from './identity.ts';

/**
 * Maps a caller to one leaf.
 *
 * Prefixes apply to every name that came from outside, `system:` names too: a prefix says that names of this front door are not names of
 * that leaf, so a ServiceAccount known here is not the leaf's ServiceAccount of the same name. What the leaf implies is decided by the
 * mapped name and is never prefixed.
 *
 * @throws IdentityPolicyError for a prefix that could turn an outside name into a `system:` name.
 */
export function identityOn(policy: IdentityPolicy, identity: Identity): ClusterIdentity {
  const problem = identityPolicyProblem(policy);
  if (problem !== undefined) throw new IdentityPolicyError(problem);
  const user = policy.usernamePrefix + identity.user;
  const groups = identity.groups.map(group => policy.groupPrefix + group);
  return {
    user,
    groups: [...new Set([...groups, ...serviceAccountGroups(user), 'system:authenticated'])],
    uid: identity.uid,
    extra: identity.extra,
  };
}

/**
 * Why a policy must not be used; undefined when it may.
 *
 * The attack: with usernamePrefix `sys` a user called `tem:admin`, or with groupPrefix `system:` a group called `masters`, would reach
 * the leaf as one of Kubernetes' own names. It takes a prefix that begins `system:` or that `system:` begins with, so exactly these
 * are refused; with every other prefix a mapped name differs from `system:` within the prefix itself.
 */
export function identityPolicyProblem(policy: IdentityPolicy): string | undefined {
  for (const key of ['usernamePrefix', 'groupPrefix'] as const) {
    const prefix = policy[key];
    if (prefix !== '' && ('system:'.startsWith(prefix) || prefix.startsWith('system:'))) {
      return `identity.${key}: "${prefix}" could turn an outside name into one of Kubernetes' own system: names. Choose another prefix, for example "fleet:".`;
    }
  }
  return undefined;
}

export class IdentityPolicyError extends Error {
  override name = 'IdentityPolicyError';
}

const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const SERVICE_ACCOUNT = 'system:serviceaccount:';

/** The groups that come with the user name of a ServiceAccount; k8s.io/apiserver pkg/authentication/serviceaccount SplitUsername. */
function serviceAccountGroups(user: string): string[] {
  if (!user.startsWith(SERVICE_ACCOUNT)) return [];
  const parts = user.slice(SERVICE_ACCOUNT.length).split(':');
  const [namespace, name] = parts;
  if (parts.length !== 2 || !namespace || !name) return [];
  if (!DNS_LABEL.test(namespace) || name.length > 253 || !DNS_SUBDOMAIN.test(name)) return [];
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}
