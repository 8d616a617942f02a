/**
 * The store: the replicated list index of the fleet. Collectors write it one cluster at a time, readers load a cluster and follow its
 * change log. It is ephemeral by contract: losing it costs a rebuild, never an error page.
 *
 * A batch is atomic and fenced: it changes everything it names or nothing, and only while its lease is the cluster's current one. One
 * contract suite runs over every implementation (test/store/contract.ts).
 */
import type { ObjectKey } from '../schema/object-id.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import type { Attached, Relation } from './attached.ts';
import type { StateReason } from './causes.ts';
import type { SpelledRelations } from './relation-spelling.ts';
import type { Column } from './row-columns.ts';

export const OBJECT_STATUSES = ['CURRENT', 'IN_PROGRESS', 'FAILED', 'TERMINATING', 'UNKNOWN'] as const;
export type ObjectStatus = (typeof OBJECT_STATUSES)[number];

/** What the columns hold that hold no text. */
interface Values {
  readonly status: ObjectStatus;
  readonly suspended: boolean;
  /** Never written to: rows read from one store may share one object. */
  readonly labels: Readonly<Record<string, string>>;
  readonly time: number;
  readonly timeSince: number;
}
export type ValueOf<Type> = Type extends keyof Values ? Values[Type] : string;

/**
 * The few columns of one object that a list shows, and what is kept beside them. Never the manifest. Times are milliseconds since the epoch; absent texts are
 * ''.
 */
export type Row = { readonly [C in Column as C['name']]: ValueOf<C['type']> } & Attached;

/** A text where it came, one byte a character. Good until the next row is read. */
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

/** What an index of rows leaves to the store. */
export type StoredColumn = Extract<Column, { stored: true }>['name'];
export type TimeColumnName = Extract<Column, { type: 'time' | 'timeSince' }>['name'];
/** Texts of which an index may take the bytes. */
export type SharedColumn = Exclude<Extract<Column, { type: 'text' | 'message' }>, { stored: true }>['name'];

/** A row as an index takes it. Every Row is one. What one row says alone may come as the bytes in which it came, and relations as they are spelled. */
export interface IndexRow
  extends Omit<Row, StoredColumn | SharedColumn | 'name' | 'relations'>, Readonly<Record<SharedColumn | 'name', string | TextBytes>> {
  readonly relations?: readonly Relation[] | SpelledRelations | undefined;
}

/** `uncollected`: the configuration asks for the kind, and it is left out. */
export type KindCollection = 'pending' | 'listing' | 'watching' | 'polling' | 'forbidden' | 'failing' | 'uncollected';

/** How one kind of one cluster is collected. */
export interface KindState {
  readonly group: string;
  readonly kind: string;
  readonly state: KindCollection;
  /** Why it is not watched, or not complete. */
  readonly reason: StateReason;
  /** SHOWN_ELSEWHERE: the resource that shows its objects, as `plural.group`. */
  readonly shownAs?: string | undefined;
  /** The projections with which its rows were read, each with its version; absent: none. */
  readonly projections?: readonly string[] | undefined;
  /** The version of the rules that its rows follow (kinds/registry.ts); absent: none was known. */
  readonly rules?: string | undefined;
}

export type ClusterPhase = 'connecting' | 'listing' | 'synced' | 'unreachable';

/**
 * What the collector knows about its work on one cluster; written with batches and as a heartbeat. Ages are milliseconds by the collector's
 * monotonic clock at the time of writing, so that no two clocks are ever compared.
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
  readonly kinds: readonly KindState[];
  /**
   * The resources of `kinds`, by the leaf's own discovery: those that are collected, and those that are left out and have
   * no rows. A kind that is not here has no rows that count.
   */
  readonly resources: readonly Resource[];
  /** Other resources that the leaf serves, of the kinds to which relations of its rows lead; absent: none. They have no rows. */
  readonly uncollected?: readonly Resource[] | undefined;
  readonly grants: {
    /** Roles, ClusterRoles, both bindings and discovery have all completed their first list. */
    readonly complete: boolean;
    /** Time since the leaf last confirmed the grants (list, event, bookmark or live connection); undefined: never. */
    readonly confirmedAgo: number | undefined;
    /** Why they cannot be read, or followed. */
    readonly reason: StateReason;
  };
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
  /** UID of its Namespace kube-system; '' while it is not known. */
  readonly uid: string;
}

