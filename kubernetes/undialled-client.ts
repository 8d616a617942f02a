/**
 * Client of a cluster that fleetgraph never connects to, because an agent or a Prometheus brings the cluster's content.
 * Requests fail at once, as for an unreachable cluster, so that callers need no special case.
 */
import type { KubernetesClient } from './client.ts';
import { KubernetesError } from './errors.ts';

export function undialledClient(cluster: string): KubernetesClient {
  const reason = `fleetgraph does not connect to ${cluster}`;
  const fail = (): never => {
    throw new KubernetesError('UNREACHABLE', reason, { cluster });
  };
  const refuse = async (): Promise<never> => fail();
  return {
    cluster,
    request: refuse,
    text: refuse,
    follow: refuse,
    list: refuse,
    // eslint-disable-next-line require-yield -- it fails before the first event
    watch: async function* () {
      fail();
    },
    discover: refuse,
    version: refuse,
    // Not 'open', because metrics count 'open' as a leaf that stopped answering.
    health: () => ({ state: 'closed', reason: '', openForMs: 0, retryInMs: 0 }),
    traffic: () => ({ requests: 0, connections: 0 }),
    close: async () => undefined,
  };
}
