/**
 * Compiles filters to narrowings, which are functions that keep the matching rows of a block. Sections of this file:
 * filters, narrowings, candidate rows, names of scopes, and prices of filters.
 *
 * Rows with the same text or the same label set share the result of matching it. The trigram index can exclude texts
 * before they are matched. The author of the filter, and the leaves whose texts are matched, can make matching costly.
 * Matching therefore has an allowance. When the allowance is used up, a narrowing stops and returns PAUSED. A later
 * call with the same rows and a new allowance gets further, because results are kept.
 *
 * `and: []`, an empty label selector and a word search without words match all rows. Every other empty list matches
 * nothing.
 */
import type { FilterType } from '../../store/row-columns.ts';
import type { Steps } from '../../async/fair-turns.ts';
import {
  type Filter,
  FILTER_TYPES,
  type FilterTypes,
  type KindMatch,
  type LabelSelector,
  QueryError,
  SEARCHED,
  type TextMatch,
  type TextSearch,
  type TimeMatch,
} from '../query.ts';
import { encodeState, SUSPENDED, type TimeColumn } from '../table/columns.ts';
import type { NarrowArray } from '../table/containers.ts';
import type { Dictionary } from '../table/names.ts';
import type { Scopes } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';
import {
  type Candidates,
  CandidateSlots,
  compileTextMatch,
  isCandidate,
  compared,
  forEachIn,
  shareOf,
  sizeOf,
  slowestPart,
} from '../table/text-search.ts';
import type { TextDictionary } from '../table/texts.ts';
import { type ImageConditions, judgeOfImages, soughtInLists } from './images.ts';
import { compileAnyLabel, compileLabels } from './labels.ts';
import { kindFits, namesOfKind } from './row-match.ts';

interface TextSource {
  find(text: string): number | undefined;
}

const MAX_DEPTH = 32;
const NEIGHBOURS = 64;
/** Number of values looked up between two yields. */
const LOOKED_UP = 1_000;

interface Compiling {
  readonly table: RowTable;
  /** True if a large part of all rows will be read. */
  readonly wide: boolean;
  /** True if there are so few rows that matching their texts directly is cheaper than finding candidates. */
  readonly few: boolean;
  /** Upper bound of the number of rows to read. */
  readonly rows: number;
  readonly allowance: Allowance;
  /** Values looked up since the last yield. */
  lookedUp: number;
}

export interface Conditions {
  /** Narrowings that must all keep a row for the row to match. */
  readonly narrowings: readonly Narrowing[];
  /** Rows that can match. Undefined if every row may match. */
  readonly candidates: CandidateRows | undefined;
}

/** Compiles a filter. @throws QueryError */
export function compileConditions(
  table: RowTable,
  filter: Filter,
  compiling: Omit<Compiling, 'table' | 'lookedUp'>,
): Steps<Conditions> {
  return compile({ ...compiling, table, lookedUp: 0 }, filter, 0);
}

