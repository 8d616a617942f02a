/**
 * A page of namespaces, by name, then cluster, out of the ordered names of each cluster: what comes before the page and behind it is counted and not read, since
 * a large fleet has hundreds of thousands.
 */
import type { NamedNamespace, NamespacesOn } from '../../access/visible-names.ts';
import { firstWhere } from '../../readmodel/containers/lists.ts';
import { connectionOf, type NameConnection } from './name-connection.ts';
import { decodeCursor, DEFAULT_PAGE, encodeCursor, size, type PageArguments } from './page-input.ts';

/** `clusters` in their order. */
export function namespaceConnection(
  clusters: readonly NamespacesOn[],
  { first, after }: Pick<PageArguments, 'first' | 'after'>,
): NameConnection<NamedNamespace> {
  const limit = size('first', first ?? DEFAULT_PAGE);
  const behind = after == null ? undefined : decodeCursor(after, 2);
  const next = clusters.map(({ cluster, names }) => {
    if (!behind) return 0;
    const [lastName = '', lastCluster = ''] = behind;
    return firstWhere(names, name => name > lastName || (name === lastName && cluster > lastCluster));
  });
  const totalCount = clusters.reduce((sum, { names }) => sum + names.length, 0);
  const before = next.reduce((sum, at) => sum + at, 0);
  const page: NamedNamespace[] = [];
  while (page.length < limit) {
    const name = least(clusters, next);
    if (name === undefined) break;
    for (const [i, { cluster, names }] of clusters.entries()) {
      if (names[next[i]!] !== name) continue;
      next[i]!++;
      if (page.push({ cluster, name }) === limit) break;
    }
  }
  return connectionOf(
    page.map(node => ({ cursor: encodeCursor([node.name, node.cluster]), node })),
    { totalCount, hasPreviousPage: before > 0, hasNextPage: before + page.length < totalCount },
  );
}

function least(clusters: readonly NamespacesOn[], next: readonly number[]): string | undefined {
  let found: string | undefined;
  for (const [i, { names }] of clusters.entries()) {
    const name = names[next[i]!];
    if (name !== undefined && (found === undefined || name < found)) found = name;
  }
  return found;
}
