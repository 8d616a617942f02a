/**
 * The store: the replicated list index of the fleet. Collectors write one cluster at a time. Readers load a cluster and
 * follow its change log. The store may lose its content at any time. Collectors then write the content again.
 *
 * A batch is atomic and fenced. It is applied completely or not at all, and only while its lease is the current lease
 * of the cluster. One contract suite runs over every implementation (test/store/contract.ts).
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

/** Types of the values of columns that hold no text, by type of column. */
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
 * The few columns of one object that a list shows, and the attached data (attached.ts). A row does not contain the
 * whole manifest. Times are milliseconds since the epoch. Absent texts are ''.
 */
export type Row = { readonly [C in Column as C['name']]: ValueOf<C['type']> } & Attached;

/** A text as a range of bytes in a buffer, with one byte per character. Valid until the next row is read. */
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

/** Columns that the store keeps, but the index of the read model does not. */
export type StoredColumn = Extract<Column, { stored: true }>['name'];
export type TimeColumnName = Extract<Column, { type: 'time' | 'timeSince' }>['name'];
/** Columns whose texts may reach the index of the read model as bytes (TextBytes). */
export type SharedColumn = Exclude<Extract<Column, { type: 'text' | 'message' }>, { stored: true }>['name'];

/**
 * A row as the index of the read model reads it. Every Row is an IndexRow. Texts that no other row shares may be bytes
 * of Redis' reply. Relations may be in their short spelling (relation-spelling.ts).
 */
export interface IndexRow
  extends
    Omit<Row, StoredColumn | SharedColumn | 'name' | 'relations'>,
    Readonly<Record<SharedColumn | 'name', string | TextBytes>> {
  readonly relations?: readonly Relation[] | SpelledRelations | undefined;
}

/** `uncollected`: the leaf serves the kind, but its objects are not collected. KindState.reason says why. */
export type KindCollection = 'pending' | 'listing' | 'watching' | 'polling' | 'forbidden' | 'failing' | 'uncollected';

/** Progress of collecting the objects of one kind of one cluster. */
export interface KindState {
  readonly group: string;
  readonly kind: string;
  readonly state: KindCollection;
  /** Reason why the kind is not watched or not complete. '' if there is none. */
  readonly reason: StateReason;
  /** Set with the reason SHOWN_ELSEWHERE: the resource that shows the objects of this kind, as `plural.group`. */
  readonly shownAs?: string | undefined;
  /**
   * Projections (kinds/projection.ts) that computed the records of the rows, each with its version. Absent if there are
   * none.
   */
  readonly projections?: readonly string[] | undefined;
  /** Version of the rules that computed the rows from the objects (kinds/registry.ts). Absent if unknown. */
  readonly rules?: string | undefined;
}

export type ClusterPhase = 'connecting' | 'listing' | 'synced' | 'unreachable';

/**
 * The collector's state of one cluster, written with batches and as a heartbeat. Ages are milliseconds by the
 * collector's monotonic clock at the time of writing, so that readers need not compare clocks.
 */
export interface ClusterState {
  readonly phase: ClusterPhase;
  /** Reason why the cluster is not synced, or not completely collected. '' if there is none. */
  readonly reason: StateReason;
  readonly version: string;
  readonly authorization: 'rbac' | 'mixed';
  /** Set with the reason DUPLICATE: the cluster that is collected in place of this cluster. */
  readonly duplicateOf?: string | undefined;
  /** Milliseconds since the leaf last answered any request. Undefined if it never answered. */
  readonly answeredAgo: number | undefined;
  /**
   * Milliseconds without an answer of the leaf after which the cluster counts as stale. Absent: SILENCE_MS of
   * access/coverage.ts.
   */
  readonly silentAfterMs?: number | undefined;
  /** Set for a cluster whose content comes from reports of agents. */
  readonly reports?: ReportsState | undefined;
  readonly kinds: readonly KindState[];
  /**
   * Resources of `kinds`, including kinds that are not collected and have no rows. Readers do not show rows of kinds
   * that are missing in this list.
   */
  readonly resources: readonly Resource[];
  /**
   * Other resources of the leaf whose objects are targets of relations, or are read by joins. They have no rows.
   * Absent if there are none.
   */
  readonly uncollected?: readonly Resource[] | undefined;
  readonly grants: {
    /** True if the four RBAC kinds have been read completely once. */
    readonly complete: boolean;
    /**
     * Milliseconds since the leaf last confirmed the grants by a list, an event, a bookmark or a live connection.
     * Undefined: never.
     */
    readonly confirmedAgo: number | undefined;
    /** Reason why the grants cannot be read or followed. '' if there is none. */
    readonly reason: StateReason;
  };
}

