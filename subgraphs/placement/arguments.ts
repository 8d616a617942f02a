/** Arguments of the lists of placed workloads, copies and candidates: conditions, page sizes and cursors. */
import { TopK, firstWhere } from '../../readmodel/table/containers.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { isObjectId } from '../../schema/object-id.ts';
import { badInput, quoted, cursorKey, encodeCursor, foreignCursor } from '../arguments.ts';
import type { Engine } from './hubs.ts';
import type { Phase } from './status.ts';

type Maybe<T> = T | null | undefined;

export interface PlacementFilterInput {
  readonly hubs?: Maybe<readonly string[]>;
  readonly namespaces?: Maybe<readonly string[]>;
  readonly members?: Maybe<readonly string[]>;
  readonly policies?: Maybe<readonly string[]>;
  readonly phases?: Maybe<readonly Phase[]>;
}

/** Conditions on workloads. All conditions that are set must hold. An empty list matches nothing. */
export interface Conditions {
  readonly hubs?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly members?: readonly string[];
  /** Ids of the policies that place the workloads. */
  readonly policies?: readonly string[];
  readonly phases?: readonly Phase[];
  /** Limits the result to hubs with this engine. */
  readonly engine?: Engine;
}

const MAX_LIST = 1_000;

/** @throws GraphQLError BAD_USER_INPUT */
export function conditionsOf(input: Maybe<PlacementFilterInput>): Conditions {
  const { hubs, namespaces, members, policies, phases } = input ?? {};
  for (const [name, list] of Object.entries({ hubs, namespaces, members, policies, phases }))
    judgeList(`filter.${name}`, list);
  const malformed = policies?.findIndex(id => !isObjectId(id)) ?? -1;
  if (malformed >= 0)
    throw badInput(
      `filter.policies[${malformed}]`,
      `${quoted(policies![malformed]!)} is no id of an object. Use the id of a policy.`,
    );
  return {
    ...(hubs && { hubs }),
    ...(namespaces && { namespaces }),
    ...(members && { members }),
    ...(policies && { policies }),
    ...(phases && { phases }),
  };
}

/** @throws GraphQLError BAD_USER_INPUT */
export function judgeList(argument: string, list: Maybe<readonly unknown[]>): void {
  if (list && list.length > MAX_LIST)
    throw badInput(
      argument,
      `${list.length} values were given, and at most ${MAX_LIST} are taken. Ask in several queries.`,
    );
}

export interface PageArguments {
  readonly first?: Maybe<number>;
  readonly after?: Maybe<string>;
}

/** Arguments of a page after validation. */
export interface PageRequest {
  readonly first: number;
  /** Key of the last item of an earlier page. */
  readonly after: string | undefined;
}

const DEFAULT_PAGE = 50;
const MAX_PAGE = 500;

/** @throws GraphQLError BAD_USER_INPUT */
export function pageOf({ first, after }: PageArguments): PageRequest {
  const size = first ?? DEFAULT_PAGE;
  if (size < 0 || size > MAX_PAGE)
    throw badInput('first', `${size} is not from 0 to ${MAX_PAGE}. Ask for ${MAX_PAGE} or fewer at a time.`);
  return { first: size, after: after == null ? undefined : decodeCursor(after) };
}

function decodeCursor(cursor: string): string {
  const [key, ...others] = cursorKey(cursor) ?? [];
  // Refuses a cursor that encodeCursor would spell differently.
  if (typeof key !== 'string' || others.length > 0 || encodeCursor([key]) !== cursor) throw foreignCursor(cursor);
  return key;
}

export interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

/** @param all Items sorted by key, compared by code units */
export function paged<T>(all: readonly T[], { first, after }: PageRequest, keyOf: (item: T) => string): Page<T> {
  const begin = after === undefined ? 0 : firstWhere(all, item => keyOf(item) > after);
  return pageAt(all, begin, first, keyOf);
}

/** A page of items that arrive in any order. Keeps at most one page of items in memory. */
export class FirstAfter<T> {
  readonly #request: PageRequest;
  readonly #keyOf: (item: T) => string;
  readonly #first: TopK<T>;
  #before = 0;
  #offered = 0;

  /** @param keyOf Key of an item. Items are sorted by key, compared by code units */
  constructor(request: PageRequest, keyOf: (item: T) => string) {
    this.#request = request;
    this.#keyOf = keyOf;
    this.#first = new TopK(request.first, (a, b) => compareText(keyOf(a), keyOf(b)));
  }

  offer(item: T): void {
    const { first, after } = this.#request;
    this.#offered++;
    if (after !== undefined && this.#keyOf(item) <= after) this.#before++;
    else if (first > 0) this.#first.offer(item);
  }

  page(): Page<T> {
    return pageOfNodes(this.#first.sorted(), { before: this.#before, totalCount: this.#offered }, this.#keyOf);
  }
}

/** Arguments of a page of a list that is not sorted by a key. A cursor encodes the index of an item in the list. */
export interface IndexedPageRequest {
  readonly first: number;
  /** Index of the first item of the page. */
  readonly begin: number;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function indexedPageOf(args: PageArguments): IndexedPageRequest {
  const { first, after } = pageOf(args);
  if (after === undefined) return { first, begin: 0 };
  if (!/^\d{1,9}$/.test(after))
    throw badInput('after', 'the cursor is not one of this list. Use pageInfo.endCursor of an earlier page.');
  return { first, begin: Number(after) + 1 };
}

export function pagedInOrder<T>(all: readonly T[], { first, begin }: IndexedPageRequest): Page<T> {
  const before = Math.min(begin, all.length);
  return pageAt(all, before, first, (_, index) => String(before + index));
}

/** Page of an empty list. */
export const EMPTY_PAGE: Page<never> = pagedInOrder<never>([], { first: 0, begin: 0 });

/** Key of an item, from the item and its index on the page. */
type KeyOf<T> = (item: T, index: number) => string;

function pageAt<T>(all: readonly T[], begin: number, first: number, keyOf: KeyOf<T>): Page<T> {
  return pageOfNodes(all.slice(begin, begin + first), { before: begin, totalCount: all.length }, keyOf);
}

interface PlaceInList {
  /** Number of items of the list before the page. */
  readonly before: number;
  readonly totalCount: number;
}

function pageOfNodes<T>(nodes: readonly T[], { before, totalCount }: PlaceInList, keyOf: KeyOf<T>): Page<T> {
  const [start, end] = [nodes[0], nodes.at(-1)];
  return {
    nodes,
    pageInfo: {
      hasNextPage: before + nodes.length < totalCount,
      hasPreviousPage: before > 0,
      startCursor: start === undefined ? null : encodeCursor([keyOf(start, 0)]),
      endCursor: end === undefined ? null : encodeCursor([keyOf(end, nodes.length - 1)]),
    },
    totalCount,
  };
}
