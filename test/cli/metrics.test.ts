import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { credentialMetrics, leafMetrics } from '../../cli/metrics.ts';
import type { KubernetesClient, LeafTraffic } from '../../kubernetes/client.ts';
import { inlineToken } from '../../kubernetes/kubeconfig-token.ts';

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

describe('the metrics of credentials', () => {
  const cluster = (name: string, expiresAt?: () => Promise<number | undefined>) => ({
    ...{ name, client: {} as KubernetesClient, authorization: 'rbac' as const },
    identity: { mode: 'impersonate' as const, usernamePrefix: '', groupPrefix: '' },
    target: { server: 'https://x', ...(expiresAt && { expiresAt }) },
  });

  it('tell how long the first of them lasts, and how many have ended, without a name', async () => {
    const registry = new Registry();
    const clusters = [
      cluster('a', async () => Date.now() + 3_600_000),
      cluster('b', async () => undefined),
      cluster('c'),
      cluster('d', async () => {
        throw new Error('/etc/secret cannot be read');
      }),
    ];
    credentialMetrics(registry, { list: () => clusters });
    const read = async () => (await registry.metrics()).split('\n').filter(line => line.startsWith('fleetgraph_'));
    const [expiry = '', expired] = await read();
    expect(Number(expiry.split(' ')[1])).toBeCloseTo(3_600, -1);
    expect(expired).toBe('fleetgraph_leaf_credentials_expired 0');
    clusters.push(cluster('e', async () => Date.now() - 1_000));
    expect((await read())[1]).toBe('fleetgraph_leaf_credentials_expired 1');
    clusters.splice(0);
    expect(await read()).toEqual(['fleetgraph_leaf_credentials_expired 0', 'fleetgraph_leaf_tokens_in_memory 0']);
  });

  it('tell of how many clusters the renewed token is in memory only, and when the first that is kept ends', async () => {
    const registry = new Registry();
    const kept = (hours: number) => `x.${Buffer.from(JSON.stringify({ exp: Date.now() / 1_000 + hours * 3_600 })).toString('base64url')}.x`;
    const tokens = [inlineToken(kept(2)), inlineToken(kept(1)), inlineToken(kept(0.5)), inlineToken('of no end'), inlineToken(undefined)];
    credentialMetrics(registry, {
      list: () => tokens.map(token => ({ ...cluster('x'), target: { cluster: 'x', server: 'https://x', token } })),
    });
    const read = async () => (await registry.metrics()).split('\n').filter(line => line.startsWith('fleetgraph_leaf_tokens'));
    expect(await read()).toEqual(['fleetgraph_leaf_tokens_in_memory 0']);
    for (const i of [0, 1, 3]) await tokens[i]!.replace('renewed');
    const [count, expiry = ''] = await read();
    expect(count).toBe('fleetgraph_leaf_tokens_in_memory 2');
    expect(Number(expiry.split(' ')[1])).toBeCloseTo(3_600, -1);
  });
});
