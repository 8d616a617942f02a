/**
 * The embedded store: the contract of store.ts in process memory, for one process that runs every role.
 *
 * Rows are the JavaScript objects that the collector made, which readers share without a copy. The content lives as
 * long as the process. Listeners are called after the writer's current task, once for each changed cluster.
 */
import { randomUUID } from 'node:crypto';
import type { GrantObject } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import { decodeHistory, hasHistory, historyAfter } from './history.ts';
import {
  CHANGES_ENTRIES,
  CHANGES_SIZE,
  CHUNK_ROWS,
  LOG_AGE_MS,
  LOG_ENTRIES,
  LOG_ENTRY_SIZE,
  LOG_SIZE,
} from './limits.ts';
import { MemoryShelves } from './saved-views.ts';
import type {
  ApiServer,
  Batch,
  Change,
  Changes,
  ClusterSnapshot,
  ClusterState,
  Lease,
  Position,
  Row,
  RowRef,
  StatusChange,
  Store,
  StoredOrigin,
  StoreListener,
} from './store.ts';
import { FencedError, isSameServer } from './store.ts';
import type { ValidBatch } from './validate.ts';
import { validateBatch, validateClusterName, validateHolder, validateRegistrant, validateServer } from './validate.ts';

export class MemoryStore implements Store {
  readonly views = new MemoryShelves();
  readonly #clusters = new Map<string, Cluster>();
  /** Times until which collectors count as alive, in milliseconds of `now`, by name of the collector. */
  readonly #collectors = new Map<string, number>();
  readonly #doorbell = new Doorbell();
  readonly #now: () => number;
  readonly #incarnation = randomUUID();
  #epoch = 0;
  #registrations = 0;

