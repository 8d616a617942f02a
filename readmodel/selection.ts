/**
 * The rows that a View shows and a Filter wants, found block by block: a block of row numbers is narrowed by one condition after the
 * other, each a tight loop over one column. The visibility always comes first and cannot be left out.
 *
 * Conditions on cluster, namespace, kind and group that every row must meet are folded into the visibility's own arrays, so they cost
 * nothing per row. A reader of few places walks the rows of those places; others scan the columns.
 *
 * A selection is used at once and not kept: it is right as long as nothing is written.
 */
import { allOf, compileConditions, kindMask, placeMask, type Narrowing } from './conditions.ts';
import type { Filter, View } from './query.ts';
import type { RowTable } from './row-table.ts';
import { BY_NAME, type ViewMask, type VisibilityMasks } from './visibility-mask.ts';

const BLOCK = 2048;
/** Walking the rows of places jumps about in memory; from this share of all rows on, scanning is faster. */
const SCAN_SHARE = 1 / 8;

export class Selection {
  /** No more rows than this can match. */
  readonly atMost: number;
  readonly #table: RowTable;
  readonly #view: ViewMask;
  readonly #maskOfPlace: Uint32Array;
  readonly #grid: Uint8Array;
  readonly #places: readonly number[];
  readonly #narrow: Narrowing;

  constructor(table: RowTable, masks: VisibilityMasks, view: View, filter: Filter) {
    this.#table = table;
    this.#view = masks.of(view);
    const { clusters, namespaces, kinds, groups, ...others } = filter;
    this.#narrow = allOf(compileConditions(table, others));
    this.#places = this.#view.visiblePlaces;
    this.#maskOfPlace = this.#view.maskOfPlace;
    if (clusters || namespaces) {
      const wanted = placeMask(table, clusters, namespaces);
      this.#places = this.#places.filter(place => wanted[place] === 1);
      this.#maskOfPlace = new Uint32Array(this.#view.maskOfPlace.length);
      for (const place of this.#places) this.#maskOfPlace[place] = this.#view.maskOfPlace[place]!;
    }
    this.#grid = this.#view.grid;
    if (kinds || groups) {
      const wanted = kindMask(table, kinds, groups);
      this.#grid = this.#view.grid.map((cell, at) => (wanted[at % this.#view.width] === 1 ? cell : 0));
    }
    let atMost = 0;
    for (const place of this.#places) atMost += table.places.rowCount[place]!;
    this.atMost = atMost;
  }

  /** Calls `take` with the matching rows of block after block, in no particular order. */
  forEachBlock(take: (block: Uint32Array, count: number) => void): void {
    const block = new Uint32Array(BLOCK);
    const flush = (filled: number): void => {
      const count = this.narrow(block, filled);
      if (count > 0) take(block, count);
    };
    const { columns, places } = this.#table;
    if (this.atMost === 0) return;
    if (this.atMost < (columns.end - 1) * SCAN_SHARE) {
      let filled = 0;
      for (const place of this.#places) {
        for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
          block[filled++] = row;
          if (filled < BLOCK) continue;
          flush(filled);
          filled = 0;
        }
      }
      flush(filled);
      return;
    }
    for (let start = 1; start < columns.end; start += BLOCK) {
      const filled = Math.min(BLOCK, columns.end - start);
      for (let i = 0; i < filled; i++) block[i] = start + i;
      flush(filled);
    }
  }

  count(): number {
    let total = 0;
    this.forEachBlock((_, count) => (total += count));
    return total;
  }

  has(row: number): boolean {
    return this.narrow(Uint32Array.of(row), 1) === 1;
  }

  /** Keeps the rows of the block that match, in their order, at its beginning. Returns how many they are. */
  narrow(block: Uint32Array, count: number): number {
    const { place, kind } = this.#table.columns;
    const maskOfPlace = this.#maskOfPlace;
    const grid = this.#grid;
    const width = this.#view.width;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const cell = grid[maskOfPlace[place[row]!]! * width + kind[row]!]!;
      if (cell === 0 || (cell === BY_NAME && !this.#view.visibleByName(row))) continue;
      block[kept++] = row;
    }
    return kept === 0 ? 0 : this.#narrow(block, kept);
  }
}
