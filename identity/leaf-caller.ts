/**
 * The identity with which a leaf is asked for a caller: impersonated, or with the caller's own token, as the cluster's registration says.
 * One function for every path to a leaf, so that none of them can fall back to the identity of the kubeconfig.
 */
import type { Caller } from '../kubernetes/client.ts';
import type { Registration } from '../clusters/registry.ts';
import { identityOn, impersonatedGroups } from './cluster-identity.ts';
import type { Identity } from './identity.ts';

/** Undefined when the cluster wants the caller's own token and there is none. */
export function callerOn({ identity: policy }: Pick<Registration, 'identity'>, identity: Identity): Caller | undefined {
  const { token, user } = identity;
  if (policy.mode === 'passthrough') return token === undefined ? undefined : { type: 'token', token, user };
  const onLeaf = identityOn(policy, identity);
  return { type: 'impersonate', ...onLeaf, groups: impersonatedGroups(onLeaf) };
}
