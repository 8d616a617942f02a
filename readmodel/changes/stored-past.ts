/**
 * Finds the changes between a position of another process and the current state of this process.
 *
 * The store's log holds, for each batch of changes, the values before the batch. The log is read up to a position that
 * this process has applied. The journal has the changes after that position, so reading ends even if new entries arrive
 * faster than entries are read.
 *
 * When a process ends, its clients arrive at once with different positions. Each log that was read is therefore cached
 * for some seconds, for all callers. Concurrent callers share one read of a log. The cache is bounded by bytes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { FairGate } from '../../async/fair-gate.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { raced } from '../../async/deadline.ts';
import type { GrantObject } from '../../rbac/types.ts';
import { decodeObjectKey, encodeObjectId } from '../../schema/object-id.ts';
import {
  StoreUnavailableError,
  type Past,
  type Position,
  type ReadFor,
  type Row,
  type SharedStore,
} from '../../store/store.ts';
import { rowProblem } from '../table/row-table.ts';
import { columnsOf } from '../table/column-row.ts';
import type { ClusterPast } from './change.ts';

export interface StoredPastOptions {
  readonly store: SharedStore;
  readonly followed: (cluster: string) => Followed | undefined;
  readonly mark: () => number;
  /** Maximum bytes of all cached logs together. @default 128 MiB */
  readonly maxBytes?: number;
}

/** A cluster that this process follows. */
export interface Followed {
  /** Last position that was read in the cluster's log. Undefined until the cluster's snapshot is loaded. */
  readonly position: Position | undefined;
  /** Position to which the cluster's rows and grants belong. Undefined if they belong to no single position. */
  readonly settledAt: Position | undefined;
  readonly grants: { readonly revision: number };
}

/** A position that this process has applied, with the journal's mark and the grants' revision at that time. */
interface Passed {
  readonly settled: Position;
  readonly mark: number;
  readonly revision: number;
}

/** Maximum time to wait for this process to apply the requested position, in milliseconds. */
const WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 25;
/**
 * Milliseconds after the start in which clusters are expected to load. Later, since() returns `behind` instead of
 * `ahead` for a cluster that still loads.
 */
const STARTING_MS = 60_000;
/** Milliseconds for which a log is cached. */
const KEEP_MS = 5_000;
const MAX_BYTES = 128 * 1024 * 1024;
/** Approximate bytes of a row in memory, without texts. */
const ROW_BYTES = 600;
/** Approximate bytes of a grant in memory, without texts. */
const GRANT_BYTES = 1_000;
/** Maximum concurrent reads of logs. One caller takes at most half of them. */
const READS_AT_ONCE = 8;
/** Number of rows processed between two yields. */
const STEP = 250;

export class StoredPast {
  readonly #options: StoredPastOptions;
  readonly #logs: LRUCache<string, ClusterLog>;
  readonly #slots = new FairGate({ slots: READS_AT_ONCE });
  readonly #began = performance.now();

  constructor(options: StoredPastOptions) {
    this.#options = options;
    this.#logs = new LRUCache({ maxSize: options.maxBytes ?? MAX_BYTES, sizeCalculation: ({ bytes }) => bytes });
  }