function* compile(compiling: Compiling, filter: Filter, depth: number): Steps<Conditions> {
  if (depth > MAX_DEPTH)
    throw new QueryError(`The filter nests and, or and not more than ${MAX_DEPTH} deep. Flatten it.`);
  const { table } = compiling;
  const { columns, scopes } = table;
  const conditions: Narrowing[] = [];
  /** One entry for each condition that has candidates. A row that matches the filter is in all entries. */
  const candidates: CandidateRows[] = [];
  for (const requested of Object.values(filter)) if (Array.isArray(requested)) compiling.lookedUp += requested.length;
  if (compiling.lookedUp >= LOOKED_UP) {
    compiling.lookedUp = 0;
    yield;
  }
  if (filter.clusters)
    conditions.push(inPart(columns.scope, scopes.cluster, textsWanted(scopes.clusterNames, filter.clusters)));
  if (filter.namespaces)
    conditions.push(inPart(columns.scope, scopes.namespace, textsWanted(scopes.namespaces, filter.namespaces)));
  if (filter.clusterMask) conditions.push(inPartMask(columns.scope, scopes.cluster, filter.clusterMask));
  if (filter.namespaceMask) conditions.push(inPartMask(columns.scope, scopes.namespace, filter.namespaceMask));
  if (filter.kinds || filter.groups)
    conditions.push(inMask(columns.kind, kindMask(table, filter.kinds, filter.groups)));
  if (filter.statuses || filter.suspended !== undefined)
    conditions.push(inMask(columns.state, stateMask(filter.statuses, filter.suspended)));
  if (filter.names) conditions.push(inSet(columns.name, textsWanted(table.names, filter.names)));
  if (filter.ids) conditions.push(inRows(new Set(filter.ids.map(id => table.findById(id)))));
  for (const { member, of } of columns.lists)
    if (filter[member]) conditions.push(inSet(of.numbers, textsWanted(of.texts, filter[member])));
  for (const { member, of } of columns.spans) if (filter[member]) conditions.push(inTime(of.times, filter[member]));
  const byTexts: Conditions[] = [];
  if (filter.name) byTexts.push(yield* byText(columns.name, table.names, filter.name, compiling));
  for (const { member, of } of columns.patterns)
    if (filter[member]) byTexts.push(yield* byText(of.numbers, of.texts, filter[member], compiling));
  for (const member of IMAGE_MEMBERS)
    if (filter[member]) byTexts.push(byImages(compiling, { [member]: filter[member] }));
  for (const { narrowings, candidates: those } of byTexts) {
    conditions.push(...narrowings);
    if (those) candidates.push(those);
  }
  if (filter.labelSelector)
    conditions.push(judgeLabels(table, judgeOfLabels(table, filter.labelSelector), undefined, compiling));
  for (const word of filter.text?.words ?? []) {
    const found = yield* saying(word, compiling, filter.text?.in);
    conditions.push(...found.narrowings);
    if (found.candidates) candidates.push(found.candidates);
    yield;
  }
  for (const inner of filter.and ?? []) {
    const compiled = yield* compile(compiling, inner, depth + 1);
    conditions.push(allOf(compiled.narrowings));
    if (compiled.candidates) candidates.push(compiled.candidates);
  }
  if (filter.or) {
    const branches: Conditions[] = [];
    for (const inner of filter.or) branches.push(yield* compile(compiling, inner, depth + 1));
    conditions.push(anyOf(branches.map(({ narrowings }) => allOf(narrowings))));
    const ofBranches = branches.flatMap(({ candidates }) => candidates ?? []);
    if (ofBranches.length === branches.length) candidates.push(CandidateRows.anyOf(ofBranches));
  }
  if (filter.not) conditions.push(noneOf(allOf((yield* compile(compiling, filter.not, depth + 1)).narrowings)));
  return { narrowings: conditions, candidates: CandidateRows.best(candidates) };
}

/** Returns a mask by kind: 1 if the kind fits both `matches` and `groups`. Undefined fits every kind. */
export function kindMask(
  { kinds }: RowTable,
  matches: readonly KindMatch[] | undefined,
  groups: readonly string[] | undefined,
): Uint8Array {
  const mask = new Uint8Array(kinds.capacity);
  const byName = Map.groupBy(matches ?? [], ({ kind }) => kind.toLowerCase());
  const wantedGroups = groups && new Set(groups);
  for (const id of kinds.ids()) {
    const is = { group: kinds.group(id), kind: kinds.kind(id) };
    const isWanted =
      !matches || namesOfKind(is.kind).some(name => byName.get(name)?.some(match => kindFits(match, is)));
    if (isWanted && (wantedGroups?.has(is.group) ?? true)) mask[id] = 1;
  }
  return mask;
}

