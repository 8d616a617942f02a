/**
 * The identity for requests to a leaf on behalf of a caller: impersonated, or with the caller's own token, as the
 * cluster's registration says. One function for every path to a leaf, so that none can fall back to the identity of the
 * kubeconfig.
 */
import type { Caller } from '../kubernetes/client.ts';
import { identityOn, impersonatedGroups, isClusterName, nameOnOwnCluster } from './cluster-identity.ts';
import type { Identity, IdentityPolicy } from './identity.ts';

/** Undefined if the cluster needs the caller's own token and there is none, or has not identified the owner yet. */
export function callerOn(
  { identity: policy }: { readonly identity: IdentityPolicy },
  identity: Identity,
): Caller | undefined {
  const { token, user } = identity;
  if (identity.isOwner) return policy.owner && { type: 'owner', user };
  if (policy.mode === 'passthrough') {
    // A token known only to one cluster is not sent to another, which could misuse it there.
    const isForeign =
      isClusterName(user) && (policy.cluster === undefined || nameOnOwnCluster(policy.cluster, user) === undefined);
    return token === undefined || isForeign ? undefined : { type: 'token', token, user };
  }
  const onLeaf = identityOn(policy, identity);
  return { type: 'impersonate', ...onLeaf, groups: impersonatedGroups(onLeaf) };
}
