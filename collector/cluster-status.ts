/**
 * All that is known of one cluster's collection. Its prober, its kinds and its grants write what they see; the batcher observes it and takes it to the
 * store when it says something new. Nothing here does I/O or decides what is done next.
 *
 * Phases are tables: KIND_PHASES says how one kind is followed and where each event leads, CLUSTER_PHASES which phase of the cluster follows from that.
 */
import type { Registration } from '../clusters/registry.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import type { ReflectorState } from '../kubernetes/reflector.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import type { StateReason } from '../store/causes.ts';
import type { ClusterPhase, ClusterState, KindCollection, KindState } from '../store/store.ts';
import { causeOf } from './causes.ts';
import { GRANT_TYPES, grantsState } from './grants.ts';
import { resourceName } from './kinds.ts';
import { monotonic } from './timing.ts';

/** How far the collection of one cluster is, for a terminal. */
export interface ClusterProgress {
  readonly cluster: string;
  readonly phase: ClusterPhase;
  /** `listing 3/14 kinds`, or why the cluster is not synced, in the words of whatever failed; '' when it is. */
  readonly reason: string;
  readonly kindsListed: number;
  readonly kindsTotal: number;
  /** Objects that the lists have shown. */
  readonly objects: number;
}

/** What the store said of a cluster when its lease was taken, and when that was true by our monotonic clock. */
export interface CarriedState {
  readonly state: ClusterState;
  readonly at: number;
}

interface Known {
  /** Why the leaf cannot be read. */
  readonly problem: StateReason;
  readonly discovered: boolean;
  /** Of a kind or of grants something is still to be expected. */
  readonly unsettled: boolean;
}

/** The first one that holds. */
const CLUSTER_PHASES: readonly { phase: ClusterPhase; holds: (known: Known) => boolean; reason: StateReason | 'problem' }[] = [
  { phase: 'unreachable', holds: ({ problem }) => problem !== '', reason: 'problem' },
  { phase: 'connecting', holds: ({ discovered }) => !discovered, reason: 'CONNECTING' },
  { phase: 'listing', holds: ({ unsettled }) => unsettled, reason: 'LISTING' },
  { phase: 'synced', holds: () => true, reason: '' },
];

export class ClusterStatus {
  /** By resource name, those that are collected now. */
  readonly kinds = new Map<string, KindStatus>();
  /** Absent ones have not started. */
  readonly grants = new Map<GrantObject['type'], KindStatus>();
  /** Another one whenever the state says something new that is more than an age. */
  revision = 0;
  /** When something last hinted that discovery would say something new. */
  staleSince = -Infinity;
  readonly now: () => number;
  readonly #registration: Pick<Registration, 'name' | 'authorization'>;
  readonly #carried: CarriedState | undefined;
  /** By group and kind, those that the stored rows were read with. */
  readonly #carriedProjections: ReadonlyMap<string, readonly string[]>;
  readonly #observers: (() => void)[] = [];
  #resources: readonly Resource[] | undefined;
  #version = '';
  #answeredAt: number | undefined;
  #problem: StateReason = '';
  #said = '';
  #suspected = false;
  #told = '';

