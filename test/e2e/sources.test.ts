/**
 * Clusters are registered on a real hub while two processes run over Redis. Clusters are added, get new credentials and
 * are removed, and the configuration is reloaded.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';

const ADMIN = { token: 'e2e-admin-token-e2e', user: 'someone', groups: ['admins'] };
const SOURCE = '/api/v1/namespaces/fleet/secrets';

let hub: ApiServer;
let redis: RedisServer;
let fleetgraph: Fleetgraph;
let config: Record<string, unknown>;

beforeAll(async () => {
  [hub, redis] = await Promise.all([
    startApiServer({ name: 'hub', users: [{ name: 'reader' }, { name: 'rotated' }] }),
    startRedis(),
  ]);
  const rbac = 'rbac.authorization.k8s.io';
  const may = (name: string, rule: object, kind: string, subject: string): KubernetesJson[] => [
    { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules: [rule] },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: `${name}-${subject}` },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
      subjects: [{ apiGroup: rbac, kind, name: subject }],
    },
  ];
  const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
  await hub.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } },
    ...['reader', 'rotated'].flatMap(user => may('everything', everything, 'User', user)),
    ...may('view-all', { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] }, 'Group', 'admins'),
  ]);
  const file = join(hub.directory, 'hub.kubeconfig');
  await hub.writeKubeconfig(file);
  config = {
    store: { type: 'redis', url: redis.url },
    clusterSources: [{ type: 'secrets', kubeconfig: file, namespace: 'fleet', allow: ['local-addresses'] }],
    authentication: [{ type: 'static', tokens: [ADMIN] }],
    duplicates: 'allow', // one API server is registered as two clusters
  };
  fleetgraph = await Fleetgraph.start({ config, form: 'split' });
});
afterAll(async () => {
  await fleetgraph?.stop();
  await Promise.all([hub?.remove(), redis?.remove()]);
});

function registration(name: string, user: string): KubernetesJson {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'fleet', labels: { 'kiali.io/multiCluster': 'true' } },
    stringData: { kubeconfig: stringify(hub.kubeconfig(user)) },
  };
}

async function shown(token = ADMIN.token): Promise<string[]> {
  const { data } = await fleetgraph.query(
    token,
    '{ objects(filter: { kinds: ["Namespace"] }) { nodes { id } } clusters { nodes { name } } }',
  );
  return [
    ...(data?.clusters?.nodes ?? []).map(({ name }: { name: string }) => name),
    ...(data?.objects?.nodes ?? []).map(({ id }: { id: string }) => id).filter((id: string) => id.includes('fleet')),
  ];
}

it('a Secret registers a cluster, whose rows show in seconds', async () => {
  expect(await shown()).toEqual([]);
  await hub.apply([registration('leaf-a', 'reader'), registration('leaf-b', 'reader')]);
  const { tookMs } = await eventually(shown, names => names.length === 4, { what: 'both clusters with their rows' });
  console.info(`two clusters registered on a real hub: first rows after ${Math.round(tookMs)} ms`);
  expect((await shown()).sort()).toEqual(['leaf-a', 'leaf-a//Namespace//fleet', 'leaf-b', 'leaf-b//Namespace//fleet']);
});

it('a broken Secret is counted and takes nothing away; a mended one with other credentials goes on', async () => {
  const before = await fleetgraph.metric('collector-1', 'fleetgraph_leaf_connections_total');
  await hub.apply([{ ...registration('leaf-a', 'reader'), stringData: { kubeconfig: 'clusters: [' } }]);
  await eventually(
    () => fleetgraph.metric('gateway-1', 'fleetgraph_cluster_source_problems'),
    count => count === 1,
  );
  expect(await shown()).toHaveLength(4);
  await hub.apply([registration('leaf-a', 'rotated')]);
  await eventually(
    () => fleetgraph.metric('gateway-1', 'fleetgraph_cluster_source_problems'),
    count => count === 0,
  );
  await hub.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet-2' } }]);
  await eventually(shown, names => names.length === 6);
  const { data } = await fleetgraph.query(
    ADMIN.token,
    '{ object(id: "leaf-a//Namespace//fleet-2") { live { state } } }',
  );
  expect(data.object.live.state).toBe('OK');
  expect(before).toBeGreaterThan(0);
});

it('static tokens and sources of a changed configuration are taken without a restart, and a broken one is not', async () => {
  const other = { ...ADMIN, token: 'another-admin-token' };
  expect((await fleetgraph.query(other.token, '{ clusters { nodes { name } } }')).status).toBe(401);
  await fleetgraph.configure({ ...config, authentication: [{ type: 'static', tokens: [ADMIN, other] }] });
  await eventually(
    () => fleetgraph.query(other.token, '{ clusters { nodes { name } } }'),
    ({ status }) => status === 200,
  );
  await fleetgraph.configure({ ...config, clusterSources: [{ type: 'nothing' }] });
  await eventually(
    () => fleetgraph.logs(),
    text => text.includes('the configuration cannot be used'),
  );
  expect(await shown(other.token)).toHaveLength(6);
  await fleetgraph.configure(config);
  await eventually(
    () => fleetgraph.query(other.token, '{ clusters { nodes { name } } }'),
    ({ status }) => status === 401,
  );
});

it('a deleted Secret takes its cluster out of every answer and out of Redis', async () => {
  const keys = async () => (await redis.command('--scan')).split('\n').filter(key => key.includes('leaf-a'));
  expect((await keys()).length).toBeGreaterThan(0);
  await hub.request('DELETE', `${SOURCE}/leaf-a`);
  await eventually(shown, names => names.every(name => name.startsWith('leaf-b')));
  await eventually(keys, left => left.length === 0, { what: 'no key of the cluster' });
  expect(await shown()).toHaveLength(3);
  expect(fleetgraph.endings).toEqual([]);
});
