/**
 * The owners of an object as ids of the graph. An owner reference says neither the owner's scope nor whether it exists: the leaf's discovery
 * tells the scope, and whether the caller may know of it is for the index to say.
 */
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { LeafSession } from './leaf-session.ts';
import { ownerReferencesOf } from './manifest.ts';

/** Real objects have one or two. */
const MAX_OWNERS = 50;

/** @throws KubernetesError when the leaf's discovery cannot be read */
export async function ownerIds(session: LeafSession, object: KubernetesObject): Promise<string[]> {
  const { namespace = '' } = object.metadata;
  const ids = await Promise.all(
    ownerReferencesOf(object)
      .slice(0, MAX_OWNERS)
      .map(async ({ group, kind, name }) => {
        const resource = await session.resourceOf({ group, kind });
        // An owner is cluster-scoped or in the same namespace; a cluster-scoped object cannot have a namespaced one.
        if (!resource || name === '' || (resource.namespaced && namespace === '')) return [];
        return [encodeObjectId({ cluster: session.cluster, group, kind, namespace: resource.namespaced ? namespace : '', name })];
      }),
  );
  return [...new Set(ids.flat())];
}
