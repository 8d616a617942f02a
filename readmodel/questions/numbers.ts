/**
 * Totals and facets of one query. They count exactly the rows that lists show under the same visibility. Facets on the
 * same rows share one pass.
 *
 * If the query depends only on scope, kind and state, the numbers come from tallies. For a uniformly visible cluster,
 * the tally of the cluster can be enough. Otherwise, the tallies of the visible scopes are added. Rows of a scope are
 * then read only if some of them are visible by resourceNames.
 */
import { familiarRepository } from '../../schema/image-repository.ts';
import { decodeObjectId, encodeObjectId } from '../../schema/object-id.ts';
import { finished, type Steps } from '../../async/fair-turns.ts';
import {
  type Facet,
  type FacetField,
  type FacetValue,
  type ImageFacet,
  type Filter,
  kindValue,
  QueryError,
  type TextMatch,
} from '../query.ts';
import { FETCH } from '../select/conditions.ts';
import type { Selection } from '../select/selection.ts';
import { type ShownCluster, type RowAuthorizer, VISIBLE } from '../select/visibility-mask.ts';
import { statusOf, SUSPENDED, type TextColumn } from '../table/columns.ts';
import { grown, type NarrowArray, PairNumbers, TopK } from '../table/containers.ts';
import { ImageNumbers } from '../table/images.ts';
import { compareText } from '../table/names.ts';
import { countOf, keyOf, keysOf, kindOf, stateOf, STATES_OF_ROWS, wordOfKey } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';
import { compileTextMatch, slowestPart } from '../table/text-search.ts';

/** Number of scopes whose tallies are read between two yields. */
const PLACES_AT_ONCE = 2_048;

export interface Numbers {
  readonly total: number;
  /** Facets in the order of the requests. A refused facet does not affect the total or other facets. */
  readonly facets: readonly (Facet | QueryError)[];
}

/** Computes totals and facets. @throws QueryError if the filter is refused */
export function* computeNumbers(
  table: RowTable,
  select: (filter: Filter) => Steps<Selection>,
  filter: Filter,
  wanted: { readonly total: boolean; readonly facets: readonly FacetRequest[] },
): Steps<Numbers> {
  // A facet ignores the filter's own condition on its field. Facets that ignore the same condition are counted
  // together.
  const passes = new Map<Filter, FacetRequest[]>();
  if (wanted.total) passes.set(filter, []);
  const effective = new Map<string, Filter>();
  for (const request of wanted.facets) {
    const { key, others } = withoutOwn(table, filter, request);
    const known = effective.get(key) ?? others;
    effective.set(key, known);
    passes.set(known, [...(passes.get(known) ?? []), request]);
  }
  let total = 0;
  const facets = new Map<FacetRequest, Facet | QueryError>();
  for (const [others, requests] of passes) {
    const asksSources = requests.some(({ field }) => field === 'SOURCE');
    const selection = yield* select(others);
    const pass = new Pass(table, selection, requests, asksSources ? yield* seenSources(table, select) : undefined);
    yield* pass.run();
    if (others === filter) total = pass.total;
    for (const request of requests) facets.set(request, yield* facetOrRefusal(table, pass, request));
  }
  return { total, facets: wanted.facets.map(request => facets.get(request)!) };
}

