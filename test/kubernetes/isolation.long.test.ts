/**
 * Users' requests to many leaves. Some leaves are dead, silent or slow. Requests to healthy leaves do not wait for
 * these leaves.
 */
import { describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { ADMIN, grant, pod, startLeaf } from '../sim/fixtures.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const JANE = { type: 'impersonate', user: 'jane', groups: ['dev'], uid: '', extra: {} } as const;

async function fleet(
  count: number,
): Promise<{ leaves: SimulatedLeaf[]; clients: KubernetesClient[] } & AsyncDisposable> {
  const leaves = await Promise.all(Array.from({ length: count }, (_, index) => startLeaf({ name: `leaf-${index}` })));
  for (const leaf of leaves)
    leaf.objects.load([...grant('reader', 'jane', [{ verbs: ['list'], resources: ['pods'] }]), pod('apps', 'a')]);
  const kubeconfig = parseKubeconfig(simulatedKubeconfig(leaves, ADMIN), { source: 'sim', directory: '/' });
  const clients = await Promise.all(
    leaves.map(async ({ name }) => createKubernetesClient(await kubeconfig.target(name), { log: silentLogger })),
  );
  return {
    leaves,
    clients,
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map(client => client.close()));
      await Promise.all(leaves.map(leaf => leaf.close()));
    },
  };
}

describe('two hundred leaves', () => {
  it('answer all requests while some of them are silent, slow or gone', async () => {
    await using all = await fleet(200);
    const [silent, slow, gone, ...well] = all.clients;
    all.leaves[0]?.fail({ answer: 'hang' });
    all.leaves[1]?.fail({ slowBodyMs: 500 });
    await all.leaves[2]?.stop();
    const over = new AbortController();
    let ended = 0;
    // Each client sends twice as many requests as a cluster has slots, so requests also wait in the queue.
    const stuck = [silent, slow].flatMap(client =>
      Array.from({ length: client ? 32 : 0 }, async () =>
        client
          ?.list(PODS, { as: JANE, signal: over.signal, timeoutMs: 60_000 })
          .catch(() => undefined)
          .then(() => (ended += 1)),
      ),
    );
    for (let round = 0; round < 5; round += 1) {
      const pages = await Promise.all(well.map(client => client.list(PODS, { as: JANE })));
      expect(pages.every(({ items }) => items.length === 1)).toBe(true);
      await expect(gone?.list(PODS, { as: JANE })).rejects.toMatchObject({ code: 'UNREACHABLE' });
    }
    expect(ended).toBeLessThan(64);
    expect(well.reduce((sum, client) => sum + client.traffic().connections, 0)).toBeLessThanOrEqual(2 * well.length);
    over.abort(new Error('the test is over'));
    await Promise.all(stuck);
  });
});
