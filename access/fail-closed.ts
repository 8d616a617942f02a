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
import { because, SENTENCES, type Because } from './coverage-causes.ts';

/** Policy of a cluster: how it sees our callers. Undefined if unknown, for example no longer registered. */
export interface Policies {
  (cluster: string): IdentityPolicy | undefined;
  /** Grows whenever a policy may have changed. */
  readonly revision: () => number;
}

export function policiesOf(policy: (cluster: string) => IdentityPolicy | undefined, revision: () => number = () => 0): Policies {
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
export function closure(cluster: ClusterIndex, { policies, connections, maxAgeMs, reviewsFail }: FailClosedRules): Closure | undefined {
  const { state, server, grantsConfirmedAgo } = cluster;
  if (!state) return { ...because('RBAC_NOT_READ'), unread: true };
  if (state.reason === 'DUPLICATE') return { ...because('DUPLICATE'), unread: false };
  // No collector has identified the API server yet, so no content counts.
  if (connections && !server) return { ...because('RBAC_NOT_READ'), unread: true };
  if (connections && server?.connection !== connections(cluster.cluster)) return { ...because('OTHER_API_SERVER'), unread: false };
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
    return { ...(isBegun ? because('RBAC_INCOMPLETE', SENTENCES.RBAC_INCOMPLETE + why) : because('RBAC_NOT_READ')), unread };
  }
  if (!(grantsConfirmedAgo <= maxAgeMs)) {
    const reason = `it has not confirmed its RBAC for longer than ${Math.round(maxAgeMs / 1000)} s${why}`;
    return { ...because('RBAC_TOO_OLD', reason), unread: false };
  }
  return undefined;
}
