/**
 * The store: the replicated list index of the fleet. Collectors write it one cluster at a time, readers load a cluster
 * and follow its change log. It is ephemeral by contract: losing it costs a rebuild, never an error page.
 *
 * A batch is atomic and fenced: it changes everything it names or nothing, and only while its lease is the cluster's
 * current one. One contract suite runs over every implementation (test/store/contract.ts).
 */
import type { ObjectKey } from '../schema/object-id.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import type { Attached, Relation } from './attached.ts';
import type { StateReason } from './causes.ts';
import type { SpelledRelations } from './relation-spelling.ts';
import type { Column } from './row-columns.ts';
import type { ViewShelves } from './saved-views.ts';

export const OBJECT_STATUSES = ['CURRENT', 'IN_PROGRESS', 'FAILED', 'TERMINATING', 'UNKNOWN'] as const;
export type ObjectStatus = (typeof OBJECT_STATUSES)[number];

/** Types of columns without text. */
interface Values {
  readonly status: ObjectStatus;
  readonly suspended: boolean;
  /** Immutable: rows read from one store may share one object. */
  readonly labels: Readonly<Record<string, string>>;
  readonly time: number;
  readonly timeSince: number;
}
export type ValueOf<Type> = Type extends keyof Values ? Values[Type] : string;

/**
 * The few columns of one object that a list shows, and the data beside them. Never the manifest. Times are milliseconds
 * since the epoch; absent texts are ''.
 */
export type Row = { readonly [C in Column as C['name']]: ValueOf<C['type']> } & Attached;

/** A text in place in its buffer, one byte per character. Valid until the next row is read. */
export class TextBytes {
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;

  get length(): number {
    return this.to - this.from;
  }

  toString(): string {
    return this.bytes.toString('latin1', this.from, this.to);
  }
}

/** Columns that an index leaves to the store. */
export type StoredColumn = Extract<Column, { stored: true }>['name'];
export type TimeColumnName = Extract<Column, { type: 'time' | 'timeSince' }>['name'];
/** Texts that an index may take as bytes. */
export type SharedColumn = Exclude<Extract<Column, { type: 'text' | 'message' }>, { stored: true }>['name'];

/**
 * A row as an index takes it. Every Row is one. Texts unique to a row may be bytes of the reply, and relations may be
 * spelled.
 */
export interface IndexRow
  extends
    Omit<Row, StoredColumn | SharedColumn | 'name' | 'relations'>,
    Readonly<Record<SharedColumn | 'name', string | TextBytes>> {
  readonly relations?: readonly Relation[] | SpelledRelations | undefined;
}

/** `uncollected`: the configuration requests the kind, but it is left out. */
export type KindCollection = 'pending' | 'listing' | 'watching' | 'polling' | 'forbidden' | 'failing' | 'uncollected';

/** Collection of one kind of one cluster. */
export interface KindState {
  readonly group: string;
  readonly kind: string;
  readonly state: KindCollection;
  /** Why it is not watched, or incomplete. */
  readonly reason: StateReason;
  /** SHOWN_ELSEWHERE: the resource that shows its objects, as `plural.group`. */
  readonly shownAs?: string | undefined;
  /** The projections with which its rows were read, each with its version; absent: none. */
  readonly projections?: readonly string[] | undefined;
  /** Version of the rules for its rows (kinds/registry.ts); absent: unknown. */
  readonly rules?: string | undefined;
}

export type ClusterPhase = 'connecting' | 'listing' | 'synced' | 'unreachable';

/**
 * The collector's state of one cluster, written with batches and as a heartbeat. Ages are milliseconds by the
 * collector's monotonic clock at the time of writing, so that no two clocks are ever compared.
 */
export interface ClusterState {
  readonly phase: ClusterPhase;
  /** Why the cluster is not synced. */
  readonly reason: StateReason;
  readonly version: string;
  readonly authorization: 'rbac' | 'mixed';
  /** With DUPLICATE: the cluster that is collected in its place. */
  readonly duplicateOf?: string | undefined;
  /** Time since the leaf last answered anything; undefined: never. */
  readonly answeredAgo: number | undefined;
  /** Silence after which the cluster counts as stale; absent: that of a collector which writes heartbeats. */
  readonly silentAfterMs?: number | undefined;
  /** Set for a cluster whose agents send reports. */
  readonly reports?: ReportsState | undefined;
  readonly kinds: readonly KindState[];
  /**
   * The resources of `kinds`, by the leaf's own discovery: collected ones, and those left out without rows. Rows of
   * other kinds do not count.
   */
  readonly resources: readonly Resource[];
  /** Other resources of the leaf, of kinds that relations of its rows lead to; absent: none. They have no rows. */
  readonly uncollected?: readonly Resource[] | undefined;
  readonly grants: {
    /** True if Roles, ClusterRoles, both bindings and discovery have completed their first list. */
    readonly complete: boolean;
    /** Time since the leaf last confirmed the grants (list, event, bookmark or live connection); undefined: never. */
    readonly confirmedAgo: number | undefined;
    /** Why they cannot be read, or followed. */
    readonly reason: StateReason;
  };
}

