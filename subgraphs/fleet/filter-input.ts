/**
 * The filter, order and facet arguments: from GraphQL input to the read model's plain data, with an error that names the place in the
 * filter for everything that cannot be meant.
 *
 * A filter is a program that a stranger runs on our processor, so its size is bounded here: nesting, conditions, list lengths, texts.
 */
import type { Filter, KindMatch, LabelSelector, OrderKey, TextMatch, TimeMatch } from '../../readmodel/query.ts';
import { QueryError, type FacetField, type OrderField } from '../../readmodel/query.ts';
import { parseLabelSelector } from '../../readmodel/filters/label-selector.ts';
import type { ObjectStatus } from '../../store/store.ts';
import { badInput, quoted } from './bad-input.ts';
import { size } from './page-input.ts';

const MAX_DEPTH = 8;
const MAX_NODES = 200;
const MAX_LIST = 1_000;
const MAX_TEXT = 1_024;

type Maybe<T> = T | null | undefined;

export interface StringFilterInput {
  readonly equals?: Maybe<string>;
  readonly prefix?: Maybe<string>;
  readonly contains?: Maybe<string>;
  readonly glob?: Maybe<string>;
  readonly ignoreCase?: Maybe<boolean>;
}

export interface TimeRangeInput {
  readonly after?: Maybe<string>;
  readonly before?: Maybe<string>;
}

export interface ObjectFilterInput {
  readonly clusters?: Maybe<readonly string[]>;
  readonly namespaces?: Maybe<readonly string[]>;
  readonly kinds?: Maybe<readonly string[]>;
  readonly groups?: Maybe<readonly string[]>;
  readonly names?: Maybe<readonly string[]>;
  readonly name?: Maybe<StringFilterInput>;
  readonly message?: Maybe<StringFilterInput>;
  readonly revision?: Maybe<StringFilterInput>;
  readonly status?: Maybe<readonly ObjectStatus[]>;
  readonly reasons?: Maybe<readonly string[]>;
  readonly suspended?: Maybe<boolean>;
  readonly labels?: Maybe<string>;
  readonly created?: Maybe<TimeRangeInput>;
  readonly transitioned?: Maybe<TimeRangeInput>;
  readonly and?: Maybe<readonly ObjectFilterInput[]>;
  readonly or?: Maybe<readonly ObjectFilterInput[]>;
  readonly not?: Maybe<ObjectFilterInput>;
}

export interface NamespaceFilterInput {
  readonly clusters?: Maybe<readonly string[]>;
  readonly names?: Maybe<readonly string[]>;
  readonly name?: Maybe<StringFilterInput>;
}

export interface ObjectOrderInput {
  readonly field: OrderField;
  readonly direction: 'ASC' | 'DESC';
}

/** @throws GraphQLError BAD_USER_INPUT */
export function objectFilter(input: Maybe<ObjectFilterInput>): Filter {
  return input ? readFilter(input, 'filter', 1, { nodes: 0 }) : {};
}

function readFilter(input: ObjectFilterInput, path: string, depth: number, count: { nodes: number }): Filter {
  if (depth > MAX_DEPTH)
    throw badInput(
      `${path}: the filter is nested deeper than ${MAX_DEPTH} levels. Flatten it: and, or and lists of values say the same with fewer levels.`,
    );
  if (++count.nodes > MAX_NODES)
    throw badInput(`${path}: the filter has more than ${MAX_NODES} parts. Use lists of values instead of one part for each.`);
  const part = (member: keyof ObjectFilterInput) => `${path}.${member}`;
  const nested = (member: 'and' | 'or') =>
    list(input[member], part(member), MAX_NODES)?.map((child, i) => readFilter(child, `${part(member)}[${i}]`, depth + 1, count));
  return present({
    clusters: texts(input.clusters, part('clusters')),
    namespaces: texts(input.namespaces, part('namespaces')),
    kinds: texts(input.kinds, part('kinds'))?.map((kind, i) => kindMatch(kind, `${part('kinds')}[${i}]`)),
    groups: texts(input.groups, part('groups')),
    names: texts(input.names, part('names')),
    name: textMatch(input.name, part('name')),
    message: textMatch(input.message, part('message')),
    revision: textMatch(input.revision, part('revision')),
    status: list(input.status, part('status'), MAX_LIST),
    reasons: texts(input.reasons, part('reasons')),
    suspended: input.suspended ?? undefined,
    labels: labelSelector(input.labels, part('labels')),
    created: timeMatch(input.created, part('created')),
    transitioned: timeMatch(input.transitioned, part('transitioned')),
    and: nested('and'),
    or: nested('or'),
    not: input.not ? readFilter(input.not, part('not'), depth + 1, count) : undefined,
  });
}

