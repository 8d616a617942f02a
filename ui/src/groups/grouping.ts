/** Groups of the list: their keys, their order, and the query that each cell links to. */
import type { FacetField, GroupKey, GroupsQuery, ObjectFilter } from '../graph/graphql.ts';
import { byHealth } from '../format/status-counts.ts';
import { isCondition, typedValue, withValues, type Field, type Term } from '../query/language.ts';

export const GROUPINGS = [
  'cluster',
  'kind',
  'namespace',
  'reason',
  'revision',
  'image',
  'imagerepository',
  'suspended',
] as const;
/**
 * Fields that need the key of a label. `clusterlabel` groups by labels of clusters, which often name the environment or
 * the region.
 */
export const LABELLED = ['label', 'clusterlabel'] as const;
type Plain = (typeof GROUPINGS)[number];
type Labelled = (typeof LABELLED)[number];
export type Grouping = Plain | `${Labelled}:${string}`;

export type Group = NonNullable<NonNullable<GroupsQuery['objects']>['groups']>['nodes'][number];

/** `key`: key of the label. Empty for other fields. */
export function partsOfGrouping(grouping: Grouping): { readonly field: Plain | Labelled; readonly key: string } {
  const [, field = grouping, key = ''] = /^(label|clusterlabel):(.+)$/.exec(grouping) ?? [];
  return { field: field as Plain | Labelled, key };
}

/** Default grouping for the objects within an opened group. */
export function within(grouping: Grouping): Grouping {
  const { field } = partsOfGrouping(grouping);
  return field === 'cluster' || field === 'reason' || field === 'suspended' ? 'kind' : 'cluster';
}

/**
 * Key that the server groups by. The server cannot group by labels of clusters. For a label of clusters, the server
 * groups by cluster, and joinedByLabel() combines the groups.
 */
export function keyOf(grouping: Grouping): GroupKey {
  const { field, key } = partsOfGrouping(grouping);
  if (field === 'label') return { field: 'LABEL', labelKey: key };
  if (field === 'imagerepository') return { field: 'IMAGE_REPOSITORY' };
  return { field: field === 'clusterlabel' ? 'CLUSTER' : (field.toUpperCase() as FacetField) };
}

/** True if an object can be in several groups. An object with several images counts in the group of each image. */
export const countsInSeveral = (grouping: Grouping | undefined): boolean =>
  grouping === 'image' || grouping === 'imagerepository';

export function asGrouping(text: string | undefined): Grouping | undefined {
  const labelled = text !== undefined && /^(label|clusterlabel):[^\s,]+$/.test(text);
  return labelled ? (text as Grouping) : GROUPINGS.find(it => it === text);
}

/**
 * Combines groups by cluster into groups by a label of the clusters. Returns `groups` if `grouping` is not by a label
 * of clusters. `at`: index of the cluster in the values of a group.
 */
export function joinedByLabel(
  groups: readonly Group[],
  labelsOf: ReadonlyMap<string, Readonly<Record<string, string>>>,
  grouping: Grouping,
  at: number,
): readonly Group[] {
  const { field, key } = partsOfGrouping(grouping);
  if (field !== 'clusterlabel') return groups;
  const joined = new Map<string, Group>();
  for (const group of groups) {
    const value = labelsOf.get(group.values[at]?.value ?? '')?.[key];
    const values = group.values.with(at, { value: value ?? null, title: value ?? '' });
    const name = JSON.stringify(values.map(it => it.value));
    const known = joined.get(name);
    joined.set(
      name,
      known ? { values, count: known.count + group.count, statusCounts: sum(known, group) } : { ...group, values },
    );
  }
  return [...joined.values()];
}

function sum({ statusCounts: a }: Group, { statusCounts: b }: Group): Group['statusCounts'] {
  const total = { ...a };
  for (const [name, count] of Object.entries(b)) if (typeof count === 'number') total[name as 'failed'] += count;
  return total;
}

/** Sorts by failed objects, then by objects that are not CURRENT, then by title. */
export function worstFirst(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted((a, b) => byHealth(a.statusCounts, b.statusCounts) || (titleOf(a) < titleOf(b) ? -1 : 1));
}

/** Value of the last key. Groups within one opened group differ only in this value. */
export const valueOf = ({ values }: Group): string | null => values.at(-1)?.value ?? null;
export const titleOf = ({ values }: Group): string => values.at(-1)?.title ?? '';

/** Matrix with one column for each of the most frequent values of the second key. All other values share one column. */
export interface Pivot {
  readonly columns: readonly { readonly value: string | null; readonly title: string }[];
  readonly hasOthers: boolean;
  /**
   * Cells of each row, by the value of the row. Cells have the order of the columns. The last cell counts all other
   * values.
   */
  readonly cells: ReadonlyMap<string | null, readonly Cell[]>;
}
export interface Cell {
  readonly count: number;
  readonly failed: number;
}

