/**
 * What the read model knows of one cluster beside its rows: state, grants, resources and their ages.
 *
 * Ages count on this process's monotonic clock from the moment at which the answer was asked for, so they are never underestimated and no
 * two machines' clocks are compared.
 *
 * When the store lost this cluster's content, or is being filled anew, what was known keeps answering: the old grants until the new ones are
 * complete (no mixture of both is ever used, and they age meanwhile, so that rbac.maxAge closes the cluster if nothing new comes), the old rows
 * until the collector says that its lists are complete. A cluster that was removed and registered again under its name,
 * or is read from another API server, is another cluster: of it nothing is known (replacedBy), and the follower begins
 * with a new one of these.
 */
import { CONFIRMATION_SLACK_MS, type ClusterIndex } from './readmodel.ts';
import { GrantTable } from '../rbac/grant-table.ts';
import { resourcesText, sharedResources } from '../rbac/sharing.ts';
import type { ClusterGrants, Resource } from '../rbac/types.ts';
import { isSameServer, type ApiServer, type Change, type ClusterSnapshot, type ClusterState, type Position } from '../store/store.ts';

/** What of a ClusterIndex goes on without a change of its cluster. */
export interface Measures {
  /** The monotonic clock, as of the question for the cluster or later. */
  readonly now: () => number;
  readonly rowCount: (cluster: string) => number;
  readonly rowRevision: (cluster: string) => number;
  readonly labels: (cluster: string) => Readonly<Record<string, string>>;
}

export class IndexedCluster {
  readonly name: string;
  /** Where the change log is followed from; undefined: a snapshot is needed. */
  position: Position | undefined;
  /** The position of which the rows are, when they are of one; undefined behind a snapshot, until the log has been read to its end. */
  applied: Position | undefined;
  loading = true;
  /** Set when the store cannot be reached, or what it has of this cluster not be read or applied, until that was done. */
  stale = false;
  state: ClusterState | undefined;
  resources: readonly Resource[] = [];
  resourcesRevision: number;
  uncollected: readonly Resource[] = [];
  /** How long the last change that was taken had been in the store when it could be queried. */
  lagMs: number | undefined;
  /** Since when the store does not list this cluster, by the monotonic clock; undefined: it does. */
  absentSince: number | undefined;
  /** Rows from before the latest snapshot that have not been confirmed since. They go when the cluster has been loaded. */
  readonly unconfirmed = new Set<number>();

  readonly #nextRevision: () => number;
  #grants: GrantTable;
  /** Of the latest snapshot. */
  #origin: Pick<ClusterSnapshot, 'incarnation' | 'registration'> | undefined;
  /** Of all rows and grants that are here. */
  #server: ApiServer | undefined;
  #answeredAt: number | undefined;
  #grantsConfirmedAt: number | undefined;
  /** Set while the store is being filled anew: the new grants until they are complete. */
  #refill: { grants: GrantTable | undefined; empty: boolean } | undefined;
  /** Made when it is asked for. */
  #index: ClusterIndex | undefined;
  /** No reader of this revision has seen the grants confirmed later. */
  #confirmedAtMost = -Infinity;

  /** @param nextRevision From one counter for all clusters, so that a cluster that went and came back never repeats a revision. */
  constructor(name: string, nextRevision: () => number) {
    this.name = name;
    this.#nextRevision = nextRevision;
    this.#grants = this.newGrants();
    this.resourcesRevision = nextRevision();
  }

  /** They change in place, and are others after the store was filled anew. */
  get grants(): ClusterGrants {
    return this.#grants;
  }

  /** ClusterSnapshot.registration of all that is here; undefined before the first snapshot. */
  get registration(): string | undefined {
    return this.#origin?.registration;
  }

