/**
 * The read model of one fleet replica: every row's filterable columns in memory, kept up to date from the store, and the questions that can
 * be asked of them under a View.
 */
import type { ClusterGrants, Resource } from '../rbac/types.ts';
import type { ProjectionRecord } from '../store/attached.ts';
import type { ApiServer, ClusterState, ReadFor, SharedStore } from '../store/store.ts';
import type { IndexChange } from './changes/index-change.ts';
import type { ClusterPast, Moment } from './changes/moment.ts';
import type { FacetOptions } from './counts/facets.ts';
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
import type { Question } from './question.ts';
import type { Related, RelatedPage, RelatedRequest } from './relations/neighbours.ts';
import type { Tree, TreeRequest } from './relations/tree.ts';
import type { View } from './view.ts';

/** The moment of a confirmation is told anew with each state, on another clock, and never quite the same. */
export const CONFIRMATION_SLACK_MS = 1_000;

/** How far the read model has come with one cluster. It stays as it is; only ages, and how many rows there are, go on. */
export interface ClusterIndex {
  readonly cluster: string;
  /** Those with which it is registered. */
  readonly labels: Readonly<Record<string, string>>;
  /** loading: its snapshot has not been read yet (after a loss of the store the old rows are kept meanwhile). */
  readonly loading: boolean;
  /** The store could not be reached, or what it has of this cluster not be read or applied, and that has not been done since. */
  readonly stale?: boolean;
  /** The API server that its rows and grants were read from; undefined: nothing of it counts. */
  readonly server?: ApiServer | undefined;
  /** What the collector last said; undefined: nothing yet. */
  readonly state: ClusterState | undefined;
  /** Now: milliseconds since the leaf last answered the collector; undefined: never. Grows while nothing is written. */
  readonly answeredAgo: number | undefined;
  /** Now: milliseconds since the leaf last confirmed its grants; undefined: never. */
  readonly grantsConfirmedAgo: number | undefined;
  /** How long the last change that was taken had been in the store when it could be queried; undefined: none was. */
  readonly lagMs?: number | undefined;
  readonly grants: ClusterGrants;
  /** The order in which visibilities of this cluster must be compiled. Changes only together with `resourcesRevision`. */
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  /** ClusterState.uncollected, of the same moment as the grants. The same array while it says the same. */
  readonly uncollected: readonly Resource[];
  readonly rowCount: number;
  /** Another one whenever a row of it has come or gone. What is told of a row that stays never changes which rows there are. */
  readonly rowRevision: number;
}

export interface ChangesRequest {
  /** undefined: now, so that nothing is different. */
  readonly since: Moment | undefined;
  /** Every cluster of which a row can match is among them; undefined: any may be. */
  readonly reached: readonly string[] | undefined;
  /** More changes than this are TOO_MANY. */
  readonly limit: number;
  /** Whether the rows that match are to be counted. */
  readonly counted: boolean;
}

/** How the processes on one store know of each other's moments. */
export interface SharedPast {
  /** The same at all of them; undefined until a collector has joined. */
  readonly secret: Buffer | undefined;
  readonly pack: SharedStore['pack'];
  /** The position of this process, from which on changes are kept. */
  mark(): number;
  /** As StoredPast.since(). */
  since(cluster: string, packed: Buffer, reader: ReadFor): Promise<ClusterPast | 'behind' | 'ahead'>;
}

/** How many rows of one kind a cluster has. */
export interface KindTally {
  readonly group: string;
  readonly kind: string;
  /** In the order of OBJECT_STATUSES. */
  readonly counts: readonly number[];
}

