/** Applies objects to an API server with server-side apply, and removes them. */
import { isDeepStrictEqual } from 'node:util';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';

export interface AppliedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export type Done = 'created' | 'changed' | 'unchanged' | 'removed';
export type ApiServer = Pick<KubernetesClient, 'request'>;

const MANAGER = 'fleetgraph';
const TIMEOUT_MS = 15_000;
const PLURALS: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  Secret: 'secrets',
  ServiceAccount: 'serviceaccounts',
  Role: 'roles',
  RoleBinding: 'rolebindings',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
};
const self = { as: { type: 'self' }, timeoutMs: TIMEOUT_MS } as const;

function pathOf({ apiVersion, kind, metadata: { namespace, name } }: AppliedObject): string {
  return `${collectionOf({ apiVersion, kind }, namespace)}/${encodeURIComponent(name)}`;
}

export function collectionOf(
  { apiVersion, kind }: Pick<AppliedObject, 'apiVersion' | 'kind'>,
  namespace?: string,
): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}${namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/${PLURALS[kind]}`;
}

/**
 * Returns undefined if the object does not exist.
 * @throws KubernetesError
 */
export async function find(server: ApiServer, object: AppliedObject): Promise<AppliedObject | undefined> {
  try {
    return await server.request<AppliedObject>(pathOf(object), self);
  } catch (error) {
    if (error instanceof KubernetesError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * @param dryRun Changes nothing, only reports what would change
 * @throws KubernetesError
 */
export async function apply(server: ApiServer, object: AppliedObject, { dryRun }: { dryRun: boolean }): Promise<Done> {
  const before = await find(server, object);
  // The dry run of the server would fail if the namespace of the object is also missing.
  if (!before && dryRun) return 'created';
  const after = await server.request<AppliedObject>(pathOf(object), {
    ...self,
    method: 'PATCH',
    contentType: 'application/apply-patch+yaml',
    query: { fieldManager: MANAGER, force: true, ...(dryRun && { dryRun: 'All' }) },
    body: object,
  });
  if (!before) return 'created';
  return isDeepStrictEqual(content(before), content(after)) ? 'unchanged' : 'changed';
}

/** @throws KubernetesError */
export async function remove(server: ApiServer, object: AppliedObject, { dryRun }: { dryRun: boolean }): Promise<Done> {
  if (!(await find(server, object))) return 'unchanged';
  try {
    if (!dryRun) await server.request(pathOf(object), { ...self, method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof KubernetesError && error.code === 'NOT_FOUND')) throw error;
  }
  return 'removed';
}

/** Removes the fields that the server may change with any write. */
function content({
  metadata: { managedFields: _managed, resourceVersion: _version, generation: _generation, ...metadata },
  ...rest
}: AppliedObject) {
  return { ...rest, metadata };
}
