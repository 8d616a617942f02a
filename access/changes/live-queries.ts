/**
 * The live queries of this process: which of them a change may concern.
 *
 * It only says when to ask. What is told follows from the journal and the rights of that moment, so a hint too many costs an answer that tells nothing and is
 * not sent. The cost of a change grows with the callers who may see the object, and with their filters for its kind, not with all who listen: callers are found
 * by the place of the object, and equal filters of one caller are judged once.
 *
 * Rights: when something changed of which they follow, those callers are told at once whom it reached. Rights asked of clusters themselves have no changes to
 * follow; who has some is told to ask again now and then.
 */
import type { Identity } from '../../identity/identity.ts';
import { statesText } from '../coverage.ts';
import { closure } from '../fail-closed.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import type { IndexChange, RowChange } from '../../readmodel/changes/index-change.ts';
import type { Shown } from '../../readmodel/changes/moment.ts';
import { shows } from '../../readmodel/changes/shown-objects.ts';
import { kindFits } from '../../readmodel/filters/kind-names.ts';
import { rowMatch, type RowMatch } from '../../readmodel/filters/row-match.ts';
import type { LiveQuery } from '../../identity/request.ts';
import { identityKey } from '../caller-access.ts';
import type { AccessFrame } from '../frame.ts';
import { FleetNumbers } from '../fleet-numbers.ts';
import { clustersOf } from '../reached-clusters.ts';
import { RequestAccess, type AccessSources } from '../request-access.ts';
import { VisibleNames } from '../visible-names.ts';
import { Listeners, type Listener } from './listeners.ts';
import { OpenQuery, type LiveQueriesOpener, type Progress } from './open-query.ts';
import { bindingOf, canonicalFilter } from './resume-token.ts';

/** How soon a right that was lost is noticed. */
const RIGHTS_MS = 250;
/** How often it is looked for clusters that close or open by the time that passes. */
const CLOSING_MS = 1_000;
/** How often it is looked for queries that were told nothing for many changes. */
const AGING_MS = 1_000;
/** How often it is looked whether coverage is another one. */
const COVERAGE_MS = 5_000;
/** How often clusters are asked again for rights that they alone know. */
const ASK_AGAIN_MS = 10_000;
/** Changes judged in one turn of the event loop. */
const TURN_MS = 2;
/** Behind so many changes that wait to be judged, every query is asked. */
const MAX_WAITING = 50_000;

type Sources = AccessSources & { readonly readModel: ReadModel };

/** Queries of one caller with one filter. */
interface SharedFilter {
  readonly key: string;
  readonly filter: Filter;
  readonly matches: RowMatch;
  /** Every cluster of which a row can match is among them; undefined: any may be. */
  readonly reached: readonly string[] | undefined;
  readonly queries: Set<OpenQuery>;
}

class Caller implements Listener {
  readonly identity: Identity;
  readonly filters = new Map<string, SharedFilter>();
  shown: Shown = new Map();

  constructor(identity: Identity) {
    this.identity = identity;
  }

  *queries(): Iterable<OpenQuery> {
    for (const { queries } of this.filters.values()) yield* queries;
  }
}

export class LiveQueries implements LiveQueriesOpener {
  readonly #sources: Sources;
  readonly #callers = new Map<string, Caller>();
  readonly #listeners = new Listeners<Caller>();
  /** Changes that are to be judged. */
  #waiting: RowChange[] = [];
  #judging: NodeJS.Immediate | undefined;
  /** Clusters of whose grants or resources something changed. */
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

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get size(): number {
    return this.#size;
  }

  open(live: LiveQuery, identity: Identity, filter: Filter, since: Progress | undefined, shown: Shown): OpenQuery {
    this.#stop ??= this.#start();
    const key = identityKey(identity);
    let caller = this.#callers.get(key);
    if (!caller) this.#callers.set(key, (caller = new Caller(identity)));
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
    if (caller.filters.size > 0) return;
    this.#callers.delete(key);
    this.#listeners.remove(caller);
    if (this.#callers.size === 0) this.close();
  }

  /** What the caller was last told they see: changes elsewhere do not concern them. */
  #sees(caller: Caller, shown: Shown): void {
    if (caller.shown === shown || caller.filters.size === 0) return;
    this.#listeners.move(caller, caller.shown, shown);
    caller.shown = shown;
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

  #take({ cluster, revision, rows }: IndexChange): void {
    if (revision !== this.#revision) {
      this.#revision = revision;
      if (cluster === undefined) this.#isAllTouched = true;
      else this.#touched.add(cluster);
    }
    if (rows.length === 0) return;
    if (this.#waiting.length + rows.length > MAX_WAITING) {
      this.#waiting = [];
      this.#hintAll(false);
      return;
    }
    for (const row of rows) this.#waiting.push(row);
    this.#judging ??= setImmediate(() => this.#judge(0));
  }