/** Returns a mask by state: 1 if the state fits both the statuses and `suspended`. */
export function stateMask(statuses: Filter['statuses'], suspended: boolean | undefined): Uint8Array {
  const mask = new Uint8Array(256);
  for (let state = 0; state < mask.length; state++) {
    const statusFits = !statuses || statuses.some(wanted => encodeState(wanted, false) === (state & ~SUSPENDED));
    if (statusFits && (suspended === undefined || suspended === ((state & SUSPENDED) !== 0))) mask[state] = 1;
  }
  return mask;
}

/** Returns the numbers of the texts. Omits texts that are not in the dictionary. */
export function textsWanted(dictionary: TextSource, texts: readonly string[]): ReadonlySet<number> {
  return new Set(texts.map(text => dictionary.find(text)).filter(id => id !== undefined));
}

/** Dictionary of texts that can be searched by content. */
interface Searched {
  candidates(match: TextMatch): Candidates | undefined;
  readonly capacity: number;
  usesOf(id: number): number;
}

interface Sought {
  readonly candidates: Candidates;
  /** Approximate share of all rows that have a text of `candidates`. */
  readonly share: number;
}

/** Number of rows that a scan reads in the time of one comparison with a text. */
const ROWS_PER_TEXT = 8;

/**
 * Finds the texts that can match. Compares the candidates at once if that costs less than reading rows. Then `share`
 * counts only rows with matching texts, and a search without results reads no row.
 */
function* soughtIn(
  texts: Searched,
  match: TextMatch,
  { fits, cost }: Judge,
  { few, rows, table }: Compiling,
): Steps<Sought | undefined> {
  const candidates = few ? undefined : texts.candidates(match);
  if (!candidates) return undefined;
  const asFound = { candidates, share: shareOf(candidates) };
  if (sizeOf(candidates) * ROWS_PER_TEXT > rows) return asFound;
  let spent = 0;
  const matching = yield* compared(
    candidates,
    texts.capacity,
    id => {
      if (texts.usesOf(id) === 0) return false;
      const isFit = fits(id);
      spent += cost(id);
      return isFit;
    },
    () => {
      const isLong = spent >= STEP;
      if (isLong) spent = 0;
      return isLong;
    },
  );
  if (!matching) return asFound;
  let uses = 0;
  forEachIn(matching, texts.capacity, id => (uses += texts.usesOf(id)));
  return { candidates: matching, share: uses / Math.max(table.size, 1) };
}

function judgeOfTexts(texts: TextDictionary, match: TextMatch): Judge {
  const perCharacter = 1 + slowestPart(match.glob ?? '');
  return { fits: texts.matcher(match), cost: id => FETCH + texts.lengthOf(id) * perCharacter };
}

/** Narrows by a pattern of a text column. */
function* byText(
  column: NarrowArray,
  texts: TextDictionary,
  match: TextMatch,
  compiling: Compiling,
): Steps<Conditions> {
  const judge = judgeOfTexts(texts, match);
  const those = yield* soughtIn(texts, match, judge, compiling);
  return {
    narrowings: [judgeTexts(column, texts, judge, those?.candidates, compiling)],
    candidates: those && new CandidateRows([{ column, ...those }]),
  };
}

/**
 * Narrows by a text. Texts with neighbouring numbers are usually stored together, so they are matched together if most
 * texts are needed.
 */
function judgeTexts(
  column: NarrowArray,
  texts: TextDictionary,
  judge: Judge,
  candidates: Candidates | undefined,
  { wide, few, allowance }: Compiling,
): Narrowing {
  if (candidates) return onceEachCandidate(column, candidates, judge, allowance);
  if (few) return onceEachOfFew(column, judge, allowance);
  return onceEach(column, texts.capacity, judge, allowance, wide ? NEIGHBOURS : 1);
}

const IMAGE_MEMBERS = ['images', 'image', 'imageRepositories'] as const;

