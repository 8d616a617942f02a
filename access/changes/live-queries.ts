/**
 * Finds the live queries that a change may affect, and hints that they should run again. A query computes its payload
 * from the journal and the current rights, so an unneeded hint sends nothing.
 *
 * Callers are found by the object's namespace, and equal filters of one caller are evaluated once. Live access reviews
 * report no changes, so queries that depend on live reviews run again at an interval.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Identity, LiveQuery } from '../../identity/identity.ts';
import { FleetNumbers, statesText, closure } from '../coverage.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import { type IndexChange, type RowChange, type Shown, shows } from '../../readmodel/changes/change.ts';
import { kindFits, rowMatch, type RowMatch } from '../../readmodel/select/row-match.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import { type AccessSources, identityKey, RequestView } from '../request-access.ts';
import type { AccessFrame } from '../frame.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import { VisibleNames } from '../visible-names.ts';
import { type Followable, FollowedQuery, type LiveQueriesOpener, OpenQuery, type Progress } from './open-query.ts';
import { Listeners, type Listener } from './listeners.ts';
import { bindingOf, canonicalFilter } from './resume-token.ts';

/** Interval in milliseconds for checking whether the rights of callers changed. */
const RIGHTS_MS = 250;
/** Interval in milliseconds for checking whether clusters opened or closed without a change event. */
const CLOSING_MS = 1_000;
/** Interval in milliseconds for refreshing queries before their position leaves the journal. */
const AGING_MS = 1_000;
/** Interval in milliseconds for checking whether coverage changed. */
const COVERAGE_MS = 5_000;
/** Interval in milliseconds for repeating live access reviews. */
const ASK_AGAIN_MS = 10_000;
/** Time in milliseconds after which the matching of changes yields to other work. */
const TURN_MS = 2;
/** If more changes than this wait for matching, every query gets a hint instead. */
const MAX_WAITING = 50_000;

type Sources = AccessSources & { readonly readModel: ReadModel };

/** The queries of one caller with one filter. */
interface SharedFilter {
  readonly key: string;
  readonly filter: Filter;
  readonly matches: RowMatch;
  /** A superset of the clusters that the filter can match. Undefined means all clusters. */
  readonly reached: readonly string[] | undefined;
  readonly queries: Set<OpenQuery>;
}

class Caller implements Listener {
  readonly identity: Identity;
  readonly filters = new Map<string, SharedFilter>();
  readonly followed = new Set<FollowedQuery>();
  shown: Shown = new Map();

  constructor(identity: Identity) {
    this.identity = identity;
  }

  *queries(): Iterable<OpenQuery> {
    for (const { queries } of this.filters.values()) yield* queries;
  }

  get isGone(): boolean {
    return this.filters.size === 0 && this.followed.size === 0;
  }
}

