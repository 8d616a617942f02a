/**
 * The rows that a View shows and a Filter wants, found block by block: a block of row numbers is narrowed by one condition after the
 * other, each a tight loop over one column. The visibility always comes first and cannot be left out.
 *
 * Conditions on cluster, namespace, kind and group that every row must meet are folded into the visibility's own arrays, so they cost
 * nothing per row. A reader of few places walks the rows of those places; others scan the columns.
 *
 * No filter makes a step long: the more a row costs, the fewer rows are looked at in one, and what is judged in one is counted (conditions.ts).
 *
 * A selection is used at once and not kept: it is right as long as nothing is written.
 */
import type { CandidateRows } from './candidate-rows.ts';
import { compileConditions, kindMask, stateMask, textsWanted } from './conditions.ts';
import { allOf, PAUSED, type Allowance, type Narrowing } from './narrowings.ts';
import { hoisted } from './conjunction.ts';
import { priceOf } from './price.ts';
import { withPlaceNames } from './place-names.ts';
import type { Steps } from '../gate.ts';
import { kindOf } from '../rows/place-tallies.ts';
import type { Filter } from '../query.ts';
import type { View } from '../view.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { ViewMasks } from '../view-masks.ts';
import { BY_NAME, HIDDEN, type ShownCluster, type ViewMask } from '../visibility-mask.ts';

/** How much is done without letting anybody else have a turn. */
export interface StepSize {
  /** Rows. */
  readonly rows: number;
  /** Looks at columns for those rows, which a filter of many parts has more of. */
  readonly looks: number;
  /** Characters of texts and labels compared, or what takes as long. */
  readonly judged: number;
}

/** Each of them about a millisecond or less. */
const STEP: StepSize = { rows: 2048, looks: 128 * 1024, judged: 64 * 1024 };
/** Walking the rows of places jumps about in memory; from this share of all rows on, scanning is faster. */
const SCAN_SHARE = 0.125;
/** To ask the index of texts costs about as much as to judge the texts of one row in so many. */
const JUDGED_WITHOUT_INDEX = 4096;
/** Places of which rows are walked side by side. */
const PLACES_AT_ONCE = 16;
/** Namespaces looked up in clusters without letting anybody else have a turn. */
const LOOKED_UP = 4_096;
const NO_PLACES = new Uint32Array(0);
/** Where more of the texts may match, their rows are not looked for. */
const MOST_CANDIDATES = 0.5;

/** Begins a selection. @throws QueryError */
export function* select(table: RowTable, masks: ViewMasks, view: View, filter: Filter, step = STEP): Steps<Selection> {
  const named = yield* withPlaceNames(table.places, filter);
  const selection = new Selection(table, yield* masks.of(view), hoisted(named), step);
  yield* selection.compile();
  return selection;
}

export class Selection {
  /** The clusters where rows can match. */
  readonly shown: readonly ShownCluster[];
  readonly width: number;
  /** By state: 1 where it is wanted; undefined: any. */
  readonly states: Uint8Array | undefined;
  /** Nothing is asked of a row but its place, its kind and its state. */
  readonly isTallied: boolean;
  readonly #table: RowTable;
  readonly #view: ViewMask;
  /** The clusters that are wanted, by name, and the same by number: what is wanted is in both. undefined: any. */
  readonly #clusters: ReadonlySet<string> | undefined;
  readonly #clusterMask: Uint8Array | undefined;
  /** The namespaces that are wanted, by number; undefined: any. */
  readonly #namespaces: ReadonlySet<number> | undefined;
  /** The same by number: 1 where it is wanted. What is wanted is in both. */
  readonly #namespaceMask: Uint8Array | undefined;
  readonly #isPartial: boolean;
  /** By kind: 1 where it is wanted; undefined: any. */
  readonly #kinds: Uint8Array | undefined;
  readonly #others: Filter;
  readonly #judges: boolean;
  readonly #rowsAtOnce: number;
  readonly #judgedAtOnce: number;
  readonly #allowance: Allowance = { left: 0 };
  #atMost = 0;
  #narrow: Narrowing = () => 0;
  #candidates: CandidateRows | undefined;
  #grid: Uint8Array | undefined;
  /** By mask: 1 where it shows something by its name, 2 where it does not, 0 before somebody asked. */
  #byName: Uint8Array | undefined;
  /** By the number of a cluster, where namespaces are named: those of its places where rows can match, and how many rows they have. */
  readonly #wanted = new Map<number, { readonly places: Uint32Array; readonly rows: number }>();
  /** By the number of a cluster: 1 where its rows can match. */
  #isShown: Uint8Array | undefined;

