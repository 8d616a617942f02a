/**
 * State of one cluster in the read model, except its rows: grants, resources and their ages.
 *
 * Ages use this process's monotonic clock, and count from the time when an answer was requested. Ages are therefore
 * never too low, and clocks of two machines are never compared.
 *
 * If the store lost the cluster's content or is being refilled, queries use the earlier state. The old grants apply
 * until the new grants are complete. Old and new grants are never mixed. The old grants continue to age, so that
 * rbac.maxAge closes the cluster if the new grants stay incomplete. Old rows stay until the collector reports complete
 * lists. A cluster that was registered again under its name, or is read from another API server, counts as another
 * cluster (replacedBy). The follower then starts with a new instance.
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

/** Inputs of a ClusterIndex that can change without a change of the cluster's state. */
export interface Measures {
  /** Time on the monotonic clock in milliseconds, for computing ages. */
  readonly now: () => number;
  readonly rowCount: (cluster: string) => number;
  readonly rowRevision: (cluster: string) => number;
  readonly labels: (cluster: string) => Readonly<Record<string, string>>;
}

export class IndexedCluster {
  readonly name: string;
  /** Last position that was read in the change log. Undefined if a snapshot is needed. */
  position: Position | undefined;
  /**
   * Position to which the rows belong. Undefined after a snapshot or a partly applied change, until the log is read to
   * its end.
   */
  applied: Position | undefined;
  loading = true;
  /** True after the store, or this cluster's content, could not be read. False again after the next successful read. */
  stale = false;
  state: ClusterState | undefined;
  resources: readonly Resource[] = [];
  resourcesRevision: number;
  uncollected: readonly Resource[] = [];
  /**
   * Milliseconds from the storing of the last change until this process applied it. Undefined before the first change.
   */
  lagMs: number | undefined;
  /** Time since which the store does not list this cluster, on the monotonic clock. Undefined if the store lists it. */
  absentSince: number | undefined;
  /**
   * Rows that existed before the latest snapshot and were not written again since. They are removed when the cluster is
   * loaded.
   */
  readonly unconfirmed = new Set<number>();

  readonly #nextRevision: () => number;
  #grants: GrantTable;
  /** Identity of the cluster in the latest snapshot. */
  #origin: Pick<ClusterSnapshot, 'incarnation' | 'registration' | 'server'> | undefined;
  /** API server that all rows and grants of this object come from. Kept because the store may lose this information. */
  #server: ApiServer | undefined;
  #answeredAt: number | undefined;
  #grantsConfirmedAt: number | undefined;
  /**
   * Set while the store is filled again. `grants`: the new grants, until they are complete. `empty`: true until the
   * store has new content.
   */
  #refill: { grants: GrantTable | undefined; empty: boolean } | undefined;
  /** Result of index(). Undefined after a change of the state. */
  #index: ClusterIndex | undefined;
  /** Latest confirmation time that a reader of the current revision can have seen. */
  #confirmedAtMost = -Infinity;

  /**
   * @param nextRevision Counter that all clusters share, so that a cluster that is removed and added again never gets
   *   an earlier revision
   */
  constructor(name: string, nextRevision: () => number) {
    this.name = name;
    this.#nextRevision = nextRevision;
    this.#grants = this.newGrants();
    this.resourcesRevision = nextRevision();
  }

  /** Grants that apply now. Changes of grants change the table in place. A new snapshot brings another table. */
  get grants(): ClusterGrants {
    return this.#grants;
  }

  /** ClusterSnapshot.registration of the current content. Undefined before the first snapshot. */
  get registration(): string | undefined {
    return this.#origin?.registration;
  }

  /** ClusterSnapshot.incarnation of the current content. Undefined before the first snapshot. */
  get incarnation(): string | undefined {
    return this.#origin?.incarnation;
  }

  /** Creates an empty table, to be filled and passed to begin(). */
  newGrants(): GrantTable {
    return new GrantTable(this.#nextRevision());
  }

  /** True if the store lost this cluster's content and nothing has been written to the cluster since then. */
  get emptied(): boolean {
    return this.#refill?.empty === true;
  }

  /**
   * Returns true if a snapshot belongs to another cluster with this name. A store that lost its content does not know
   * the API server until a collector reports it. The first report after the loss changes the registration, so only the
   * API server counts then.
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
   * Takes a snapshot as the new state.
   * @param grants Grants of the snapshot
   * @param held Rows of this cluster from before the snapshot
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

  /** Position at which another process has the same rows. Undefined if the rows belong to no single position. */
  get settledAt(): Position | undefined {
    return this.loading || this.unconfirmed.size > 0 ? undefined : this.applied;
  }

  /**
   * Call after all rows of the snapshot are in the table. The cluster is loaded then, unless the store is still being
   * refilled.
   */
  finish(position: Position): void {
    this.position = position;
    this.#settle();
  }

  take(change: Change, requestedAt: number): void {
    if (this.#refill) this.#refill.empty = false;
    if (change.grantPuts.length > 0 || change.grantDeletes.length > 0) {
      const grants = this.#refill?.grants ?? this.#grants;
      grants.change(this.#nextRevision(), change.grantPuts, change.grantDeletes);
    }
    if (change.state) this.#takeState(change.state, requestedAt - Math.max(change.storedAgo, 0));
    if (this.loading && this.position !== undefined) this.#settle();
  }

  /**
   * Returns the state for queries. Returns the same object until its content changes, because each query reads all
   * clusters, and most clusters are unchanged.
   */
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
      // The old grants still apply, so the earlier state of grants and resources is kept, with its age.
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

/**
 * Returns the monotonic time of an event that happened `ago` milliseconds before `writtenAt`. Undefined if `ago` is
 * invalid, or missing because the leaf never answered.
 */
function instant(writtenAt: number, ago: number | undefined): number | undefined {
  return ago !== undefined && Number.isFinite(ago) ? writtenAt - Math.max(ago, 0) : undefined;
}
