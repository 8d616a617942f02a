/**
 * Moves conditions on places, kinds and states from the parts of `and` to the top of a filter, where a selection
 * answers them from its own arrays and from tallies, without reading rows. Lists below a cluster, a namespace or a kind
 * have such filters.
 */
import type { Filter, KindMatch } from '../query.ts';
import { kindFits } from './kind-names.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** An equivalent filter. */
export function hoisted(filter: Filter): Filter {
  if (!filter.and) return filter;
  const { and, ...top } = filter as Writable<Filter>;
  const left = and!.map(part => withoutHoisted(hoisted(part), top)).filter(part => Object.values(part).some(asked => asked !== undefined));
  return left.length > 0 ? { ...top, and: left } : top;
}

/** Moves a part's conditions on places, kinds and states to `top`. Returns the rest of the part. */
function withoutHoisted(part: Filter, top: Writable<Filter>): Filter {
  const { clusters, namespaces, clusterMask, namespaceMask, groups, statuses, kinds, suspended, ...rest } = part;
  if (clusterMask) top.clusterMask = both(top.clusterMask, clusterMask);
  if (namespaceMask) top.namespaceMask = both(top.namespaceMask, namespaceMask);
  if (clusters) top.clusters = common(top.clusters, clusters);
  if (namespaces) top.namespaces = common(top.namespaces, namespaces);
  if (groups) top.groups = common(top.groups, groups);
  if (statuses) top.statuses = common(top.statuses, statuses);
  const kindsAsked = kinds && top.kinds ? commonKinds(top.kinds, kinds) : kinds;
  if (kindsAsked) top.kinds = kindsAsked;
  if (suspended !== undefined) {
    if (top.suspended === !suspended) top.statuses = [];
    top.suspended = suspended;
  }
  return kinds && !kindsAsked ? { ...rest, kinds } : rest;
}

function common<T>(some: readonly T[] | undefined, others: readonly T[]): readonly T[] {
  if (!some) return others;
  const wanted = new Set(others);
  return some.filter(value => wanted.has(value));
}

function both(some: Uint8Array | undefined, others: Uint8Array): Uint8Array {
  if (!some) return others;
  const fits = some.slice();
  // Four names at a time: there may be some 100 000, and many patterns.
  const [words, otherWords] = [new Uint32Array(fits.buffer), new Uint32Array(others.buffer)];
  for (let i = 0; i < words.length; i++) words[i] = words[i]! & otherWords[i]!;
  return fits;
}

/** The intersection; undefined if it cannot be spelled: two loosely spelled kinds may or may not be the same. */
function commonKinds(some: readonly KindMatch[], others: readonly KindMatch[]): readonly KindMatch[] | undefined {
  const common: KindMatch[] = [];
  for (const one of some) {
    for (const other of others) {
      if (isOneKind(one) || isOneKind(other)) {
        const [kind, match] = isOneKind(one) ? [one, other] : [other as OneKind, one];
        if (kindFits(match, kind)) common.push(kind);
      } else if (one.loosely || other.loosely) return undefined;
      else if (one.kind === other.kind) common.push(one);
    }
  }
  return common;
}

type OneKind = KindMatch & { readonly group: string };

function isOneKind(match: KindMatch): match is OneKind {
  return !match.loosely && match.group !== undefined;
}
