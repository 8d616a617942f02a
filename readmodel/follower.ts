/**
 * Follows the store: lists its clusters, loads the snapshot of each cluster, then applies its change log. The store
 * notifies the follower when a log has new changes. Clusters take turns, so that a busy cluster does not delay others.
 * Only the follower writes to the row table.
 *
 * The follower recovers without help. Each cluster is polled at an interval, because notifications may be lost. A read
 * that the store does not answer is retried with backoff. A cluster whose position is no longer in the log is reloaded.
 * While a part of the store is unreachable, its rows stay and `problem` states the reason. A cluster whose read failed
 * is stale until a later read succeeds.
 *
 * A cluster that the store no longer lists is dropped at once, because the cluster is no longer registered. There are
 * two exceptions: shortly after an outage, and when other clusters show that the store lost its content. Then the
 * cluster is kept for KEEP_ABSENT_MS and marked as loading, because its collector may not have returned yet.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { slicesOf } from '../rbac/grant-table.ts';
import { decodeObjectKey, MalformedIdError, type ObjectKey } from '../schema/object-id.ts';
import { type ClusterSnapshot, type IndexRow, type Row, type Store, StoreUnavailableError } from '../store/store.ts';
import { ReportedProblems } from '../store/reported-problems.ts';
import type { Logger } from '../telemetry/log.ts';
import { type ReadWriteTurns, inTurns } from './gate.ts';
import { IndexedCluster } from './indexed-cluster.ts';
import { rowProblem, type RowTable } from './table/row-table.ts';

const KEEP_ABSENT_MS = 60_000;
const ASK_ALL_MS = 10_000;
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
const LOADS_AT_ONCE = 3;
const TAILS_AT_ONCE = 4;
/**
 * Maximum number of rows removed in one write. Also the approximate number of grants and subjects added before a yield.
 */
const SLICE = 1_000;
/**
 * Maximum number of rows loaded in one write. Smaller than SLICE, because several loads may run in one turn of the
 * event loop.
 */
const LOADED = 250;

/** Maximum number of rows to reserve memory for, at four bytes each. */
const MOST_EXPECTED = 2 ** 22;

/** A load suspends the order by name if its rows exceed this share of the existing rows. */
const MUCH = 0.25;

export interface FollowerOptions {
  readonly store: Store;
  readonly table: RowTable;
  /** Runs all writes of the follower. */
  readonly gate: ReadWriteTurns;
  readonly log: Logger;
  readonly now: () => number;
  /**
   * Called synchronously after a write, and after a change of a cluster's state. `cluster` is undefined if the set of
   * clusters or the connection changed.
   */
  readonly changed: (cluster: string | undefined) => void;
}

export class Follower {
  readonly clusters = new Map<string, IndexedCluster>();
  problem: string | undefined;
  /** Secret shared by all processes on this store. Undefined if there is none, or if it could not be read yet. */
  secret: Buffer | undefined;
  #secretProblem: string | undefined;
  /**
   * ReadModel.revision. All clusters share this counter, so that a cluster that is removed and added again never gets
   * an earlier revision.
   */
  revision = 0;

