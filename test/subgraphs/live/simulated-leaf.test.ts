/** Runs leaf-suite.ts on a simulated leaf, to show that the simulation answers like a real server. */
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import { grant, JANE, ROBOT, startLeaf } from '../../sim/fixtures.ts';
import { describeLive } from './leaf-suite.ts';

const COLLECTOR = 'system:serviceaccount:fleetgraph:collector';

describeLive('a simulated leaf', async () => {
  const leaf = await startLeaf();
  leaf.objects.load(grant('collector', COLLECTOR, [{ verbs: ['*'], apiGroups: ['*'], resources: ['*', '*/*'] }]));
  const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' });
  return { target: await kubeconfig.target(leaf.name), janeToken: JANE, close: () => leaf.close() };
});
