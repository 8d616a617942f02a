/**
 * Hostnames of listeners and routes. As in the Gateway API, `*.x` matches every name that ends in `.x` and has at least
 * one label before `.x`. An empty list means any hostname.
 */
import { compareText } from '../../readmodel/table/names.ts';

/** The narrower of two hostnames that overlap. Undefined if they have no name in common. */
export function narrower(a: string, b: string): string | undefined {
  if (a === b || covers(b, a)) return a;
  return covers(a, b) ? b : undefined;
}

function covers(wide: string, narrow: string): boolean {
  if (!wide.startsWith('*.')) return false;
  const suffix = wide.slice(1);
  return narrow.length > suffix.length && narrow.endsWith(suffix) && narrow !== wide;
}

/**
 * The hostnames that both lists have in common, sorted. Empty means any hostname. Undefined if both lists have entries
 * but none in common.
 *
 * If `a` has at most one entry and covers all of `b`, the result is `b` itself. This saves memory, because listeners
 * then share the list of a route.
 * @param a Sorted hostnames
 * @param b Sorted hostnames
 */
export function inCommon(a: readonly string[], b: readonly string[]): readonly string[] | undefined {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  if (a.length === 1 && b.every(other => covers(a[0]!, other) || other === a[0])) return b;
  const found = a.flatMap(one => b.flatMap(other => narrower(one, other) ?? []));
  return found.length === 0 ? undefined : sorted(found);
}

/**
 * True if a listener or route with these hostnames serves the wanted hostname. If the wanted hostname is a pattern, one
 * name that matches both is enough.
 */
export function serves(hostnames: readonly string[], wanted: string): boolean {
  return hostnames.length === 0 || hostnames.some(hostname => narrower(hostname, wanted) !== undefined);
}

/** The texts without repetitions, sorted by code unit. */
export function sorted(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)].sort(compareText);
}
