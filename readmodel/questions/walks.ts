/**
 * Finds the first rows of an order without reading all rows. The search goes value by value through the keys with few
 * values (levelsOf), and so reaches ever smaller parts of the selection. A small part is read and sorted. A large part
 * is walked in a lasting order. This is an order by name or time that the table keeps (table/orders.ts). Values that
 * have no rows according to the tallies are skipped.
 */
import { OBJECT_STATUSES } from '../../store/store.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { OrderField } from '../query.ts';
import { PAUSED } from '../select/conditions.ts';
import type { Selection } from '../select/selection.ts';
import type { ShownCluster } from '../select/visibility-mask.ts';
import { SUSPENDED } from '../table/columns.ts';
import type { NarrowArray, SortedNumbers, Spot } from '../table/containers.ts';
import { kindKey, type Ranks } from '../table/names.ts';
import { idPosition, type Ordering, orderingOf, type KeysetPosition } from '../table/ordering.ts';
import type { RowOrder } from '../table/orders.ts';
import { kindOf, NOWHERE, stateOf } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';

/** Reads the first rows of a part after a position. */
export interface WalkEnds {
  /** Reads all rows of the part and sorts them. */
  sorted(part: Part, start: KeysetPosition | undefined, limit: number): Steps<readonly number[]>;
  /**
   * Walks along an order by name or time that the table keeps. May return more rows than needed. Undefined if the walk
   * would cost too much.
   */
  walked(part: Part, start: KeysetPosition | undefined, limit: number): Steps<readonly number[] | undefined>;
}

export interface ValueWalk extends Walked {
  readonly limit: number;
  /** Returns true for rows at or beyond the end of the requested range. */
  readonly isOutside: (row: number) => boolean;
  /** If the scopes have at most this many rows, the rows are sorted instead of walked. */
  readonly small: number;
}

/**
 * Cost of going to a value, in rows read. If the value must be looked up in clusters, each cluster costs one row more.
 */
const VALUE_COST = 8;
/** Maximum cost of values between two yields, in rows read. */
const STEP = 2_048;

interface Descent extends ValueWalk {
  readonly levels: readonly Level[];
  readonly ends: WalkEnds;
  readonly found: number[];
  isDone: boolean;
  /** Cost of values since the last yield, in rows. */
  spent: number;
  /** Cost that the walk may still have, in rows. Below 0, the walk is abandoned. */
  patience: number;
}

/** Walks value by value. Undefined if the walk would cost too much. */
export function* walkValues(
  table: RowTable,
  whole: Part,
  ordering: Ordering,
  walk: ValueWalk,
  ends: WalkEnds,
): Steps<number[] | undefined> {
  const levels = levelsOf(table, ordering, walk);
  const patience = Math.max(walk.limit * 64, whole.toRead / 4);
  const descent: Descent = { ...walk, levels, ends, found: [], isDone: false, spent: 0, patience };
  return (yield* descend(descent, 0, whole, walk.start)) ? descent.found : undefined;
}

/**
 * Adds the rows of a part. Returns false if the walk is abandoned. If `start` is set, rows up to this position are
 * skipped.
 */
function* descend(descent: Descent, depth: number, part: Part, start: KeysetPosition | undefined): Steps<boolean> {
  const level = descent.levels[depth];
  if (!level || part.inScopes <= descent.small) return yield* gather(descent, part, start);
  const from = start && level.start;
  for (const value of level.values(part, from)) {
    const side = from === undefined ? 1 : (level.rank(value) - from) * level.step;
    if (side < 0) continue;
    const within = level.within(part, value);
    const cost = VALUE_COST + (level.cost?.(part, value) ?? 0);
    descent.patience -= cost;
    descent.spent += cost;
    if (descent.spent >= STEP) {
      descent.spent = 0;
      yield;
    }
    if (within.atMost > 0) {
      if (!(yield* descend(descent, depth + 1, within, side === 0 ? start : undefined))) return false;
      if (descent.isDone) return true;
    }
    if (descent.patience < 0) return false;
  }
  return true;
}

