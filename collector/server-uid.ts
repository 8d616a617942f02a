/**
 * Identifies an API server by the UID of its Namespace kube-system.
 *
 * The UID is the leaf's own claim. So stored content stays valid only if both the UID and the connection
 * (clusters/connection-digest.ts) are unchanged. The UID is read with a list and not with a get, because collectors may
 * list namespaces, but not get them.
 */
import type { KubernetesClient } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';

const NAMESPACES = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false } as const;
/** Accepted form of a UID. The UID need not be a UUID. */
const UID = /^[\w.:-]{1,128}$/;
const MAX_BYTES = 1_000_000;

/** UID of the API server. '' if it cannot be read. @throws KubernetesError if the API server does not answer */
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
