/**
 * Rows of one cluster by kind and state, in namespaces and at cluster scope apart, updated with every write. A reader
 * who sees all namespaces of a cluster alike gets counts from here without reading a row.
 */
import { SUSPENDED } from './columns.ts';
import { grown } from '../containers/grown.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';

/** Slots of one kind in one scope: each status, suspended or not. */
const STATES = OBJECT_STATUSES.length * 2;

export class Tally {
  #counts = new Uint32Array(0);
  /** By status, for all kinds. */
  readonly #ofStatus = new Uint32Array(OBJECT_STATUSES.length);

  change(kind: number, inNamespace: boolean, state: number, difference: 1 | -1): void {
    const slot = slotOf(kind, inNamespace, state);
    if (slot >= this.#counts.length) this.#counts = grown(this.#counts, slot + 1);
    this.#counts[slot]! += difference;
    this.#ofStatus[state & ~SUSPENDED]! += difference;
  }

  count(kind: number, inNamespace: boolean, state: number): number {
    return this.#counts[slotOf(kind, inNamespace, state)] ?? 0;
  }

  /** Number of rows of a kind. */
  total(kind: number, inNamespace: boolean): number {
    const first = slotOf(kind, inNamespace, 0);
    let total = 0;
    for (let slot = first; slot < first + STATES; slot++) total += this.#counts[slot] ?? 0;
    return total;
  }

  /** Number of rows of a kind, a status, or both; -1: any. */
  of(kind: number, status: number): number {
    if (kind === -1) return status === -1 ? this.#ofStatus.reduce((sum, count) => sum + count, 0) : this.#ofStatus[status]!;
    let rows = 0;
    for (const inNamespace of [true, false]) {
      if (status === -1) rows += this.total(kind, inNamespace);
      else rows += this.count(kind, inNamespace, status) + this.count(kind, inNamespace, status | SUSPENDED);
    }
    return rows;
  }
}

/** Every possible state of a row. */
export const STATES_OF_ROWS: readonly number[] = OBJECT_STATUSES.flatMap((_, status) => [status, status | SUSPENDED]);

function slotOf(kind: number, inNamespace: boolean, state: number): number {
  return (kind * 2 + (inNamespace ? 1 : 0)) * STATES + (state & ~SUSPENDED) * 2 + (state & SUSPENDED ? 1 : 0);
}