export interface ReadModel {
  /** Why the store cannot be followed just now; undefined while it can. */
  readonly storeProblem: string | undefined;
  /**
   * Another one after whatever a View follows from has changed, of any cluster: that it is there, its grants, its resources, what its state says of
   * authorization and grants. Rows do not change it, nor does the time that passes, nor a leaf that confirms its grants once more; but grants that turn
   * out to have been confirmed more than CONFIRMATION_SLACK_MS earlier than it seemed do.
   */
  readonly revision: number;
  /** Another one after every write and every other change that readers can see, but not after time that passes; of this process. */
  readonly position: number;
  /** The monotonic clock on which all ages are told, in milliseconds. */
  now(): number;
  clusters(): readonly ClusterIndex[];
  cluster(name: string): ClusterIndex | undefined;
  /** The rows of a cluster, whoever may see them: for operators. Touches no row. */
  tallies(cluster: string): readonly KindTally[];

  // Every question sees one state of the rows. One whose signal is aborted ends with its reason before its next slice.

  page(view: View, filter: Filter, order: readonly OrderKey[], page: PageRequest, signal?: AbortSignal): Promise<Page>;
  /** Reads nothing of any row. @throws QueryError where a cursor is not one of this order */
  judgePage(order: readonly OrderKey[], page: PageRequest): void;
  count(view: View, filter: Filter, signal?: AbortSignal): Promise<number>;
  /**
   * The facet leaves out the filter's own top-level condition on the same field. `labelKey` for LABEL only; `match`: only values that match.
   * Facets and the count that are asked together of the same view and filter (the same objects) are counted together.
   */
  facet(view: View, filter: Filter, field: FacetField, options: FacetOptions, signal?: AbortSignal): Promise<Facet>;
  /** How the matching rows divide by all of the keys together; every row is in one group. @throws QueryError when there are more than 100 000 groups */
  groups(view: View, filter: Filter, request: GroupRequest, signal?: AbortSignal): Promise<GroupPage>;
  /** What a subgraph asks that no other subgraph does. */
  ask<T>(view: View, question: Question<T>, signal?: AbortSignal): Promise<T>;
  /**
   * What is different since a moment of an earlier page or of earlier changes. The moment's filter must have been the same one.
   * @throws QueryError
   */
  changes(view: View, filter: Filter, question: ChangesRequest, signal?: AbortSignal): Promise<Changes>;
  /** Undefined: no other process can go on from a moment of this one. */
  readonly shared?: SharedPast | undefined;
  /** The values of fields that have all the words, of visible rows that match the filter: those that fit best first. */
  suggest(view: View, filter: Filter, request: SuggestionRequest, signal?: AbortSignal): Promise<readonly Suggestion[]>;
  /** Of moments before this position it will soon not be known any more what happened since. */
  readonly agingBefore: number;
  /** The visible rows of these ids, in order; undefined for absent and hidden alike. */
  find(view: View, ids: readonly string[], signal?: AbortSignal): Promise<(IndexedRow | undefined)[]>;
  /** By id, a page of what a visible row is related to, of what is visible or may be named; an empty one where it is absent, hidden or has none alike. */
  related(view: View, ids: readonly string[], request: RelatedRequest, signal?: AbortSignal): Promise<RelatedPage<Related<IndexedRow>>[]>;
  /** Of what is visible or may be named; undefined where the root is absent and where it is hidden. */
  tree(view: View, id: string, request: TreeRequest, signal?: AbortSignal): Promise<Tree<IndexedRow> | undefined>;
  /** By id, what a projection keeps of a visible row; undefined for absent and hidden alike. */
  records(
    view: View,
    ids: readonly string[],
    projection: string,
    signal?: AbortSignal,
  ): Promise<(readonly ProjectionRecord[] | undefined)[]>;
  /** Namespaces of the visible rows of these clusters by cluster, each once and in no order; undefined: of all clusters. */
  namespaces(view: View, clusters?: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Names of the visible rows that match the filter by cluster, in no order. */
  namesOf(view: View, filter: Filter, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Kinds of visible rows by cluster, as numbers into ClusterIndex.resources. */
  kinds(view: View, signal?: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<number>>>;

  /**
   * Tells of each write, in the same turn and before any question sees it, and of whatever else readers can see. `before` of a row is what `after` was when it
   * was told of last. Listeners must be quick, and nothing is kept for them; one that throws is logged.
   */
  onChange(listener: (change: IndexChange) => void): () => void;
  close(): Promise<void>;
}
