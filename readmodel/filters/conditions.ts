/**
 * Filters compiled to narrowings. A narrowing keeps the rows of a block that meet a condition, in their order, at the block's beginning, and
 * returns how many they are.
 *
 * Texts are judged once per distinct text of a dictionary, label selectors once per distinct label set, and only where a row needs it.
 * `and: []` asks for nothing and holds; every other empty list matches nothing.
 */
import { encodeState, SUSPENDED } from '../rows/columns.ts';
import { matchesLabels } from './label-selector.ts';
import type { NarrowArray } from '../containers/narrow.ts';
import { QueryError, type Filter, type KindMatch, type TextMatch, type TimeMatch } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { TextDictionary } from '../texts/text-dictionary.ts';
import type { TimeColumn } from '../rows/time-column.ts';

export type Narrowing = (block: Uint32Array, count: number) => number;

interface TextSource {
  find(text: string): number | undefined;
}

const MAX_DEPTH = 32;
const NEIGHBOURS = 64;

/**
 * One narrowing per member of the filter.
 * @param wide Much of all rows will be looked at.
 */
export function compileConditions(table: RowTable, filter: Filter, { wide }: { wide: boolean }, depth = 0): Narrowing[] {
  if (depth > MAX_DEPTH) throw new QueryError(`The filter nests and, or and not more than ${MAX_DEPTH} deep. Flatten it.`);
  const { columns } = table;
  const conditions: Narrowing[] = [];
  const nested = (inner: Filter): Narrowing => allOf(compileConditions(table, inner, { wide }, depth + 1));
  if (filter.clusters || filter.namespaces) conditions.push(inMask(columns.place, placeMask(table, filter.clusters, filter.namespaces)));
  if (filter.kinds || filter.groups) conditions.push(inMask(columns.kind, kindMask(table, filter.kinds, filter.groups)));
  if (filter.status || filter.suspended !== undefined) conditions.push(inMask(columns.state, stateMask(filter.status, filter.suspended)));
  if (filter.names) conditions.push(inSet(columns.name, textsWanted(table.names, filter.names)));
  if (filter.reasons) conditions.push(inSet(columns.reason, textsWanted(table.reasons, filter.reasons)));
  if (filter.created) conditions.push(inTime(columns.created, filter.created));
  if (filter.transitioned) conditions.push(inTime(columns.transitioned, filter.transitioned));
  if (filter.name) conditions.push(byText(columns.name, table.names, filter.name, wide));
  if (filter.revision) conditions.push(byText(columns.revision, table.revisions, filter.revision, wide));
  if (filter.message) conditions.push(byText(columns.message, table.messages, filter.message, wide));
  const { labels } = filter;
  if (labels) {
    const { labelSets } = table;
    conditions.push(onceEach(columns.labels, labelSets.capacity, set => matchesLabels(labels, key => labelSets.value(set, key))));
  }
  if (filter.and) conditions.push(...filter.and.map(nested));
  if (filter.or) conditions.push(anyOf(filter.or.map(nested)));
  if (filter.not) conditions.push(noneOf(nested(filter.not)));
  return conditions;
}

export function allOf(conditions: readonly Narrowing[]): Narrowing {
  return (block, count) => {
    let kept = count;
    for (const narrow of conditions) {
      if (kept === 0) return 0;
      kept = narrow(block, kept);
    }
    return kept;
  };
}

/** By place: 1 where the cluster and the namespace are among those asked for. undefined: any. */
function placeMask({ places }: RowTable, clusters: readonly string[] | undefined, namespaces: readonly string[] | undefined): Uint8Array {
  const mask = new Uint8Array(places.capacity);
  const wantedClusters = clusters && new Set(clusters);
  const wantedNamespaces = namespaces && [...new Set(namespaces)];
  for (const { name, byNamespace } of places.clusters()) {
    if (wantedClusters && !wantedClusters.has(name)) continue;
    if (!wantedNamespaces) for (const place of byNamespace.values()) mask[place] = 1;
    else for (const place of wantedNamespaces.map(namespace => byNamespace.get(namespace))) if (place !== undefined) mask[place] = 1;
  }
  return mask;
}

/** By kind: 1 where it is among the kinds and its group among the groups asked for. undefined: any. */
export function kindMask(
  { kinds }: RowTable,
  matches: readonly KindMatch[] | undefined,
  groups: readonly string[] | undefined,
): Uint8Array {
  const mask = new Uint8Array(kinds.capacity);
  for (const id of kinds.ids()) {
    const [group, kind] = [kinds.group(id), kinds.kind(id)];
    const kindFits = !matches || matches.some(match => match.kind === kind && (match.group === undefined || match.group === group));
    if (kindFits && (!groups || groups.includes(group))) mask[id] = 1;
  }
  return mask;
}

/** By state: 1 where its status is among those asked for, and suspended what is asked for. */
export function stateMask(status: Filter['status'], suspended: boolean | undefined): Uint8Array {
  const mask = new Uint8Array(256);
  for (let state = 0; state < mask.length; state++) {
    const statusFits = !status || status.some(wanted => encodeState(wanted, false) === (state & ~SUSPENDED));
    if (statusFits && (suspended === undefined || suspended === ((state & SUSPENDED) !== 0))) mask[state] = 1;
  }
  return mask;
}

/** The numbers of those texts that are anywhere. */
export function textsWanted(dictionary: TextSource, texts: readonly string[]): ReadonlySet<number> {
  return new Set(texts.map(text => dictionary.find(text)).filter(id => id !== undefined));
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

/** Texts lie in memory in the order of their numbers: where most will be needed, neighbours are judged together. */
function byText(column: NarrowArray, texts: TextDictionary, match: TextMatch, wide: boolean): Narrowing {
  return onceEach(column, texts.capacity, texts.matcher(match), wide ? NEIGHBOURS : 1);
}

/** Judges each number once, when the first row needs it, or that of a neighbour. */
function onceEach(column: NarrowArray, capacity: number, test: (id: number) => boolean, together = 1): Narrowing {
  const judged = new Uint8Array(capacity); // 0: not yet, 1: no, 2: yes
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      if (judged[id] === 0) {
        const from = id - (id % together);
        for (let other = from; other < from + together && other < capacity; other++) judged[other] = test(other) ? 2 : 1;
      }
      block[kept] = row;
      kept += judged[id]! - 1;
    }
    return kept;
  };
}

/** An unknown time (0) is neither before nor after anything. */
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

function anyOf(branches: readonly Narrowing[]): Narrowing {
  return (block, count) => {
    const marks = new Uint8Array(count);
    for (const narrow of branches) mark(block, count, narrow, marks);
    return keep(block, count, marks, 1);
  };
}

function noneOf(narrow: Narrowing): Narrowing {
  return (block, count) => {
    const marks = new Uint8Array(count);
    mark(block, count, narrow, marks);
    return keep(block, count, marks, 0);
  };
}

/** Marks the places in the block whose rows a narrowing keeps. It keeps their order, so one pass over both finds them. */
function mark(block: Uint32Array, count: number, narrow: Narrowing, marks: Uint8Array): void {
  const copy = block.slice(0, count);
  const kept = narrow(copy, count);
  for (let i = 0, next = 0; next < kept; i++) {
    if (block[i] !== copy[next]) continue;
    marks[i] = 1;
    next++;
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
