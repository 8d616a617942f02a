/** Groups of the list: what makes them, how they are ordered, and the query that a cell leads to. */
import type { FacetField, GroupsQuery, ObjectFilter } from '../graph/graphql.ts';
import { byHealth } from '../format/status-counts.ts';
import { withValues, type Field, type Term } from '../query/language.ts';

export const GROUPINGS = ['cluster', 'kind', 'namespace', 'reason'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type Group = NonNullable<NonNullable<GroupsQuery['objects']>['groups']>['nodes'][number];

/** By what an open group divides further. */
export const WITHIN: Readonly<Record<Grouping, Grouping>> = { cluster: 'kind', kind: 'cluster', namespace: 'cluster', reason: 'kind' };

export const keyOf = (grouping: Grouping): { field: FacetField } => ({ field: grouping.toUpperCase() as FacetField });

export const asGrouping = (text: string | undefined): Grouping | undefined => GROUPINGS.find(it => it === text);

/** Those with the most that failed first, then the most that is not well, then by title. */
export function worstFirst(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted((a, b) => byHealth(a.statusCounts, b.statusCounts) || (titleOf(a) < titleOf(b) ? -1 : 1));
}

/** The value of the last key: an open group's own groups have it alone. */
export const valueOf = ({ values }: Group): string | null => values.at(-1)?.value ?? null;
export const titleOf = ({ values }: Group): string => values.at(-1)?.title ?? '';

/** The query for the objects of a group. */
export function termsOfGroup(terms: readonly Term[], grouping: Grouping, value: string | null): readonly Term[] {
  return value === null ? withoutValue(terms, grouping) : withValues(terms, grouping, [value]);
}

/** The objects of one of these groups. */
export function filterOfGroups(filter: ObjectFilter, grouping: Grouping, values: readonly string[]): ObjectFilter {
  const fields = { cluster: 'clusters', kind: 'kinds', namespace: 'namespaces', reason: 'reasons' } as const;
  return { and: [filter, { [fields[grouping]]: [...values] }] };
}

/** A reason that is not there is the empty text; a namespace that is not there is none of them all. */
function withoutValue(terms: readonly Term[], field: Field): readonly Term[] {
  if (field !== 'namespace') return withValues(terms, field, ['']);
  return [...withValues(terms, field, []), { field, negated: true, values: ['*'] }];
}
