/**
 * Permissions of one caller on each cluster, under the rules of coverage.ts. `prepare` compiles them in small steps
 * before the queries of the request run. A query compiles a cluster itself if the caller's grants changed later.
 *
 * RBAC objects alone do not determine a caller's rights on `mixed` clusters and in quarantine. `prepare` then runs a
 * live review, whose result replaces the grants for the whole request. Without an answer, the cluster shows nothing.
 */
import { LRUCache } from 'lru-cache';
import { type Steps, Yielder } from '../async/fair-turns.ts';
import {
  identityOn,
  isClusterName,
  callerKey,
  type ClusterIdentity,
  type Identity,
  type IdentityPolicy,
} from '../identity/identity.ts';
import { reachRevision } from '../rbac/grant-index.ts';
import type { ClusterGrants, LeafIdentity, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps, emptyVisibility, sameVisibility, scopesOfNamespaces } from '../rbac/visibility.ts';
import type { Shown } from '../readmodel/changes/change.ts';
import { type ClusterIndex, CONFIRMATION_SLACK_MS, type ReadModel } from '../readmodel/readmodel.ts';
import { KeptMask, type RowAuthorizer } from '../readmodel/select/visibility-mask.ts';
import { type WithheldCause, closure, type FailClosedRules, type Quarantine } from './coverage.ts';
import type { LiveAccess } from './reviews/live-access.ts';

/** Maximum number of passes over all clusters to get a valid SettledAccess. */
const ROUNDS = 3;
/** Maximum share of a request's remaining time for live reviews. The rest is for the answer. */
const SHARE_OF_DEADLINE = 0.5;

/** Inputs of access decisions. They are common to all callers. */
export interface AccessSources {
  readonly readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'revision' | 'now'>;
  readonly rules: FailClosedRules;
  readonly accesses: CallerAccesses;
  /** The callers for whom the index and a cluster's own review disagreed. */
  readonly quarantine: Pick<Quarantine, 'has' | 'revision'>;
  /** Runs live reviews. */
  readonly live?: Pick<LiveAccess, 'grants'> | undefined;
}

/**
 * Epoch of all inputs of a RowAuthorizer. Each input is a counter that only grows, so the sum changes whenever an
 * input changes.
 */
function epochOf({ readModel, rules, quarantine }: Pick<AccessSources, 'readModel' | 'rules' | 'quarantine'>): number {
  return readModel.revision + rules.policies.revision() + quarantine.revision;
}

interface CallerOnCluster {
  readonly identity: ClusterIdentity;
  readonly key: string;
}

/** An open cluster, and the caller's identity on it. */
interface Open {
  readonly index: ClusterIndex;
  readonly on: CallerOnCluster;
}

interface Source extends VisibilitySource {
  /** True if the grants come from live reviews. Visibilities from live reviews are cached for this request only. */
  readonly requested: boolean;
  readonly grantsConfirmedAgo: number | undefined;
}

/** Keys by Identity object, because some authenticators reuse the object for later requests of a caller. */
const keys = new WeakMap<Identity, string>();

export class RequestView {
  readonly view: RowAuthorizer;
  readonly #identity: Identity;
  readonly #sources: AccessSources;
  /** Time on the clock of performance.now() at which the answer is due. */
  readonly #deadline: number;
  readonly #key: string;
  readonly #access: CallerAccess;
  /**
   * True if the user name or a group of the caller is valid on one cluster only. The caller's identity then differs
   * even between clusters with equal policies.
   */
  readonly #hasClusterNames: boolean;
  readonly #byPolicy = new Map<IdentityPolicy, CallerOnCluster>();
  readonly #byPrefixes = new Map<string, CallerOnCluster>();
  readonly #requested = new Map<string, Promise<void>>();
  readonly #answered = new Map<string, ClusterGrants | WithheldCause>();
  /**
   * Visibilities that must not be cached beyond this request: from live reviews, and from compilations abandoned
   * because grants kept changing.
   */
  readonly #own = new Map<
    string,
    { readonly objects: ClusterGrants['objects']; readonly revision: number; readonly visibility: Visibility }
  >();

