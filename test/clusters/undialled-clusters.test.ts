/** Clusters that fleetgraph never connects to, in the registry: how they are added, changed and removed. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ClusterSources } from '../../clusters/follow-sources.ts';
import { ClusterRegistry, mechanismOf, type PushPolicy } from '../../clusters/registry.ts';
import type { ClusterSource } from '../../clusters/source.ts';
import { undialledClusters, type UndialledSpec } from '../../clusters/sources/undialled-clusters.ts';
import { silentLogger } from '../../telemetry/log.ts';

const PUSH: PushPolicy = { tokens: [{ env: 'TOKEN' }], intervalMs: 30_000, kinds: ['namespaces'], detail: 'full' };
const IDENTITY = { mode: 'passthrough', usernamePrefix: 'oidc:', groupPrefix: '' } as const;
const spec = (name: string, more: Partial<UndialledSpec> = {}): UndialledSpec => ({
  ...{ name, identity: IDENTITY, authorization: 'rbac', push: PUSH },
  ...more,
});

let registry: ClusterRegistry;
let sources: ClusterSources;
const events: string[] = [];

beforeEach(() => {
  registry = new ClusterRegistry();
  events.splice(0);
  registry.subscribe({
    added: ({ name }) => void events.push(`added ${name}`),
    replaced: ({ name }) => void events.push(`replaced ${name}`),
    removed: ({ name }) => void events.push(`removed ${name}`),
  });
  sources = new ClusterSources({
    registry,
    leafConcurrency: 1,
    maxClusters: 100,
    renewTokens: false,
    log: silentLogger,
  });
});
afterEach(async () => {
  await sources.close();
  await registry.close();
});

async function follow(...clusters: UndialledSpec[]): Promise<void> {
  const source = (): ClusterSource => undialledClusters(clusters);
  sources.follow([
    { key: JSON.stringify(clusters), place: 'clusters', source, names: clusters.map(({ name }) => name) },
  ]);
  await sources.settled(5_000);
}

it('are registered at once, with a client that fails without a connection', async () => {
  await follow(spec('leaf-7'));
  const registration = registry.get('leaf-7')!;
  expect([mechanismOf(registration), registration.connection, registration.target]).toEqual([
    'PUSH',
    'leaf-7',
    undefined,
  ]);
  await expect(registration.client.request('/version', { as: { type: 'self' } })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
  const watch = registration.client.watch({} as never, {} as never);
  await expect(async () => {
    for await (const _event of watch);
  }).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(registration.client.traffic()).toEqual({ requests: 0, connections: 0 });
});

it('never get the token of a caller, whatever their identity policy says', async () => {
  await follow(spec('leaf-7'));
  expect(registry.get('leaf-7')?.identity).toMatchObject({ mode: 'impersonate', usernamePrefix: 'oidc:' });
});

it('change in place, and go', async () => {
  await follow(spec('leaf-7'), spec('leaf-8'));
  const { client } = registry.get('leaf-7')!;
  await follow(spec('leaf-7', { push: { ...PUSH, intervalMs: 60_000 } }), spec('leaf-8'));
  expect([registry.get('leaf-7')?.push?.intervalMs, registry.get('leaf-7')?.client === client]).toEqual([60_000, true]);
  await follow(spec('leaf-8'));
  expect(events).toEqual(['added leaf-7', 'added leaf-8', 'replaced leaf-7', 'removed leaf-7']);
});

it('name their callers as the cluster whose RBAC they borrow does', async () => {
  const labels = {} as never;
  const metrics = {
    prometheus: 'default',
    label: ['cluster', 'leaf-7'],
    intervalMs: 30_000,
    names: {} as never,
    labels,
  } as const;
  await follow(spec('hub'), {
    ...{ name: 'leaf-7', identity: { ...IDENTITY, usernamePrefix: 'own:' }, authorization: 'rbac' },
    metrics: { ...metrics, rbac: { cluster: 'hub', namespace: 'platform' } },
  });
  expect(mechanismOf(registry.get('leaf-7')!)).toBe('METRICS');
  expect(registry.identityOf('leaf-7')).toMatchObject({ usernamePrefix: 'oidc:', cluster: 'hub' });
  expect(registry.identityOf('hub')).toMatchObject({ usernamePrefix: 'oidc:', cluster: 'hub' });
  await registry.remove('hub');
  expect(registry.identityOf('leaf-7')).toBeUndefined();
});