  /** Whoever writes to the read model does not wait for this. */
  #judge(from: number): void {
    const end = performance.now() + TURN_MS;
    let at = from;
    while (at < this.#waiting.length && (at % 16 !== 0 || performance.now() < end)) this.#judgeRow(this.#waiting[at++]!);
    this.#judging = undefined;
    if (at >= this.#waiting.length) this.#waiting = [];
    else this.#judging = setImmediate(() => this.#judge(at));
  }

  #judgeRow({ before, after }: RowChange): void {
    const object = (after ?? before)!;
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

  /** Grants grow too old, and the leaf confirms them again, without a word to anybody. */
  #lookAtClosures(): void {
    const open = this.#open();
    const before = this.#openClusters;
    const changed = [...[...open].filter(name => !before.has(name)), ...[...before].filter(name => !open.has(name))];
    this.#openClusters = open;
    for (const cluster of changed) this.#touched.add(cluster);
  }

  /** What does not concern a query moves on, too: the place from which it would go on is not to be forgotten. */
  #keepYoung(): void {
    const { agingBefore } = this.#sources.readModel;
    if (agingBefore === 0) return;
    for (const caller of this.#callers.values())
      for (const query of caller.queries()) if (query.since && query.since.moment.position < agingBefore) query.hint(false);
  }

  #lookAtCoverage(): void {
    if (this.#isCounting) return;
    const states = this.#statesNow();
    const isOther = states !== this.#states;
    this.#states = states;
    void this.#hintWhereOtherNumbers(isOther);
  }

  /**
   * In turns of the callers. Whose own numbers are the same is not asked: what happens to clusters that they may not know of is to cost them nothing.
   * @param isOther Whether coverage is another one than at the last look. If not, it may have been in between, and what was told then is compared
   */
  async #hintWhereOtherNumbers(isOther: boolean): Promise<void> {
    const { signal } = this.#stopping;
    // Clusters are not asked for rights on this account: queries that have them asked do so now and then anyway.
    const sources = { ...this.#sources, live: undefined };
    const { readModel, rules } = sources;
    let ofFleet: Promise<string | undefined> | undefined;
    this.#isCounting = true;
    const mayDiffer = (query: OpenQuery): boolean =>
      query.followsCoverage && !query.asks && !query.isHinted && (isOther || query.compared !== query.since);
    for (const { identity, filters } of [...this.#callers.values()]) {
      const concerned = [...filters.values()].filter(({ queries }) => [...queries].some(mayDiffer));
      if (concerned.length === 0) continue;
      const frame = { readModel, rules, identity, signal, now: () => 0, access: new RequestAccess(identity, Infinity, sources) };
      // Where they could not be counted, the query itself is to find out.
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

  #askAgain(): void {
    for (const caller of this.#callers.values()) for (const query of caller.queries()) if (query.asks) query.hint(false);
  }

  /** In turns of the callers; what is touched meanwhile is looked at behind it. */
  async #hintWhereOthers(clusters: readonly string[]): Promise<void> {
    const { signal } = this.#stopping;
    this.#isLooking = true;
    try {
      for (const caller of [...this.#callers.values()]) {
        const access = new RequestAccess(caller.identity, Infinity, this.#sources);
        if (await access.differsFrom(caller.shown, clusters, signal)) for (const query of caller.queries()) query.hint(true);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  #hintAll(atOnce: boolean): void {
    for (const caller of this.#callers.values()) for (const query of caller.queries()) query.hint(atOnce);
  }

  #revisionOfOthers(): number {
    const { rules, quarantine } = this.#sources;
    return rules.policies.revision() + quarantine.revision;
  }

  #statesNow(): string {
    const { readModel, rules } = this.#sources;
    return statesText(readModel.clusters(), { rules, storeProblem: readModel.storeProblem !== undefined });
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

/** The numbers of a live query's coverage, as they are compared. */
export async function coverageText(reached: readonly string[] | undefined, frame: AccessFrame): Promise<string> {
  return JSON.stringify(reached ? await new VisibleNames(frame).coverageNumbers(reached) : new FleetNumbers(frame).coverage());
}
