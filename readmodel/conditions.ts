/**
 * Filters compiled to narrowings. A narrowing keeps the rows of a block that meet a condition, in their order, at the block's beginning, and
 * returns how many they are.
 *
 * Texts are judged once per distinct text of a dictionary, label selectors once per distinct label set, and only where a row needs it.
 * `and: []` asks for nothing and holds; every other empty list matches nothing.
 */
import { encodeState, SUSPENDED } from './columns.ts';
import type { Dictionary } from './dictionary.ts';
import { matchesLabels } from './label-selector.ts';
import { QueryError, type Filter, type KindMatch, type TimeMatch } from './query.ts';
import type { RowTable } from './row-table.ts';
import { compileTextMatch } from './text-match.ts';

export type Narrowing = (block: Uint32Array, count: number) => number;

const MAX_DEPTH = 32;

/** One narrowing per member of the filter. */
export function compileConditions(table: RowTable, filter: Filter, depth = 0): Narrowing[] {
  if (depth > MAX_DEPTH) throw new QueryError(`The filter nests and, or and not more than ${MAX_DEPTH} deep. Flatten it.`);
  const { columns } = table;
  const conditions: Narrowing[] = [];
  const nested = (inner: Filter): Narrowing => allOf(compileConditions(table, inner, depth + 1));
  if (filter.clusters || filter.namespaces) conditions.push(inMask(columns.place, placeMask(table, filter.clusters, filter.namespaces)));
  if (filter.kinds || filter.groups) conditions.push(inMask(columns.kind, kindMask(table, filter.kinds, filter.groups)));
  if (filter.status || filter.suspended !== undefined) conditions.push(inMask(columns.state, stateMask(filter.status, filter.suspended)));
  if (filter.names) conditions.push(inMask(columns.name, textsMask(table.names, filter.names)));
  if (filter.reasons) conditions.push(inMask(columns.reason, textsMask(table.reasons, filter.reasons)));
  if (filter.created) conditions.push(inTime(columns.created, filter.created));
  if (filter.transitioned) conditions.push(inTime(columns.transitioned, filter.transitioned));
  if (filter.name) conditions.push(byText(columns.name, table.names, compileTextMatch(filter.name)));
  if (filter.revision) conditions.push(byText(columns.revision, table.revisions, compileTextMatch(filter.revision)));
  if (filter.message) conditions.push(byText(columns.message, table.messages, compileTextMatch(filter.message)));
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
export function placeMask(table: RowTable, clusters: readonly string[] | undefined, namespaces: readonly string[] | undefined): Uint8Array {
  const { places } = table;
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

function stateMask(status: Filter['status'], suspended: boolean | undefined): Uint8Array {
  const mask = new Uint8Array(256);
  for (let state = 0; state < mask.length; state++) {
    const statusFits = !status || status.some(wanted => encodeState(wanted, false) === (state & ~SUSPENDED));
    if (statusFits && (suspended === undefined || suspended === ((state & SUSPENDED) !== 0))) mask[state] = 1;
  }
  return mask;
}

function textsMask(dictionary: Dictionary, texts: readonly string[]): Uint8Array {
  const mask = new Uint8Array(dictionary.capacity);
  for (const text of texts) {
    const id = dictionary.find(text);
    if (id !== undefined) mask[id] = 1;
  }
  return mask;
}

function inMask(column: Uint32Array | Uint8Array, mask: Uint8Array): Narrowing {
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

function byText(column: Uint32Array, dictionary: Dictionary, test: (text: string) => boolean): Narrowing {
  return onceEach(column, dictionary.capacity, id => test(dictionary.text(id)));
}

/** Judges each number once, when the first row needs it. */
function onceEach(column: Uint32Array, capacity: number, test: (id: number) => boolean): Narrowing {
  const judged = new Uint8Array(capacity); // 0: not yet, 1: no, 2: yes
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const id = column[row]!;
      if (judged[id] === 0) judged[id] = test(id) ? 2 : 1;
      block[kept] = row;
      kept += judged[id]! - 1;
    }
    return kept;
  };
}

/** An unknown time (0) is neither before nor after anything. */
function inTime(column: Float64Array, { after, before }: TimeMatch): Narrowing {
  if (after === undefined && before === undefined) return (_, count) => count;
  const [lowest, highest] = [Math.max(after ?? 0, 0), before ?? Infinity];
  return (block, count) => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      const time = column[row]!;
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
