/**
 * Gathers one cluster's changes into batches for the store. The latest value of a key wins, the oldest changes go
 * first, and one batch is written at a time. Single rows and grants are stored at once. In a burst, rows wait up to
 * 50 ms after the previous rows, or until a batch is full.
 *
 * Memory is bounded without dropping changes: `room()` makes callers wait while the store is slow or unreachable. A
 * batch that could not be stored is merged with the newer changes, which win, and written again. The state of the
 * cluster is written when it changes, and as a heartbeat. While the API server is not identified, only the state is
 * written. Rows that the store refuses are left out (applyBatch).
 */
import type { Logger } from '../telemetry/log.ts';
import { Backoff } from '../async/backoff.ts';
import { leafTurns } from '../async/fair-turns.ts';
import { type GrantObject, grantKey } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import {
  type Batch,
  type Lease,
  type Row,
  type Store,
  FencedError,
  StoreUnavailableError,
  InvalidRowError,
} from '../store/store.ts';
import type { Refusals } from '../kinds/refusals.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { rowLength, textLength } from '../store/validate.ts';
import { WakeableTimer } from './timing.ts';

export interface BatcherOptions {
  readonly store: Pick<Store, 'apply'>;
  readonly lease: Lease;
  readonly status: ClusterStatus;
  readonly refusals: Refusals;
  readonly log: Logger;
}

/** Maximum rows of a batch. Small, so that encoding does not block the event loop for long. */
export const BATCH_ROWS = 500;
const BATCH_GRANTS = 200;
/**
 * Maximum characters of all rows of a batch. The grants of a batch have the same limit. A batch of this length is
 * validated and encoded in about 10 ms. A row that is longer is the only row of its batch, and so is a longer grant.
 */
export const BATCH_LENGTH = 1_048_576;
/**
 * Milliseconds that rows wait after the previous batch of rows. A full batch of pending rows, a pending grant or a
 * write of the state end the wait.
 */
const WAIT_MS = 50;
const HEARTBEAT_MS = 5_000;
/** Minimum milliseconds between two writes of a changed state. */
const STATE_INTERVAL_MS = 200;
/** Number of pending changes, and of their characters, from which `room()` makes its callers wait. */
const HIGH_WATER = 4 * BATCH_ROWS;
const HIGH_WATER_LENGTH = 4 * BATCH_LENGTH;

interface Pending<T> {
  /** Grows with each new key, so the first entry of a map is its oldest. */
  readonly order: number;
  /** Undefined if the object is deleted. */
  readonly value: T | undefined;
  /** Characters of the value. */
  readonly length: number;
}

/** Pending rows, or pending grants. The latest value of each key wins. */
export interface Changes<T> {
  put(key: string, value: T): void;
  delete(key: string): void;
}

interface Taken {
  readonly rows: Map<ObjectKey, Pending<Row>>;
  readonly grants: Map<string, Pending<GrantObject>>;
}

export class Batcher {
  readonly #options: BatcherOptions;
  #rows = new Map<ObjectKey, Pending<Row>>();
  #grants = new Map<string, Pending<GrantObject>>();
  #order = 0;
  /** Characters of the pending rows and grants. */
  #length = 0;
  #underWay = false;
  #oldestAt = 0;
  /** Time at which the last batch with rows was written, by performance.now(). */
  #batchAt = -Infinity;
  /** Revision of the last written state. */
  #revision: number | undefined;
  #stateAt = -Infinity;
  #closed = false;
  readonly #timer = new WakeableTimer();
  readonly #waiting = new Set<Waiting>();
  /**
   * Resolves with undefined when the batcher is closed. Resolves with an error if the lease is lost, or if a write
   * fails although the store is reachable.
   */
  readonly ended: Promise<Error | undefined>;
  readonly rows: Changes<Row> = {
    put: (key, row) => this.#add(this.#rows, key, row, rowLength(row)),
    delete: key => this.#add(this.#rows, key, undefined, 0),
  };
  readonly grants: Changes<GrantObject> = {
    put: (key, grant) => this.#add(this.#grants, key, grant, textLength(grant)),
    delete: key => this.#add(this.#grants, key, undefined, 0),
  };