  /** To be filled and given to begin(). */
  newGrants(): GrantTable {
    return new GrantTable(this.#nextRevision());
  }

  /** True when the store was found without this cluster's content and it has not been written since. */
  get emptied(): boolean {
    return this.#refill?.empty === true;
  }

  /**
   * Whether a snapshot is of another cluster of the same name. A store that lost its content does not know it before a
   * collector has said which API server it reads; until then the cluster is taken for the same.
   */
  replacedBy({ incarnation, registration, server }: ClusterSnapshot): boolean {
    const known = this.#origin;
    if (this.#server && server && !isSameServer(this.#server, server)) return true;
    return known !== undefined && known.incarnation === incarnation && known.registration !== '' && known.registration !== registration;
  }

  /** Begins with a snapshot. `grants`: those of the snapshot. `held`: the rows of this cluster from before. */
  begin(snapshot: Omit<ClusterSnapshot, 'grants' | 'rows'>, grants: GrantTable, held: readonly number[], askedAt: number): void {
    this.#nextRevision();
    this.#index = undefined;
    this.applied = undefined;
    this.unconfirmed.clear();
    for (const row of held) this.unconfirmed.add(row);
    const { state, incarnation, registration, server } = snapshot;
    this.#server = server ?? this.#server;
    this.#origin = { incarnation, registration };
    const settled = state?.grants.complete === true && (state.phase === 'synced' || state.phase === 'unreachable');
    if (settled || !this.state?.grants.complete) {
      this.#refill = undefined;
      this.#grants = grants;
    } else this.#refill = { grants, empty: !state && snapshot.rowCount === 0 };
    if (state) this.#takeState(state, askedAt - Math.max(snapshot.stateStoredAgo, 0));
  }

  /** Where another process finds the same rows: undefined while they are of no one position. */
  get settledAt(): Position | undefined {
    return this.loading || this.unconfirmed.size > 0 ? undefined : this.applied;
  }

  /** The snapshot's rows are all there. It is loaded then, unless the store is still being filled. */
  finish(position: Position): void {
    this.position = position;
    this.#settle();
  }

  /** Takes everything of a change but its rows. */
  take(change: Change, askedAt: number): void {
    if (this.#refill) this.#refill.empty = false;
    if (change.grantPuts.length > 0 || change.grantDeletes.length > 0) {
      const grants = this.#refill?.grants ?? this.#grants;
      grants.change(this.#nextRevision(), change.grantPuts, change.grantDeletes);
    }
    if (change.state) this.#takeState(change.state, askedAt - Math.max(change.storedAgo, 0));
    if (this.loading && this.position !== undefined) this.#settle();
  }

  /** The same object until something of it changes: every question asks for all clusters, and most of them are as they were. */
  index(measures: Measures): ClusterIndex {
    const loading = this.loading || this.absentSince !== undefined;
    const known = this.#index;
    if (known?.loading === loading && known.stale === this.stale && known.lagMs === this.lagMs) return known;
    const server = this.#server;
    const { name, stale, state, lagMs, resources, resourcesRevision, uncollected } = this;
    const [grants, answeredAt, grantsConfirmedAt] = [this.#grants, this.#answeredAt, this.#grantsConfirmedAt];
    return (this.#index = {
      ...{ cluster: name, loading, stale, server, state, lagMs, grants, resources, resourcesRevision, uncollected },
      get answeredAgo() {
        return answeredAt === undefined ? undefined : measures.now() - answeredAt;
      },
      get grantsConfirmedAgo() {
        return grantsConfirmedAt === undefined ? undefined : measures.now() - grantsConfirmedAt;
      },
      get labels() {
        return measures.labels(name);
      },
      get rowCount() {
        return measures.rowCount(name);
      },
      get rowRevision() {
        return measures.rowRevision(name);
      },
    });
  }

  #settle(): void {
    if (this.#refill && (this.#refill.grants || this.state?.phase !== 'synced')) return;
    this.#refill = undefined;
    this.loading = false;
  }

  #takeState(state: ClusterState, writtenAt: number): void {
    const before = this.state;
    this.#index = undefined;
    this.#keepState(state, writtenAt);
    const confirmedAt = this.#grantsConfirmedAt ?? -Infinity;
    const isSame = before?.authorization === this.state?.authorization && before?.grants.complete === this.state?.grants.complete;
    if (isSame && confirmedAt >= this.#confirmedAtMost - CONFIRMATION_SLACK_MS) {
      this.#confirmedAtMost = Math.max(this.#confirmedAtMost, confirmedAt);
      return;
    }
    this.#nextRevision();
    this.#confirmedAtMost = confirmedAt;
  }

  #keepState(state: ClusterState, writtenAt: number): void {
    const before = this.state;
    this.#answeredAt = instant(writtenAt, state.answeredAgo);
    if (this.#refill?.grants && state.grants.complete) {
      this.#nextRevision();
      this.#grants = this.#refill.grants;
      this.#refill.grants = undefined;
    }
    if (this.#refill?.grants && before) {
      // The old grants still judge, so what is said of grants and resources, and its age, stays with them.
      this.state = { ...state, grants: before.grants, resources: before.resources, uncollected: before.uncollected };
      return;
    }
    this.state = state;
    this.#grantsConfirmedAt = instant(writtenAt, state.grants.confirmedAgo);
    const { uncollected = [] } = state;
    if (resourcesText(uncollected) !== resourcesText(this.uncollected)) this.uncollected = sharedResources(uncollected);
    if (resourcesText(state.resources) === resourcesText(this.resources)) return;
    this.resources = sharedResources(state.resources);
    this.resourcesRevision = this.#nextRevision();
  }
}

/** An age that is no number is no age: the leaf never answered. */
function instant(writtenAt: number, ago: number | undefined): number | undefined {
  return ago !== undefined && Number.isFinite(ago) ? writtenAt - Math.max(ago, 0) : undefined;
}
