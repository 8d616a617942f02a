/**
 * A page of namespaces, sorted by name, then cluster. The input is a sorted list of names for each cluster. Names
 * outside the page are not visited one by one, since a large fleet has hundreds of thousands of namespaces.
 */
import type { NamedNamespace, NamespacesOn } from '../../access/visible-names.ts';
import { firstWhere } from '../../readmodel/table/containers.ts';
import {
  encodeCursor,
  connectionOf,
  decodeCursor,
  type NameConnection,
  type PageArguments,
  pageRequest,
} from '../arguments.ts';

/** @param clusters Sorted by name */
export function namespaceConnection(
  clusters: readonly NamespacesOn[],
  args: PageArguments,
): NameConnection<NamedNamespace> {
  const request = pageRequest(args);
  /** For each cluster, the number of its names before the cursor (argument `before`) or up to the cursor (`after`). */
  const countTo = (argument: 'after' | 'before'): number[] | undefined => {
    const cursor = request[argument];
    if (cursor === undefined) return undefined;
    const [name = '', of = ''] = decodeCursor(cursor, 2, { argument });
    const isBehind = (cluster: string) => (argument === 'after' ? cluster > of : cluster >= of);
    return clusters.map(({ cluster, names }) =>
      firstWhere(names, other => other > name || (other === name && isBehind(cluster))),
    );
  };
  const begin = countTo('after') ?? clusters.map(() => 0);
  const end = countTo('before') ?? clusters.map(({ names }) => names.length);
  const page =
    'last' in request
      ? walk(clusters, end, begin, -1, request.last).reverse()
      : walk(clusters, begin, end, 1, request.first);
  const before = 'last' in request ? sum(end) - page.length : sum(begin);
  const totalCount = sum(clusters.map(({ names }) => names.length));
  return connectionOf(
    page.map(node => ({ cursor: encodeCursor([node.name, node.cluster]), node })),
    { totalCount, hasPreviousPage: before > 0, hasNextPage: before + page.length < totalCount },
  );
}

/**
 * Merges the names of the clusters from `from` to `to`, up to `limit` names. `from` and `to` have one index for each
 * cluster. Step 1 goes forward by name, then cluster. Step -1 goes backward and returns the names in reverse order.
 */
function walk(
  clusters: readonly NamespacesOn[],
  from: readonly number[],
  to: readonly number[],
  step: 1 | -1,
  limit: number,
): NamedNamespace[] {
  const next = [...from];
  const order = step === 1 ? [...clusters.keys()] : [...clusters.keys()].reverse();
  const upcoming = (i: number): string | undefined => {
    if ((to[i]! - next[i]!) * step <= 0) return undefined;
    return clusters[i]!.names[step === 1 ? next[i]! : next[i]! - 1];
  };
  const found: NamedNamespace[] = [];
  while (found.length < limit) {
    let name: string | undefined;
    for (const i of order) {
      const other = upcoming(i);
      if (other !== undefined && (name === undefined || (step === 1 ? other < name : other > name))) name = other;
    }
    if (name === undefined) break;
    for (const i of order) {
      if (found.length === limit) break;
      if (upcoming(i) !== name) continue;
      next[i]! += step;
      found.push({ cluster: clusters[i]!.cluster, name });
    }
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
