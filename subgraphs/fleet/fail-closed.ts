/**
 * When a cluster contributes nothing: whenever it is not certain what its RBAC allows at this moment.
 *
 * Why in doubt nothing: an index that shows a row too many has broken the one promise it makes, and nobody notices; one that shows a row too
 * few says so in its coverage, and somebody mends it. So each condition here is something that must be known before the first row is shown,
 * and the absence of knowledge is never read as permission. What remains: a right revoked on a leaf that cannot be reached stays in force
 * here until `maxAgeMs` has passed, the same window in which kubectl could not reach that leaf either.
 */
import { identityPolicyProblem } from '../../identity/cluster-identity.ts';
import type { IdentityPolicy } from '../../identity/identity.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';

/** How a cluster sees our callers; undefined: not known, perhaps no longer registered. */
export interface Policies {
  (cluster: string): IdentityPolicy | undefined;
  /** Another one whenever any answer may be another. Undefined, or policies without it: that is not known, and each is looked at each time. */
  readonly revision?: () => number | undefined;
}

export interface FailClosedRules {
  readonly policies: Policies;
  /** Grants that the leaf has not confirmed for longer are not used. */
  readonly maxAgeMs: number;
  /** Where clusters can be asked themselves: why a cluster's live reviews fail just now. Without it, `mixed` clusters are closed. */
  readonly reviewProblem?: (cluster: string) => string | undefined;
}

/** `unread`: the grants have never been read, so that this may be a beginning and not a fault. */
export interface Closure {
  readonly reason: string;
  readonly unread: boolean;
}

/** Why a cluster contributes nothing just now; undefined when it may. */
export function closure(cluster: ClusterIndex, { policies, maxAgeMs, reviewProblem }: FailClosedRules): Closure | undefined {
  const { state, grantsConfirmedAgo } = cluster;
  const because = (reason: string): Closure => ({ reason, unread: false });
  if (!state) return { reason: 'its RBAC has not been read yet', unread: true };
  const policy = policies(cluster.cluster);
  if (!policy) return because('how it names its users is not configured');
  const problem = identityPolicyProblem(policy);
  if (problem !== undefined) return because(problem);
  if (state.authorization === 'mixed') {
    // Its RBAC objects decide nothing, so their age and completeness do not matter; what each caller may see is asked of the cluster.
    if (!reviewProblem) return because('its API server also uses authorizers other than RBAC: needs live reviews');
    const failing = reviewProblem(cluster.cluster);
    return failing === undefined ? undefined : because(failing);
  }
  if (!state.grants.complete || grantsConfirmedAgo === undefined) {
    return { reason: state.grants.reason || 'its RBAC has not been read completely', unread: grantsConfirmedAgo === undefined };
  }
  if (!(grantsConfirmedAgo <= maxAgeMs)) {
    const why = state.grants.reason && ` (${state.grants.reason})`;
    return because(`it has not confirmed its RBAC for longer than ${Math.round(maxAgeMs / 1000)} s${why}`);
  }
  return undefined;
}
