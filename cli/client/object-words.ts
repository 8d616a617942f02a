/**
 * Parses the words of `fleetgraph get` like kubectl: `TYPE`, `TYPE NAME…`, `TYPE1,TYPE2`, `TYPE/NAME…`. A type is the
 * name, plural, short name or category of a kind.
 */
import { nearest } from '../../schema/nearest.ts';
import { notCollected } from './not-collected.ts';
import { UsageError } from '../usage-error.ts';

/** Types as the user wrote them, and names of objects of these types. Without names, all objects are wanted. */
export interface Wanted {
  readonly types: readonly string[];
  readonly names: readonly string[];
}

/** @throws UsageError */
export function wantedOf(words: readonly string[]): Wanted[] {
  if (words.some(word => word.includes('/')))
    return words.flatMap(word => word.split(',').filter(Boolean)).map(typeAndName);
  const [types = '', ...names] = words;
  const given = types.split(',').filter(Boolean);
  refusePatterns('a name', names, 'name');
  return given.length === 0 ? [] : [{ types: given, names }];
}

/**
 * @param field The field of the filter that accepts patterns, for the message
 * @throws UsageError if a value is a pattern, because no name equals a pattern
 */
export function refusePatterns(what: string, values: readonly string[], field: 'cluster' | 'namespace' | 'name'): void {
  const pattern = values.find(value => /[*?]/.test(value));
  if (pattern === undefined) return;
  throw new UsageError(
    `"${pattern}" is a pattern, but ${what} must be exact here. Use ${field}:${pattern} in the query box of the Explorer, ` +
      `or fleetgraph query '{ objects(filter: { ${field}: { glob: "${pattern}" } }) { nodes { id } } }'.`,
  );
}

function typeAndName(word: string): Wanted {
  const [type, name, ...more] = word.split('/');
  const [, group, version, kind] = API_VERSION_AND_KIND.exec(word) ?? [];
  if (version !== undefined && kind !== undefined)
    throw new UsageError(
      `"${word}" is an API version and a kind. Write ${[kind.toLowerCase(), version, ...(group ? [group] : [])].join('.')}.`,
    );
  if (!type || !name || more.length > 0)
    throw new UsageError(
      `"${word}" is not TYPE/NAME. Write each object as TYPE/NAME, such as pod/web-0, or one TYPE and then names: pods web-0 web-1.`,
    );
  refusePatterns('a name', [name], 'name');
  return { types: [type], names: [name] };
}

/** The spelling of manifests: `v1/Pod`, `apps/v1/Deployment`. */
const API_VERSION_AND_KIND = /^(?:([a-z0-9.-]+)\/)?(v[0-9]+(?:(?:alpha|beta)[0-9]+)?)\/([A-Za-z]+)$/;

