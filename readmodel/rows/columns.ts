/**
 * The columns: one typed array per field, indexed by row number. Row 0 is never used, so that 0 can say "none" in lists and indices.
 *
 * The arrays are replaced when they grow. They begin at different lengths, so that each grows at another row and nobody ever waits for more than one
 * column to be copied, nor needs the memory of one more table. Whoever reads them takes them anew for each query.
 */
import { grown } from '../containers/grown.ts';
import { TimeColumn } from './time-column.ts';
import { OBJECT_STATUSES, type ObjectStatus } from '../../store/store.ts';

/** Two per cent more for each column: the shares stay as they are while all grow by the same factor. */
const lengthOf = (column: number): number => 1024 + 20 * column;

/** Set in `state` beside the number of the status. */
export const SUSPENDED = 0x80;

export class Columns {
  place = new Uint32Array(lengthOf(0));
  kind = new Uint32Array(lengthOf(1));
  name = new Uint32Array(lengthOf(2));
  version = new Uint32Array(lengthOf(3));
  /** Number of the status in OBJECT_STATUSES, and SUSPENDED. */
  state = new Uint8Array(lengthOf(4));
  labels = new Uint32Array(lengthOf(5));
  reason = new Uint32Array(lengthOf(6));
  message = new Uint32Array(lengthOf(7));
  revision = new Uint32Array(lengthOf(8));
  readonly created = new TimeColumn(lengthOf(9));
  readonly transitioned = new TimeColumn(lengthOf(10));
  synced = new Float64Array(lengthOf(11));
  /** The rows of one place are a doubly linked list; 0 ends it. */
  next = new Uint32Array(lengthOf(12));
  previous = new Uint32Array(lengthOf(13));

  /** Row numbers in use are below this. */
  end = 1;
  /** The length of the shortest column. */
  #full = lengthOf(0);
  readonly #free: number[] = [];

  /** A row number that was given back; 0: there is none. */
  reuse(): number {
    return this.#free.pop() ?? 0;
  }

  /** So many new row numbers, one after the other; returns the first. */
  reserve(count: number): number {
    const first = this.end;
    this.end += count;
    if (this.end > this.#full) this.#grow();
    return first;
  }

  free(row: number): void {
    this.#free.push(row);
  }

  #grow(): void {
    const { end } = this;
    if (end > this.place.length) this.place = grown(this.place, end);
    if (end > this.kind.length) this.kind = grown(this.kind, end);
    if (end > this.name.length) this.name = grown(this.name, end);
    if (end > this.version.length) this.version = grown(this.version, end);
    if (end > this.state.length) this.state = grown(this.state, end);
    if (end > this.labels.length) this.labels = grown(this.labels, end);
    if (end > this.reason.length) this.reason = grown(this.reason, end);
    if (end > this.message.length) this.message = grown(this.message, end);
    if (end > this.revision.length) this.revision = grown(this.revision, end);
    if (end > this.created.length) this.created.grow(end);
    if (end > this.transitioned.length) this.transitioned.grow(end);
    if (end > this.synced.length) this.synced = grown(this.synced, end);
    if (end > this.next.length) this.next = grown(this.next, end);
    if (end > this.previous.length) this.previous = grown(this.previous, end);
    this.#full = Math.min(
      this.place.length,
      this.kind.length,
      this.name.length,
      this.version.length,
      this.state.length,
      this.labels.length,
      this.reason.length,
      this.message.length,
      this.revision.length,
      this.created.length,
      this.transitioned.length,
      this.synced.length,
      this.next.length,
      this.previous.length,
    );
  }
}

export function encodeState(status: ObjectStatus, suspended: boolean): number {
  return OBJECT_STATUSES.indexOf(status) | (suspended ? SUSPENDED : 0);
}

export function statusOf(state: number): ObjectStatus {
  return OBJECT_STATUSES[state & ~SUSPENDED]!;
}
