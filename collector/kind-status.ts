/**
 * Collection of one kind, or of one type of grants, on one cluster. Nothing here does I/O or decides what happens next:
 * KIND_PHASES is the table of how the collector follows the kind and where each event leads.
 */
import { KubernetesError } from '../kubernetes/errors.ts';
import type { ReflectorState } from '../kubernetes/reflector.ts';
import type { Resource } from '../rbac/types.ts';
import type { StateReason } from '../store/causes.ts';
import type { KindCollection } from '../store/store.ts';
import { causeOf } from './causes.ts';

/** `restarted`: the leaf was unreachable or the kind was gone, and its reflector restarted. */
export type KindPhase =
  'pending' | 'listing' | 'watching' | 'polling' | 'forbidden' | 'gone' | 'failing' | 'unreachable' | 'restarted';

interface KindPhaseRules {
  readonly state: KindCollection;
  /** Undefined: use the cause of the last failure. */
  readonly reason: StateReason | undefined;
  /** Set if the kind will make no more progress, although it has not listed. */
  readonly settled?: true;
  /**
   * Phase after a list that closes a gap. The stored rows and the earlier phase stay valid. A kind that is listed again
   * is served. Every other event leads, from any phase, to the phase of its name.
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

/** Consecutive failures after which a kind that never listed counts as failing, not as about to list. */
const FAILURES_TO_SETTLE = 3;
/**
 * Bookmarks arrive about once a minute. A watch that is silent for longer than this is dead, and its reflector ends it.
 */
const TRUSTED_SILENCE_MS = 100_000;

/** OVER_LIMIT takes precedence: it means more missing objects. */
type LeftOut = Extract<StateReason, 'LEFT_OUT' | 'OVER_LIMIT'>;

/** Interface of a kind to the status of its cluster. */
interface ClusterOfKind {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  heard(): void;
  changed(): void;
  suspect(): void;
  discoveryIsStale(): void;
}

/** Status of one collected kind, or of one type of grants. Only its Collection writes it. */
export class KindStatus {
  phase: KindPhase = 'pending';
  /** True while a list is running. */
  listing = false;
  /** True if the first list is complete. */
  listed = false;
  /** Number of objects in the last list. */
  objects = 0;
  /** Consecutive failures. */
  failures = 0;
  forbiddenSince: number | undefined;
  /** Time at which the leaf last confirmed that there are no objects beyond the stored ones. */
  confirmedAt: number | undefined;
  readonly resource: Resource;
  /** Projections used to read its rows. */
  readonly projections: readonly string[];
  /** Version of the rules used for its rows. */
  readonly rules: string | undefined;
  readonly #cluster: ClusterOfKind;
  #reason: StateReason = '';
  /** Why at least one object is not kept, by the last complete list and the events since. */
  #leftOut: LeftOut | '' = '';
  /** As #leftOut, by the running list. */
  #leftOutOfList: LeftOut | '' = '';
  /** Time of the last list, event or bookmark. */
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

  /** Missing objects take precedence over problems of the watch. */
  get reason(): StateReason {
    return this.phase === 'polling' ? this.#leftOut || this.#reason : this.#reason || this.#leftOut;
  }

  /**
   * True if it will make no more progress at the start: it has listed, may not list, is not served, or keeps failing.
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
    // Set together with the line above: a state written in between would call the cluster synced and its grants
    // unconfirmed.
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
   * @returns True if it is the first one with this cause since the list began
   */
  leftOut(cause: LeftOut): boolean {
    const isKnown = this.#leftOutOfList === cause || this.#leftOutOfList === 'OVER_LIMIT';
    if (isKnown) return false;
    this.#leftOutOfList = cause;
    if (this.#leftOut !== 'OVER_LIMIT') this.#leftOut = cause;
    this.#cluster.changed();
    return true;
  }

  /** Restarts its reflector. The last failure stands until the reflector reports something else. */
  restarts(): void {
    this.phase = 'restarted';
  }

  /** @returns True if the reflector reports something new */
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
    if (isNew || error) this.#cluster.changed(); // one more failure may end its progress
    return isNew;
  }

  /**
   * Records an answer of the leaf to another request. While the watch is open, this confirms the delivered objects, but
   * not forever: if a proxy swallows the events of a watch, not even bookmarks come through, and grants confirmed
   * forever could never be revoked.
   */
  leafAnswered(): void {
    const now = this.#cluster.now();
    if (this.phase === 'watching' && this.#heardAt !== undefined && now - this.#heardAt < TRUSTED_SILENCE_MS)
      this.confirmedAt = now;
  }
}

/** True if the leaf gave no answer; a refusal is an answer. */
function isWithoutAnswer(error: Error): boolean {
  return !(error instanceof KubernetesError) || error.status === undefined;
}
