/** Coverage: how completely the index holds a cluster and its kinds. No other file decides this. */
import type { Resource, Visibility } from '../rbac/types.ts';
import { listsWherever } from '../rbac/visibility.ts';
import type { CoverageState } from '../readmodel/question.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import { compareText } from '../readmodel/table/names.ts';
import type { StateCause } from '../store/causes.ts';
import type { KindState } from '../store/store.ts';
import { because, type Because, closure, type CoverageCause, type FailClosedRules, SENTENCES } from './fail-closed.ts';

/** A collector reports its leaf every five seconds. Several missing reports mean that it is silent. */
const SILENCE_MS = 25_000;

export interface ClusterCoverage {
  readonly cluster: string;
  readonly state: CoverageState;
  readonly cause: CoverageCause | null;
  readonly reason: string | null;
  readonly kindsListed: number | null;
  readonly kindsTotal: number | null;
  /** Milliseconds since the epoch. */
  readonly syncedAt: number | null;
  readonly grantsSyncedAt: number | null;
  readonly kinds: readonly KindCoverage[];
}

export interface KindCoverage extends KindState {
  /** Version in which objects of the kind are read. */
  readonly version: string;
}

export interface CoverageNumbers {
  readonly total: number;
  readonly indexed: number;
  readonly rebuilding: number;
  readonly stale: number;
  readonly unreachable: number;
  readonly closed: number;
}

/** Why an open cluster shows one caller nothing: their rights there could not be learned. */
export type WithheldCause = 'ASKING' | 'SLOW' | 'REFUSED' | 'FAILED' | 'TOO_LARGE' | 'CHANGING';

export interface WithheldClusters {
  readonly cause: WithheldCause;
  readonly count: number;
}

export interface Circumstances {
  readonly rules: FailClosedRules;
  /** True if the store, or a part of it, is unreachable. */
  readonly storeProblem: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * The kinds of this cluster that the caller may know of. Coverage reveals nothing of others, not even their number.
   */
  readonly nameable: readonly Resource[];
  /** What the caller may list on this cluster. Undefined if nothing, or if the rights are unknown. */
  readonly visibility?: Visibility | undefined;
}

/** The part of Circumstances that a state depends on. */
type StateCircumstances = Pick<Circumstances, 'rules' | 'storeProblem'>;

export function coverageOf(cluster: ClusterIndex, circumstances: Circumstances): ClusterCoverage {
  const { now, nameable, visibility } = circumstances;
  const { state, answeredAgo, grantsConfirmedAgo } = cluster;
  const versions = new Map(nameable.map(resource => [kindName(resource), resource.version]));
  // Sorted: the original order may depend on kinds that the caller may not name.
  const kinds = (state?.kinds ?? [])
    .flatMap(kind => {
      const version = versions.get(kindName(kind));
      return version === undefined ? [] : [{ ...kind, version }];
    })
    .toSorted(byName);
  const { because: why, ...standing } = standingOf(cluster, circumstances, kinds);
  const telling = kinds.filter(kind => !isShownElsewhere(kind, visibility));
  const reasons = [...(why ? [why.reason] : []), ...reasonsOfKinds(telling, why?.cause)];
  return {
    cluster: cluster.cluster,
    state: standing.state,
    cause: why?.cause ?? firstCause(telling) ?? null,
    reason: reasons.join('; ') || null,
    kindsListed: state ? kinds.filter(isListed).length : null,
    kindsTotal: state ? kinds.filter(isCollected).length : null,
    syncedAt: answeredAgo === undefined ? null : now - answeredAgo,
    grantsSyncedAt: grantsConfirmedAgo === undefined ? null : now - grantsConfirmedAgo,
    kinds,
  };
}

/** Each cause of kinds once, with the number of kinds. Omits the cluster's own cause. */
function reasonsOfKinds(kinds: readonly KindState[], reported: CoverageCause | undefined): string[] {
  const causes = Map.groupBy(kinds, ({ reason }) => reason);
  return [...causes].flatMap(([cause, { length: count }]) =>
    cause === '' || cause === reported
      ? []
      : [
          `${count} ${count === 1 ? 'kind' : 'kinds'}: ${SENTENCES[cause]}${cause === 'SHOWN_ELSEWHERE' ? NOT_LISTED_THERE : ''}`,
        ],
  );
}

