/**
 * The id of an object: `cluster/group/kind/namespace/name`. Objects have no other key in the graph.
 *
 * Each segment is spelled exactly as `encodeURIComponent` spells it. Empty segments are kept. Any subgraph can
 * therefore resolve an id that it has never seen, and no object has two ids. An id contains no UID and no version. The
 * part after the cluster is the object's key within its cluster.
 */

/** A decoded id. `namespace` is '' for cluster-scoped objects, `group` is '' for the core group. */
export interface ObjectId {
  readonly cluster: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Key of an object within its cluster: `group/kind/namespace/name`, encoded like the id. */
export type ObjectKey = string;

export class MalformedIdError extends Error {
  override name = 'MalformedIdError';
}

/**
 * Maximum length in characters. Five segments of 253 characters are shorter, even if percent-encoding turns every
 * character into nine characters.
 */
const MAX_ID_LENGTH = 12_000;

export function encodeObjectId(id: ObjectId): string {
  return `${encodeSegment(id.cluster)}/${encodeObjectKey(id)}`;
}

export function encodeObjectKey(id: Omit<ObjectId, 'cluster'>): ObjectKey {
  return `${encodeSegment(id.group)}/${encodeSegment(id.kind)}/${encodeSegment(id.namespace)}/${encodeSegment(id.name)}`;
}

/** Characters that encodeURIComponent does not change. */
const PLAIN_CHARACTER = "[\\w.!~*'()-]";
/** Matches segments that encodeURIComponent does not change. The test is cheaper than encoding. */
const PLAIN = new RegExp(`^${PLAIN_CHARACTER}*$`);

export function encodeSegment(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text);
}

/** @throws MalformedIdError if `text` is not the canonical spelling of an id */
export function decodeObjectId(text: string): ObjectId {
  const segments = text.length <= MAX_ID_LENGTH ? text.split('/') : [];
  const [cluster, group, kind, namespace, name] = segments.map(decodeSegment);
  if (segments.length !== 5 || !cluster || group === undefined || !kind || namespace === undefined || !name)
    throw malformed(text);
  return { cluster, group, kind, namespace, name };
}

export function isObjectId(text: string): boolean {
  try {
    decodeObjectId(text);
    return true;
  } catch (error) {
    if (error instanceof MalformedIdError) return false;
    throw error;
  }
}

/** Matches most keys. The test is cheaper than decoding. */
const PLAIN_KEY = new RegExp(`^${PLAIN_CHARACTER}*/${PLAIN_CHARACTER}+/${PLAIN_CHARACTER}*/${PLAIN_CHARACTER}+$`);

export function isObjectKey(text: string): boolean {
  return (text.length + '-/'.length <= MAX_ID_LENGTH && PLAIN_KEY.test(text)) || isObjectId(`-/${text}`);
}

/** @throws MalformedIdError if `key` is not the canonical spelling of a key */
export function decodeObjectKey(key: ObjectKey): Omit<ObjectId, 'cluster'> {
  const { group, kind, namespace, name } = decodeObjectId(`-/${key}`);
  return { group, kind, namespace, name };
}

/** Decodes one segment. Undefined if the spelling differs from the result of encodeSegment(). */
export function decodeSegment(segment: string): string | undefined {
  if (PLAIN.test(segment)) return segment;
  try {
    const text = decodeURIComponent(segment);
    return encodeSegment(text) === segment ? text : undefined;
  } catch {
    return undefined; // The segment has a stray % or half a surrogate pair.
  }
}

function malformed(text: string): MalformedIdError {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return new MalformedIdError(
    `"${shown}" is not an object id. An id is cluster/group/kind/namespace/name, each part percent-encoded and empty parts kept, for example leaf-01/apps/Deployment/team-a/web or leaf-01//Namespace//team-a.`,
  );
}
