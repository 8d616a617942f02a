/** Ids of objects: `cluster/group/kind/namespace/name`, each part percent-encoded. */
export type ObjectParts = Readonly<Record<'cluster' | 'group' | 'kind' | 'namespace' | 'name', string>>;

/** Parts of an id. Missing parts are empty. A part that cannot be decoded stays as it is. */
export function partsOfId(id: string): ObjectParts {
  const [cluster = '', group = '', kind = '', namespace = '', name = ''] = id.split('/').map(decodedPart);
  return { cluster, group, kind, namespace, name };
}

export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Kind as filters accept it: `Pod`, `Deployment.apps`. */
export const kindValue = ({ group, kind }: Pick<ObjectParts, 'group' | 'kind'>): string =>
  group === '' ? kind : `${kind}.${group}`;