const NOT_LISTED_THERE = ', which you may not list everywhere';

/**
 * True if the caller misses nothing: they may list the kind under which these objects are shown, wherever they may list
 * this kind.
 */
function isShownElsewhere({ group, kind, reason, shownAs }: KindState, visibility: Visibility | undefined): boolean {
  if (reason !== 'SHOWN_ELSEWHERE' || !visibility) return false;
  const { resources } = visibility;
  const one = resources.findIndex(it => it.group === group && it.kind === kind);
  const other = resources.findIndex(it => (it.group === '' ? it.plural : `${it.plural}.${it.group}`) === shownAs);
  return one >= 0 && other >= 0 && listsWherever(visibility, one, other);
}

/**
 * Causes that every API server has are left out: kinds that cannot be watched, and kinds that each caller sees
 * differently. `kinds` names them; the cluster counts as complete.
 */
function firstCause(kinds: readonly KindState[]): StateCause | undefined {
  for (const { reason } of kinds)
    if (reason !== '' && reason !== 'UNWATCHABLE' && reason !== 'PER_CALLER') return reason;
  return undefined;
}

function byName(a: KindState, b: KindState): number {
  return compareText(a.group, b.group) || compareText(a.kind, b.kind);
}

/** Number of clusters in each state. */
export function countStates(clusters: readonly ClusterIndex[], circumstances: StateCircumstances): CoverageNumbers {
  const counts = { INDEXED: 0, REBUILDING: 0, STALE: 0, UNREACHABLE: 0, CLOSED: 0 };
  for (const cluster of clusters) counts[standingOf(cluster, circumstances, []).state]++;
  return {
    total: clusters.length,
    indexed: counts.INDEXED,
    rebuilding: counts.REBUILDING,
    stale: counts.STALE,
    unreachable: counts.UNREACHABLE,
    closed: counts.CLOSED,
  };
}

/** Names of the closed clusters, which show nothing. Names clusters: for operators. */
export function closedClusters(
  clusters: readonly ClusterIndex[],
  circumstances: StateCircumstances,
): ReadonlySet<string> {
  return new Set(
    clusters.flatMap(index => (standingOf(index, circumstances, []).state === 'CLOSED' ? index.cluster : [])),
  );
}

/** Text that changes whenever a cluster comes, goes or changes state. Names clusters: for internal use. */
export function statesText(clusters: readonly ClusterIndex[], circumstances: StateCircumstances): string {
  return clusters.map(cluster => `${cluster.cluster} ${standingOf(cluster, circumstances, []).state}`).join();
}

export interface CauseCount {
  readonly state: CoverageState;
  readonly cause: CoverageCause;
  readonly count: number;
}

/** Number of clusters that the index does not fully cover, by state and cause. */
export function stateCauses(
  clusters: readonly ClusterIndex[],
  circumstances: Omit<Circumstances, 'nameable'>,
): readonly CauseCount[] {
  const counts = new Map<string, { state: ClusterCoverage['state']; cause: CoverageCause; count: number }>();
  for (const cluster of clusters) {
    const { state, because: why } = standingOf(cluster, circumstances, []);
    if (!why) continue;
    const key = `${state}/${why.cause}`;
    const counted = counts.get(key);
    if (counted) counted.count++;
    else counts.set(key, { state, cause: why.cause, count: 1 });
  }
  return [...counts.values()];
}

/** Number of withheld clusters by cause. */
export function countCauses(causes: Iterable<WithheldCause>): readonly WithheldClusters[] {
  const counts = Map.groupBy(causes, cause => cause);
  return [...counts]
    .map(([cause, { length: count }]) => ({ cause, count }))
    .sort((a, b) => compareText(a.cause, b.cause));
}