/** Narrows by images. Each distinct list of images is matched once. */
function byImages({ table: { columns }, few, allowance }: Compiling, condition: ImageConditions): Conditions {
  const { numbers: column, texts } = columns.images;
  const fits = judgeOfImages(condition);
  const perCharacter = DIVIDED + slowestPart(condition.image?.glob ?? '');
  const judge: Judge = {
    fits: id => fits(texts.text(id)),
    cost: id => FETCH + texts.lengthOf(id) * perCharacter,
  };
  if (few) return { narrowings: [onceEachOfFew(column, judge, allowance)], candidates: undefined };
  const found = soughtInLists(condition)?.map(sought => texts.candidates(sought));
  const isKnown = found?.every(those => those !== undefined);
  return {
    narrowings: [onceEach(column, texts.capacity, judge, allowance)],
    candidates: isKnown
      ? new CandidateRows(found.map(candidates => ({ column, candidates, share: shareOf(candidates) })))
      : undefined,
  };
}

function judgeLabels(
  { columns, labelSets }: RowTable,
  judge: Judge,
  candidates: Candidates | undefined,
  { few, allowance }: Compiling,
): Narrowing {
  if (candidates) return onceEachCandidate(columns.labels, candidates, judge, allowance);
  if (few) return onceEachOfFew(columns.labels, judge, allowance);
  return onceEach(columns.labels, labelSets.capacity, judge, allowance);
}

/** Finds the rows that contain a word in one of the searched columns. */
function* saying(word: string, compiling: Compiling, within: TextSearch['in']): Steps<Conditions> {
  const { columns, names, labelSets } = compiling.table;
  const match: TextMatch = { contains: word, ignoreCase: true };
  const branches: Narrowing[] = [];
  const found: CandidateTexts[] = [];
  const search = (column: NarrowArray, those: Sought | undefined, branch: Narrowing): void => {
    if (those?.share === 0) return;
    branches.push(branch);
    if (those) found.push({ column, ...those });
  };
  const wants = (name: string): boolean => within?.includes(name) ?? true;
  const searched = [
    { name: 'name', numbers: columns.name, texts: names },
    ...columns.texts.filter(({ column }) => column.searched),
  ];
  for (const { name, numbers, texts } of searched) {
    if (!wants(name)) continue;
    const judge = judgeOfTexts(texts, match);
    const those = yield* soughtIn(texts, match, judge, compiling);
    search(numbers, those, judgeTexts(numbers, texts, judge, those?.candidates, compiling));
  }
  if (wants('labels')) {
    const said = compileAnyLabel(match, labelSets);
    const judge: Judge = { fits: set => said.test(set), cost: () => FETCH + said.size };
    const those = yield* soughtIn(labelSets, match, judge, compiling);
    search(columns.labels, those, judgeLabels(compiling.table, judge, those?.candidates, compiling));
  }
  const [only] = branches;
  return {
    narrowings: [only && branches.length === 1 ? only : anyOf(branches)],
    candidates: found.length === branches.length ? new CandidateRows(found) : undefined,
  };
}

function judgeOfLabels({ labelSets }: RowTable, selector: LabelSelector): Judge {
  const match = compileLabels(selector, labelSets);
  return { fits: set => match.test(set), cost: () => FETCH + match.size + selector.length * REQUIREMENT };
}

/**
 * Moves the rows of a block that meet a condition to the start of the block, and returns their number. The rows keep
 * their order. A costly condition is evaluated once for each distinct value of a column, and uses an allowance. When
 * the allowance is used up, the narrowing returns PAUSED, and the content of the block is undefined.
 */
export type Narrowing = (block: Uint32Array, count: number) => number;

export const PAUSED = -1;

/**
 * Work left until the next yield, in characters compared or work of the same cost. If it is above 0, at least one text
 * is matched.
 */
export interface Allowance {
  left: number;
}

/** `fits` decides if the text or label set with this number matches. `cost` is the cost of this decision. */
export interface Judge {
  readonly fits: (id: number) => boolean;
  readonly cost: (id: number) => number;
}