/** State of the agents of a cluster, so that every process judges their next report alike. */
export interface ReportsState {
  /** The last report of each of the last few agents, newest first. The first one holds the cluster for a while. */
  readonly agents: readonly { readonly agent: string; readonly seq: number }[];
  /** Digest of the inputs of a report's rows beside its objects. */
  readonly reading: string;
  /** Digest of the kept report; '' if an equal one must be read again. */
  readonly digest: string;
}

/** A collector's right to write one cluster. `epoch` grows with every new holder. */
export interface Lease {
  readonly cluster: string;
  readonly holder: string;
  readonly epoch: number;
}

export interface Batch {
  readonly puts?: readonly Row[];
  readonly deletes?: readonly ObjectKey[];
  readonly grantPuts?: readonly GrantObject[];
  /** Keys by grantKey(). */
  readonly grantDeletes?: readonly string[];
  readonly state?: ClusterState;
}

/** The API server that a cluster's content was read from. */
export interface ApiServer {
  /** Digest of everything in the registration that proves which server answers (clusters/connection-digest.ts). */
  readonly connection: string;
  /** UID of its Namespace kube-system; '' if unknown. */
  readonly uid: string;
}

/** Origin of a cluster's content. */
export interface StoredOrigin {
  /** `registrant` of acquire(); '' if unknown. */
  readonly registrant: string;
  /** Undefined: no content counts. */
  readonly server: ApiServer | undefined;
}

/**
 * A position in one cluster's change log. Opaque: compare only for equality. It also changes when the store has lost
 * its content.
 */
export type Position = string;

/** A change of the status of an object that applies a package (history.ts). */
export interface StatusChange {
  /** `syncedAt` of the row. */
  readonly at: number;
  readonly status: ObjectStatus;
  readonly suspended: boolean;
  readonly reason: string;
  readonly revision: string;
}

/** One applied batch as readers see it. */
export interface Change {
  /** Position after the batch. */
  readonly position: Position;
  readonly puts: readonly Row[];
  readonly deletes: readonly ObjectKey[];
  readonly grantPuts: readonly GrantObject[];
  readonly grantDeletes: readonly string[];
  readonly state: ClusterState | undefined;
  /** Age of the batch in the store, by the store's clock, in milliseconds. */
  readonly storedAgo: number;
}

/** Earlier values of everything that one batch changed; undefined if there was none. */
export interface Past {
  /** Position after the batch. */
  readonly position: Position;
  /** Total size in the store, in characters. */
  readonly size: number;
  readonly rows: readonly (readonly [ObjectKey, Row | undefined])[];
  /** Keys by grantKey(). */
  readonly grants: readonly (readonly [string, GrantObject | undefined])[];
}

export const POSITION_BYTES = 8;

/** Caller of a read: reads take turns by caller, and end with the signal. */
export interface ReadFor {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** Data that processes on one store need to continue from each other's positions. */
export interface SharedStore {
  /**
   * Earlier values for each batch after a position, in order, up to `until` if that is among them. 'behind' as in
   * changes(), and if the values were too large to keep.
   */
  past(
    cluster: string,
    after: Position,
    reader: ReadFor & { readonly until?: Position | undefined },
  ): Promise<readonly Past[] | 'behind'>;
  /**
   * 32 bytes, shared by all processes until the content is lost; undefined until a collector has joined. @throws if the
   * value is invalid
   */
  secret(): Promise<Buffer | undefined>;
  /** Publishes to gateways that a browser session has ended. @throws StoreUnavailableError */
  endSession(id: string): Promise<void>;
  /** For identity/ended-sessions.ts. Among very many, the oldest are dropped. @throws StoreUnavailableError */
  endedSessions(after: string): Promise<{ readonly ids: readonly string[]; readonly place: string }>;
  /**
   * A position in POSITION_BYTES, ordered like positions of one cluster; undefined for one that is valid only at this
   * process.
   */
  pack(position: Position): Buffer | undefined;
  /** @param near A position of the same cluster */
  unpack(bytes: Buffer, near: Position): Position;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly position: Position;
  /** More is waiting: read again from `position`. */
  readonly more: boolean;
}

/**
 * Start of a reader. Rows come in chunks; changes after `position` (some perhaps already in the rows) follow from the
 * log.
 */
export interface ClusterSnapshot {
  readonly position: Position;
  /** Changes when the store has lost its content. */
  readonly incarnation: string;
  /**
   * Belongs to one API server, or to none: changes whenever `server` does, and when the cluster was removed and
   * registered again under its name. Nothing known of the old one holds. Never recurs. '' if not registered.
   */
  readonly registration: string;
  /** API server of all the content; undefined until a collector has set it. */
  readonly server: ApiServer | undefined;
  readonly state: ClusterState | undefined;
  /** Age of `state` in the store, by the store's clock, in milliseconds. */
  readonly stateStoredAgo: number;
  readonly grants: readonly GrantObject[];
  readonly rowCount: number;
  readonly rows: AsyncIterable<readonly Row[]>;
  /**
   * `rows` for an index, if faster to read. Read only one of both, and once; a row is valid until the next one is
   * taken.
   */
  readonly indexRows?: AsyncIterable<Iterable<IndexRow>>;
}

export interface RowRef {
  readonly cluster: string;
  readonly key: ObjectKey;
  /** ClusterSnapshot.registration of the cluster; undefined: the current one. */
  readonly registration?: string | undefined;
}

/**
 * Rings when something may have changed: a cluster's log, the set of clusters (undefined), or the connection to the
 * store.
 */
export interface StoreListener {
  onChange(cluster: string | undefined): void;
  /**
   * The store, or another part of it, became unreachable (with the reason), or all of it is reachable again
   * (undefined).
   */
  onConnection(problem: string | undefined): void;
}

export interface Store {
  // -- the collector's side --