export class LiveQueries implements LiveQueriesOpener {
  readonly #sources: Sources;
  readonly #callers = new Map<string, Caller>();
  readonly #listeners = new Listeners<Caller>();
  /** Changes that are not matched yet. An id means that only relations or records of the object changed. */
  #waiting: (RowChange | ObjectId)[] = [];
  #judging: NodeJS.Immediate | undefined;
  /** Clusters on which the rights of callers may have changed since the last check. */
  readonly #touched = new Set<string>();
  #isAllTouched = false;
  #revision = 0;
  #othersRevision = 0;
  #openClusters: ReadonlySet<string> = new Set();
  #states = '';
  #isLooking = false;
  #isCounting = false;
  #stop: (() => void) | undefined;
  #stopping = new AbortController();
  #size = 0;
  #followedCount = 0;
  /** Coverage of each cluster and of its kinds as text, by cluster. */
  readonly #standings = new Map<string, string>();
  #isComparing = false;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get size(): number {
    return this.#size;
  }

  open(live: LiveQuery, identity: Identity, filter: Filter, since: Progress | undefined, shown: Shown): OpenQuery {
    this.#stop ??= this.#start();
    const { caller, key } = this.#callerOf(identity);
    const filterKey = canonicalFilter(filter);
    let shared = caller.filters.get(filterKey);
    if (!shared) {
      shared = { key: filterKey, filter, matches: rowMatch(filter), reached: clustersOf(filter), queries: new Set() };
      caller.filters.set(filterKey, shared);
    }
    const of = { caller, shared, key };
    const query = new OpenQuery(
      { live, filter: shared.filter, since, binding: bindingOf(identity, filter) },
      ended => this.#ended(ended, of),
      shown => this.#sees(of.caller, shown),
    );
    shared.queries.add(query);
    this.#size++;
    this.#sees(caller, shown);
    return query;
  }

  /**
   * Follows an answer of a subgraph from payload to payload. Must be called before the rows of the payload are read.
   */
  follow(live: LiveQuery, identity: Identity, follows: Followable, shown: Shown): FollowedQuery {
    this.#stop ??= this.#start();
    const { caller, key } = this.#callerOf(identity);
    let query = FollowedQuery.of(live);
    if (!query) {
      const end = (ended: FollowedQuery): void => {
        if (!caller.followed.delete(ended)) return;
        this.#size--;
        if (--this.#followedCount === 0) this.#standings.clear();
        this.#left(caller, key);
      };
      query = new FollowedQuery(live, { follows, caller: key, end });
      caller.followed.add(query);
      this.#size++;
      this.#followedCount++;
      live.tracked = query;
    }
    this.#sees(caller, shown, query);
    query.begin();
    return query;
  }

  #callerOf(identity: Identity): { caller: Caller; key: string } {
    const key = identityKey(identity);
    let caller = this.#callers.get(key);
    if (!caller) this.#callers.set(key, (caller = new Caller(identity)));
    return { caller, key };
  }

  close(): void {
    this.#stopping.abort();
    this.#stop?.();
    this.#stop = undefined;
    clearImmediate(this.#judging);
    this.#judging = undefined;
    this.#waiting = [];
  }

  #ended(query: OpenQuery, { caller, shared, key }: { caller: Caller; shared: SharedFilter; key: string }): void {
    if (!shared.queries.delete(query)) return;
    this.#size--;
    if (shared.queries.size === 0) caller.filters.delete(shared.key);
    this.#left(caller, key);
  }

  #left(caller: Caller, key: string): void {
    if (!caller.isGone) return;
    this.#callers.delete(key);
    this.#listeners.remove(caller);
    if (this.#callers.size === 0) this.close();
  }

  /** Stores what the caller sees now. Queries that were computed with other rights get a hint. */
  #sees(caller: Caller, shown: Shown, by?: FollowedQuery): void {
    if (caller.shown === shown || caller.isGone) return;
    const before = caller.shown;
    this.#listeners.move(caller, before, shown);
    caller.shown = shown;
    for (const query of caller.followed)
      if (query !== by)
        for (const cluster of new Set([...before.keys(), ...shown.keys()]))
          if (before.get(cluster) !== shown.get(cluster)) query.hint(cluster, true);
    for (const query of caller.queries()) if (query.since && query.since.moment.shown !== shown) query.hint(true);
  }

  #start(): () => void {
    const { readModel } = this.#sources;
    this.#stopping = new AbortController();
    this.#revision = readModel.revision;
    this.#othersRevision = this.#revisionOfOthers();
    this.#openClusters = this.#open();
    this.#states = this.#statesNow();
    const stop = readModel.onChange(change => this.#take(change));
    const timers = [
      setInterval(() => this.#lookAtRights(), RIGHTS_MS),
      setInterval(() => this.#lookAtClosures(), CLOSING_MS),
      setInterval(() => this.#keepYoung(), AGING_MS),
      setInterval(() => this.#lookAtCoverage(), COVERAGE_MS),
      setInterval(() => this.#askAgain(), ASK_AGAIN_MS),
    ];
    for (const timer of timers) timer.unref();
    return () => {
      stop();
      for (const timer of timers) clearInterval(timer);
    };
  }

  #take({ cluster, revision, rows, attached }: IndexChange): void {
    if (revision !== this.#revision) {
      this.#revision = revision;
      if (cluster === undefined) this.#isAllTouched = true;
      else this.#touched.add(cluster);
    }
    const followed = this.#followedCount > 0 ? attached : [];
    const count = rows.length + followed.length;
    if (count === 0) return;
    if (this.#waiting.length + count > MAX_WAITING) {
      this.#waiting = [];
      this.#hintAll(false);
      return;
    }
    for (const row of rows) this.#waiting.push(row);
    for (const object of followed) this.#waiting.push(object);
    this.#judging ??= setImmediate(() => this.#judge(0));
  }

  /** Runs asynchronously, so that writers to the read model do not wait for the matching. */
  #judge(from: number): void {
    const end = performance.now() + TURN_MS;
    let at = from;
    for (; at < this.#waiting.length && (at % 16 !== 0 || performance.now() < end); at++) {
      const change = this.#waiting[at]!;
      if ('name' in change) this.#judgeFollowed(change);
      else this.#judgeRow(change);
    }
    this.#judging = undefined;
    if (at >= this.#waiting.length) this.#waiting = [];
    else this.#judging = setImmediate(() => this.#judge(at));
  }

  #judgeFollowed(object: ObjectId): void {
    for (const caller of this.#listeners.near(object)) {
      if (caller.followed.size === 0 || !shows(caller.shown.get(object.cluster), object)) continue;
      for (const query of caller.followed)
        if (query.follows.kinds?.some(match => kindFits(match, object)) !== false) query.hint(object.cluster, false);
    }
  }

  #judgeRow({ before, after }: RowChange): void {
    const object = (after ?? before)!;
    if (this.#followedCount > 0) this.#judgeFollowed(object);
    for (const caller of this.#listeners.near(object)) {
      if (!shows(caller.shown.get(object.cluster), object)) continue;
      for (const { filter, queries, matches } of caller.filters.values()) {
        if (filter.kinds?.some(match => kindFits(match, object)) === false) continue;
        let concerns: boolean | undefined;
        for (const query of queries) {
          if (query.isHinted) continue;
          concerns ??= (before !== undefined && matches(before)) || (after !== undefined && matches(after));
          if (!concerns) break;
          query.hint(false);
        }
      }
    }
  }

  #lookAtRights(): void {
    const others = this.#revisionOfOthers();
    const isAll = this.#isAllTouched || others !== this.#othersRevision;
    if (this.#isLooking || (!isAll && this.#touched.size === 0)) return;
    const clusters = isAll ? this.#clusters() : [...this.#touched];
    this.#othersRevision = others;
    this.#isAllTouched = false;
    this.#touched.clear();
    void this.#hintWhereOthers(clusters);
  }

  /** Finds clusters that opened or closed without a change event, because grants expired or were confirmed again. */
  #lookAtClosures(): void {
    const open = this.#open();
    const before = this.#openClusters;
    const changed = [...[...open].filter(name => !before.has(name)), ...[...before].filter(name => !open.has(name))];
    this.#openClusters = open;
    for (const cluster of changed) this.#touched.add(cluster);
  }

  /** Refreshes queries that no change has affected, before their position leaves the journal. */
  #keepYoung(): void {
    const { agingBefore } = this.#sources.readModel;
    if (agingBefore === 0) return;
    for (const caller of this.#callers.values())
      for (const query of caller.queries())
        if (query.since && query.since.moment.position < agingBefore) query.hint(false);
  }

  #lookAtCoverage(): void {
    void this.#hintWhereOtherStandings();
    if (this.#isCounting) return;
    const states = this.#statesNow();
    const isOther = states !== this.#states;
    this.#states = states;
    void this.#hintWhereOtherNumbers(isOther);
  }

  /**
   * Gives a hint only to queries whose own coverage numbers changed. If the filter lists clusters, the numbers count
   * only clusters that the caller may name, so a change of another cluster does not make the query run.
   * @param isOther True if the state of a cluster changed since the last check. If false, compares only queries that
   * sent a payload after the last check
   */
  async #hintWhereOtherNumbers(isOther: boolean): Promise<void> {
    const { signal } = this.#stopping;
    // Live reviews are left out, because queries that depend on them run again at an interval anyway.
    const sources = { ...this.#sources, live: undefined };
    const { readModel, rules } = sources;
    let ofFleet: Promise<string | undefined> | undefined;
    this.#isCounting = true;
    const mayDiffer = (query: OpenQuery): boolean =>
      query.followsCoverage && !query.asks && !query.isHinted && (isOther || query.compared !== query.since);
    for (const { identity, filters } of [...this.#callers.values()]) {
      const concerned = [...filters.values()].filter(({ queries }) => [...queries].some(mayDiffer));
      if (concerned.length === 0) continue;
      const frame = {
        readModel,
        rules,
        identity,
        signal,
        now: () => 0,
        access: new RequestView(identity, Infinity, sources),
      };
      // If counting fails, the query gets a hint. It then runs again and reports the error.
      const numbers = (reached: readonly string[] | undefined) => coverageText(reached, frame).catch(() => undefined);
      for (const { queries, reached } of concerned) {
        const following = [...queries].filter(mayDiffer);
        for (const query of following) query.compared = query.since;
        const now = await (reached ? numbers(reached) : (ofFleet ??= numbers(undefined)));
        for (const query of following) if (!signal.aborted && query.since?.coverage !== now) query.hint(false);
      }
    }
    this.#isCounting = false;
  }

  /**
   * Gives a hint to followed queries when the coverage of a cluster or of its kinds has changed. Coverage decides
   * whether a missing object counts as absent.
   */
  async #hintWhereOtherStandings(): Promise<void> {
    if (this.#isComparing || this.#followedCount === 0) return;
    this.#isComparing = true;
    for (const name of this.#clusters()) {
      const index = this.#sources.readModel.cluster(name);
      if (!index || this.#followedCount === 0) continue;
      const standing = this.#stateText([index]) + standingOfKinds(index);
      const before = this.#standings.get(name);
      this.#standings.set(name, standing);
      if (before === standing) continue;
      for (const { shown, followed } of this.#callers.values())
        if (shown.has(name)) for (const query of followed) query.hint(name, false);
      await nextTurn();
    }
    this.#isComparing = false;
  }

  #askAgain(): void {
    for (const caller of this.#callers.values()) {
      for (const query of caller.queries()) if (query.asks) query.hint(false);
      for (const query of caller.followed) if (query.asks) query.hint(undefined, false);
    }
  }

  /** Gives a hint to queries whose callers now have different rights on these clusters. */
  async #hintWhereOthers(clusters: readonly string[]): Promise<void> {
    const { signal } = this.#stopping;
    this.#isLooking = true;
    try {
      for (const caller of [...this.#callers.values()]) {
        const access = new RequestView(caller.identity, Infinity, this.#sources);
        if (!(await access.differsFrom(caller.shown, clusters, signal))) continue;
        for (const query of caller.queries()) query.hint(true);
        if (caller.followed.size === 0) continue;
        for (const cluster of clusters)
          if (await access.differsFrom(caller.shown, [cluster], signal))
            for (const query of caller.followed) query.hint(cluster, true);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  #hintAll(atOnce: boolean): void {
    for (const caller of this.#callers.values()) {
      for (const query of caller.queries()) query.hint(atOnce);
      for (const query of caller.followed) query.hint(undefined, atOnce);
    }
  }

  #revisionOfOthers(): number {
    const { rules, quarantine } = this.#sources;
    return rules.policies.revision() + quarantine.revision;
  }

  #statesNow(): string {
    return this.#stateText(this.#sources.readModel.clusters());
  }

  #stateText(clusters: readonly ClusterIndex[]): string {
    const { readModel, rules } = this.#sources;
    return statesText(clusters, { rules, storeProblem: readModel.storeProblem !== undefined });
  }

  #clusters(): string[] {
    return this.#sources.readModel.clusters().map(({ cluster }) => cluster);
  }

  #open(): ReadonlySet<string> {
    const { readModel, rules } = this.#sources;
    const open = readModel.clusters().filter(cluster => !closure(cluster, rules));
    return new Set(open.map(({ cluster }) => cluster));
  }
}

function standingOfKinds({ loading, state }: ClusterIndex): string {
  const kinds = state?.kinds.map(({ group, kind, state, reason }) => `${group}/${kind} ${state} ${reason}`);
  return `${loading} ${state?.phase} ${state?.reason} ${kinds?.join()}`;
}

/** The coverage numbers of a live query, as text to compare. */
export async function coverageText(reached: readonly string[] | undefined, frame: AccessFrame): Promise<string> {
  return JSON.stringify(
    reached ? await new VisibleNames(frame).coverageNumbers(reached) : new FleetNumbers(frame).coverage(),
  );
}
