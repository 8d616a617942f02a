/**
 * The cluster that this process runs in, with the ServiceAccount of the pod. It is the default of `serve` if no other
 * clusters are configured.
 */
import { inClusterKubeconfig } from '../../kubernetes/in-cluster.ts';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';
import type { ClusterSource, LeafPolicy, SourceState } from '../source.ts';

const NAME = 'in-cluster';

export function ownCluster(env: Readonly<Record<string, string | undefined>>, policy: LeafPolicy): ClusterSource {
  const origin = 'the ServiceAccount of this pod';
  const read = (): SourceState => {
    try {
      const kubeconfig = inClusterKubeconfig(env);
      const target = () => kubeconfig.target(NAME);
      return {
        candidates: [{ ...policy, name: NAME, labels: {}, origin, fingerprint: kubeconfig.fingerprint(NAME), target }],
        problems: [],
      };
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
      return { candidates: [], problems: [{ origin, message: error.message }] };
    }
  };
  const state = read();
  return {
    type: 'ownCluster',
    title: 'the cluster of this process',
    start: () => undefined,
    state: () => state,
    problem: undefined,
    close: async () => undefined,
  };
}
