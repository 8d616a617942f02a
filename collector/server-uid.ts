/**
 * Identifies the API server: the UID of its Namespace kube-system, which lasts as long as the cluster.
 *
 * The UID is the leaf's own claim. The UID separates two servers behind one connection, but never merges two
 * connections (clusters/connection-digest.ts). It is read with a list rather than a get, because collectors may only
 * list namespaces.
 */
import type { KubernetesClient } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';

const NAMESPACES = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false } as const;
/** Accepted form of a UID, also of other implementations than Kubernetes. */
const UID = /^[\w.:-]{1,128}$/;
const MAX_BYTES = 1_000_000;

/** UID of the API server. '' if the API server hides it. @throws KubernetesError if it does not answer */
export async function serverUid(client: Pick<KubernetesClient, 'list'>, signal: AbortSignal): Promise<string> {
  const fieldSelector = 'metadata.name=kube-system';
  try {
    const { items } = await client.list(NAMESPACES, {
      as: { type: 'self' },
      fieldSelector,
      limit: 1,
      maxBytes: MAX_BYTES,
      signal,
    });
    const uid = items.find(({ metadata }) => metadata.name === 'kube-system')?.metadata.uid;
    return typeof uid === 'string' && UID.test(uid) ? uid : '';
  } catch (error) {
    if (error instanceof KubernetesError && ['FORBIDDEN', 'NOT_FOUND'].includes(error.code)) return '';
    throw error;
  }
}

/** Thrown if the stored content comes from another API server than the one that answers. */
export class AnotherServerError extends Error {
  override name = 'AnotherServerError';
  readonly uid: string;

  constructor(uid: string) {
    super('another API server answers than the one of which content is stored');
    this.uid = uid;
  }
}