function* facetOrRefusal(table: RowTable, pass: Pass, request: FacetRequest): Steps<Facet | QueryError> {
  try {
    return yield* countedFacet(yield* valuesOf(table, pass, request), request, pass.total);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

/** Counts the rows of a selection: their total, and the rows with each number in a column. */
export class Pass implements IdCounts {
  total = 0;
  readonly clusters: Uint32Array;
  readonly namespaces: Uint32Array;
  readonly kinds: Uint32Array;
  readonly states = new Uint32Array(256);
  readonly labelSets: Uint32Array;
  readonly sources: SourceNumbers | undefined;
  ofSources = new Uint32Array(0);
  readonly texts: ReadonlyMap<FacetField, TextCounts>;
  readonly images: TextCounts | undefined;
  /** Sum of the scopes' tallies, by kind and state. */
  readonly #byKey: Uint32Array;
  readonly #table: RowTable;
  readonly #selection: Selection;
  readonly #fields: ReadonlySet<FacetRequest['field']>;

  constructor(
    table: RowTable,
    selection: Selection,
    requests: readonly FacetRequest[],
    sources: SourceNumbers | undefined,
  ) {
    this.#table = table;
    this.sources = sources;
    this.#selection = selection;
    this.#fields = new Set(requests.map(({ field }) => field));
    const { scopes, kinds, labelSets, columns } = table;
    this.clusters = new Uint32Array(scopes.clusterNames.capacity);
    this.namespaces = new Uint32Array(this.#asks('NAMESPACE') ? scopes.namespaces.capacity : 0);
    this.kinds = new Uint32Array(kinds.capacity);
    this.#byKey = new Uint32Array(keysOf(kinds.capacity));
    this.labelSets = new Uint32Array(this.#asks('LABEL', 'LABEL_KEY') ? labelSets.capacity : 0);
    const requested = columns.texts.filter(({ column }) => this.#fields.has(column.facet as FacetField));
    const counting = (column: TextColumn) => ({ column, counts: new Uint32Array(column.texts.capacity) });
    this.texts = new Map(requested.map(column => [column.column.facet as FacetField, counting(column)]));
    this.images = this.#asks('IMAGE', 'IMAGE_REPOSITORY') ? counting(columns.images) : undefined;
  }

  *run(): Steps<void> {
    const selection = this.#selection;
    if (
      !selection.isTallied ||
      !this.#table.scopes.tallies.isComplete ||
      this.#asks('LABEL', 'LABEL_KEY') ||
      this.sources ||
      this.images ||
      this.texts.size > 0
    )
      return yield* this.#countRows(undefined);
    const others: ShownCluster[] = [];
    for (const shown of selection.shown) {
      if (selection.wantsEveryNamespace && this.#tally(shown)) {
        yield;
        continue;
      }
      const byName = yield* this.#tallyScopes(shown);
      if (byName.length > 0) others.push({ ...shown, scopes: Uint32Array.from(byName) });
    }
    for (let key = 0; key < this.#byKey.length; key++) {
      if (this.#byKey[key] === 0) continue;
      const word = wordOfKey(key);
      this.kinds[kindOf(word)]! += this.#byKey[key]!;
      this.states[stateOf(word)]! += this.#byKey[key]!;
    }
    if (others.length > 0) yield* this.#countRows(others);
  }

  /** Adds up the tallies of a cluster's scopes. Returns the scopes whose rows must be read. */
  *#tallyScopes(shown: ShownCluster): Steps<number[]> {
    const byName: number[] = [];
    const scopes = this.#selection.scopesOf(shown);
    let total = 0;
    for (let from = 0; from < scopes.length; from += PLACES_AT_ONCE) {
      total += this.#addTallies(scopes.subarray(from, from + PLACES_AT_ONCE), byName);
      yield;
    }
    this.total += total;
    this.clusters[shown.cluster.id]! += total;
    return byName;
  }

  /** Adds the tallies of some scopes. Returns the number of rows added. */
  #addTallies(scopes: Uint32Array, byName: number[]): number {
    const { namespace, tallies } = this.#table.scopes;
    const { first, length, words } = tallies;
    const selection = this.#selection;
    const { grid, width, states } = selection;
    const [byKey, byNamespace] = [this.#byKey, this.namespaces];
    const asksNamespace = byNamespace.length > 0;
    let total = 0;
    for (let i = 0; i < scopes.length; i++) {
      const scope = scopes[i]!;
      if (selection.hasRowsByName(scope)) {
        byName.push(scope);
        continue;
      }
      const cells = selection.maskOf(scope) * width;
      const end = first[scope]! + length[scope]!;
      let here = 0;
      for (let at = first[scope]!; at < end; at++) {
        const word = words[at]!;
        if (grid[cells + kindOf(word)] !== VISIBLE || (states && states[stateOf(word)] === 0)) continue;
        here += countOf(word);
        byKey[keyOf(word)]! += countOf(word);
      }
      total += here;
      if (asksNamespace) byNamespace[namespace[scope]!]! += here;
    }
    return total;
  }

  /** Adds the tally of a cluster. Returns false if the tally alone is not enough. */
  #tally({ cluster, scopes, alike }: ShownCluster): boolean {
    if (!alike) return false;
    const selection = this.#selection;
    const { width, states } = selection;
    const { tally } = cluster;
    const visible: [kind: number, inNamespace: boolean][] = [];
    let isWhole = !states;
    for (let kind = 0; kind < width; kind++) {
      if (selection.cell(alike.inNamespaces, kind) === VISIBLE) visible.push([kind, true]);
      else isWhole &&= tally.total(kind, true) === 0;
      if (selection.cell(alike.atScope, kind) === VISIBLE) visible.push([kind, false]);
    }
    if (this.#asks('NAMESPACE')) {
      if (!isWhole) return false;
      const { namespace, rowCount } = this.#table.scopes;
      for (const scope of scopes) this.namespaces[namespace[scope]!]! += rowCount[scope]!;
    }
    for (const [kind, inNamespace] of visible) {
      if (tally.total(kind, inNamespace) === 0) continue;
      for (const state of STATES_OF_ROWS) {
        if (states && states[state] === 0) continue;
        const count = tally.count(kind, inNamespace, state);
        this.total += count;
        this.clusters[cluster.id]! += count;
        this.kinds[kind]! += count;
        this.states[state]! += count;
      }
    }
    return true;
  }

  *#countRows(within: readonly ShownCluster[] | undefined): Steps<void> {
    const { columns, scopes } = this.#table;
    const byScope = new Uint32Array(this.#asks('CLUSTER', 'NAMESPACE') ? scopes.capacity : 0);
    const counters: [NarrowArray, Uint32Array][] = [];
    if (this.#asks('CLUSTER', 'NAMESPACE')) counters.push([columns.scope, byScope]);
    if (this.#asks('KIND', 'GROUP')) counters.push([columns.kind, this.kinds]);
    if (this.#asks('STATUS', 'SUSPENDED')) counters.push([columns.state, this.states]);
    for (const { column, counts } of this.texts.values()) counters.push([column.numbers, counts]);
    if (this.images) counters.push([this.images.column.numbers, this.images.counts]);
    if (this.#asks('LABEL', 'LABEL_KEY')) counters.push([columns.labels, this.labelSets]);
    yield* this.#selection.forEachBlock((block, count) => {
      this.total += count;
      for (const [column, counts] of counters) countInto(counts, column, block, count);
      if (this.sources) this.#countSources(this.sources, block, count);
    }, within);
    if (byScope.length === 0) return;
    for (const { scopes: visible } of within ?? this.#selection.shown) {
      for (const scope of visible) {
        const count = byScope[scope]!;
        if (count === 0) continue;
        this.clusters[scopes.cluster[scope]!]! += count;
        if (this.namespaces.length > 0) this.namespaces[scopes.namespace[scope]!]! += count;
      }
      yield;
    }
  }

  #countSources(sources: SourceNumbers, block: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const source = sources.of(block[i]!);
      if (source >= this.ofSources.length) this.ofSources = grown(this.ofSources, sources.end);
      this.ofSources[source]!++;
    }
  }

  #asks(...fields: FacetRequest['field'][]): boolean {
    return fields.some(field => this.#fields.has(field));
  }
}

function countInto(counts: Uint32Array, column: NarrowArray, block: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) counts[column[block[i]!]!]!++;
}

export interface FacetOptions {
  readonly labelKey?: string;
  readonly limit: number;
  /** Pattern of the values to include. */
  readonly match?: TextMatch;
}

interface FacetRequest {
  readonly field: FacetField;
  readonly labelKey: string;
  readonly limit: number;
  readonly match: TextMatch | undefined;
}

/** Number of rows for each number in a column. */
interface IdCounts {
  readonly clusters: Uint32Array;
  readonly namespaces: Uint32Array;
  readonly kinds: Uint32Array;
  readonly states: Uint32Array;
  readonly labelSets: Uint32Array;
  /** Undefined if no facet needs sources. */
  readonly sources: SourceNumbers | undefined;
  /** Counts by number of the source. */
  readonly ofSources: Uint32Array;
  /** Counts by field, for columns with texts. */
  readonly texts: ReadonlyMap<FacetField, TextCounts>;
  /** Counts by list of images. Undefined if no facet needs them. */
  readonly images: TextCounts | undefined;
}

interface TextCounts {
  readonly column: TextColumn;
  readonly counts: Uint32Array;
}

/** Number of label sets or counted values processed between two yields. */
const VALUES_AT_ONCE = 4096;
/** Number of characters in lists of images that are processed between two yields. */
const CHARACTERS_AT_ONCE = 16 * 1024;

/** Validates a request for a facet. @throws QueryError */
export function facetRequest(field: FacetField, { limit, labelKey, match }: FacetOptions): FacetRequest {
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new QueryError(`"limit" must be a whole number that is not negative, not ${limit}.`);
  if (field === 'LABEL' && !labelKey)
    throw new QueryError('The facet LABEL needs "labelKey", the key whose values are to be counted.');
  return { field, labelKey: labelKey ?? '', limit, match };
}

/**
 * Returns the filter for counting a facet, and the key of this filter. Facets with equal keys share one filter.
 *
 * The result omits the filter's top-level condition on the facet's field. A reader who filters by one value therefore
 * still sees the counts of other values. Conditions inside `and`, `or` and `not` apply. For LABEL, only the
 * requirements on the label's key are omitted.
 */
function withoutOwn(
  { columns }: RowTable,
  filter: Filter,
  { field, labelKey }: FacetRequest,
): { key: string; others: Filter } {
  const own = (columns.ownMembers.get(field) ?? []).filter(member => filter[member] !== undefined);
  if (own.length === 0) return { key: '', others: filter };
  if (field === 'LABEL') {
    return {
      key: `labels ${labelKey}`,
      others: { ...filter, labelSelector: filter.labelSelector!.filter(({ key }) => key !== labelKey) },
    };
  }
  const others = { ...filter };
  for (const member of own) delete others[member];
  return { key: own.join(), others };
}

type Values = Iterable<Pick<FacetValue, 'value' | 'count'>>;

/**
 * Values of a facet. `having` is the number of rows that have a value. Undefined if this number is the sum of the
 * counts.
 */
interface Counted {
  readonly values: Values;
  readonly having?: number;
}

/**
 * Returns the values with the most rows. Rows without a value are counted separately, for example cluster-scoped rows
 * for NAMESPACE.
 * @param total Number of all rows, including rows without a value
 * @throws QueryError
 */
function* countedFacet(
  { values, having }: Counted,
  { field, limit, match }: FacetRequest,
  total: number,
): Steps<Facet> {
  let [distinct, sum, looked] = [0, 0, 0];
  const matches = match && compileTextMatch(match);
  const perCharacter = match ? 1 + slowestPart(match.glob ?? '') : 0;
  const best = new TopK<Omit<FacetValue, 'title'>>(limit, (a, b) => b.count - a.count || compareText(a.value, b.value));
  for (const { value, count } of values) {
    sum += count;
    if (!matches || matches(value)) {
      distinct++;
      best.offer({ value, count });
    }
    looked += FETCH + value.length * perCharacter;
    if (looked >= VALUES_AT_ONCE * FETCH) {
      looked = 0;
      yield;
    }
  }
  const titled = best.sorted().map(({ value, count }) => ({ value, title: titleOf(field, value), count }));
  return { field, values: titled, truncated: distinct > limit, missingCount: total - (having ?? sum) };
}

/** Converts counts by number to counts by value of a field. */
export function* valuesOf(table: RowTable, counts: IdCounts, { field, labelKey }: FacetRequest): Steps<Counted> {
  const { scopes, kinds, labelSets } = table;
  switch (field) {
    case 'CLUSTER':
      return { values: named(counts.clusters, id => scopes.clusterNames.text(id)) };
    case 'NAMESPACE':
      return { values: named(counts.namespaces, id => scopes.namespaces.text(id)) };
    case 'KIND':
      return { values: named(counts.kinds, id => kindValue({ group: kinds.group(id), kind: kinds.kind(id) })) };
    case 'GROUP':
      return { values: summed(counts.kinds, id => kinds.group(id)) };
    case 'STATUS':
      return { values: summed(counts.states, statusOf) };
    case 'SUSPENDED':
      return { values: summed(counts.states, state => String((state & SUSPENDED) !== 0)) };
    case 'SOURCE':
      return { values: named(counts.ofSources, number => counts.sources?.id(number) ?? '') };
    case 'LABEL_KEY':
      return yield* labelKeys(table, counts.labelSets);
    case 'LABEL': {
      const values = new Map<string, number>();
      for (let set = 0; set < counts.labelSets.length; set++) {
        if (set % VALUES_AT_ONCE === 0) yield;
        const count = counts.labelSets[set]!;
        const value = count > 0 ? labelSets.value(set, labelKey) : undefined;
        if (value !== undefined) values.set(value, (values.get(value) ?? 0) + count);
      }
      return { values: counted(values) };
    }
    case 'IMAGE':
    case 'IMAGE_REPOSITORY':
      return yield* imagesOf(field, counts.images!);
    default: {
      const { column, counts: ofTexts } = counts.texts.get(field)!;
      return { values: named(ofTexts, id => column.texts.text(id)) };
    }
  }
}

/** Counts a row once for each of its images, or once for each of their repositories. @throws QueryError */
function* imagesOf(field: ImageFacet, { column, counts: ofLists }: TextCounts): Steps<Counted> {
  const numbers = new ImageNumbers(field, column.texts);
  let counts = new Uint32Array(64);
  let [having, looked] = [0, 0];
  for (let list = 0; list < ofLists.length; list++) {
    looked++;
    const count = ofLists[list]!;
    if (count === 0) continue;
    const values = numbers.of(list);
    if (numbers.end > counts.length) counts = grown(counts, numbers.end);
    for (const value of values) counts[value]! += count;
    if (values[0] !== 0) having += count;
    looked += numbers.costOf(list);
    if (looked < CHARACTERS_AT_ONCE) continue;
    looked = 0;
    yield;
  }
  return { values: named(counts, number => numbers.value(number) ?? ''), having };
}

/** Counts a row once for each of its label keys. */
function* labelKeys({ labelSets }: RowTable, ofSets: Uint32Array): Steps<Counted> {
  const counts = new Uint32Array(labelSets.textCapacity);
  const labels = labelSets.reader();
  let [having, looked] = [0, 0];
  for (let set = 0; set < ofSets.length; set++) {
    if (++looked >= VALUES_AT_ONCE) {
      looked = 0;
      yield;
    }
    const count = ofSets[set]!;
    if (count === 0) continue;
    labels.read(set);
    if (labels.size > 0) having += count;
    for (let label = 0; label < labels.size; label++) counts[labels.keyAt(label)]! += count;
    looked += labels.size;
  }
  return { values: named(counts, number => labelSets.textOf(number)), having };
}

function* used(counts: Uint32Array): Generator<[id: number, count: number], void, undefined> {
  for (let id = 0; id < counts.length; id++) if (counts[id]! > 0) yield [id, counts[id]!];
}

function* named(
  counts: Uint32Array,
  name: (id: number) => string,
): Generator<{ value: string; count: number }, void, undefined> {
  for (const [id, count] of used(counts)) {
    const value = name(id);
    if (value !== '') yield { value, count };
  }
}

function* counted(values: ReadonlyMap<string, number>): Generator<{ value: string; count: number }, void, undefined> {
  for (const [value, count] of values) yield { value, count };
}

function summed(counts: Uint32Array, valueOf: (id: number) => string): Values {
  const sums = new Map<string, number>();
  for (const [id, count] of used(counts)) sums.set(valueOf(id), (sums.get(valueOf(id)) ?? 0) + count);
  return counted(sums);
}

export interface NumbersQuestion {
  readonly view: RowAuthorizer;
  readonly filter: Filter;
  readonly signal: AbortSignal | undefined;
  readonly total: boolean;
  readonly facets: readonly FacetRequest[];
}

interface OpenBatch {
  readonly view: RowAuthorizer;
  readonly filter: Filter;
  readonly signal: AbortSignal | undefined;
  total: boolean;
  readonly facets: FacetRequest[];
  readonly answer: Promise<Numbers>;
}

/**
 * Batches the totals and facets of a list. Requests for the same view, filter and signal that arrive together form one
 * query.
 */
export class QuestionBatches {
  readonly #answer: (question: NumbersQuestion) => Promise<Numbers>;
  #open: OpenBatch[] = [];

  constructor(answer: (question: NumbersQuestion) => Promise<Numbers>) {
    this.#answer = answer;
  }

  async total(view: RowAuthorizer, filter: Filter, signal: AbortSignal | undefined): Promise<number> {
    const batch = this.#batch(view, filter, signal);
    batch.total = true;
    return (await batch.answer).total;
  }

  async facet(
    view: RowAuthorizer,
    filter: Filter,
    request: FacetRequest,
    signal: AbortSignal | undefined,
  ): Promise<Facet> {
    const batch = this.#batch(view, filter, signal);
    const at = batch.facets.push(request) - 1;
    const facet = (await batch.answer).facets[at]!;
    if (facet instanceof QueryError) throw facet;
    return facet;
  }

  #batch(view: RowAuthorizer, filter: Filter, signal: AbortSignal | undefined): OpenBatch {
    const known = this.#open.find(batch => batch.view === view && batch.filter === filter && batch.signal === signal);
    if (known) return known;
    // In a promise callback, process.nextTick runs after the promise callbacks that are already due. Requests of
    // resolvers that waited for the same promise therefore join this batch.
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    process.nextTick(close);
    const answer = closed.then(() => {
      this.#open.splice(this.#open.indexOf(batch), 1);
      return this.#answer(batch);
    });
    const batch: OpenBatch = { view, filter, signal, total: false, facets: [], answer };
    this.#open.push(batch);
    return batch;
  }
}

/** @param select Selects among the rows that the caller's RowAuthorizer shows */
export function* seenSources(table: RowTable, select: (filter: Filter) => Steps<Selection>): Steps<SourceNumbers> {
  const visible = yield* select({});
  return new SourceNumbers(table, row => row !== 0 && finished(visible.has(row)));
}

/**
 * Gives a number to each source of rows. The source of a row is the first target of a SOURCE relation that the caller
 * may see. A hidden source counts as absent, so that neither the source nor its number of objects is revealed.
 */
export class SourceNumbers {
  readonly #table: RowTable;
  readonly #sees: (row: number) => boolean;
  /**
   * Pairs of a scope and a set of relations. One set may be shared by rows of many scopes, but the source of these rows
   * depends on the scope.
   */
  readonly #pairs: PairNumbers;
  /** Number of the source, by pair. */
  readonly #sources: number[] = [];
  /** Number of the source, by its row. */
  readonly #numbers = new Map([[0, 0]]);
  /** Row of the source, by its number. */
  readonly #rows = [0];

  /** An instance is valid until the next write. */
  constructor(table: RowTable, sees: (row: number) => boolean) {
    this.#table = table;
    this.#sees = sees;
    this.#pairs = new PairNumbers(table.scopes.capacity, table.relations.capacity);
  }

  /** Exclusive upper bound of all possible numbers. */
  get capacity(): number {
    return this.#table.columns.end;
  }

  /** Exclusive upper bound of the numbers used so far. */
  get end(): number {
    return this.#rows.length;
  }

  /** Returns the number of the row's source. 0 if the row has no source that the caller may see. */
  of(row: number): number {
    const { relations, columns } = this.#table;
    const set = relations.setOf(row);
    return set === 0
      ? 0
      : (this.#sources[this.#pairs.of(columns.scope[row]!, set)] ??= this.#numberOf(this.#firstSeen(row)));
  }

  /** Returns the id of a source. Undefined for 0. */
  id(number: number): string | undefined {
    return number === 0 ? undefined : encodeObjectId(this.#table.read(this.#rows[number]!));
  }

  #firstSeen(row: number): number {
    let source = 0;
    this.#table.relations.forEachKept(
      row,
      ({ type }) => type === 'SOURCE' && source === 0,
      (_, to) => {
        if (this.#sees(to)) source = to;
      },
    );
    return source;
  }

  #numberOf(source: number): number {
    const known = this.#numbers.get(source);
    if (known !== undefined) return known;
    this.#numbers.set(source, this.#rows.length);
    return this.#rows.push(source) - 1;
  }
}

/** Returns the title of a facet or group value, for display. */
export function titleOf(field: FacetField, value: string): string {
  switch (field) {
    case 'KIND':
      return value.slice(0, value.includes('.') ? value.indexOf('.') : undefined);
    case 'GROUP':
      return value || 'core';
    case 'STATUS':
      return readable(value);
    case 'SUSPENDED':
      return value === 'true' ? 'Suspended' : 'Not suspended';
    case 'IMAGE_REPOSITORY':
      return familiarRepository(value);
    case 'SOURCE': {
      const { kind, namespace, name } = decodeObjectId(value);
      return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
    }
    default:
      return value;
  }
}

/** Example: `IN_PROGRESS` becomes `In progress`. */
function readable(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
