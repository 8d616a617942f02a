/**
 * What the collector knows about the collection of one cluster. The prober, the kinds and the grants write their
 * observations. The batcher observes the status and writes it to the store when it changes. This file does no I/O and
 * does not decide what happens next.
 *
 * Two tables define the phases. KIND_PHASES (kind-status.ts) describes the phases of one kind. CLUSTER_PHASES derives
 * the phase of the cluster.
 */
import type { Registration } from '../clusters/registry.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import type { StateReason } from '../store/causes.ts';
import type { ClusterPhase, ClusterState, KindState } from '../store/store.ts';
import { GRANT_TYPES, grantsState } from './grants.ts';
import type { KindStatus } from './kind-status.ts';
import { kindKey, resourceName, type LeftOutKind, type SelectedKinds, oneOfEachKind } from './kinds.ts';
import { monotonic } from './timing.ts';
import type { ServedResource } from '../kubernetes/client.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Relation } from '../store/attached.ts';

/** Progress of one cluster, for a terminal. */
export interface ClusterProgress {
  readonly cluster: string;
  readonly phase: ClusterPhase;
  /** Progress such as `listing 3/14 kinds`, or the error of an unreachable cluster. '' if the cluster is synced. */
  readonly reason: string;
  readonly kindsListed: number;
  readonly kindsTotal: number;
  /** Sum over all kinds of the objects that the latest list of the kind has delivered. */
  readonly objects: number;
}

/** State in the store when this collector took the lease, and the monotonic time at which that state was current. */
export interface CarriedState {
  readonly state: ClusterState;
  readonly at: number;
}

interface Known {
  /** Reason why the leaf cannot be read. '' if it can be read. */
  readonly problem: StateReason;
  readonly discovered: boolean;
  /** True if a kind or a type of grants is not settled. */
  readonly unsettled: boolean;
  /** Set if the collection is limited to namespaces, or if too many kinds were requested. '' otherwise. */
  readonly limit: StateReason;
}

/** Phases of a cluster. The first phase whose condition holds applies. */
const CLUSTER_PHASES: readonly {
  phase: ClusterPhase;
  holds: (known: Known) => boolean;
  reason: StateReason | 'problem' | 'limit';
}[] = [
  { phase: 'unreachable', holds: ({ problem }) => problem !== '', reason: 'problem' },
  { phase: 'connecting', holds: ({ discovered }) => !discovered, reason: 'CONNECTING' },
  { phase: 'listing', holds: ({ unsettled }) => unsettled, reason: 'LISTING' },
  { phase: 'synced', holds: () => true, reason: 'limit' },
];

const NOTHING_LEFT_OUT = { leftOut: [], unnamed: 0, overLimit: 0 };

export class ClusterStatus {
  /** Collected kinds, by resource name. */
  readonly kinds = new Map<string, KindStatus>();
  /** Types of grants. Types whose collection has not started are absent. */
  readonly grants = new Map<GrantObject['type'], KindStatus>();
  readonly uncollected: UncollectedKinds;
  /** True if the stored content comes from the API server that answers. Otherwise no row or grant may be written. */
  identified = false;
  /** Number of hints that another API server may answer. */
  suspicions = 0;
  /** Grows when changed() finds another state. Ages and the version of the leaf do not count. */
  revision = 0;
  /** Monotonic time of the last hint that discovery has changed, in milliseconds. */
  staleSince = -Infinity;
  readonly now: () => number;
  readonly #registration: Pick<Registration, 'name' | 'authorization' | 'collect'>;
  readonly #carried: CarriedState | undefined;
  /**
   * Projections and rules of stored rows, by group and kind. Used until the collection of the kind has completed a
   * list.
   */
  readonly #carriedKinds: Map<string, HowRead>;
  readonly #observers: (() => void)[] = [];
  #resources: readonly Resource[] | undefined;
  /** Names of `#resources`. */
  #names: readonly string[] = [];
  #leftOut: readonly LeftOutKind[] = [];
  /** True if too many kinds were requested, or if `#leftOut` is incomplete. */
  #servesMore = false;
  #version = '';
  #answeredAt: number | undefined;
  #problem: StateReason = '';
  #said = '';
  #reported = '';