function* gather(descent: Descent, part: Part, start: KeysetPosition | undefined): Steps<boolean> {
  const { ends, found, isOutside, small } = descent;
  const limit = descent.limit - found.length;
  // A small part of a divided selection is sorted at once. Otherwise the table's order is tried first.
  const isSmall = descent.levels.length > 0 && part.inScopes <= small;
  let rows = isSmall ? undefined : yield* ends.walked(part, start, limit);
  if (!rows) {
    descent.patience -= part.toRead;
    if (descent.patience < 0) return false;
    rows = yield* ends.sorted(part, start, limit);
  }
  for (const row of rows) {
    descent.isDone = isOutside(row) || found.push(row) === descent.limit;
    if (descent.isDone) break;
  }
  yield;
  return true;
}

/** Matching rows in the order of the walk, and the number of rows read since the previous result. */
export interface Reached {
  readonly rows: readonly number[];
  readonly cost: number;
}

interface Route {
  /** The walk returns the rows after this position in its direction. */
  readonly start: KeysetPosition | undefined;
  readonly forward: boolean;
}

interface Walking extends Route {
  /** Number of rows of a kind in the first block. */
  readonly block: number;
}

/** State of the walk of one kind. */
interface Stage extends Reached {
  /** First row that is not read yet. All later rows have the same key or later keys. 0 if there are no more rows. */
  readonly next: number;
}

interface Walk {
  readonly stages: Generator<Stage, void>;
  stage: Stage;
  /** Number of rows of this stage that are already returned. */
  given: number;
}

/**
 * Reads the next block of a kind, at most up to `end`, and returns the matches. Undefined if a yield is due first. The
 * caller must then yield, and repeat the call with the same arguments.
 */
type Read = (spot: Spot, step: 1 | -1, end?: Spot) => Reached | undefined;

const LARGEST_BLOCK = 1024;
/** Number of kinds whose start is looked up between two yields. */
const KINDS_AT_ONCE = 64;

/**
 * Walks an order that the table keeps (table/orders.ts), over several kinds at once, in either direction. Yields
 * matching rows in this order with the cost 0. In between, yields no rows and the number of rows read since the last
 * result.
 *
 * Each kind has its own walk, which reads block by block. Only matching rows are merged. At first, the walk of a kind
 * only finds its first row, and reads no block. That row usually lies beyond the page. In this case, no block of this
 * kind is ever read.
 *
 * The table's order ascends in keys and in ids. In a descending order, keys descend while ids ascend among equal keys.
 * Groups of equal keys are therefore walked from last to first, and each group from its start. A group may be large, so
 * its first rows are returned before the rest of the group is read.
 */
export function* walkSorted(
  rows: RowOrder,
  kinds: readonly number[],
  part: Part,
  ordering: Ordering,
  { block: size, ...route }: Walking,
): Generator<Reached, void> {
  const walks: Walk[] = [];
  const isBefore = comparison(ordering, route.forward);
  const enter = (walk: Walk): void => {
    const [row, isMatch] = [rowOf(walk), isAtMatch(walk)];
    if (row === 0) return;
    let low = 0;
    for (let high = walks.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (isBefore(row, isMatch, walks[middle]!)) high = middle;
      else low = middle + 1;
    }
    walks.splice(low, 0, walk);
  };
  const block = new Uint32Array(Math.min(LARGEST_BLOCK, part.rowsAtOnce));
  for (const kind of kinds) {
    const sorted = rows.ofKind(kind);
    if (!sorted) continue;
    const read = reading(part, block, size);
    const walk = ordering.keys[0]!.descending ? walkGroups : walkStraight;
    const stages = walk(sorted, ordering, route, read);
    enter({ stages, stage: stages.next().value!, given: 0 });
    if (walks.length % KINDS_AT_ONCE === 0) yield { rows: [], cost: 0 };
  }
  for (let walk = walks.shift(); walk; walk = walks.shift()) {
    const [second] = walks;
    const { rows } = walk.stage;
    if (walk.given < rows.length) {
      let end = walk.given + 1;
      while (end < rows.length && (!second || isBefore(rows[end]!, true, second))) end++;
      yield { rows: rows.slice(walk.given, end), cost: 0 };
      walk.given = end;
    } else {
      const { done, value } = walk.stages.next();
      if (done) continue;
      walk.stage = value;
      walk.given = 0;
      yield { rows: [], cost: value.cost };
    }
    enter(walk);
  }
}

