/**
 * Finds the row number of (place, kind, name): an open-addressing hash table of row numbers alone, 5 to 11 bytes a row. The keys are not
 * stored again, the columns hold them. Linear probing; a removal moves the rows behind it up, so there are no tombstones.
 */
import type { Columns } from './columns.ts';

const INITIAL_SLOTS = 1024;
const MAX_LOAD = 0.7;

export class RowIndex {
  readonly #columns: Columns;
  #slots = new Uint32Array(INITIAL_SLOTS);
  #size = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  get size(): number {
    return this.#size;
  }

  /** The row, or 0. */
  find(place: number, kind: number, name: number): number {
    const { place: places, kind: kinds, name: names } = this.#columns;
    const mask = this.#slots.length - 1;
    for (let slot = hash(place, kind, name) & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot]!;
      if (row === 0 || (names[row] === name && places[row] === place && kinds[row] === kind)) return row;
    }
  }

  /** Adds a row that is not there; its place, kind and name are in the columns. */
  add(row: number): void {
    if (this.#size + 1 > this.#slots.length * MAX_LOAD) this.#grow();
    this.#insert(row);
    this.#size++;
  }

  /** Removes a row that is there, before its columns are cleared. */
  remove(row: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hole = this.#home(row);
    while (slots[hole] !== row) hole = (hole + 1) & mask;
    for (let slot = (hole + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      // A row may fill the hole unless its home lies cyclically in (hole, slot]: then probing would no longer reach it.
      if (((slot - this.#home(slots[slot]!)) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = slots[slot]!;
      hole = slot;
    }
    slots[hole] = 0;
    this.#size--;
  }

  #home(row: number): number {
    const { place, kind, name } = this.#columns;
    return hash(place[row]!, kind[row]!, name[row]!) & (this.#slots.length - 1);
  }

  #insert(row: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#home(row);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = row;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (const row of old) if (row !== 0) this.#insert(row);
  }
}

function hash(place: number, kind: number, name: number): number {
  let mixed = Math.imul(place, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b) ^ Math.imul(kind, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
