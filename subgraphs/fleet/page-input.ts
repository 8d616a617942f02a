/** Paging arguments (count, direction, position), and pages of lists of names. */
import { firstWhere } from '../../readmodel/table/containers.ts';
import type { PageRequest } from '../../readmodel/query.ts';
import { badInput, inputError, quoted } from '../bad-input.ts';
import { compareKeys, cursorKey, encodeCursor, isTexts, MAX_CURSOR_LENGTH } from '../cursor.ts';

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 500;

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

export function pageRequest({ first, after, last, before }: PageArguments): PageRequest {
  if (first != null && last != null) {
    throw inputError(
      'first and last were both given. Use first (with after) to page forward, or last (with before) to page back.',
      'last',
    );
  }
  const ends = { ...cursor('after', after), ...cursor('before', before) };
  return last != null
    ? { last: size('last', last), ...ends }
    : { first: size('first', first ?? DEFAULT_PAGE), ...ends };
}

export function size(argument: string, value: number): number {
  if (value < 0) throw badInput(argument, `${value} is negative. Give a number from 0 to ${MAX_PAGE}.`);
  if (value > MAX_PAGE)
    throw badInput(
      argument,
      `${value} is more than the maximum of ${MAX_PAGE}. Ask for ${MAX_PAGE} or fewer at a time.`,
    );
  return value;
}

function cursor<Name extends 'after' | 'before'>(
  name: Name,
  value: string | null | undefined,
): Partial<Record<Name, string>> {
  if (value == null) return {};
  if (value.length > MAX_CURSOR_LENGTH)
    throw badInput(
      name,
      `a text of ${value.length} characters is no cursor. Use pageInfo.endCursor or edges.cursor of an earlier page.`,
    );
  return { [name]: value } as Record<Name, string>;
}

export interface NamePage<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/**
 * A page of a list sorted by a key of names, which finds the cursor's place by binary search. A cursor is the encoded
 * key: it holds only names that its reader has seen, and stays valid when names come and go.
 */
export function pageOfNames<T>(
  items: readonly T[],
  args: PageArguments,
  keyOf: (item: T) => readonly string[],
): NamePage<T> {
  const request = pageRequest(args);
  const parts = items[0] && keyOf(items[0]).length;
  /** Index of the first item whose key is at least, or more than, the cursor's. */
  const placeOf = (argument: 'after' | 'before', least: 0 | 1, none: number): number => {
    const key = request[argument] === undefined ? undefined : decodeCursor(request[argument], parts, { argument });
    return key === undefined ? none : firstWhere(items, item => compareKeys(keyOf(item), key) >= least);
  };
  const [begin, end] = [placeOf('after', 1, 0), placeOf('before', 0, items.length)];
  const [from, to] =
    'last' in request ? [Math.max(begin, end - request.last), end] : [begin, Math.min(end, begin + request.first)];
  const page = items.slice(from, to);
  return {
    edges: page.map(node => ({ cursor: encodeCursor(keyOf(node)), node })),
    hasNextPage: to < items.length,
    hasPreviousPage: from > 0,
  };
}

export interface NameConnection<T> {
  readonly nodes: readonly T[];
  readonly edges: NamePage<T>['edges'];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | undefined;
    endCursor: string | undefined;
  };
  readonly totalCount: number;
}

/** @param all Sorted by key */
export function nameConnection<T>(
  all: readonly T[],
  args: PageArguments,
  keyOf: (item: T) => readonly string[],
): NameConnection<T> {
  const { edges, ...more } = pageOfNames(all, args, keyOf);
  return connectionOf(edges, { ...more, totalCount: all.length });
}

export function connectionOf<T>(
  edges: NamePage<T>['edges'],
  { totalCount, hasNextPage, hasPreviousPage }: Omit<NamePage<T>, 'edges'> & { readonly totalCount: number },
): NameConnection<T> {
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: { hasNextPage, hasPreviousPage, startCursor: edges[0]?.cursor, endCursor: edges.at(-1)?.cursor },
    totalCount,
  };
}

/**
 * @param parts Number of parts of the key; undefined: any
 * @throws GraphQLError BAD_USER_INPUT
 */
export function decodeCursor(
  cursor: string,
  parts: number | undefined,
  options?: { readonly argument: string },
): readonly string[];
export function decodeCursor(
  cursor: string,
  parts: number | undefined,
  options: { readonly nulls: true },
): readonly (string | null)[];
export function decodeCursor(
  cursor: string,
  parts: number | undefined,
  { nulls = false, argument = 'after' }: { readonly nulls?: boolean; readonly argument?: string } = {},
): readonly (string | null)[] {
  const key = cursorKey(cursor);
  if (!key || (!nulls && !isTexts(key)) || (parts !== undefined && key.length !== parts))
    throw badInput(
      argument,
      `${quoted(cursor)} is not a cursor of this list. Use pageInfo.endCursor or edges.cursor of an earlier page.`,
    );
  return key;
}
