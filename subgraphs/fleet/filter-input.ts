/**
 * Converts filter, order and facet arguments from GraphQL input to the read model's plain data. Errors name the path in
 * the filter.
 *
 * A filter is a program that an untrusted client runs on our processor. So this file limits the nesting, the number of
 * parts, and the total cost of the parts (FilterSize).
 */
import { KINDS } from '../../kinds/registry.ts';
import {
  type Conditions,
  type FacetField,
  type Filter,
  FILTER_TYPES,
  type FilterMembers,
  type GroupKey,
  type KindMatch,
  type LabelSelector,
  type OrderField,
  type OrderKey,
  QueryError,
  type TextMatch,
  type TextSearch,
  type TimeMatch,
} from '../../readmodel/query.ts';
import type { FacetOptions } from '../../readmodel/questions/numbers.ts';
import { parseLabelSelector } from '../../readmodel/select/labels.ts';
import { namesOfKind } from '../../readmodel/select/row-match.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import { parseDuration } from '../../schema/duration.ts';
import { decodeObjectId, MalformedIdError, type ObjectId } from '../../schema/object-id.ts';
import type { FilterType } from '../../store/row-columns.ts';
import type { ObjectStatus } from '../../store/store.ts';
import { badInput, inputError, quoted, pageSize } from '../arguments.ts';

const MAX_DEPTH = 8;
const MAX_NODES = 200;
const MAX_LIST = 1_000;
const MAX_TEXT = 1_024;

/**
 * Looks up cluster labels and kinds of a filter for the caller. The result reveals no cluster and no kind that is
 * hidden from the caller.
 */
