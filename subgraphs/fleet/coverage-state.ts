/**
 * How far the index speaks for a cluster: the one place where that is decided.
 */
import type { Resource } from '../../rbac/types.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';
import type { KindState } from '../../store/store.ts';
import { closure, type FailClosedRules } from './fail-closed.ts';

/** A leaf under watch sends a bookmark about once a minute, so a longer silence means something. */
const SILENCE_MS = 60_000;

export interface ClusterCoverage {
  readonly cluster: string;
  readonly state: 'INDEXED' | 'REBUILDING' | 'STALE' | 'UNREACHABLE' | 'CLOSED';
  readonly reason: string | null;
  readonly kindsListed: number | null;
  readonly kindsTotal: number | null;
  /** Milliseconds since the epoch. */
  readonly syncedAt: number | null;
  readonly grantsSyncedAt: number | null;
  readonly kinds: readonly KindState[];
}

export interface CoverageNumbers {
  readonly total: number;
  readonly indexed: number;
  readonly rebuilding: number;
  readonly stale: number;
  readonly unreachable: number;
  readonly closed: number;
}

export interface Circumstances {
  readonly rules: FailClosedRules;
  /** Whether the store cannot be reached. */
  readonly storeProblem: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The kinds of this cluster that the asker may know of; others are counted and not named. */
  readonly nameable: readonly Resource[];
}

export function coverageOf(cluster: ClusterIndex, circumstances: Circumstances): ClusterCoverage {
  const { now, nameable } = circumstances;
  const { state, answeredAgo, grantsConfirmedAgo } = cluster;
  const named = new Set(nameable.map(({ group, kind }) => `${kind}/${group}`));
  const kinds = (state?.kinds ?? []).filter(({ group, kind }) => named.has(`${kind}/${group}`));
  const standing = standingOf(cluster, circumstances);
  const reasons = [standing.reason, ...kinds.map(({ reason }) => reason)];
  return {
    cluster: cluster.cluster,
    state: standing.state,
    reason: reasons.filter(reason => reason !== '').join('; ') || null,
    kindsListed: state ? state.kinds.filter(isListed).length : null,
    kindsTotal: state ? state.kinds.length : null,
    syncedAt: answeredAgo === undefined ? null : now - answeredAgo,
    grantsSyncedAt: grantsConfirmedAgo === undefined ? null : now - grantsConfirmedAgo,
    kinds,
  };
}

/** How many of the clusters are in which state. */
export function countStates(clusters: readonly ClusterIndex[], circumstances: Omit<Circumstances, 'nameable'>): CoverageNumbers {
  const states = clusters.map(cluster => standingOf(cluster, circumstances).state);
  const inState = (wanted: ClusterCoverage['state']) => states.filter(state => state === wanted).length;
  return {
    total: states.length,
    indexed: inState('INDEXED'),
    rebuilding: inState('REBUILDING'),
    stale: inState('STALE'),
    unreachable: inState('UNREACHABLE'),
    closed: inState('CLOSED'),
  };
}

/**
 * The first that holds, worst news first: what contributes nothing, then what cannot be brought up to date, then what is not complete yet. A
 * cluster that nobody has read yet is being read, or cannot be reached; it is not called closed for that.
 */
function standingOf(
  cluster: ClusterIndex,
  { rules, storeProblem }: Omit<Circumstances, 'nameable'>,
): Pick<ClusterCoverage, 'state'> & { reason: string } {
  const { state, loading, answeredAgo } = cluster;
  const closed = closure(cluster, rules);
  if (state?.phase === 'unreachable' && (!closed || closed.unread))
    return { state: 'UNREACHABLE', reason: state.reason || 'its API server cannot be reached' };
  if (closed && (!closed.unread || state?.phase === 'synced')) return { state: 'CLOSED', reason: closed.reason };
  if (storeProblem) return { state: 'STALE', reason: 'the store of the index cannot be reached; the last known state is shown' };
  if (!state || closed) return { state: 'REBUILDING', reason: state?.reason || 'its RBAC has not been read yet' };
  if (loading) return { state: 'REBUILDING', reason: 'its index is being loaded' };
  if (answeredAgo !== undefined && answeredAgo > SILENCE_MS) {
    return { state: 'STALE', reason: `its API server has not answered for ${Math.round(answeredAgo / 1000)} s` };
  }
  if (state.phase !== 'synced') {
    return { state: 'REBUILDING', reason: state.reason || `listing ${state.kinds.filter(isListed).length}/${state.kinds.length} kinds` };
  }
  return { state: 'INDEXED', reason: state.reason };
}

function isListed({ state }: KindState): boolean {
  return state === 'watching' || state === 'polling';
}
