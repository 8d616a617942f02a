/**
 * Compiles filters to narrowings (narrowings.ts).
 *
 * Texts are matched once per distinct text, label selectors once per distinct label set, and only where a row needs it.
 * Texts without all trigrams of the pattern are skipped. The author of the filter, and the leaves whose texts are
 * matched, control this cost, so it is metered: when the allowance is used up, the narrowing stops and returns PAUSED.
 * Called again with the same rows and a new allowance, it gets further each time, since results are kept.
 *
 * `and: []` always holds; every other empty list matches nothing.
 */
import { CandidateRows, type CandidateTexts } from './candidate-rows.ts';
import { encodeState, SUSPENDED } from '../rows/columns.ts';
import type { Steps } from '../gate.ts';
import { kindFits, namesOfKind } from './kind-names.ts';
import { compileAnyLabel, compileLabels } from './label-match.ts';
import type { NarrowArray } from '../containers/narrow.ts';
import {
  allOf,
  anyOf,
  inMask,
  inPart,
  inPartMask,
  inRows,
  inSet,
  inTime,
  noneOf,
  onceEach,
  onceEachCandidate,
  onceEachOfFew,
  type Allowance,
  type Judge,
  type Narrowing,
} from './narrowings.ts';
import { FETCH, REQUIREMENT } from './price.ts';
import { QueryError, type Filter, type KindMatch, type LabelSelector, type TextMatch, type TextSearch } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import { slowestPart } from '../texts/glob.ts';
import type { TextDictionary } from '../texts/text-dictionary.ts';
import { shareOf, type Candidates } from '../texts/trigram-index.ts';

interface TextSource {
  find(text: string): number | undefined;
}

const MAX_DEPTH = 32;
const NEIGHBOURS = 64;
/** Values looked up without yielding. */
const LOOKED_UP = 1_000;

interface Compiling {
  readonly table: RowTable;
  /** True if a large part of all rows will be read. */
  readonly wide: boolean;
  /** True if matching the rows' texts directly is cheaper than finding candidates. */
  readonly few: boolean;
  readonly allowance: Allowance;
  /** Values looked up since the last yield. */
  lookedUp: number;
}

export interface Conditions {
  /** One per member of the filter. */
  readonly narrowings: readonly Narrowing[];
  /** Rows outside cannot match; undefined if all can. */
  readonly candidates: CandidateRows | undefined;
}

/** @throws QueryError */
export function compileConditions(table: RowTable, filter: Filter, compiling: Omit<Compiling, 'table' | 'lookedUp'>): Steps<Conditions> {
  return compile({ ...compiling, table, lookedUp: 0 }, filter, 0);
}

function* compile(compiling: Compiling, filter: Filter, depth: number): Steps<Conditions> {
  if (depth > MAX_DEPTH) throw new QueryError(`The filter nests and, or and not more than ${MAX_DEPTH} deep. Flatten it.`);
  const { table } = compiling;
  const { columns, places } = table;
  const conditions: Narrowing[] = [];
  /** A matching row is in each of these. */
  const candidates: CandidateRows[] = [];
  for (const asked of Object.values(filter)) if (Array.isArray(asked)) compiling.lookedUp += asked.length;
  if (compiling.lookedUp >= LOOKED_UP) {
    compiling.lookedUp = 0;
    yield;
  }
  if (filter.clusters) conditions.push(inPart(columns.place, places.cluster, textsWanted(places.clusterNames, filter.clusters)));
  if (filter.namespaces) conditions.push(inPart(columns.place, places.namespace, textsWanted(places.namespaces, filter.namespaces)));
  if (filter.clusterMask) conditions.push(inPartMask(columns.place, places.cluster, filter.clusterMask));
  if (filter.namespaceMask) conditions.push(inPartMask(columns.place, places.namespace, filter.namespaceMask));
  if (filter.kinds || filter.groups) conditions.push(inMask(columns.kind, kindMask(table, filter.kinds, filter.groups)));
  if (filter.statuses || filter.suspended !== undefined)
    conditions.push(inMask(columns.state, stateMask(filter.statuses, filter.suspended)));
  if (filter.names) conditions.push(inSet(columns.name, textsWanted(table.names, filter.names)));
  if (filter.ids) conditions.push(inRows(new Set(filter.ids.map(id => table.findById(id)))));
  for (const { member, of } of columns.lists) if (filter[member]) conditions.push(inSet(of.numbers, textsWanted(of.texts, filter[member])));
  for (const { member, of } of columns.spans) if (filter[member]) conditions.push(inTime(of.times, filter[member]));
  const byText = (column: NarrowArray, texts: TextDictionary, match: TextMatch): void => {
    const those = compiling.few ? undefined : texts.candidates(match);
    conditions.push(judgeTexts(column, texts, match, those, compiling));
    if (those) candidates.push(new CandidateRows([{ column, candidates: those }]));
  };
  if (filter.name) byText(columns.name, table.names, filter.name);
  for (const { member, of } of columns.patterns) if (filter[member]) byText(of.numbers, of.texts, filter[member]);
  if (filter.labelSelector) conditions.push(judgeLabels(table, judgeOfLabels(table, filter.labelSelector), undefined, compiling));
  for (const word of filter.text?.words ?? []) {
    const found = saying(word, compiling, filter.text?.in);
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

/** By kind: 1 if it matches both the kinds and the groups. Undefined: any. */
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
    const isWanted = !matches || namesOfKind(is.kind).some(name => byName.get(name)?.some(match => kindFits(match, is)));
    if (isWanted && (wantedGroups?.has(is.group) ?? true)) mask[id] = 1;
  }
  return mask;
}

