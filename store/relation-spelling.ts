/**
 * Spelling of a row's relations, in Redis and in an index: a list of texts. Each text is a code of the type, followed
 * by the key of the other object.
 *
 * Most relations lead to an object in the row's own namespace. An owner's name is usually a prefix of the row's name.
 * So `=` stands for the row's namespace, and `=6` for the row's name without the last six characters. Many Pods then
 * have the same text `1apps/ReplicaSet/=/=6`, which is stored and parsed once for many rows. No key contains `=`, since
 * keys are percent-encoded.
 */
import { decodeSegment, encodeSegment } from '../schema/object-id.ts';
import { RELATION_TYPES, type Relation, type RelationType } from './attached.ts';
import { encodeField, KINDS } from './built-in-kinds.ts';
import { packText, unpackText } from './packed.ts';

export type SpelledRelation = { readonly type: RelationType; readonly group: string; readonly kind: string } & (
  | { readonly namespace: string; readonly name: string }
  /**
   * The target is in the row's own namespace. A number as `name` means the row's name without that many characters at
   * its end.
   */
  | { readonly namespace: undefined; readonly name: string | number }
);

/** A list of relations, spelled and parsed. */
export interface SpelledRelations {
  readonly text: string;
  readonly relations: readonly SpelledRelation[];
}

/** The row that keeps the relations. */
export interface RelatedRow {
  readonly namespace: string;
  readonly name: string;
}

const OWN = '=';

export function spellRelation({ type, to }: Relation, row: RelatedRow): string {
  const [group, kind, namespace, name] = to.split('/') as [string, string, string, string];
  const isNear = namespace !== '' && namespace === encodeSegment(row.namespace);
  const ending = `${OWN}${(row.name.length - name.length).toString(36)}`;
  // `name` is encoded, but `row.name` is not. So the short form is used only if decoding does not change `name`.
  const isBeginning =
    isNear &&
    type === 'OWNS' &&
    row.name.startsWith(name) &&
    ending.length < name.length &&
    decodeSegment(name) === name;
  const key = `${group}/${kind}/${isNear ? OWN : namespace}/${isBeginning ? ending : name}`;
  return packText(RELATION_TYPES.indexOf(type).toString(36) + encodeField(key));
}

export function spellRelations(relations: readonly Relation[], row: RelatedRow): string {
  return relations.map(relation => spellRelation(relation, row)).join();
}

/** @throws RangeError for an invalid list */
export function readRelations(text: string): SpelledRelations {
  return { text, relations: text.split(',').map(readRelation) };
}

function readRelation(packed: string): SpelledRelation {
  const text = unpackText(packed);
  const type = RELATION_TYPES[parseInt(text[0] ?? '', 36)];
  if (!type) throw new RangeError('a relation of an unknown type');
  const parts = text.slice(1).split('/');
  const builtIn = parts.length === 3 ? KINDS.get(parts.shift()!) : undefined;
  const [name, namespace] = [parts.pop(), parts.pop()];
  const [group, kind] = builtIn ? [builtIn.group, builtIn.kind] : parts.map(segment);
  if (!name || namespace === undefined || !kind || group === undefined || parts.length > 2)
    throw new RangeError('a relation to what is no key');
  if (namespace !== OWN) return { type, group, kind, namespace: segment(namespace), name: segment(name) };
  return {
    type,
    group,
    kind,
    namespace: undefined,
    name: name.startsWith(OWN) ? lengthOf(name.slice(OWN.length)) : segment(name),
  };
}

function segment(encoded: string): string {
  const text = decodeSegment(encoded);
  if (text === undefined) throw new RangeError('a relation to what is no key');
  return text;
}

function lengthOf(digits: string): number {
  const length = parseInt(digits, 36);
  if (length.toString(36) !== digits || length < 0)
    throw new RangeError('a relation to a name without so many characters');
  return length;
}

/** The object to which a relation of a row leads. */
export function targetOf({ group, kind, namespace, name }: SpelledRelation, row: RelatedRow) {
  return {
    ...{ group, kind },
    namespace: namespace ?? row.namespace,
    name: typeof name === 'string' ? name : row.name.slice(0, Math.max(0, row.name.length - name)),
  };
}