  /** To be compiled before it is used; until then it has no rows. */
  constructor(table: RowTable, view: ViewMask, filter: Filter, step: StepSize) {
    this.#table = table;
    this.#view = view;
    const { clusters, namespaces, clusterMask, namespaceMask, kinds, groups, ...others } = filter;
    const { statuses, suspended, ...rest } = others;
    this.states = statuses || suspended !== undefined ? stateMask(statuses, suspended) : undefined;
    this.isTallied = Object.values(rest).every(condition => condition === undefined);
    this.#clusters = clusters && new Set(clusters);
    this.#clusterMask = clusterMask;
    this.shown = clusters || clusterMask ? view.shown.filter(shown => this.#wantsCluster(shown)) : view.shown;
    this.#namespaces = namespaces && textsWanted(table.places.namespaces, namespaces);
    this.#namespaceMask = namespaceMask;
    this.#isPartial = [clusters, namespaces, clusterMask, namespaceMask].some(asked => asked !== undefined);
    this.width = view.width;
    this.#kinds = kinds || groups ? kindMask(table, kinds, groups) : undefined;
    this.#others = others;
    const price = priceOf(others, table.columns.filterTypes);
    this.#judges = price.judging > 0;
    this.#rowsAtOnce = Math.max(1, Math.min(step.rows, Math.floor(step.looks / price.looks)));
    this.#judgedAtOnce = step.judged;
  }

  /** No more rows than this can match. */
  get atMost(): number {
    return this.#atMost;
  }

  *compile(): Steps<void> {
    this.#atMost = yield* this.#bound();
    const compiling = {
      wide: this.atMost > this.#table.size * SCAN_SHARE,
      few: this.atMost < this.#table.size / JUDGED_WITHOUT_INDEX,
      allowance: this.#allowance,
    };
    const { narrowings, candidates } = yield* compileConditions(this.#table, this.#others, compiling);
    this.#narrow = allOf(narrowings);
    if (candidates && candidates.share < MOST_CANDIDATES) this.#candidates = candidates;
  }

  /** Mask and kind → whether the rows are visible, and of a kind that is wanted. */
  get grid(): Uint8Array {
    return (this.#grid ??= this.#kinds ? ofKinds(this.#view, this.#kinds) : this.#view.grid);
  }

  /** By the number of a cluster; undefined where its rows are not wanted. */
  shownIn(cluster: number): ShownCluster | undefined {
    const shown = this.#view.shownIn(cluster);
    return shown && this.#wantsCluster(shown) ? shown : undefined;
  }

  #wantsCluster({ cluster }: ShownCluster): boolean {
    return this.#clusters?.has(cluster.name) !== false && (!this.#clusterMask || this.#clusterMask[cluster.id] === 1);
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
    return this.#namespaces === undefined && this.#namespaceMask === undefined;
  }

  /** The places of a cluster where rows can match. */
  placesOf(shown: ShownCluster): Uint32Array {
    return this.wantsEveryNamespace ? shown.places : (this.#wanted.get(shown.cluster.id)?.places ?? NO_PLACES);
  }

  /** How many rows they have. */
  rowsIn(shown: ShownCluster): number {
    return this.wantsEveryNamespace ? this.#table.places.rowsIn([shown]) : (this.#wanted.get(shown.cluster.id)?.rows ?? 0);
  }

  wantsNamespace(namespace: number): boolean {
    return this.#namespaces?.has(namespace) !== false && (!this.#namespaceMask || this.#namespaceMask[namespace] === 1);
  }

  /** Whether a visible row of a kind can match, anywhere. */
  wantsKind(kind: number): boolean {
    return this.#kinds?.[kind] !== 0 && this.#view.showsKind(kind);
  }

  /** Calls `take` with the matching rows of block after block, in no particular order. `within`: only those of these places, which placesOf() has. */
  *forEachBlock(take: (block: Uint32Array, count: number) => void, within?: readonly ShownCluster[]): Steps<void> {
    const { columns } = this.#table;
    const atMost = within ? this.#table.places.rowsIn(within) : this.atMost;
    if (atMost === 0) return;
    const size = this.#rowsAtOnce;
    const block = new Uint32Array(size);
    if (atMost < (columns.end - 1) * SCAN_SHARE) return yield* this.#walkPlaces(within, block, take);
    const maskOfPlace = within || this.#isPartial ? this.#maskWithin(within) : this.#view.maskOfPlace;
    for (let start = 1; start < columns.end;) {
      const count = this.#narrowRange(maskOfPlace, block, start, Math.min(start + size, columns.end));
      if (count > 0) take(block, count);
      if (count !== PAUSED) start += size;
      yield;
    }
  }

  *has(row: number): Steps<boolean> {
    return (yield* this.narrow(Uint32Array.of(row), 1)) === 1;
  }

  /** Keeps the rows of the block that match, in their order, at its beginning. Returns how many they are. */
  *narrow(block: Uint32Array, count: number): Steps<number> {
    const inPart = this.#narrowToPart(block, count);
    let kept = 0;
    for (let from = 0; from < inPart; from += this.#rowsAtOnce) {
      if (from > 0) yield;
      const rows = block.subarray(from, Math.min(from + this.#rowsAtOnce, inPart));
      const matching = yield* this.#narrowBlock(rows);
      block.set(matching, kept);
      kept += matching.length;
    }
    return kept;
  }

  /** The rows of a block that match. The block stays as it is. */
  *#narrowBlock(rows: Uint32Array): Steps<Uint32Array> {
    const block = rows.slice();
    for (;;) {
      const count = this.#narrowBy(this.grid, block, block.length);
      if (count !== PAUSED) return block.subarray(0, count);
      yield;
      block.set(rows);
    }
  }

  /** narrow() in one step, of rows of kinds that are wanted. Returns PAUSED where others should have a turn first; then the same rows are to be given again. */
  narrowAtOnce(block: Uint32Array, count: number): number {
    const inPart = this.#narrowToPart(block, count);
    // In an order of all rows most are hidden from a reader of few, and one look finds that.
    if (this.#candidates && this.atMost < this.#table.size * SCAN_SHARE) {
      const visible = this.#keepVisible(this.#view.grid, block, inPart);
      return this.#narrowWanted(block, this.#candidates.narrow(block, visible));
    }
    return this.#narrowBy(this.#view.grid, block, inPart);
  }

  /** Whether narrowAtOnce() may pause. */
  get judges(): boolean {
    return this.#judges;
  }

  /** The share of its rows that match at the most, as far as their texts tell. */
  get share(): number {
    return Math.min(this.#candidates?.share ?? 1, 1);
  }

  /** How many rows narrowAtOnce() should be given at once, at the most. */
  get rowsAtOnce(): number {
    return this.#rowsAtOnce;
  }

  /** Keeps the rows in clusters and namespaces that are wanted. */
  #narrowToPart(block: Uint32Array, count: number): number {
    if (!this.#isPartial) return count;
    const { columns, places } = this.#table;
    const isShown = (this.#isShown ??= this.#shownClusters());
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const place = columns.place[row]!;
      if (isShown[places.cluster[place]!] === 1 && this.wantsNamespace(places.namespace[place]!)) block[kept++] = row;
    }
    return kept;
  }

  #shownClusters(): Uint8Array {
    const isShown = new Uint8Array(this.#table.places.clusterNames.capacity);
    for (const { cluster } of this.shown) isShown[cluster.id] = 1;
    return isShown;
  }

  #judgesByName(mask: number): boolean {
    const judged = (this.#byName ??= new Uint8Array(this.grid.length / this.width));
    const from = mask * this.width;
    if (judged[mask] === 0) judged[mask] = this.grid.subarray(from, from + this.width).includes(BY_NAME) ? 1 : 2;
    return judged[mask] === 1;
  }

  /** What can match is found first: that costs less, and shows nothing. */
  #narrowBy(grid: Uint8Array, block: Uint32Array, rows: number): number {
    const candidates = this.#candidates ? this.#candidates.narrow(block, rows) : rows;
    return this.#narrowWanted(block, this.#keepVisible(grid, block, candidates));
  }

  /** Most rows of a walk are hidden. No row waits for what was found of the one before it, so the reads of a whole block are under way at once. */
  #keepVisible(grid: Uint8Array, block: Uint32Array, count: number, maskOfPlace = this.#view.maskOfPlace): number {
    const { place, kind } = this.#table.columns;
    const { width } = this.#view;
    let kept = 0;
    let cells = HIDDEN;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const cell = grid[maskOfPlace[place[row]!]! * width + kind[row]!]!;
      block[kept] = row;
      kept += cell > HIDDEN ? 1 : 0; // what is not there is hidden
      cells |= cell;
    }
    return (cells & BY_NAME) === BY_NAME ? this.#keepVisibleByName(grid, block, kept, maskOfPlace) : kept;
  }

  /** Rows of which none is hidden. */
  #keepVisibleByName(grid: Uint8Array, block: Uint32Array, count: number, maskOfPlace: Uint32Array): number {
    const { place, kind } = this.#table.columns;
    const { width } = this.#view;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (grid[maskOfPlace[place[row]!]! * width + kind[row]!] !== BY_NAME || this.#view.visibleByName(row)) block[kept++] = row;
    }
    return kept;
  }

