/**
 * The rows that a View shows and a Filter wants, found block by block: a block of row numbers is narrowed by one condition after the
 * other, each a tight loop over one column. The visibility always comes first and cannot be left out.
 *
 * Conditions on cluster, namespace, kind and group that every row must meet are folded into the visibility's own arrays, so they cost
 * nothing per row. A reader of few places walks the rows of those places; others scan the columns.
 *
 * A selection is used at once and not kept: it is right as long as nothing is written.
 */
import { allOf, compileConditions, kindMask, stateMask, textsWanted, type Narrowing } from './conditions.ts';
import type { Steps } from '../gate.ts';
import { kindOf } from '../rows/place-tallies.ts';
import type { Filter, View } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import { BY_NAME, type ShownCluster, type ViewMask, type VisibilityMasks } from '../visibility-mask.ts';

const BLOCK = 2048;
/** Walking the rows of places jumps about in memory; from this share of all rows on, scanning is faster. */
const SCAN_SHARE = 0.125;

/** Begins a selection. @throws QueryError */
export function* select(table: RowTable, masks: VisibilityMasks, view: View, filter: Filter): Steps<Selection> {
  return new Selection(table, yield* masks.of(view), filter);
}

export class Selection {
  /** No more rows than this can match. */
  readonly atMost: number;
  /** The clusters where rows can match. */
  readonly shown: readonly ShownCluster[];
  /** Mask and kind → whether the rows are visible, and of a kind that is wanted. */
  readonly grid: Uint8Array;
  readonly width: number;
  /** By state: 1 where it is wanted; undefined: any. */
  readonly states: Uint8Array | undefined;
  /** Nothing is asked of a row but its place, its kind and its state. */
  readonly isTallied: boolean;
  readonly #table: RowTable;
  readonly #view: ViewMask;
  /** The namespaces that are wanted, by number; undefined: any. */
  readonly #namespaces: ReadonlySet<number> | undefined;
  readonly #isPartial: boolean;
  readonly #narrow: Narrowing;
  /** By mask: 1 where it shows something by its name, 2 where it does not, 0 before somebody asked. */
  #byName: Uint8Array | undefined;
  #maskOfPlace: Uint32Array | undefined;

  constructor(table: RowTable, view: ViewMask, filter: Filter) {
    this.#table = table;
    this.#view = view;
    const { clusters, namespaces, kinds, groups, ...others } = filter;
    const { status, suspended, ...rest } = others;
    this.states = status || suspended !== undefined ? stateMask(status, suspended) : undefined;
    this.isTallied = Object.values(rest).every(condition => condition === undefined);
    const wanted = clusters && new Set(clusters);
    this.shown = wanted ? view.shown.filter(({ cluster }) => wanted.has(cluster.name)) : view.shown;
    this.#namespaces = namespaces && textsWanted(table.places.namespaces, namespaces);
    this.#isPartial = clusters !== undefined || namespaces !== undefined;
    this.width = view.width;
    this.grid = view.grid;
    if (kinds || groups) {
      const isWanted = kindMask(table, kinds, groups);
      this.grid = view.grid.map((cell, at) => (isWanted[at % view.width] === 1 ? cell : 0));
    }
    this.atMost = this.#bound();
    this.#narrow = allOf(compileConditions(table, others, { wide: this.atMost > table.size * SCAN_SHARE }));
  }

  /** Whether rows of a place can match, as far as its cluster is among those shown. */
  showsPlace(place: number): boolean {
    return this.#view.maskOfPlace[place] !== 0 && this.wantsNamespace(this.#table.places.namespace[place]!);
  }

  maskOf(place: number): number {
    return this.#view.maskOfPlace[place]!;
  }

  /** What a mask says of a kind that is wanted. */
  cell(mask: number, kind: number): number {
    return this.grid[mask * this.width + kind]!;
  }

