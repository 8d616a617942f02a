/**
 * A page of namespaces, by name, then cluster, out of the ordered names of each cluster: what comes before the page and behind it is counted and not read, since
 * a large fleet has hundreds of thousands.
 */
import type { NamedNamespace, NamespacesOn } from '../../access/visible-names.ts';
import { firstWhere } from '../../readmodel/containers/lists.ts';
import { connectionOf, type NameConnection } from './name-connection.ts';
import { decodeCursor, encodeCursor, pageRequest, type PageArguments } from './page-input.ts';

/** `clusters` in their order. */
export function namespaceConnection(clusters: readonly NamespacesOn[], args: PageArguments): NameConnection<NamedNamespace> {
  const request = pageRequest(args);
  /** By cluster: how many of its names come before the cursor, or up to it. */
  const countTo = (argument: 'after' | 'before'): number[] | undefined => {
    const cursor = request[argument];
    if (cursor === undefined) return undefined;
    const [name = '', of = ''] = decodeCursor(cursor, 2, { argument });
    const isBehind = (cluster: string) => (argument === 'after' ? cluster > of : cluster >= of);
    return clusters.map(({ cluster, names }) => firstWhere(names, other => other > name || (other === name && isBehind(cluster))));
  };
  const begin = countTo('after') ?? clusters.map(() => 0);
  const end = countTo('before') ?? clusters.map(({ names }) => names.length);
  const page = 'last' in request ? lastOf(clusters, begin, end, request.last) : firstOf(clusters, begin, end, request.first);
  const before = 'last' in request ? sum(end) - page.length : sum(begin);
  const totalCount = sum(clusters.map(({ names }) => names.length));
  return connectionOf(
    page.map(node => ({ cursor: encodeCursor([node.name, node.cluster]), node })),
    { totalCount, hasPreviousPage: before > 0, hasNextPage: before + page.length < totalCount },
  );
}

function firstOf(clusters: readonly NamespacesOn[], begin: readonly number[], end: readonly number[], limit: number): NamedNamespace[] {
  const next = [...begin];
  const page: NamedNamespace[] = [];
  while (page.length < limit) {
    let least: string | undefined;
    for (const [i, { names }] of clusters.entries())
      if (next[i]! < end[i]! && (least === undefined || names[next[i]!]! < least)) least = names[next[i]!];
    if (least === undefined) break;
    for (const [i, { cluster, names }] of clusters.entries()) {
      if (next[i]! >= end[i]! || names[next[i]!] !== least) continue;
      next[i]!++;
      if (page.push({ cluster, name: least }) === limit) break;
    }
  }
  return page;
}

/** As firstOf(), from the other end. */
function lastOf(clusters: readonly NamespacesOn[], begin: readonly number[], end: readonly number[], limit: number): NamedNamespace[] {
  const next = [...end];
  const page: NamedNamespace[] = [];
  while (page.length < limit) {
    let most: string | undefined;
    for (const [i, { names }] of clusters.entries())
      if (next[i]! > begin[i]! && (most === undefined || names[next[i]! - 1]! > most)) most = names[next[i]! - 1];
    if (most === undefined) break;
    for (let i = clusters.length - 1; i >= 0 && page.length < limit; i--) {
      const { cluster, names } = clusters[i]!;
      if (next[i]! <= begin[i]! || names[next[i]! - 1] !== most) continue;
      next[i]!--;
      page.push({ cluster, name: most });
    }
  }
  return page.reverse();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
