/**
 * The caller: once as our own authentication knows them, and once per leaf as that leaf's API server sees them.
 *
 * RBAC is evaluated for the per-leaf identity, and the live path impersonates it. Both get it from one function, so that they never
 * disagree about the identity.
 */
import type { LeafIdentity } from '../rbac/types.ts';

/** The authenticated caller. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
  /** The caller's own bearer token, for clusters of mode passthrough. Never logged; not enumerable. */
  readonly token?: string;
  /** When the credentials end, in milliseconds since 1970; a connection that lives longer must not. Undefined: they do not. */
  readonly expiresAt?: number;
  /** The one who started this process for themselves: on each cluster they are the user of its kubeconfig, whose credentials they have anyway. */
  readonly isOwner?: true;
}

/** How a cluster sees our callers: `clusters[].identity` of the configuration. */
export interface IdentityPolicy {
  readonly mode: 'impersonate' | 'passthrough';
  readonly usernamePrefix: string;
  readonly groupPrefix: string;
  /** The cluster itself, whose own names (cluster-names.ts) are what they are there. The registry fills it in. */
  readonly cluster?: string;
  /** Whom the cluster takes the kubeconfig's user for, as it said itself; for the owner of the process alone. */
  readonly owner?: { readonly user: string; readonly groups: readonly string[] };
}

/** A caller as one leaf sees them, with the groups that impersonation must send. */
export interface ClusterIdentity extends LeafIdentity {
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The key by which places, turns and budgets are shared: the user, with any groups or tokens. */
export function callerKey({ user }: Identity): string {
  return user;
}