export interface FilterNames {
  clustersLabelled(selector: LabelSelector): Promise<readonly string[]>;
  /**
   * Kinds by word, for words that may be short names or categories. `reached` names the clusters to search. Undefined
   * means all clusters.
   */
  kindsByWord(
    reached: readonly string[] | undefined,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, readonly KindMatch[]>>;
}

type Maybe<T> = T | null | undefined;

export interface StringFilterInput {
  readonly equals?: Maybe<string>;
  readonly prefix?: Maybe<string>;
  readonly contains?: Maybe<string>;
  readonly glob?: Maybe<string>;
  readonly ignoreCase?: Maybe<boolean>;
}

interface TimeRangeInput {
  readonly within?: Maybe<string>;
  readonly after?: Maybe<string>;
  readonly before?: Maybe<string>;
}

/** GraphQL input type of a filter member, by the type of the member (FilterType). */
interface Inputs extends Readonly<Record<FilterType, unknown>> {
  readonly oneOf: Maybe<readonly string[]>;
  readonly pattern: Maybe<StringFilterInput>;
  readonly span: Maybe<TimeRangeInput>;
  readonly kinds: Maybe<readonly string[]>;
  readonly status: Maybe<readonly ObjectStatus[]>;
  readonly suspended: Maybe<boolean>;
  readonly labels: Maybe<string>;
  readonly images: Maybe<readonly string[]>;
  readonly imagePattern: Maybe<StringFilterInput>;
  readonly imageRepositories: Maybe<readonly string[]>;
}

export interface ObjectFilterInput extends FilterMembers<Inputs> {
  readonly text?: Maybe<string>;
  readonly clusterLabels?: Maybe<string>;
  readonly ids?: Maybe<readonly string[]>;
  readonly namespaced?: Maybe<boolean>;
  readonly and?: Maybe<readonly ObjectFilterInput[]>;
  readonly or?: Maybe<readonly ObjectFilterInput[]>;
  readonly not?: Maybe<ObjectFilterInput>;
}

export interface ClusterFilterInput {
  readonly names?: Maybe<readonly string[]>;
  readonly name?: Maybe<StringFilterInput>;
  readonly clusterLabels?: Maybe<string>;
}

export interface NamespaceFilterInput extends ClusterFilterInput {
  readonly clusters?: Maybe<readonly string[]>;
}

export interface ObjectOrderInput {
  readonly field: OrderField;
  readonly direction: 'ASC' | 'DESC';
}

/**
 * Converts a filter. Label conditions on clusters become cluster names. Short names and categories become kinds.
 * @throws GraphQLError BAD_USER_INPUT
 */
export async function objectFilter(input: Maybe<ObjectFilterInput>, names: FilterNames): Promise<Filter> {
  if (!input) return {};
  const looked: LookedUp = { labelled: new Map(), words: new Map() };
  const read = () => readFilter(input, 'filter', 1, new FilterSize(looked));
  let filter = read();
  const { labelled, words } = looked;
  if (labelled.size > 0) {
    const found = await Promise.all(
      [...labelled.keys()].map(selector => names.clustersLabelled(parseLabelSelector(selector))),
    );
    [...labelled.keys()].forEach((selector, i) => labelled.set(selector, found[i]));
    filter = read();
  }
  if (words.size === 0) return filter;
  const known = await names.kindsByWord(clustersOf(filter), [...words.keys()]);
  for (const word of words.keys()) words.set(word, known.get(word) ?? []);
  return read();
}

function readFilter(input: ObjectFilterInput, path: string, depth: number, size: FilterSize): Filter {
  if (depth > MAX_DEPTH)
    throw badInput(
      path,
      `the filter is nested deeper than ${MAX_DEPTH} levels. Flatten it: and, or and lists of values say the same with fewer levels.`,
    );
  if (++size.nodes > MAX_NODES)
    throw badInput(
      path,
      `the filter has more than ${MAX_NODES} parts. Use lists of values instead of one part for each.`,
    );
  const part = (member: string) => `${path}.${member}`;
  const nested = (member: 'and' | 'or') =>
    list(input[member], part(member), MAX_NODES)?.map((child, i) =>
      readFilter(child, `${part(member)}[${i}]`, depth + 1, size),
    );
  const members = Array.from(FILTER_TYPES, ([member, type]) => {
    const read = READERS[type] as (input: unknown, path: string, size: FilterSize) => unknown;
    return [member, read(input[member as keyof ObjectFilterInput], part(member), size)];
  });
  const inClusters = labelledClusters(input.clusterLabels, part('clusterLabels'), size);
  const ofIds = identified(input.ids, part('ids'), size);
  // These conditions go into `and`, because facets ignore the filter's own clusters and namespaces.
  const beside = [inClusters && { clusters: inClusters }, ofIds, inNamespaces(input.namespaced)].filter(
    requested => requested !== undefined,
  );
  const and = nested('and');
  return present({
    ...(Object.fromEntries(members) as FilterMembers<Conditions>),
    text: textSearch(input.text, part('text'), size),
    and: beside.length > 0 ? [...(and ?? []), ...beside] : and,
    or: nested('or'),
    not: input.not ? readFilter(input.not, part('not'), depth + 1, size) : undefined,
  });
}

/** Functions that convert the input of a filter member to its condition, by the type of the member. */
const READERS: {
  readonly [Type in FilterType]: (input: Inputs[Type], path: string, size: FilterSize) => Conditions[Type] | undefined;
} = {
  oneOf: texts,
  pattern: textMatch,
  span: timeMatch,
  kinds: kindMatches,
  status: entries,
  suspended: value => value ?? undefined,
  labels: labelSelector,
  images: imagesIn,
  imagePattern: textMatch,
  imageRepositories: imagesIn,
};

/** Conditions on the names and clusters of namespaces, or on clusters. */
export interface NameConditions extends Pick<Filter, 'clusters' | 'names' | 'name'> {
  readonly clusterLabels?: LabelSelector;
}

/** Conditions on clusters or namespaces. @throws GraphQLError BAD_USER_INPUT */
export function nameConditions(input: Maybe<NamespaceFilterInput | ClusterFilterInput>): NameConditions {
  const size = new FilterSize();
  return present({
    clusters: input && 'clusters' in input ? texts(input.clusters, 'filter.clusters', size) : undefined,
    names: texts(input?.names, 'filter.names', size),
    name: textMatch(input?.name, 'filter.name', size),
    clusterLabels: labelSelector(input?.clusterLabels, 'filter.clusterLabels', size),
  });
}

/** @throws GraphQLError BAD_USER_INPUT */
export function objectOrder(input: Maybe<readonly ObjectOrderInput[]>): OrderKey[] {
  const keys = input ?? [];
  keys.forEach(({ field }, i) => {
    if (keys.findIndex(key => key.field === field) !== i)
      throw badInput(`orderBy[${i}]`, `${field} is there already; order by each field once.`);
  });
  return keys.length === 0
    ? [{ field: 'NAME', descending: false }]
    : keys.map(({ field, direction }) => ({ field, descending: direction === 'DESC' }));
}

export interface FacetArguments {
  readonly fields: readonly FacetField[];
  readonly labelKey?: Maybe<string>;
  readonly limit?: Maybe<number>;
  readonly match?: Maybe<StringFilterInput>;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function facetRequest({ fields, labelKey, limit, match }: FacetArguments): {
  fields: readonly FacetField[];
  options: FacetOptions;
} {
  fields.forEach((field, i) => {
    if (fields.indexOf(field) !== i)
      throw badInput(`facets.fields[${i}]`, `${field} is there already; name each field once.`);
  });
  if (fields.includes('LABEL') && !labelKey)
    throw inputError(
      'facets.labelKey is missing: say by which label LABEL divides, for example labelKey: "app.kubernetes.io/name".',
      'facets.labelKey',
    );
  if (labelKey != null && !fields.includes('LABEL'))
    throw inputError(
      'facets.labelKey is the label that LABEL divides by. Add LABEL to fields, or leave labelKey out.',
      'facets.labelKey',
    );
  return {
    fields,
    options: present({
      limit: pageSize('facets.limit', limit ?? 20),
      labelKey: labelKey ? text(labelKey, 'facets.labelKey') : undefined,
      match: textMatch(match, 'facets.match', new FilterSize()),
    }),
  };
}

const MAX_GROUP_KEYS = 4;

interface GroupKeyInput {
  readonly field: FacetField;
  readonly labelKey?: Maybe<string>;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function groupKeys(input: readonly GroupKeyInput[]): GroupKey[] {
  if (input.length === 0)
    throw badInput('groups.by', 'there is nothing to group by. Give a field: [{ field: CLUSTER }].');
  if (input.length > MAX_GROUP_KEYS)
    throw badInput('groups.by', `there are ${input.length} keys; at most ${MAX_GROUP_KEYS} are taken.`);
  const spelled = new Set<string>();
  return input.map(({ field, labelKey }, i) => {
    const path = `groups.by[${i}]`;
    if (field === 'LABEL_KEY')
      throw badInput(`${path}.field`, 'an object can have many labels, and is in one group. Use facets for LABEL_KEY.');
    if (field === 'LABEL' && !labelKey)
      throw badInput(`${path}.labelKey`, 'LABEL needs the label whose values make the groups.');
    if (field !== 'LABEL' && labelKey)
      throw badInput(`${path}.labelKey`, `it belongs to LABEL, not to ${field}. Leave it out.`);
    const key = labelKey ? { field, labelKey: text(labelKey, `${path}.labelKey`) } : { field };
    if (spelled.size === spelled.add(JSON.stringify(key)).size)
      throw badInput(path, `${field} is there already; name each key once.`);
    return key;
  });
}

/** Names and plurals of the kinds that fleetgraph knows. These names mean the same kind on every cluster. */
const KNOWN_NAMES: ReadonlySet<string> = new Set(KINDS.flatMap(({ kind }) => namesOfKind(kind)));

/**
 * The kinds that the given names mean, without duplicates. A short name or a category can mean several kinds. Each of
 * these kinds counts as an entry of the filter.
 */
function kindMatches(
  values: Maybe<readonly string[]>,
  path: string,
  size: FilterSize,
): readonly KindMatch[] | undefined {
  const given = texts(values, path, size);
  if (!given) return undefined;
  const { words } = size.looked;
  const found = new Map<string, KindMatch>();
  for (const value of new Set(given)) {
    const place = `${path}[${given.indexOf(value)}]`;
    const match = kindMatch(value, place);
    const isWord = !isNameOfKind(value, match);
    if (isWord && !words.has(value)) words.set(value, undefined);
    const meant = (isWord && words.get(value)) || [];
    size.add('entries', meant.length, place);
    for (const one of [match, ...withoutVersion(match), ...meant]) found.set(JSON.stringify(one), one);
  }
  return [...found.values()];
}

/** True if the text has the same meaning on all clusters. Names of kinds begin with a capital letter. */
function isNameOfKind(value: string, { kind }: KindMatch): boolean {
  return /^\p{Lu}/u.test(value) || KNOWN_NAMES.has(kind);
}

/**
 * The kind without its version, for names such as `deployments.v1.apps`. kubectl accepts such names, and an object has
 * only one row for all versions. Empty if the name has no version.
 */
function withoutVersion({ kind, group }: KindMatch): readonly KindMatch[] {
  const [, rest] = /^v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?\.(.*)$/.exec(group ?? '') ?? [];
  return rest === undefined ? [] : [{ kind, group: rest, loosely: true }];
}

function kindMatch(value: string, path: string): KindMatch {
  const dot = value.indexOf('.');
  const [kind, group] = dot === -1 ? [value, undefined] : [value.slice(0, dot), value.slice(dot + 1)];
  if (kind === '' || group === '')
    throw badInput(
      path,
      `${quoted(value)} is not a kind. Write Kind, or Kind.group: "Pod", "Kustomization.kustomize.toolkit.fluxcd.io".`,
    );
  return { kind, group, loosely: true };
}

function textMatch(input: Maybe<StringFilterInput>, path: string, size: FilterSize): TextMatch | undefined {
  if (!input) return undefined;
  const patterns = present({
    equals: input.equals ?? undefined,
    prefix: input.prefix ?? undefined,
    contains: input.contains ?? undefined,
    glob: input.glob ?? undefined,
  });
  if (Object.keys(patterns).length === 0)
    throw badInput(path, `there is nothing to match. Give equals, prefix, contains or glob.`);
  size.add('patterns', 1, path);
  for (const [member, pattern] of Object.entries(patterns)) {
    const isSearched = member === 'contains' || member === 'glob';
    size.add(isSearched ? 'searched' : 'compared', text(pattern, `${path}.${member}`).length, `${path}.${member}`);
  }
  return { ...patterns, ignoreCase: input.ignoreCase ?? true };
}

function imagesIn(values: Maybe<readonly string[]>, path: string, size: FilterSize): readonly string[] | undefined {
  if (values) size.add('ofImages', 1, path);
  return texts(values, path, size);
}

function textSearch(value: Maybe<string>, path: string, size: FilterSize): TextSearch | undefined {
  if (value == null) return undefined;
  const words = searchWords(value, path);
  size.add('patterns', words.length, path);
  for (const word of words) size.add('searched', word.length, path);
  return { words };
}

const MAX_WORDS = 16;

/**
 * The words of a search, in lower case and without duplicates.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function searchWords(value: string, path: string): readonly string[] {
  const words = new Set(text(value, path).toLowerCase().split(/\s+/));
  words.delete('');
  if (words.size > MAX_WORDS) throw badInput(path, `the text has ${words.size} words; at most ${MAX_WORDS} are taken.`);
  return [...words];
}

function timeMatch(input: Maybe<TimeRangeInput>, path: string): TimeMatch | undefined {
  if (!input) return undefined;
  const [since, after] = [agoOf(input.within, `${path}.within`), instant(input.after, `${path}.after`)];
  const latest = since === undefined || after === undefined ? (since ?? after) : Math.max(since, after);
  const match = present({ after: latest, before: instant(input.before, `${path}.before`) });
  if (Object.keys(match).length === 0)
    throw badInput(path, `the span has no end. Give within, after, before or several of them.`);
  return match;
}

/**
 * The time that lies this duration before now, in milliseconds since the epoch. Each page computes the time again.
 * Cursors stay valid, because a cursor does not depend on the filter.
 */
function agoOf(value: Maybe<string>, path: string): number | undefined {
  if (value == null) return undefined;
  const span = parseDuration(value);
  if (span === undefined)
    throw badInput(
      path,
      `${quoted(value)} is not a span of time. Write a whole number and ms, s, m or h: "15m", "24h".`,
    );
  return Date.now() - span;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

function instant(value: Maybe<string>, path: string): number | undefined {
  if (value == null) return undefined;
  const milliseconds = RFC_3339.test(value) ? Date.parse(value.toUpperCase()) : NaN;
  if (Number.isNaN(milliseconds))
    throw badInput(
      path,
      `${quoted(value)} is not an instant. Write it in RFC 3339 with a time zone: 2026-01-31T12:00:00Z.`,
    );
  return milliseconds;
}

function labelSelector(value: Maybe<string>, path: string, size: FilterSize): LabelSelector | undefined {
  if (value == null) return undefined;
  size.add('selectors', 1, path);
  size.add('selectorCharacters', value.length, path);
  const selector = parsedSelector(value, path);
  size.add('requirements', selector.length, path);
  for (const { values } of selector) size.add('entries', values.length, path);
  return selector;
}

/**
 * The clusters that a label selector matches. Undefined if there is no selector. Empty until the clusters are looked
 * up.
 */
function labelledClusters(value: Maybe<string>, path: string, size: FilterSize): readonly string[] | undefined {
  if (value == null) return undefined;
  labelSelector(value, path, size);
  const { labelled } = size.looked;
  if (!labelled.has(value)) labelled.set(value, undefined);
  return labelled.get(value) ?? [];
}

/**
 * A condition on ids. It also contains the clusters, namespaces and kinds of the ids, because a selection can check
 * these without reading rows.
 */
function identified(ids: Maybe<readonly string[]>, path: string, size: FilterSize): Filter | undefined {
  const decoded = entries(ids, path, size)?.map((id, i) => objectId(id, `${path}[${i}]`));
  if (!ids || !decoded) return undefined;
  const each = (part: 'cluster' | 'namespace') => [...new Set(decoded.map(id => id[part]))];
  const kinds = new Map(decoded.map(({ group, kind }) => [`${group}/${kind}`, { group, kind }]));
  return { clusters: each('cluster'), namespaces: each('namespace'), kinds: [...kinds.values()], ids };
}

function objectId(id: string, path: string): ObjectId {
  try {
    return decodeObjectId(id);
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(path, error.message) : error;
  }
}

/** A condition on the scope of objects. Cluster-scoped objects have the namespace ''. */
function inNamespaces(namespaced: Maybe<boolean>): Filter | undefined {
  if (namespaced == null) return undefined;
  const outside: Filter = { namespaces: [''] };
  return namespaced ? { not: outside } : outside;
}

function parsedSelector(value: string, path: string): LabelSelector {
  try {
    return parseLabelSelector(value);
  } catch (error) {
    throw error instanceof QueryError ? badInput(path, error.message) : error;
  }
}

function texts(values: Maybe<readonly string[]>, path: string, size: FilterSize): readonly string[] | undefined {
  return entries(values, path, size)?.map((value, i) => text(value, `${path}[${i}]`));
}

function entries<T>(values: Maybe<readonly T[]>, path: string, size: FilterSize): readonly T[] | undefined {
  const taken = list(values, path, MAX_LIST);
  size.add('entries', taken?.length ?? 0, path);
  return taken;
}

function text(value: string, path: string): string {
  if (value.length > MAX_TEXT)
    throw badInput(path, `the text has ${value.length} characters; at most ${MAX_TEXT} are taken.`);
  return value;
}

function list<T>(values: Maybe<readonly T[]>, path: string, max: number): readonly T[] | undefined {
  if (values && values.length > max)
    throw badInput(path, `the list has ${values.length} entries; at most ${max} are taken.`);
  return values ?? undefined;
}

/** Omits undefined members, since exactOptionalPropertyTypes distinguishes absent from undefined. */
function present<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** Limits on the total size of one filter. Sizes are counted while the filter is read. */
const MAX_TOTAL = {
  /** Entries of lists. Each costs one lookup. */
  entries: 5_000,
  /** Patterns. Each needs one byte of memory for each distinct text of its column, or for each distinct label set. */
  patterns: 32,
  /** Lists of images or repositories. Each is compared with every distinct list of images of the rows. */
  ofImages: 16,
  /** Characters of texts that are searched at every position. */
  searched: 1_024,
  /** Characters of `equals` and `prefix`, which are compared at one position of a value. */
  compared: 8_192,
  selectors: 32,
  /** Characters of label selectors, which must be parsed. */
  selectorCharacters: 8_192,
  /** Requirements of label selectors. Each is compared with every distinct label set. */
  requirements: 256,
};

type Sized = keyof typeof MAX_TOTAL;

const SIZE_PROBLEM: Readonly<Record<Sized, { what: string; wayOut: string }>> = {
  entries: {
    what: 'entries in all its lists',
    wayOut: 'Ask in several queries, or by a label or a pattern that they share',
  },
  patterns: { what: 'text patterns', wayOut: 'Use lists of names or reasons, or one glob for several texts' },
  ofImages: { what: 'lists of images', wayOut: 'Give several images in one list' },
  searched: {
    what: 'characters in all contains and glob',
    wayOut: 'Shorten them, or use equals, prefix or lists of names',
  },
  compared: { what: 'characters in all equals and prefix', wayOut: 'Use lists of names or reasons' },
  selectors: { what: 'label selectors', wayOut: 'Use one with in (…) for several values' },
  selectorCharacters: { what: 'characters in all label selectors', wayOut: 'Use fewer or shorter ones' },
  requirements: { what: 'label requirements', wayOut: 'Use in (…) for several values of one label' },
};

/** Parts of a filter that need a lookup. A value is undefined until it is known. */
interface LookedUp {
  /** Matching clusters by label selector. */
  readonly labelled: Map<string, readonly string[] | undefined>;
  /** Kinds by word, for words that may be short names or categories. */
  readonly words: Map<string, readonly KindMatch[] | undefined>;
}

/** Counts the parts of a filter while it is read. */
class FilterSize {
  nodes = 0;
  readonly looked: LookedUp;
  readonly #totals: Record<Sized, number> = {
    entries: 0,
    patterns: 0,
    ofImages: 0,
    searched: 0,
    compared: 0,
    selectors: 0,
    selectorCharacters: 0,
    requirements: 0,
  };

  constructor(looked: LookedUp = { labelled: new Map(), words: new Map() }) {
    this.looked = looked;
  }

  /** @throws GraphQLError BAD_USER_INPUT with the path of the part that exceeds the limit */
  add(sized: Sized, count: number, path: string): void {
    const total = (this.#totals[sized] += count);
    const [max, { what, wayOut }] = [MAX_TOTAL[sized], SIZE_PROBLEM[sized]];
    if (total > max)
      throw badInput(path, `up to here the filter has ${total} ${what}; at most ${max} are taken. ${wayOut}.`);
  }
}
