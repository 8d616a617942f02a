/**
 * The caller's identity: as authenticated by fleetgraph, and on each leaf as the leaf's API server sees it. The index
 * evaluates RBAC for the identity on the leaf, and impersonating requests name it. Both use identityOn(), so that they
 * agree.
 */
import type { LeafIdentity } from '../rbac/types.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Caller } from '../kubernetes/client.ts';

/** The authenticated caller. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
  /** The caller's own bearer token, for clusters in passthrough mode. Not enumerable, so that it is not logged. */
  readonly token?: string;
  /**
   * Expiry of the credentials, in milliseconds since the epoch. Open streams end at this time. Undefined if the
   * credentials do not expire.
   */
  readonly expiresAt?: number;
  /**
   * Set for a user who started this process for themselves. On each cluster, this user acts as the user of the
   * cluster's kubeconfig, because the user already has these credentials.
   */
  readonly isOwner?: true;
}

/** Rules for callers' identities on a cluster: `clusters[].identity` of the configuration. */
export interface IdentityPolicy {
  readonly mode: 'impersonate' | 'passthrough';
  readonly usernamePrefix: string;
  readonly groupPrefix: string;
  /**
   * Name of the cluster. Set by the registry. Needed to find the names that only this cluster knows
   * (nameOnOwnCluster()).
   */
  readonly cluster?: string;
  /** User of the kubeconfig, as reported by the cluster. Used only for the owner of the process. */
  readonly owner?: { readonly user: string; readonly groups: readonly string[] };
}

