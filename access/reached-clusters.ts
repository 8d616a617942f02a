/** Which clusters a filter can reach: a question need not wait for the others. */
import type { Filter } from '../readmodel/query.ts';

/** Every cluster of which a row can match is among them; undefined: any may be. `not` reaches whatever the rest of the filter does. */
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
