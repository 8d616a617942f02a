import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { credentialMetrics, leafMetrics } from '../../../cli/serve/metrics.ts';
import { objectMetrics } from '../../../cli/serve/index-metrics.ts';
import type { KubernetesClient, LeafTraffic } from '../../../kubernetes/client.ts';
import { inlineToken } from '../../../kubernetes/kubeconfig-token.ts';
import type { ClusterIndex } from '../../../readmodel/readmodel.ts';

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
    const kept = (hours: number) =>
      `x.${Buffer.from(JSON.stringify({ exp: Date.now() / 1_000 + hours * 3_600 })).toString('base64url')}.x`;
    const tokens = [
      inlineToken(kept(2)),
      inlineToken(kept(1)),
      inlineToken(kept(0.5)),
      inlineToken('of no end'),
      inlineToken(undefined),
    ];
    credentialMetrics(registry, {
      list: () => tokens.map(token => ({ ...cluster('x'), target: { cluster: 'x', server: 'https://x', token } })),
    });
    const read = async () =>
      (await registry.metrics()).split('\n').filter(line => line.startsWith('fleetgraph_leaf_tokens'));
    expect(await read()).toEqual(['fleetgraph_leaf_tokens_in_memory 0']);
    for (const i of [0, 1, 3]) await tokens[i]!.replace('renewed');
    const [count, expiry = ''] = await read();
    expect(count).toBe('fleetgraph_leaf_tokens_in_memory 2');
    expect(Number(expiry.split(' ')[1])).toBeCloseTo(3_600, -1);
  });
});

describe('the metrics of objects', () => {
  const tally = (cluster: string, kind: string, counts: number[], group = '') => ({ cluster, group, kind, counts });
  const read = async (tallies: ReturnType<typeof tally>[], closed: string[] = []) => {
    const byCluster = Map.groupBy(tallies, ({ cluster }) => cluster);
    const readModel = {
      clusters: () => [...byCluster.keys()].map(cluster => ({ cluster }) as ClusterIndex),
      tallies: (cluster: string) => byCluster.get(cluster) ?? [],
    };
    const text = await objectMetrics(readModel, { closed: () => new Set(closed) });
    return text.split('\n').filter(line => line.startsWith('fleetgraph_objects{'));
  };

  it('count by cluster, kind and status, kinds of one name together, and leave out what there is none of', async () => {
    const tallies = [
      tally('a', 'Pod', [3, 0, 1, 0, 0]),
      tally('b', 'Certificate', [1, 0, 0, 0, 0], 'cert-manager.io'),
      tally('b', 'Certificate', [0, 2, 0, 0, 0], 'networking.internal.knative.dev'),
      tally('b', 'Certificate', [4, 0, 0, 0, 0], 'example.org'),
    ];
    expect(await read(tallies)).toEqual([
      'fleetgraph_objects{cluster="a",kind="Pod",status="current"} 3',
      'fleetgraph_objects{cluster="a",kind="Pod",status="failed"} 1',
      'fleetgraph_objects{cluster="b",kind="Certificate",status="current"} 5',
      'fleetgraph_objects{cluster="b",kind="Certificate",status="in_progress"} 2',
    ]);
  });

  it('are well-formed whatever names hold', async () => {
    expect(await read([tally('a"b\\c\nd', 'Pod', [1, 0, 0, 0, 0])])).toEqual([
      'fleetgraph_objects{cluster="a\\"b\\\\c\\nd",kind="Pod",status="current"} 1',
    ]);
  });

  it('have no series of a cluster that is closed', async () => {
    expect(await read([tally('a', 'Pod', [1, 0, 0, 0, 0]), tally('b', 'Pod', [1, 0, 0, 0, 0])], ['a'])).toEqual([
      'fleetgraph_objects{cluster="b",kind="Pod",status="current"} 1',
    ]);
  });

  it('have at most 50 kinds of a cluster beside the default ones, and count the objects of the others together', async () => {
    const tallies = ['Pod', ...Array.from({ length: 60 }, (_, i) => `Kind${i + 10}`)].map(kind =>
      tally('a', kind, [1, 0, 0, 0, 0]),
    );
    const lines = await read(tallies);
    expect(lines).toHaveLength(52);
    expect(lines).toContain('fleetgraph_objects{cluster="a",kind="Pod",status="current"} 1');
    expect(lines).toContain('fleetgraph_objects{cluster="a",kind="Kind59",status="current"} 1');
    expect(lines).toContain('fleetgraph_objects{cluster="a",kind="(other)",status="current"} 10');
  });
});