/** A caller as one leaf sees them, including the groups that the leaf adds by itself. */
export interface ClusterIdentity extends LeafIdentity {
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Key by which slots, queues and budgets are shared: the user, regardless of groups and tokens. */
export function callerKey({ user }: Identity): string {
  return user;
}

/**
 * Maps a caller to their identity on one leaf.
 *
 * Names from outside the leaf get the prefixes of the policy, even `system:` names. With a prefix, a ServiceAccount in
 * fleetgraph is not the leaf's ServiceAccount with this name. Two kinds of names get no prefix: groups that the leaf
 * implies for the mapped user, and names that only this cluster knows.
 *
 * @throws IdentityPolicyError if a prefix could turn an outside name into a `system:` name, or into a name with
 * RESERVED_PREFIX
 */
export function identityOn(policy: IdentityPolicy, identity: Identity): ClusterIdentity {
  const problem = identityPolicyProblem(policy);
  if (problem !== undefined) throw new IdentityPolicyError(problem);
  if (identity.isOwner) return ownerOn(policy, identity);
  const own = (name: string) => (policy.cluster === undefined ? undefined : nameOnOwnCluster(policy.cluster, name));
  const user = own(identity.user) ?? policy.usernamePrefix + identity.user;
  const groups = identity.groups.map(group => own(group) ?? policy.groupPrefix + group);
  return {
    user,
    groups: [...new Set([...groups, ...serviceAccountGroups(user), EVERYBODY])],
    uid: identity.uid,
    extra: identity.extra,
  };
}

/**
 * The owner's identity on a cluster. Until the cluster has reported the user of its kubeconfig, the owner has no groups
 * there except `system:authenticated`.
 */
function ownerOn({ owner }: IdentityPolicy, { user: unknown }: Identity): ClusterIdentity {
  const { user, groups } = owner ?? { user: unknown, groups: [] };
  return { user, groups: [...new Set([...groups, ...serviceAccountGroups(user), EVERYBODY])], uid: '', extra: {} };
}

/**
 * Groups that an impersonating request for this caller must name. The leaf adds all other groups.
 *
 * Fleetgraph's account needs the right to impersonate each group that it sends. `system:authenticated` is not sent, so
 * that this right can be limited to certain names. Since Kubernetes 1.20, API servers add the group to every
 * impersonated user (k8s.io/apiserver pkg/endpoints/filters/impersonation). They add a ServiceAccount's own groups only
 * if a request names no groups.
 */
export function impersonatedGroups({ user, groups }: Pick<ClusterIdentity, 'user' | 'groups'>): readonly string[] {
  const implied = new Set([...serviceAccountGroups(user), EVERYBODY]);
  return groups.every(group => implied.has(group)) ? [] : groups.filter(group => group !== EVERYBODY);
}

/**
 * The identity for requests to a leaf on behalf of a caller: impersonation, or the caller's own token. Such requests
 * must use this function, never the kubeconfig's identity. Undefined if the cluster needs the caller's own token and
 * there is none for this cluster, or if the cluster has not identified the owner yet.
 */
export function callerOn(
  { identity: policy }: { readonly identity: IdentityPolicy },
  identity: Identity,
): Caller | undefined {
  const { token, user } = identity;
  if (identity.isOwner) return policy.owner && { type: 'owner', user };
  if (policy.mode === 'passthrough') {
    // A token that only one cluster knows is not sent to other clusters, which could misuse it.
    const isForeign =
      isClusterName(user) && (policy.cluster === undefined || nameOnOwnCluster(policy.cluster, user) === undefined);
    return token === undefined || isForeign ? undefined : { type: 'token', token, user };
  }
  const onLeaf = identityOn(policy, identity);
  return { type: 'impersonate', ...onLeaf, groups: impersonatedGroups(onLeaf) };
}

/**
 * Reason why a policy must not be used. Undefined if it may be used.
 *
 * The attack: with usernamePrefix `sys`, a user called `tem:admin` would reach the leaf as `system:admin`. With
 * groupPrefix `system:`, a group called `masters` would reach the leaf as `system:masters`. So a prefix is refused if
 * it starts with `system:`, or if `system:` starts with it. With any other prefix, a mapped name differs from `system:`
 * within the prefix itself. RESERVED_PREFIX is protected in the same way.
 */
export function identityPolicyProblem(policy: IdentityPolicy): string | undefined {
  for (const key of ['usernamePrefix', 'groupPrefix'] as const) {
    const prefix = policy[key];
    if (prefix === '') continue;
    const reserved = ['system:', RESERVED_PREFIX].find(it => it.startsWith(prefix) || prefix.startsWith(it));
    if (reserved === undefined) continue;
    const whose = reserved === 'system:' ? "Kubernetes' own system: names" : `the names that begin with ${reserved}`;
    return `identity.${key}: "${prefix}" could turn an outside name into one of ${whose}. Choose another prefix, for example "fleet:".`;
  }
  return undefined;
}

class IdentityPolicyError extends Error {
  override name = 'IdentityPolicyError';
}

const EVERYBODY = 'system:authenticated';
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const SERVICE_ACCOUNT = 'system:serviceaccount:';

/**
 * Namespace and name of the ServiceAccount with this user name. Follows k8s.io/apiserver
 * pkg/authentication/serviceaccount SplitUsername.
 */
export function serviceAccountOf(user: string): { namespace: string; name: string } | undefined {
  if (!user.startsWith(SERVICE_ACCOUNT)) return undefined;
  const [namespace, name = '', ...rest] = user.slice(SERVICE_ACCOUNT.length).split(':');
  const isAccount = rest.length === 0 && DNS_LABEL.test(namespace!) && name.length <= 253 && DNS_SUBDOMAIN.test(name);
  return isAccount ? { namespace: namespace!, name } : undefined;
}

/** Groups that Kubernetes derives from the user name of a ServiceAccount. Empty for any other user. */
export function serviceAccountGroups(user: string): string[] {
  const account = serviceAccountOf(user);
  return account ? ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`] : [];
}

/**
 * Names that only one cluster knows. The account `system:serviceaccount:team-a:ci` of leaf-01 differs from the account
 * with this name on leaf-02.
 *
 * The attacker is an administrator of one leaf. They create a ServiceAccount with the name of a powerful account of
 * another leaf, and sign in with its token. In fleetgraph, this account is called
 * `fleetgraph:cluster:leaf-01:system:serviceaccount:team-a:ci`. On leaf-01 the account is called
 * `system:serviceaccount:team-a:ci`. On all other clusters it keeps the long name, to which nobody grants a right by
 * accident. acceptIdentity() refuses claims that already contain such a name.
 *
 * Names of clusters may contain ":", as names of EKS contexts do. In reserved names, ":" is written as "%3A", and no
 * cluster name can contain "%". So the cluster `a:system` cannot have names that belong to the cluster `a`.
 */
export const RESERVED_PREFIX = 'fleetgraph:cluster:';

/** The name that is used outside the cluster. */
export function clusterName(cluster: string, name: string): string {
  return `${prefixOf(cluster)}${name}`;
}

function prefixOf(cluster: string): string {
  return `${RESERVED_PREFIX}${cluster.replaceAll(':', '%3A')}:`;
}

export function isClusterName(name: string): boolean {
  return name.startsWith(RESERVED_PREFIX);
}

/** The name on its own cluster. Undefined for a name that does not belong to this cluster. */
export function nameOnOwnCluster(cluster: string, name: string): string | undefined {
  const prefix = prefixOf(cluster);
  // A name without `system:` is only a claim of the cluster's API server and gives no rights on the cluster.
  return name.startsWith(`${prefix}system:`) ? name.slice(prefix.length) : undefined;
}

/** A request: the caller, the deadline, and data collected while the request runs. */
export interface RequestContext {
  readonly identity: Identity;
  /** Aborted when the client disconnects, the deadline passes or the gateway stops. */
  readonly signal: AbortSignal;
  /** Disposed when the request ends, with or without a response. */
  readonly atEnd?: DisposableStack;
  /** Time at which the response is due, in milliseconds of performance.now(). */
  readonly deadline: number;
  readonly requestId: string;
  readonly log: Logger;
  /**
   * Counters of the requests to clusters that were sent only for this GraphQL request, by cluster. Contains only
   * clusters that the caller may know of.
   */
  readonly leafRequests?: Map<string, Set<{ readonly requests: number }>>;
  /** Names of the clusters that were queried as the caller, for the audit log. */
  readonly leavesRequested?: Set<string>;
  /** Cost in addition to the operation's price. Resolvers add to it while they work. */
  readonly extra?: ExtraCost;
  /** Set if the request computes one payload of a subscription. */
  readonly liveQuery?: LiveQuery;
}

/** Cost in the unit of prices, which is about a microsecond of the gateway's processor. */
export interface ExtraCost {
  cost: number;
}

/**
 * A subscription, as the subgraph of its root field sees it. Each payload is the result of the query field with the
 * same name. The subgraph stores in this object the position from which the next payload continues.
 */
export interface LiveQuery {
  /** Token from which the client continues. Undefined if the subscription starts now. */
  readonly since: string | undefined;
  /** True if the client read too slowly. The next payload reports this and is the last payload. */
  readonly isOverrun: boolean;
  /**
   * The subgraph must call this when the next payload may have content. If `atOnce` is true, the payload does not wait
   * for the client's `coalesce` interval, for example because the caller's rights changed.
   */
  readonly changed: (atOnce: boolean) => void;
  /** Set by the subgraph with the first payload. */
  tracked?: TrackedQuery | undefined;
}

export interface TrackedQuery {
  /**
   * Content of the payload that was made last. Undefined if making it failed. The stream ends after a payload with
   * `isReset` or `isEnd`. `isCoverage` is true if the client follows coverage and the coverage changed.
   */
  readonly reported:
    | { readonly changes: number; readonly isReset: boolean; readonly isCoverage?: boolean; readonly isEnd?: boolean }
    | undefined;
  /** Must be called when the payload has reached the client, or is empty. The next payload then continues from it. */
  sent(): void;
  end(): void;
}
