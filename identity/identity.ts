/**
 * The caller: by our own authentication, and on each leaf as that leaf's API server sees them.
 *
 * RBAC is evaluated for the per-leaf identity, and the live path impersonates it. One function gives it to both, so
 * that they never disagree.
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
  /**
   * End of the credentials, in milliseconds since the epoch; no connection may outlive it. Undefined: they do not
   * expire.
   */
  readonly expiresAt?: number;
  /**
   * Set for the user who started this process for themselves: on each cluster they are the user of its kubeconfig,
   * whose credentials they have anyway.
   */
  readonly isOwner?: true;
}

/** How a cluster sees our callers: `clusters[].identity` of the configuration. */
export interface IdentityPolicy {
  readonly mode: 'impersonate' | 'passthrough';
  readonly usernamePrefix: string;
  readonly groupPrefix: string;
  /** The cluster itself, which gets its own names (cluster-names.ts) unchanged. The registry fills it in. */
  readonly cluster?: string;
  /** The kubeconfig's user as the cluster itself reported it; only for the owner of the process. */
  readonly owner?: { readonly user: string; readonly groups: readonly string[] };
}

/** A caller as one leaf sees them, with the groups that impersonation must send. */
export interface ClusterIdentity extends LeafIdentity {
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Key for sharing slots, turns and budgets: the user, with any groups or tokens. */
export function callerKey({ user }: Identity): string {
  return user;
}
