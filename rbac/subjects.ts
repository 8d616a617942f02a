/**
 * Matches identities with the subjects of a binding, like Kubernetes' RBAC authorizer (k8s.io/kubernetes
 * pkg/registry/rbac/validation/rule.go, appliesToUser).
 *
 * The kind decides, the subject's apiGroup does not: the API server stores no subject with another group, and its
 * authorizer never looks. A ServiceAccount is just a user name, so a User subject of that name matches it too.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import type { BindingObject, LeafIdentity, Subject } from './types.ts';

/**
 * Its members bypass every authorizer of an API server. Authenticators remove it unless the configuration allows it.
 */
const PRIVILEGED_GROUP = 'system:masters';

export function isPrivileged(identity: LeafIdentity): boolean {
  return identity.groups.includes(PRIVILEGED_GROUP);
}

/** The user name or group name of a subject; undefined for a subject that matches no identity. */
export type Principal = { readonly type: 'user' | 'group'; readonly name: string };

export function principalOf(subject: Subject, binding: BindingObject): Principal | undefined {
  switch (subject.kind) {
    case 'User':
      return { type: 'user', name: subject.name };
    case 'Group':
      return { type: 'group', name: subject.name };
    case 'ServiceAccount': {
      // In a RoleBinding the namespace defaults to the binding's own; in a ClusterRoleBinding there is none to default
      // to.
      const namespace = subject.namespace || binding.namespace;
      return namespace === ''
        ? undefined
        : { type: 'user', name: `system:serviceaccount:${namespace}:${subject.name}` };
    }
    default:
      return undefined;
  }
}

/** The first subject of the binding that matches this identity. */
export function* matchingSubject(
  binding: BindingObject,
  { user, groups }: LeafIdentity,
  pace: Pace,
): Steps<Subject | undefined> {
  const memberOf = new Set(groups);
  for (const subject of binding.subjects) {
    const principal = principalOf(subject, binding);
    if (principal?.type === 'user' ? principal.name === user : principal && memberOf.has(principal.name))
      return subject;
    if (pace.spent()) yield;
  }
  return undefined;
}
