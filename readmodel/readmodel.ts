/**
 * The read model of one fleet replica. It holds the filterable columns of every row in memory, follows the store, and
 * answers queries under a RowAuthorizer.
 */
import type { ClusterGrants, Resource } from '../rbac/types.ts';
import type { ProjectionRecord } from '../store/attached.ts';
import type { ApiServer, ClusterState, ReadFor, SharedStore } from '../store/store.ts';
import type { ClusterPast, IndexChange, Moment } from './changes/change.ts';
import type { FacetOptions } from './questions/numbers.ts';
import type {
  Changes,
  Facet,
  FacetField,
  Filter,
  GroupPage,
  GroupRequest,
  IndexedRow,
  OrderKey,
  Page,
  PageRequest,
  Suggestion,
  SuggestionRequest,
} from './query.ts';
import type { Question, RightsAt } from './question.ts';
import type { Related, RelatedPage, RelatedRequest } from './questions/related.ts';
import type { Tree, TreeRequest } from './questions/tree.ts';
import type { RowAuthorizer } from './select/visibility-mask.ts';

/**
 * Maximum milliseconds by which the time of the last confirmation of grants may go back without a new `revision`. The
 * time is computed again from each state of the collector, so it varies slightly.
 */
export const CONFIRMATION_SLACK_MS = 1_000;

/**
 * State of one cluster in the read model. Immutable, except for `labels`, `grants`, ages, `rowCount` and `rowRevision`.
 */
export interface ClusterIndex {
  readonly cluster: string;
  /** Labels of the cluster's registration. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * True while the snapshot is not loaded, and while the store does not list the cluster. Also true while a store that
   * lost its content is filled again. Earlier rows are kept meanwhile.
   */
  readonly loading: boolean;
  /** True after the store, or this cluster's content, could not be read. False again after the next successful read. */
  readonly stale?: boolean;
  /** API server that the rows and grants come from. Undefined until a collector has reported it. */
  readonly server?: ApiServer | undefined;
  /**
   * State that the collector wrote last. While a store that lost its content is filled again, grants and resources are
   * of the earlier state. Undefined before the first state.
   */
  readonly state: ClusterState | undefined;
  /** Milliseconds since the leaf last answered the collector. Undefined if never. Grows with time. */
  readonly answeredAgo: number | undefined;
  /** Milliseconds since the leaf last confirmed its grants. Undefined if never. Grows with time. */
  readonly grantsConfirmedAgo: number | undefined;
  /**
   * Milliseconds from the storing of the last change until this process applied it. Undefined before the first change.
   */
  readonly lagMs?: number | undefined;
  readonly grants: ClusterGrants;
  /**
   * Resources that visibilities of this cluster must be compiled with, in this order. Changes only together with
   * `resourcesRevision`.
   */
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  /**
   * ClusterState.uncollected of the state that `grants` belongs to. The same array as long as its content is unchanged.
   */
  readonly uncollected: readonly Resource[];
  readonly rowCount: number;
  /** Changes whenever a row of the cluster is added or removed, but not when a row is updated. */
  readonly rowRevision: number;
}

export interface ChangesRequest {
  /** Moment after which changes are reported. Undefined means now, so that there are no changes. */
  readonly since: Moment | undefined;
  /**
   * Clusters to read. Contains all clusters that the filter can match, and perhaps others. Undefined means all
   * clusters.
   */
  readonly reached: readonly string[] | undefined;
  /** Maximum number of changes. With more changes, the answer is TOO_MANY. */
  readonly limit: number;
  /** True to count the matching rows as well. */
  readonly counted: boolean;
}

/** Lets processes on one store use each other's moments. */
export interface SharedPast {
  /** Secret that all processes share. Undefined while it is not known. */
  readonly secret: Buffer | undefined;
  readonly pack: SharedStore['pack'];
  /** Returns the current position of this process. Changes are recorded from this position on. */
  mark(): number;
  /** Returns the changes of a cluster since a position of another process, as StoredPast.since() does. */
  since(cluster: string, packed: Buffer, reader: ReadFor): Promise<ClusterPast | 'behind' | 'ahead'>;
}

/** Number of rows of one kind in a cluster. */
export interface KindTally {
  readonly group: string;
  readonly kind: string;
  /** Counts in the order of OBJECT_STATUSES. */
  readonly counts: readonly number[];
}

export interface ReadModel {
  /** Reason why the store cannot be followed now. Undefined if the store can be followed. */
  readonly storeProblem: string | undefined;
  /**
   * Changes whenever an input of a RowAuthorizer changes in any cluster. Inputs are the set of clusters, their grants
   * and resources, and their state of authorization and grants. Rows, time and confirmations of grants do not change
   * the revision. There is one exception: the revision changes if a confirmation time is corrected backwards by more
   * than CONFIRMATION_SLACK_MS.
   */
  readonly revision: number;
  /**
   * Changes after a write, and after a change of a cluster or of the store's connection. Does not change with time.
   * Valid only in this process.
   */
  readonly position: number;
  /** Monotonic clock of all ages, in milliseconds. */
  now(): number;
  clusters(): readonly ClusterIndex[];
  cluster(name: string): ClusterIndex | undefined;
  /** Returns the number of rows of a cluster by kind. For operators: ignores visibility. Reads no row. */
  tallies(cluster: string): readonly KindTally[];

