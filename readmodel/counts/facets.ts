/**
 * Facets: the number of rows per value of a field.
 *
 * A facet ignores the filter's own top-level condition on its field, so that a reader who chose one value sees what the
 * others would give. Conditions inside and, or and not stay. For LABEL, the requirements on that label's key are
 * ignored.
 *
 * Rows without a value are counted apart: cluster-scoped rows for NAMESPACE, rows without a reason for REASON, rows
 * without the key for LABEL.
 */
import { statusOf, SUSPENDED, type TextColumn } from '../rows/columns.ts';
import type { Steps } from '../gate.ts';
import { compareText } from '../texts/id-order.ts';
import { kindValue, QueryError, type Facet, type FacetField, type FacetValue, type Filter, type TextMatch } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import { FETCH } from '../filters/price.ts';
import { slowestPart } from '../texts/glob.ts';
import { compileTextMatch } from '../texts/text-match.ts';
import type { SourceNumbers } from './sources.ts';
import { TopK } from '../containers/top-k.ts';
import { titleOf } from './titles.ts';

export interface FacetOptions {
  readonly labelKey?: string;
  readonly limit: number;
  /** Includes only values that match. */
  readonly match?: TextMatch;
}

export interface FacetRequest {
  readonly field: FacetField;
  readonly labelKey: string;
  readonly limit: number;
  readonly match: TextMatch | undefined;
}

/** Number of rows per number in a column. */
export interface IdCounts {
  readonly clusters: Uint32Array;
  readonly namespaces: Uint32Array;
  readonly kinds: Uint32Array;
  readonly states: Uint32Array;
  readonly labelSets: Uint32Array;
  /** Undefined if no facet needs it. */
  readonly sources: SourceNumbers | undefined;
  /** By number of the source. */
  readonly ofSources: Uint32Array;
  /** By field, for columns with texts. */
  readonly texts: ReadonlyMap<FacetField, TextCounts>;
}

export interface TextCounts {
  readonly column: TextColumn;
  readonly counts: Uint32Array;
}

/** Label sets or counted values processed without yielding. */
const STEP = 4096;

/** @throws QueryError */
export function facetRequest(field: FacetField, { limit, labelKey, match }: FacetOptions): FacetRequest {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new QueryError(`"limit" must be a whole number that is not negative, not ${limit}.`);
  if (field === 'LABEL' && !labelKey) throw new QueryError('The facet LABEL needs "labelKey", the key whose values are to be counted.');
  return { field, labelKey: labelKey ?? '', limit, match };
}

/** The filter that a facet counts by. Facets with the same key share one filter. */
export function withoutOwn({ columns }: RowTable, filter: Filter, { field, labelKey }: FacetRequest): { key: string; others: Filter } {
  const own = (columns.ownMembers.get(field) ?? []).filter(member => filter[member] !== undefined);
  if (own.length === 0) return { key: '', others: filter };
  if (field === 'LABEL') {
    return { key: `labels ${labelKey}`, others: { ...filter, labelSelector: filter.labelSelector!.filter(({ key }) => key !== labelKey) } };
  }
  const others = { ...filter };
  for (const member of own) delete others[member];
  return { key: own.join(), others };
}

type Values = Iterable<Pick<FacetValue, 'value' | 'count'>>;

/** The values of a facet, and the number of rows that have a value if that is not the sum of the counts. */
interface Counted {
  readonly values: Values;
  readonly having?: number;
}

/**
 * The first values, most rows first.
 * @param total Number of all rows, including those without a value
 * @throws QueryError
 */
export function* countedFacet({ values, having }: Counted, { field, limit, match }: FacetRequest, total: number): Steps<Facet> {
  let [distinct, sum, looked] = [0, 0, 0];
  const matches = match && compileTextMatch(match);
  const perCharacter = match ? 1 + slowestPart(match.glob ?? '') : 0;
  const best = new TopK<FacetValue>(limit, (a, b) => b.count - a.count || compareText(a.value, b.value));
  for (const { value, count } of values) {
    sum += count;
    if (!matches || matches(value)) {
      distinct++;
      best.offer({ value, title: titleOf(field, value), count });
    }
    looked += FETCH + value.length * perCharacter;
    if (looked >= STEP * FETCH) {
      looked = 0;
      yield;
    }
  }
  return { field, values: best.sorted(), truncated: distinct > limit, missingCount: total - (having ?? sum) };
}

/** Converts numbers in columns to values of a field. */
export function* valuesOf(table: RowTable, counts: IdCounts, { field, labelKey }: FacetRequest): Steps<Counted> {
  const { places, kinds, labelSets } = table;
  switch (field) {
    case 'CLUSTER':
      return { values: named(counts.clusters, id => places.clusterNames.text(id)) };
    case 'NAMESPACE':
      return { values: named(counts.namespaces, id => places.namespaces.text(id)) };
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
        if (set % STEP === 0) yield;
        const count = counts.labelSets[set]!;
        const value = count > 0 ? labelSets.value(set, labelKey) : undefined;
        if (value !== undefined) values.set(value, (values.get(value) ?? 0) + count);
      }
      return { values: counted(values) };
    }
    default: {
      const { column, counts: ofTexts } = counts.texts.get(field)!;
      return { values: named(ofTexts, id => column.texts.text(id)) };
    }
  }
}

/** Counts a row for each of its labels. */
function* labelKeys({ labelSets }: RowTable, ofSets: Uint32Array): Steps<Counted> {
  const counts = new Uint32Array(labelSets.textCapacity);
  const labels = labelSets.reader();
  let [having, looked] = [0, 0];
  for (let set = 0; set < ofSets.length; set++) {
    if (++looked >= STEP) {
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

function* named(counts: Uint32Array, name: (id: number) => string): Generator<{ value: string; count: number }, void, undefined> {
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
