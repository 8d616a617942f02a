/** The live subgraph over a real kube-apiserver, its RBAC, impersonation and content types. */
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { startApiServer } from '../../harness/apiserver.ts';
import { describeLive } from './leaf-suite.ts';

describeLive('a real API server', async () => {
  const server = await startApiServer({ users: [{ name: 'jane' }] });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  return {
    target: await kubeconfig.target(server.name),
    janeToken: server.token('jane'),
    close: () => server.remove(),
  };
});