function isAtMatch({ stage, given }: Walk): boolean {
  return given < stage.rows.length;
}

function rowOf({ stage, given }: Walk): number {
  return stage.rows[given] ?? stage.next;
}

/**
 * Returns a function that compares a row with the next row of a walk: true if the row comes first. Among equal keys,
 * rows that are not checked yet come first.
 */
function comparison(ordering: Ordering, forward: boolean): (row: number, isMatch: boolean, other: Walk) => boolean {
  const direction = forward ? 1 : -1;
  const keyDirection = ordering.keys[0]!.descending ? -direction : direction;
  return (row, isMatch, walk) => {
    const other = rowOf(walk);
    const byKey = ordering.compareKey(row, other) * keyDirection;
    if (byKey !== 0) return byKey < 0;
    if (isMatch && isAtMatch(walk)) return ordering.compare(row, other) * direction < 0;
    return !isMatch;
  };
}

/**
 * Returns a function that reads blocks. Each block is twice as large as the previous block, up to the length of
 * `block`.
 */
function reading(part: Part, block: Uint32Array, first: number): Read {
  let size = Math.min(first, block.length);
  // Rows to read again after a pause. Copied, because all kinds share the block.
  let unread: Uint32Array | undefined;
  return (spot, step, end) => {
    if (unread) block.set(unread);
    const cost = unread?.length ?? spot.read(block, size, step, end);
    const rows = unread ?? (part.judges ? block.slice(0, cost) : undefined);
    const count = part.narrowAtOnce(block, cost);
    unread = count === PAUSED ? rows : undefined;
    if (count === PAUSED) return undefined;
    size = Math.min(size * 2, block.length);
    return { rows: Array.from(block.subarray(0, count)), cost };
  };
}

function* walkStraight(
  sorted: SortedNumbers,
  ordering: Ordering,
  { start, forward }: Route,
  read: Read,
): Generator<Stage, void> {
  const probe = start && ordering.probe(start);
  const step = forward ? 1 : -1;
  const spot = forward ? sorted.spot(probe ? row => probe(row) || -1 : 'begin') : sorted.spot(probe ?? 'end');
  let next = spot.peek(step);
  yield { rows: [], cost: 0, next };
  while (next !== 0) {
    let reached = read(spot, step);
    for (; !reached; reached = read(spot, step)) yield { rows: [], cost: 0, next };
    next = spot.peek(step);
    yield { ...reached, next };
  }
}

/**
 * Walks a descending order. Forward means from the greatest key to the least, with ascending ids among equal keys.
 * Backward is the reverse.
 */
function* walkGroups(
  sorted: SortedNumbers,
  ordering: Ordering,
  { start, forward }: Route,
  read: Read,
): Generator<Stage, void> {
  const { compareKey } = ordering;
  const step = forward ? -1 : 1;
  /** Returns the spots before and after all rows with a key, in the direction of the walk. */
  const edges = (position: (row: number) => number): [near: Spot, far: Spot] => {
    const [begin, end] = [sorted.spot(position), sorted.spot(row => position(row) || -1)];
    return forward ? [end, begin] : [begin, end];
  };
  let spot = sorted.spot(forward ? 'end' : 'begin');
  /** Remaining rows of a group of equal keys. They are read in the opposite direction to the keys. */
  let rest: { readonly from: Spot; readonly end: Spot } | undefined;
  if (start) {
    const [probeKey, probe] = [ordering.probeKey(start), ordering.probe(start)];
    const [end, far] = edges(probeKey);
    // Ids ascend among equal keys, although the keys descend. The group with the start's key is therefore read from the
    // start's id on.
    const from = sorted.spot(row => probeKey(row) || probe(row) || (forward ? -1 : 0));
    rest = { from, end };
    spot = far;
  }
  const inGroup = forward ? 1 : -1;
  const ahead = (): number => {
    const next = rest ? rest.from.peek(inGroup, rest.end) : 0;
    if (next === 0) rest = undefined;
    return next || spot.peek(step);
  };
  let next = ahead();
  yield { rows: [], cost: 0, next };
  while (next !== 0) {
    if (rest) {
      const { from, end } = rest;
      let reached = read(from, inGroup, end);
      for (; !reached; reached = read(from, inGroup, end)) yield { rows: [], cost: 0, next };
      next = ahead();
      yield { ...reached, next };
      continue;
    }
    let reached = read(spot, step);
    for (; !reached; reached = read(spot, step)) yield { rows: [], cost: 0, next };
    const { rows, cost } = reached;
    const last = rows.at(-1);
    const beyond = spot.peek(step);
    const isCut = last !== undefined && beyond !== 0 && compareKey(last, beyond) === 0;
    if (isCut) {
      const [near, far] = edges(row => compareKey(row, last));
      rest = { from: far, end: near };
      spot = far.copy();
    }
    next = ahead();
    yield { rows: inGroups(rows, compareKey, isCut ? last : undefined), cost, next };
  }
}