  /** Whatever is not visible has been left out. */
  #narrowWanted(block: Uint32Array, count: number): number {
    this.#allowance.left = this.#judgedAtOnce;
    return count === 0 ? 0 : this.#narrow(block, count);
  }

  /** The same for all rows of a range, which goes without writing them into the block first. */
  #narrowRange(maskOfPlace: Uint32Array, block: Uint32Array, start: number, end: number): number {
    const { place, kind } = this.#table.columns;
    const { grid, width } = this;
    let kept = 0;
    if (this.#candidates) {
      const candidates = this.#candidates.narrowRange(block, start, end);
      return this.#narrowWanted(block, this.#keepVisible(grid, block, candidates, maskOfPlace));
    }
    for (let row = start; row < end; row++) {
      const cell = grid[maskOfPlace[place[row]!]! * width + kind[row]!]!;
      if (!(cell > HIDDEN) || (cell === BY_NAME && !this.#view.visibleByName(row))) continue;
      block[kept++] = row;
    }
    return this.#narrowWanted(block, kept);
  }

  *#walkPlaces(
    within: readonly ShownCluster[] | undefined,
    block: Uint32Array,
    take: (block: Uint32Array, count: number) => void,
  ): Steps<void> {
    const { next } = this.#table.columns;
    // Each row tells where the next one of its place is, and lies anywhere in memory: those of several places are fetched side by side.
    const rows = new Uint32Array(Math.min(PLACES_AT_ONCE, block.length));
    const wanted = this.#wantedPlaces(within);
    let filled = 0;
    for (let count = this.#begin(wanted, rows, 0); count > 0; count = this.#begin(wanted, rows, count)) {
      if (filled + count > block.length) {
        const matching = yield* this.#narrowBlock(block.subarray(0, filled));
        if (matching.length > 0) take(matching, matching.length);
        filled = 0;
        yield;
      }
      let left = 0;
      for (let i = 0; i < count; i++) {
        const row = rows[i]!;
        block[filled++] = row;
        rows[left] = next[row]!;
        if (rows[left] !== 0) left++;
      }
      count = left;
    }
    const matching = yield* this.#narrowBlock(block.subarray(0, filled));
    if (matching.length > 0) take(matching, matching.length);
  }

  /** Takes the first rows of further places beside `count` rows, as far as there is room. Returns how many rows there are. */
  #begin(places: Iterator<number, void>, rows: Uint32Array, count: number): number {
    const { firstRow } = this.#table.places;
    while (count < rows.length) {
      const { value: place } = places.next();
      if (place === undefined) break;
      rows[count++] = firstRow[place]!;
    }
    return count;
  }

  /** Finds the namespaces that are wanted in each cluster, once. */
  *#bound(): Steps<number> {
    const { places } = this.#table;
    if (this.wantsEveryNamespace) return this.shown === this.#view.shown ? this.#view.rowCount : places.rowsIn(this.shown);
    let [atMost, looked] = [0, 0];
    for (const shown of this.shown) {
      const wanted = this.#wantedIn(shown);
      const rows = wanted.reduce((rows, place) => rows + places.rowCount[place]!, 0);
      if (rows > 0) this.#wanted.set(shown.cluster.id, { places: Uint32Array.from(wanted), rows });
      atMost += rows;
      looked += Math.min(this.#namespaces?.size ?? Infinity, shown.places.length);
      if (looked < LOOKED_UP) continue;
      looked = 0;
      yield;
    }
    return atMost;
  }

  #wantedIn({ cluster, places: visible }: ShownCluster): number[] {
    const { places } = this.#table;
    const wanted: number[] = [];
    if (this.#namespaces && this.#namespaces.size < visible.length) {
      for (const namespace of this.#namespaces) {
        const place = cluster.byNamespace.get(places.namespaces.text(namespace));
        if (place !== undefined && this.showsPlace(place)) wanted.push(place);
      }
    } else for (const place of visible) if (this.wantsNamespace(places.namespace[place]!)) wanted.push(place);
    return wanted;
  }

  *#wantedPlaces(within: readonly ShownCluster[] | undefined): Generator<number, void> {
    for (const shown of within ?? this.shown) for (const place of within ? shown.places : this.placesOf(shown)) yield place;
  }

  #maskWithin(within: readonly ShownCluster[] | undefined): Uint32Array {
    const mask = new Uint32Array(this.#view.maskOfPlace.length);
    for (const place of this.#wantedPlaces(within)) mask[place] = this.#view.maskOfPlace[place]!;
    return mask;
  }
}

/** The grid of a view with nothing in it but the kinds that are wanted. */
function ofKinds({ grid, width }: ViewMask, isWanted: Uint8Array): Uint8Array {
  const wanted = new Uint8Array(grid.length);
  for (const kind of isWanted.keys()) {
    if (isWanted[kind] === 1) for (let cell = kind; cell < grid.length; cell += width) wanted[cell] = grid[cell]!;
  }
  return wanted;
}
