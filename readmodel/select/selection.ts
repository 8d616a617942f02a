/**
 * Finds the rows that a RowAuthorizer shows and a Filter matches, block by block. Conditions narrow a block of row
 * numbers one after the other, each in a tight loop over one column. Visibility is always checked.
 *
 * Required conditions on cluster, namespace, kind and group are merged into the visibility arrays. If the matching
 * scopes have few rows, only these rows are read. Otherwise, the columns are scanned.
 *
 * A step takes fewer rows if each row costs more. Matching of texts is metered (conditions.ts).
 *
 * A selection is valid until the next write, so use it at once.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { Filter, KindMatch } from '../query.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import { SUSPENDED } from '../table/columns.ts';
import { kindOf } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';
import {
  allOf,
  type Allowance,
  type CandidateRows,
  compileConditions,
  kindMask,
  type Narrowing,
  PAUSED,
  priceOf,
  stateMask,
  textsWanted,
  withScopeNames,
} from './conditions.ts';
import { kindFits } from './row-match.ts';
import {
  BY_NAME,
  HIDDEN,
  type ShownCluster,
  type RowAuthorizer,
  type RowMask,
  type RowMasks,
} from './visibility-mask.ts';

/** Maximum work of a step. */
export interface StepSize {
  readonly rows: number;
  /** Number of column reads. Filters with more parts need more reads per row. */
  readonly looks: number;
  /** Characters of texts and labels compared, or work of the same cost. */
  readonly judged: number;
}

/** A step of this size takes at most about a millisecond. */
const STEP: StepSize = { rows: 2048, looks: 128 * 1024, judged: 64 * 1024 };
/**
 * Minimum share of all rows for which scanning the columns is faster than reading the rows of each scope. Rows of a
 * scope lie anywhere in memory.
 */
const SCAN_SHARE = 0.125;
/**
 * The trigram index is used only if at least 1 / JUDGED_WITHOUT_INDEX of all rows can match. For fewer rows, matching
 * the texts directly is cheaper.
 */
const JUDGED_WITHOUT_INDEX = 4096;
/** Maximum number of scopes whose rows are read alternately. */
const PLACES_AT_ONCE = 16;
/** Number of namespaces looked up in clusters between two yields. */
const LOOKED_UP = 4_096;
const NO_PLACES = new Uint32Array(0);
const STATUSES = OBJECT_STATUSES.map((_, status) => status);
/** Candidate rows are used only if less than this share of all rows can match by their texts. */
const MOST_CANDIDATES = 0.5;
/**
 * Candidate rows are used only if more than this share of rows can have a matching state. Otherwise the state narrows
 * enough.
 */
const FEW_STATES = 0.25;

/** Creates a selection. @throws QueryError */
export function* select(
  table: RowTable,
  masks: Pick<RowMasks, 'of'>,
  view: RowAuthorizer,
  filter: Filter,
  step = STEP,
): Steps<Selection> {
  const named = yield* withScopeNames(table.scopes, filter);
  const selection = new Selection(table, yield* masks.of(view), hoisted(named), step);
  yield* selection.compile();
  return selection;
}

export class Selection {
  /** Clusters in which rows can match. */
  readonly shown: readonly ShownCluster[];
  readonly width: number;
  /** Mask by state: 1 if the state matches. Undefined means any. */
  readonly states: Uint8Array | undefined;
  /** True if the filter depends only on the scope, kind and state of a row. */
  readonly isTallied: boolean;
  readonly #table: RowTable;
  readonly #view: RowMask;
  /** Conditions on the cluster: its name, and a mask by its number. Both must hold. Undefined means any. */
  readonly #clusters: ReadonlySet<string> | undefined;
  readonly #clusterMask: Uint8Array | undefined;
  /** Numbers of the matching namespaces. Undefined means any. */
  readonly #namespaces: ReadonlySet<number> | undefined;
  /** Mask by number of the namespace: 1 if it matches. #namespaces must contain the namespace as well. */
  readonly #namespaceMask: Uint8Array | undefined;
  readonly #isPartial: boolean;
  /** Mask by kind: 1 if the kind matches. Undefined means any. */
  readonly #kinds: Uint8Array | undefined;
  readonly #others: Filter;
  readonly #judges: boolean;
  readonly #rowsAtOnce: number;
  readonly #judgedAtOnce: number;
  readonly #allowance: Allowance = { left: 0 };
  #atMost = 0;
  #narrow: Narrowing = () => 0;
  #candidates: CandidateRows | undefined;
  #share = 1;
  #grid: Uint8Array | undefined;
  /** By visibility mask: 1 if the mask shows a kind by resourceNames, 2 if not, 0 if not computed yet. */
  #byName: Uint8Array | undefined;
  /**
   * By cluster number: scopes in which rows can match, and the number of rows in these scopes. Used if the filter has
   * conditions on namespaces.
   */
  readonly #wanted = new Map<number, { readonly scopes: Uint32Array; readonly rows: number }>();
  /** By cluster number: 1 if rows of the cluster can match. */
  #isShown: Uint8Array | undefined;