/** Last reports of the agents of a cluster. Stored, so that any collector process can handle the next report. */
export interface ReportsState {
  /**
   * The last report of each of the last few agents, newest first. A new agent may report only after the previous agent
   * was silent for some time (collector/reports.ts).
   */
  readonly agents: readonly { readonly agent: string; readonly seq: number }[];
  /** Digest of the rules, configuration and resources that determine the rows of a report. */
  readonly reading: string;
  /** Digest of the report from which the stored rows come. '' if the next report must be read even if it is equal. */
  readonly digest: string;
}

/** The right of a collector to write one cluster. `epoch` grows with each new lease. */
export interface Lease {
  readonly cluster: string;
  readonly holder: string;
  readonly epoch: number;
}

export interface Batch {
  readonly puts?: readonly Row[];
  readonly deletes?: readonly ObjectKey[];
  readonly grantPuts?: readonly GrantObject[];
  /** Keys, as grantKey() makes them. */
  readonly grantDeletes?: readonly string[];
  readonly state?: ClusterState;
}

/** The API server from which the content of a cluster was read. */
export interface ApiServer {
  /** Digest of the data in the registration that identifies the server (clusters/connection-digest.ts). */
  readonly connection: string;
  /** UID of the server's Namespace kube-system. '' if unknown. */
  readonly uid: string;
}

/** The registration and the API server from which a cluster's content comes. */
export interface StoredOrigin {
  /** The `registrant` passed to acquire(). '' if unknown. */
  readonly registrant: string;
  /** API server from which the content comes. Undefined if no content is valid. */
  readonly server: ApiServer | undefined;
}

/**
 * A position in the change log of one cluster. Opaque: compare positions only for equality. All positions become
 * invalid when the store loses its content.
 */
export type Position = string;

/** A change of the status of an object that applies a package (history.ts). */
export interface StatusChange {
  /** Time of the change, in milliseconds since the epoch: `syncedAt` of the row. */
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

/**
 * Earlier values of the rows and grants that one batch changed. Undefined stands for a row or a grant that did not
 * exist.
 */
export interface Past {
  /** Position after the batch. */
  readonly position: Position;
  /** Total size in the store, in characters. */
  readonly size: number;
  readonly rows: readonly (readonly [ObjectKey, Row | undefined])[];
  /** Keys, as grantKey() makes them. */
  readonly grants: readonly (readonly [string, GrantObject | undefined])[];
}

export const POSITION_BYTES = 8;

/**
 * Caller of a read. Callers take turns, so that one caller cannot block others. The read fails when the signal aborts.
 */
export interface ReadFor {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/**
 * Data that processes on the same store share: earlier values, a secret and ended sessions. With it, a process can
 * continue from the positions of another process.
 */
export interface SharedStore {
  /**
   * Earlier values for each batch after a position, oldest batch first. Ends with the batch at `until` if the log
   * contains that position. 'behind' as in changes(), and also if the values were too large to keep, or cannot be read.
   */
  past(
    cluster: string,
    after: Position,
    reader: ReadFor & { readonly until?: Position | undefined },
  ): Promise<readonly Past[] | 'behind'>;
  /**
   * 32 secret bytes that all processes share until the store loses its content. Undefined until a collector has joined.
   * @throws if the value is invalid
   */
  secret(): Promise<Buffer | undefined>;
  /** Publishes to gateways that a browser session has ended. @throws StoreUnavailableError */
  endSession(id: string): Promise<void>;
  /**
   * Reads the next ids of ended sessions, for identity/ended-sessions.ts. `after`: '' to start with the oldest id, or
   * the `place` of an earlier answer. About the newest 50 000 ids are kept. @throws StoreUnavailableError
   */
  endedSessions(after: string): Promise<{ readonly ids: readonly string[]; readonly place: string }>;
  /**
   * Packs a position into POSITION_BYTES. Packed positions of one cluster sort like their positions. Undefined for a
   * position that does not fit, such as the position of an empty log.
   */
  pack(position: Position): Buffer | undefined;
  /** @param near A position of the same cluster */
  unpack(bytes: Buffer, near: Position): Position;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly position: Position;
  /** True if more changes are available: read again from `position`. */
  readonly more: boolean;
}

/**
 * Content of a cluster that a reader loads before it follows the log. Rows come in chunks. The log contains the changes
 * after `position`. The rows may already include some of these changes.
 */
export interface ClusterSnapshot {
  readonly position: Position;
  /** Id of the store's content. Changes when the store has lost its content. */
  readonly incarnation: string;
  /**
   * Id of the cluster's registration. An id never recurs. '' if the cluster is not registered. Changes when `server`
   * changes, and when the cluster is removed and registered again. Data of an earlier registration is then invalid.
   */
  readonly registration: string;
  /** API server from which all the content comes. Undefined if no content is valid. */
  readonly server: ApiServer | undefined;
  readonly state: ClusterState | undefined;
  /** Age of `state` in the store, by the store's clock, in milliseconds. */
  readonly stateStoredAgo: number;
  readonly grants: readonly GrantObject[];
  readonly rowCount: number;
  readonly rows: AsyncIterable<readonly Row[]>;
  /**
   * `rows` in a form that an index reads faster. Read either `rows` or `indexRows`, and only once. A row is valid until
   * the next row is read. Absent if no such form exists.
   */
  readonly indexRows?: AsyncIterable<Iterable<IndexRow>>;
}

export interface RowRef {
  readonly cluster: string;
  readonly key: ObjectKey;
  /** ClusterSnapshot.registration of the cluster. Undefined means the current registration. */
  readonly registration?: string | undefined;
}

/**
 * Listener for changes of a cluster's log, of the set of clusters, or of the connection to the store. A call means that
 * something may have changed.
 */
export interface StoreListener {
  /** `cluster`: cluster whose log may have changed. Undefined if the set of clusters may have changed. */
  onChange(cluster: string | undefined): void;
  /**
   * `problem`: reason why the store, or a further part of the store, became unreachable. Undefined if the whole store
   * is reachable again.
   */
  onConnection(problem: string | undefined): void;
}

export interface Store {
  // Methods for collectors.

