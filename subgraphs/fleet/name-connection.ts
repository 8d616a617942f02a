/**
 * A connection over a list of names, as GraphQL wants it.
 */
import type { NamePage } from './page-input.ts';

export interface NameConnection<T> {
  readonly nodes: readonly T[];
  readonly edges: NamePage<T>['edges'];
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | undefined; endCursor: string | undefined };
  readonly totalCount: number;
}

/** `all`: the list that the page is of. */
export function nameConnection<T>(
  { length: totalCount }: readonly T[],
  { edges, hasNextPage, hasPreviousPage }: NamePage<T>,
): NameConnection<T> {
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: { hasNextPage, hasPreviousPage, startCursor: edges[0]?.cursor, endCursor: edges.at(-1)?.cursor },
    totalCount,
  };
}