  /** The selection has no rows until it is compiled. */
  constructor(table: RowTable, view: RowMask, filter: Filter, step: StepSize) {
    this.#table = table;
    this.#view = view;
    const { clusters, namespaces, clusterMask, namespaceMask, kinds, groups, ...others } = filter;
    const { statuses, suspended, ...rest } = others;
    this.states = statuses || suspended !== undefined ? stateMask(statuses, suspended) : undefined;
    this.isTallied = Object.values(rest).every(condition => condition === undefined);
    this.#clusters = clusters && new Set(clusters);
    this.#clusterMask = clusterMask;
    this.shown = clusters || clusterMask ? view.shown.filter(shown => this.#wantsCluster(shown)) : view.shown;
    this.#namespaces = namespaces && textsWanted(table.scopes.namespaces, namespaces);
    this.#namespaceMask = namespaceMask;
    this.#isPartial = [clusters, namespaces, clusterMask, namespaceMask].some(requested => requested !== undefined);
    this.width = view.width;
    this.#kinds = kinds || groups ? kindMask(table, kinds, groups) : undefined;
    this.#others = others;
    const price = priceOf(others, table.columns.filterTypes);
    this.#judges = price.judging > 0;
    this.#rowsAtOnce = Math.max(1, Math.min(step.rows, Math.floor(step.looks / price.looks)));
    this.#judgedAtOnce = step.judged;
  }

  /** Upper bound of the number of matching rows. */
  get atMost(): number {
    return this.#atMost;
  }

  /**
   * Returns an upper bound of the number of matching rows of a kind and a status in these clusters. -1 means any.
   * Infinity if kind and status are -1 and the filter has no condition on the state.
   */
  tallied(clusters: readonly ShownCluster[], kind = -1, status = -1): number {
    const { states } = this;
    const isWanted = (status: number): boolean => !states || states[status] === 1 || states[status | SUSPENDED] === 1;
    if (status !== -1 && !isWanted(status)) return 0;
    if (status === -1 && kind === -1 && !states) return Infinity;
    const statuses = status === -1 && states ? STATUSES.filter(isWanted) : [status];
    let rows = 0;
    for (const { cluster } of clusters) for (const status of statuses) rows += cluster.tally.of(kind, status);
    return rows;
  }

  *compile(): Steps<void> {
    this.#atMost = yield* this.#bound();
    const matching = Math.min(this.atMost, this.tallied(this.shown));
    const compiling = {
      wide: matching > this.#table.size * SCAN_SHARE,
      few: matching < this.#table.size / JUDGED_WITHOUT_INDEX,
      rows: this.atMost,
      allowance: this.#allowance,
    };
    const { narrowings, candidates } = yield* compileConditions(this.#table, this.#others, compiling);
    this.#narrow = allOf(narrowings);
    if (!candidates) return;
    this.#share = Math.min(candidates.share, 1);
    const isSelective = this.#share < MOST_CANDIDATES && matching > this.atMost * FEW_STATES;
    if (isSelective) this.#candidates = candidates;
  }

  /** Visibility by mask and kind. Kinds that do not match are hidden. */
  get grid(): Uint8Array {
    return (this.#grid ??= this.#kinds ? ofKinds(this.#view, this.#kinds) : this.#view.grid);
  }

  /** Returns a cluster by number. Undefined if its rows cannot match. */
  shownIn(cluster: number): ShownCluster | undefined {
    const shown = this.#view.shownIn(cluster);
    return shown && this.#wantsCluster(shown) ? shown : undefined;
  }

  #wantsCluster({ cluster }: ShownCluster): boolean {
    return this.#clusters?.has(cluster.name) !== false && (!this.#clusterMask || this.#clusterMask[cluster.id] === 1);
  }

  /** True if rows of a scope can match. The cluster of the scope must be in `shown`. */
  showsScope(scope: number): boolean {
    return this.#view.maskOfScope[scope] !== 0 && this.wantsNamespace(this.#table.scopes.namespace[scope]!);
  }

  maskOf(scope: number): number {
    return this.#view.maskOfScope[scope]!;
  }

  /** Returns the visibility of a kind under a mask. Kinds that do not match are hidden. */
  cell(mask: number, kind: number): number {
    return this.grid[mask * this.width + kind]!;
  }

  /**
   * True if a scope has rows of a kind that is visible by resourceNames. These rows must be checked one by one.
   * Requires complete tallies.
   */
  hasRowsByName(scope: number): boolean {
    const mask = this.maskOf(scope);
    if (!this.#judgesByName(mask)) return false;
    const { first, length, words } = this.#table.scopes.tallies;
    for (let at = first[scope]!, end = at + length[scope]!; at < end; at++)
      if (this.cell(mask, kindOf(words[at]!)) === BY_NAME) return true;
    return false;
  }

  get wantsEveryNamespace(): boolean {
    return this.#namespaces === undefined && this.#namespaceMask === undefined;
  }

  /** Returns the scopes of a cluster in which rows can match. */
  scopesOf(shown: ShownCluster): Uint32Array {
    return this.wantsEveryNamespace ? shown.scopes : (this.#wanted.get(shown.cluster.id)?.scopes ?? NO_PLACES);
  }

  /** Returns the number of rows in the matching scopes of a cluster. */
  rowsIn(shown: ShownCluster): number {
    return this.wantsEveryNamespace
      ? this.#table.scopes.rowsIn([shown])
      : (this.#wanted.get(shown.cluster.id)?.rows ?? 0);
  }

  wantsNamespace(namespace: number): boolean {
    return this.#namespaces?.has(namespace) !== false && (!this.#namespaceMask || this.#namespaceMask[namespace] === 1);
  }

  /** True if visible rows of the kind may match. */
  wantsKind(kind: number): boolean {
    return this.#kinds?.[kind] !== 0 && this.#view.showsKind(kind);
  }

  /**
   * Calls `take` with the matching rows of each block, in no particular order.
   * @param within Clusters with the scopes to read. @default all scopes of the selection
   */
  *forEachBlock(take: (block: Uint32Array, count: number) => void, within?: readonly ShownCluster[]): Steps<void> {
    const { columns } = this.#table;
    const atMost = within ? this.#table.scopes.rowsIn(within) : this.atMost;
    if (atMost === 0 || this.#share === 0) return;
    const size = this.#rowsAtOnce;
    const block = new Uint32Array(size);
    if (atMost < (columns.end - 1) * SCAN_SHARE) return yield* this.#walkScopes(within, block, take);
    const maskOfScope = within || this.#isPartial ? this.#maskWithin(within) : this.#view.maskOfScope;
    for (let start = 1; start < columns.end;) {
      const count = this.#narrowRange(maskOfScope, block, start, Math.min(start + size, columns.end));
      if (count > 0) take(block, count);
      if (count !== PAUSED) start += size;
      yield;
    }
  }

  *has(row: number): Steps<boolean> {
    return (yield* this.narrow(Uint32Array.of(row), 1)) === 1;
  }

  /** True if the RowAuthorizer shows the row, whether or not the filter matches it. Needs only one step. */
  shows(row: number): boolean {
    const { scope, kind } = this.#table.columns;
    const cell = this.#view.grid[this.#view.maskOfScope[scope[row]!]! * this.#view.width + kind[row]!]!;
    return cell === BY_NAME ? this.#view.visibleByName(row) : cell > HIDDEN; // a kind without a cell is hidden
  }

  /** Moves the matching rows of the block to its start and keeps their order. Returns their number. */
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

  /** Returns the matching rows of a block. The block is not changed. */
  *#narrowBlock(rows: Uint32Array): Steps<Uint32Array> {
    const block = rows.slice();
    for (;;) {
      const count = this.#narrowBy(this.grid, block, block.length);
      if (count !== PAUSED) return block.subarray(0, count);
      yield;
      block.set(rows);
    }
  }

  /**
   * Like narrow(), but in one step. All rows must be of matching kinds, because kinds are not compared with the filter.
   * Returns PAUSED if a yield is due first. Then call it again with the same rows.
   */
  narrowAtOnce(block: Uint32Array, count: number): number {
    const inPart = this.#narrowToPart(block, count);
    // If few rows can be visible and match, the visibility check excludes most rows of the block, so it comes first.
    if (this.#candidates && this.atMost < this.#table.size * SCAN_SHARE) {
      const visible = this.#keepVisible(this.#view.grid, block, inPart);
      return this.#narrowWanted(block, this.#candidates.narrow(block, visible));
    }
    return this.#narrowBy(this.#view.grid, block, inPart);
  }

  /** True if narrowAtOnce() may return PAUSED. */
  get judges(): boolean {
    return this.#judges;
  }

  /** Approximate share of all rows that can match by their texts. 1 if this is not known. */
  get share(): number {
    return this.#share;
  }

  /** Maximum number of rows to pass to narrowAtOnce(). */
  get rowsAtOnce(): number {
    return this.#rowsAtOnce;
  }

  /** Keeps the rows in matching clusters and namespaces. Returns their number. */
  #narrowToPart(block: Uint32Array, count: number): number {
    if (!this.#isPartial) return count;
    const { columns, scopes } = this.#table;
    const isShown = (this.#isShown ??= this.#shownClusters());
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const scope = columns.scope[row]!;
      if (isShown[scopes.cluster[scope]!] === 1 && this.wantsNamespace(scopes.namespace[scope]!)) block[kept++] = row;
    }
    return kept;
  }

  #shownClusters(): Uint8Array {
    const isShown = new Uint8Array(this.#table.scopes.clusterNames.capacity);
    for (const { cluster } of this.shown) isShown[cluster.id] = 1;
    return isShown;
  }

  #judgesByName(mask: number): boolean {
    const judged = (this.#byName ??= new Uint8Array(this.grid.length / this.width));
    const from = mask * this.width;
    if (judged[mask] === 0) judged[mask] = this.grid.subarray(from, from + this.width).includes(BY_NAME) ? 1 : 2;
    return judged[mask] === 1;
  }

  /** Narrows to candidates first, which is cheaper. Visibility is checked afterwards. */
  #narrowBy(grid: Uint8Array, block: Uint32Array, rows: number): number {
    const candidates = this.#candidates ? this.#candidates.narrow(block, rows) : rows;
    return this.#narrowWanted(block, this.#keepVisible(grid, block, candidates));
  }

  /** Keeps the visible rows. For speed, the loop has no branch that depends on a row. */
  #keepVisible(grid: Uint8Array, block: Uint32Array, count: number, maskOfScope = this.#view.maskOfScope): number {
    const { scope, kind } = this.#table.columns;
    const { width } = this.#view;
    let kept = 0;
    let cells = HIDDEN;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const cell = grid[maskOfScope[scope[row]!]! * width + kind[row]!]!;
      block[kept] = row;
      kept += cell > HIDDEN ? 1 : 0; // a kind without a cell is hidden
      cells |= cell;
    }
    return (cells & BY_NAME) === BY_NAME ? this.#keepVisibleByName(grid, block, kept, maskOfScope) : kept;
  }

  /** Like #keepVisible(), but some of the rows may be visible only by name. */
  #keepVisibleByName(grid: Uint8Array, block: Uint32Array, count: number, maskOfScope: Uint32Array): number {
    const { scope, kind } = this.#table.columns;
    const { width } = this.#view;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (grid[maskOfScope[scope[row]!]! * width + kind[row]!] !== BY_NAME || this.#view.visibleByName(row))
        block[kept++] = row;
    }
    return kept;
  }