  /**
   * Takes or keeps the lease of a cluster, and registers the cluster. Undefined while the lease of another holder has
   * not expired.
   * @param registrant Text of at most MAX_REGISTRANT_LENGTH characters that names the source of the registration
   * (clusters/names.ts). The store does not interpret the text. If absent, the stored text stays
   */
  acquire(cluster: string, holder: string, ttlMs: number, registrant?: string): Promise<Lease | undefined>;
  /**
   * Sets the API server of the cluster's content. Removes rows, grants, state and log atomically if they came from
   * another or an unknown API server. Readers then find another `registration`, even if there was no content. If
   * `server` is undefined, the cluster has no valid content.
   * @throws FencedError as apply()
   */
  identify(lease: Lease, server: ApiServer | undefined): Promise<void>;
  /** @throws FencedError if the lease is no longer the current lease */
  renew(lease: Lease, ttlMs: number): Promise<void>;
  release(lease: Lease): Promise<void>;
  /**
   * Applies a batch, completely or not at all.
   * @throws FencedError if the lease is not the current lease of the cluster, InvalidRowError if a row does not belong
   * to the cluster or breaks a bound
   */
  apply(lease: Lease, batch: Batch): Promise<void>;
  /** Removes a cluster that is no longer registered: rows, grants, state and log. */
  remove(lease: Lease): Promise<void>;
  /**
   * Announces that a collector is alive for the next `ttlMs`. Returns all live collectors, sorted by name, including
   * this collector. Each collector computes its own clusters from this list, so that collectors need not talk to each
   * other.
   */
  join(holder: string, ttlMs: number): Promise<readonly string[]>;
  /** Announces that this collector ends, so that others need not wait until its announcement expires. */
  leave(holder: string): Promise<void>;
  /** Key → resourceVersion of the stored content, so that a restarted collector writes only changes. */
  versions(cluster: string): Promise<{ rows: Map<ObjectKey, string>; grants: Map<string, string> }>;

  // Methods for readers.

  clusters(): Promise<string[]>;
  /** Registrants and API servers of all known clusters, by cluster name. */
  origins(): Promise<ReadonlyMap<string, StoredOrigin>>;
  /**
   * Grants and rows belong to the snapshot's `registration`. In Redis, the read fails if the cluster gets another
   * registration meanwhile.
   */
  snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot>;
  /**
   * The changes after a position. 'behind' if the log no longer reaches back to the position, or if the content was
   * lost. Take a new snapshot then.
   */
  changes(cluster: string, after: Position): Promise<Changes | 'behind'>;
  /**
   * The rows of a page, in the order of the refs. Undefined for a row that is deleted, cannot be read, or belongs to
   * another registration.
   */
  rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]>;
  /**
   * The histories of rows, in the order of the refs, each with the newest change first. Empty for a row that is
   * deleted, belongs to another registration, or has no readable history.
   */
  histories(refs: readonly RowRef[]): Promise<(readonly StatusChange[])[]>;
  subscribe(listener: StoreListener): () => void;
  /** Views that callers saved. They are not content of clusters, so collectors cannot restore them. */
  readonly views: ViewShelves;
  /** Undefined if only this process uses the store. */
  readonly shared?: SharedStore;
  /**
   * Number of failed attempts to read a stored value since this process opened the store. Absent if only this process
   * can write to the store.
   */
  readonly unreadable?: number;

  close(): Promise<void>;
}

/** True if `a` and `b` describe one API server, or if neither of them is known. */
export function isSameServer(a: ApiServer | undefined, b: ApiServer | undefined): boolean {
  return a?.connection === b?.connection && a?.uid === b?.uid;
}

/** Thrown if the writer has lost its lease. The writer must stop writing this cluster at once. */
export class FencedError extends Error {
  override name = 'FencedError';
}

export class InvalidRowError extends Error {
  override name = 'InvalidRowError';
}

/** Thrown if the store is unreachable now. The operation may be retried. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}