function inSet(column: NarrowArray, wanted: ReadonlySet<number>): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (wanted.has(column[row]!)) block[kept++] = row;
    }
    return kept;
  };
}

function inRows(wanted: ReadonlySet<number>): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (wanted.has(row)) block[kept++] = row;
    }
    return kept;
  };
}

/** Keeps rows whose cluster or namespace is one of `wanted`. */
function inPart(scope: NarrowArray, partOfScope: Uint32Array, wanted: ReadonlySet<number>): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (wanted.has(partOfScope[scope[row]!]!)) block[kept++] = row;
    }
    return kept;
  };
}

/** Like inPart(), but `mask` has 1 at the numbers to keep. */
function inPartMask(scope: NarrowArray, partOfScope: Uint32Array, mask: Uint8Array): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if (mask[partOfScope[scope[row]!]!] === 1) block[kept++] = row;
    }
    return kept;
  };
}

function inMask(column: NarrowArray, mask: Uint8Array): Narrowing {
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      block[kept] = row;
      kept += mask[column[row]!]!;
    }
    return kept;
  };
}

/**
 * Evaluates each number only once: when the first row needs it, together with neighbouring numbers.
 * @param together Count of neighbouring numbers that are evaluated at once
 */
export function onceEach(
  column: NarrowArray,
  capacity: number,
  { fits, cost }: Judge,
  allowance: Allowance,
  together = 1,
): Narrowing {
  let known: Uint8Array | undefined;
  const judge = (judged: Uint8Array, id: number): void => {
    judged[id] = fits(id) ? 2 : 1;
    allowance.left -= cost(id);
  };
  return (block, count) => {
    const judged = (known ??= new Uint8Array(capacity)); // 0: not evaluated yet, 1: no, 2: yes
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      if (judged[id] === 0) {
        if (allowance.left <= 0) return PAUSED;
        judge(judged, id);
        const from = id - (id % together);
        const end = Math.min(from + together, capacity);
        for (let other = from; other < end && allowance.left > 0; other++)
          if (judged[other] === 0) judge(judged, other);
      }
      block[kept] = row;
      kept += judged[id]! - 1;
    }
    return kept;
  };
}

/**
 * Like onceEach(), for few rows. Uses a Map, because an array for all numbers would be allocated and cleared for each
 * query.
 */
export function onceEachOfFew(column: NarrowArray, { fits, cost }: Judge, allowance: Allowance): Narrowing {
  const judged = new Map<number, boolean>();
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      let isFit = judged.get(id);
      if (isFit === undefined) {
        if (allowance.left <= 0) return PAUSED;
        judged.set(id, (isFit = fits(id)));
        allowance.left -= cost(id);
      }
      if (isFit) block[kept++] = row;
    }
    return kept;
  };
}

/** Like onceEach(), for candidates. Other numbers do not match. */
export function onceEachCandidate(
  column: NarrowArray,
  candidates: Candidates,
  { fits, cost }: Judge,
  allowance: Allowance,
): Narrowing {
  const slots = new CandidateSlots(candidates);
  const judged = new Uint8Array(slots.size); // 0: not evaluated yet, 1: no, 2: yes
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      if (isCandidate(candidates, id) === 0) continue;
      const slot = slots.of(id);
      if (judged[slot] === 0) {
        if (allowance.left <= 0) return PAUSED;
        judged[slot] = fits(id) ? 2 : 1;
        allowance.left -= cost(id);
      }
      if (judged[slot] === 2) block[kept++] = row;
    }
    return kept;
  };
}

/** Keeps rows whose time is between the bounds, which are exclusive. With a bound, drops rows of unknown time (0). */
function inTime(column: TimeColumn, { after, before }: TimeMatch): Narrowing {
  if (after === undefined && before === undefined) return (_, count) => count;
  const [lowest, highest] = [Math.max(after ?? 0, 0), before ?? Infinity];
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const time = column.get(row);
      if (time > lowest && time < highest) block[kept++] = row;
    }
    return kept;
  };
}