/** Reverses each run of equal keys. Omits the last run if it contains the row `without`. */
function inGroups(rows: readonly number[], compareKey: Ordering['compareKey'], without: number | undefined): number[] {
  const turned: number[] = [];
  for (let from = 0, end = 0; from < rows.length; from = end) {
    while (end < rows.length && compareKey(rows[from]!, rows[end]!) === 0) end++;
    if (without !== undefined && compareKey(rows[from]!, without) === 0) break;
    for (let at = end - 1; at >= from; at--) turned.push(rows[at]!);
  }
  return turned;
}

/** Cost of reading a row through its scope, in steps of an ordered walk. Rows of a scope are scattered in memory. */
const PLACE_COST = 8;
/** Number of rows that a scan reads in the time of one step of an ordered walk. */
const SCAN_GAIN = 8;
/** Share of an ordered walk's budget that may be spent before the first match. */
const TRIED = 0.125;
/** Cost of starting the walk of a kind and of merging it with other kinds, in steps. */
const KIND_COST = 64;
/** Factor for the size of the first block. With too small a first block, a second block of twice the size is read. */
const MARGIN = 1.25;
/** Minimum number of rows in the first block of a kind. */
const FIRST_BLOCK = 8;
/** Maximum number of rows with equal keys that are sorted. */
const MOST_EQUAL = 4096;

export interface LastingWalk {
  readonly start: KeysetPosition | undefined;
  readonly forward: boolean;
  readonly limit: number;
}

/** Returns the field of the first key that is a name or a time. */
export function lastingField({ keys }: Ordering): OrderField | undefined {
  return keys.find(({ field }) => !isGrouped(field))?.field;
}

/**
 * Walks a part's rows along the table's order by the first key that is a name or a time. Rows with equal keys are
 * sorted by the following keys. May return more than `limit` rows. Undefined if the table has no such order, or if the
 * walk costs too much.
 *
 * All rows of the part must have equal values for the earlier keys.
 */
export function* walkLasting(
  table: RowTable,
  part: Part,
  whole: Ordering,
  walk: LastingWalk,
): Steps<number[] | undefined> {
  const at = whole.keys.findIndex(({ field }) => !isGrouped(field));
  const key = whole.keys[at];
  const order = key && table.orders.of(key.field);
  if (!order) return undefined;
  const { start, forward, limit } = walk;
  const { atMost, toRead, share } = part;
  const kinds = [...table.kinds.ids()].filter(kind => part.wantsKind(kind));
  const budget = Math.max(limit * 2, Math.min(toRead * PLACE_COST, table.size / SCAN_GAIN));
  // Number of steps of the walk if matches are spread evenly.
  const inKinds = order.sizeOf(kinds);
  const among = part.restriction.kind === -1 ? table.size : inKinds;
  const expected = Math.min((limit * among) / (atMost * share), inKinds);
  if (expected + kinds.length * KIND_COST > budget) return undefined;
  const block = Math.max(Math.ceil((expected * MARGIN) / kinds.length), FIRST_BLOCK);
  const isLast = at === whole.keys.length - 1;
  const ordering = whole.keys.length === 1 ? whole : byKey(table, whole, at, { isLast, forward });
  const from = start && { id: start.id, values: carriedBy(whole, at, start) };
  const found: number[] = [];
  let patience = Math.max(budget * TRIED, limit * 2);
  for (const { rows, cost } of walkSorted(order, kinds, part, ordering, { start: from, forward, block })) {
    for (const row of rows) {
      if (!isLast && found.length >= limit && ordering.compareKey(found[limit - 1]!, row) !== 0)
        return sorted(found, whole, walk);
      if (found.push(row) === limit && isLast) return found;
    }
    if (found.length - limit > MOST_EQUAL) return undefined;
    if ((patience += (rows.length * budget) / limit - cost) <= 0) return undefined;
    yield;
  }
  return isLast ? found : sorted(found, whole, walk);
}

