/**
 * The columns: one typed array per field, indexed by row number. Row 0 is never used, so that 0 can say "none" in lists and indices.
 *
 * The arrays are replaced when they grow or get wider. Whoever reads them takes them anew for each query.
 */
import { grown, type Growing } from '../containers/grown.ts';
import { written, type NarrowArray } from '../containers/narrow.ts';
import { TimeColumn } from './time-column.ts';
import { OBJECT_STATUSES, type ObjectStatus } from '../../store/store.ts';

/** Set in `state` beside the number of the status. */
export const SUSPENDED = 0x80;

/** Rows for which there is room from the beginning. */
const ROOM = 1024;

export class Columns {
  place = new Uint32Array(ROOM);
  kind: NarrowArray = new Uint8Array(ROOM);
  name = new Uint32Array(ROOM);
  version: NarrowArray = new Uint8Array(ROOM);
  /** Number of the status in OBJECT_STATUSES, and SUSPENDED. */
  state = new Uint8Array(ROOM);
  labels: NarrowArray = new Uint8Array(ROOM);
  reason: NarrowArray = new Uint8Array(ROOM);
  message = new Uint32Array(ROOM);
  revision: NarrowArray = new Uint8Array(ROOM);
  readonly created = new TimeColumn(ROOM);
  readonly transitioned = new TimeColumn(ROOM);
  readonly synced = new TimeColumn(ROOM);
  /** The rows of one place are a doubly linked list; 0 ends it. */
  next = new Uint32Array(ROOM);
  previous = new Uint32Array(ROOM);

  /** Row numbers in use are below this. */
  end = 1;
  /** The first row number that was given back: each has the one given back before it as its `next`. */
  #free = 0;

  /** A row number that was given back; 0: there is none. */
  reuse(): number {
    const row = this.#free;
    if (row !== 0) this.#free = this.next[row]!;
    return row;
  }

  /** So many new row numbers, one after the other; returns the first. */
  reserve(count: number): number {
    const first = this.end;
    this.end += count;
    if (this.end > this.place.length) this.#grow();
    return first;
  }

  free(row: number): void {
    this.next[row] = this.#free;
    this.#free = row;
  }

  setKind(row: number, kind: number): void {
    this.kind = written(this.kind, row, kind);
  }

  setVersion(row: number, version: number): void {
    this.version = written(this.version, row, version);
  }

  setLabels(row: number, labels: number): void {
    this.labels = written(this.labels, row, labels);
  }

  setReason(row: number, reason: number): void {
    this.reason = written(this.reason, row, reason);
  }

  setRevision(row: number, revision: number): void {
    this.revision = written(this.revision, row, revision);
  }

  #grow(): void {
    const { length } = (this.place = grown(this.place, this.end));
    this.kind = withRoom(this.kind, length);
    this.name = withRoom(this.name, length);
    this.version = withRoom(this.version, length);
    this.state = withRoom(this.state, length);
    this.labels = withRoom(this.labels, length);
    this.reason = withRoom(this.reason, length);
    this.message = withRoom(this.message, length);
    this.revision = withRoom(this.revision, length);
    this.created.grow(length);
    this.transitioned.grow(length);
    this.synced.grow(length);
    this.next = withRoom(this.next, length);
    this.previous = withRoom(this.previous, length);
  }
}

function withRoom<T extends Growing>(array: T, length: number): T {
  return length > array.length ? grown(array, length) : array;
}

export function encodeState(status: ObjectStatus, suspended: boolean): number {
  return OBJECT_STATUSES.indexOf(status) | (suspended ? SUSPENDED : 0);
}

export function statusOf(state: number): ObjectStatus {
  return OBJECT_STATUSES[state & ~SUSPENDED]!;
}