export function allOf(conditions: readonly Narrowing[]): Narrowing {
  return (block, count) => {
    let kept = count;
    for (const narrow of conditions) {
      if (kept <= 0) return kept;
      kept = narrow(block, kept);
    }
    return kept;
  };
}

function anyOf(branches: readonly Narrowing[]): Narrowing {
  const marked = new Marks();
  return (block, count) => {
    const marks = marked.cleared(count);
    for (const narrow of branches) if (!marked.mark(block, count, narrow)) return PAUSED;
    return keep(block, count, marks, 1);
  };
}

function noneOf(narrow: Narrowing): Narrowing {
  const marked = new Marks();
  return (block, count) => {
    const marks = marked.cleared(count);
    return marked.mark(block, count, narrow) ? keep(block, count, marks, 0) : PAUSED;
  };
}

/** One mark for each position in a block: 1 if a narrowing keeps the row. Reused for all blocks of a condition. */
class Marks {
  #copy = new Uint32Array(0);
  #marks = new Uint8Array(0);

  cleared(count: number): Uint8Array {
    if (this.#marks.length < count) {
      this.#marks = new Uint8Array(count);
      this.#copy = new Uint32Array(count);
    } else this.#marks.fill(0, 0, count);
    return this.#marks;
  }

  /**
   * Marks the rows that a narrowing keeps. Kept rows keep their order, so one pass over both arrays finds them. Returns
   * false if the narrowing paused.
   */
  mark(block: Uint32Array, count: number, narrow: Narrowing): boolean {
    const [copy, marks] = [this.#copy, this.#marks];
    copy.set(block.subarray(0, count));
    const kept = narrow(copy, count);
    for (let i = 0, next = 0; next < kept; i++) {
      if (block[i] !== copy[next]) continue;
      marks[i] = 1;
      next++;
    }
    return kept !== PAUSED;
  }
}

function keep(block: Uint32Array, count: number, marks: Uint8Array, wanted: 0 | 1): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    block[kept] = block[i]!;
    if (marks[i] === wanted) kept++;
  }
  return kept;
}

/** Texts of a column that can match. */
interface CandidateTexts extends Sought {
  readonly column: NarrowArray;
}

/**
 * Rows that can match by their texts. The trigram index finds them without reading all texts (table/text-search.ts).
 * Visibility and the conditions are still checked, so an error in this class can only hide rows, never show them.
 */
export class CandidateRows {
  /** Approximate share of all rows that are candidates. */
  readonly share: number;
  readonly #texts: readonly CandidateTexts[];
  #marks = new Uint8Array(0);

  /** A row is a candidate if, in at least one of the columns, its text is a candidate. */
  constructor(texts: readonly CandidateTexts[]) {
    this.#texts = texts;
    this.share = texts.reduce((sum, { share }) => sum + share, 0);
  }

