/**
 * What became of a list that another process told: between its positions in the logs of clusters and where this process is now.
 *
 * The store's log says what was there before each batch, up to a position that this process has applied; from there on the journal does. So each cluster is
 * read until its rows here are of a position that was read. Clients of a process that ended come all at once, with positions that differ: what was read of a
 * log is kept for a moment and serves them all.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { raced } from '../../async/raced.ts';
import type { GrantObject } from '../../rbac/types.ts';
import { decodeObjectKey, encodeObjectId } from '../../schema/object-id.ts';
import { ROW_COLUMNS } from '../../store/row-columns.ts';
import { StoreUnavailableError, type Past, type Position, type ReadFor, type Row, type SharedStore } from '../../store/store.ts';
import { rowProblem, type ColumnRow } from '../rows/row-table.ts';
import type { JournalEntry } from './journal.ts';

/** What changed in a cluster since a position, in its order. */
export interface ClusterPast {
  readonly rows: readonly Omit<JournalEntry, 'position'>[];
  /** What each grant that changed was at the position; undefined: it was not there. */
  readonly grants: ReadonlyMap<string, GrantObject | undefined>;
  /** From where on the journal tells what changed. */
  readonly mark: number;
}

export interface StoredPastOptions {
  readonly store: SharedStore;
  /** The position of which a cluster's rows are here; undefined: of none. */
  readonly settledAt: (cluster: string) => Position | undefined;
  readonly mark: () => number;
}

/** How long a cluster is waited for that is behind the position here. */
const WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 25;
/** Behind this a cluster that is still being loaded may be so for long. */
const STARTING_MS = 60_000;
/** How long what was read is kept. */
const KEEP_MS = 5_000;
/** Rows taken in without letting anybody else have a turn. */
const STEP = 250;
const COLUMNS = ROW_COLUMNS.flatMap(column => ('stored' in column ? [] : [column.name])) as (keyof ColumnRow)[];

export class StoredPast {
  readonly #options: StoredPastOptions;
  readonly #logs = new Map<string, ClusterLog>();
  readonly #began = performance.now();

  constructor(options: StoredPastOptions) {
    this.#options = options;
  }

