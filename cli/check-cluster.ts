/** One leaf, asked whether it lets fleetgraph do its work: its version, the right to list RBAC objects and namespaces, the right to impersonate. */
import { identityPolicyProblem } from '../identity/cluster-identity.ts';
import type { Registration } from '../kubernetes/registry.ts';

const NEEDED = [
  { verb: 'list', group: '', resource: 'namespaces' },
  { verb: 'watch', group: '', resource: 'pods' },
  { verb: 'list', group: 'rbac.authorization.k8s.io', resource: 'roles' },
  { verb: 'list', group: 'rbac.authorization.k8s.io', resource: 'clusterroles' },
  { verb: 'list', group: 'rbac.authorization.k8s.io', resource: 'rolebindings' },
  { verb: 'list', group: 'rbac.authorization.k8s.io', resource: 'clusterrolebindings' },
] as const;
const IMPERSONATE = [
  { verb: 'impersonate', group: '', resource: 'users' },
  { verb: 'impersonate', group: '', resource: 'groups' },
] as const;

export async function checkCluster({ name, client, identity }: Registration): Promise<{ name: string; ok: boolean; line: string }> {
  const problem = identityPolicyProblem(identity);
  if (problem !== undefined) return { name, ok: false, line: problem };
  try {
    const version = await client.version(AbortSignal.timeout(10_000));
    const needed = identity.mode === 'impersonate' ? [...NEEDED, ...IMPERSONATE] : NEEDED;
    const refused: string[] = [];
    for (const { verb, group, resource } of needed) {
      const review = await client.request<{ status?: { allowed?: boolean } }>('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        as: { type: 'self' },
        method: 'POST',
        body: {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes: { verb, group, resource } },
        },
        timeoutMs: 10_000,
      });
      if (!review.status?.allowed) refused.push(`${verb} ${resource}`);
    }
    if (refused.length === 0) return { name, ok: true, line: `${version}, ${identity.mode}` };
    return {
      name,
      ok: false,
      line: `${version}: may not ${refused.join(', ')}. Apply what 'fleetgraph prepare-cluster' prints, and use its ServiceAccount.`,
    };
  } catch (error) {
    const { message } = error as Error;
    return { name, ok: false, line: message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message };
  }
}
