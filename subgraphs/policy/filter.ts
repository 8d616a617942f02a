/** The filter of topologies. Reads the input, and names invalid arguments in errors. */
import { namesOfKind } from '../../readmodel/select/row-match.ts';
import { badInput, quoted } from '../arguments.ts';
import { nodeIdArgument } from './node-id.ts';
import type { PartFilter } from './part.ts';

export interface PolicyFilterInput {
  readonly clusters?: readonly string[] | null;
  readonly kinds?: readonly string[] | null;
  readonly around?: readonly string[] | null;
  readonly hostname?: string | null;
}

export interface PolicyFilter extends PartFilter {
  /** Names of clusters. Undefined means all clusters. */
  readonly clusters?: readonly string[] | undefined;
  /** Names of all clusters that the caller asks for, even those that `around` excludes. */
  readonly requested?: readonly string[] | undefined;
}

const MAX_AROUND = 50;
const MAX_LIST = 1_000;
const MAX_TEXT = 1_024;
const MAX_HOSTNAME = 253;
const HOSTNAME = /^(\*\.)?[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/;

/** @throws GraphQLError BAD_USER_INPUT */
export function policyFilter(input: PolicyFilterInput | null | undefined): PolicyFilter {
  const { clusters, kinds, around, hostname } = input ?? {};
  const ids = around == null ? undefined : aroundOf(around);
  const named = clusters == null ? undefined : checkedTexts('filter.clusters', clusters);
  const within = ids?.map(({ cluster }) => cluster);
  return {
    clusters: distinct(named && within ? named.filter(name => within.includes(name)) : (named ?? within)),
    requested: distinct(named ?? within),
    isKind: kinds == null ? undefined : kindsTest(kinds, 'filter.kinds'),
    around: ids?.map(({ id }) => id),
    hostname: hostname == null ? undefined : hostnameOf(hostname),
  };
}

/**
 * Returns a function that tests if a kind is in the list. A list entry may be singular or plural, with or without a
 * group, in any letter case.
 */
export function kindsTest(kinds: readonly string[], argument: string): NonNullable<PartFilter['isKind']> {
  const wanted = new Set(checkedTexts(argument, kinds).map(text => text.toLowerCase()));
  return ({ group, kind }) =>
    namesOfKind(kind).some(name => wanted.has(name) || wanted.has(`${name}.${group.toLowerCase()}`));
}

function distinct(names: readonly string[] | undefined): readonly string[] | undefined {
  return names && [...new Set(names)];
}

function aroundOf(around: readonly string[]) {
  if (around.length > MAX_AROUND)
    throw badInput('filter.around', `${around.length} ids were given, and at most ${MAX_AROUND} are taken.`);
  return around.map((id, i) => nodeIdArgument(`filter.around[${i}]`, id));
}

/** The texts, if they are within the limits of a filter. @throws GraphQLError BAD_USER_INPUT */
export function checkedTexts(argument: string, values: readonly string[]): readonly string[] {
  if (values.length > MAX_LIST)
    throw badInput(
      argument,
      `${values.length} values were given, and at most ${MAX_LIST} are taken. Ask in several queries.`,
    );
  const long = values.findIndex(value => value.length > MAX_TEXT);
  if (long >= 0) throw badInput(`${argument}[${long}]`, `a text has at most ${MAX_TEXT} characters.`);
  return values;
}

function hostnameOf(text: string): string {
  const hostname = text.toLowerCase();
  if (hostname.length > MAX_HOSTNAME || !HOSTNAME.test(hostname))
    throw badInput(
      'filter.hostname',
      `${quoted(text)} is no hostname. Write a name such as api.example.test, or a pattern such as *.example.test.`,
    );
  return hostname;
}