/**
 * State of a cluster: the first that applies, worst first. Closed, then stale, then incomplete. A cluster not read yet
 * is loading or unreachable, not closed. `kinds`: the kinds to report.
 */
function standingOf(
  cluster: ClusterIndex,
  { rules, storeProblem }: StateCircumstances,
  kinds: readonly KindState[],
): Pick<ClusterCoverage, 'state'> & { because: Because | undefined } {
  const { state, loading, answeredAgo } = cluster;
  if (!state)
    return { state: 'REBUILDING', because: because((cluster.stale ?? storeProblem) ? 'STORE_AWAY' : 'RBAC_NOT_READ') };
  const closed = closure(cluster, rules);
  if (state.phase === 'unreachable' && (!closed || closed.unread))
    return { state: 'UNREACHABLE', because: because(state.reason || 'UNREACHABLE') };
  if (closed && (!closed.unread || state.phase === 'synced')) return { state: 'CLOSED', because: closed };
  if (cluster.stale) return { state: 'STALE', because: because('STORE_AWAY') };
  if (closed) return { state: 'REBUILDING', because: because(state.reason || 'RBAC_NOT_READ') };
  if (loading) return { state: 'REBUILDING', because: because('LOADING') };
  if (answeredAgo !== undefined && answeredAgo > (state.silentAfterMs ?? SILENCE_MS)) {
    const seconds = Math.round(answeredAgo / 1000);
    return { state: 'STALE', because: because('SILENT', SENTENCES.SILENT.replace('too long', `${seconds} s`)) };
  }
  if (state.phase !== 'synced')
    return {
      state: 'REBUILDING',
      because: state.phase === 'connecting' && state.reason ? because(state.reason) : progressOf(kinds),
    };
  // All kinds, not only the caller's: the state is the same for everybody, and only its details differ.
  if (state.kinds.some(kind => kind.state === 'failing'))
    return { state: 'STALE', because: because('KINDS_NOT_FOLLOWED') };
  if (state.grants.reason !== '') return { state: 'STALE', because: because('RBAC_NOT_FOLLOWED') };
  return { state: 'INDEXED', because: state.reason ? because(state.reason) : undefined };
}

/** Counts the caller's kinds: the collector's own count includes all. */
function progressOf(kinds: readonly KindState[]): Because {
  const listed = kinds.filter(isListed).length;
  const total = kinds.filter(isCollected).length;
  return listed < total ? because('LISTING', `listing ${listed}/${total} kinds`) : because('LISTING');
}

function isCollected({ state }: KindState): boolean {
  return state !== 'uncollected';
}

function isListed({ state, reason }: KindState): boolean {
  return (state === 'watching' || state === 'polling') && reason !== 'OVER_LIMIT';
}

/** State of one cluster. */
export function stateOf(cluster: ClusterIndex, circumstances: StateCircumstances): CoverageState {
  return standingOf(cluster, circumstances, []).state;
}

/**
 * True if the index has all objects of the kind: it is followed, its first list is complete, and nothing is left out.
 * Before the cluster is synced, its state does not say whether only some namespaces are collected.
 */
export function isComplete(
  { loading, state }: ClusterIndex,
  { group, kind, namespaced }: Omit<Resource, 'version' | 'plural'>,
): boolean {
  if (loading || state?.phase !== 'synced' || (namespaced && state.reason === 'SOME_NAMESPACES')) return false;
  let complete = completeKinds.get(state.kinds);
  if (!complete) {
    const whole = state.kinds.filter(it => isListed(it) && (it.reason === '' || it.reason === 'NOT_WATCHED'));
    completeKinds.set(state.kinds, (complete = new Set(whole.map(kindName))));
  }
  return complete.has(kindName({ group, kind }));
}

/** Cached: joins ask for the same kinds many times. */
const completeKinds = new WeakMap<readonly KindState[], ReadonlySet<string>>();

function kindName({ group, kind }: Pick<Resource, 'group' | 'kind'>): string {
  return `${kind}/${group}`;
}