/**
 * Returns the order of one key. If further keys follow, a position counts as before all rows with an equal key. All
 * these rows are then walked.
 */
function byKey(
  table: RowTable,
  { keys }: Ordering,
  at: number,
  { isLast, forward }: { isLast: boolean; forward: boolean },
): Ordering {
  const ordering = orderingOf(table, [keys[at]!]);
  if (isLast) return ordering;
  const before = forward ? 1 : -1;
  return {
    ...ordering,
    probe: scope => {
      const probe = ordering.probeKey(scope);
      return keys[at]!.descending ? row => -probe(row) || before : row => probe(row) || before;
    },
  };
}

/** Returns a position's values for the keys from index `at` on. Of the earlier keys, only STATUS has a value in it. */
function carriedBy({ keys }: Ordering, at: number, { values }: KeysetPosition): KeysetPosition['values'] {
  return values.slice(keys.slice(0, at).some(({ field }) => field === 'STATUS') ? 1 : 0);
}

function sorted(found: number[], { compare, probe }: Ordering, { start, forward }: LastingWalk): number[] {
  const direction = forward ? 1 : -1;
  const from = start && probe(start);
  const behind = from ? found.filter(row => from(row) * direction > 0) : found;
  return behind.sort((a, b) => compare(a, b) * direction);
}

/**
 * One key with few values (cluster, namespace, kind or status), by which a walk divides rows. Lists the key's values in
 * walk order, and returns the rows of each value. To break ties, the cluster, kind and namespace of ids form three more
 * levels.
 */
interface Level {
  readonly step: 1 | -1;
  /** Rank of the value at which the walk starts. */
  readonly start: number | undefined;
  /** Returns values in walk order. May omit values before the rank `from`, and may include values without rows. */
  values(part: Part, from: number | undefined): Iterable<number>;
  rank(value: number): number;
  /** Number of clusters to search for the value. A level without this method searches none. */
  cost?(part: Part, value: number): number;
  /** Returns the rows of the part with this value. */
  within(part: Part, value: number): Part;
}

type Grouped = Extract<OrderField, 'CLUSTER' | 'NAMESPACE' | 'KIND' | 'STATUS'>;
const GROUPED: readonly OrderField[] = ['CLUSTER', 'NAMESPACE', 'KIND', 'STATUS'] satisfies Grouped[];
const OF_IDS = ['CLUSTER', 'KIND', 'NAMESPACE'] as const;
const STATUSES = OBJECT_STATUSES.map((_, status) => status);

export function isGrouped(field: OrderField): boolean {
  return GROUPED.includes(field);
}

interface Walked {
  readonly start: KeysetPosition | undefined;
  readonly forward: boolean;
}

/**
 * Returns the levels of an order up to its first key with many values. If there is no such key, levels for the id
 * follow.
 */