  /** @param now Monotonic milliseconds. */
  constructor(registration: Pick<Registration, 'name' | 'authorization'>, carried?: CarriedState, now = monotonic) {
    this.#registration = registration;
    this.#carried = carried;
    this.#carriedProjections = new Map(
      carried?.state.kinds.flatMap(({ group, kind, projections }) => (projections ? [[`${group}/${kind}`, projections]] : [])),
    );
    this.now = now;
  }

  /** Calls `observer` after each change for as long as the status lives. Not after each heartbeat: ages grow by themselves. */
  observe(observer: () => void): void {
    this.#observers.push(observer);
  }

  get phase(): ClusterPhase {
    return this.#phase().phase;
  }

  /** Discovery has been read by this collector. */
  get discovered(): boolean {
    return this.#resources !== undefined;
  }

  /** What is collected, by the last discovery. Until the first, what was known counts: a leaf that is away keeps its rows. */
  get resources(): readonly Resource[] {
    return this.#resources ?? this.#carried?.state.resources ?? [];
  }

  /** The projections that the stored rows of a kind were read with when this collection began. */
  carriedProjections({ group, kind }: Pick<Resource, 'group' | 'kind'>): readonly string[] {
    return this.#carriedProjections.get(`${group}/${kind}`) ?? [];
  }

  /** A list is under way. */
  get listing(): boolean {
    return [...this.grants.values(), ...this.kinds.values()].some(({ listing }) => listing);
  }

  /** Since when the leaf has said nothing; for ever while it counts as lost, or may be. */
  get silentSince(): number {
    return this.#problem !== '' || this.#suspected ? -Infinity : (this.#answeredAt ?? -Infinity);
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

  /** For the store. Ages are as of now. */
  state(): ClusterState {
    const now = this.now();
    const carried = this.#carried?.state;
    const aged = (ago: number | undefined) => (ago === undefined || !this.#carried ? undefined : ago + now - this.#carried.at);
    return {
      ...this.#phase(),
      version: this.#version || (carried?.version ?? ''),
      authorization: this.#registration.authorization,
      answeredAgo: this.#answeredAt === undefined ? aged(carried?.answeredAgo) : now - this.#answeredAt,
      kinds: this.#resources?.map(resource => this.#kindState(resource)) ?? carried?.kinds ?? [],
      resources: this.resources,
      grants: grantsState(this.grants, carried && { ...carried.grants, confirmedAgo: aged(carried.grants.confirmedAgo) }, now),
    };
  }

  /** The leaf serves these, of all that is to be collected. */
  discover(resources: readonly Resource[]): void {
    this.#resources = resources;
  }

  /** The prober was answered. `version`: undefined where the leaf does not tell it. @returns whether the leaf was lost before */
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

  /** The prober was not answered. `said`: for the operator alone; it may hold addresses, paths and whatever the leaf says. @returns whether that is new */
  lost(problem: StateReason, said: string): boolean {
    const isNew = problem !== this.#problem;
    this.#problem = problem;
    this.#said = said;
    if (isNew) this.changed();
    return isNew;
  }

  /** The leaf said something. While it counts as lost, only what the prober is answered counts. */
  heard(): void {
    if (this.#problem !== '') return;
    this.#answeredAt = this.now();
    this.#suspected = false;
  }

  /** A connection broke. That may be just that one. */
  suspect(): void {
    this.#suspected = true;
    this.#notify();
  }

  /** What the leaf serves may have changed. */
  discoveryIsStale(): void {
    this.staleSince = this.now();
    this.#notify();
  }

  /** Something that the state says may be another than before. */
  changed(): void {
    const { phase, reason, kinds, resources, grants } = this.state();
    const told = JSON.stringify([phase, reason, this.#settled, kinds, resources, grants.complete, grants.reason]);
    if (told !== this.#told) this.revision += 1;
    this.#told = told;
    this.#notify();
  }

  #notify(): void {
    for (const observer of this.#observers) observer();
  }

  #phase(): Pick<ClusterState, 'phase' | 'reason'> {
    const unsettled = this.#settled < this.resources.length || GRANT_TYPES.some(type => this.grants.get(type)?.settled === false);
    const known = { problem: this.#problem, discovered: this.discovered, unsettled };
    const { phase, reason } = CLUSTER_PHASES.find(({ holds }) => holds(known))!;
    return { phase, reason: reason === 'problem' ? this.#problem : reason };
  }

  /** Kinds of which nothing more is to be expected at the start. */
  get #settled(): number {
    return (this.#resources ?? []).filter(resource => this.kinds.get(resourceName(resource))?.settled).length;
  }

  #kindState({ group, plural, kind }: Resource): KindState {
    const status = this.kinds.get(resourceName({ group, plural }));
    const { state = 'pending', reason = '' } = status ?? {};
    // Until its list is complete some of its rows are as they were.
    const projections = status?.listed ? status.projections : this.carriedProjections({ group, kind });
    return { group, kind, state, reason, ...(projections.length > 0 && { projections }) };
  }
}

/** `restarted`: it was unreachable or gone, and its reflector was started over. */
export type KindPhase = 'pending' | 'listing' | 'watching' | 'polling' | 'forbidden' | 'gone' | 'failing' | 'unreachable' | 'restarted';

interface KindPhaseRules {
  readonly state: KindCollection;
  /** undefined: what went wrong, or had gone wrong before. */
  readonly reason: StateReason | undefined;
  /** Nothing more is to be expected of it, though it has not listed. */
  readonly settled?: true;
  /**
   * Where a list leads that catches up after a gap. What is stored still stands, and so does what was said of it; but what is listed again is served.
   * Every other event leads, from wherever, to the phase that has its name.
   */
  readonly relisting: KindPhase;
}

const KIND_PHASES: Readonly<Record<KindPhase, KindPhaseRules>> = {
  pending: { state: 'pending', reason: '', relisting: 'pending' },
  listing: { state: 'listing', reason: '', relisting: 'listing' },
  watching: { state: 'watching', reason: '', relisting: 'watching' },
  polling: { state: 'polling', reason: 'NOT_WATCHED', relisting: 'polling' },
  forbidden: { state: 'forbidden', reason: 'FORBIDDEN', settled: true, relisting: 'forbidden' },
  gone: { state: 'failing', reason: 'NOT_SERVED', settled: true, relisting: 'failing' },
  failing: { state: 'failing', reason: undefined, relisting: 'failing' },
  unreachable: { state: 'failing', reason: undefined, relisting: 'unreachable' },
  restarted: { state: 'failing', reason: undefined, relisting: 'restarted' },
};

/** Failures in a row after which a kind that never listed counts as failing rather than as about to list. */
const FAILURES_TO_SETTLE = 3;
/** Bookmarks come about once a minute; a watch that is silent for longer than this is dead, and its reflector ends it. */
const TRUSTED_SILENCE_MS = 100_000;

/** Of one collected kind, or of one type of grants. Only its Collection writes it. */
export class KindStatus {
  phase: KindPhase = 'pending';
  /** A list is under way. */
  listing = false;
  /** The first list is complete. */
  listed = false;
  /** Objects that the last list showed. */
  objects = 0;
  /** In a row. */
  failures = 0;
  forbiddenSince: number | undefined;
  /** When the leaf last said that what is stored is all there is. */
  confirmedAt: number | undefined;
  readonly resource: Resource;
  /** That its rows are read with. */
  readonly projections: readonly string[];
  readonly #cluster: ClusterStatus;
  #reason: StateReason = '';
  #leftOut = false;
  /** The last list, event or bookmark. */
  #heardAt: number | undefined;

  constructor(cluster: ClusterStatus, resource: Resource, projections: readonly string[] = []) {
    this.#cluster = cluster;
    this.resource = resource;
    this.projections = projections;
  }

  get state(): KindCollection {
    return KIND_PHASES[this.phase].state;
  }

  get reason(): StateReason {
    return this.#reason || (this.#leftOut ? 'LEFT_OUT' : '');
  }

  /** Nothing more is to be expected of it at the start: it has listed, may not, is not served, or keeps failing. */
  get settled(): boolean {
    return this.listed || KIND_PHASES[this.phase].settled === true || this.failures >= FAILURES_TO_SETTLE;
  }

  listBegins(): void {
    this.listing = true;
    this.#leftOut = false;
    this.objects = 0;
  }

  listEnds(): void {
    this.listing = false;
    this.listed = true;
    // In one step with the line above: a state that is written in between would call the cluster synced and its grants unconfirmed.
    this.#heardAt = this.confirmedAt = this.#cluster.now();
  }

  /** The leaf has delivered or confirmed something. */
  confirmed(): void {
    this.#heardAt = this.confirmedAt = this.#cluster.now();
    this.failures = 0;
    this.#cluster.heard();
  }

  /** An object cannot be kept. @returns whether it is the first since the list began */
  leftOut(): boolean {
    if (this.#leftOut) return false;
    this.#leftOut = true;
    this.#cluster.changed();
    return true;
  }

  /** Its reflector starts over. What went wrong still stands until it says something else. */
  restarts(): void {
    this.phase = 'restarted';
  }

  /** @returns whether the reflector says something new */
  follow(said: ReflectorState): boolean {
    if (said.phase === 'listing' && this.listed) {
      this.phase = KIND_PHASES[this.phase].relisting;
      return false;
    }
    const [state, reason] = [this.state, this.#reason];
    const error = said.phase === 'failing' ? said.error : undefined;
    this.phase = error && isWithoutAnswer(error) ? 'unreachable' : said.phase;
    this.#reason = KIND_PHASES[this.phase].reason ?? causeOf(error);
    if (error) this.failures += 1;
    if (this.phase === 'forbidden') this.forbiddenSince ??= this.#cluster.now();
    if (this.phase === 'watching' || this.phase === 'polling') this.forbiddenSince = undefined;
    if (this.phase === 'unreachable') this.#cluster.suspect();
    if (this.phase === 'gone') this.#cluster.discoveryIsStale();
    const isNew = state !== this.state || reason !== this.#reason;
    if (isNew || error) this.#cluster.changed(); // one more failure may settle it
    return isNew;
  }

  /**
   * The leaf has answered something else; while the watch is open, that confirms what it has delivered. Not for ever: where a proxy swallows the
   * events of a watch, not even bookmarks come through, and grants that are taken for confirmed would never be revoked.
   */
  leafAnswered(): void {
    const now = this.#cluster.now();
    if (this.phase === 'watching' && this.#heardAt !== undefined && now - this.#heardAt < TRUSTED_SILENCE_MS) this.confirmedAt = now;
  }
}

/** The leaf could not be reached at all; one that refuses has answered. */
function isWithoutAnswer(error: Error): boolean {
  return !(error instanceof KubernetesError) || error.status === undefined;
}
