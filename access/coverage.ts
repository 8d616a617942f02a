/**
 * Coverage: how completely the index holds a cluster and its kinds. This file also decides whether a cluster is closed
 * (closure()), and keeps the callers for whom the index and a cluster's own review disagreed (Quarantine).
 */
import type { Resource, Visibility } from '../rbac/types.ts';
import { listsWherever } from '../rbac/visibility.ts';
import type { CoverageState } from '../readmodel/question.ts';
import type { ClusterIndex, ReadModel } from '../readmodel/readmodel.ts';
import { compareText } from '../readmodel/table/names.ts';
import type { StateCause } from '../store/causes.ts';
import type { KindState } from '../store/store.ts';
import { identityPolicyProblem, type IdentityPolicy } from '../identity/identity.ts';

/**
 * Time in milliseconds without an answer of the API server after which a cluster counts as stale. Used if the collector
 * reports no `silentAfterMs`.
 */
const SILENCE_MS = 25_000;

export interface ClusterCoverage {
  readonly cluster: string;
  readonly state: CoverageState;
  readonly cause: CoverageCause | null;
  readonly reason: string | null;
  readonly kindsListed: number | null;
  readonly kindsTotal: number | null;
  /** Time of the API server's last answer, in milliseconds since the epoch. Null if there was no answer. */
  readonly syncedAt: number | null;
  readonly grantsSyncedAt: number | null;
  readonly kinds: readonly KindCoverage[];
}

export interface KindCoverage extends KindState {
  /** API version in which the collector reads objects of the kind. */
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

/** Why an open cluster shows nothing to one caller: the caller's rights on the cluster could not be determined. */
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
  /** The kinds of this cluster that the caller may name. Coverage lists and counts only these kinds. */
  readonly nameable: readonly Resource[];
  /** The caller's visibility of this cluster. Undefined if unknown. */
  readonly visibility?: Visibility | undefined;
}

/** The circumstances that determine the state of a cluster. */
type StateCircumstances = Pick<Circumstances, 'rules' | 'storeProblem'>;

