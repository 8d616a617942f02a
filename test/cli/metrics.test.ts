import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { leafMetrics } from '../../cli/metrics.ts';
import type { KubernetesClient, LeafTraffic } from '../../kubernetes/client.ts';

describe('the metrics of what goes to the leaves', () => {
  it('add up over all clusters, and never go back when one is removed', async () => {
    const traffics: LeafTraffic[] = [
      { requests: 10, connections: 2 },
      { requests: 5, connections: 1 },
    ];
    let clients = traffics.map((_, index) => ({ traffic: () => traffics[index] }) as KubernetesClient);
    const registry = new Registry();
    const registrations = () =>
      clients.map((client, index) => ({
        ...{ name: `leaf-${index}`, client, authorization: 'rbac' as const },
        identity: { mode: 'impersonate' as const, usernamePrefix: '', groupPrefix: '' },
      }));
    leafMetrics(registry, { list: registrations });
    const read = async () => (await registry.metrics()).split('\n').filter(line => line.startsWith('fleetgraph_'));
    expect(await read()).toEqual(['fleetgraph_leaf_requests_total 15', 'fleetgraph_leaf_connections_total 3']);
    traffics[0] = { requests: 12, connections: 2 };
    clients = clients.slice(0, 1);
    expect(await read()).toEqual(['fleetgraph_leaf_requests_total 17', 'fleetgraph_leaf_connections_total 3']);
  });
});
