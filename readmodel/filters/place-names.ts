/**
 * Matches patterns of cluster and namespace names ahead, once per name: selections answer places by name from their own
 * arrays and from tallies, and names are few beside rows. The result is one byte per name; lists of names would take a
 * hundred times as much memory, and long to compare.
 */
import { FETCH } from './price.ts';
import type { Steps } from '../gate.ts';
import type { Filter, TextMatch } from '../query.ts';
import type { Places } from '../rows/places.ts';
import type { Dictionary } from '../texts/dictionary.ts';
import { slowestPart } from '../texts/glob.ts';
import { compileTextMatch } from '../texts/text-match.ts';

/** Characters compared, or equivalents, without yielding. */
const STEP = 64 * 1024;

/** An equivalent filter for the rows at this moment. */
export function* withPlaceNames(places: Places, filter: Filter): Steps<Filter> {
  const { cluster, namespace, and, or, not, ...others } = filter;
  return {
    ...others,
    ...(cluster && { clusterMask: yield* namesThatFit(places.clusterNames, cluster) }),
    ...(namespace && { namespaceMask: yield* namesThatFit(places.namespaces, namespace) }),
    ...(and && { and: yield* eachWithPlaceNames(places, and) }),
    ...(or && { or: yield* eachWithPlaceNames(places, or) }),
    ...(not && { not: yield* withPlaceNames(places, not) }),
  };
}

function* eachWithPlaceNames(places: Places, filters: readonly Filter[]): Steps<readonly Filter[]> {
  const each: Filter[] = [];
  for (const filter of filters) each.push(yield* withPlaceNames(places, filter));
  return each;
}

function* namesThatFit(names: Dictionary, match: TextMatch): Steps<Uint8Array> {
  const fits = compileTextMatch(match);
  const perCharacter = 1 + slowestPart(match.glob ?? '');
  const mask = new Uint8Array((names.capacity + 3) & ~3); // in whole words
  let compared = 0;
  for (const id of names.ids()) {
    const name = names.text(id);
    if (fits(name)) mask[id] = 1;
    compared += FETCH + name.length * perCharacter;
    if (compared < STEP) continue;
    compared = 0;
    yield;
  }
  return mask;
}
