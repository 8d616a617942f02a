/**
 * One cluster of the read model, apart from its rows: state, grants, resources and their ages.
 *
 * Ages count on this process's monotonic clock, from the moment an answer was requested. So they are never
 * underestimated, and clocks of two machines are never compared.
 *
 * If the store lost the cluster's content or is being refilled, the earlier state keeps answering. Old grants apply
 * until the new ones are complete; both are never mixed. They age meanwhile, so that rbac.maxAge closes the cluster if
 * nothing new arrives. Old rows stay until the collector reports complete lists. A cluster that was registered again
 * under its name, or is read from another API server, is another cluster (replacedBy): the follower starts with a new
 * instance.
 */
import { CONFIRMATION_SLACK_MS, type ClusterIndex } from './readmodel.ts';
import { GrantTable } from '../rbac/grant-table.ts';
import { resourcesText, sharedResources } from '../rbac/sharing.ts';
import type { ClusterGrants, Resource } from '../rbac/types.ts';
import {
  isSameServer,
  type ApiServer,
  type Change,
  type ClusterSnapshot,
  type ClusterState,
  type Position,
} from '../store/store.ts';

/** The parts of a ClusterIndex that change without a change of the cluster. */
export interface Measures {
  /** Monotonic clock, at the time of the query or later. */
  readonly now: () => number;
  readonly rowCount: (cluster: string) => number;
  readonly rowRevision: (cluster: string) => number;
  readonly labels: (cluster: string) => Readonly<Record<string, string>>;
}

export class IndexedCluster {
  readonly name: string;
  /** Position from which the change log is followed; undefined: a snapshot is needed. */
  position: Position | undefined;
  /** Position of the rows, if they belong to one. Undefined after a snapshot until the log is read to its end. */
  applied: Position | undefined;
  loading = true;
  /** True after the store was unreachable, or its content of this cluster unreadable, until that succeeds again. */
  stale = false;
  state: ClusterState | undefined;
  resources: readonly Resource[] = [];
  resourcesRevision: number;
  uncollected: readonly Resource[] = [];
  /** Time that the last change had been in the store when it was read, in milliseconds. */
  lagMs: number | undefined;
  /** Monotonic time since which the store does not list this cluster; undefined if it does. */
  absentSince: number | undefined;
  /** Rows from before the latest snapshot, not confirmed since. Removed when the cluster is loaded. */
  readonly unconfirmed = new Set<number>();

  readonly #nextRevision: () => number;
  #grants: GrantTable;
  /** Origin of the latest snapshot. */
  #origin: Pick<ClusterSnapshot, 'incarnation' | 'registration' | 'server'> | undefined;
  /** API server of all rows and grants here, which the store may have lost. */
  #server: ApiServer | undefined;
  #answeredAt: number | undefined;
  #grantsConfirmedAt: number | undefined;
  /** Set while the store is refilled: the new grants until they are complete. */
  #refill: { grants: GrantTable | undefined; empty: boolean } | undefined;
  /** Created on demand. */
  #index: ClusterIndex | undefined;
  /** Upper bound of the confirmation time that readers of this revision have seen. */
  #confirmedAtMost = -Infinity;

  /**
   * @param nextRevision One counter for all clusters, so that a cluster that was removed and added again never repeats
   * a revision
   */
  constructor(name: string, nextRevision: () => number) {
    this.name = name;
    this.#nextRevision = nextRevision;
    this.#grants = this.newGrants();
    this.resourcesRevision = nextRevision();
  }

  /** Changes in place. Replaced after the store was refilled. */
  get grants(): ClusterGrants {
    return this.#grants;
  }

  /** ClusterSnapshot.registration of the current content; undefined before the first snapshot. */
  get registration(): string | undefined {
    return this.#origin?.registration;
  }

  /** A table to fill and pass to begin(). */
  newGrants(): GrantTable {
    return new GrantTable(this.#nextRevision());
  }

  /** True if the store lost this cluster's content and nothing has been written since. */
  get emptied(): boolean {
    return this.#refill?.empty === true;
  }

  /**
   * True if a snapshot belongs to another cluster of the same name. A store that lost its content cannot tell before a
   * collector reports its API server; until then the cluster counts as the same. The report changes the registration.
   */
  replacedBy({
    incarnation,
    registration,
    server,
  }: Pick<ClusterSnapshot, 'incarnation' | 'registration' | 'server'>): boolean {
    const known = this.#origin;
    if (this.#server && server && !isSameServer(this.#server, server)) return true;
    if (this.#server && server && !known?.server) return false;
    return (
      known !== undefined &&
      known.incarnation === incarnation &&
      known.registration !== '' &&
      known.registration !== registration
    );
  }

  /**
   * Starts with a snapshot.
   * @param grants The grants of the snapshot
   * @param held The earlier rows of this cluster
   */
  begin(
    snapshot: Omit<ClusterSnapshot, 'grants' | 'rows'>,
    grants: GrantTable,
    held: readonly number[],
    requestedAt: number,
  ): void {
    this.#nextRevision();
    this.#index = undefined;
    this.applied = undefined;
    this.unconfirmed.clear();
    for (const row of held) this.unconfirmed.add(row);
    const { state, incarnation, registration, server } = snapshot;
    this.#server = server ?? this.#server;
    this.#origin = { incarnation, registration, server };
    const settled = state?.grants.complete === true && (state.phase === 'synced' || state.phase === 'unreachable');
    if (settled || !this.state?.grants.complete) {
      this.#refill = undefined;
      this.#grants = grants;
    } else this.#refill = { grants, empty: !state && snapshot.rowCount === 0 };
    if (state) this.#takeState(state, requestedAt - Math.max(snapshot.stateStoredAgo, 0));
  }

  /** Position at which another process finds the same rows; undefined if they do not belong to one position. */
  get settledAt(): Position | undefined {
    return this.loading || this.unconfirmed.size > 0 ? undefined : this.applied;
  }

  /**
   * Call after all rows of the snapshot are put. The cluster is then loaded, unless the store is still being refilled.
   */
  finish(position: Position): void {
    this.position = position;
    this.#settle();
  }

  /** Applies a change, except its rows. */
  take(change: Change, requestedAt: number): void {
    if (this.#refill) this.#refill.empty = false;
    if (change.grantPuts.length > 0 || change.grantDeletes.length > 0) {
      const grants = this.#refill?.grants ?? this.#grants;
      grants.change(this.#nextRevision(), change.grantPuts, change.grantDeletes);
    }
    if (change.state) this.#takeState(change.state, requestedAt - Math.max(change.storedAgo, 0));
    if (this.loading && this.position !== undefined) this.#settle();
  }

  /** Returns the same object until something of it changes: every query reads all clusters, and most are unchanged. */
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
    const isSame =
      before?.authorization === this.state?.authorization && before?.grants.complete === this.state?.grants.complete;
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
      // The old grants still apply, so the reported state of grants and resources, and its age, stay with them.
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

/** Undefined for an invalid age: the leaf never answered. */
function instant(writtenAt: number, ago: number | undefined): number | undefined {
  return ago !== undefined && Number.isFinite(ago) ? writtenAt - Math.max(ago, 0) : undefined;
}
