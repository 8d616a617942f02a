/** A kubeconfig with one context for each simulated leaf. All contexts have the same bearer token. */
import type { SimulatedLeaf } from './leaf.ts';

/** Returns JSON, which is also valid YAML. */
export function simulatedKubeconfig(leaves: readonly SimulatedLeaf[], token: string): string {
  const clusters = leaves.map(({ name, url, ca }) => ({
    name,
    cluster: {
      server: url,
      ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    },
  }));
  const contexts = leaves.map(({ name }) => ({ name, context: { cluster: name, user: 'simulated' } }));
  const users = [{ name: 'simulated', user: { token } }];
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters,
    users,
    contexts,
    'current-context': leaves[0]?.name ?? '',
  });
}