  /** @param now A monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async acquire(cluster: string, holder: string, ttlMs: number, registrant = ''): Promise<Lease | undefined> {
    validateClusterName(cluster);
    validateRegistrant(registrant);
    let entry = this.#clusters.get(cluster);
    if (!entry) {
      entry = new Cluster(++this.#registrations);
      this.#clusters.set(cluster, entry);
      this.#doorbell.ring(undefined);
    }
    const now = this.#now();
    const held = entry.leasedUntil > now;
    if (held && entry.holder !== holder) return undefined;
    if (!held) entry.epoch = ++this.#epoch;
    entry.holder = holder;
    entry.leasedUntil = now + ttlMs;
    if (registrant !== '') entry.registrant = registrant;
    return { cluster, holder, epoch: entry.epoch };
  }

  async identify(lease: Lease, server: ApiServer | undefined): Promise<void> {
    validateServer(lease, server);
    const entry = this.#leased(lease);
    if (isSameServer(entry.server, server)) return;
    const { holder, epoch, leasedUntil, registrant } = entry;
    const next = new Cluster(++this.#registrations);
    Object.assign(next, { holder, epoch, leasedUntil, registrant, server });
    this.#clusters.set(lease.cluster, next);
    this.#doorbell.ring(lease.cluster);
  }

  async renew(lease: Lease, ttlMs: number): Promise<void> {
    this.#leased(lease).leasedUntil = this.#now() + ttlMs;
  }

  async release(lease: Lease): Promise<void> {
    const entry = this.#clusters.get(lease.cluster);
    if (entry?.holder === lease.holder && entry.epoch === lease.epoch) entry.leasedUntil = 0;
  }

  async apply(lease: Lease, batch: Batch): Promise<void> {
    const valid = validateBatch(lease, batch);
    if (this.#leased(lease).apply(valid, this.#now())) this.#doorbell.ring(lease.cluster);
  }

  async remove(lease: Lease): Promise<void> {
    this.#leased(lease);
    this.#clusters.delete(lease.cluster);
    this.#doorbell.ring(undefined);
  }

  async join(holder: string, ttlMs: number): Promise<readonly string[]> {
    validateHolder(holder);
    const now = this.#now();
    this.#collectors.set(holder, now + ttlMs);
    for (const [name, until] of this.#collectors) if (until <= now) this.#collectors.delete(name);
    return [...this.#collectors.keys()].sort();
  }

  async leave(holder: string): Promise<void> {
    this.#collectors.delete(holder);
  }

  async versions(cluster: string): Promise<{ rows: Map<ObjectKey, string>; grants: Map<string, string> }> {
    const { rows, grants } = this.#clusters.get(cluster) ?? NOTHING;
    return {
      rows: new Map(Array.from(rows, ([key, row]) => [key, row.resourceVersion])),
      grants: new Map(Array.from(grants, ([key, grant]) => [key, grant.resourceVersion])),
    };
  }

  async clusters(): Promise<string[]> {
    return [...this.#clusters.keys()];
  }

  async origins(): Promise<ReadonlyMap<string, StoredOrigin>> {
    const known = [...this.#clusters].filter(([, { registrant, server }]) => registrant !== '' || server);
    return new Map(known.map(([name, { registrant, server }]) => [name, { registrant, server }]));
  }

  async snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot> {
    signal.throwIfAborted();
    const entry = this.#clusters.get(cluster) ?? NOTHING;
    return {
      position: entry.position,
      incarnation: this.#incarnation,
      registration: entry === NOTHING ? '' : String(entry.registration),
      server: entry.server,
      state: entry.state,
      stateStoredAgo: entry.state ? this.#now() - entry.stateAt : 0,
      grants: [...entry.grants.values()],
      rowCount: entry.rows.size,
      rows: chunks(entry.rows, signal),
    };
  }

  async changes(cluster: string, after: Position): Promise<Changes | 'behind'> {
    return (this.#clusters.get(cluster) ?? NOTHING).changes(after, this.#now());
  }

  async rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]> {
    return refs.map(({ cluster, key, registration }) => {
      const entry = this.#clusters.get(cluster);
      return registration === undefined || String(entry?.registration) === registration
        ? entry?.rows.get(key)
        : undefined;
    });
  }

  async histories(refs: readonly RowRef[]): Promise<(readonly StatusChange[])[]> {
    return refs.map(({ cluster, key, registration }) => {
      const entry = this.#clusters.get(cluster);
      const isOther = registration !== undefined && String(entry?.registration) !== registration;
      const history = isOther ? undefined : entry?.histories.get(key);
      return history === undefined ? [] : decodeHistory(history);
    });
  }

  subscribe(listener: StoreListener): () => void {
    return this.#doorbell.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#doorbell.close();
  }

  /** @throws FencedError */
  #leased(lease: Lease): Cluster {
    const entry = this.#clusters.get(lease.cluster);
    if (!entry)
      throw new FencedError(
        `${lease.holder} may not write ${lease.cluster}: the store does not know it; acquire it again`,
      );
    if (entry.holder === lease.holder && entry.epoch === lease.epoch && entry.leasedUntil > this.#now()) return entry;
    const current =
      entry.leasedUntil > this.#now() ? `${entry.holder} holds it now (epoch ${entry.epoch})` : 'its lease has run out';
    throw new FencedError(
      `${lease.holder} may not write ${lease.cluster} (epoch ${lease.epoch}): ${current}; stop, or acquire it again`,
    );
  }
}

interface LogEntry {
  readonly at: number;
  readonly length: number;
  /** Undefined if the change is too large to keep. Readers then reload the cluster. */
  readonly change: Omit<Change, 'storedAgo' | 'position'> | undefined;
}

/** Content, lease and log of one cluster. Log entries are numbered from 1. A position is `registration-number`. */
class Cluster {
  readonly registration: number;
  holder = '';
  epoch = 0;
  leasedUntil = 0;
  registrant = '';
  server: ApiServer | undefined;
  readonly rows = new Map<ObjectKey, Row>();
  readonly grants = new Map<string, GrantObject>();
  readonly histories = new Map<ObjectKey, string>();
  state: ClusterState | undefined;
  stateAt = 0;
  readonly #log = new Map<number, LogEntry>();
  #logLength = 0;
  #oldest = 1;
  #newest = 0;