function levelsOf(table: RowTable, { keys }: Ordering, { start, forward }: Walked): Level[] {
  const grouped = keys.slice(0, keys.findIndex(({ field }) => !isGrouped(field)) >>> 0);
  const onward = forward ? 1 : -1;
  const levels = grouped.map(({ field, descending }) => {
    return levelOf(
      table,
      field as Grouped,
      descending ? (-onward as 1 | -1) : onward,
      start && textRank(table, field as Grouped, start),
    );
  });
  if (grouped.length < keys.length) return levels;
  const id = start && idPosition(table, start.id);
  for (const field of OF_IDS) {
    if (keys.some(key => key.field === field)) continue;
    const from = id && { CLUSTER: id.cluster, KIND: id.kind, NAMESPACE: id.namespace }[field];
    levels.push(levelOf(table, field, onward, from, 'byId'));
  }
  return levels;
}

function textRank({ scopes, kinds }: RowTable, field: Grouped, { id, values }: KeysetPosition): number {
  switch (field) {
    case 'CLUSTER':
      return scopes.clusterRanks.byText.position(id.cluster);
    case 'NAMESPACE':
      return scopes.namespaceRanks.byText.position(id.namespace);
    case 'KIND':
      return kinds.ranks.byText.position(kindKey(id.group, id.kind));
    case 'STATUS':
      return values[0] as number; // keys before the status have no values in a position
  }
}

function levelOf(
  table: RowTable,
  field: Grouped,
  step: 1 | -1,
  start: number | undefined,
  by: 'byText' | 'byId' = 'byText',
): Level {
  const { scopes, kinds } = table;
  const sorted = (numbers: Iterable<number>, { rank }: Ranks): number[] =>
    [...numbers].sort((a, b) => (rank[a]! - rank[b]!) * step);
  switch (field) {
    case 'STATUS': {
      const values = step > 0 ? STATUSES : STATUSES.toReversed();
      return {
        step,
        start,
        values: () => values,
        rank: status => status,
        within: (part, status) => part.ofStatus(status),
      };
    }
    case 'KIND': {
      const ranks = kinds.ranks[by];
      const values = sorted(kinds.ids(), ranks);
      return {
        ...{ step, start, rank: kind => ranks.rank[kind]! },
        values: part => values.filter(kind => part.wantsKind(kind)),
        within: (part, kind) => part.ofKind(kind),
      };
    }
    case 'CLUSTER': {
      const ranks = scopes.clusterRanks[by];
      return {
        ...{ step, start, rank: cluster => ranks.rank[cluster]! },
        values: (_, from) => ranks.from(from, step),
        within: (part, cluster) => part.inCluster(cluster),
      };
    }
    case 'NAMESPACE': {
      const ranks = scopes.namespaceRanks[by];
      return {
        ...{ step, start, rank: namespace => ranks.rank[namespace]! },
        values: (part, from) => {
          const namespaces = part.namespaces();
          return namespaces ? sorted(namespaces, ranks) : ranks.from(from, step);
        },
        cost: (part, namespace) => part.clustersToLookIn(namespace),
        within: (part, namespace) => part.inNamespace(namespace),
      };
    }
  }
}

/** Numbers of a cluster, a namespace, a kind and a status. -1 means any. */
interface Restriction {
  readonly cluster: number;
  readonly namespace: number;
  readonly kind: number;
  readonly status: number;
}

const UNRESTRICTED: Restriction = { cluster: -1, namespace: -1, kind: -1, status: -1 };
const NO_PLACES = new Uint32Array(0);
/** Size of the blocks in which rows of scopes are collected. */
const BLOCK = 1024;
/** Number of scopes skipped between two yields. */
const PASSED = 4096;
/** Maximum number of scopes from which namespaces are collected. */
const GATHERED = 2 ** 12;
/**
 * Maximum share of all rows for which a part is read scope by scope. For a larger part, a scan of all rows is faster.
 */
const BY_PLACE = 1 / 32;

/**
 * The rows of a selection, restricted to one cluster, namespace, kind or status, or to several of these. A part only
 * narrows its selection, so a part never shows other rows.
 */
export class Part {
  /** Number of rows in the part's scopes. */
  readonly inScopes: number;
  /** Upper bound of the number of matching rows. */
  readonly atMost: number;
  /** Estimated number of rows to read in order to find all matching rows. */
  readonly toRead: number;
  readonly restriction: Restriction;
  readonly #table: RowTable;
  readonly #selection: Selection;
  readonly #clusters: readonly ShownCluster[];
  /** True if reading all rows of the selection is faster than reading the part scope by scope. */
  readonly #isScanned: boolean;

