/**
 * Totals and facets of one query, exact under the same visibility as every list. Facets on the same rows share one
 * pass. If the query depends only on place, kind and state, no row is counted: the tally of a uniformly visible cluster
 * is read, else those of the visible places.
 */
import { countedFacet, valuesOf, withoutOwn, type FacetRequest, type IdCounts, type TextCounts } from './facets.ts';
import { seenSources, type SourceNumbers } from './sources.ts';
import { grown } from '../containers/grown.ts';
import type { Steps } from '../gate.ts';
import type { NarrowArray } from '../containers/narrow.ts';
import { countOf, keyOf, keysOf, kindOf, stateOf, wordOfKey } from '../rows/place-tallies.ts';
import type { Facet, FacetField, Filter } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { Selection } from '../filters/selection.ts';
import { STATES_OF_ROWS } from '../rows/tally.ts';
import { VISIBLE, type ShownCluster } from '../visibility-mask.ts';

/** Tallies of places read without yielding. */
const STEP = 2_048;

export interface Numbers {
  readonly total: number;
  /** In the order of the requests. */
  readonly facets: readonly Facet[];
}

/** @throws QueryError */
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
  const facets = new Map<FacetRequest, Facet>();
  for (const [others, requests] of passes) {
    const asksSources = requests.some(({ field }) => field === 'SOURCE');
    const selection = yield* select(others);
    const pass = new Pass(table, selection, requests, asksSources ? yield* seenSources(table, select) : undefined);
    yield* pass.run();
    if (others === filter) total = pass.total;
    for (const request of requests) facets.set(request, yield* countedFacet(yield* valuesOf(table, pass, request), request, pass.total));
  }
  return { total, facets: wanted.facets.map(request => facets.get(request)!) };
}

/** Counts rows by the numbers in their columns. */
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
  /** Sum of the tallies of places, by kind and state. */
  readonly #byKey: Uint32Array;
  readonly #table: RowTable;
  readonly #selection: Selection;
  readonly #fields: ReadonlySet<FacetRequest['field']>;

  constructor(table: RowTable, selection: Selection, requests: readonly FacetRequest[], sources: SourceNumbers | undefined) {
    this.#table = table;
    this.sources = sources;
    this.#selection = selection;
    this.#fields = new Set(requests.map(({ field }) => field));
    const { places, kinds, labelSets, columns } = table;
    this.clusters = new Uint32Array(places.clusterNames.capacity);
    this.namespaces = new Uint32Array(this.#asks('NAMESPACE') ? places.namespaces.capacity : 0);
    this.kinds = new Uint32Array(kinds.capacity);
    this.#byKey = new Uint32Array(keysOf(kinds.capacity));
    this.labelSets = new Uint32Array(this.#asks('LABEL', 'LABEL_KEY') ? labelSets.capacity : 0);
    const asked = columns.texts.filter(({ column }) => this.#fields.has(column.facet as FacetField));
    this.texts = new Map(
      asked.map(column => [column.column.facet as FacetField, { column, counts: new Uint32Array(column.texts.capacity) }]),
    );
  }

  *run(): Steps<void> {
    const selection = this.#selection;
    if (
      !selection.isTallied ||
      !this.#table.places.tallies.isComplete ||
      this.#asks('LABEL', 'LABEL_KEY') ||
      this.sources ||
      this.texts.size > 0
    )
      return yield* this.#countRows(undefined);
    const others: ShownCluster[] = [];
    for (const shown of selection.shown) {
      if (selection.wantsEveryNamespace && this.#tally(shown)) {
        yield;
        continue;
      }
      const byName = yield* this.#tallyPlaces(shown);
      if (byName.length > 0) others.push({ ...shown, places: Uint32Array.from(byName) });
    }
    for (let key = 0; key < this.#byKey.length; key++) {
      if (this.#byKey[key] === 0) continue;
      const word = wordOfKey(key);
      this.kinds[kindOf(word)]! += this.#byKey[key]!;
      this.states[stateOf(word)]! += this.#byKey[key]!;
    }
    if (others.length > 0) yield* this.#countRows(others);
  }

  /** Adds up the tallies of a cluster's places. Returns the places whose rows must be read. */
  *#tallyPlaces(shown: ShownCluster): Steps<number[]> {
    const byName: number[] = [];
    const places = this.#selection.placesOf(shown);
    let total = 0;
    for (let from = 0; from < places.length; from += STEP) {
      total += this.#addTallies(places.subarray(from, from + STEP), byName);
      yield;
    }
    this.total += total;
    this.clusters[shown.cluster.id]! += total;
    return byName;
  }

  /** Returns the number of rows added. */
  #addTallies(places: Uint32Array, byName: number[]): number {
    const { namespace, tallies } = this.#table.places;
    const { first, length, words } = tallies;
    const selection = this.#selection;
    const { grid, width, states } = selection;
    const [byKey, byNamespace] = [this.#byKey, this.namespaces];
    const asksNamespace = byNamespace.length > 0;
    let total = 0;
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!;
      if (selection.hasRowsByName(place)) {
        byName.push(place);
        continue;
      }
      const cells = selection.maskOf(place) * width;
      const end = first[place]! + length[place]!;
      let here = 0;
      for (let at = first[place]!; at < end; at++) {
        const word = words[at]!;
        if (grid[cells + kindOf(word)] !== VISIBLE || (states && states[stateOf(word)] === 0)) continue;
        here += countOf(word);
        byKey[keyOf(word)]! += countOf(word);
      }
      total += here;
      if (asksNamespace) byNamespace[namespace[place]!]! += here;
    }
    return total;
  }

  /** False if the cluster's tally is not enough. */
  #tally({ cluster, places, alike }: ShownCluster): boolean {
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
      const { namespace, rowCount } = this.#table.places;
      for (const place of places) this.namespaces[namespace[place]!]! += rowCount[place]!;
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
    const { columns, places } = this.#table;
    const byPlace = new Uint32Array(this.#asks('CLUSTER', 'NAMESPACE') ? places.capacity : 0);
    const counters: [NarrowArray, Uint32Array][] = [];
    if (this.#asks('CLUSTER', 'NAMESPACE')) counters.push([columns.place, byPlace]);
    if (this.#asks('KIND', 'GROUP')) counters.push([columns.kind, this.kinds]);
    if (this.#asks('STATUS', 'SUSPENDED')) counters.push([columns.state, this.states]);
    for (const { column, counts } of this.texts.values()) counters.push([column.numbers, counts]);
    if (this.#asks('LABEL', 'LABEL_KEY')) counters.push([columns.labels, this.labelSets]);
    yield* this.#selection.forEachBlock((block, count) => {
      this.total += count;
      for (const [column, counts] of counters) countInto(counts, column, block, count);
      if (this.sources) this.#countSources(this.sources, block, count);
    }, within);
    if (byPlace.length === 0) return;
    for (const { places: visible } of within ?? this.#selection.shown) {
      for (const place of visible) {
        const count = byPlace[place]!;
        if (count === 0) continue;
        this.clusters[places.cluster[place]!]! += count;
        if (this.namespaces.length > 0) this.namespaces[places.namespace[place]!]! += count;
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
