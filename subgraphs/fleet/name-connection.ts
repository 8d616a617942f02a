/**
 * A connection over a list of names, as GraphQL wants it.
 */
import { pageOfNames, type NamePage, type PageArguments } from './page-input.ts';

export interface NameConnection<T> {
  readonly nodes: readonly T[];
  readonly edges: NamePage<T>['edges'];
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | undefined; endCursor: string | undefined };
  readonly totalCount: number;
}

/** `all` are in the order of their keys. */
export function nameConnection<T>(all: readonly T[], args: PageArguments, keyOf: (item: T) => readonly string[]): NameConnection<T> {
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
