/** Entries of the command palette: which entries match a text, and in which order. */
import type { PaletteQuery } from '../graph/graphql.ts';
import type { KnownNames } from '../query/filter.ts';
import { isCondition, printQuery, withValues, type Field, type Term } from '../query/language.ts';

export interface Entry {
  /** Unique among all entries. */
  readonly key: string;
  readonly title: string;
  /** Text after the title: where an object lives, or the keys that open a page. */
  readonly about?: string;
  readonly act: () => void;
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Entries whose titles contain all words of the text. Titles that begin with the text come first. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const sought = text.trim().toLowerCase();
  const words = sought.split(/\s+/);
  const begins = ({ title }: Entry) => Number(title.toLowerCase().startsWith(sought));
  return entries
    .filter(({ title }) => words.every(word => title.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(b) - begins(a));
}

/** Sections that have entries. */
export const shownOf = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ entries }) => entries.length > 0);

export type Found = NonNullable<NonNullable<PaletteQuery['named']>['nodes']>[number];

/**
 * Reads words as conditions if the words name kinds or namespaces, or are parts of cluster names. Examples: `node
 * eu-west`, `deploy api prod`. Undefined if there is only one word, or if no word names a kind, a namespace or a
 * cluster.
 */
export function readAs(terms: readonly Term[], known: KnownNames): readonly Term[] | undefined {
  if (terms.length < 2) return undefined;
  const read = terms.map((term): Term => {
    if (isCondition(term) || term.negated || term.key !== undefined) return term;
    const word = term.text.toLowerCase();
    const is = (name: string) => name.toLowerCase() === word;
    const condition = (field: Field, value: string): Term => ({ field, negated: false, values: [value] });
    if (known.kinds.some(({ name, plural, shortNames = [] }) => [name, plural, ...shortNames].some(is)))
      return condition('kind', word);
    if (known.namespaces.some(is)) return condition('namespace', word);
    return known.clusters.some(name => name.toLowerCase().includes(word)) ? condition('cluster', `*${word}*`) : term;
  });
  return read.some((term, at) => term !== terms[at]) ? read : undefined;
}

/**
 * Objects without duplicates. First come objects whose names begin with the text. Then come matches of the words read
 * as kinds, namespaces and clusters. Last come objects that contain the words anywhere.
 */
export function objectsOf(
  { named, read, anywhere }: Pick<PaletteQuery, 'named' | 'read' | 'anywhere'>,
  most: number,
): readonly Found[] {
  const all = [...(named?.nodes ?? []), ...(read?.nodes ?? []), ...(anywhere?.nodes ?? [])];
  return [...new Map(all.map(object => [object.id, object])).values()].slice(0, most);
}

const FIELDS: Readonly<Record<string, Field>> = { KIND: 'kind', NAMESPACE: 'namespace' };

/** Query of the list for a suggested kind or namespace. Undefined for other suggestions. */
export function listOf({ field, value }: { readonly field: string; readonly value: string }): string | undefined {
  const named = FIELDS[field];
  return named && printQuery(withValues([], named, [value]));
}
