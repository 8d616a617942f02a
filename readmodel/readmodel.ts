/**
 * The read model of one fleet replica: the filterable columns of every row in memory, kept up to date from the store,
 * and the queries on them under a RowAuthorizer.
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

/** Confirmation times jitter between states; smaller differences are ignored. */
export const CONFIRMATION_SLACK_MS = 1_000;

/** State of the read model for one cluster. Immutable except for ages and row counts. */
export interface ClusterIndex {
  readonly cluster: string;
  /** Labels of its registration. */
  readonly labels: Readonly<Record<string, string>>;
  /** True until its snapshot is loaded. After a loss of the store, old rows are kept meanwhile. */
  readonly loading: boolean;
  /** True after the store was unreachable, or its content of this cluster unreadable, until that succeeds again. */
  readonly stale?: boolean;
  /** API server that its rows and grants come from; undefined: no content counts. */
  readonly server?: ApiServer | undefined;
  /** Last report of the collector; undefined if none. */
  readonly state: ClusterState | undefined;
  /** Milliseconds since the leaf last answered the collector; undefined: never. Grows with time. */
  readonly answeredAgo: number | undefined;
  /** Milliseconds since the leaf last confirmed its grants; undefined: never. Grows with time. */
  readonly grantsConfirmedAgo: number | undefined;
  /** Time that the last change had been in the store when it was read; undefined: no change yet. */
  readonly lagMs?: number | undefined;
  readonly grants: ClusterGrants;
  /** Order in which visibilities of this cluster must be compiled. Changes only together with `resourcesRevision`. */
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  /** ClusterState.uncollected at the moment of the grants. The same array while its content is unchanged. */
  readonly uncollected: readonly Resource[];
  readonly rowCount: number;
  /** Changes whenever a row of the cluster comes or goes, not when a row is updated. */
  readonly rowRevision: number;
}

export interface ChangesRequest {
  /** Undefined: now, so that nothing differs. */
  readonly since: Moment | undefined;
  /** A superset of the clusters that the filter can match; undefined means all. */
  readonly reached: readonly string[] | undefined;
  /** More changes give TOO_MANY. */
  readonly limit: number;
  /** Count the matching rows. */
  readonly counted: boolean;
}

/** Lets processes on one store understand each other's moments. */
export interface SharedPast {
  /** Equal at all processes; undefined until a collector has joined. */
  readonly secret: Buffer | undefined;
  readonly pack: SharedStore['pack'];
  /** Current position of this process. Changes are recorded from here. */
  mark(): number;
  /** See StoredPast.since(). */
  since(cluster: string, packed: Buffer, reader: ReadFor): Promise<ClusterPast | 'behind' | 'ahead'>;
}

/** Number of rows of one kind in a cluster. */
export interface KindTally {
  readonly group: string;
  readonly kind: string;
  /** In the order of OBJECT_STATUSES. */
  readonly counts: readonly number[];
}

export interface ReadModel {
  /** Why the store cannot be followed now; undefined if it can. */
  readonly storeProblem: string | undefined;
  /**
   * Changes whenever an input of a RowAuthorizer does, in any cluster: its existence, grants, resources, or its state
   * of authorization and grants. Row changes, time, and confirmations of grants do not change it, except a correction
   * of a confirmation time by more than CONFIRMATION_SLACK_MS backwards.
   */
  readonly revision: number;
  /** Changes after every write and every other visible change, but not with time. Valid in this process. */
  readonly position: number;
  /** Monotonic clock of all ages, in milliseconds. */
  now(): number;
  clusters(): readonly ClusterIndex[];
  cluster(name: string): ClusterIndex | undefined;
  /** Rows of a cluster by kind, regardless of visibility: for operators. Reads no row. */
  tallies(cluster: string): readonly KindTally[];

  // Every query sees one state of the rows. An aborted query rejects with the signal's reason before its next slice.