  /**
   * Returns the changes of a cluster since a packed position of another process. 'behind': the log does not reach back
   * or lacks earlier values, or the cluster still loads after STARTING_MS. 'ahead': the changes were not available
   * within WAIT_MS. A later call may return them.
   */
  async since(cluster: string, packed: Buffer, reader: ReadFor): Promise<ClusterPast | 'behind' | 'ahead'> {
    const { store } = this.#options;
    const { signal } = reader;
    const end = performance.now() + WAIT_MS;
    const passed: Passed[] = [];
    let log = this.#logs.get(cluster);
    for (;;) {
      signal.throwIfAborted();
      const near = this.#options.followed(cluster)?.position;
      const position = near === undefined ? undefined : store.unpack(packed, near);
      this.#pass(cluster, passed);
      for (const { settled, mark } of passed) {
        const changes = settled === position ? [] : position && log?.between(position, settled);
        if (changes) return { ...pastOf(changes), mark };
      }
      const now = performance.now();
      if (now > end) return passed.length === 0 && now - this.#began > STARTING_MS ? 'behind' : 'ahead';
      log ??= this.#log(cluster);
      const isThere =
        position !== undefined && passed.length > 0 && (await log.read(position, reader).catch(unreachable));
      this.#weigh(cluster, log);
      if (isThere === 'behind') return 'behind';
      if (!isThere) await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  /**
   * Adds the current position of a cluster to the front of `passed`. A change of grants empties the list first, because
   * past grants are derived from the current grants.
   */
  #pass(cluster: string, passed: Passed[]): void {
    const followed = this.#options.followed(cluster);
    const settled = followed?.settledAt;
    if (followed && passed[0]?.revision !== followed.grants.revision) passed.length = 0;
    if (!followed || settled === undefined || passed[0]?.settled === settled) return;
    passed.unshift({ settled, mark: this.#options.mark(), revision: followed.grants.revision });
  }

  #log(cluster: string): ClusterLog {
    let log = this.#logs.get(cluster);
    if (!log) {
      const begun = (log = new ClusterLog(cluster, this.#options.store, this.#slots));
      this.#logs.set(cluster, log);
      setTimeout(() => this.#isKept(cluster, begun) && this.#logs.delete(cluster), KEEP_MS).unref();
    }
    return log;
  }

  /** Stores the log in the cache again, so that the cache counts its current size. */
  #weigh(cluster: string, log: ClusterLog): void {
    if (!this.#isKept(cluster, log)) return;
    this.#logs.delete(cluster);
    this.#logs.set(cluster, log);
  }

  #isKept(cluster: string, log: ClusterLog): boolean {
    return this.#logs.peek(cluster) === log;
  }
}

/** Returns false if the store is unreachable, because a later read may succeed. Throws other errors again. */
function unreachable(error: unknown): false {
  if (error instanceof StoreUnavailableError) return false;
  throw error;
}

interface LogEntry {
  readonly position: Position;
  readonly rows: ClusterPast['rows'];
  readonly grants: Past['grants'];
  readonly bytes: number;
}

interface Reading {
  /** Resolves to true if the read may have found new entries. */
  readonly found: Promise<boolean>;
  readonly stop: AbortController;
}

/** A caller who waits for entries after a position. */
interface Wanted {
  readonly position: Position;
  isBehind: boolean;
}

/** The part of a cluster's log from some position up to the end of the last read. */
class ClusterLog {
  bytes = 1;
  readonly #cluster: string;
  readonly #store: SharedStore;
  readonly #gate: FairGate;
  #from: Position | undefined;
  #entries: readonly LogEntry[] = [];
  /** Number of entries up to each position. */
  #positions = new Map<Position, number>();
  readonly #wanted = new Set<Wanted>();
  #reading: Reading | undefined;
  #readings = 0;

  constructor(cluster: string, store: SharedStore, gate: FairGate) {
    this.#cluster = cluster;
    this.#store = store;
    this.#gate = gate;
  }

  /** Returns the entries between two positions. Undefined if a position was not read, or if `to` is before `after`. */
  between(after: Position, to: Position | undefined): readonly LogEntry[] | undefined {
    const [first, last] = [this.#positions.get(after), to === undefined ? undefined : this.#positions.get(to)];
    return first === undefined || last === undefined || last < first ? undefined : this.#entries.slice(first, last);
  }

  /**
   * Reads new entries at the end of the log and, if needed, older entries back to the position. Returns true if entries
   * may have been added, and 'behind' if the log does not reach back. Joins a read that is already running. A read
   * continues while any caller waits, even if the first caller leaves.
   */
  async read(position: Position, { caller, signal }: ReadFor): Promise<boolean | 'behind'> {
    const wanted: Wanted = { position, isBehind: false };
    this.#wanted.add(wanted);
    try {
      const joined = this.#reading;
      const reading = joined ?? (await this.#begin(position, caller, signal));
      const isNew = reading && (await raced(reading.found, signal));
      return wanted.isBehind ? 'behind' : joined !== undefined || isNew !== false;
    } finally {
      this.#wanted.delete(wanted);
      if (this.#wanted.size === 0) this.#end();
    }
  }

  /**
   * Waits for a slot, then starts a read. If another caller started a read meanwhile, returns the read of that caller.
   * Undefined if that read has ended.
   */
  async #begin(position: Position, caller: string, signal: AbortSignal): Promise<Reading | undefined> {
    const before = this.#readings;
    const slot = await this.#gate.enter(caller, signal);
    if (this.#readings !== before) {
      slot[Symbol.dispose]();
      return this.#reading;
    }
    this.#readings++;
    const stop = new AbortController();
    const found = this.#read(position, { caller, signal: stop.signal }).finally(() => {
      slot[Symbol.dispose]();
      if (this.#reading === reading) this.#reading = undefined;
    });
    const reading = (this.#reading = { found, stop });
    return reading;
  }

  #end(): void {
    this.#reading?.stop.abort();
    this.#reading = undefined;
  }

  /**
   * Reads from the oldest position that any caller waits for, so that all callers share one read. If the log does not
   * reach back that far, reads from the position `own`.
   */
  async #read(own: Position, reader: ReadFor): Promise<boolean> {
    const isNew = this.#from !== undefined && (await this.#readOn(reader));
    for (const position of new Set([this.#oldest(own), own])) {
      if (this.#positions.has(position) || (await this.#readFrom(position, reader))) return true;
      for (const wanted of this.#wanted) if (wanted.position === position) wanted.isBehind = true;
    }
    return isNew;
  }

  #oldest(own: Position): Position {
    let oldest = own;
    for (const { position } of this.#wanted) {
      const [bytes, others] = [this.#store.pack(position), this.#store.pack(oldest)];
      if (bytes && others && bytes.compare(others) < 0) oldest = position;
    }
    return oldest;
  }

  async #readOn(reader: ReadFor): Promise<boolean> {
    const entries = await this.#entriesAfter(this.#entries.at(-1)?.position ?? this.#from!, reader);
    // The log no longer continues the part that was read: the log was trimmed further, or its content was replaced.
    if (entries === 'behind') this.#take(undefined, []);
    else this.#take(this.#from, [...this.#entries, ...entries]);
    return entries.length > 0 && entries !== 'behind';
  }

  /** Reads the entries between a position and the part already read. Returns false if the log does not reach back. */
  async #readFrom(position: Position, reader: ReadFor): Promise<boolean> {
    const until = this.#from;
    const entries = await this.#entriesAfter(position, { ...reader, until });
    if (entries === 'behind') return false;
    const isJoined = until !== undefined && entries.at(-1)?.position === until;
    this.#take(position, isJoined ? [...entries, ...this.#entries] : entries);
    return true;
  }

  async #entriesAfter(
    position: Position,
    reader: Parameters<SharedStore['past']>[2],
  ): Promise<readonly LogEntry[] | 'behind'> {
    const past = await this.#store.past(this.#cluster, position, reader);
    if (past === 'behind') return 'behind';
    const entries = await eventLoopTurns.run(reader.caller, entriesInSteps(this.#cluster, past), reader.signal);
    reader.signal.throwIfAborted();
    return entries;
  }

  #take(from: Position | undefined, entries: readonly LogEntry[]): void {
    this.#from = from;
    this.#entries = entries;
    this.#positions = new Map(from === undefined ? [] : [[from, 0]]);
    this.bytes = 1;
    for (const [i, { position, bytes }] of entries.entries()) {
      this.#positions.set(position, i + 1);
      this.bytes += bytes;
    }
  }
}

function* entriesInSteps(cluster: string, past: readonly Past[]): Generator<undefined, LogEntry[]> {
  const entries: LogEntry[] = [];
  let taken = 0;
  for (const { position, size, rows, grants } of past) {
    const before: ClusterPast['rows'][number][] = [];
    for (const [key, row] of rows) {
      before.push(...rowBefore(cluster, key, row));
      if (++taken % STEP === 0) yield;
    }
    entries.push({
      position,
      grants,
      rows: before,
      bytes: 2 * size + ROW_BYTES * rows.length + GRANT_BYTES * grants.length,
    });
  }
  return entries;
}

function pastOf(entries: readonly LogEntry[]): Pick<ClusterPast, 'rows' | 'grants'> {
  const grants = new Map<string, GrantObject | undefined>();
  for (const entry of entries) for (const [key, grant] of entry.grants) if (!grants.has(key)) grants.set(key, grant);
  return { rows: entries.flatMap(({ rows }) => rows), grants };
}

/** Returns the earlier row of an object. Returns nothing for a malformed row, because no list shows such a row. */
function rowBefore(cluster: string, key: Past['rows'][number][0], row: Row | undefined): ClusterPast['rows'] {
  if (row && rowProblem(row, cluster) !== undefined) return [];
  const object = { cluster, ...decodeObjectKey(key) };
  return [{ id: encodeObjectId(object), object, before: row && columnsOf(row) }];
}