const MOST_COLUMNS = 12;

export function pivotOf(groups: readonly Group[], most = MOST_COLUMNS): Pivot {
  const totals = new Map<string | null, { value: string | null; title: string; count: number }>();
  for (const group of groups) {
    const known = totals.get(valueOf(group));
    if (known) known.count += group.count;
    else totals.set(valueOf(group), { value: valueOf(group), title: titleOf(group), count: group.count });
  }
  const ranked = [...totals.values()].sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
  const columns = ranked
    .slice(0, most)
    .sort((a, b) => Number(a.value === null) - Number(b.value === null) || (a.title < b.title ? -1 : 1));
  const placeOf = new Map(columns.map(({ value }, place) => [value, place]));
  const cells = new Map<string | null, Cell[]>();
  for (const group of groups) {
    const row = group.values[0]?.value ?? null;
    const known = cells.get(row) ?? Array.from({ length: columns.length + 1 }, () => ({ count: 0, failed: 0 }));
    const place = placeOf.get(valueOf(group)) ?? columns.length;
    const before = known[place] ?? { count: 0, failed: 0 };
    known[place] = { count: before.count + group.count, failed: before.failed + group.statusCounts.failed };
    cells.set(row, known);
  }
  return { columns: columns.map(({ value, title }) => ({ value, title })), hasOthers: ranked.length > most, cells };
}

/** Query for the objects of a group. */
export function termsOfGroup(terms: readonly Term[], grouping: Grouping, value: string | null): readonly Term[] {
  const { field, key } = partsOfGrouping(grouping);
  if (field === 'label' || field === 'clusterlabel') return withLabel(terms, field, key, value);
  if (value === null) return withoutValue(terms, field);
  return withValues(terms, field, [typedValue(field, value)]);
}

/** Filter for the objects of any of these groups. */
export function filterOfGroups(filter: ObjectFilter, grouping: Grouping, values: readonly string[]): ObjectFilter {
  const { field, key } = partsOfGrouping(grouping);
  return { and: [filter, conditionOf(field, key, values)] };
}

function conditionOf(field: Plain | Labelled, key: string, values: readonly string[]): ObjectFilter {
  switch (field) {
    case 'label':
      return { labelSelector: `${key} in (${values.join(',')})` };
    case 'clusterlabel':
      return { clusterLabels: `${key} in (${values.join(',')})` };
    case 'suspended':
      return values.length === 1 ? { suspended: values[0] === 'true' } : {};
    case 'revision':
      return { or: values.map(equals => ({ revision: { equals } })) };
    default: {
      const fields = {
        cluster: 'clusters',
        kind: 'kinds',
        namespace: 'namespaces',
        reason: 'reasons',
        image: 'images',
        imagerepository: 'imageRepositories',
      } as const;
      return { [fields[field]]: [...values] };
    }
  }
}

/** Value that the query requires for a label. Undefined if the query does not require a value for this label. */
export function labelValueOf(terms: readonly Term[], field: Labelled, key: string): string | undefined {
  const selectors = terms.flatMap(term =>
    isCondition(term) && term.field === field && !term.negated ? term.values : [],
  );
  return selectors.find(it => it.startsWith(`${key}=`))?.slice(key.length + 1);
}

/** Replaces the condition on one label, and keeps the conditions on other labels. */
function withLabel(terms: readonly Term[], field: Labelled, key: string, value: string | null): readonly Term[] {
  const others = withoutLabel(terms, field, key);
  const selector = value === null ? `!${key}` : `${key}=${value}`;
  const at = others.findIndex(term => isCondition(term) && term.field === field && !term.negated);
  const known = others[at];
  if (known && isCondition(known)) return others.with(at, { ...known, values: [...known.values, selector] });
  return [...others, { field, negated: false, values: [selector] }];
}

export function withoutLabel(terms: readonly Term[], field: Labelled, key: string): readonly Term[] {
  const isOther = (selector: string) => selector !== `!${key}` && !selector.startsWith(`${key}=`);
  return terms.flatMap(term => {
    if (!isCondition(term) || term.field !== field || term.negated) return [term];
    const values = term.values.filter(isOther);
    return values.length === 0 ? [] : [{ ...term, values }];
  });
}

/** Query for objects without a value: an empty text, or `-namespace:*` for the namespace. */
function withoutValue(terms: readonly Term[], field: Field): readonly Term[] {
  if (field !== 'namespace') return withValues(terms, field, ['']);
  return [...withValues(terms, field, []), { field, negated: true, values: ['*'] }];
}