  /** @param now Returns monotonic milliseconds */
  constructor(
    registration: Pick<Registration, 'name' | 'authorization' | 'collect'>,
    carried?: CarriedState,
    now = monotonic,
  ) {
    this.#registration = registration;
    this.#carried = carried;
    const kinds = carried?.state.kinds ?? [];
    this.#carriedKinds = new Map(
      kinds.map(kind => [kindKey(kind), { projections: kind.projections ?? [], rules: kind.rules }]),
    );
    this.uncollected = new UncollectedKinds(carried?.state.uncollected);
    this.now = now;
  }

  /** Calls `observer` whenever the status may have changed. Growing ages alone cause no call. */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  get phase(): ClusterPhase {
    return this.#phase().phase;
  }

  /** True if this collector has read discovery. */
  get discovered(): boolean {
    return this.#resources !== undefined;
  }

  /**
   * Collected resources, by the last discovery. Until the first discovery, returns the resources in the store, so
   * that an unreachable leaf keeps its rows.
   */
  get resources(): readonly Resource[] {
    return this.#resources ?? this.#carried?.state.resources ?? [];
  }

  /** The projections and rules of a kind's stored rows at the start of its collection. */
  carried(kind: Pick<Resource, 'group' | 'kind'>): HowRead {
    return this.#carriedKinds.get(kindKey(kind)) ?? UNKNOWN;
  }

  /** Keeps projections and rules of a kind's stored rows when the collection of the kind ends. */
  ended({ resource, listed, projections, rules }: Pick<KindStatus, 'resource' | 'listed' | keyof HowRead>): void {
    // Before the list is complete, some rows still follow the old rules, so the next collection must write all rows.
    this.#carriedKinds.set(kindKey(resource), listed ? { projections, rules } : UNKNOWN);
  }

  get listing(): boolean {
    return [...this.grants.values(), ...this.kinds.values()].some(({ listing }) => listing);
  }

  /**
   * Monotonic time of the leaf's last answer, in milliseconds. -Infinity before the first answer, while the leaf counts
   * as lost, and until its API server is identified, because no rows are written before.
   */
  get silentSince(): number {
    return this.#problem !== '' || !this.identified ? -Infinity : (this.#answeredAt ?? -Infinity);
  }

  get progress(): ClusterProgress {
    const [kindsListed, kindsTotal] = [this.#settled, this.#resources?.length ?? 0];
    const { phase } = this;
    const words: Readonly<Record<ClusterPhase, string>> = {
      unreachable: this.#said,
      connecting: 'not reached yet',
      listing: kindsListed < kindsTotal ? `listing ${kindsListed}/${kindsTotal} kinds` : 'listing roles and bindings',
      synced: '',
    };
    const objects = [...this.kinds.values()].reduce((sum, kind) => sum + kind.objects, 0);
    return { cluster: this.#registration.name, phase, reason: words[phase], kindsListed, kindsTotal, objects };
  }

  /** The state to write to the store, with current ages. */
  state(): ClusterState {
    const now = this.now();
    const carried = this.#carried?.state;
    const { resources: uncollected } = this.uncollected;
    const aged = (ago: number | undefined) =>
      ago === undefined || !this.#carried ? undefined : ago + now - this.#carried.at;
    return {
      ...this.#phase(),
      version: this.#version || (carried?.version ?? ''),
      authorization: this.#registration.authorization,
      answeredAgo: this.#answeredAt === undefined ? aged(carried?.answeredAgo) : now - this.#answeredAt,
      kinds: this.#resources
        ? [...this.#resources.map(it => this.#kindState(it)), ...this.#leftOut.map(leftOutState)]
        : (carried?.kinds ?? []),
      resources: [...this.resources, ...this.#leftOut.map(({ resource }) => resource)],
      ...(uncollected.length > 0 && { uncollected }),
      grants: grantsState(
        this.grants,
        carried && { ...carried.grants, confirmedAgo: aged(carried.grants.confirmedAgo) },
        now,
      ),
    };
  }

  /** Records which served kinds to collect, and which kinds are left out. */
  discover(
    collected: readonly Resource[],
    { leftOut, unnamed, overLimit }: Omit<SelectedKinds, 'collected'> = NOTHING_LEFT_OUT,
  ): void {
    if (JSON.stringify([this.#resources, this.#leftOut]) !== JSON.stringify([collected, leftOut])) this.#reported = '';
    this.#resources = collected;
    this.#names = collected.map(resourceName);
    this.#leftOut = leftOut;
    this.#servesMore = overLimit + unnamed > 0;
  }

  /**
   * Records that the leaf answered the prober.
   * @param version Undefined if the leaf does not report it
   * @returns True if the leaf was lost before
   */
  answered(version: string | undefined): boolean {
    const recovered = this.#problem !== '';
    this.#problem = '';
    this.#version = version ?? this.#version;
    this.heard();
    for (const grants of this.grants.values()) grants.leafAnswered();
    this.changed();
    if (recovered) this.discoveryIsStale();
    return recovered;
  }

  /**
   * Records that the leaf did not answer the prober.
   * @param said Text for the operator only, because it may contain addresses, paths and any text of the leaf
   * @returns True if the problem is new
   */
  lost(problem: StateReason, said: string): boolean {
    const isNew = problem !== this.#problem;
    this.#doubt();
    this.#problem = problem;
    this.#said = said;
    if (isNew) this.changed();
    return isNew;
  }

  /** Records that the leaf sent something. Has no effect while the leaf counts as lost. */
  heard(): void {
    if (this.#problem !== '') return;
    this.#answeredAt = this.now();
  }

  /** Records a hint that connections may be broken, or that another API server may answer. */
  suspect(): void {
    this.#doubt();
    this.#notify();
  }

  /**
   * Records that the API server was identified as the expected one.
   * @param suspicions Value of `suspicions` at the time of the request
   */
  identifiedSince(suspicions: number): void {
    if (suspicions !== this.suspicions || this.identified) return;
    this.identified = true;
    this.#notify();
  }

  #doubt(): void {
    this.identified = false;
    this.suspicions += 1;
  }

  /** Records that discovery may have changed. */
  discoveryIsStale(): void {
    this.staleSince = this.now();
    this.#notify();
  }

  /**
   * Call when a part of the state may have changed. Raises `revision` if the state has changed, and notifies the
   * observers in any case.
   */
  changed(): void {
    // Each kind calls this several times while it is listed, so only the parts that can change are compared, and not
    // state() itself. discover() compares the resources.
    const { complete, reason } = grantsState(this.grants, this.#carried?.state.grants, this.now());
    const reported = JSON.stringify([
      this.#phase(),
      this.#settled,
      this.#names.map(name => {
        const { state, reason, listed } = this.kinds.get(name) ?? {};
        return [state, reason, listed];
      }),
      this.uncollected.resources,
      complete,
      reason,
    ]);
    if (reported !== this.#reported) this.revision += 1;
    this.#reported = reported;
    this.#notify();
  }

  #notify(): void {
    for (const observer of this.#observers) observer();
  }

  #phase(): Pick<ClusterState, 'phase' | 'reason'> {
    const unsettled =
      this.#settled < this.resources.length || GRANT_TYPES.some(type => this.grants.get(type)?.settled === false);
    const limit = this.#registration.collect ? 'SOME_NAMESPACES' : this.#servesMore ? 'TOO_MANY_KINDS' : '';
    const known: Known = { problem: this.#problem, discovered: this.discovered, unsettled, limit };
    const { phase, reason } = CLUSTER_PHASES.find(({ holds }) => holds(known))!;
    return { phase, reason: reason === 'problem' || reason === 'limit' ? known[reason] : reason };
  }

  /** Number of settled kinds. */
  get #settled(): number {
    return this.#names.filter(name => this.kinds.get(name)?.settled).length;
  }

  #kindState({ group, plural, kind }: Resource): KindState {
    const status = this.kinds.get(resourceName({ group, plural }));
    const { state = 'pending', reason = '' } = status ?? {};
    // Until the list is complete, some rows of the kind still follow the old rules.
    const { projections, rules } = status?.listed ? status : this.carried({ group, kind });
    return {
      group,
      kind,
      state,
      reason,
      ...(projections.length > 0 && { projections }),
      ...(rules !== undefined && { rules }),
    };
  }
}

/** Projections and rules with which the rows of a kind were read. */
type HowRead = Pick<KindStatus, 'projections' | 'rules'>;
const UNKNOWN: HowRead = { projections: [], rules: undefined };

function leftOutState({ resource: { group, kind }, cause, shownAs }: LeftOutKind): KindState {
  return { group, kind, state: 'uncollected', reason: cause, ...(shownAs !== undefined && { shownAs }) };
}

/**
 * Maximum number of remembered kinds that the leaf serves, and of remembered kinds that the leaf does not serve. If the
 * leaf's objects name more kinds, relations to objects of further kinds are not shown.
 */
const MAX_NAMED = 1_000;

/**
 * Resources of kinds that are not collected, but that the index must know. Objects of these kinds are not read. There
 * are two groups:
 * - Kinds that rows refer to, such as the PersistentVolumes of claims. The target of a relation is named only to
 *   callers who may list its resource. Only discovery maps a kind to its resource.
 * - Kinds that joins read. A join must report if it lacks objects that its caller may list.
 *
 * No other kinds are kept, because the kept kinds are written with each heartbeat of the state.
 */
export class UncollectedKinds {
  readonly #named: Set<string>;
  /** Named kinds that the leaf did not serve. An owner reference may name any kind. */
  readonly #unserved = new Set<string>();
  #served: readonly ServedResource[] = [];
  #servedKinds: ReadonlySet<string> = new Set();
  #collected: ReadonlySet<string> = new Set();
  /** Resources of the kept kinds. Until discovery is read, the resources that the previous collector stored. */
  resources: readonly Resource[];

  constructor(carried: readonly Resource[] = []) {
    this.resources = carried;
    this.#named = new Set(carried.map(kindKey));
  }

  /** @param isJoined True if a join reads the resource */
  discover(
    served: readonly ServedResource[],
    collected: readonly Resource[],
    isJoined: (resource: Resource) => boolean = never,
  ): void {
    this.#served = served;
    for (const resource of served)
      if (isJoined(resource) && this.#named.size < MAX_NAMED) this.#named.add(kindKey(resource));
    this.#servedKinds = new Set(served.map(kindKey));
    this.#collected = new Set(collected.map(kindKey));
    this.#find();
  }

  /** @returns True if a resource was added */
  name(relations: readonly Relation[]): boolean {
    const { length } = this.resources;
    let isFound = false;
    for (const { to } of relations) {
      const kind = kindOf(to);
      const isServed = this.#servedKinds.has(kind);
      const named = isServed ? this.#named : this.#unserved;
      if (named.has(kind) || named.size >= MAX_NAMED) continue;
      named.add(kind);
      isFound ||= isServed;
    }
    if (isFound) this.#find();
    return this.resources.length !== length;
  }

  #find(): void {
    this.resources = oneOfEachKind(
      this.#served.filter(resource => {
        const kind = kindKey(resource);
        return (this.#named.has(kind) || this.#unserved.has(kind)) && !this.#collected.has(kind);
      }),
    ).map(({ group, version, kind, plural, namespaced }) => ({ group, version, kind, plural, namespaced }));
  }
}

const never = () => false;

/** Group and kind in a key. They are not decoded, because the names of collectable kinds need no escaping. */
function kindOf(key: ObjectKey): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1));
}
