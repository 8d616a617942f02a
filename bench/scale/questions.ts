/**
 * The questions of the benchmarks. Each question has one filter in several forms: for the graph, for the read model,
 * for SQL (`kinds` and `keyword`), and as a test of planned rows.
 */
import type { Filter } from '../../readmodel/query.ts';
import { KINDS, type PlannedRow } from './fleet.ts';

export interface Question {
  readonly name: 'everything' | 'one kind' | 'six kinds' | 'keyword';
  /** `ObjectFilter` of the graph. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly filter: Filter;
  readonly kinds?: readonly string[];
  /** A word that the name or message must contain. */
  readonly keyword?: string;
  readonly matches: (row: PlannedRow) => boolean;
}

const FLUX = KINDS.filter(({ group }) => group.endsWith('fluxcd.io')).map(({ kind }) => kind);
const KEYWORD_APP = 1234;

export const EVERYTHING: Question = { name: 'everything', input: {}, filter: {}, matches: () => true };
export const ONE_KIND: Question = ofKinds('one kind', ['Pod']);
export const SIX_KINDS: Question = ofKinds('six kinds', FLUX);
const WORD = { contains: `app-${KEYWORD_APP}`, ignoreCase: true };
export const KEYWORD: Question = {
  name: 'keyword',
  input: { or: [{ name: WORD }, { message: WORD }] },
  filter: { or: [{ name: WORD }, { message: WORD }] },
  keyword: WORD.contains,
  // Names contain the number of the application between dashes, and messages name no other application. So this test
  // is exact.
  matches: ({ app }) => app === KEYWORD_APP,
};

function ofKinds(name: Question['name'], kinds: readonly string[]): Question {
  const wanted = KINDS.map(({ kind }) => kinds.includes(kind));
  const filter = { kinds: kinds.map(kind => ({ kind, group: undefined })) };
  return { name, input: { kinds }, filter, kinds, matches: ({ kind }) => wanted[kind] === true };
}

export const PAGE_SIZE = 25;
export const NAMES_PAGE = 50;
export const GROUPS_PAGE = 100;
export const FACET_LIMIT = 20;
export const FACETS = ['CLUSTER', 'NAMESPACE', 'KIND', 'STATUS'] as const;
export type FacetName = (typeof FACETS)[number];

/** Queries the columns that a list in a user interface shows. */
export const PAGE_QUERY = `query Page($filter: ObjectFilter, $first: Int) {
  objects(filter: $filter, orderBy: [{ field: NAME }], first: $first) {
    nodes { id cluster { name } kind namespace name status suspended reason message revision createdAt transitionedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** A total and four facets. Each facet has its most frequent values, sorted by count and then by value. */
export interface Numbers {
  readonly count: number;
  readonly facets: Readonly<Record<FacetName, readonly (readonly [value: string, count: number])[]>>;
}

export function facetsOf(values: (field: FacetName) => Numbers['facets'][FacetName]): Numbers['facets'] {
  return { CLUSTER: values('CLUSTER'), NAMESPACE: values('NAMESPACE'), KIND: values('KIND'), STATUS: values('STATUS') };
}

/** Value of the facet KIND, in the spelling of the filter. */
export function kindValue(kind: string, group: string): string {
  return group === '' ? kind : `${kind}.${group}`;
}

export function mostFrequent(counts: Iterable<readonly [string, number]>): (readonly [string, number])[] {
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, FACET_LIMIT);
}
