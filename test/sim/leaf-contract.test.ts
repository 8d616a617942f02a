/** Runs the leaf contract on the simulated leaf, with and without TLS. */
import { generate } from 'selfsigned';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeafOptions } from '../../sim/leaf.ts';
import { describeLeaf, type LeafUnderTest } from '../kubernetes/leaf-contract.ts';
import { grant, JANE, namespace, ROBOT, startLeaf } from './fixtures.ts';

const COLLECTOR = 'system:serviceaccount:fleetgraph:collector';

async function open(options: Partial<SimulatedLeafOptions> = {}): Promise<LeafUnderTest> {
  const leaf = await startLeaf(options);
  leaf.objects.load([
    namespace('default'),
    ...grant('collector', COLLECTOR, [{ verbs: ['*'], apiGroups: ['*'], resources: ['*', '*/*'] }]),
  ]);
  const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' });
  return {
    target: await kubeconfig.target(leaf.name),
    janeToken: JANE,
    forgetHistory: async () => leaf.expireHistory(),
    close: () => leaf.close(),
  };
}

describeLeaf('a simulated leaf', () => open());
describeLeaf('a simulated leaf from before WatchList and aggregated discovery', () =>
  open({ watchList: false, aggregatedDiscovery: false }),
);
describeLeaf('a simulated leaf with TLS', async () => {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'leaf' }], { extensions });
  return open({ tls: { key, cert, ca: cert } });
});
