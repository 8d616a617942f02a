/** Which clusters a filter can reach, so that a query does not wait for others. */
import type { Filter } from '../readmodel/query.ts';

/** A superset of the clusters that the filter can match; undefined means all. `not` does not narrow it. */
export function clustersOf({ clusters, and = [], or }: Filter): readonly string[] | undefined {
  let reached = clusters;
  for (const part of and) reached = common(reached, clustersOf(part));
  return or ? common(reached, united(or.map(clustersOf))) : reached;
}

function common(some: readonly string[] | undefined, others: readonly string[] | undefined): readonly string[] | undefined {
  if (!some || !others) return some ?? others;
  const wanted = new Set(others);
  return some.filter(name => wanted.has(name));
}

function united(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const all = new Set<string>();
  for (const part of parts) {
    if (!part) return undefined;
    for (const name of part) all.add(name);
  }
  return [...all];
}
