/**
 * Patterns of the names of clusters and namespaces, as lists of the names that fit: places by name are what a selection answers from its own arrays and from
 * tallies, without a look at a row, and there are few such names beside rows.
 */
import { FETCH } from './price.ts';
import type { Steps } from '../gate.ts';
import type { Filter, TextMatch } from '../query.ts';
import type { Places } from '../rows/places.ts';
import type { Dictionary } from '../texts/dictionary.ts';
import { slowestPart } from '../texts/glob.ts';
import { compileTextMatch } from '../texts/text-match.ts';

/** Characters compared, or what takes as long, without letting anybody else have a turn. */
const STEP = 64 * 1024;

/** A filter that means the same of the rows that there are. */
export function* withPlaceNames(places: Places, filter: Filter): Steps<Filter> {
  const { cluster, namespace, and = [], or, not, ...others } = filter;
  const all: Filter[] = [];
  if (cluster) all.push({ clusters: yield* namesThatFit(places.clusterNames, cluster) });
  if (namespace) all.push({ namespaces: yield* namesThatFit(places.namespaces, namespace) });
  for (const part of and) all.push(yield* withPlaceNames(places, part));
  const any: Filter[] = [];
  for (const part of or ?? []) any.push(yield* withPlaceNames(places, part));
  return {
    ...others,
    ...(all.length > 0 && { and: all }),
    ...(or && { or: any }),
    ...(not && { not: yield* withPlaceNames(places, not) }),
  };
}

function* namesThatFit(names: Dictionary, match: TextMatch): Steps<readonly string[]> {
  const fits = compileTextMatch(match);
  const perCharacter = 1 + slowestPart(match.glob ?? '');
  const found: string[] = [];
  let compared = 0;
  for (const id of names.ids()) {
    const name = names.text(id);
    if (fits(name)) found.push(name);
    compared += FETCH + name.length * perCharacter;
    if (compared < STEP) continue;
    compared = 0;
    yield;
  }
  return found;
}