  constructor(
    table: RowTable,
    selection: Selection,
    restriction = UNRESTRICTED,
    clusters = selection.shown,
    inScopes = selection.atMost,
  ) {
    this.#table = table;
    this.#selection = selection;
    this.restriction = restriction;
    this.#clusters = clusters;
    this.inScopes = inScopes;
    this.atMost = Math.min(inScopes, selection.tallied(clusters, restriction.kind, restriction.status));
    this.#isScanned = restriction === UNRESTRICTED || this.atMost > table.size * BY_PLACE;
    this.toRead = this.#isScanned ? selection.atMost : this.atMost;
  }

  ofKind(kind: number): Part {
    return this.#within({ kind });
  }

  ofStatus(status: number): Part {
    return this.#within({ status });
  }

  /** The part must not be restricted to a cluster yet. */
  inCluster(cluster: number): Part {
    const shown = this.#selection.shownIn(cluster);
    const clusters = shown ? [shown] : [];
    return this.#within({ cluster }, clusters, this.#rowsIn(clusters, this.restriction.namespace));
  }

  inNamespace(namespace: number): Part {
    const clusters = this.#selection.wantsNamespace(namespace) ? this.#clusters : [];
    return this.#within({ namespace }, clusters, this.#rowsIn(clusters, namespace));
  }

  /** Number of clusters in which inNamespace() looks for the namespace. */
  clustersToLookIn(namespace: number): number {
    return this.#selection.wantsNamespace(namespace) ? this.#clusters.length : 0;
  }

  /** Returns the numbers of the part's namespaces, each once. Undefined if there are too many scopes. */
  namespaces(): number[] | undefined {
    const { scopes } = this.#table;
    if (this.#clusters.reduce((sum, shown) => sum + shown.scopes.length, 0) > GATHERED) return undefined;
    const namespaces: number[] = [];
    const isGathered = new Uint8Array(scopes.namespaces.capacity);
    for (const shown of this.#clusters) {
      for (const scope of this.#sortedScopes(shown) ?? this.#scopesOf(shown)) {
        const namespace = scopes.namespace[scope]!;
        if (isGathered[namespace] === 1 || !this.#selection.showsScope(scope)) continue;
        isGathered[namespace] = 1;
        namespaces.push(namespace);
      }
    }
    return namespaces;
  }

  /** True if visible rows of the kind may match. */
  wantsKind(kind: number): boolean {
    return (this.restriction.kind === -1 || this.restriction.kind === kind) && this.#selection.wantsKind(kind);
  }

  /** See Selection.narrowAtOnce(). */
  narrowAtOnce(block: Uint32Array, count: number): number {
    return this.#selection.narrowAtOnce(block, this.#keep(block, count));
  }

  /** See Selection.share. */
  get share(): number {
    return this.#selection.share;
  }

  get judges(): boolean {
    return this.#selection.judges;
  }

  get rowsAtOnce(): number {
    return this.#selection.rowsAtOnce;
  }

  /** Calls `take` with the matching rows of each block, in no particular order. */
  *forEachBlock(take: (block: Uint32Array, count: number) => void): Steps<void> {
    if (this.restriction === UNRESTRICTED) return yield* this.#selection.forEachBlock(take);
    if (this.#isScanned) {
      return yield* this.#selection.forEachBlock((block, count) => {
        const kept = this.#keep(block, count);
        if (kept > 0) take(block, kept);
      });
    }
    const { columns, scopes } = this.#table;
    const block = new Uint32Array(Math.min(BLOCK, this.inScopes));
    let [filled, passed] = [0, 0];
    for (const shown of this.#clusters) {
      for (const scope of this.#scopesOf(shown)) {
        if (++passed % PASSED === 0) yield;
        if (!this.#leadsTo(scope)) continue;
        for (let row = scopes.firstRow[scope]!; row !== 0; row = columns.next[row]!) {
          block[filled++] = row;
          if (filled < block.length) continue;
          yield* this.#give(block, filled, take);
          filled = 0;
          yield;
        }
      }
    }
    if (filled > 0) yield* this.#give(block, filled, take);
  }

  *#give(block: Uint32Array, count: number, take: (block: Uint32Array, count: number) => void): Steps<void> {
    const matching = yield* this.#selection.narrow(block, this.#keep(block, count));
    if (matching > 0) take(block, matching);
  }

