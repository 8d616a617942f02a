/**
 * Which API server answers: the UID of its Namespace kube-system, which stays as long as the cluster lives.
 *
 * The UID is the leaf's own claim. It tells two servers apart that the connection does not tell apart; it never makes
 * one of two (clusters/connection-digest.ts). It is listed and not got, since collectors may only list namespaces.
 */
import type { KubernetesClient } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';

const NAMESPACES = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false } as const;
/** What Kubernetes gives, and names of other makers' clusters. */
const UID = /^[\w.:-]{1,128}$/;
const MAX_BYTES = 1_000_000;

/** '' where the API server does not say. @throws KubernetesError when it does not answer */
export async function serverUid(client: Pick<KubernetesClient, 'list'>, signal: AbortSignal): Promise<string> {
  const fieldSelector = 'metadata.name=kube-system';
  try {
    const { items } = await client.list(NAMESPACES, { as: { type: 'self' }, fieldSelector, limit: 1, maxBytes: MAX_BYTES, signal });
    const uid = items.find(({ metadata }) => metadata.name === 'kube-system')?.metadata.uid;
    return typeof uid === 'string' && UID.test(uid) ? uid : '';
  } catch (error) {
    if (error instanceof KubernetesError && ['FORBIDDEN', 'NOT_FOUND'].includes(error.code)) return '';
    throw error;
  }
}

/** Another API server answers than the one that the stored content is of. */
export class AnotherServerError extends Error {
  override name = 'AnotherServerError';
  readonly uid: string;

  constructor(uid: string) {
    super('another API server answers than the one of which content is stored');
    this.uid = uid;
  }
}
