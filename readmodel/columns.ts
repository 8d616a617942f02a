/**
 * The columns: one typed array per field, indexed by row number. Row 0 is never used, so that 0 can say "none" in lists and indices.
 *
 * The arrays are replaced when they grow, one after the other and by a quarter, so that growing needs one more column and not one more
 * table. Whoever reads them takes them anew for each query.
 */
import { grown } from './dictionary.ts';
import { OBJECT_STATUSES, type ObjectStatus } from '../store/store.ts';

const INITIAL_ROWS = 1024;

/** Set in `state` beside the number of the status. */
export const SUSPENDED = 0x80;

export class Columns {
  place = new Uint32Array(INITIAL_ROWS);
  kind = new Uint32Array(INITIAL_ROWS);
  name = new Uint32Array(INITIAL_ROWS);
  version = new Uint32Array(INITIAL_ROWS);
  /** Number of the status in OBJECT_STATUSES, and SUSPENDED. */
  state = new Uint8Array(INITIAL_ROWS);
  labels = new Uint32Array(INITIAL_ROWS);
  reason = new Uint32Array(INITIAL_ROWS);
  message = new Uint32Array(INITIAL_ROWS);
  revision = new Uint32Array(INITIAL_ROWS);
  /** Milliseconds since the epoch, exactly as the row has them, so that cursors and filters agree with what is shown. */
  created = new Float64Array(INITIAL_ROWS);
  transitioned = new Float64Array(INITIAL_ROWS);
  synced = new Float64Array(INITIAL_ROWS);
  /** The rows of one place are a doubly linked list; 0 ends it. */
  next = new Uint32Array(INITIAL_ROWS);
  previous = new Uint32Array(INITIAL_ROWS);

  /** Row numbers in use are below this. */
  end = 1;
  readonly #free: number[] = [];

  allocate(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.end >= this.place.length) this.#grow();
    return this.end++;
  }

  free(row: number): void {
    this.#free.push(row);
  }

  #grow(): void {
    const needed = this.end + 1;
    this.place = grown(this.place, needed);
    this.kind = grown(this.kind, needed);
    this.name = grown(this.name, needed);
    this.version = grown(this.version, needed);
    this.state = grown(this.state, needed);
    this.labels = grown(this.labels, needed);
    this.reason = grown(this.reason, needed);
    this.message = grown(this.message, needed);
    this.revision = grown(this.revision, needed);
    this.created = grown(this.created, needed);
    this.transitioned = grown(this.transitioned, needed);
    this.synced = grown(this.synced, needed);
    this.next = grown(this.next, needed);
    this.previous = grown(this.previous, needed);
  }
}

export function encodeState(status: ObjectStatus, suspended: boolean): number {
  return OBJECT_STATUSES.indexOf(status) | (suspended ? SUSPENDED : 0);
}

export function statusOf(state: number): ObjectStatus {
  return OBJECT_STATUSES[state & ~SUSPENDED]!;
}