  /** Narrows by the conditions of the filter. Must get visible rows only. */
  #narrowWanted(block: Uint32Array, count: number): number {
    this.#allowance.left = this.#judgedAtOnce;
    return count === 0 ? 0 : this.#narrow(block, count);
  }

  /** Narrows a range of rows, without writing all of them into the block first. */
  #narrowRange(maskOfScope: Uint32Array, block: Uint32Array, start: number, end: number): number {
    const { scope, kind } = this.#table.columns;
    const { grid, width } = this;
    let kept = 0;
    if (this.#candidates) {
      const candidates = this.#candidates.narrowRange(block, start, end);
      return this.#narrowWanted(block, this.#keepVisible(grid, block, candidates, maskOfScope));
    }
    for (let row = start; row < end; row++) {
      const cell = grid[maskOfScope[scope[row]!]! * width + kind[row]!]!;
      if (!(cell > HIDDEN) || (cell === BY_NAME && !this.#view.visibleByName(row))) continue;
      block[kept++] = row;
    }
    return this.#narrowWanted(block, kept);
  }

  *#walkScopes(
    within: readonly ShownCluster[] | undefined,
    block: Uint32Array,
    take: (block: Uint32Array, count: number) => void,
  ): Steps<void> {
    const { next } = this.#table.columns;
    // Each row links to the next row of its scope. The next row may lie anywhere in memory, so rows of several scopes
    // are read alternately.
    const rows = new Uint32Array(Math.min(PLACES_AT_ONCE, block.length));
    const wanted = this.#wantedScopes(within);
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

  /** Appends the first row of each further scope after `count` rows until `rows` is full. Returns the new count. */
  #begin(scopes: Iterator<number, void>, rows: Uint32Array, count: number): number {
    const { firstRow } = this.#table.scopes;
    while (count < rows.length) {
      const { value: scope } = scopes.next();
      if (scope === undefined) break;
      rows[count++] = firstRow[scope]!;
    }
    return count;
  }

  /**
   * Returns the number of rows in scopes where rows can match. Fills #wanted if the filter has conditions on
   * namespaces.
   */
  *#bound(): Steps<number> {
    const { scopes } = this.#table;
    if (this.wantsEveryNamespace)
      return this.shown === this.#view.shown ? this.#view.rowCount : scopes.rowsIn(this.shown);
    let [atMost, looked] = [0, 0];
    for (const shown of this.shown) {
      const wanted = this.#wantedIn(shown);
      const rows = wanted.reduce((rows, scope) => rows + scopes.rowCount[scope]!, 0);
      if (rows > 0) this.#wanted.set(shown.cluster.id, { scopes: Uint32Array.from(wanted), rows });
      atMost += rows;
      looked += Math.min(this.#namespaces?.size ?? Infinity, shown.scopes.length);
      if (looked < LOOKED_UP) continue;
      looked = 0;
      yield;
    }
    return atMost;
  }

  #wantedIn({ cluster, scopes: visible }: ShownCluster): number[] {
    const { scopes } = this.#table;
    const wanted: number[] = [];
    if (this.#namespaces && this.#namespaces.size < visible.length) {
      for (const namespace of this.#namespaces) {
        const scope = cluster.byNamespace.get(scopes.namespaces.text(namespace));
        if (scope !== undefined && this.showsScope(scope)) wanted.push(scope);
      }
    } else for (const scope of visible) if (this.wantsNamespace(scopes.namespace[scope]!)) wanted.push(scope);
    return wanted;
  }

  *#wantedScopes(within: readonly ShownCluster[] | undefined): Generator<number, void> {
    for (const shown of within ?? this.shown)
      for (const scope of within ? shown.scopes : this.scopesOf(shown)) yield scope;
  }

  #maskWithin(within: readonly ShownCluster[] | undefined): Uint32Array {
    const mask = new Uint32Array(this.#view.maskOfScope.length);
    for (const scope of this.#wantedScopes(within)) mask[scope] = this.#view.maskOfScope[scope]!;
    return mask;
  }
}