  /** Whether rows of a place must be looked at one by one: it has some of a kind that is visible by name there. To be asked where tallies are complete. */
  hasRowsByName(place: number): boolean {
    const mask = this.maskOf(place);
    if (!this.#judgesByName(mask)) return false;
    const { first, length, words } = this.#table.places.tallies;
    for (let at = first[place]!, end = at + length[place]!; at < end; at++)
      if (this.cell(mask, kindOf(words[at]!)) === BY_NAME) return true;
    return false;
  }

  get wantsEveryNamespace(): boolean {
    return this.#namespaces === undefined;
  }

  /** The places of a cluster where rows can match. */
  placesOf(shown: ShownCluster): Uint32Array {
    return this.#namespaces ? Uint32Array.from(this.#wantedPlaces([shown])) : shown.places;
  }

  wantsNamespace(namespace: number): boolean {
    return this.#namespaces === undefined || this.#namespaces.has(namespace);
  }

  /** Whether a visible row of a kind can match, anywhere. */
  wantsKind(kind: number): boolean {
    for (let cell = kind; cell < this.grid.length; cell += this.width) if (this.grid[cell] !== 0) return true;
    return false;
  }

  /** Calls `take` with the matching rows of block after block, in no particular order. `within`: only those of these clusters. */
  *forEachBlock(take: (block: Uint32Array, count: number) => void, within?: readonly ShownCluster[]): Steps<void> {
    const { columns } = this.#table;
    const atMost = within ? this.#table.places.rowsIn(within) : this.atMost;
    if (atMost === 0) return;
    const block = new Uint32Array(BLOCK);
    if (atMost < (columns.end - 1) * SCAN_SHARE) return yield* this.#walkPlaces(within ?? this.shown, block, take);
    const maskOfPlace = within ? this.#maskWithin(within) : this.#wholeMask();
    for (let start = 1; start < columns.end; start += BLOCK) {
      const count = this.#narrowRange(maskOfPlace, block, start, Math.min(start + BLOCK, columns.end));
      if (count > 0) take(block, count);
      yield;
    }
  }

  has(row: number): boolean {
    return this.narrow(Uint32Array.of(row), 1) === 1;
  }

  /** Keeps the rows of the block that match, in their order, at its beginning. Returns how many they are. */
  narrow(block: Uint32Array, count: number): number {
    return this.#narrowBy(this.#wholeMask(), block, count);
  }

  #judgesByName(mask: number): boolean {
    const judged = (this.#byName ??= new Uint8Array(this.grid.length / this.width));
    const from = mask * this.width;
    if (judged[mask] === 0) judged[mask] = this.grid.subarray(from, from + this.width).includes(BY_NAME) ? 1 : 2;
    return judged[mask] === 1;
  }

  #narrowBy(maskOfPlace: Uint32Array, block: Uint32Array, count: number): number {
    const { place, kind } = this.#table.columns;
    const { grid, width } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const cell = grid[maskOfPlace[place[row]!]! * width + kind[row]!]!;
      if (cell === 0 || (cell === BY_NAME && !this.#view.visibleByName(row))) continue;
      block[kept++] = row;
    }
    return kept === 0 ? 0 : this.#narrow(block, kept);
  }

  /** The same for all rows of a range, which goes without writing them into the block first. */
  #narrowRange(maskOfPlace: Uint32Array, block: Uint32Array, start: number, end: number): number {
    const { place, kind } = this.#table.columns;
    const { grid, width } = this;
    let kept = 0;
    for (let row = start; row < end; row++) {
      const cell = grid[maskOfPlace[place[row]!]! * width + kind[row]!]!;
      if (cell === 0 || (cell === BY_NAME && !this.#view.visibleByName(row))) continue;
      block[kept++] = row;
    }
    return kept === 0 ? 0 : this.#narrow(block, kept);
  }

  *#walkPlaces(clusters: readonly ShownCluster[], block: Uint32Array, take: (block: Uint32Array, count: number) => void): Steps<void> {
    const { columns, places } = this.#table;
    const { next } = columns;
    let filled = 0;
    for (const place of this.#wantedPlaces(clusters)) {
      for (let row = places.firstRow[place]!; row !== 0; row = next[row]!) {
        block[filled++] = row;
        if (filled < BLOCK) continue;
        const count = this.#narrowBy(this.#view.maskOfPlace, block, filled);
        if (count > 0) take(block, count);
        filled = 0;
        yield;
      }
    }
    const count = this.#narrowBy(this.#view.maskOfPlace, block, filled);
    if (count > 0) take(block, count);
  }

  #bound(): number {
    const { places } = this.#table;
    if (!this.#namespaces) return this.shown === this.#view.shown ? this.#view.rowCount : places.rowsIn(this.shown);
    let atMost = 0;
    for (const place of this.#wantedPlaces(this.shown)) atMost += places.rowCount[place]!;
    return atMost;
  }

  *#wantedPlaces(clusters: readonly ShownCluster[]): Generator<number, void> {
    const { places } = this.#table;
    for (const { cluster, places: visible } of clusters) {
      if (this.#namespaces && this.#namespaces.size < visible.length) {
        for (const namespace of this.#namespaces) {
          const place = cluster.byNamespace.get(places.namespaces.text(namespace));
          if (place !== undefined && this.#view.maskOfPlace[place] !== 0) yield place;
        }
      } else for (const place of visible) if (this.wantsNamespace(places.namespace[place]!)) yield place;
    }
  }

  #wholeMask(): Uint32Array {
    this.#maskOfPlace ??= this.#isPartial ? this.#maskWithin(this.shown) : this.#view.maskOfPlace;
    return this.#maskOfPlace;
  }

  #maskWithin(clusters: readonly ShownCluster[]): Uint32Array {
    const mask = new Uint32Array(this.#view.maskOfPlace.length);
    for (const place of this.#wantedPlaces(clusters)) mask[place] = this.#view.maskOfPlace[place]!;
    return mask;
  }
}
