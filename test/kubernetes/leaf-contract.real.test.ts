/** Runs the leaf contract on a real kube-apiserver, whose behaviour defines what is right. */
import { startApiServer } from '../harness/apiserver.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { describeLeaf } from './leaf-contract.ts';

describeLeaf('a real API server', async () => {
  const server = await startApiServer({ users: [{ name: 'jane' }] });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  return {
    target: await kubeconfig.target(server.name),
    janeToken: server.token('jane'),
    async forgetHistory() {
      await server.compactHistory();
      await server.restart(); // the restart clears the watch cache, which still has events that etcd has dropped
    },
    close: () => server.remove(),
  };
});
