/**
 * What the parts of `and` ask of places, kinds and states, moved to the top of a filter: there a selection answers it from its own arrays and from tallies,
 * and looks at no row for it. A list below a cluster, a namespace or a kind is such a filter.
 */
import type { Filter, KindMatch } from '../query.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A filter that means the same. */
export function hoisted(filter: Filter): Filter {
  if (!filter.and) return filter;
  const { and, ...top } = filter as Writable<Filter>;
  const left = and!.map(part => withoutHoisted(hoisted(part), top)).filter(part => Object.values(part).some(asked => asked !== undefined));
  return left.length > 0 ? { ...top, and: left } : top;
}

/** Adds to `top` what a part of its `and` asks of places, kinds and states; returns the rest of the part. */
function withoutHoisted({ clusters, namespaces, groups, statuses, kinds, suspended, ...rest }: Filter, top: Writable<Filter>): Filter {
  if (clusters) top.clusters = common(top.clusters, clusters);
  if (namespaces) top.namespaces = common(top.namespaces, namespaces);
  if (groups) top.groups = common(top.groups, groups);
  if (statuses) top.statuses = common(top.statuses, statuses);
  if (kinds) top.kinds = top.kinds ? commonKinds(top.kinds, kinds) : kinds;
  if (suspended !== undefined) {
    if (top.suspended === !suspended) top.statuses = [];
    top.suspended = suspended;
  }
  return rest;
}

function common<T>(some: readonly T[] | undefined, others: readonly T[]): readonly T[] {
  if (!some) return others;
  const wanted = new Set(others);
  return some.filter(value => wanted.has(value));
}

/** A kind of any group and the same of one are, together, that of the one. */
function commonKinds(some: readonly KindMatch[], others: readonly KindMatch[]): readonly KindMatch[] {
  const byKind = Map.groupBy(others, ({ kind }) => kind);
  return some.flatMap(({ kind, group }) =>
    (byKind.get(kind) ?? [])
      .filter(other => group === undefined || other.group === undefined || other.group === group)
      .map(other => ({ kind, group: group ?? other.group })),
  );
}
