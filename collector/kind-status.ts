/**
 * Collection of one kind, or of one type of grants, on one cluster. This file does no I/O. The table KIND_PHASES
 * describes the phases.
 */
import { KubernetesError } from '../kubernetes/errors.ts';
import type { ReflectorState } from '../kubernetes/reflector.ts';
import type { Resource } from '../rbac/types.ts';
import type { StateReason } from '../store/causes.ts';
import type { KindCollection } from '../store/store.ts';
import { causeOf } from './causes.ts';

/** `restarted`: the leaf was unreachable or did not serve the kind, and the reflector of the kind was restarted. */
export type KindPhase =
  | 'pending'
  | 'listing'
  | 'watching'
  | 'polling'
  | 'forbidden'
  | 'gone'
  | 'failing'
  | 'unreachable'
  | 'restarted';

interface KindPhaseRules {
  readonly state: KindCollection;
  /** Reason to show. Undefined: the cause of the last failure. */
  readonly reason: StateReason | undefined;
  /** Set if the kind counts as settled without a complete list. */
  readonly settled?: true;
  /**
   * Phase when the kind is listed again after a gap. Every phase except `gone` stays, because the stored rows stay
   * valid.
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

/** Number of consecutive failures after which a kind counts as settled without a complete list. */
const FAILURES_TO_SETTLE = 3;
/**
 * Milliseconds of silence after which answers to other requests no longer confirm the objects of a watch. Bookmarks
 * arrive about once a minute.
 */
const TRUSTED_SILENCE_MS = 100_000;

/** Causes of left-out objects. OVER_LIMIT takes precedence, because it may mean many missing objects. */
type LeftOut = Extract<StateReason, 'LEFT_OUT' | 'OVER_LIMIT'>;

/** Methods of the cluster's status that a kind calls. */
interface ClusterOfKind {
  /** Clock with monotonic milliseconds. */
  readonly now: () => number;
  heard(): void;
  changed(): void;
  suspect(): void;
  discoveryIsStale(): void;
}

/** Status of one collected kind, or of one type of grants. */
export class KindStatus {
  phase: KindPhase = 'pending';
  listing = false;
  /** True if the first list is complete. */
  listed = false;
  /** Number of objects that the latest list has delivered so far. */
  objects = 0;
  /** Number of consecutive failures. */
  failures = 0;
  forbiddenSince: number | undefined;
  /** Monotonic time at which the leaf last confirmed that the delivered objects are complete and up to date. */
  confirmedAt: number | undefined;
  readonly resource: Resource;
  readonly projections: readonly string[];
  /** Version of the rules used to read the rows of the kind. */
  readonly rules: string | undefined;
  readonly #cluster: ClusterOfKind;
  #reason: StateReason = '';
  /** Reason why an object was not kept since the last complete list began. '' if all objects were kept. */
  #leftOut: LeftOut | '' = '';
  /** Like #leftOut, for the running list. */
  #leftOutOfList: LeftOut | '' = '';
  /** Monotonic time of the last list, event or bookmark. */
  #heardAt: number | undefined;

  constructor(cluster: ClusterOfKind, resource: Resource, projections: readonly string[] = [], rules?: string) {
    this.#cluster = cluster;
    this.resource = resource;
    this.projections = projections;
    this.rules = rules;
  }

  get state(): KindCollection {
    return KIND_PHASES[this.phase].state;
  }

  /** Reason to show. While the kind is polled, missing objects take precedence over the missing watch. */
  get reason(): StateReason {
    return this.phase === 'polling' ? this.#leftOut || this.#reason : this.#reason || this.#leftOut;
  }

  /**
   * True if the initial list is complete, or if nothing waits for the list: the kind is forbidden, is not served, or
   * keeps failing.
   */
  get settled(): boolean {
    return this.listed || KIND_PHASES[this.phase].settled === true || this.failures >= FAILURES_TO_SETTLE;
  }

  listBegins(): void {
    this.listing = true;
    this.#leftOutOfList = '';
    this.objects = 0;
  }

  listEnds(): void {
    this.listing = false;
    this.listed = true;
    this.#leftOut = this.#leftOutOfList;
    // Set together with `listed`. A state written in between would report a synced cluster with unconfirmed grants.
    this.#heardAt = this.confirmedAt = this.#cluster.now();
  }

  /** Records that the leaf has delivered or confirmed something. */
  confirmed(): void {
    this.#heardAt = this.confirmedAt = this.#cluster.now();
    this.failures = 0;
    this.#cluster.heard();
  }

  /**
   * Records that an object cannot be kept.
   * @returns True if neither this cause nor OVER_LIMIT was recorded since the last list began
   */
  leftOut(cause: LeftOut): boolean {
    const isKnown = this.#leftOutOfList === cause || this.#leftOutOfList === 'OVER_LIMIT';
    if (isKnown) return false;
    this.#leftOutOfList = cause;
    if (this.#leftOut !== 'OVER_LIMIT') this.#leftOut = cause;
    this.#cluster.changed();
    return true;
  }

  /**
   * Records that the reflector is being restarted. The last failure stays visible until the reflector reports something
   * else.
   */
  restarts(): void {
    this.phase = 'restarted';
  }

  /** @returns True if the state or the reason of the kind changed. Listing again is no change */
  follow(said: ReflectorState): boolean {
    if (said.phase === 'listing' && this.listed) {
      this.phase = KIND_PHASES[this.phase].relisting;
      this.#cluster.suspect(); // data after a gap may come from another API server
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
    if (isNew || error) this.#cluster.changed(); // further failures can settle the kind
    return isNew;
  }

  /**
   * Records an answer of the leaf to another request. The answer confirms the delivered objects if the leaf was
   * recently heard on the open watch. A proxy can drop all events of an open watch. Without this limit, revoked grants
   * would then stay confirmed.
   */
  leafAnswered(): void {
    const now = this.#cluster.now();
    if (this.phase === 'watching' && this.#heardAt !== undefined && now - this.#heardAt < TRUSTED_SILENCE_MS)
      this.confirmedAt = now;
  }
}

/** True if the leaf gave no answer. A refusal is an answer. */
function isWithoutAnswer(error: Error): boolean {
  return !(error instanceof KubernetesError) || error.status === undefined;
}
