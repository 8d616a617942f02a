/**
 * The read model of one fleet replica: every row's filterable columns in memory, kept up to date from the store, and the questions that can
 * be asked of them under a View.
 */
import type { ClusterGrants, Resource } from '../rbac/types.ts';
import type { ClusterState, Row } from '../store/store.ts';
import type { Facet, FacetField, Filter, OrderKey, Page, PageRequest, View } from './query.ts';

/** How far the read model has come with one cluster. */
export interface ClusterIndex {
  readonly cluster: string;
  /** loading: its snapshot has not been read yet (after a loss of the store the old rows are kept meanwhile). */
  readonly loading: boolean;
  /** What the collector last said; undefined: nothing yet. */
  readonly state: ClusterState | undefined;
  /** Now: milliseconds since the leaf last answered the collector; undefined: never. Grows while nobody writes. */
  readonly answeredAgo: number | undefined;
  /** Now: milliseconds since the leaf last confirmed its grants; undefined: never. */
  readonly grantsConfirmedAgo: number | undefined;
  readonly grants: ClusterGrants;
  /** The order in which visibilities of this cluster must be compiled. Changes only together with `resourcesRevision`. */
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  readonly rowCount: number;
}

export interface ReadModel {
  /** Why the store cannot be followed just now; undefined while it can. */
  readonly storeProblem: string | undefined;
  clusters(): readonly ClusterIndex[];
  cluster(name: string): ClusterIndex | undefined;

  page(view: View, filter: Filter, order: readonly OrderKey[], page: PageRequest): Promise<Page>;
  count(view: View, filter: Filter): number;
  /** The facet leaves out the filter's own top-level condition on the same field. `labelKey` for LABEL only. */
  facet(view: View, filter: Filter, field: FacetField, options: { labelKey?: string; limit: number }): Facet;
  /** The visible rows of these ids, in order; undefined for absent and hidden alike. */
  find(view: View, ids: readonly string[]): Promise<(Row | undefined)[]>;
  /** Namespaces of visible rows by (cluster, namespace), with how many; cluster-scoped rows are not counted. */
  namespaces(view: View): ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Kinds of visible rows by cluster, as numbers into ClusterIndex.resources. */
  kinds(view: View): ReadonlyMap<string, ReadonlySet<number>>;

  /** Called after each change that readers can see; for subscriptions and tests. */
  onChange(listener: (cluster: string | undefined) => void): () => void;
  close(): Promise<void>;
}
