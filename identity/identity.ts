/**
 * Who asks: once as our own front door knows them, and once per leaf as that leaf's API server would see them.
 *
 * The per-leaf identity is what RBAC is evaluated for and what the live path impersonates, from this one function, so that the two can
 * never disagree about who somebody is.
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
}

/** How a cluster sees our callers: `clusters[].identity` of the config. */
export interface IdentityPolicy {
  readonly mode: 'impersonate' | 'passthrough';
  readonly usernamePrefix: string;
  readonly groupPrefix: string;
}

/** A caller as one leaf sees them, with what impersonation must send. */
export interface ClusterIdentity extends LeafIdentity {
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** By whom places, turns and budgets are shared: the user, whatever groups or tokens they come with. */
export function callerKey({ user }: Identity): string {
  return user;
}
