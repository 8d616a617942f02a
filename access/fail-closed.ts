/**
 * When a cluster is closed, that is, contributes nothing: whenever its current RBAC is not certain.
 *
 * Why closed in doubt: one row too many breaks the index's main promise, unnoticed; one row too few is reported in
 * coverage, and somebody fixes it. So each condition here is something that must be known before the first row is
 * shown. Absent knowledge never counts as permission. What remains: a right revoked on an unreachable leaf stays in
 * force until `maxAgeMs` has passed. In that window kubectl could not reach the leaf either.
 */
import { identityPolicyProblem } from '../identity/cluster-identity.ts';
import type { IdentityPolicy } from '../identity/identity.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import type { StateCause } from '../store/causes.ts';

/** Policy of a cluster: how it sees our callers. Undefined if unknown, for example no longer registered. */
export interface Policies {
  (cluster: string): IdentityPolicy | undefined;
  /** Grows whenever a policy may have changed. */
  readonly revision: () => number;
}

export function policiesOf(
  policy: (cluster: string) => IdentityPolicy | undefined,
  revision: () => number = () => 0,
): Policies {
  return Object.assign(policy, { revision });
}

export interface FailClosedRules {
  readonly policies: Policies;
  /**
   * Digest of the connection of each registered cluster (clusters/connection-digest.ts). Content read over another
   * connection belongs to another API server and is not shown. Without it, all content counts.
   */
  readonly connections?: ((cluster: string) => string | undefined) | undefined;
  /** Maximum age of a leaf's last confirmation of its grants. Older grants are not used. */
  readonly maxAgeMs: number;
  /** True if live reviews of the cluster fail for everybody. Without it, `mixed` clusters are closed. */
  readonly reviewsFail?: (cluster: string) => boolean;
}

/** `unread`: the grants have never been read, so the cluster may be starting rather than failing. */
export interface Closure extends Because {
  readonly unread: boolean;
}

/** Why a cluster is closed now; undefined if it is open. */
export function closure(
  cluster: ClusterIndex,
  { policies, connections, maxAgeMs, reviewsFail }: FailClosedRules,
): Closure | undefined {
  const { state, server, grantsConfirmedAgo } = cluster;
  if (!state) return { ...because('RBAC_NOT_READ'), unread: true };
  if (state.reason === 'DUPLICATE') return { ...because('DUPLICATE'), unread: false };
  // No collector has identified the API server yet, so no content counts.
  if (connections && !server) return { ...because('RBAC_NOT_READ'), unread: true };
  if (connections && server?.connection !== connections(cluster.cluster))
    return { ...because('OTHER_API_SERVER'), unread: false };
  const policy = policies(cluster.cluster);
  if (!policy || identityPolicyProblem(policy) !== undefined) return { ...because('POLICY_UNUSABLE'), unread: false };
  if (state.authorization === 'mixed') {
    // Live reviews decide here. RBAC objects do not, so their age and completeness do not matter.
    if (!reviewsFail) return { ...because('NEEDS_REVIEWS'), unread: false };
    return reviewsFail(cluster.cluster) ? { ...because('REVIEWS_FAIL'), unread: false } : undefined;
  }
  const why = state.grants.reason && `: ${SENTENCES[state.grants.reason]}`;
  if (!state.grants.complete || grantsConfirmedAgo === undefined) {
    const unread = grantsConfirmedAgo === undefined;
    const isBegun = state.grants.reason !== 'RBAC_NOT_READ';
    return {
      ...(isBegun ? because('RBAC_INCOMPLETE', SENTENCES.RBAC_INCOMPLETE + why) : because('RBAC_NOT_READ')),
      unread,
    };
  }
  if (!(grantsConfirmedAgo <= maxAgeMs)) {
    const reason = `it has not confirmed its RBAC for longer than ${Math.round(maxAgeMs / 1000)} s${why}`;
    return { ...because('RBAC_TOO_OLD', reason), unread: false };
  }
  return undefined;
}

/**
 * Causes why the index does not fully cover a cluster or a kind, with one fixed sentence each.
 *
 * Who attacks: whoever controls the error texts of a leaf, a proxy or a credential plugin, or can make one fail with a
 * text that names others' objects, addresses, paths or keys; and a caller who reads coverage to learn them. What stops
 * them: collectors store codes (store/causes.ts), and an answer consists of these sentences and of numbers of the
 * caller's own. Original texts appear only in the collector's log. What remains: everybody who may name a cluster
 * learns in which of these few ways it fails.
 */

/** Equals the schema's enum CoverageCause. */
export type CoverageCause =
  | StateCause
  | 'RBAC_INCOMPLETE'
  | 'RBAC_TOO_OLD'
  | 'RBAC_NOT_FOLLOWED'
  | 'KINDS_NOT_FOLLOWED'
  | 'POLICY_UNUSABLE'
  | 'OTHER_API_SERVER'
  | 'NEEDS_REVIEWS'
  | 'REVIEWS_FAIL'
  | 'CLOSED_MEANWHILE'
  | 'STORE_AWAY'
  | 'LOADING'
  | 'SILENT';