  readonly #options: FollowerOptions;
  readonly #listing = new Turns(1, () => this.#guarded('', () => this.#list()));
  readonly #loads = new Turns(LOADS_AT_ONCE, name =>
    this.#guarded(name, () => this.#load(name)).then(() => this.#loadEnded()),
  );
  readonly #tails = new Turns(TAILS_AT_ONCE, name => this.#guarded(name, () => this.#tail(name)));
  readonly #stop = new AbortController();
  /**
   * Problems of clusters whose last read got no answer from the store. The key '' stands for the listing of clusters.
   */
  readonly #failing = new Map<string, string>();
  /**
   * Names of removed clusters whose rows may still exist. These rows are removed before a cluster with the same name is
   * loaded.
   */
  readonly #forgotten = new Set<string>();
  #retryTimer: NodeJS.Timeout | undefined;
  #retryMs = MIN_RETRY_MS;
  #askAllTimer: NodeJS.Timeout | undefined;
  #troubledAt = -Infinity;
  /** Reason why notifications are lost. Undefined while notifications arrive. */
  #connectionProblem: string | undefined;
  readonly #reported = new ReportedProblems();
  #losses = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Resolves after the first listing of clusters, even if the listing failed. */
  async start(): Promise<void> {
    this.#unsubscribe = this.#options.store.subscribe({
      onChange: name => {
        if (name === undefined || !this.clusters.has(name)) this.#listing.ring('');
        else this.#tails.ring(name);
      },
      onConnection: problem => {
        this.#troubledAt = this.#options.now();
        // A store of several servers may report the loss of a second server later. Only the first report marks all
        // clusters as stale. Polling then finds the clusters that cannot be read.
        if (problem !== undefined && this.#connectionProblem === undefined) this.#lose();
        this.#connectionProblem = problem;
        if (problem === undefined) this.#failing.clear();
        this.#judgeProblem();
        this.#askAll();
      },
    });
    this.#askAllTimer = setInterval(() => this.#askAll(), ASK_ALL_MS).unref();
    await this.#guarded('', () => this.#list());
  }

  close(): void {
    this.#stop.abort();
    this.#unsubscribe?.();
    clearInterval(this.#askAllTimer);
    clearTimeout(this.#retryTimer);
    for (const turns of [this.#listing, this.#loads, this.#tails]) turns.close();
  }

  #askAll(): void {
    this.#listing.ring('');
    for (const name of this.clusters.keys()) this.#tails.ring(name);
  }

  async #list(): Promise<void> {
    const { store, gate, changed } = this.#options;
    const names = new Set(await store.clusters());
    if (this.#stop.signal.aborted) return;
    this.#reached('');
    const secret = await store.shared?.secret().catch((error: Error) => this.#noSecret(error));
    if (secret && !this.secret?.equals(secret)) this.secret = secret;
    await gate.write(() => {
      if (this.#takeList(names)) changed(undefined);
    });
    for (const name of this.#forgotten) this.#loads.ring(name);
  }

  /**
   * Logs that the secret cannot be read, once per problem rather than once per poll. Without the secret, resume tokens
   * of live lists are valid only in this process.
   */
  #noSecret({ message }: Error): undefined {
    if (message !== this.#secretProblem)
      this.#options.log.warn({ problem: message }, 'the secret of the store could not be read');
    this.#secretProblem = message;
  }

  /** Takes a new list of clusters. Returns true if clusters were added or removed. */
  #takeList(names: ReadonlySet<string>): boolean {
    const { now } = this.#options;
    if (this.#stop.signal.aborted) return false;
    const lost = this.#storeLost(names);
    let different = false;
    for (const [name, cluster] of this.clusters) {
      if (names.has(name)) {
        cluster.absentSince = undefined;
        continue;
      }
      if (lost) cluster.absentSince ??= now();
      if (cluster.absentSince !== undefined && now() - cluster.absentSince < KEEP_ABSENT_MS) continue;
      this.#forget(name);
      different = true;
    }
    for (const name of names) {
      if (this.clusters.has(name)) continue;
      this.#begin(name);
      different = true;
    }
    return different;
  }

  /**
   * Removes a cluster. Its rows are hidden at once, because an unknown cluster serves no kinds. #removeForgotten() then
   * removes the rows.
   */
  #forget(name: string): void {
    this.clusters.delete(name);
    this.revision++;
    this.#forgotten.add(name);
    this.#reached(name); // the cluster is no longer polled, so no answer would clear its problem
  }

  #begin(name: string): IndexedCluster {
    const cluster = new IndexedCluster(name, () => ++this.revision);
    this.clusters.set(name, cluster);
    this.#loads.ring(name);
    return cluster;
  }

  /**
   * Returns true if clusters may be absent because the store lost its content. Otherwise the clusters were
   * unregistered.
   */
  #storeLost(listed: ReadonlySet<string>): boolean {
    if (this.#options.now() - this.#troubledAt < KEEP_ABSENT_MS) return true;
    const known = [...this.clusters.values()];
    return (
      known.some(cluster => listed.has(cluster.name) && cluster.emptied) ||
      (known.length > 1 && !known.some(({ name }) => listed.has(name)))
    );
  }

  async #tail(name: string): Promise<void> {
    const { store, now, changed } = this.#options;
    const cluster = this.clusters.get(name);
    if (!cluster) return;
    if (cluster.position === undefined) return this.#loads.ring(name);
    const [requestedAt, losses] = [now(), this.#losses];
    const answer = await store.changes(name, cluster.position);
    this.#reached(name);
    if (this.#gone(cluster)) return;
    if (answer === 'behind') {
      cluster.position = cluster.applied = undefined;
      cluster.loading = true;
      this.#markHeard(cluster, losses);
      this.#loads.ring(name);
      return changed(name);
    }
    const last = answer.more ? undefined : answer.changes.at(-1);
    for (const change of answer.changes) {
      await this.#write(name, () => {
        if (this.#gone(cluster)) return;
        const { applied } = cluster;
        cluster.applied = undefined; // set again only after the change is applied, since applying may fail halfway
        // Grants are applied before rows, so that older grants do not decide on new rows.
        cluster.take(change, requestedAt);
        this.#apply(cluster, change.puts, change.deletes);
        // The position advances with each change. If a later change fails, earlier changes are not applied again,
        // because their grants may have been withdrawn meanwhile.
        cluster.position = change.position;
        if (applied !== undefined) cluster.applied = change.position;
        cluster.lagMs = Math.max(change.storedAgo, 0) + now() - requestedAt;
        if (change === last) this.#markHeard(cluster, losses);
      });
      await nextTurn();
      if (this.#gone(cluster)) return;
    }
    cluster.position = answer.position;
    await this.#removeUnconfirmed(cluster);
    if (this.#gone(cluster)) return;
    if (answer.more) return this.#tails.ring(name);
    cluster.applied = answer.position;
    if (this.#markHeard(cluster, losses)) changed(name);
  }

  async #load(name: string): Promise<void> {
    const { store, now } = this.#options;
    await this.#removeForgotten(name);
    const cluster = this.clusters.get(name);
    if (!cluster || cluster.position !== undefined || this.#gone(cluster)) return;
    const [requestedAt, losses] = [now(), this.#losses];
    const snapshot = await store.snapshot(name, this.#stop.signal);
    if (this.#gone(cluster)) return;
    this.#markHeard(cluster, losses);
    // A store that lost its content has a new secret, which is read with the list of clusters. The list also shows
    // whether a cluster without a registration was removed.
    const isOther = cluster.incarnation !== undefined && cluster.incarnation !== snapshot.incarnation;
    if (isOther || snapshot.registration === '') this.#listing.ring('');
    if (!cluster.replacedBy(snapshot)) return this.#fill(cluster, snapshot, requestedAt);
    const successor = await this.#write(name, () => {
      if (this.#gone(cluster)) return undefined;
      this.#forget(name);
      return this.#begin(name);
    });
    await this.#removeForgotten(name);
    if (successor && !this.#gone(successor)) await this.#fill(successor, snapshot, requestedAt);
  }

  /** Fills a cluster with a snapshot. */
  async #fill(cluster: IndexedCluster, snapshot: ClusterSnapshot, requestedAt: number): Promise<void> {
    const { table, log } = this.#options;
    const { name } = cluster;
    const grants = cluster.newGrants();
    for (const slice of slicesOf(snapshot.grants, SLICE)) {
      grants.change(grants.revision, slice);
      await nextTurn();
    }
    await this.#write(name, () => {
      if (this.#gone(cluster)) return;
      cluster.begin(snapshot, grants, table.ofCluster(name), requestedAt);
      if (snapshot.rowCount > table.size * MUCH) table.orders.byName.suspend();
      // Assumes that all clusters have as many rows as this one.
      if (table.size === 0) table.expect(Math.min(snapshot.rowCount * this.clusters.size, MOST_EXPECTED));
    });
    if (this.#gone(cluster)) return;
    // Rows that were stored after the snapshot are in the log.
    const stored = snapshot.rowCount === 0 ? [] : (snapshot.indexRows ?? snapshot.rows);
    for await (const rows of stored) {
      const left = rows[Symbol.iterator]();
      let more: boolean;
      do {
        more = await this.#write(name, () => !this.#gone(cluster) && this.#putSome(cluster, left));
        if (this.#gone(cluster)) return;
        await nextTurn();
      } while (more);
    }
    if (this.#gone(cluster)) return;
    this.#reached(name);
    await this.#write(name, () => void (this.#gone(cluster) || cluster.finish(snapshot.position)));
    await this.#removeUnconfirmed(cluster);
    log.debug(
      { cluster: name, rows: table.scopes.inCluster(name)?.rowCount ?? 0 },
      'cluster loaded into the read model',
    );
    this.#tails.ring(name);
  }

  /** Called after each load. The call after the last load rebuilds the order by name, which large loads suspend. */
  #loadEnded(): void {
    if (this.#loads.size > 1 || this.#stop.signal.aborted) return;
    const { table, log } = this.#options;
    inTurns(table.orders.byName.make(), this.#stop.signal).catch((error: unknown) => {
      log.error(
        { problem: (error as Error).message },
        'the order of rows by name could not be made; long lists stay slow',
      );
    });
  }

  /** Loads some more rows. Returns true if there may be further rows. */
  #putSome(cluster: IndexedCluster, rows: Iterator<IndexRow>): boolean {
    for (let put = 0; put < LOADED; put++) {
      const next = rows.next();
      if (next.done) return false;
      this.#put(cluster, next.value);
    }
    return true;
  }

  #apply(cluster: IndexedCluster, puts: readonly Row[], deletes: readonly ObjectKey[]): void {
    const { table } = this.#options;
    for (const key of deletes) {
      const row = this.#rowOf(cluster.name, key);
      if (row === 0) continue;
      cluster.unconfirmed.delete(row);
      table.remove(row);
    }
    for (const row of puts) this.#put(cluster, row);
  }

  #put(cluster: IndexedCluster, row: IndexRow): void {
    const { table, log } = this.#options;
    const problem = rowProblem(row, cluster.name);
    if (problem === undefined) cluster.unconfirmed.delete(table.put(row));
    else log.warn({ cluster: cluster.name, problem }, 'the store holds a row that cannot be one; it is left out');
  }

  #rowOf(cluster: string, key: ObjectKey): number {
    try {
      return this.#options.table.find({ cluster, ...decodeObjectKey(key) });
    } catch (error) {
      if (error instanceof MalformedIdError) return 0; // no row can have such a key
      throw error;
    }
  }

  /**
   * Writes, then notifies listeners in the same turn of the event loop. Notifies even if the write fails in the middle,
   * because the rows written so far are visible.
   */
  #write<T>(name: string, apply: () => T): Promise<T> {
    const { gate, changed } = this.#options;
    return gate.write(() => {
      try {
        return apply();
      } catch (error) {
        this.#markStale(name);
        throw error;
      } finally {
        changed(name);
      }
    });
  }

  /**
   * Removes rows of an earlier load that the store no longer has. Does nothing while the cluster is loading, because
   * the store may not have all of its rows then.
   */
  async #removeUnconfirmed(cluster: IndexedCluster): Promise<void> {
    if (!cluster.loading) await this.#remove(cluster.name, cluster, cluster.unconfirmed);
  }

  async #removeForgotten(name: string): Promise<void> {
    if (this.#forgotten.delete(name)) await this.#remove(name, undefined, this.#options.table.ofCluster(name));
  }

  /** Removes rows in slices. Keeps rows of a followed cluster that were written again meanwhile. */
  async #remove(name: string, cluster: IndexedCluster | undefined, rows: Iterable<number>): Promise<void> {
    const { table } = this.#options;
    const left = [...rows];
    while (left.length > 0) {
      await this.#write(name, () => {
        if (this.#stop.signal.aborted || (cluster && this.#gone(cluster))) return void left.splice(0);
        for (const row of left.splice(-SLICE)) {
          if (cluster?.unconfirmed.has(row) === false) continue;
          table.remove(row);
          cluster?.unconfirmed.delete(row);
        }
      });
      await nextTurn();
    }
  }

  #gone(cluster: IndexedCluster): boolean {
    return this.#stop.signal.aborted || this.clusters.get(cluster.name) !== cluster;
  }

  /** Runs one turn. Reports a failure and retries later. The name '' stands for the listing of clusters. */
  async #guarded(name: string, turn: () => Promise<void>): Promise<void> {
    try {
      await turn();
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const { message } = error as Error;
      if (this.#markStale(name)) this.#options.changed(name);
      if (!(error instanceof StoreUnavailableError)) {
        // The store answered, so an immediate retry would probably fail again. The next poll retries.
        this.#reached(name);
        return this.#options.log.warn(
          { cluster: name || undefined, problem: message },
          'following the store failed; it will be tried again',
        );
      }
      this.#troubledAt = this.#options.now();
      if (name !== '' && !this.clusters.has(name)) return; // the cluster was removed meanwhile
      this.#failing.set(name, message);
      this.#judgeProblem();
      if (this.#retryTimer) return;
      this.#retryTimer = setTimeout(() => this.#retry(), this.#retryMs).unref();
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    }
  }

  #reached(name: string): void {
    this.#failing.delete(name);
    if (this.#failing.size === 0) this.#retryMs = MIN_RETRY_MS;
    this.#judgeProblem();
  }

  /** Marks all clusters as stale, because notifications were missed and any cluster may lack changes. */
  #lose(): void {
    this.#losses++;
    for (const cluster of this.clusters.values()) cluster.stale = true;
    this.#options.changed(undefined);
  }

  /** Marks a cluster as stale until it is read again. Returns true if this changes the cluster. */
  #markStale(name: string): boolean {
    const cluster = this.clusters.get(name);
    if (!cluster || cluster.stale) return false;
    return (cluster.stale = true);
  }

  /**
   * Ends the staleness of a cluster. Does nothing if notifications were lost since the read started. Returns true if
   * the cluster was stale.
   * @param losses Value of #losses when the read started
   */
  #markHeard(cluster: IndexedCluster, losses: number): boolean {
    if (!cluster.stale || losses !== this.#losses) return false;
    cluster.stale = false;
    return true;
  }

  #retry(): void {
    this.#retryTimer = undefined;
    for (const name of this.#failing.keys()) (name === '' ? this.#listing : this.#tails).ring(name);
  }

  /**
   * Updates `problem`. A failed read's problem stays until a read of the same cluster is answered, or the whole store
   * is reachable again. An answer of one server says nothing about other servers.
   */
  #judgeProblem(): void {
    const [failure] = this.#failing.values();
    const problem = this.#connectionProblem ?? failure;
    if (this.problem === problem || this.#stop.signal.aborted) return;
    const { log } = this.#options;
    if (problem === undefined) {
      this.#reported.forget();
      log.info('the store can be followed again');
    } else if (this.#reported.isNew(problem))
      log.warn({ problem }, 'the store cannot be followed; answers come from what was read before, and say so');
    this.problem = problem;
    this.#options.changed(undefined);
  }
}

/**
 * Runs work by key, for a few keys at once, and never twice at once for one key. Keys wait in the order of ring().
 * Several calls of ring() before the work starts run the work once. A call during the work runs it once more.
 */
export class Turns {
  readonly #concurrency: number;
  readonly #turn: (key: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #again = new Set<string>();
  #closed = false;

  /** @param turn Must not reject */
  constructor(concurrency: number, turn: (key: string) => Promise<void>) {
    this.#concurrency = concurrency;
    this.#turn = turn;
  }

  /** Number of keys running or waiting. */
  get size(): number {
    return this.#waiting.size + this.#running.size;
  }

  ring(key: string): void {
    if (this.#closed) return;
    if (this.#running.has(key)) this.#again.add(key);
    else this.#waiting.add(key);
    this.#begin();
  }

  close(): void {
    this.#closed = true;
    this.#waiting.clear();
    this.#again.clear();
  }

  #begin(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return;
      this.#waiting.delete(key);
      this.#running.add(key);
      void this.#turn(key).then(() => this.#ended(key));
    }
  }

  #ended(key: string): void {
    this.#running.delete(key);
    if (this.#again.delete(key)) this.#waiting.add(key);
    this.#begin();
  }
}