  constructor(options: BatcherOptions) {
    this.#options = options;
    options.status.observe(() => this.#timer.wake());
    this.ended = this.#run();
  }

  /** Resolves when there is room for more changes. Rejects when the batcher has ended. */
  room(): Promise<void> {
    return this.#until(() => this.#rows.size + this.#grants.size < HIGH_WATER && this.#length < HIGH_WATER_LENGTH);
  }

  /** Resolves when everything added before is stored. Rejects when the batcher has ended. */
  written(): Promise<void> {
    const order = this.#order;
    return this.#until(() => !this.#underWay && this.#oldest() >= order);
  }

  /** Ends the batcher. Pending changes are dropped. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer.wake();
    await this.ended;
  }

  #add<T>(pending: Map<string, Pending<T>>, key: string, value: T | undefined, length: number): void {
    if (this.#rows.size + this.#grants.size === 0) this.#oldestAt = performance.now();
    const before = pending.get(key);
    this.#length += length - (before?.length ?? 0);
    pending.set(key, { order: before?.order ?? this.#order++, value, length });
    this.#timer.wake();
  }

  async #run(): Promise<Error | undefined> {
    const backoff = new Backoff({ firstMs: 200, maxMs: 2_000 });
    try {
      for (;;) {
        await this.#timer.wait(() => (this.#closed ? 0 : this.#dueIn()));
        // A separate key of leafTurns, so that writing does not wait behind unread events of this cluster.
        await leafTurns.take(`${this.#options.lease.cluster}/store`);
        if (this.#closed) return undefined;
        const withState = this.#stateDueIn() <= 0;
        const taken = this.#options.status.identified ? this.#take() : { rows: new Map(), grants: new Map() };
        this.#underWay = true;
        try {
          await this.#apply(toBatch(taken), withState);
          if (taken.rows.size > 0) this.#batchAt = performance.now();
          backoff.reset();
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          if (backoff.failures === 0)
            this.#options.log.warn({ error: error.message }, 'the store is away; changes wait');
          this.#giveBack(taken);
          if (withState) this.#revision = undefined;
          const again = performance.now() + backoff.next();
          await this.#timer.wait(() => (this.#closed ? 0 : again - performance.now()));
        } finally {
          this.#underWay = false;
        }
        this.#release();
      }
    } catch (error) {
      return error as Error;
    } finally {
      this.#closed = true;
      this.#release();
    }
  }

  async #apply(batch: Batch, withState: boolean): Promise<void> {
    const { status, lease } = this.#options;
    if (!withState) return applyBatch(lease, batch, this.#options);
    this.#revision = status.revision;
    this.#stateAt = performance.now();
    await applyBatch(lease, { ...batch, state: status.state() }, this.#options);
  }

  #take(): Taken {
    const rows = takeFirst(this.#rows, BATCH_ROWS);
    const grants = takeFirst(this.#grants, BATCH_GRANTS);
    this.#length -= lengthOf(rows) + lengthOf(grants);
    this.#oldestAt = performance.now();
    return { rows, grants };
  }

  #giveBack({ rows, grants }: Taken): void {
    this.#rows = merge(rows, this.#rows);
    this.#grants = merge(grants, this.#grants);
    this.#length = lengthOf(this.#rows) + lengthOf(this.#grants);
  }

  #dueIn(): number {
    if (!this.#options.status.identified) return this.#stateDueIn();
    const { size } = this.#rows;
    if (this.#grants.size > 0 || size >= BATCH_ROWS || this.#length >= BATCH_LENGTH) return 0;
    const changes = size > 0 ? Math.max(this.#oldestAt, this.#batchAt + WAIT_MS) - performance.now() : Infinity;
    return Math.min(changes, this.#stateDueIn());
  }

  #stateDueIn(): number {
    const isNew = this.#options.status.revision !== this.#revision;
    return this.#stateAt + (isNew ? STATE_INTERVAL_MS : HEARTBEAT_MS) - performance.now();
  }

  #oldest(): number {
    const [row] = this.#rows.values();
    const [grant] = this.#grants.values();
    return Math.min(row?.order ?? Infinity, grant?.order ?? Infinity);
  }

  #until(met: () => boolean): Promise<void> {
    if (this.#closed) return Promise.reject(ended());
    if (met()) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.add({ met, resolve, reject }));
  }

  #release(): void {
    for (const waiting of this.#waiting) {
      if (!this.#closed && !waiting.met()) continue;
      this.#waiting.delete(waiting);
      if (this.#closed) waiting.reject(ended());
      else waiting.resolve();
    }
  }
}

interface Waiting {
  readonly met: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function ended(): Error {
  return new FencedError('Collection of this cluster has ended; nothing more is written.');
}

function toBatch({ rows, grants }: Taken): Batch {
  return {
    puts: values(rows),
    deletes: deleted(rows),
    grantPuts: values(grants),
    grantDeletes: deleted(grants),
  };
}

function values<T>(pending: ReadonlyMap<string, Pending<T>>): T[] {
  return Array.from(pending.values(), ({ value }) => value).filter(value => value !== undefined);
}

function deleted(pending: ReadonlyMap<string, Pending<unknown>>): string[] {
  return Array.from(pending).flatMap(([key, { value }]) => (value === undefined ? [key] : []));
}

function lengthOf(pending: ReadonlyMap<string, Pending<unknown>>): number {
  let sum = 0;
  for (const { length } of pending.values()) sum += length;
  return sum;
}

/**
 * Removes and returns the first entries: at most `count` entries with at most BATCH_LENGTH characters together, but
 * always the first entry.
 */
function takeFirst<T>(pending: Map<string, Pending<T>>, count: number): Map<string, Pending<T>> {
  const taken = new Map<string, Pending<T>>();
  let length = 0;
  for (const [key, entry] of pending) {
    length += entry.length;
    if (taken.size === count || (taken.size > 0 && length > BATCH_LENGTH)) break;
    taken.set(key, entry);
    pending.delete(key);
  }
  return taken;
}

/** Merges entries, older entries first. Keys in both maps get the newer value. */
function merge<T>(
  older: ReadonlyMap<string, Pending<T>>,
  newer: ReadonlyMap<string, Pending<T>>,
): Map<string, Pending<T>> {
  const merged = new Map(older);
  for (const [key, entry] of newer) merged.set(key, { ...entry, order: older.get(key)?.order ?? entry.order });
  return merged;
}

export interface ApplyOptions {
  readonly store: Pick<Store, 'apply'>;
  readonly refusals: Refusals;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Writes a batch to the store. The store refuses a batch that is too large, or that has an invalid row or grant. A
 * refused batch is split until the invalid row or grant is alone, so that it does not block other changes.
 * @throws FencedError, StoreUnavailableError
 */
export async function applyBatch(lease: Lease, batch: Batch, options: ApplyOptions): Promise<void> {
  const { store, refusals, log } = options;
  try {
    await store.apply(lease, batch);
  } catch (error) {
    if (!(error instanceof InvalidRowError)) throw error;
    const parts = split(batch);
    if (parts.length < 2) {
      refusals.count('bounds');
      log.error({ error: error.message }, 'the store refuses a change');
      // The stored version of the refused grant is outdated and might allow too much, so it is deleted.
      const [grant] = batch.grantPuts ?? [];
      if (grant) await applyBatch(lease, { grantDeletes: [grantKey(grant)] }, options);
      return;
    }
    for (const part of parts) {
      await leafTurns.take(`${lease.cluster}/store`);
      await applyBatch(lease, part, options);
    }
  }
}

/**
 * Splits a batch: rows and grants into halves, deletions and the state into parts of their own. Returns one part if
 * nothing can be split.
 */
function split({ puts = [], deletes = [], grantPuts = [], grantDeletes = [], state }: Batch): readonly Batch[] {
  const parts: Batch[] = [
    ...halves(puts).map(half => ({ puts: half })),
    ...(deletes.length > 0 ? [{ deletes }] : []),
    ...halves(grantPuts).map(half => ({ grantPuts: half })),
    ...(grantDeletes.length > 0 ? [{ grantDeletes }] : []),
    ...(state ? [{ state }] : []),
  ];
  return parts;
}

function halves<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].filter(half => half.length > 0);
}
