/**
 * Earlier versions of changed rows, for readers who return and request the changes since their last visit. The journal
 * is bounded by time and by number of changes. Recording starts when the first reader requests a position, and ends
 * after no reader has requested a position for `windowMs`. Processes without such readers keep nothing, and the first
 * load of a fleet is usually not recorded.
 *
 * Changes are indexed by scope, so that a reader of one namespace does not scan the changes of others.
 */
import type { IndexChange, RowBefore } from './change.ts';
import type { ColumnRow } from '../table/column-row.ts';

export interface JournalOptions {
  /** Maximum number of changes for all clusters together. A change takes about a kilobyte. */
  readonly changes: number;
  /** Maximum age in milliseconds. */
  readonly windowMs: number;
}

export interface JournalEntry extends RowBefore {
  readonly position: number;
}

interface Write {
  readonly position: number;
  /** Running count of changes, including this write. */
  readonly total: number;
  readonly at: number;
  readonly entries: readonly JournalEntry[];
}

/** Items sorted by position. Items before the index `first` are dropped. */
interface Queue<T> {
  items: T[];
  first: number;
}

/** Maximum number of changed objects whose current row is cached. */
const CURRENT_ROWS = 5_000;

const NONE: readonly JournalEntry[] = [];

/**
 * Returns the changes of a cluster after the position given to Journal.after(), or after the position `later`.
 * `namespaces` limits the changes to some namespaces, where '' is cluster scope. Undefined namespaces mean the whole
 * cluster.
 */
export type ChangesAfter = (
  cluster: string,
  namespaces: readonly string[] | undefined,
  later?: number,
) => readonly JournalEntry[];

export class Journal {
  readonly #options: JournalOptions;
  readonly #now: () => number;
  readonly #listen: (listener: (change: IndexChange) => void) => () => void;
  #stop: (() => void) | undefined;
  #requestedAt = 0;
  #writes: Queue<Write> = { items: [], first: 0 };
  /** Changes by cluster and namespace. */
  readonly #scopes = new Map<string, Map<string, Queue<JournalEntry>>>();
  /** Current rows by id, most recently changed last. Undefined for an object that is gone. */
  readonly #current = new Map<string, ColumnRow | undefined>();
  #kept = 0;
  /** Changes up to this position are dropped. */
  #forgotten = 0;
  #position = 0;

  constructor(
    options: JournalOptions,
    now: () => number,
    listen: (listener: (change: IndexChange) => void) => () => void,
  ) {
    this.#options = options;
    this.#now = now;
    this.#listen = listen;
  }

  /** Returns the current position. Starts recording if needed. */
  mark(): number {
    this.#requestedAt = this.#now();
    this.#stop ??= this.#listen(change => this.#take(change));
    return this.#position;
  }

  /**
   * Position after which half of the journal's capacity was written. 0 if the journal holds less. Readers with an
   * earlier position should query soon.
   */
  get agingBefore(): number {
    const half = this.#options.changes / 2;
    if (this.#kept <= half) return 0;
    const { items, first } = this.#writes;
    const from = items.at(-1)!.total - half;
    let [low, high] = [first, items.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items[middle]!.total >= from) high = middle;
      else low = middle + 1;
    }
    return items[low]!.position;
  }

  /**
   * Returns the current row of an object. Undefined if the object is gone. Returns `unknown` if the table must be read.
   * `syncedAt` of the row may be out of date.
   */
  current(id: string): ColumnRow | 'unknown' | undefined {
    const row = this.#current.get(id);
    return row === undefined && !this.#current.has(id) ? 'unknown' : row;
  }

  /**
   * Returns a function that reads the changes after a position. Undefined if the journal does not hold all changes
   * after the position.
   */
  after(position: number): ChangesAfter | undefined {
    this.#letGo();
    if (!this.#stop || position < this.#forgotten || position > this.#position) return undefined;
    return (cluster, namespaces, later = position) => this.#after(later, cluster, namespaces);
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#writes = { items: [], first: 0 };
    this.#scopes.clear();
    this.#current.clear();
    this.#kept = 0;
    // The next position starts a new recording, so positions of this recording are no longer valid.
    this.#forgotten = ++this.#position;
  }

  #after(position: number, cluster: string, namespaces: readonly string[] | undefined): readonly JournalEntry[] {
    const scopes = this.#scopes.get(cluster);
    if (!scopes) return NONE;
    let found: JournalEntry[] | undefined;
    for (const namespace of namespaces ?? scopes.keys()) {
      const queue = scopes.get(namespace);
      if (!queue || queue.items.at(-1)!.position <= position) continue;
      found ??= [];
      for (let at = firstAfter(queue, position); at < queue.items.length; at++) found.push(queue.items[at]!);
    }
    return found ?? NONE;
  }

  #take({ rows }: IndexChange): void {
    if (rows.length === 0) return;
    const at = this.#now();
    if (at - this.#requestedAt > this.#options.windowMs) return this.close();
    const position = ++this.#position;
    const entries = rows.map(({ id, before, after }): JournalEntry => {
      const { cluster, group, kind, namespace, name } = (before ?? after)!;
      return { position, id, before, object: before ?? { cluster, group, kind, namespace, name } };
    });
    const total = (this.#writes.items.at(-1)?.total ?? 0) + entries.length;
    this.#writes.items.push({ position, total, at, entries });
    for (const entry of entries) this.#scope(entry).items.push(entry);
    this.#kept += entries.length;
    for (const { id, after } of rows) this.#set(id, after);
    this.#letGo();
  }

  #set(id: string, row: ColumnRow | undefined): void {
    this.#current.delete(id);
    this.#current.set(id, row);
    if (this.#current.size > CURRENT_ROWS)
      for (const oldest of this.#current.keys()) return void this.#current.delete(oldest);
  }

  #scope({ object: { cluster, namespace } }: JournalEntry): Queue<JournalEntry> {
    let scopes = this.#scopes.get(cluster);
    if (!scopes) this.#scopes.set(cluster, (scopes = new Map<string, Queue<JournalEntry>>()));
    let queue = scopes.get(namespace);
    if (!queue) scopes.set(namespace, (queue = { items: [], first: 0 }));
    return queue;
  }

  #letGo(): void {
    const { changes, windowMs } = this.#options;
    const oldest = this.#now() - windowMs;
    for (let write = first(this.#writes); write; write = first(this.#writes)) {
      if (this.#kept <= changes && write.at >= oldest) break;
      shift(this.#writes);
      for (const entry of write.entries) this.#drop(entry);
      this.#kept -= write.entries.length;
      this.#forgotten = write.position;
    }
  }

  /** Drops the oldest entry of the journal. This entry is also the oldest of its scope. */
  #drop(entry: JournalEntry): void {
    const { cluster, namespace } = entry.object;
    const queue = this.#scope(entry);
    shift(queue);
    if (first(queue)) return;
    const scopes = this.#scopes.get(cluster)!;
    scopes.delete(namespace);
    if (scopes.size === 0) this.#scopes.delete(cluster);
  }
}

function first<T>({ items, first }: Queue<T>): T | undefined {
  return items[first];
}

function shift<T>(queue: Queue<T>): void {
  queue.first++;
  // Dropped items stay in the array until they are half of it, so that each item is moved about once.
  if (queue.first < 1_000 || queue.first < queue.items.length / 2) return;
  queue.items.splice(0, queue.first);
  queue.first = 0;
}

function firstAfter({ items, first }: Queue<{ readonly position: number }>, position: number): number {
  let [low, high] = [first, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (items[middle]!.position > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