/** Who writes a cluster's content, and whose it is. */
export interface StoredOrigin {
  /** What registered the cluster, in the words of acquire(); '' where that is not known. */
  readonly registrant: string;
  /** Undefined: no content counts. */
  readonly server: ApiServer | undefined;
}

/** A place in one cluster's change log. Opaque: compare only for equality. It also changes when the store has lost its content. */
export type Position = string;

/** One applied batch as readers see it. */
export interface Change {
  /** Behind it. */
  readonly position: Position;
  readonly puts: readonly Row[];
  readonly deletes: readonly ObjectKey[];
  readonly grantPuts: readonly GrantObject[];
  readonly grantDeletes: readonly string[];
  readonly state: ClusterState | undefined;
  /** How long ago the store took this batch, by the store's clock, in milliseconds. */
  readonly storedAgo: number;
}

/** What was there before one applied batch, of all that it changed; undefined: nothing was. */
export interface Past {
  /** Behind the batch. */
  readonly position: Position;
  /** Of all of it in the store, in characters. */
  readonly size: number;
  readonly rows: readonly (readonly [ObjectKey, Row | undefined])[];
  /** Keys by grantKey(). */
  readonly grants: readonly (readonly [string, GrantObject | undefined])[];
}

export const POSITION_BYTES = 8;

/** Whom a reading is for: it takes its turns among those of others, and ends with the signal. */
export interface ReadFor {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** What processes on one store need, so that one can go on from where another was. */
export interface SharedStore {
  /**
   * What was there before each batch after a position, in their order, up to `until` where that is among them. 'behind' as in changes(), and where it was too
   * large to keep.
   */
  past(cluster: string, after: Position, reader: ReadFor & { readonly until?: Position | undefined }): Promise<readonly Past[] | 'behind'>;
  /** 32 bytes, the same for all of them until the content is lost; undefined until a collector has joined. @throws when something else is there */
  secret(): Promise<Buffer | undefined>;
  /** Tells gateways that the session of a browser was ended. @throws StoreUnavailableError */
  endSession(id: string): Promise<void>;
  /** As identity/ended-sessions.ts reads them. The oldest of very many are forgotten. @throws StoreUnavailableError */
  endedSessions(after: string): Promise<{ readonly ids: readonly string[]; readonly place: string }>;
  /** A position in POSITION_BYTES, whose order is that of positions of one cluster; undefined for one that is good at this process only. */
  pack(position: Position): Buffer | undefined;
  /** `near`: a position of the same cluster. */
  unpack(bytes: Buffer, near: Position): Position;
}

export interface Changes {
  readonly changes: readonly Change[];
  readonly position: Position;
  /** More is waiting: ask again from `position`. */
  readonly more: boolean;
}

/** What a reader starts from. Rows come in chunks; changes after `position` (some of them perhaps already in the rows) follow from the log. */
export interface ClusterSnapshot {
  readonly position: Position;
  /** Another one when the store has lost its content. */
  readonly incarnation: string;
  /**
   * Another one when the cluster was removed and registered again under its name, or its content is of another API
   * server: nothing known of the old one holds. '' when not registered.
   */
  readonly registration: string;
  /** The API server that all of this was read from; undefined until a collector has said. */
  readonly server: ApiServer | undefined;
  readonly state: ClusterState | undefined;
  /** How long ago the store took `state`, by the store's clock, in milliseconds. */
  readonly stateStoredAgo: number;
  readonly grants: readonly GrantObject[];
  readonly rowCount: number;
  readonly rows: AsyncIterable<readonly Row[]>;
  /** The same rows for an index, where that is quicker to read. Of both, one is read, and once; a row is good until the next one is taken. */
  readonly indexRows?: AsyncIterable<Iterable<IndexRow>>;
}

export interface RowRef {
  readonly cluster: string;
  readonly key: ObjectKey;
  /** ClusterSnapshot.registration of the cluster that is meant; undefined: the present one. */
  readonly registration?: string | undefined;
}

/** Rings when something may have changed: a cluster's log, the set of clusters (undefined), or the connection to the store. */
export interface StoreListener {
  onChange(cluster: string | undefined): void;
  /** The store, or another part of it, became unreachable (with the reason), or all of it is reachable again (undefined). */
  onConnection(problem: string | undefined): void;
}

export interface Store {
  // -- the collector's side --

