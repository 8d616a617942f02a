/**
 * Clusters that exist only as metrics in a real Prometheus. The Prometheus scrapes text in the form of Config Sync and
 * kube-state-metrics. The hub is a real API server. Its RBAC decides who may see the rows.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { PROMETHEUS, provide } from '../harness/debian-packages.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { PrometheusServer, type ScrapedPage } from '../harness/prometheus.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';

const FLUX = (ready: string, revision: string) => `# HELP gotk_resource_info The current state of a Flux resource.
# TYPE gotk_resource_info gauge
gotk_resource_info{customresource_group="kustomize.toolkit.fluxcd.io",customresource_kind="Kustomization",customresource_version="v1",namespace="flux-system",name="apps",ready="${ready}",suspended="false",revision="${revision}",source_name="fleet"} 1
gotk_resource_info{customresource_group="helm.toolkit.fluxcd.io",customresource_kind="HelmRelease",customresource_version="v2",namespace="monitoring",name="prometheus",ready="True",suspended="true",revision="75.1.0"} 1
gotk_resource_info{customresource_group="source.toolkit.fluxcd.io",customresource_kind="GitRepository",customresource_version="v1",namespace="flux-system",name="fleet",ready="True"} 1
`;
const SYNC =
  'configsync_sync_kind="RootSync",configsync_sync_name="root-sync",configsync_sync_namespace="config-management-system"';
const CONFIG_SYNC = (errors: number) => `# TYPE config_sync_last_sync_timestamp gauge
config_sync_last_sync_timestamp{${SYNC},commit="0a1b2c",status="success"} 1.7e+09
config_sync_last_sync_timestamp{${SYNC},commit="ffffff",status="error"} 1.8e+09
# TYPE config_sync_pipeline_error_observed gauge
config_sync_pipeline_error_observed{${SYNC},component="source",name="root-sync",reconciler="root-sync"} ${errors}
config_sync_pipeline_error_observed{${SYNC},component="readiness",name="root-sync",reconciler="root-sync"} 0
# TYPE config_sync_resource_count gauge
config_sync_resource_count{resourcegroup="config-management-system/root-sync"} 12
# TYPE config_sync_ready_resource_count gauge
config_sync_ready_resource_count{resourcegroup="config-management-system/root-sync"} 12
`;

let directory: string;
let hub: ApiServer;
let redis: RedisServer;
let prometheus: PrometheusServer;
let fleetgraph: Fleetgraph;
const flux: ScrapedPage = {
  labels: { cluster: 'leaf-7', namespace: 'flux-system' },
  text: FLUX('True', 'main@sha1:0a1b'),
};
const sync: ScrapedPage = { labels: { cluster: 'leaf-8', component: 'otel-collector' }, text: CONFIG_SYNC(0) };

const rbac = (kind: string, name: string, more: object, namespace?: string) => ({
  ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind },
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  ...more,
});
const bound = (user: string) => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'viewer' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
});

beforeAll(async () => {
  const missing = provide(PROMETHEUS);
  if (missing !== undefined) throw new Error(missing);
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-metrics-'));
  [hub, redis, prometheus] = await Promise.all([
    startApiServer({ name: 'hub' }),
    startRedis(),
    PrometheusServer.start([flux, sync]),
  ]);
  await hub.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'platform' } },
    rbac('ClusterRole', 'viewer', { rules: [{ verbs: ['list'], apiGroups: ['*'], resources: ['*'] }] }),
    rbac('RoleBinding', 'jane', bound('jane'), 'platform'),
    rbac('RoleBinding', 'joe', bound('joe'), 'default'),
  ]);
  await hub.writeKubeconfig(join(directory, 'kubeconfig'));
  const metrics = (name: string) => ({
    ...{ name, metrics: { label: `cluster=${name}`, interval: '2s' } },
    rbac: { cluster: 'hub', namespace: 'platform' },
  });
  fleetgraph = await Fleetgraph.start({
    form: 'split',
    config: {
      store: { type: 'redis', url: redis.url },
      prometheus: [{ name: 'default', url: prometheus.url }],
      clusters: [
        { name: 'hub', kubeconfig: join(directory, 'kubeconfig') },
        metrics('leaf-7'),
        metrics('leaf-8'),
        { name: 'leaf-9', metrics: { label: 'cluster=leaf-7', interval: '2s' } },
      ],
      authentication: [{ type: 'static', tokens: ['jane', 'joe'].map(name => ({ token: name, user: name })) }],
    },
  });
});
afterAll(async () => {
  await fleetgraph?.stop();
  await prometheus?.[Symbol.asyncDispose]();
  await redis?.remove();
  await hub?.remove();
  await rm(directory, { recursive: true, force: true });
});

const ask = async (token: string, query: string) => (await fleetgraph.query(token, query)).data;
async function rowsFor(token: string): Promise<string[]> {
  const data = await ask(
    token,
    '{ objects(filter: { clusters: ["leaf-7", "leaf-8", "leaf-9"] }) { nodes { cluster { name } kind namespace name status suspended revision } } }',
  );
  return data.objects.nodes
    .map(
      (row: any) =>
        `${row.cluster.name} ${row.kind} ${row.namespace}/${row.name} ${row.status}${row.suspended ? ' suspended' : ''} ${row.revision}`,
    )
    .toSorted();
}

describe('clusters of a real Prometheus', () => {
  const [web, helm] = [
    'leaf-7 Kustomization flux-system/apps CURRENT main@sha1:0a1b',
    'leaf-7 HelmRelease monitoring/prometheus CURRENT suspended 75.1.0',
  ];
  const root = 'leaf-8 RootSync config-management-system/root-sync CURRENT 0a1b2c';

  it('are shown to those who may list the kind in the namespace of the hub, and to nobody else', async () => {
    await eventually(
      () => rowsFor('jane'),
      rows => rows.length === 3,
      { what: 'three rows' },
    );
    expect(await rowsFor('jane')).toEqual([helm, web, root]);
    expect(await rowsFor('joe')).toEqual([]);
    const { coverage } = await ask('jane', '{ coverage { total indexed closed } }');
    expect(coverage).toEqual({ total: 4, indexed: 3, closed: 1 });
  });

  it('are deployments, with as much as their engine tells', async () => {
    const data = await ask(
      'jane',
      '{ packageDeployments(first: 10) { nodes { object { name } phase detail mechanism revision since expectedRevision objectCounts { total } package { id } } } }',
    );
    const unknown = {
      since: null,
      expectedRevision: null,
      objectCounts: null,
      package: null,
      mechanism: 'METRICS',
      phase: 'READY',
    };
    expect(
      data.packageDeployments.nodes.toSorted((a: any, b: any) => (a.object.name < b.object.name ? -1 : 1)),
    ).toEqual([
      { ...unknown, object: { name: 'apps' }, detail: 'APPLIED', revision: 'main@sha1:0a1b' },
      { ...unknown, object: { name: 'prometheus' }, detail: 'APPLIED', revision: '75.1.0' },
      { ...unknown, object: { name: 'root-sync' }, detail: 'AGGREGATED', revision: '0a1b2c' },
    ]);
  });

  it('have no live objects', async () => {
    const id = 'leaf-7/kustomize.toolkit.fluxcd.io/Kustomization/flux-system/apps';
    const { object } = await ask('jane', `{ object(id: ${JSON.stringify(id)}) { uid createdAt live { state } } }`);
    expect(object).toEqual({ uid: null, createdAt: null, live: { state: 'UNREACHABLE' } });
  });

  it('follow what is scraped', async () => {
    flux.text = FLUX('False', 'main@sha1:ffff');
    sync.text = CONFIG_SYNC(1);
    await eventually(
      () => rowsFor('jane'),
      rows => rows.some(row => row.includes('apps FAILED main@sha1:ffff')),
      { what: 'a failure of Flux' },
    );
    await eventually(
      () => rowsFor('jane'),
      rows => rows.some(row => row.includes('RootSync') && row.includes('FAILED')),
      { what: 'a failure' },
    );
    flux.text = undefined;
    await eventually(
      () => rowsFor('jane'),
      rows => rows.every(row => row.startsWith('leaf-8')),
      { what: 'no rows of a target that is down' },
    );
    flux.text = FLUX('True', 'main@sha1:0a1b');
  });

  it('are hidden as soon as the hub takes the right away', async () => {
    await hub.request('DELETE', '/apis/rbac.authorization.k8s.io/v1/namespaces/platform/rolebindings/jane');
    await eventually(
      () => rowsFor('jane'),
      rows => rows.length === 0,
      { what: 'no rows' },
    );
    await hub.apply([rbac('RoleBinding', 'jane', bound('jane'), 'platform')]);
    await eventually(
      () => rowsFor('jane'),
      rows => rows.length === 3,
      { what: 'the rows again' },
    );
  });

  it('are stale while Prometheus is away, and then indexed again', async () => {
    const states = async () => {
      const data = await ask('jane', '{ cluster(name: "leaf-7") { coverage { state cause } } }');
      return data.cluster.coverage;
    };
    await prometheus.stop();
    expect((await eventually(states, ({ state }) => state === 'STALE', { what: 'STALE' })).answer).toMatchObject({
      cause: 'SILENT',
    });
    expect(await rowsFor('jane')).toHaveLength(3);
    await prometheus.restart();
    await eventually(states, ({ state }) => state === 'INDEXED', { what: 'INDEXED' });
  });
});