  /** Moves the rows that meet the restriction to the start of the block. Keeps their order. Returns their number. */
  #keep(block: Uint32Array, count: number): number {
    if (this.restriction === UNRESTRICTED) return count;
    const { cluster, namespace, kind, status } = this.restriction;
    const { columns, scopes } = this.#table;
    let kept = count;
    if (status !== -1) kept = ofState(columns.state, status, block, kept);
    if (kind !== -1) kept = having(columns.kind, kind, block, kept);
    if (cluster !== -1) kept = inPart(columns.scope, scopes.cluster, cluster, block, kept);
    if (namespace !== -1) kept = inPart(columns.scope, scopes.namespace, namespace, block, kept);
    return kept;
  }

  #within(more: Partial<Restriction>, clusters = this.#clusters, inScopes = this.inScopes): Part {
    return new Part(this.#table, this.#selection, { ...this.restriction, ...more }, clusters, inScopes);
  }

  /** Returns the scopes of a cluster that meet the restriction. */
  #scopesOf(shown: ShownCluster): Uint32Array {
    const { namespace } = this.restriction;
    if (namespace === -1) return this.#selection.scopesOf(shown);
    const scope = this.#scopeOf(shown, this.#table.scopes.namespaces.text(namespace));
    return scope === NOWHERE ? NO_PLACES : Uint32Array.of(scope);
  }

  /**
   * Returns all scopes of a cluster in the order of ids, from which their namespaces are sorted faster. Undefined if
   * most of the scopes are not visible, or if the part is restricted to a namespace.
   */
  #sortedScopes({ cluster, scopes }: ShownCluster): Uint32Array | undefined {
    const isMost = this.restriction.namespace === -1 && scopes.length * 2 > cluster.byNamespace.size;
    return isMost ? this.#table.scopes.sorted(cluster) : undefined;
  }

  /** Returns the scope of a namespace in one cluster. NOWHERE if no row of the scope can match. */
  #scopeOf({ cluster }: ShownCluster, namespace: string): number {
    const scope = cluster.byNamespace.get(namespace);
    return scope !== undefined && this.#selection.showsScope(scope) ? scope : NOWHERE;
  }

  #rowsIn(clusters: readonly ShownCluster[], namespace: number): number {
    const { scopes } = this.#table;
    const { rowCount } = scopes;
    let rows = 0;
    if (namespace !== -1) {
      const name = scopes.namespaces.text(namespace);
      for (const shown of clusters) rows += rowCount[this.#scopeOf(shown, name)]!;
      return rows;
    }
    for (const shown of clusters) rows += this.#selection.rowsIn(shown);
    return rows;
  }

  /** True if a scope may have rows of the kind and status. */
  #leadsTo(scope: number): boolean {
    const { kind, status } = this.restriction;
    const { tallies } = this.#table.scopes;
    if ((kind === -1 && status === -1) || !tallies.isComplete) return true;
    const { first, length, words } = tallies;
    for (let at = first[scope]!, end = at + length[scope]!; at < end; at++) {
      const word = words[at]!;
      if ((kind === -1 || kindOf(word) === kind) && (status === -1 || (stateOf(word) & ~SUSPENDED) === status))
        return true;
    }
    return false;
  }
}

function ofState(state: Uint8Array, status: number, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    if ((state[row]! & ~SUSPENDED) === status) block[kept++] = row;
  }
  return kept;
}

function having(column: NarrowArray, value: number, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    if (column[row] === value) block[kept++] = row;
  }
  return kept;
}

/** Keeps the rows of a block that are in the cluster or namespace `part`. Returns their number. */
function inPart(scope: Uint32Array, partOfScope: Uint32Array, part: number, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    if (partOfScope[scope[row]!] === part) block[kept++] = row;
  }
  return kept;
}
