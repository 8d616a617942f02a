/**
 * The id of an object, the one key of the graph: `cluster/group/kind/namespace/name`.
 *
 * Each segment is spelled exactly as `encodeURIComponent` spells it and empty segments are kept, so that any subgraph
 * can resolve an id it has never seen and two spellings never name one object. There is no UID and no version in it.
 * The part after the cluster is the object's key within its cluster.
 */

/** A decoded id. `namespace` is '' for cluster-scoped objects, `group` is '' for the core group. */
export interface ObjectId {
  readonly cluster: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** An object within its cluster: `group/kind/namespace/name`, encoded like the id. */
export type ObjectKey = string;

export class MalformedIdError extends Error {
  override name = 'MalformedIdError';
}

/**
 * The longest id that can exist: five segments of at most 253 characters, each up to nine bytes when percent-encoded.
 */
const MAX_ID_LENGTH = 12_000;

export function encodeObjectId(id: ObjectId): string {
  return `${encodeSegment(id.cluster)}/${encodeObjectKey(id)}`;
}

export function encodeObjectKey(id: Omit<ObjectId, 'cluster'>): ObjectKey {
  return `${encodeSegment(id.group)}/${encodeSegment(id.kind)}/${encodeSegment(id.namespace)}/${encodeSegment(id.name)}`;
}

/**
 * The characters that encodeURIComponent does not change. Nearly all segments have only these, and testing is cheaper
 * than encoding.
 */
const PLAIN = /^[\w.!~*'()-]*$/;

/** One segment of an id. */
export function encodeSegment(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text);
}

/** @throws MalformedIdError when `text` is not the canonical spelling of an id. */
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

/** @throws MalformedIdError when `key` is not the canonical spelling of a key. */
export function decodeObjectKey(key: ObjectKey): Omit<ObjectId, 'cluster'> {
  const { group, kind, namespace, name } = decodeObjectId(`-/${key}`);
  return { group, kind, namespace, name };
}

/** Undefined for any other spelling than that of encodeSegment(). */
export function decodeSegment(segment: string): string | undefined {
  if (PLAIN.test(segment)) return segment;
  try {
    const text = decodeURIComponent(segment);
    return encodeSegment(text) === segment ? text : undefined;
  } catch {
    return undefined; // a stray % or half a surrogate pair
  }
}

function malformed(text: string): MalformedIdError {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return new MalformedIdError(
    `"${shown}" is not an object id. An id is cluster/group/kind/namespace/name, each part percent-encoded and empty parts kept, for example leaf-01/apps/Deployment/team-a/web or leaf-01//Namespace//team-a.`,
  );
}