  constructor(registration: number) {
    this.registration = registration;
  }

  get position(): Position {
    return this.#position(this.#newest);
  }

  /** Applies a batch. Returns false if the batch is empty. */
  apply({ puts, deletes, grantPuts, grantDeletes, state, length }: ValidBatch, now: number): boolean {
    if (!puts.size && !deletes.length && !grantPuts.size && !grantDeletes.length && !state) return false;
    for (const [key, row] of puts) {
      this.rows.set(key, row);
      if (hasHistory(row)) this.histories.set(key, historyAfter(row, this.histories.get(key)));
    }
    for (const key of deletes) {
      this.rows.delete(key);
      this.histories.delete(key);
    }
    for (const [key, grant] of grantPuts) this.grants.set(key, grant);
    for (const key of grantDeletes) this.grants.delete(key);
    if (state) {
      this.state = state;
      this.stateAt = now;
    }
    const change =
      length <= LOG_ENTRY_SIZE
        ? { puts: [...puts.values()], deletes, grantPuts: [...grantPuts.values()], grantDeletes, state }
        : undefined;
    this.#append({ at: now, length: change ? length : 0, change });
    return true;
  }

  changes(after: Position, now: number): Changes | 'behind' {
    const [registration, number] = after.split('-').map(Number);
    if (
      registration !== this.registration ||
      number === undefined ||
      !(number >= this.#oldest - 1 && number <= this.#newest)
    )
      return 'behind';
    const changes: Change[] = [];
    let last = number;
    for (let length = 0; last < this.#newest && changes.length < CHANGES_ENTRIES && length < CHANGES_SIZE; last++) {
      const entry = this.#log.get(last + 1);
      if (!entry?.change) return 'behind';
      changes.push({ ...entry.change, position: this.#position(last + 1), storedAgo: now - entry.at });
      length += entry.length;
    }
    return { changes, position: this.#position(last), more: last < this.#newest };
  }

  #append(entry: LogEntry): void {
    this.#log.set(++this.#newest, entry);
    this.#logLength += entry.length;
    for (let oldest = this.#log.get(this.#oldest); oldest && oldest !== entry; oldest = this.#log.get(this.#oldest)) {
      if (this.#log.size <= LOG_ENTRIES && this.#logLength <= LOG_SIZE && oldest.at >= entry.at - LOG_AGE_MS) break;
      this.#log.delete(this.#oldest++);
      this.#logLength -= oldest.length;
    }
  }

  #position(number: number): Position {
    return `${this.registration}-${number}`;
  }
}

/** Content for an unregistered cluster. Its position is valid until the cluster is registered. */
const NOTHING = new Cluster(0);

/**
 * Yields rows in chunks. The map may change between two chunks. A reader then gets old and new rows. The log after the
 * reader's position corrects this.
 */
async function* chunks(rows: ReadonlyMap<ObjectKey, Row>, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
  let chunk: Row[] = [];
  for (const row of rows.values()) {
    chunk.push(row);
    if (chunk.length < CHUNK_ROWS) continue;
    signal.throwIfAborted();
    yield chunk;
    chunk = [];
  }
  signal.throwIfAborted();
  if (chunk.length) yield chunk;
}

/** Collects notifications and delivers them after the current task, so that no writer waits for a listener. */
class Doorbell {
  readonly #listeners = new Set<StoreListener>();
  readonly #pending = new Set<string | undefined>();
  #timer: NodeJS.Immediate | undefined;

  subscribe(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  ring(cluster: string | undefined): void {
    if (!this.#listeners.size) return;
    this.#pending.add(cluster);
    this.#timer ??= setImmediate(() => {
      this.#timer = undefined;
      const clusters = [...this.#pending];
      this.#pending.clear();
      for (const cluster of clusters) for (const listener of this.#listeners) listener.onChange(cluster);
    });
  }

  close(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    this.#listeners.clear();
    this.#pending.clear();
  }
}