  /** 'behind': the log does not reach back, or what was there is not known. 'ahead': this process has not come so far yet, and will soon. */
  async since(cluster: string, position: Position, reader: ReadFor): Promise<ClusterPast | 'behind' | 'ahead'> {
    const { settledAt, mark } = this.#options;
    const { signal } = reader;
    const end = performance.now() + WAIT_MS;
    let log = this.#logs.get(cluster);
    for (;;) {
      signal.throwIfAborted();
      const settled = settledAt(cluster);
      const changes = settled === position ? [] : log?.between(position, settled);
      if (changes) return { ...pastOf(changes), mark: mark() };
      const now = performance.now();
      if (now > end) return settled === undefined && now - this.#began > STARTING_MS ? 'behind' : 'ahead';
      log ??= this.#log(cluster);
      const isThere = settled !== undefined && (await log.read(position, reader).catch(unreachable));
      if (isThere === 'behind') return 'behind';
      if (!isThere) await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  #log(cluster: string): ClusterLog {
    let log = this.#logs.get(cluster);
    if (!log) {
      this.#logs.set(cluster, (log = new ClusterLog(cluster, this.#options.store)));
      setTimeout(() => this.#logs.delete(cluster), KEEP_MS).unref();
    }
    return log;
  }
}

/** Of the store; the next look may find it again. */
function unreachable(error: unknown): false {
  if (error instanceof StoreUnavailableError) return false;
  throw error;
}

interface LogEntry {
  readonly position: Position;
  readonly rows: ClusterPast['rows'];
  readonly grants: Past['grants'];
}

interface Reading {
  readonly found: Promise<boolean | 'behind'>;
  /** How many wait for it. */
  waiting: number;
  readonly stop: AbortController;
}

/** A part of a cluster's log that reaches to its end as it was when it was last read. */
class ClusterLog {
  readonly #cluster: string;
  readonly #store: SharedStore;
  #from: Position | undefined;
  #entries: LogEntry[] = [];
  /** By position: the number of entries up to it. */
  #places = new Map<Position, number>();
  #reading: Reading | undefined;

  constructor(cluster: string, store: SharedStore) {
    this.#cluster = cluster;
    this.#store = store;
  }

  /** Undefined where either position was not read. */
  between(after: Position, to: Position | undefined): readonly LogEntry[] | undefined {
    const [first, last] = [this.#places.get(after), to === undefined ? undefined : this.#places.get(to)];
    return first === undefined || last === undefined || last < first ? undefined : this.#entries.slice(first, last);
  }

  /**
   * Reads on, or from an earlier position. Whether there was anything new, perhaps: what somebody else reads just now may be enough. It goes on for as long as
   * anybody waits for it: who began it may leave.
   */
  async read(position: Position, { caller, signal }: ReadFor): Promise<boolean | 'behind'> {
    const isOwn = !this.#reading;
    const reading = (this.#reading ??= this.#begin(position, caller));
    reading.waiting++;
    try {
      const found = await raced(reading.found, signal);
      return isOwn ? found : true;
    } finally {
      if (--reading.waiting === 0) this.#end(reading);
    }
  }

  #begin(position: Position, caller: string): Reading {
    const stop = new AbortController();
    return { found: this.#readOn(position, { caller, signal: stop.signal }), waiting: 0, stop };
  }

  #end(reading: Reading): void {
    reading.stop.abort();
    if (this.#reading === reading) this.#reading = undefined;
  }

  /** A later position is behind what is there already, which so stays for those who need it. */
  async #readOn(position: Position, reader: ReadFor): Promise<boolean | 'behind'> {
    if (this.#from !== undefined) {
      const more = await this.#readFrom(undefined, reader);
      if (more !== 'behind' && this.#places.has(position)) return more;
    }
    return this.#readFrom(position, reader);
  }

  async #readFrom(position: Position | undefined, reader: ReadFor): Promise<boolean | 'behind'> {
    const after = position ?? this.#entries.at(-1)?.position ?? this.#from!;
    const past = await this.#store.past(this.#cluster, after, reader);
    if (past === 'behind') return 'behind';
    const entries = await eventLoopTurns.run(reader.caller, entriesInSteps(this.#cluster, past), reader.signal);
    reader.signal.throwIfAborted();
    if (position !== undefined) {
      this.#from = position;
      this.#entries = [];
      this.#places = new Map([[position, 0]]);
    }
    for (const entry of entries) this.#places.set(entry.position, this.#entries.push(entry));
    return entries.length > 0 || position !== undefined;
  }
}

function* entriesInSteps(cluster: string, past: readonly Past[]): Generator<undefined, LogEntry[]> {
  const entries: LogEntry[] = [];
  let taken = 0;
  for (const { position, rows, grants } of past) {
    const before: ClusterPast['rows'][number][] = [];
    for (const [key, row] of rows) {
      before.push(...rowBefore(cluster, key, row));
      if (++taken % STEP === 0) yield;
    }
    entries.push({ position, grants, rows: before });
  }
  return entries;
}

function pastOf(entries: readonly LogEntry[]): Pick<ClusterPast, 'rows' | 'grants'> {
  const grants = new Map<string, GrantObject | undefined>();
  for (const entry of entries) for (const [key, grant] of entry.grants) if (!grants.has(key)) grants.set(key, grant);
  return { rows: entries.flatMap(({ rows }) => rows), grants };
}

/** Nothing of a row that cannot be one: it is in no list. */
function rowBefore(cluster: string, key: Past['rows'][number][0], row: Row | undefined): ClusterPast['rows'] {
  if (row && rowProblem(row, cluster) !== undefined) return [];
  const object = { cluster, ...decodeObjectKey(key) };
  const before = row && (Object.fromEntries(COLUMNS.map(name => [name, row[name]])) as unknown as ColumnRow);
  return [{ id: encodeObjectId(object), object, before }];
}