export interface KnownKind {
  readonly group: string;
  readonly name: string;
  readonly plural: string;
  /** The kind, spelled as in GraphQL filters: `Pod`, `Kustomization.kustomize.toolkit.fluxcd.io`. */
  readonly value: string;
  readonly versions: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export const KINDS = '{ kinds { group name plural value versions shortNames categories } }';

/**
 * Converts words to kinds of the filter. A word is `pods`, `Pod`, `po`, `pods.v1`, `deployments.apps`,
 * `deployments.v1.apps` or `all`, in upper or lower case. Names and plurals win over short names, and short names win
 * over categories, as in kubectl.
 * @throws UsageError if a word names no kind that the caller may know
 */
export function kindsOf(words: readonly string[], known: readonly KnownKind[]): string[] {
  const found = words.map(word => ({ word, kinds: meaningsOf(word, known) }));
  const unknown = found.filter(({ kinds }) => kinds.length === 0).map(({ word }) => word);
  if (unknown.length > 0) throw new UsageError(unknownKinds(unknown, known));
  return [...new Set(found.flatMap(({ kinds }) => kinds.map(({ value }) => value)))];
}

/** One line for each short name that means different kinds on different clusters. */
export function ambiguous(words: readonly string[], known: readonly KnownKind[]): string[] {
  return words.flatMap(word => {
    const kinds = meaningsOf(word, known);
    if (kinds.length < 2 || !isShort(word, kinds)) return [];
    const values = kinds.map(({ value }) => value).join(' or ');
    return `"${word}" means ${values}, depending on the cluster. All are listed. To list one of them, write its name.`;
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
    names.flatMap(name => [
      ...[name, `${name}.${group}`, ...versions.map(version => `${name}.${version}.${group}`)],
      ...(group === '' ? versions.map(version => `${name}.${version}`) : []),
    ]);
  const byName = called(kind => spellings(kind, [kind.name, kind.plural]));
  if (byName.length > 0) return byName;
  const byShortName = called(kind => spellings(kind, kind.shortNames));
  return byShortName.length > 0 ? byShortName : called(({ categories }) => categories);
}

function unknownKinds(unknown: readonly string[], known: readonly KnownKind[]): string {
  if (known.length === 0)
    return 'You may list no kind: RBAC grants you nothing, or no cluster is indexed yet. fleetgraph explain ID tells why you do not see an object.';
  const condition = unknown.find(word => /^[!-]?[A-Za-z]+[:=<>!]/.test(word));
  if (condition !== undefined)
    return `"${condition}" is not a kind. Use flags for conditions: --failed, --cluster, --namespace, --selector, --text.`;
  const left = unknown.map(notCollected).filter(resource => resource !== undefined);
  const here = left.map(
    resource =>
      ` fleetgraph does not collect ${resource} by default. Add it to the configuration: kinds.include: [${resource}].`,
  );
  const clusters = unknown.some(word => /^clusters?$/i.test(word))
    ? ' To list clusters: fleetgraph clusters --server URL.'
    : '';
  const near = unknown
    .filter(word => notCollected(word) === undefined && !/^clusters?$/i.test(word))
    .map(word => nearestKind(word, known))
    .filter(name => name !== undefined);
  const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const plurals = [...new Set(known.map(({ plural }) => plural))].sort().join(', ');
  const called = unknown.map(word => `"${word}"`).join(' or ');
  return `You may list no kind named ${called}.${here.join('')}${clusters}${meant} Known kinds: ${plurals}.`;
}

/** Suggests the most similar kind or plural. Short names resemble too many words, so they come second. */
function nearestKind(word: string, known: readonly KnownKind[]): string | undefined {
  const names = known.flatMap(({ name, plural }) => [plural, name.toLowerCase()]);
  return (
    nearest(word, names) ??
    nearest(
      word,
      known.flatMap(({ shortNames }) => shortNames),
    )
  );
}

/** Fields that the index has and that every API server can select by. */
const SELECTABLE: Readonly<Record<string, string>> = { 'metadata.name': 'names', 'metadata.namespace': 'namespaces' };

/**
 * Converts `--field-selector` to conditions of the filter.
 * @throws UsageError
 */
export function fieldSelector(selector: string): object[] {
  return selector
    .split(',')
    .filter(Boolean)
    .map(term => {
      const [, field = '', operator, value = ''] = /^([^=!]+)(!=|==?)(.*)$/.exec(term.trim()) ?? [];
      const member = SELECTABLE[field];
      if (operator === undefined)
        throw new UsageError(`--field-selector: expected FIELD=VALUE or FIELD!=VALUE, got "${term}".`);
      if (member === undefined)
        throw new UsageError(
          `--field-selector ${field}: only ${Object.keys(SELECTABLE).join(' and ')} are supported. Use --failed for failed objects, and --text for words.`,
        );
      refusePatterns(field, [value], member === 'names' ? 'name' : 'namespace');
      const part = { [member]: [value] };
      return operator === '!=' ? { not: part } : part;
    });
}