  // Every query sees one state of the rows. An aborted query rejects with the signal's reason before its next slice.

  page(
    view: RowAuthorizer,
    filter: Filter,
    order: readonly OrderKey[],
    page: PageRequest,
    signal?: AbortSignal,
  ): Promise<Page>;
  /**
   * Validates the cursors of a page request without reading rows. @throws QueryError if a cursor does not belong to
   * this order
   */
  judgePage(order: readonly OrderKey[], page: PageRequest): void;
  count(view: RowAuthorizer, filter: Filter, signal?: AbortSignal): Promise<number>;
  /**
   * Counts rows by value of a field. Ignores the filter's own top-level condition on the field. `labelKey` is only for
   * LABEL. `match` limits the values. Requests that arrive together share one query if their view, filter and signal
   * are the same objects.
   */
  facet(
    view: RowAuthorizer,
    filter: Filter,
    field: FacetField,
    options: FacetOptions,
    signal?: AbortSignal,
  ): Promise<Facet>;
  /** Groups matching rows by all keys together. @throws QueryError if there are more than 100 000 groups */
  groups(view: RowAuthorizer, filter: Filter, request: GroupRequest, signal?: AbortSignal): Promise<GroupPage>;
  /**
   * Runs a query that a subgraph writes itself (question.ts).
   * @param rights @default none
   */
  ask<T>(view: RowAuthorizer, question: Question<T>, signal?: AbortSignal, rights?: RightsAt): Promise<T>;
  /**
   * Returns the changes since the moment of an earlier answer with the same filter. The earlier answer may be a page,
   * or a result of changes().
   * @throws QueryError
   */
  changes(view: RowAuthorizer, filter: Filter, question: ChangesRequest, signal?: AbortSignal): Promise<Changes>;
  /** Undefined if no other process can continue from a moment of this process. */
  readonly shared?: SharedPast | undefined;
  /** Returns field values that contain all words of the request, best first. Counts only visible matching rows. */
  suggest(
    view: RowAuthorizer,
    filter: Filter,
    request: SuggestionRequest,
    signal?: AbortSignal,
  ): Promise<readonly Suggestion[]>;
  /** Positions before this position will soon leave the journal. */
  readonly agingBefore: number;
  /**
   * Returns the visible rows of these ids, in the order of the ids. Undefined for an absent object and for a hidden
   * object.
   */
  find(view: RowAuthorizer, ids: readonly string[], signal?: AbortSignal): Promise<(IndexedRow | undefined)[]>;
  /**
   * Returns, for each id, a page of the objects related to a visible row. Contains only objects that the caller may
   * see, or whose ids `mayName` of the request allows. Empty if the row is absent, hidden or unrelated, so that hidden
   * rows are not revealed.
   */
  related(
    view: RowAuthorizer,
    ids: readonly string[],
    request: RelatedRequest,
    signal?: AbortSignal,
  ): Promise<RelatedPage<Related<IndexedRow>>[]>;
  /**
   * Returns a tree of objects that the caller may see, or whose ids `mayName` of the request allows. Undefined for an
   * absent root and for a hidden root.
   */
  tree(
    view: RowAuthorizer,
    id: string,
    request: TreeRequest,
    signal?: AbortSignal,
  ): Promise<Tree<IndexedRow> | undefined>;
  /**
   * Returns, for each id, the records that a projection keeps of a visible row. Undefined for an absent object and for
   * a hidden object.
   */
  records(
    view: RowAuthorizer,
    ids: readonly string[],
    projection: string,
    signal?: AbortSignal,
  ): Promise<(readonly ProjectionRecord[] | undefined)[]>;
  /**
   * Returns the namespaces of visible rows by cluster. Each namespace occurs once, in no order.
   * @param clusters Undefined means all clusters
   */
  namespaces(
    view: RowAuthorizer,
    clusters?: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns the names of visible matching rows by cluster, in no order. */
  namesOf(view: RowAuthorizer, filter: Filter, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns the kinds of visible rows by cluster, as indices into ClusterIndex.resources. */
  kinds(view: RowAuthorizer, signal?: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<number>>>;

  /**
   * Calls the listener for each write, and for a change of a cluster or of the store's connection. The call happens in
   * the same turn of the event loop as the write, before any query sees the write. Except for `syncedAt`, a row's
   * `before` equals its previous `after`. Listeners must be quick. An error of a listener is logged.
   */
  onChange(listener: (change: IndexChange) => void): () => void;
  close(): Promise<void>;
}