/** By state: 1 if it matches the statuses and `suspended`. */
export function stateMask(statuses: Filter['statuses'], suspended: boolean | undefined): Uint8Array {
  const mask = new Uint8Array(256);
  for (let state = 0; state < mask.length; state++) {
    const statusFits = !statuses || statuses.some(wanted => encodeState(wanted, false) === (state & ~SUSPENDED));
    if (statusFits && (suspended === undefined || suspended === ((state & SUSPENDED) !== 0))) mask[state] = 1;
  }
  return mask;
}

/** The numbers of the texts that exist in the dictionary. */
export function textsWanted(dictionary: TextSource, texts: readonly string[]): ReadonlySet<number> {
  return new Set(texts.map(text => dictionary.find(text)).filter(id => id !== undefined));
}

/** Texts are stored in the order of their numbers: if most are needed, neighbours are matched together. */
function judgeTexts(
  column: NarrowArray,
  texts: TextDictionary,
  match: TextMatch,
  candidates: Candidates | undefined,
  { wide, few, allowance }: Compiling,
): Narrowing {
  const perCharacter = 1 + slowestPart(match.glob ?? '');
  const judge: Judge = { fits: texts.matcher(match), cost: id => FETCH + texts.lengthOf(id) * perCharacter };
  if (candidates) return onceEachCandidate(column, candidates, judge, allowance);
  if (few) return onceEachOfFew(column, judge, allowance);
  return onceEach(column, texts.capacity, judge, allowance, wide ? NEIGHBOURS : 1);
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

/** Rows that contain a word in one of the searched columns. */
function saying(word: string, compiling: Compiling, within: TextSearch['in']): Conditions {
  const { columns, names, labelSets } = compiling.table;
  const match: TextMatch = { contains: word, ignoreCase: true };
  const branches: Narrowing[] = [];
  const found: CandidateTexts[] = [];
  const search = (column: NarrowArray, those: Candidates | undefined, branch: Narrowing): void => {
    if (those && shareOf(those) === 0) return;
    branches.push(branch);
    if (those) found.push({ column, candidates: those });
  };
  const wants = (name: string): boolean => within?.includes(name) ?? true;
  const searched = [{ name: 'name', numbers: columns.name, texts: names }, ...columns.texts.filter(({ column }) => column.searched)];
  for (const { name, numbers, texts } of searched) {
    if (!wants(name)) continue;
    const those = compiling.few ? undefined : texts.candidates(match);
    search(numbers, those, judgeTexts(numbers, texts, match, those, compiling));
  }
  if (wants('labels')) {
    const those = compiling.few ? undefined : labelSets.candidates(match);
    const said = compileAnyLabel(match, labelSets);
    const judge: Judge = { fits: set => said.test(set), cost: () => FETCH + said.size };
    search(columns.labels, those, judgeLabels(compiling.table, judge, those, compiling));
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
