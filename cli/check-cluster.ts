/**
 * One leaf, asked whether it lets fleetgraph do its work: its version, the right to list the kinds that are collected, RBAC objects and
 * namespaces, and the right to impersonate.
 */
import { resourceName, selectKinds, type KindsRule } from '../collector/kinds.ts';
import { identityPolicyProblem } from '../identity/cluster-identity.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import type { Registration } from '../kubernetes/registry.ts';

interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
}

const RBAC = 'rbac.authorization.k8s.io';
const GRANTS: readonly Right[] = [
  { verb: 'list', group: '', resource: 'namespaces' },
  { verb: 'list', group: RBAC, resource: 'roles' },
  { verb: 'list', group: RBAC, resource: 'clusterroles' },
  { verb: 'list', group: RBAC, resource: 'rolebindings' },
  { verb: 'list', group: RBAC, resource: 'clusterrolebindings' },
];
const IMPERSONATE: readonly Right[] = [
  { verb: 'impersonate', group: '', resource: 'users' },
  { verb: 'impersonate', group: '', resource: 'groups' },
];
/** Messages stay readable where nothing at all is allowed. */
const MAX_NAMED = 8;

export async function checkCluster(
  { name, client, identity }: Registration,
  kinds: KindsRule,
): Promise<{ name: string; ok: boolean; line: string }> {
  const problem = identityPolicyProblem(identity);
  if (problem !== undefined) return { name, ok: false, line: problem };
  try {
    const version = await client.version(AbortSignal.timeout(10_000));
    const served = selectKinds(await client.discover(), kinds);
    const collected = served.map(({ group, plural }) => ({ verb: 'list', group, resource: plural }));
    const needed = [...GRANTS, ...(identity.mode === 'impersonate' ? IMPERSONATE : []), ...collected];
    const allowed = await Promise.all(needed.map(right => may(client, right)));
    const refused = new Set(needed.filter((_, i) => !allowed[i]).map(phrase));
    if (refused.size === 0) return { name, ok: true, line: `${version}, ${identity.mode}` };
    const more = refused.size > MAX_NAMED ? ` and ${refused.size - MAX_NAMED} more` : '';
    return {
      name,
      ok: false,
      line: `${version}: may not ${[...refused].slice(0, MAX_NAMED).join(', ')}${more}. Apply what 'fleetgraph prepare-cluster' prints, and use its ServiceAccount; or leave kinds out with kinds.exclude.`,
    };
  } catch (error) {
    const { message } = error as Error;
    return { name, ok: false, line: message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message };
  }
}

async function may(client: KubernetesClient, resourceAttributes: Right): Promise<boolean> {
  const { status } = await client.request<{ status?: { allowed?: boolean } }>('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    as: { type: 'self' },
    method: 'POST',
    body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } },
    timeoutMs: 10_000,
  });
  return status?.allowed === true;
}

function phrase({ verb, group, resource }: Right): string {
  return `${verb} ${group === RBAC ? resource : resourceName({ group, plural: resource })}`;
}