  static anyOf(rows: readonly CandidateRows[]): CandidateRows {
    return new CandidateRows(rows.flatMap(row => row.#texts));
  }

  /** Returns the candidates with the smallest share. */
  static best(rows: readonly CandidateRows[]): CandidateRows | undefined {
    return rows.length === 0 ? undefined : rows.reduce((best, other) => (other.share < best.share ? other : best));
  }

  /** Moves the candidate rows to the start of the block, and returns their number. Keeps their order. */
  narrow(block: Uint32Array, count: number): number {
    const [first, second] = this.#texts;
    if (!first) return 0;
    if (!second) return keepCandidates(first, block, count);
    if (this.#texts.length === 2) return keepEither(first, second, block, count);
    const marks = this.#cleared(count);
    // Columns are read one after the other, so that each loop reads arrays of one type.
    for (const { column, candidates } of this.#texts) mark(column, candidates, block, count, marks);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      block[kept] = block[i]!;
      kept += marks[i]!;
    }
    return kept;
  }

  /** Writes the candidate rows from `from` up to, but not including, `to` into the block. Returns their number. */
  narrowRange(block: Uint32Array, from: number, to: number): number {
    const [first, second] = this.#texts;
    if (!first) return 0;
    if (!second) return keepRange(first, block, from, to);
    if (this.#texts.length === 2) return keepEitherRange(first, second, block, from, to);
    const marks = this.#cleared(to - from);
    for (const { column, candidates } of this.#texts) markRange(column, candidates, from, to, marks);
    let kept = 0;
    for (let row = from; row < to; row++) {
      block[kept] = row;
      kept += marks[row - from]!;
    }
    return kept;
  }

  #cleared(count: number): Uint8Array {
    if (this.#marks.length < count) this.#marks = new Uint8Array(count);
    return this.#marks.fill(0, 0, count);
  }
}

/** Keeps the candidate rows if only a single column has candidates. Needs no marks. */
function keepCandidates({ column, candidates }: CandidateTexts, block: Uint32Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    block[kept] = row;
    kept += isCandidate(candidates, column[row]!);
  }
  return kept;
}

function keepRange({ column, candidates }: CandidateTexts, block: Uint32Array, from: number, to: number): number {
  let kept = 0;
  for (let row = from; row < to; row++) {
    block[kept] = row;
    kept += isCandidate(candidates, column[row]!);
  }
  return kept;
}

/**
 * Keeps rows in which a candidate is found in either of two columns, such as name and message. One pass over both
 * columns is faster than two passes.
 */
function keepEither(one: CandidateTexts, other: CandidateTexts, block: Uint32Array, count: number): number {
  const [a, ofA, b, ofB] = [one.column, one.candidates, other.column, other.candidates];
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = block[i]!;
    block[kept] = row;
    kept += isCandidate(ofA, a[row]!) | isCandidate(ofB, b[row]!);
  }
  return kept;
}

function keepEitherRange(
  one: CandidateTexts,
  other: CandidateTexts,
  block: Uint32Array,
  from: number,
  to: number,
): number {
  const [a, ofA, b, ofB] = [one.column, one.candidates, other.column, other.candidates];
  let kept = 0;
  for (let row = from; row < to; row++) {
    block[kept] = row;
    kept += isCandidate(ofA, a[row]!) | isCandidate(ofB, b[row]!);
  }
  return kept;
}

function mark(column: NarrowArray, candidates: Candidates, block: Uint32Array, count: number, marks: Uint8Array): void {
  for (let i = 0; i < count; i++) marks[i]! |= isCandidate(candidates, column[block[i]!]!);
}

function markRange(column: NarrowArray, candidates: Candidates, from: number, to: number, marks: Uint8Array): void {
  for (let row = from; row < to; row++) marks[row - from]! |= isCandidate(candidates, column[row]!);
}

/** Number of characters compared between two yields, or work of the same cost. */
const STEP = 64 * 1024;

/**
 * Returns a filter with masks instead of patterns of cluster and namespace names. Both filters match the same rows
 * until the next write.
 *
 * Each name is matched once, before rows are selected. A mask has one byte for each name, so it takes much less memory
 * than a list of names.
 */
export function* withScopeNames(scopes: Scopes, filter: Filter): Steps<Filter> {
  const { cluster, namespace, and, or, not, ...others } = filter;
  return {
    ...others,
    ...(cluster && { clusterMask: yield* namesThatFit(scopes.clusterNames, cluster) }),
    ...(namespace && { namespaceMask: yield* namesThatFit(scopes.namespaces, namespace) }),
    ...(and && { and: yield* eachWithScopeNames(scopes, and) }),
    ...(or && { or: yield* eachWithScopeNames(scopes, or) }),
    ...(not && { not: yield* withScopeNames(scopes, not) }),
  };
}

function* eachWithScopeNames(scopes: Scopes, filters: readonly Filter[]): Steps<readonly Filter[]> {
  const each: Filter[] = [];
  for (const filter of filters) each.push(yield* withScopeNames(scopes, filter));
  return each;
}

function* namesThatFit(names: Dictionary, match: TextMatch): Steps<Uint8Array> {
  const fits = compileTextMatch(match);
  const perCharacter = 1 + slowestPart(match.glob ?? '');
  const mask = new Uint8Array((names.capacity + 3) & ~3); // padded, because masks are combined by 32-bit words
  let compared = 0;
  for (const id of names.ids()) {
    const name = names.text(id);
    if (fits(name)) mask[id] = 1;
    compared += FETCH + name.length * perCharacter;
    if (compared < STEP) continue;
    compared = 0;
    yield;
  }
  return mask;
}

/**
 * Price of a filter, computed from the filter alone, before the filter runs. Needed because callers choose their
 * filters freely.
 *
 * For each row, some columns are read. Each distinct text and label set is matched once, at a cost that grows with the
 * number of patterns and requirements. In the worst case every row has its own label set.
 */
export interface FilterPrice {
  /** Maximum number of column reads for a row. */
  readonly looks: number;
  /** Worst-case cost of matching a row's texts and labels, in compared characters. */
  readonly judging: number;
}

/** Cost of finding a number in a set, or of reading a time, in column reads. */
const SET_LOOKS = 4;
const LOOKS: Readonly<Record<FilterType, number>> = {
  ...{ oneOf: SET_LOOKS, span: SET_LOOKS },
  ...{ pattern: 1, labels: 1, kinds: 1, status: 1, suspended: 1, images: 1, imagePattern: 1, imageRepositories: 1 },
};
/**
 * Cost of a branch of `or`, or of a `not`, in column reads. Such a branch runs on a copy of the rows and marks the rows
 * that it keeps.
 */
const BRANCH_LOOKS = 4;
/** Cost of fetching a text or a label set before it is matched, in compared characters. */
export const FETCH = 16;
/** Cost of one requirement of a label selector, in compared characters. */
const REQUIREMENT = 8;
/**
 * Cost of a character in a list of images, in compared characters. The list is split into images, and these may be
 * parsed.
 */
const DIVIDED = 4;

export function priceOf(filter: Filter, types: FilterTypes = FILTER_TYPES): FilterPrice {
  let [looks, judging] = [0, 0];
  for (const [member, requested] of Object.entries(filter)) {
    const type = types.get(member);
    if (type === undefined || requested === undefined) continue;
    looks += LOOKS[type];
    if (type === 'pattern') judging += priceOfMatch(requested as TextMatch);
    else if (type === 'labels') judging += priceOfLabels(requested as LabelSelector);
    else if (type === 'imagePattern') judging += priceOfMatch(requested as TextMatch);
    else if (type === 'images' || type === 'imageRepositories') judging += FETCH;
  }
  if (filter.ids) looks += SET_LOOKS;
  for (const mask of [filter.clusterMask, filter.namespaceMask]) if (mask) looks += LOOKS.pattern;
  for (const contains of filter.text?.words ?? []) {
    looks += SEARCHED * (LOOKS.pattern + BRANCH_LOOKS);
    judging += SEARCHED * priceOfMatch({ contains, ignoreCase: true });
  }
  const branches = [...(filter.or ?? []), ...(filter.not ? [filter.not] : [])];
  for (const branch of [...branches, ...(filter.and ?? [])]) {
    const price = priceOf(branch, types);
    looks += price.looks;
    judging += price.judging;
  }
  return { looks: looks + branches.length * BRANCH_LOOKS, judging };
}

function priceOfMatch({ equals = '', prefix = '', contains = '', glob = '' }: TextMatch): number {
  return FETCH + equals.length + prefix.length + contains.length + glob.length;
}

/** Values are looked up in sets, so many values cost no more than a single value. */
function priceOfLabels(selector: LabelSelector): number {
  return FETCH + selector.length * REQUIREMENT;
}
