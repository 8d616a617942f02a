/**
 * The id of an object: `cluster/group/kind/namespace/name`. Each part is spelled as by encodeURIComponent(). Empty
 * parts are kept. A client can therefore form the id of an object that it has never listed.
 */

export interface ObjectId {
  readonly cluster: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Id of an object. Example:
 * `objectId({ cluster: 'leaf-01', group: 'apps', kind: 'Deployment', namespace: 'team-a', name: 'web' })`
 */
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
 * Parts of an object's id. Undefined for ids of clusters, namespaces and kinds, and for texts that objectId() would
 * write differently.
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
    return undefined; // The part has an invalid percent-encoding.
  }
}