/** The clusters, names and name pattern that namespaces are asked for. */
export function namespaceFilter(input: Maybe<NamespaceFilterInput>): Pick<Filter, 'clusters' | 'names' | 'name'> {
  return present({
    clusters: texts(input?.clusters, 'filter.clusters'),
    names: texts(input?.names, 'filter.names'),
    name: textMatch(input?.name, 'filter.name'),
  });
}

/** @throws GraphQLError BAD_USER_INPUT */
export function objectOrder(input: Maybe<readonly ObjectOrderInput[]>): OrderKey[] {
  const keys = input ?? [];
  keys.forEach(({ field }, i) => {
    if (keys.findIndex(key => key.field === field) !== i)
      throw badInput(`orderBy[${i}]: ${field} is there already; order by each field once.`);
  });
  return keys.length === 0
    ? [{ field: 'NAME', descending: false }]
    : keys.map(({ field, direction }) => ({ field, descending: direction === 'DESC' }));
}

export interface FacetArguments {
  readonly fields: readonly FacetField[];
  readonly labelKey?: Maybe<string>;
  readonly limit?: Maybe<number>;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function facetRequest({ fields, labelKey, limit }: FacetArguments): {
  fields: readonly FacetField[];
  options: { labelKey?: string; limit: number };
} {
  fields.forEach((field, i) => {
    if (fields.indexOf(field) !== i) throw badInput(`facets.fields[${i}]: ${field} is there already; name each field once.`);
  });
  if (fields.includes('LABEL') && !labelKey)
    throw badInput('facets.labelKey is missing: say by which label LABEL divides, for example labelKey: "app.kubernetes.io/name".');
  if (labelKey != null && !fields.includes('LABEL'))
    throw badInput('facets.labelKey is the label that LABEL divides by. Add LABEL to fields, or leave labelKey out.');
  return {
    fields,
    options: { limit: size('facets.limit', limit ?? 20), ...(labelKey ? { labelKey: text(labelKey, 'facets.labelKey') } : {}) },
  };
}

function kindMatch(value: string, path: string): KindMatch {
  const dot = value.indexOf('.');
  const match = dot === -1 ? { kind: value, group: undefined } : { kind: value.slice(0, dot), group: value.slice(dot + 1) };
  if (match.kind === '' || match.group === '')
    throw badInput(
      `${path}: ${quoted(value)} is not a kind. Write Kind, or Kind.group: "Pod", "Kustomization.kustomize.toolkit.fluxcd.io".`,
    );
  return match;
}

function textMatch(input: Maybe<StringFilterInput>, path: string): TextMatch | undefined {
  if (!input) return undefined;
  const patterns = present({
    equals: input.equals ?? undefined,
    prefix: input.prefix ?? undefined,
    contains: input.contains ?? undefined,
    glob: input.glob ?? undefined,
  });
  if (Object.keys(patterns).length === 0) throw badInput(`${path}: there is nothing to match. Give equals, prefix, contains or glob.`);
  for (const [member, pattern] of Object.entries(patterns)) text(pattern, `${path}.${member}`);
  return { ...patterns, ignoreCase: input.ignoreCase ?? true };
}

function timeMatch(input: Maybe<TimeRangeInput>, path: string): TimeMatch | undefined {
  if (!input) return undefined;
  const match = present({ after: instant(input.after, `${path}.after`), before: instant(input.before, `${path}.before`) });
  if (Object.keys(match).length === 0) throw badInput(`${path}: the span has no end. Give after, before or both.`);
  return match;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

function instant(value: Maybe<string>, path: string): number | undefined {
  if (value == null) return undefined;
  const milliseconds = RFC_3339.test(value) ? Date.parse(value.toUpperCase()) : NaN;
  if (Number.isNaN(milliseconds))
    throw badInput(`${path}: ${quoted(value)} is not an instant. Write it in RFC 3339 with a time zone: 2026-01-31T12:00:00Z.`);
  return milliseconds;
}

function labelSelector(value: Maybe<string>, path: string): LabelSelector | undefined {
  if (value == null) return undefined;
  try {
    return parseLabelSelector(value);
  } catch (error) {
    throw error instanceof QueryError ? badInput(`${path}: ${error.message}`) : error;
  }
}

function texts(values: Maybe<readonly string[]>, path: string): readonly string[] | undefined {
  return list(values, path, MAX_LIST)?.map((value, i) => text(value, `${path}[${i}]`));
}

function text(value: string, path: string): string {
  if (value.length > MAX_TEXT) throw badInput(`${path}: the text has ${value.length} characters; at most ${MAX_TEXT} are taken.`);
  return value;
}

function list<T>(values: Maybe<readonly T[]>, path: string, max: number): readonly T[] | undefined {
  if (values && values.length > max) throw badInput(`${path}: the list has ${values.length} entries; at most ${max} are taken.`);
  return values ?? undefined;
}

/** Without the members that are undefined: absent and undefined differ under exactOptionalPropertyTypes. */
function present<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
