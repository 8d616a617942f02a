/** The review APIs of a simulated leaf: access reviews by the leaf's RBAC, and TokenReview by the leaf's tokens. */
import type { Attributes, LeafIdentity } from '../rbac/types.ts';
import type { LeafAccess } from './access.ts';
import { groupVersion, type SimulatedResource } from './resources.ts';
import { notServed } from './status.ts';

interface ResourceAttributes {
  readonly verb?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

interface ReviewSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: unknown;
  readonly namespace?: string;
  readonly token?: string;
}

export function review(
  access: LeafAccess,
  identity: LeafIdentity,
  resource: SimulatedResource,
  body: unknown,
): unknown {
  const spec = (body as { spec?: ReviewSpec } | null)?.spec ?? {};
  return {
    kind: resource.kind,
    apiVersion: groupVersion(resource),
    metadata: {},
    spec,
    status: statusOf(access, identity, resource.kind, spec),
  };
}

function statusOf(access: LeafAccess, identity: LeafIdentity, kind: string, spec: ReviewSpec): unknown {
  switch (kind) {
    case 'SelfSubjectAccessReview':
      return accessOf(access, identity, spec);
    case 'SubjectAccessReview':
      // Use the groups as sent. A review adds no groups, not even system:authenticated.
      return accessOf(access, { user: spec.user ?? '', groups: spec.groups ?? [] }, spec);
    case 'SelfSubjectRulesReview':
      return { resourceRules: access.rules(identity, spec.namespace ?? ''), nonResourceRules: [], incomplete: false };
    case 'TokenReview': {
      const user = access.userOf(spec.token ?? '');
      return user
        ? { authenticated: true, user: { username: user.user, groups: user.groups } }
        : { authenticated: false, error: 'invalid bearer token' };
    }
    default:
      throw notServed();
  }
}

function accessOf(
  access: LeafAccess,
  identity: LeafIdentity,
  { resourceAttributes, nonResourceAttributes }: ReviewSpec,
): unknown {
  if (!resourceAttributes)
    return { allowed: nonResourceAttributes !== undefined && identity.groups.includes('system:authenticated') };
  const { verb = '', group = '', resource = '', subresource = '', namespace = '', name = '' } = resourceAttributes;
  const attributes: Attributes = { verb, group, resource, subresource, namespace, name };
  const allowed = access.allows(identity, attributes);
  return allowed ? { allowed, reason: 'RBAC: allowed by a binding of this leaf' } : { allowed };
}