  page(
    view: RowAuthorizer,
    filter: Filter,
    order: readonly OrderKey[],
    page: PageRequest,
    signal?: AbortSignal,
  ): Promise<Page>;
  /** Validates a page request without reading rows. @throws QueryError if a cursor does not belong to this order */
  judgePage(order: readonly OrderKey[], page: PageRequest): void;
  count(view: RowAuthorizer, filter: Filter, signal?: AbortSignal): Promise<number>;
  /**
   * Values of a field. Ignores the filter's own top-level condition on the field. `labelKey`: only for LABEL; `match`:
   * only values that match. Batched with other facets and the count of the same view and filter objects.
   */
  facet(
    view: RowAuthorizer,
    filter: Filter,
    field: FacetField,
    options: FacetOptions,
    signal?: AbortSignal,
  ): Promise<Facet>;
  /**
   * Matching rows by all keys together; every row is in one group. @throws QueryError if there are more than 100 000
   * groups
   */
  groups(view: RowAuthorizer, filter: Filter, request: GroupRequest, signal?: AbortSignal): Promise<GroupPage>;
  /**
   * Runs a query that only one subgraph needs.
   * @param rights @default none
   */
  ask<T>(view: RowAuthorizer, question: Question<T>, signal?: AbortSignal, rights?: RightsAt): Promise<T>;
  /**
   * Differences since the moment of an earlier page or earlier changes with the same filter.
   * @throws QueryError
   */
  changes(view: RowAuthorizer, filter: Filter, question: ChangesRequest, signal?: AbortSignal): Promise<Changes>;
  /** Undefined: no other process can continue from a moment of this one. */
  readonly shared?: SharedPast | undefined;
  /** Values of fields that contain all the words, among visible matching rows, best first. */
  suggest(
    view: RowAuthorizer,
    filter: Filter,
    request: SuggestionRequest,
    signal?: AbortSignal,
  ): Promise<readonly Suggestion[]>;
  /** Positions older than this will soon leave the journal. */
  readonly agingBefore: number;
  /** The visible rows of these ids, in order; undefined for absent and hidden alike. */
  find(view: RowAuthorizer, ids: readonly string[], signal?: AbortSignal): Promise<(IndexedRow | undefined)[]>;
  /**
   * By id, a page of the visible or nameable objects related to a visible row. Empty if the row is absent, hidden or
   * unrelated alike.
   */
  related(
    view: RowAuthorizer,
    ids: readonly string[],
    request: RelatedRequest,
    signal?: AbortSignal,
  ): Promise<RelatedPage<Related<IndexedRow>>[]>;
  /** A tree of visible or nameable objects; undefined for an absent and a hidden root alike. */
  tree(
    view: RowAuthorizer,
    id: string,
    request: TreeRequest,
    signal?: AbortSignal,
  ): Promise<Tree<IndexedRow> | undefined>;
  /** By id, the records that a projection keeps of a visible row; undefined for absent and hidden alike. */
  records(
    view: RowAuthorizer,
    ids: readonly string[],
    projection: string,
    signal?: AbortSignal,
  ): Promise<(readonly ProjectionRecord[] | undefined)[]>;
  /**
   * Namespaces of visible rows by cluster, each once, unordered.
   * @param clusters Undefined: all
   */
  namespaces(
    view: RowAuthorizer,
    clusters?: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Names of visible matching rows by cluster, unordered. */
  namesOf(view: RowAuthorizer, filter: Filter, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Kinds of visible rows by cluster, as numbers into ClusterIndex.resources. */
  kinds(view: RowAuthorizer, signal?: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<number>>>;

  /**
   * Notifies of each write, in the same turn and before any query sees it, and of every other visible change. A row's
   * `before` equals its previous `after`. Listeners must be quick, and nothing is kept for them; a listener that throws
   * is logged.
   */
  onChange(listener: (change: IndexChange) => void): () => void;
  close(): Promise<void>;
}
