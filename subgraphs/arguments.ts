/**
 * Reads arguments that several subgraphs have in common: ids, pages, cursors and scalars. Invalid arguments become
 * errors with the code BAD_USER_INPUT.
 */
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { QueryError, type PageRequest } from '../readmodel/query.ts';
import type { ErrorCode } from '../schema/error-codes.ts';
import { MalformedIdError, decodeObjectId, type ObjectId } from '../schema/object-id.ts';
import { compareText } from '../readmodel/table/names.ts';
import { decodeNodeId, type NodeId } from '../schema/node-id.ts';
import { firstWhere } from '../readmodel/table/containers.ts';

/** @param argument Path of the argument as the caller spells it: `filter.names[3]` */
export function badInput(argument: string, problem: string): GraphQLError {
  return inputError(`${argument}: ${problem}`, argument);
}

/** Error for invalid input. Omit the argument if it is unknown, as in a scalar. */
export function inputError(message: string, argument?: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, ...(argument !== undefined && { argument }) } });
}

/** Runs a query of the read model. Converts errors that the caller can fix into input errors. */
export async function withInputErrors<T>(question: () => T | Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof QueryError ? inputError(error.message, error.argument) : error;
  }
}

/**
 * Runs `decode`. The error for a malformed id names the argument.
 * @throws GraphQLError BAD_USER_INPUT for a malformed id
 */
export function decoded<T>(argument: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(argument, error.message) : error;
  }
}

export function objectIdArgument(id: string): ObjectId {
  return decoded('id', () => decodeObjectId(id));
}

/**
 * The decoded id. Undefined if the id is of another type.
 * @throws GraphQLError BAD_USER_INPUT for an invalid id
 */
export function nodeIdOf<T extends NodeId['type']>(id: string, type: T): Extract<NodeId, { type: T }> | undefined {
  const node = nodeIdArgument('id', id);
  return node.type === type ? (node as Extract<NodeId, { type: T }>) : undefined;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function nodeIdArgument(argument: string, id: string): NodeId {
  return decoded(argument, () => decodeNodeId(id));
}

/** A text of the caller in quotes, shortened for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);
}

/** Maximum length of a cursor, in characters. A key of a few names is much shorter. */
export const MAX_CURSOR_LENGTH = 20_000;

/** Encodes the sort key of a returned item as a cursor. So a cursor reveals nothing about other items. */
export function encodeCursor(key: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * The key in a cursor. Undefined if the text is no cursor. The caller of this function must check how many texts the
 * key has.
 */
export function cursorKey(cursor: string, maxLength = MAX_CURSOR_LENGTH): readonly (string | null)[] | undefined {
  if (cursor.length > maxLength) return undefined;
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  return Array.isArray(key) && key.every(part => typeof part === 'string' || part === null) ? key : undefined;
}

export function isTexts(key: readonly (string | null)[]): key is readonly string[] {
  return key.every(part => part !== null);
}

/** Compares keys text by text, by UTF-16 code unit. */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareText(a[i]!, b[i]!);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

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
    ? { last: pageSize('last', last), ...ends }
    : { first: pageSize('first', first ?? DEFAULT_PAGE), ...ends };
}

export function pageSize(argument: string, value: number): number {
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
 * A page of a list that is sorted by a key of names. A cursor is the encoded key, so a cursor stays valid when items
 * are added or removed.
 */
export function pageOfNames<T>(
  items: readonly T[],
  args: PageArguments,
  keyOf: (item: T) => readonly string[],
): NamePage<T> {
  const request = pageRequest(args);
  const parts = items[0] && keyOf(items[0]).length;
  /**
   * Index of the first item whose key is at least the key of the cursor (`least` 0) or greater (`least` 1). Returns
   * `none` if the request has no such cursor.
   */
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

/** @param all Items sorted by key */
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

/** The error for an invalid cursor in `after` of a list without edges. */
export function foreignCursor(cursor: string): GraphQLError {
  return badInput(
    'after',
    `${quoted(cursor)} is not a cursor of this list. Use pageInfo.endCursor of an earlier page.`,
  );
}

/**
 * @param parts Required number of texts in the key. Undefined allows any number
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

/**
 * A point in time. Resolvers return milliseconds since the epoch. Input may be any text. The code that uses the text
 * validates it, because only that code can name the argument in an error.
 */
export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date(value as number).toISOString(),
  parseValue: value => {
    if (typeof value !== 'string')
      throw inputError('A DateTime is a text in RFC 3339 with a time zone: "2026-01-31T12:00:00Z".');
    return value;
  },
});

/** A duration. Input may be any text. The code that uses the text validates it, as for DateTime. */
export const Duration = new GraphQLScalarType<string, string>({
  name: 'Duration',
  parseValue: value => {
    if (typeof value !== 'string') throw inputError('A Duration is a text, a whole number and ms, s, m or h: "15m".');
    return value;
  },
});

/** A map from text to text. Output is not checked again, because the index or the leaf reader has validated it. */
export const StringMap = new GraphQLScalarType<Readonly<Record<string, string>>, Readonly<Record<string, string>>>({
  name: 'StringMap',
});
