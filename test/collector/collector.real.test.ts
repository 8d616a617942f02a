/**
 * The collector between a real kube-apiserver with Flux's CRDs and a real Redis. Both servers are restarted, the Redis
 * without its content.
 */
import { sourced } from '../fixtures.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCollector, type Collector } from '../../collector/collector.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { openRedisStore } from '../../store/redis.ts';
import { StoreUnavailableError, type ClusterState, type Row, type Store } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';
import { until } from '../kubernetes/until.ts';

const NEVER = new AbortController().signal;
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'default' } };

const kustomization = (ready: string, reason: string) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'web', namespace: 'default', labels: { team: 'a' } },
  spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } },
  status: {
    conditions: [
      {
        type: 'Ready',
        status: ready,
        reason,
        message: 'm',
        lastTransitionTime: '2026-11-21T10:00:00Z',
        observedGeneration: 1,
      },
    ],
  },
});

describe('a collector of a real cluster', () => {
  let server: ApiServer;
  let redis: RedisServer;
  let store: Store;
  let collector: Collector;
  const registry = new ClusterRegistry();

  const rows = async (): Promise<Row[]> => {
    const all = new Map<string, Row>();
    for await (const chunk of (await store.snapshot('leaf', NEVER)).rows)
      for (const row of chunk) all.set(`${row.kind}/${row.namespace}/${row.name}`, row);
    return [...all.values()];
  };
  const state = async (): Promise<ClusterState | undefined> => (await store.snapshot('leaf', NEVER)).state;
  const find = async (kind: string, name: string) => (await rows()).find(row => row.kind === kind && row.name === name);

  beforeAll(async () => {
    [server, redis] = await Promise.all([startApiServer({ name: 'leaf' }), startRedis()]);
    const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
    registry.add({
      name: 'leaf',
      client: createKubernetesClient(await kubeconfig.target('leaf'), { log: silentLogger }),
      identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
      authorization: 'rbac',
    });
    store = await openRedisStore({ url: redis.url });
    collector = startCollector({
      registry,
      store,
      kinds: { include: [], exclude: [] },
      log: silentLogger,
      holder: 'test',
      timing: { probeMs: 500 },
    });
    await until(async () => (await state())?.phase === 'synced');
  });

  afterAll(async () => {
    await collector.close();
    await registry.close();
    await store.close();
    await Promise.all([server.remove(), redis.remove()]);
  });

  it('has its namespaces, its version and its complete grants', async () => {
    expect(await find('Namespace', 'kube-system')).toMatchObject({ status: 'CURRENT', namespace: '' });
    expect(await state()).toMatchObject({
      version: expect.stringMatching(/^v1\./),
      grants: { complete: true, reason: '' },
    });
    const { grants } = await store.snapshot('leaf', NEVER);
    expect(grants.map(({ type, name }) => `${type}/${name}`)).toContain('ClusterRole/cluster-admin');
  });

  it('reads all of it over two connections', () => {
    const traffic = registry.get('leaf')?.client.traffic();
    expect(traffic?.requests).toBeGreaterThan(10);
    expect(traffic?.connections).toBeLessThanOrEqual(2);
  });

  it('sees objects come, change and go', async () => {
    await server.apply([CONFIG_MAP]);
    await until(async () => (await find('ConfigMap', 'settings')) !== undefined);
    await server.request('DELETE', '/api/v1/namespaces/default/configmaps/settings');
    await until(async () => (await find('ConfigMap', 'settings')) === undefined);
  });

  it('starts with a kind when its definition is installed, and stops with it', async () => {
    await server.installCrds(['kustomizations.kustomize.toolkit.fluxcd.io']);
    await server.apply([kustomization('False', 'BuildFailed')]);
    await until(async () => (await find('Kustomization', 'web'))?.status === 'FAILED');
    expect(await find('Kustomization', 'web')).toMatchObject({
      reason: 'BuildFailed',
      labels: { team: 'a' },
      ...sourced('source.toolkit.fluxcd.io/GitRepository/default/fleet'),
      transitionedAt: Date.parse('2026-11-21T10:00:00Z'),
    });
    await server.apply([kustomization('True', 'ReconciliationSucceeded')]);
    await until(async () => (await find('Kustomization', 'web'))?.status === 'CURRENT');

    await server.request(
      'DELETE',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/kustomizations.kustomize.toolkit.fluxcd.io',
    );
    await until(async () => (await find('Kustomization', 'web')) === undefined);
    await until(async () => !(await state())?.resources.some(({ kind }) => kind === 'Kustomization'));
  });

  it('fills a Redis that was stopped and started empty', async () => {
    const before = (await rows()).length;
    await redis.stop();
    await expect(state()).rejects.toThrow(StoreUnavailableError);
    await server.apply([CONFIG_MAP]);
    await redis.start();
    await until(
      async () =>
        (await state().catch(() => undefined))?.phase === 'synced' &&
        (await find('ConfigMap', 'settings')) !== undefined,
    );
    expect(await rows()).toHaveLength(before + 1);
    expect((await state())?.grants.complete).toBe(true);
  });

  it('survives a restart of the API server', async () => {
    await server.stop();
    await until(async () => (await state())?.phase === 'unreachable');
    expect(await find('ConfigMap', 'settings')).toBeDefined();
    await server.start();
    await until(async () => (await state())?.phase === 'synced');
    await server.request('DELETE', '/api/v1/namespaces/default/configmaps/settings');
    await until(async () => (await find('ConfigMap', 'settings')) === undefined);
  });
});