  /**
   * Takes or keeps the lease of a cluster, and registers the cluster. Undefined while another holder's lease has not
   * run out.
   * @param registrant Opaque text of at most MAX_REGISTRANT_LENGTH characters that names the source and the origin of
   * the registration; without it the stored one stays
   */
  acquire(cluster: string, holder: string, ttlMs: number, registrant?: string): Promise<Lease | undefined>;
  /**
   * Sets the API server of the cluster's content. Content of another API server, or of none, is removed atomically:
   * rows, grants, state and log. Readers then find another `registration`, even if there was no content. Undefined: no
   * content counts.
   * @throws FencedError as apply()
   */
  identify(lease: Lease, server: ApiServer | undefined): Promise<void>;
  /** @throws FencedError if the lease is no longer the current one */
  renew(lease: Lease, ttlMs: number): Promise<void>;
  release(lease: Lease): Promise<void>;
  /**
   * Applies a batch, whole or not at all.
   * @throws FencedError if the lease is not the cluster's current one, InvalidRowError if a row does not belong to the
   * cluster or breaks a bound
   */
  apply(lease: Lease, batch: Batch): Promise<void>;
  /** Removes a cluster that is no longer registered: rows, grants, state and log. */
  remove(lease: Lease): Promise<void>;
  /**
   * Announces that a collector lives, for `ttlMs` more, and returns all live ones, sorted by name, including this one.
   * Each computes its own clusters from this list, so that they need not talk to each other.
   */
  join(holder: string, ttlMs: number): Promise<readonly string[]>;
  /** Announces that this collector ends, so that others need not wait until it expires. */
  leave(holder: string): Promise<void>;
  /** Key → resourceVersion of the stored content, for a restart that writes only changes. */
  versions(cluster: string): Promise<{ rows: Map<ObjectKey, string>; grants: Map<string, string> }>;

  // -- the reader's side --

  clusters(): Promise<string[]>;
  /** By name, the origins of all known clusters. A few reads, however many clusters there are. */
  origins(): Promise<ReadonlyMap<string, StoredOrigin>>;
  /** Grants and rows belong to its `registration`: the read fails if the cluster gets another one meanwhile. */
  snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot>;
  /**
   * The changes after a position, or 'behind' if the log no longer reaches back that far or the content was lost: take
   * a new snapshot.
   */
  changes(cluster: string, after: Position): Promise<Changes | 'behind'>;
  /** The rows of a page, in the order of the refs; undefined if the row is gone, or belongs to another registration. */
  rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]>;
  /**
   * The histories of the rows, in the order of the refs, each newest first; empty if the row is gone, belongs to
   * another registration, or is of a kind without history.
   */
  histories(refs: readonly RowRef[]): Promise<(readonly StatusChange[])[]>;
  subscribe(listener: StoreListener): () => void;
  /** Views that callers saved. Not content of clusters: lost with the store. */
  readonly views: ViewShelves;
  /** Undefined: the store is this process's own. */
  readonly shared?: SharedStore;
  /**
   * For a store that others can write to: number of values found so far that no store of this kind wrote. They are left
   * out.
   */
  readonly unreadable?: number;

  close(): Promise<void>;
}

/** Also true if neither is known. */
export function isSameServer(a: ApiServer | undefined, b: ApiServer | undefined): boolean {
  return a?.connection === b?.connection && a?.uid === b?.uid;
}

/** Thrown if the writer has lost its lease: it must stop writing this cluster at once. */
export class FencedError extends Error {
  override name = 'FencedError';
}

export class InvalidRowError extends Error {
  override name = 'InvalidRowError';
}

/** Thrown if the store is unreachable now; the operation may be retried. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}
