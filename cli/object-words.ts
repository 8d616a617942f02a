/**
 * The words of `fleetgraph get`, read as kubectl reads them: `TYPE`, `TYPE NAME…`, `TYPE1,TYPE2`, `TYPE/NAME…`, and the
 * types as the names, plurals, short names and categories of kinds.
 */
import { nearest } from '../config/nearest.ts';
import { UsageError } from './usage-error.ts';

/** What some words mean: kinds as people write them and, where given, the names of objects of these kinds. */
export interface Wanted {
  readonly types: readonly string[];
  readonly names: readonly string[];
}

/** @throws UsageError */
export function wantedOf(words: readonly string[]): Wanted[] {
  if (words.some(word => word.includes('/'))) return words.flatMap(word => word.split(',').filter(Boolean)).map(typeAndName);
  const [types = '', ...names] = words;
  const given = types.split(',').filter(Boolean);
  return given.length === 0 ? [] : [{ types: given, names }];
}

function typeAndName(word: string): Wanted {
  const [type, name, ...more] = word.split('/');
  if (!type || !name || more.length > 0)
    throw new UsageError(
      `"${word}" is not TYPE/NAME. Write each object as TYPE/NAME, such as pod/web-0, or one TYPE and then names: pods web-0 web-1.`,
    );
  return { types: [type], names: [name] };
}

export interface KnownKind {
  readonly group: string;
  readonly name: string;
  readonly plural: string;
  /** As the filter takes it. */
  readonly value: string;
  readonly versions: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export const KINDS = '{ kinds { group name plural value versions shortNames categories } }';

/**
 * The kinds that a word means, as the filter takes them: `pods`, `Pod`, `po`, `deployments.apps`, `deployments.v1.apps`,
 * `all`, in any case. Names and plurals come before short names, and these before categories, as with kubectl.
 * @throws UsageError for a word by which the caller may know of no kind
 */
export function kindsOf(words: readonly string[], known: readonly KnownKind[]): string[] {
  const found = words.map(word => ({ word, kinds: meaningsOf(word, known) }));
  const unknown = found.filter(({ kinds }) => kinds.length === 0).map(({ word }) => word);
  if (unknown.length > 0) throw new UsageError(unknownKinds(unknown, known));
  return [...new Set(found.flatMap(({ kinds }) => kinds.map(({ value }) => value)))];
}

/** Tells of short names that mean different kinds on different clusters, a line each. */
export function ambiguous(words: readonly string[], known: readonly KnownKind[]): string[] {
  return words.flatMap(word => {
    const kinds = meaningsOf(word, known);
    if (kinds.length < 2 || !isShort(word, kinds)) return [];
    const values = kinds.map(({ value }) => value).join(' or ');
    return `"${word}" means ${values}, depending on the cluster. All are listed; write one of them for it alone.`;
  });
}

function isShort(word: string, [kind]: readonly KnownKind[]): boolean {
  return kind?.shortNames.includes(word.toLowerCase()) ?? false;
}

function meaningsOf(word: string, known: readonly KnownKind[]): readonly KnownKind[] {
  const wanted = word.toLowerCase();
  const called = (names: (kind: KnownKind) => readonly string[]) =>
    known.filter(kind => names(kind).some(name => name.toLowerCase() === wanted));
  const spellings = ({ group, versions }: KnownKind, names: readonly string[]) =>
    names.flatMap(name => [name, `${name}.${group}`, ...versions.map(version => `${name}.${version}.${group}`)]);
  const byName = called(kind => spellings(kind, [kind.name, kind.plural]));
  if (byName.length > 0) return byName;
  const byShortName = called(kind => spellings(kind, kind.shortNames));
  return byShortName.length > 0 ? byShortName : called(({ categories }) => categories);
}

function unknownKinds(unknown: readonly string[], known: readonly KnownKind[]): string {
  if (known.length === 0)
    return 'No kind is known that you may list: no rights reach you, or no cluster is indexed. fleetgraph explain ID tells why you do not see an object.';
  const condition = unknown.find(word => /^[!-]?[A-Za-z]+[:=<>!]/.test(word));
  if (condition !== undefined)
    return `"${condition}" is no kind. Conditions are flags here: --failed, --cluster, --namespace, --selector, --text.`;
  const names = known.flatMap(({ name, plural, shortNames }) => [plural, name.toLowerCase(), ...shortNames]);
  const near = unknown.map(word => nearest(word, names)).filter(name => name !== undefined);
  const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const plurals = [...new Set(known.map(({ plural }) => plural))].sort().join(', ');
  return `No kind that you may list is called ${unknown.map(word => `"${word}"`).join(' or ')}.${meant} There are: ${plurals}.`;
}

/** The fields that the index has of those that every API server selects by. */
const SELECTABLE: Readonly<Record<string, string>> = { 'metadata.name': 'names', 'metadata.namespace': 'namespaces' };

/** `--field-selector`, as parts of the filter. @throws UsageError for a field that the index does not have */
export function fieldSelector(selector: string): object[] {
  return selector
    .split(',')
    .filter(Boolean)
    .map(term => {
      const [, field = '', operator, value = ''] = /^([^=!]+)(!=|==?)(.*)$/.exec(term.trim()) ?? [];
      const member = SELECTABLE[field];
      if (operator === undefined) throw new UsageError(`--field-selector takes FIELD=VALUE or FIELD!=VALUE, not "${term}".`);
      if (member === undefined)
        throw new UsageError(
          `--field-selector ${field}: the index has ${Object.keys(SELECTABLE).join(' and ')} alone. For what has failed use --failed, for words of a row --text.`,
        );
      const part = { [member]: [value] };
      return operator === '!=' ? { not: part } : part;
    });
}
