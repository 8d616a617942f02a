/**
 * Converts a query to a filter of the GraphQL API. Resolves kinds and patterns of cluster names to known names. If a
 * filter names clusters, the server needs only the data of these clusters, and `coverage` describes only these
 * clusters. A pattern would not have this effect.
 */
import type { ObjectFilter, ObjectStatus } from '../graph/graphql.ts';
import { FIELDS, isCondition, quotedValue, type Condition, type Field, type Term, type Text } from './language.ts';
import { nearest } from '../../../schema/nearest.ts';

/** Names in the part of the fleet that the caller may see. Used for completion and to resolve patterns. */
export interface KnownNames {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  /** True if the list of clusters or of namespaces is incomplete. */
  readonly isPart?: Readonly<Partial<Record<'clusters' | 'namespaces', boolean>>>;
  readonly kinds: readonly KnownKind[];
}

export interface KnownKind {
  readonly name: string;
  readonly plural: string;
  readonly value: string;
  readonly versions?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface Meaning {
  readonly filter: ObjectFilter;
  readonly problems: readonly Problem[];
}

export interface Problem {
  readonly type:
    | 'not-a-status'
    | 'not-a-kind'
    | 'several-kinds'
    | 'no-cluster'
    | 'no-namespace'
    | 'not-true-or-false'
    | 'not-a-field'
    | 'not-a-condition';
  readonly value: string;
  /** Text that the user may have meant. */
  readonly meant?: string | undefined;
}

export const STATUSES: Readonly<Record<string, ObjectStatus>> = {
  failed: 'FAILED',
  'in-progress': 'IN_PROGRESS',
  terminating: 'TERMINATING',
  unknown: 'UNKNOWN',
  current: 'CURRENT',
};

/** Status as users type it. */
export const typedStatus = (status: ObjectStatus): string => status.toLowerCase().replace('_', '-');

const isPattern = (value: string): boolean => /[*?]/.test(value);

/** True if the filter of the query depends on the known names. */
export function needsNames(terms: readonly Term[]): boolean {
  return terms.some(
    term => isCondition(term) && (term.field === 'kind' || (term.field === 'cluster' && term.values.some(isPattern))),
  );
}

export function meaningOf(terms: readonly Term[], known: KnownNames | undefined): Meaning {
  const problems: Problem[] = terms.flatMap(term => (isCondition(term) ? [] : textProblem(term)));
  const parts = joinedTexts(terms).map((term): ObjectFilter => {
    const part = isCondition(term) ? CONDITIONS[term.field](term, known, problems) : { text: term.text };
    return term.negated ? { not: part } : part;
  });
  return { filter: joined(parts), problems };
}

const CONDITIONS: Readonly<
  Record<Field, (condition: Condition, known: KnownNames | undefined, problems: Problem[]) => ObjectFilter>
> = {
  status: ({ values }, _known, problems) => {
    const statuses = values.flatMap(value => {
      const status = STATUSES[value.toLowerCase().replace(/[_ ]/g, '-')];
      if (!status) problems.push({ type: 'not-a-status', value, meant: nearest(value, Object.keys(STATUSES)) });
      return status ?? [];
    });
    return { statuses };
  },
  kind: ({ values }, known, problems) => ({
    kinds: values.flatMap(value => {
      if (!known) return value;
      const { kinds, isShort } = kindsCalled(value, known.kinds);
      const names = kinds.map(kind => kind.value);
      if (names.length === 0)
        problems.push({ type: 'not-a-kind', value, meant: nearest(value, known.kinds.flatMap(namesOf)) });
      if (names.length > 1 && isShort && !isPattern(value))
        problems.push({ type: 'several-kinds', value, meant: names.join(' or ') });
      return names.length === 0 ? value : names;
    }),
  }),
  // Unknown names are not reported in negated conditions, because excluding an unknown cluster or namespace is no
  // mistake.
  cluster: ({ values, negated }, known, problems) => {
    if (known?.isPart?.clusters)
      return eitherOf(
        values,
        clusters => ({ clusters }),
        cluster => ({ cluster }),
      );
    if (known && !negated) problems.push(...unknownNames('no-cluster', values, known.clusters));
    return { clusters: resolved(values, known?.clusters) };
  },
  namespace: ({ values, negated }, known, problems) => {
    if (known && !negated && !known.isPart?.namespaces)
      problems.push(...unknownNames('no-namespace', values, known.namespaces));
    return eitherOf(
      values,
      namespaces => ({ namespaces }),
      namespace => ({ namespace }),
    );
  },
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
  message: ({ values }) =>
    anyOf(values.map(value => ({ message: isPattern(value) ? { glob: value } : { contains: value } }))),
  label: ({ values }) => ({ labelSelector: values.join(',') }),
  suspended: ({ values }, _known, problems) => {
    const [value = ''] = values;
    if (/^(true|yes)$/i.test(value)) return { suspended: true };
    if (!/^(false|no)$/i.test(value)) problems.push({ type: 'not-true-or-false', value });
    return { suspended: false };
  },
  group: ({ values }) => ({ groups: [...values] }),
  revision: ({ values }) => anyOf(values.map(value => ({ revision: revisionLike(value) }))),
  image: ({ values }) => {
    const whole = values.filter(isWholeText);
    return anyOf([
      ...(whole.length > 0 ? [{ images: whole.map(value => value.slice(1)) }] : []),
      ...values
        .filter(value => !isWholeText(value))
        .map(value => ({ image: isPattern(value) ? { glob: value } : { contains: value } })),
    ]);
  },
  // A pattern applies to the repository as written in the image, with any tag or digest.
  imagerepository: ({ values }) => {
    const exact = values.filter(value => !isPattern(value));
    return anyOf([
      ...(exact.length > 0 ? [{ imageRepositories: exact }] : []),
      ...values
        .filter(isPattern)
        .flatMap(value => ['', ':*', '@*'].map(end => ({ image: { glob: `${value}${end}` } }))),
    ]);
  },
  clusterlabel: ({ values }) => ({ clusterLabels: values.join(',') }),
};

/**
 * True if the value must equal the whole text: the value is empty or begins with `=`. As a part of a text, an empty
 * value would match every text.
 */
const isWholeText = (value: string): boolean => value === '' || value.startsWith('=');

function revisionLike(value: string): NonNullable<ObjectFilter['revision']> {
  if (isWholeText(value)) return { equals: value.slice(1), ignoreCase: false };
  return isPattern(value) ? { glob: value } : { contains: value };
}

/**
 * Problem of a text that the user probably meant as a condition. A search for the text would probably find nothing, and
 * the fleet would look healthy.
 */
function textProblem({ text, key }: Text): Problem[] {
  if (key !== undefined) return [{ type: 'not-a-field', value: key, meant: nearest(key, FIELDS) }];
  const [, name = '', sign = '', value = ''] = /^([A-Za-z][\w./-]*)(!=|==?)(.*)$/.exec(text) ?? [];
  if (sign === '') return [];
  const field = FIELDS.find(it => it === name.toLowerCase());
  const meant = field ? `${sign === '!=' ? '-' : ''}${field}:${value}` : `label:${name}${sign}${value}`;
  return [{ type: 'not-a-condition', value: text, meant }];
}

/**
 * Names and patterns that match nothing. If a name is part of other names, proposes a pattern that finds these names.
 */
function unknownNames(type: Problem['type'], values: readonly string[], names: readonly string[]): Problem[] {
  return values
    .filter(value => !names.some(name => matches(value, name)))
    .map(value => {
      const part = `*${value}*`;
      const meant = !isPattern(value) && names.some(name => matches(part, name)) ? part : nearest(value, names);
      return { type, value, meant };
    });
}

/** Kinds that `word` stands for. Names and plurals win over short names, and short names win over categories. */
function kindsCalled(
  word: string,
  kinds: readonly KnownKind[],
): { readonly kinds: readonly KnownKind[]; readonly isShort: boolean } {
  const called = (names: (kind: KnownKind) => readonly string[]) =>
    kinds.filter(kind => names(kind).some(name => matches(word, name)));
  const byName = called(kind => [...spelled(kind, [kind.name, kind.plural]), kind.value]);
  if (byName.length > 0) return { kinds: byName, isShort: false };
  const byShortName = called(kind => spelled(kind, kind.shortNames ?? []));
  return byShortName.length > 0
    ? { kinds: byShortName, isShort: true }
    : { kinds: called(({ categories = [] }) => categories), isShort: false };
}

/** Forms of a kind as users type it: `deployments`, `deployments.apps`, `deployments.v1.apps`. */
function spelled({ name, value, versions = [] }: KnownKind, names: readonly string[]): readonly string[] {
  const group = value.slice(name.length + 1);
  return names.flatMap(it => [it, `${it}.${group}`, ...versions.map(version => `${it}.${version}.${group}`)]);
}

const namesOf = ({ name, plural, shortNames = [] }: KnownKind): readonly string[] => [name, plural, ...shortNames];

/**
 * Conditions to propose if a query finds nothing. Each condition searches for a part of a value instead of the whole
 * value.
 */
export function partsOfNames(terms: readonly Term[]): readonly string[] {
  return terms.flatMap(term => {
    if (!isCondition(term) || term.negated || !['cluster', 'namespace', 'name', 'reason'].includes(term.field))
      return [];
    return term.values
      .filter(value => value !== '' && !isPattern(value))
      .map(value => `${term.field}:${quotedValue(`*${value}*`)}`);
  });
}

/** Joins the required words into one text. The server looks for each word of a text separately. */
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
  return anyOf([
    ...(exact.length > 0 ? [exactly(exact)] : []),
    ...values.filter(isPattern).map(glob => fitting({ glob })),
  ]);
}

function anyOf(filters: readonly ObjectFilter[]): ObjectFilter {
  return filters.length === 1 ? (filters[0] as ObjectFilter) : { or: [...filters] };
}

/**
 * Combines filters. Fields are put at the top level, because a flat filter is easy to read. A filter goes under `and`
 * if one of its fields is already at the top level, or if it has `not` or `or`.
 */
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
  const found = (value: string): readonly string[] | string => {
    const fitting = names?.filter(name => matches(value, name)) ?? [];
    return isPattern(value) || (fitting.length > 0 && !fitting.includes(value)) ? fitting : value;
  };
  return [...new Set(values.flatMap(found))];
}

/**
 * True if the pattern matches the whole name, ignoring case. `*` stands for any number of characters, and `?` for one
 * character.
 */
function matches(pattern: string, name: string): boolean {
  const source = [...pattern]
    .map(char => (char === '*' ? '.*' : char === '?' ? '.' : char.replace(/[\\^$.|+()[\]{}]/, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 'is').test(name);
}