  constructor(identity: Identity, deadline: number, sources: AccessSources) {
    this.#identity = identity;
    this.#deadline = deadline;
    this.#hasClusterNames = [identity.user, ...identity.groups].some(isClusterName);
    this.#sources = sources;
    let key = keys.get(identity);
    if (key === undefined) keys.set(identity, (key = identityKey(identity)));
    this.#key = key;
    this.#access = sources.accesses.of(key);
    this.view = Object.assign((name: string) => this.#visibility(name), {
      version: () => this.#version(),
      requestedBy: callerKey(identity),
      shown: () => this.#shown(),
      mask: this.#access.mask,
    });
  }

  /** A RowAuthorizer with these visibilities. Its mask is cached separately from the mask of `view`. */
  byName(visibility: (cluster: string) => Visibility | undefined): RowAuthorizer {
    return Object.assign(visibility, { requestedBy: callerKey(this.#identity), mask: this.#access.maskByName });
  }

  /** Runs the live reviews and compiles the missing visibilities. Without `clusters`, does so for all clusters. */
  async prepare(signal: AbortSignal, clusters?: readonly string[]): Promise<RowAuthorizer> {
    if (!clusters) return this.prepareFor(signal);
    signal.throwIfAborted();
    await this.#ask(clusters, signal);
    await this.#compile(clusters, new Yielder(callerKey(this.#identity), signal));
    return this.view;
  }

  /**
   * Prepares a query that can read only the clusters in `reached`, or all clusters if undefined. Runs live reviews only
   * on these clusters, so a list waits only for the clusters that it reads. Other clusters that need a review show
   * nothing until another query prepares them.
   */
  async prepareFor(signal: AbortSignal, reached?: readonly string[]): Promise<RowAuthorizer> {
    signal.throwIfAborted();
    const { readModel, accesses } = this.#sources;
    const known = this.#moment();
    const names = known?.unsettled ?? readModel.clusters().map(({ cluster }) => cluster);
    await this.#ask(reached ? names.filter(name => reached.includes(name)) : names, signal);
    const turns = new Yielder(callerKey(this.#identity), signal);
    if (known) {
      await this.#compile(names, turns);
      // The grants in the index now determine the rights on at least one of these clusters. So a new SettledAccess must
      // include this cluster.
      if (names.some(name => this.#source(name)?.requested === false)) this.#access.moment = undefined;
    } else {
      // The pass is repeated if grants changed meanwhile, so that queries have little left to compile.
      for (let round = 0; round < ROUNDS && !this.#moment(); round++) this.#access.moment = await this.#settle(turns);
    }
    accesses.weigh(this.#key, this.#access);
    return this.view;
  }

  /** The caller's identity on a cluster. Undefined if the cluster is closed or unknown. */
  identityOn(name: string): ClusterIdentity | undefined {
    return this.#open(name)?.on.identity;
  }

  /**
   * The visibility that the caller would have on a cluster with these grants. Undefined if the cluster is unknown or
   * has no policy.
   */
  async ofGrants(name: string, grants: ClusterGrants, signal: AbortSignal): Promise<Visibility | undefined> {
    const { readModel, rules } = this.#sources;
    const [index, policy] = [readModel.cluster(name), rules.policies(name)];
    if (!index || !policy) return undefined;
    return new Yielder(callerKey(this.#identity), signal).run(
      compileInSteps(grants, this.#on(policy).identity, index.resources),
    );
  }

  /** The sorted namespaces of a cluster from an earlier request of the caller. Undefined if absent or out of date. */
  namespacesOn({ cluster, rowRevision }: ClusterIndex): readonly string[] | undefined {
    const visibility = this.#visibility(cluster);
    return visibility && this.#access.namespaces(cluster, { visibility, rowRevision });
  }

  /** Keeps namespaces for the caller's next requests. Namespaces from live reviews are not kept. */
  keepNamespaces(cluster: string, found: KeptNamespaces): void {
    if (this.isRequested(cluster)) return;
    this.#access.keepNamespaces(cluster, found);
    this.#sources.accesses.weigh(this.#key, this.#access);
  }

  /** True if a live review decides the caller's rights on this cluster. */
  isRequested(name: string): boolean {
    // A cluster with failing reviews is reviewed again, because only a successful review can open it.
    const open = this.#open(name, { ...this.#sources.rules, reviewsFail: () => false });
    return open !== undefined && this.#mustAsk(open);
  }

  /**
   * Open clusters that show the caller nothing, because the caller's rights on them could not be determined. Waits for
   * the reviews of all clusters. Otherwise the answer would depend on the duration of a review, and so on hidden
   * objects.
   */
  async withheld(signal: AbortSignal): Promise<ReadonlyMap<string, WithheldCause>> {
    await this.prepareFor(signal);
    const causes = new Map<string, WithheldCause>();
    for (const index of this.#sources.readModel.clusters()) {
      const cause = closure(index, this.#sources.rules) ? undefined : this.#withheldBy(index.cluster);
      if (cause) causes.set(index.cluster, cause);
    }
    return causes;
  }

  /** True if the answer depends on live reviews. */
  get asks(): boolean {
    return this.#requested.size > 0;
  }

  /** Clusters for which this request needed a live review. */
  get reviewed(): readonly string[] {
    return [...this.#requested.keys()];
  }

  /**
   * True if the caller's visibility of these clusters differs from `shown`. Runs no reviews, and so skips clusters with
   * live reviews.
   */
  async differsFrom(shown: Shown, clusters: Iterable<string>, signal: AbortSignal): Promise<boolean> {
    const turns = new Yielder(callerKey(this.#identity), signal);
    for (const name of clusters) {
      const source = this.#source(name);
      if (!source && this.isRequested(name)) continue;
      const now =
        source && (this.#current(source) ?? this.#keep(source, await turns.run(this.#access.compile(source))));
      if (!isSame(shown.get(name), now)) return true;
      await turns.take();
    }
    return false;
  }

  /** The visibilities that the RowAuthorizer shows now. Reuses earlier objects with equal content. */
  #shown(): Shown {
    const version = this.#version();
    const { shown: before, shownAt } = this.#access;
    if (version && version === shownAt) return before!; // `shown` and `shownAt` are always set together
    const moment = this.#moment();
    const shown = new Map(moment?.settled);
    for (const name of moment?.unsettled ?? this.#sources.readModel.clusters().map(({ cluster }) => cluster)) {
      const visibility = this.#visibility(name);
      if (visibility) shown.set(name, visibility);
    }
    let hasChanged = before?.size !== shown.size;
    for (const [name, visibility] of shown) {
      const earlier = before?.get(name);
      // The content may be equal in a new object, for example after a change of an unrelated role.
      if (isSame(earlier, visibility)) shown.set(name, earlier!);
      else hasChanged = true;
    }
    this.#access.shownAt = version;
    if (hasChanged) this.#access.shown = shown;
    return this.#access.shown!;
  }

  #withheldBy(name: string): WithheldCause | undefined {
    if (this.isRequested(name)) {
      const answer = this.#answered.get(name) ?? 'ASKING';
      if (typeof answer === 'string') return answer;
    }
    const givenUp = this.#visibility(name)?.givenUp;
    return givenUp && (givenUp === 'changing' ? 'CHANGING' : 'TOO_LARGE');
  }

  #visibility(name: string): Visibility | undefined {
    const settled = this.#access.moment?.settled.get(name);
    if (settled && this.#moment()) return settled;
    const source = this.#source(name);
    return source && (this.#current(source) ?? this.#keep(source, this.#access.compileNow(source)));
  }

  #version(): object | undefined {
    const moment = this.#moment();
    return moment?.unsettled.every(name => this.#source(name) === undefined) ? moment : undefined;
  }

  /** The cached SettledAccess. Undefined if it is no longer valid. */
  #moment(): SettledAccess | undefined {
    const { moment } = this.#access;
    return moment?.epoch === this.#epoch && this.#sources.readModel.now() < moment.validUntil ? moment : undefined;
  }

  get #epoch(): number {
    return epochOf(this.#sources);
  }

  /** Compiles all clusters. A change during the compilation makes the result invalid, because the epoch differs. */
  async #settle(turns: Yielder): Promise<SettledAccess> {
    const { readModel, rules } = this.#sources;
    const epoch = this.#epoch;
    const now = readModel.now();
    const names = readModel.clusters().map(({ cluster }) => cluster);
    await this.#compile(names, turns);
    const settled = new Map<string, Visibility>();
    const unsettled: string[] = [];
    let closesAt = Infinity;
    for (const name of names) {
      const source = this.#source(name);
      const visibility = source && !source.requested ? this.#access.kept(source) : undefined;
      if (visibility) {
        settled.set(name, visibility);
        closesAt = Math.min(closesAt, now + rules.maxAgeMs - (source?.grantsConfirmedAgo ?? Infinity));
        // A cluster without a state shows nothing. The epoch changes when the cluster gets a state.
      } else if (readModel.cluster(name)?.state) unsettled.push(name);
    }
    this.#access.retain(names);
    return { epoch, validUntil: closesAt - CONFIRMATION_SLACK_MS, settled, unsettled };
  }

  async #compile(names: readonly string[], turns: Yielder): Promise<void> {
    for (const name of names) {
      const source = this.#source(name);
      if (source && !this.#current(source)) this.#keep(source, await turns.run(this.#access.compile(source)));
      await turns.take();
    }
  }

  /** Undefined if the cluster is closed or unknown, or if it needs a live review that has given no grants. */
  #source(name: string): Source | undefined {
    const open = this.#open(name);
    if (!open) return undefined;
    const { index, on } = open;
    const { resources, resourcesRevision, grantsConfirmedAgo } = index;
    const requested = this.#mustAsk(open);
    const grants = requested ? this.#answered.get(name) : index.grants;
    return typeof grants === 'object'
      ? { cluster: name, ...on, grants, resources, resourcesRevision, requested, grantsConfirmedAgo }
      : undefined;
  }

  #current(source: Source): Visibility | undefined {
    const kept = this.#access.kept(source);
    if (kept) return kept;
    const own = this.#own.get(source.cluster);
    const isSame = own?.objects === source.grants.objects && own.revision === source.grants.revision;
    return isSame && own.visibility.resources === source.resources ? own.visibility : undefined;
  }

  #keep({ cluster, grants: { objects, revision }, requested }: Source, visibility: Visibility): Visibility {
    if (requested || visibility.givenUp === 'changing') this.#own.set(cluster, { objects, revision, visibility });
    return visibility;
  }

  #open(name: string, rules = this.#sources.rules): Open | undefined {
    const index = this.#sources.readModel.cluster(name);
    // The policy exists, because closure() closes clusters without a policy.
    return index && !closure(index, rules) ? { index, on: this.#on(rules.policies(name)!) } : undefined;
  }

  #mustAsk({ index: { cluster, state }, on }: Open): boolean {
    return state?.authorization === 'mixed' || this.#sources.quarantine.has(cluster, on.key);
  }

  /** Runs the live reviews that these clusters need, each once per request. */
  async #ask(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { live } = this.#sources;
    if (!live) return;
    const requested = names.filter(name => this.isRequested(name));
    await Promise.all(
      requested.map(name => {
        let asking = this.#requested.get(name);
        if (!asking) this.#requested.set(name, (asking = this.#askNow(name, live, signal)));
        return asking;
      }),
    );
  }

  async #askNow(name: string, live: Pick<LiveAccess, 'grants'>, signal: AbortSignal): Promise<void> {
    // isRequested() has checked that the policy exists.
    const { identity: onCluster, key } = this.#on(this.#sources.rules.policies(name)!);
    const waitMs = (this.#deadline - performance.now()) * SHARE_OF_DEADLINE;
    this.#answered.set(name, await live.grants(name, { identity: this.#identity, onCluster, key }, signal, waitMs));
  }

  #on(policy: IdentityPolicy): CallerOnCluster {
    let on = this.#byPolicy.get(policy);
    if (!on) {
      const prefixes = JSON.stringify([
        policy.usernamePrefix,
        policy.groupPrefix,
        this.#hasClusterNames && policy.cluster,
        policy.owner,
      ]);
      on = this.#byPrefixes.get(prefixes);
      if (!on) {
        const identity = identityOn(policy, this.#identity);
        this.#byPrefixes.set(prefixes, (on = { identity, key: identityKey(identity) }));
      }
      this.#byPolicy.set(policy, on);
    }
    return on;
  }
}

function isSame(before: Visibility | undefined, now: Visibility | undefined): boolean {
  return before === now || (before !== undefined && now !== undefined && sameVisibility(before, now));
}

/**
 * Maximum number of steps of compileNow(), each of about 500 operations (Pace). This many steps take some tens of
 * milliseconds, and are enough for a hundred thousand bindings.
 */
const STEPS_ON_THE_SPOT = 400;
/** Maximum share of the cache for one entry. A larger entry is not kept, because it would evict many other entries. */
const MAX_SHARE = 1 / 4;

export interface CallerAccessOptions {
  /** Maximum number of callers in the cache. @default 2 000 */
  readonly maxCallers?: number;
  /** Maximum approximate size of the cache, in bytes. @default 256 MiB */
  readonly maxBytes?: number;
}

/** The inputs that determine the visibility of one cluster. */
export interface VisibilitySource {
  readonly cluster: string;
  /** The caller's identity on this cluster. */
  readonly identity: LeafIdentity;
  /** identityKey() of `identity`. */
  readonly key: string;
  readonly grants: ClusterGrants;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
}

interface Compiled {
  readonly key: string;
  /** Compared by identity, because a cluster that was removed and added again may restart its revisions. */
  readonly grants: ClusterGrants['objects'];
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  revision: number;
  /** Grows only with changes that may affect the caller. */
  readonly reachRevision: number;
  readonly visibility: Visibility;
}

/** The namespaces of a cluster that the caller may name. Valid for one visibility and one row revision. */
interface KeptNamespaces {
  readonly visibility: Visibility;
  readonly rowRevision: number;
  /** The names, sorted. */
  readonly names: readonly string[];
}

/**
 * The caller's visibilities of all clusters except the unsettled clusters. Immutable, so that caches of derived values
 * can use the object as their key.
 */
interface SettledAccess {
  readonly epoch: number;
  /** Time in milliseconds on the clock of ReadModel.now(). */
  readonly validUntil: number;
  readonly settled: ReadonlyMap<string, Visibility>;
  /** Clusters that each request checks again: closed clusters, and clusters whose rights the cache cannot keep. */
  readonly unsettled: readonly string[];
}

export class CallerAccess {
  moment: SettledAccess | undefined;
  /** The caller's visibilities of all clusters, as the RowAuthorizer last showed them. */
  shown: Shown | undefined;
  /** Version of the RowAuthorizer from which `shown` was taken. */
  shownAt: object | undefined;
  /** Masks of the read model: `mask` for RequestView.view, `maskByName` for RequestView.byName(). */
  readonly mask = new KeptMask();
  readonly maskByName = new KeptMask();
  readonly #compiled = new Map<string, Compiled>();
  readonly #namespaces = new Map<string, KeptNamespaces>();
  readonly #counts: Counts;
  #visibilityBytes = 0;
  #namespaceBytes = 0;

  /** @param counts Counters that all cached callers share */
  constructor(counts: Counts) {
    this.#counts = counts;
  }

  get bytes(): number {
    return (
      500 +
      60 * (this.shown?.size ?? 0) +
      this.#visibilityBytes +
      this.#namespaceBytes +
      this.mask.bytes +
      this.maskByName.bytes
    );
  }

  /** The cached visibility. Undefined if there is none, or if its source has changed for this caller. */
  kept({ cluster, identity, key, grants, resources, resourcesRevision }: VisibilitySource): Visibility | undefined {
    const compiled = this.#compiled.get(cluster);
    const isSame =
      compiled?.grants === grants.objects &&
      compiled.key === key &&
      compiled.resources === resources &&
      compiled.resourcesRevision === resourcesRevision;
    if (!isSame) return undefined;
    if (compiled.revision !== grants.revision) {
      if (compiled.reachRevision !== reachRevision(grants, identity)) return undefined;
      compiled.revision = grants.revision;
    }
    return compiled.visibility;
  }

  /** Compiles in steps, so that other work can run between the steps. */
  *compile(source: VisibilitySource): Steps<Visibility> {
    const kept = this.kept(source);
    if (kept) {
      this.#counts.hits++;
      return kept;
    }
    this.#counts.misses++;
    const { identity, key, grants, resources, resourcesRevision } = source;
    const visibility = yield* compileInSteps(grants, identity, resources);
    // A compilation that was abandoned because the grants kept changing may succeed for the next request.
    if (visibility.givenUp !== 'changing') {
      const { objects, revision } = grants;
      this.#keep(source.cluster, {
        ...{ key, grants: objects, resources, resourcesRevision, revision, visibility },
        reachRevision: reachRevision(grants, identity),
      });
    }
    return visibility;
  }

  /**
   * Compiles without yielding, for grants that changed after they were compiled in steps. Stops after
   * STEPS_ON_THE_SPOT. Otherwise a leaf cluster could block the event loop by changing a large role all the time.
   */
  compileNow(source: VisibilitySource): Visibility {
    const running = this.compile(source);
    for (let steps = 0; steps < STEPS_ON_THE_SPOT; steps++) {
      const step = running.next();
      if (step.done) return step.value;
    }
    return { ...emptyVisibility(source.resources), givenUp: 'changing' };
  }

  namespaces(
    cluster: string,
    { visibility, rowRevision }: Omit<KeptNamespaces, 'names'>,
  ): readonly string[] | undefined {
    const kept = this.#namespaces.get(cluster);
    return kept?.visibility === visibility && kept.rowRevision === rowRevision ? kept.names : undefined;
  }

  keepNamespaces(cluster: string, namespaces: KeptNamespaces | undefined): void {
    this.#namespaceBytes -= namespaceBytes(this.#namespaces.get(cluster));
    this.#namespaceBytes += namespaceBytes(namespaces);
    if (namespaces) this.#namespaces.set(cluster, namespaces);
    else this.#namespaces.delete(cluster);
  }

  /** Removes all clusters except these. */
  retain(clusters: readonly string[]): void {
    const known = new Set(clusters);
    for (const cluster of this.#compiled.keys()) if (!known.has(cluster)) this.#keep(cluster, undefined);
    for (const cluster of this.#namespaces.keys()) if (!known.has(cluster)) this.keepNamespaces(cluster, undefined);
  }

  #keep(cluster: string, compiled: Compiled | undefined): void {
    const before = this.#compiled.get(cluster);
    if (before) this.#visibilityBytes -= entryBytes(cluster, before);
    if (compiled) {
      this.#visibilityBytes += entryBytes(cluster, compiled);
      this.#compiled.set(cluster, compiled);
    } else this.#compiled.delete(cluster);
  }
}

interface Counts {
  hits: number;
  misses: number;
}

/**
 * Cache of what the most recent callers may see on every cluster, kept between requests.
 *
 * With a valid SettledAccess, a query checks only the `unsettled` clusters. Otherwise the query checks each cluster,
 * and compiles only clusters whose grants changed for this caller. So the age of an entry does not matter.
 *
 * The key is identityKey(), which contains everything that RBAC knows of a caller. The cache is bounded by number and
 * by approximate size, including the masks that the read model keeps for a caller.
 */
export class CallerAccesses {
  readonly #kept: LRUCache<string, CallerAccess>;
  readonly #counts: Counts = { hits: 0, misses: 0 };

  constructor({ maxCallers = 2_000, maxBytes = 256 * 1024 * 1024 }: CallerAccessOptions = {}) {
    this.#kept = new LRUCache<string, CallerAccess>({
      max: maxCallers,
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes * MAX_SHARE),
    });
  }

  /** @param key identityKey() of the caller as authenticated by the gateway */
  of(key: string): CallerAccess {
    const access = this.#kept.get(key) ?? new CallerAccess(this.#counts);
    this.weigh(key, access); // the entry may have grown since the last request
    return access;
  }

  /** Updates the size of the entry. Must be called after the cached data of the caller grows or shrinks. */
  weigh(key: string, access: CallerAccess): void {
    this.#kept.delete(key); // LRUCache does not update the size of an entry that keeps its value
    this.#kept.set(key, access, { size: access.bytes + 2 * key.length });
  }

  /** Counters for metrics. */
  get stats(): { callers: number; approximateBytes: number; hits: number; misses: number } {
    return { callers: this.#kept.size, approximateBytes: this.#kept.calculatedSize, ...this.#counts };
  }
}

/**
 * Key of an identity. Two keys are equal exactly if the users and the sets of groups are equal. Each part has a
 * length prefix, so that no combination of names produces the key of another identity.
 */
export function identityKey({ user, groups }: LeafIdentity): string {
  return [user, ...[...new Set(groups)].sort()].map(text => `${text.length}:${text}`).join('');
}

/** Approximate size in bytes. Excludes the text of the names, because the index holds this text anyway. */
function namespaceBytes(kept: KeptNamespaces | undefined): number {
  return kept ? 200 + 8 * kept.names.length : 0;
}

const visibilityBytes = new WeakMap<Visibility, number>();

function entryBytes(cluster: string, { key, visibility }: Compiled): number {
  let size = visibilityBytes.get(visibility);
  if (size === undefined) visibilityBytes.set(visibility, (size = approximateSize(visibility)));
  return 400 + 2 * (cluster.length + key.length) + size;
}

/** Approximate size in bytes. Counts shared scopes and shared sets of names once. */
function approximateSize(visibility: Visibility): number {
  let size = 60 * visibility.namespaces.size;
  const counted = new Set<ReadonlySet<string>>();
  for (const { list, names } of [visibility.cluster, ...scopesOfNamespaces(visibility)]) {
    size += 100 + list.byteLength + 100 * names.size;
    for (const set of names.values()) {
      if (!counted.has(set)) size += 60 * set.size;
      counted.add(set);
    }
  }
  return size;
}