  /**
   * Takes or keeps the lease of a cluster; undefined while another holder's lease has not run out. Registers the
   * cluster. `registrant`: an opaque text of at most MAX_REGISTRANT_LENGTH characters that names the source and the
   * origin of the registration; without it the stored one stays.
   */
  acquire(cluster: string, holder: string, ttlMs: number, registrant?: string): Promise<Lease | undefined>;
  /**
   * Says which API server the cluster's content is of. Content of another API server, or of none, goes in the same act:
   * rows, grants, state and log. Readers then find another `registration`. Undefined: no content counts.
   * @throws FencedError as apply()
   */
  identify(lease: Lease, server: ApiServer | undefined): Promise<void>;
  /** @throws FencedError when the lease is no longer the current one. */
  renew(lease: Lease, ttlMs: number): Promise<void>;
  release(lease: Lease): Promise<void>;
  /**
   * Applies a batch, whole or not at all.
   * @throws FencedError when the lease is not the cluster's current one, InvalidRowError when a row does not belong to the cluster or breaks a bound.
   */
  apply(lease: Lease, batch: Batch): Promise<void>;
  /** Forgets a cluster that is no longer registered: rows, grants, state and log. */
  remove(lease: Lease): Promise<void>;
  /**
   * Says that a collector lives, for `ttlMs` more, and returns all that do, by name and sorted, this one among them. From it each of them
   * computes which clusters are its own, so that they need not talk to each other.
   */
  join(holder: string, ttlMs: number): Promise<readonly string[]>;
  /** This collector ends: the others need not wait for its time to run out. */
  leave(holder: string): Promise<void>;
  /** Key → resourceVersion of what the store holds, for a restart that writes only changes. */
  versions(cluster: string): Promise<{ rows: Map<ObjectKey, string>; grants: Map<string, string> }>;

  // -- the reader's side --

  clusters(): Promise<string[]>;
  /** By name, the origins of clusters of which anything is known. A few reads, however many clusters there are. */
  origins(): Promise<ReadonlyMap<string, StoredOrigin>>;
  /** Grants and rows are of its `registration` alone: the reading fails when the cluster gets another one meanwhile. */
  snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot>;
  /** The changes after a position, or 'behind' when the log no longer reaches back that far or the content was lost: take a new snapshot. */
  changes(cluster: string, after: Position): Promise<Changes | 'behind'>;
  /** The rows of a page, in the order of the refs; undefined where the row has gone, or is of another registration. */
  rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]>;
  subscribe(listener: StoreListener): () => void;
  /** Undefined: it is this process's own. */
  readonly shared?: SharedStore;
  /** Of a store that others can write to: values found there so far that no store of this kind wrote. They are left out, the rest is shown. */
  readonly unreadable?: number;

  close(): Promise<void>;
}

/** True as well where neither is known. */
export function isSameServer(a: ApiServer | undefined, b: ApiServer | undefined): boolean {
  return a?.connection === b?.connection && a?.uid === b?.uid;
}

/** The writer has lost its lease: it must stop writing this cluster at once. */
export class FencedError extends Error {
  override name = 'FencedError';
}

export class InvalidRowError extends Error {
  override name = 'InvalidRowError';
}

/** The store cannot be reached just now; the operation may be tried again. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}
