/**
 * The caller: by our own authentication, and on each leaf as that leaf's API server sees them.
 *
 * RBAC is evaluated for the per-leaf identity, and the live path impersonates it. One function gives it to both, so
 * that they never disagree.
 */
import type { LeafIdentity } from '../rbac/types.ts';
import type { Logger } from '../telemetry/log.ts';

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
  /** The cluster itself, which gets its own names (cluster-identity.ts) unchanged. The registry fills it in. */
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

/** A request, as all parts of the process see it: the caller, the deadline, and notes about it. */

export interface RequestContext {
  readonly identity: Identity;
  /** Aborted when the client leaves or the deadline passes. */
  readonly signal: AbortSignal;
  /** Disposed when the request is over, answered or not. */
  readonly atEnd?: DisposableStack;
  /** Time on performance.now() at which the answer is due. */
  readonly deadline: number;
  readonly requestId: string;
  readonly log: Logger;
  /** Requests to clusters for this request alone, by cluster, among clusters that the caller may know of. */
  readonly leafRequests?: Map<string, Set<{ readonly requests: number }>>;
  /** Clusters queried as the caller, for the audit log. */
  readonly leavesRequested?: Set<string>;
  /** Cost beyond the price of the operation: resolvers add to it while they work. */
  readonly extra?: ExtraCost;
  /** Set if the request is for one payload of a subscription. */
  readonly liveQuery?: LiveQuery;
}

/** In the unit of prices, about a microsecond of the gateway's processor. */
export interface ExtraCost {
  cost: number;
}

/**
 * A subscription as the subgraph of its root field sees it. It is answered payload by payload, each by the query field
 * of the same name, and the subgraph keeps here the moment from which the next one continues.
 */
export interface LiveQuery {
  /** Token from which the client continues; undefined: from now. */
  readonly since: string | undefined;
  /** True if the reader was too slow: the next payload says so, and is the last. */
  readonly isOverrun: boolean;
  /**
   * Hints that the next payload may not be empty. `atOnce`: because of the caller's rights, ignoring the client's other
   * options.
   */
  readonly changed: (atOnce: boolean) => void;
  /** Set by the subgraph with the first payload. */
  tracked?: TrackedQuery | undefined;
}

export interface TrackedQuery {
  /**
   * Content of the last payload; undefined: it was not made. A reset or an end is the last payload. `isCoverage`: the
   * client follows coverage, and it changed.
   */
  readonly reported:
    | { readonly changes: number; readonly isReset: boolean; readonly isCoverage?: boolean; readonly isEnd?: boolean }
    | undefined;
  /** Call when the payload has reached the client, or is empty: the next one continues from there. */
  sent(): void;
  end(): void;
}
