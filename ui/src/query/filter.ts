/**
 * What the query box means, as the filter of the graph. Kinds and patterns of clusters are resolved against the known names: a filter that names its clusters
 * is answered for those alone.
 */
import type { ObjectFilter, ObjectStatus } from '../graph/graphql.ts';
import { isCondition, type Condition, type Field, type Term, type Text } from './language.ts';

/** What the caller's fleet has of each; for completion, and to resolve patterns. */
export interface KnownNames {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly kinds: readonly { readonly name: string; readonly plural: string; readonly value: string }[];
}

export interface Meaning {
  readonly filter: ObjectFilter;
  readonly problems: readonly Problem[];
}

export type Problem =
  | { readonly type: 'not-a-status'; readonly value: string }
  | { readonly type: 'not-a-kind'; readonly value: string }
  | { readonly type: 'not-true-or-false'; readonly value: string };

export const STATUSES: Readonly<Record<string, ObjectStatus>> = {
  failed: 'FAILED',
  'in-progress': 'IN_PROGRESS',
  terminating: 'TERMINATING',
  unknown: 'UNKNOWN',
  current: 'CURRENT',
};

/** How a status is typed. */
export const typedStatus = (status: ObjectStatus): string => status.toLowerCase().replace('_', '-');

const isPattern = (value: string): boolean => /[*?]/.test(value);

/** Whether `known` must be there for the meaning to be right. */
export function needsNames(terms: readonly Term[]): boolean {
  return terms.some(term => isCondition(term) && (term.field === 'kind' || (term.field === 'cluster' && term.values.some(isPattern))));
}

export function meaningOf(terms: readonly Term[], known: KnownNames | undefined): Meaning {
  const problems: Problem[] = [];
  const parts = joinedTexts(terms).map((term): ObjectFilter => {
    const part = isCondition(term) ? CONDITIONS[term.field](term, known, problems) : { text: term.text };
    return term.negated ? { not: part } : part;
  });
  return { filter: joined(parts), problems };
}

const CONDITIONS: Readonly<Record<Field, (condition: Condition, known: KnownNames | undefined, problems: Problem[]) => ObjectFilter>> = {
  status: ({ values }, _known, problems) => {
    const statuses = values.flatMap(value => {
      const status = STATUSES[value.toLowerCase().replace(/[_ ]/g, '-')];
      if (!status) problems.push({ type: 'not-a-status', value });
      return status ?? [];
    });
    return { statuses };
  },
  kind: ({ values }, known, problems) => ({
    kinds: values.flatMap(value => {
      if (!known) return value;
      const named = known.kinds.filter(kind => [kind.name, kind.plural, kind.value].some(name => matches(value, name)));
      if (named.length === 0) problems.push({ type: 'not-a-kind', value });
      return named.length === 0 ? value : named.map(kind => kind.value);
    }),
  }),
  cluster: ({ values }, known) => ({ clusters: resolved(values, known?.clusters) }),
  namespace: ({ values }) =>
    eitherOf(
      values,
      namespaces => ({ namespaces }),
      namespace => ({ namespace }),
    ),
  name: ({ values }) =>
    eitherOf(
      values,
      names => ({ names }),
      name => ({ name }),
    ),
  reason: ({ values }) =>
    eitherOf(
      values,
      reasons => ({ reasons }),
      reason => ({ reason }),
    ),
  message: ({ values }) => anyOf(values.map(value => ({ message: isPattern(value) ? { glob: value } : { contains: value } }))),
  label: ({ values }) => ({ labelSelector: values.join(',') }),
  suspended: ({ values }, _known, problems) => {
    const [value = ''] = values;
    if (/^(true|yes)$/i.test(value)) return { suspended: true };
    if (!/^(false|no)$/i.test(value)) problems.push({ type: 'not-true-or-false', value });
    return { suspended: false };
  },
  group: ({ values }) => ({ groups: [...values] }),
  revision: ({ values }) => anyOf(values.map(value => ({ revision: isPattern(value) ? { glob: value } : { contains: value } }))),
};

/** Words that must be there are one text: the graph finds each of them, wherever it stands. */
function joinedTexts(terms: readonly Term[]): readonly Term[] {
  const isText = (term: Term): term is Text => !isCondition(term) && !term.negated;
  const texts = terms.filter(isText).map(({ text }) => text);
  return texts.length < 2 ? terms : [...terms.filter(term => !isText(term)), { text: texts.join(' '), negated: false }];
}

function eitherOf(
  values: readonly string[],
  exactly: (values: string[]) => ObjectFilter,
  fitting: (pattern: { readonly glob: string }) => ObjectFilter,
): ObjectFilter {
  const exact = values.filter(value => !isPattern(value));
  return anyOf([...(exact.length > 0 ? [exactly(exact)] : []), ...values.filter(isPattern).map(glob => fitting({ glob }))]);
}

function anyOf(filters: readonly ObjectFilter[]): ObjectFilter {
  return filters.length === 1 ? (filters[0] as ObjectFilter) : { or: [...filters] };
}

/** One flat filter where the parts do not share a field, which the graph answers fastest and people read best. */
function joined(parts: readonly ObjectFilter[]): ObjectFilter {
  const flat: Record<string, unknown> = {};
  const rest: ObjectFilter[] = [];
  for (const part of parts) {
    const keys = Object.keys(part);
    if (keys.some(key => key in flat || key === 'not' || key === 'or')) rest.push(part);
    else Object.assign(flat, part);
  }
  return rest.length === 0 ? flat : { ...flat, and: rest };
}

function resolved(values: readonly string[], names: readonly string[] | undefined): string[] {
  return [...new Set(values.flatMap(value => (isPattern(value) ? (names?.filter(name => matches(value, name)) ?? []) : value)))];
}

/** Whole, in any case; `*` stands for any run of characters and `?` for one. */
function matches(pattern: string, name: string): boolean {
  const source = [...pattern].map(char => (char === '*' ? '.*' : char === '?' ? '.' : char.replace(/[\\^$.|+()[\]{}]/, '\\$&'))).join('');
  return new RegExp(`^${source}$`, 'is').test(name);
}
