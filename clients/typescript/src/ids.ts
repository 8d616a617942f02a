/**
 * The id of an object: `cluster/group/kind/namespace/name`. Each part is spelled as encodeURIComponent() spells it, and
 * empty parts are kept, so a client can name an object that it has never listed.
 */

export interface ObjectId {
  readonly cluster: string;
  /** '' for the core group. */
  readonly group: string;
  readonly kind: string;
  /** '' for an object that is in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** `objectId({ cluster: 'leaf-01', group: 'apps', kind: 'Deployment', namespace: 'team-a', name: 'web' })` */
export function objectId({
  cluster,
  group = '',
  kind,
  namespace = '',
  name,
}: Partial<ObjectId> & Omit<ObjectId, 'group' | 'namespace'>): string {
  return [cluster, group, kind, namespace, name].map(encodeURIComponent).join('/');
}

/**
 * Undefined for anything but the id of an object, such as the id of a cluster, a namespace or a kind, or another
 * spelling.
 */
export function parseObjectId(id: string): ObjectId | undefined {
  const segments = id.split('/').map(decoded);
  const [cluster, group, kind, namespace, name] = segments;
  if (segments.length !== 5 || !cluster || group === undefined || !kind || namespace === undefined || !name)
    return undefined;
  return { cluster, group, kind, namespace, name };
}

function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return encodeURIComponent(text) === segment ? text : undefined;
  } catch {
    return undefined; // a stray %
  }
}