/** Returns the grid of the view, with only the wanted kinds visible. */
function ofKinds({ grid, width }: RowMask, isWanted: Uint8Array): Uint8Array {
  const wanted = new Uint8Array(grid.length);
  for (const kind of isWanted.keys()) {
    if (isWanted[kind] === 1) for (let cell = kind; cell < grid.length; cell += width) wanted[cell] = grid[cell]!;
  }
  return wanted;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Moves conditions on scopes, kinds and states from the parts of `and` to the top of a filter. The result matches the
 * same rows. At the top, a selection answers these conditions from its own arrays and from tallies.
 */
export function hoisted(filter: Filter): Filter {
  if (!filter.and) return filter;
  const { and, ...top } = filter as Writable<Filter>;
  const left = and!
    .map(part => withoutHoisted(hoisted(part), top))
    .filter(part => Object.values(part).some(requested => requested !== undefined));
  return left.length > 0 ? { ...top, and: left } : top;
}

/** Moves a filter part's conditions on scopes, kinds and states to `top`. Returns the conditions that stay in it. */
function withoutHoisted(part: Filter, top: Writable<Filter>): Filter {
  const { clusters, namespaces, clusterMask, namespaceMask, groups, statuses, kinds, suspended, ...rest } = part;
  if (clusterMask) top.clusterMask = both(top.clusterMask, clusterMask);
  if (namespaceMask) top.namespaceMask = both(top.namespaceMask, namespaceMask);
  if (clusters) top.clusters = common(top.clusters, clusters);
  if (namespaces) top.namespaces = common(top.namespaces, namespaces);
  if (groups) top.groups = common(top.groups, groups);
  if (statuses) top.statuses = common(top.statuses, statuses);
  const kindsRequested = kinds && top.kinds ? commonKinds(top.kinds, kinds) : kinds;
  if (kindsRequested) top.kinds = kindsRequested;
  if (suspended !== undefined) {
    if (top.suspended === !suspended) top.statuses = [];
    top.suspended = suspended;
  }
  return kinds && !kindsRequested ? { ...rest, kinds } : rest;
}

function common<T>(some: readonly T[] | undefined, others: readonly T[]): readonly T[] {
  if (!some) return others;
  const wanted = new Set(others);
  return some.filter(value => wanted.has(value));
}

function both(some: Uint8Array | undefined, others: Uint8Array): Uint8Array {
  if (!some) return others;
  const fits = some.slice();
  // Combines four entries at a time. A mask may have some 100 000 entries, and a filter may have many masks.
  const [words, otherWords] = [new Uint32Array(fits.buffer), new Uint32Array(others.buffer)];
  for (let i = 0; i < words.length; i++) words[i] = words[i]! & otherWords[i]!;
  return fits;
}

/** Returns the intersection. Undefined if it is not known, for example for two kinds in loose spelling. */
function commonKinds(some: readonly KindMatch[], others: readonly KindMatch[]): readonly KindMatch[] | undefined {
  const common: KindMatch[] = [];
  for (const one of some) {
    for (const other of others) {
      if (isOneKind(one) || isOneKind(other)) {
        const [kind, match] = isOneKind(one) ? [one, other] : [other as OneKind, one];
        if (kindFits(match, kind)) common.push(kind);
      } else if (one.loosely || other.loosely) return undefined;
      else if (one.kind === other.kind) common.push(one);
    }
  }
  return common;
}

type OneKind = KindMatch & { readonly group: string };

function isOneKind(match: KindMatch): match is OneKind {
  return !match.loosely && match.group !== undefined;
}

/**
 * Returns the clusters that the filter can match, so that a query need not wait for other clusters. May return further
 * clusters, for example because `not` is ignored. Undefined means all clusters.
 */
export function clustersOf({ clusters, and = [], or }: Filter): readonly string[] | undefined {
  let reached = clusters;
  for (const part of and) reached = commonClusters(reached, clustersOf(part));
  return or ? commonClusters(reached, unitedClusters(or.map(clustersOf))) : reached;
}

function commonClusters(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!some || !others) return some ?? others;
  const wanted = new Set(others);
  return some.filter(name => wanted.has(name));
}

function unitedClusters(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const all = new Set<string>();
  for (const part of parts) {
    if (!part) return undefined;
    for (const name of part) all.add(name);
  }
  return [...all];
}
