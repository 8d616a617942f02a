/**
 * What rows were before their last changes, for readers who come back and ask what is different. It reaches back a while and a number of changes, whichever
 * is less, and is kept only while somebody asks: nothing is kept for a process whose callers read lists alone, nor while a fleet is loaded for the first time.
 */
import type { IndexChange } from '../readmodel.ts';
import type { ColumnRow } from '../rows/row-table.ts';
import type { ObjectId } from '../../schema/object-id.ts';

export interface JournalOptions {
  /** How many changes it keeps, of all clusters together; about a kilobyte each. */
  readonly changes: number;
  /** How far it reaches back, in milliseconds. */
  readonly windowMs: number;
}

/** One change of one row. */
export interface JournalEntry {
  readonly id: string;
  /** Where the object is and what it is called. */
  readonly object: ObjectId;
  /** What its row was; undefined: it was not there. */
  readonly before: ColumnRow | undefined;
}

interface Write {
  readonly position: number;
  /** How many changes there were up to here. */
  readonly total: number;
  readonly at: number;
  readonly entries: readonly JournalEntry[];
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #now: () => number;
  readonly #listen: (listener: (change: IndexChange) => void) => () => void;
  #stop: (() => void) | undefined;
  #askedAt = 0;
  /** In the order of their positions; those before `#first` are let go. */
  #writes: Write[] = [];
  #first = 0;
  #kept = 0;
  /** The position up to which nothing is known. */
  #forgotten = 0;
  #position = 0;

  constructor(options: JournalOptions, now: () => number, listen: (listener: (change: IndexChange) => void) => () => void) {
    this.#options = options;
    this.#now = now;
    this.#listen = listen;
  }

  /** Where it is now. From here on it is kept. */
  mark(): number {
    this.#askedAt = this.#now();
    this.#stop ??= this.#listen(change => this.#take(change));
    return this.#position;
  }

  /** Whether half of what it keeps came after a position: who still needs that had better ask. */
  isAging(position: number): boolean {
    const earlier = this.#firstAfter(position) - 1;
    const total = this.#writes.at(-1)?.total ?? 0;
    const before = earlier < this.#first ? total - this.#kept : this.#writes[earlier]!.total;
    return total - before > this.#options.changes / 2;
  }

  /** The changes after a position; undefined where it does not reach back so far. */
  after(position: number): Iterable<JournalEntry> | undefined {
    this.#letGo();
    if (!this.#stop || position < this.#forgotten || position > this.#position) return undefined;
    return this.#after(position);
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#writes = [];
    this.#first = this.#kept = 0;
    // What changes from now on is not written down.
    this.#forgotten = ++this.#position;
  }

  *#after(position: number): Iterable<JournalEntry> {
    for (let at = this.#firstAfter(position); at < this.#writes.length; at++) yield* this.#writes[at]!.entries;
  }

  #firstAfter(position: number): number {
    let [low, high] = [this.#first, this.#writes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#writes[middle]!.position > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #take({ rows }: IndexChange): void {
    if (rows.length === 0) return;
    const at = this.#now();
    if (at - this.#askedAt > this.#options.windowMs) return this.close();
    const entries = rows.map(({ id, before, after }): JournalEntry => {
      const { cluster, group, kind, namespace, name } = (before ?? after)!;
      return { id, before, object: before ?? { cluster, group, kind, namespace, name } };
    });
    const total = (this.#writes.at(-1)?.total ?? 0) + entries.length;
    this.#writes.push({ position: ++this.#position, total, at, entries });
    this.#kept += entries.length;
    this.#letGo();
  }

  #letGo(): void {
    const { changes, windowMs } = this.#options;
    const oldest = this.#now() - windowMs;
    for (; this.#first < this.#writes.length; this.#first++) {
      const { at, position, entries } = this.#writes[this.#first]!;
      if (this.#kept <= changes && at >= oldest) break;
      this.#kept -= entries.length;
      this.#forgotten = position;
    }
    // Cut now and then, so that each write is moved once on average.
    if (this.#first > 1_000 && this.#first > this.#writes.length / 2) {
      this.#writes.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
