/**
 * Facets: how many rows of a selection have each value of a field. Exact, under the same visibility as every list.
 *
 * A facet leaves out the filter's own top-level condition on its field, so that a reader who chose one value sees what the others would
 * give; conditions inside and, or and not stay. For LABEL these are the requirements on that label's key.
 *
 * An absent value is no value: cluster-scoped rows are not in NAMESPACE, rows without a reason not in REASON, rows without the key not in LABEL.
 */
import { statusOf, SUSPENDED } from './columns.ts';
import { compareText } from './id-order.ts';
import { QueryError, type Facet, type FacetField, type FacetValue, type Filter } from './query.ts';
import type { RowTable } from './row-table.ts';
import type { Selection } from './selection.ts';
import { TopK } from './top-k.ts';

export interface FacetOptions {
  readonly labelKey?: string;
  readonly limit: number;
}

/** @throws QueryError */
export function computeFacet(
  table: RowTable,
  select: (filter: Filter) => Selection,
  filter: Filter,
  field: FacetField,
  options: FacetOptions,
): Facet {
  const { limit, labelKey } = options;
  if (!Number.isSafeInteger(limit) || limit < 0) throw new QueryError(`"limit" must be a whole number that is not negative, not ${limit}.`);
  if (field === 'LABEL' && !labelKey) throw new QueryError('The facet LABEL needs "labelKey", the key whose values are to be counted.');
  const counts = countValues(table, select(withoutOwn(filter, field, labelKey)), field, labelKey ?? '');
  const best = new TopK<FacetValue>(limit, (a, b) => b.count - a.count || compareText(a.value, b.value));
  for (const [value, { label, count }] of counts) best.offer({ value, label, count });
  return { field, values: best.sorted(), truncated: counts.size > limit };
}

function withoutOwn(filter: Filter, field: FacetField, labelKey: string | undefined): Filter {
  const others = { ...filter };
  switch (field) {
    case 'CLUSTER':
      delete others.clusters;
      break;
    case 'NAMESPACE':
      delete others.namespaces;
      break;
    case 'KIND':
      delete others.kinds;
      break;
    case 'GROUP':
      delete others.groups;
      break;
    case 'STATUS':
      delete others.status;
      break;
    case 'REASON':
      delete others.reasons;
      break;
    case 'SUSPENDED':
      delete others.suspended;
      break;
    case 'LABEL':
      if (filter.labels) others.labels = filter.labels.filter(({ key }) => key !== labelKey);
  }
  return others;
}

type Counts = Map<string, { label: string; count: number }>;

function countValues(table: RowTable, selection: Selection, field: FacetField, labelKey: string): Counts {
  const { columns, places, kinds, reasons, labelSets } = table;
  const counts: Counts = new Map();
  const add = (value: string, count: number, label = value): void => {
    const known = counts.get(value);
    if (known) known.count += count;
    else counts.set(value, { label, count });
  };
  const each = (column: Uint32Array | Uint8Array, capacity: number, name: (id: number, count: number) => void): void => {
    countIds(selection, column, capacity).forEach((count, id) => count > 0 && name(id, count));
  };
  switch (field) {
    case 'CLUSTER':
      each(columns.place, places.capacity, (place, count) => add(places.clusterName(place), count));
      break;
    case 'NAMESPACE':
      each(columns.place, places.capacity, (place, count) => places.namespaceName(place) && add(places.namespaceName(place), count));
      break;
    case 'KIND':
      each(columns.kind, kinds.capacity, (kind, count) => {
        const [name, group] = [kinds.kind(kind), kinds.group(kind)];
        add(group ? `${name}.${group}` : name, count, name);
      });
      break;
    case 'GROUP':
      each(columns.kind, kinds.capacity, (kind, count) => add(kinds.group(kind), count, kinds.group(kind) || 'core'));
      break;
    case 'STATUS':
      each(columns.state, 256, (state, count) => add(statusOf(state), count, readable(statusOf(state))));
      break;
    case 'REASON':
      each(columns.reason, reasons.capacity, (reason, count) => reasons.text(reason) && add(reasons.text(reason), count));
      break;
    case 'SUSPENDED':
      each(columns.state, 256, (state, count) =>
        state & SUSPENDED ? add('true', count, 'Suspended') : add('false', count, 'Not suspended'),
      );
      break;
    case 'LABEL':
      each(columns.labels, labelSets.capacity, (set, count) => {
        const value = labelSets.value(set, labelKey);
        if (value !== undefined) add(value, count);
      });
  }
  return counts;
}

/** How many selected rows have each number in a column. */
export function countIds(selection: Selection, column: Uint32Array | Uint8Array, capacity: number): Uint32Array {
  const counts = new Uint32Array(capacity);
  selection.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) counts[column[block[i]!]!]!++;
  });
  return counts;
}

/** `IN_PROGRESS` → `In progress` */
function readable(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
