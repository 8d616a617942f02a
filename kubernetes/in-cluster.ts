/** Connects to the API server of the cluster in which this process runs, as the ServiceAccount of its Pod. */
import { KubeconfigError } from './kubeconfig-error.ts';
import { kubeconfigOf, type Kubeconfig } from './kubeconfig.ts';

const DIRECTORY = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Kubeconfig with one context, `in-cluster`. The token is reread from its file, because kubelet renews it.
 * @throws KubeconfigError outside of a cluster
 */
export function inClusterKubeconfig(
  env: Readonly<Record<string, string | undefined>>,
  directory = DIRECTORY,
): Kubeconfig {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  const source = 'the ServiceAccount of this pod';
  if (!host)
    throw new KubeconfigError(
      `${source}: this process does not run in a cluster (there is no KUBERNETES_SERVICE_HOST). Name a kubeconfig.`,
    );
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const name = 'in-cluster';
  return kubeconfigOf(
    {
      clusters: [{ name, cluster: { server, 'certificate-authority': 'ca.crt' } }],
      users: [{ name, user: { tokenFile: 'token' } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    },
    { source, directory },
  );
}