export function coverageOf(cluster: ClusterIndex, circumstances: Circumstances): ClusterCoverage {
  const { now, nameable, visibility } = circumstances;
  const { state, answeredAgo, grantsConfirmedAgo } = cluster;
  const versions = new Map(nameable.map(resource => [kindName(resource), resource.version]));
  // Sorted, because the original order may depend on kinds that the caller may not name.
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

/** One text per cause, with the number of kinds that have it. Omits the cause of the cluster itself. */
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

/** True if the objects of this kind are shown under the kind `shownAs`, and the caller misses none of them. */
function isShownElsewhere({ group, kind, reason, shownAs }: KindState, visibility: Visibility | undefined): boolean {
  if (reason !== 'SHOWN_ELSEWHERE' || !visibility) return false;
  const { resources } = visibility;
  const one = resources.findIndex(it => it.group === group && it.kind === kind);
  const other = resources.findIndex(it => (it.group === '' ? it.plural : `${it.plural}.${it.group}`) === shownAs);
  return one >= 0 && other >= 0 && listsWherever(visibility, one, other);
}

/**
 * The first cause that makes a cluster incomplete. Ignores kinds that cannot be watched and kinds that each caller sees
 * differently, because such kinds are normal.
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

/** Number of clusters in each state, without names. This is the accessor behind `@rbacPublic`. */
export class FleetNumbers {
  readonly #sources: CoverageSources;
  #coverage: CoverageNumbers | undefined;

  constructor(sources: CoverageSources) {
    this.#sources = sources;
  }

  /** Counted once per request, because the request may contain many fields that need the numbers. */
  coverage(): CoverageNumbers {
    return (this.#coverage ??= countStates(this.#sources.readModel.clusters(), coverageContext(this.#sources)));
  }
}

export interface CoverageSources {
  readonly readModel: Pick<ReadModel, 'clusters' | 'storeProblem'>;
  readonly rules: FailClosedRules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The inputs of coverage that are the same for all clusters. */
export function coverageContext({ rules, readModel, now }: CoverageSources): StateCircumstances & { now: number } {
  return { rules, storeProblem: readModel.storeProblem !== undefined, now: now() };
}

/**
 * Names of the closed clusters. A closed cluster shows no rows. Only operators may see these names, callers must not.
 */
export function closedClusters(
  clusters: readonly ClusterIndex[],
  circumstances: StateCircumstances,
): ReadonlySet<string> {
  return new Set(
    clusters.flatMap(index => (standingOf(index, circumstances, []).state === 'CLOSED' ? index.cluster : [])),
  );
}

/**
 * Text that changes whenever a cluster is added or removed, or changes state. Callers must not see the text, because it
 * contains the names of all clusters.
 */
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
 * State of a cluster. The first condition below that applies decides.
 * @param kinds The kinds whose progress is reported
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
  // Checks the kinds of the cluster, not of the caller, because the state must be equal for all callers.
  if (state.kinds.some(kind => kind.state === 'failing'))
    return { state: 'STALE', because: because('KINDS_NOT_FOLLOWED') };
  if (state.grants.reason !== '') return { state: 'STALE', because: because('RBAC_NOT_FOLLOWED') };
  return { state: 'INDEXED', because: state.reason ? because(state.reason) : undefined };
}

/** Counts the caller's kinds, because the number that the collector reports includes all kinds. */
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

export function stateOf(cluster: ClusterIndex, circumstances: StateCircumstances): CoverageState {
  return standingOf(cluster, circumstances, []).state;
}

/**
 * True if the index has all objects of the kind: the collector reads the kind, its first list is complete, and
 * nothing is left out. False until the cluster is synced, because before that, the index does not know whether only
 * some namespaces are collected.
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

/** Cached, because joins request the same kinds many times. */
const completeKinds = new WeakMap<readonly KindState[], ReadonlySet<string>>();

function kindName({ group, kind }: Pick<Resource, 'group' | 'kind'>): string {
  return `${kind}/${group}`;
}

/**
 * The policy of each cluster: how the cluster identifies our callers. Undefined if unknown, for example because the
 * cluster is no longer registered.
 */
export interface Policies {
  (cluster: string): IdentityPolicy | undefined;
  /** Counter that grows whenever a policy may have changed. */
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
   * connection may belong to another API server and is not shown. If `connections` is absent, the connection is not
   * checked.
   */
  readonly connections?: ((cluster: string) => string | undefined) | undefined;
  /** Maximum age, in milliseconds, of the last confirmation of a leaf cluster's grants. Older grants are not used. */
  readonly maxAgeMs: number;
  /**
   * True if live reviews of the cluster fail for all callers. If `reviewsFail` is absent, `mixed` clusters are
   * closed.
   */
  readonly reviewsFail?: (cluster: string) => boolean;
}

export interface Closure extends Because {
  /** True if the API server is unknown or never confirmed its grants. The cluster may then be starting, not failing. */
  readonly unread: boolean;
}

/**
 * Reason why a cluster is closed. A closed cluster shows no rows. Undefined if the cluster is open.
 *
 * A doubt closes the cluster, because nobody would notice a row shown by mistake. Missing knowledge never counts as
 * permission. A closed cluster is reported in coverage, so somebody can fix the cause. What remains: a right that was
 * revoked on an unreachable leaf stays in force until `maxAgeMs` has passed.
 */
export function closure(
  cluster: ClusterIndex,
  { policies, connections, maxAgeMs, reviewsFail }: FailClosedRules,
): Closure | undefined {
  const { state, server, grantsConfirmedAgo } = cluster;
  if (!state) return { ...because('RBAC_NOT_READ'), unread: true };
  if (state.reason === 'DUPLICATE') return { ...because('DUPLICATE'), unread: false };
  // No collector has identified the API server yet, so no content may be shown.
  if (connections && !server) return { ...because('RBAC_NOT_READ'), unread: true };
  if (connections && server?.connection !== connections(cluster.cluster))
    return { ...because('OTHER_API_SERVER'), unread: false };
  const policy = policies(cluster.cluster);
  if (!policy || identityPolicyProblem(policy) !== undefined) return { ...because('POLICY_UNUSABLE'), unread: false };
  if (state.authorization === 'mixed') {
    // Live reviews decide for this cluster. The age and completeness of its RBAC objects do not matter.
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
 * Causes why the index does not fully cover a cluster or a kind. The members are equal to the members of the schema's
 * enum CoverageCause.
 */
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

/**
 * One fixed sentence for each cause. A sentence may describe a cluster or a kind, so it does not say which of the two.
 *
 * Who attacks: whoever controls the error texts of a leaf, a proxy or a credential plugin. They can cause an error text
 * that contains objects, addresses, paths or keys of others. A caller then reads coverage to learn them. What stops
 * them: collectors store codes (store/causes.ts). An answer consists of these sentences and of numbers that the caller
 * may know. Original texts appear only in the collector's log. What remains: everybody who may name a cluster learns
 * which of these causes the cluster has.
 */
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

/** Maximum number of callers in quarantine on one cluster. */
const MAX_CALLERS = 1_000;

/**
 * Callers for whom the index and the cluster's own review disagreed. Live reviews decide for such a caller until the
 * index and the reviews agree again. With more than MAX_CALLERS callers, the whole cluster is in quarantine.
 */
export class Quarantine {
  readonly #callers = new Map<string, Set<string>>();
  readonly #whole = new Set<string>();
  #revision = 0;

  /** Grows whenever a caller is added or removed. */
  get revision(): number {
    return this.#revision;
  }

  /** @param key identityKey() of the caller on this cluster */
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

  /** Number of pairs of cluster and caller. */
  get size(): number {
    return [...this.#callers.values()].reduce((sum, callers) => sum + callers.size, 0);
  }
}