/** Used for clusters and kinds alike, so no sentence names its subject. */
export const SENTENCES: Readonly<Record<CoverageCause, string>> = {
  CONNECTING: 'it has not been reached yet',
  LISTING: 'its first lists are not complete yet',
  UNREACHABLE: 'its API server cannot be reached',
  TLS: 'no trusted connection to its API server can be made',
  TIMEOUT: 'its API server does not answer in time',
  CREDENTIALS: 'its API server does not accept the credentials of fleetgraph, or there are none',
  THROTTLED: 'its API server has too much to do and refuses requests',
  SERVER_ERROR: 'its API server answers with an error',
  UNREADABLE: 'its API server cannot read its objects: a conversion webhook fails, or what is stored is broken',
  STARTING: 'its API server has not read it into its watch cache yet',
  MALFORMED: 'what answers is not a Kubernetes API server, or sends what cannot be read',
  FORBIDDEN: 'forbidden to the collector',
  NOT_WATCHED: 'watching is forbidden to the collector, listed every now and then',
  UNWATCHABLE: 'left out, since its API server cannot watch it',
  PER_CALLER: 'left out, since its API server shows each caller other objects of it',
  SHOWN_ELSEWHERE: 'its objects are shown as those of another kind',
  TOO_MANY_KINDS: 'the cluster serves more kinds than are collected',
  SOME_NAMESPACES: 'only the namespaces of collect.namespaces are collected',
  NOT_SERVED: 'not served',
  RBAC_NOT_READ: 'its RBAC has not been read yet',
  DUPLICATE: 'another registration reaches the same API server and is shown in its place',
  LEFT_OUT: 'at least one object is left out, since it cannot be kept as it is',
  OVER_LIMIT: 'objects are left out: rows and RBAC of one cluster have reached limits.clusterBytes',
  UNKNOWN: 'the log of the collector says why',
  RBAC_INCOMPLETE: 'its RBAC has not been read completely',
  RBAC_TOO_OLD: 'it has not confirmed its RBAC for too long',
  RBAC_NOT_FOLLOWED: 'changes of its RBAC cannot be followed just now',
  KINDS_NOT_FOLLOWED: 'not all of its kinds can be followed just now',
  POLICY_UNUSABLE: 'how it names its users is not configured, or cannot be used',
  OTHER_API_SERVER: 'what is stored of it was read from another API server than the one that it is registered with now',
  NEEDS_REVIEWS: 'its API server also uses authorizers other than RBAC: needs live reviews',
  REVIEWS_FAIL: 'its live reviews fail: its API server does not answer them',
  CLOSED_MEANWHILE: 'it was closed while this answer was made',
  STORE_AWAY: 'the store of the index cannot be reached or followed; what is known is what was read before',
  LOADING: 'its index is being loaded',
  SILENT: 'nothing has been heard of it for too long: its API server does not answer, or no collector asks it',
};

/** A cause with its sentence, which may include current numbers. */
export interface Because {
  readonly cause: CoverageCause;
  readonly reason: string;
}

export function because(cause: CoverageCause, reason: string = SENTENCES[cause]): Because {
  return { cause, reason };
}

/**
 * Callers for whom the index was wrong about a cluster. Live reviews decide for them until both agree again.
 *
 * Bounded without dropping anybody: with too many callers in quarantine, the whole cluster is.
 */
const MAX_CALLERS = 1_000;

export class Quarantine {
  readonly #callers = new Map<string, Set<string>>();
  readonly #whole = new Set<string>();
  #revision = 0;

  /** Grows whenever a caller enters or leaves. */
  get revision(): number {
    return this.#revision;
  }

  /** @param key identityKey() of the caller on that cluster */
  add(cluster: string, key: string): void {
    this.#revision++;
    const callers = this.#callers.get(cluster) ?? new Set<string>();
    this.#callers.set(cluster, callers);
    if (callers.size >= MAX_CALLERS && !callers.has(key)) this.#whole.add(cluster);
    else callers.add(key);
  }

  release(cluster: string, key: string): void {
    const callers = this.#callers.get(cluster);
    this.#revision++;
    callers?.delete(key);
    if (callers?.size === 0) this.forget(cluster);
  }

  forget(cluster: string): void {
    this.#revision++;
    this.#callers.delete(cluster);
    this.#whole.delete(cluster);
  }

  has(cluster: string, key: string): boolean {
    return this.#whole.has(cluster) || this.#callers.get(cluster)?.has(key) === true;
  }

  /** Number of (cluster, caller) pairs. */
  get size(): number {
    return [...this.#callers.values()].reduce((sum, callers) => sum + callers.size, 0);
  }
}
