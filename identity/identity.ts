/**
 * The caller: by our own authentication, and on each leaf as that leaf's API server sees them.
 *
 * RBAC is evaluated for the per-leaf identity, and the live path impersonates it. One function (identityOn) gives the
 * names to both, so that they never disagree. Because the index evaluates RBAC for it, the identity has every group
 * that a leaf adds by itself; impersonatedGroups() removes again those that the leaf adds in any case. One function
 * (callerOn) makes the identity of every request to a leaf.
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
  /** The cluster itself, which gets its own names unchanged. The registry fills it in. */
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

/**
 * Maps a caller to one leaf.
 *
 * Prefixes apply to every name from outside, `system:` names too: a prefix says that names of this gateway are not
 * names of that leaf, so a ServiceAccount here is not the leaf's ServiceAccount of the same name. The mapped name
 * determines the groups that the leaf implies; those get no prefix. Names known only to this cluster get none either:
 * they are this leaf's ServiceAccounts.
 *
 * @throws IdentityPolicyError for a prefix that could turn an outside name into a `system:` name
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

/** The owner has no name of this gateway there, and no right before the cluster has identified them. */
function ownerOn({ owner }: IdentityPolicy, { user: unknown }: Identity): ClusterIdentity {
  const { user, groups } = owner ?? { user: unknown, groups: [] };
  return { user, groups: [...new Set([...groups, ...serviceAccountGroups(user), EVERYBODY])], uid: '', extra: {} };
}

/**
 * Groups that an impersonating request for this caller must name; the leaf adds the others.
 *
 * Our account needs the right to impersonate each group that it sends. It does not send `system:authenticated`, so that
 * rights may be limited to names: since Kubernetes 1.20 API servers add it to every impersonated user (k8s.io/apiserver
 * pkg/endpoints/filters/impersonation), and an older one that does not shows the caller less, never more. They give a
 * ServiceAccount its own groups only if a request names none.
 */
export function impersonatedGroups({ user, groups }: Pick<ClusterIdentity, 'user' | 'groups'>): readonly string[] {
  const implied = new Set([...serviceAccountGroups(user), EVERYBODY]);
  return groups.every(group => implied.has(group)) ? [] : groups.filter(group => group !== EVERYBODY);
}

/**
 * The identity for requests to a leaf on behalf of a caller: impersonated, or with the caller's own token, as the
 * cluster's registration says. One function for every path to a leaf, so that none can fall back to the identity of the
 * kubeconfig. Undefined if the cluster needs the caller's own token and there is none, or has not identified the owner
 * yet.
 */
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

/**
 * Why a policy must not be used; undefined if it may.
 *
 * The attack: with usernamePrefix `sys` a user called `tem:admin`, or with groupPrefix `system:` a group called
 * `masters`, would reach the leaf as one of Kubernetes' own names. That needs a prefix that starts with `system:`, or
 * is a prefix of `system:`, so exactly these are refused. With every other prefix a mapped name differs from `system:`
 * within the prefix itself. Names known only to one cluster are protected in the same way.
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

/** The ServiceAccount with this user name; k8s.io/apiserver pkg/authentication/serviceaccount SplitUsername. */
export function serviceAccountOf(user: string): { namespace: string; name: string } | undefined {
  if (!user.startsWith(SERVICE_ACCOUNT)) return undefined;
  const [namespace, name = '', ...rest] = user.slice(SERVICE_ACCOUNT.length).split(':');
  const isAccount = rest.length === 0 && DNS_LABEL.test(namespace!) && name.length <= 253 && DNS_SUBDOMAIN.test(name);
  return isAccount ? { namespace: namespace!, name } : undefined;
}

/** Groups that come with the user name of a ServiceAccount. */
export function serviceAccountGroups(user: string): string[] {
  const account = serviceAccountOf(user);
  return account ? ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`] : [];
}

/**
 * Names known only to one cluster: `system:serviceaccount:team-a:ci` of leaf-01 is another account than the one of that
 * name on leaf-02.
 *
 * Who attacks: an administrator of one leaf, who creates a ServiceAccount named like a powerful one of another leaf,
 * and signs in with its token. What stops them: for fleetgraph the account is
 * `fleetgraph:cluster:leaf-01:system:serviceaccount:team-a:ci`. On leaf-01 it has its own name; everywhere else it has
 * this one, to which nobody has bound a right by accident. acceptIdentity() refuses such names from every
 * authenticator, before it maps any, so that nobody can claim one. Being part of the name, the cluster is part of every
 * cache key.
 *
 * Names of clusters may hold ":" (those of EKS contexts do). Here they are spelled with "%3A", and no name of a cluster
 * can hold "%". So no cluster, `a:system` for example, has names that belong to another one, `a`.
 */
export const RESERVED_PREFIX = 'fleetgraph:cluster:';

/** The name outside its cluster. */
export function clusterName(cluster: string, name: string): string {
  return `${prefixOf(cluster)}${name}`;
}

function prefixOf(cluster: string): string {
  return `${RESERVED_PREFIX}${cluster.replaceAll(':', '%3A')}:`;
}

export function isClusterName(name: string): boolean {
  return name.startsWith(RESERVED_PREFIX);
}

/** The name on its own cluster; undefined for a name that is not that cluster's. */
export function nameOnOwnCluster(cluster: string, name: string): string | undefined {
  const prefix = prefixOf(cluster);
  // Other names are claims of its API server, which give no rights there.
  return name.startsWith(`${prefix}system:`) ? name.slice(prefix.length) : undefined;
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
