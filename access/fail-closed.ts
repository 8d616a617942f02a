/**
 * When a cluster contributes nothing: whenever it is not certain what its RBAC allows at this moment.
 *
 * Why in doubt nothing: an index that shows a row too many has broken the one promise it makes, unnoticed; one that shows a row too
 * few says so in its coverage, and somebody mends it. So each condition here is something that must be known before the first row is shown,
 * and the absence of knowledge is never read as permission. What remains: a right revoked on a leaf that cannot be reached stays in force
 * here until `maxAgeMs` has passed, the same window in which kubectl could not reach that leaf either.
 */
import { identityPolicyProblem } from '../identity/cluster-identity.ts';
import type { IdentityPolicy } from '../identity/identity.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import { because, SENTENCES, type Because } from './coverage-causes.ts';

/** How a cluster sees our callers; undefined: not known, perhaps no longer registered. */
export interface Policies {
  (cluster: string): IdentityPolicy | undefined;
  /** Grows whenever any answer may be another. */
  readonly revision: () => number;
}

export function policiesOf(policy: (cluster: string) => IdentityPolicy | undefined, revision: () => number = () => 0): Policies {
  return Object.assign(policy, { revision });
}

export interface FailClosedRules {
  readonly policies: Policies;
  /**
   * The connection that each registered cluster proves (clusters/connection-digest.ts). Content that was read over
   * another connection is another API server's, and is not shown. Without it, all content counts.
   */
  readonly connections?: ((cluster: string) => string | undefined) | undefined;
  /** Grants that the leaf has not confirmed for longer are not used. */
  readonly maxAgeMs: number;
  /** Where clusters can be asked themselves: whether a cluster's live reviews fail for everybody. Without it, `mixed` clusters are closed. */
  readonly reviewsFail?: (cluster: string) => boolean;
}

/** `unread`: the grants have never been read, so that this may be a beginning and not a fault. */
export interface Closure extends Because {
  readonly unread: boolean;
}

/** Why a cluster contributes nothing just now; undefined when it may. */
export function closure(cluster: ClusterIndex, { policies, connections, maxAgeMs, reviewsFail }: FailClosedRules): Closure | undefined {
  const { state, server, grantsConfirmedAgo } = cluster;
  if (!state) return { ...because('RBAC_NOT_READ'), unread: true };
  if (state.reason === 'DUPLICATE') return { ...because('DUPLICATE'), unread: false };
  // No collector has said yet whose content this will be, so there is none that counts.
  if (connections && !server) return { ...because('RBAC_NOT_READ'), unread: true };
  if (connections && server?.connection !== connections(cluster.cluster)) return { ...because('OTHER_API_SERVER'), unread: false };
  const policy = policies(cluster.cluster);
  if (!policy || identityPolicyProblem(policy) !== undefined) return { ...because('POLICY_UNUSABLE'), unread: false };
  if (state.authorization === 'mixed') {
    // Its RBAC objects decide nothing, so their age and completeness do not matter; what each caller may see is asked of the cluster.
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
