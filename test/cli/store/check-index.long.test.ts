/**
 * Compares the index of a collected fleet with its leaves, without differences and with differences that a test adds.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkIndex, type CheckOptions } from '../../../cli/store/check-index.ts';
import { createDemoFleet, type DemoFleet } from '../../../demo/fleet.ts';
import { startCollector, type Collector } from '../../../collector/collector.ts';
import { withRules } from '../../../kinds/configured.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { Batch, Row } from '../../../store/store.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../kubernetes/until.ts';
import { row } from '../../fixtures.ts';
import { binding } from '../../store/fixtures.ts';

const NEVER = new AbortController().signal;
const KINDS = { include: ['configmaps', 'events'], exclude: [] };
const PODS = { apiVersion: 'v1', kind: 'Pod' };

let fleet: DemoFleet;
let registry: ClusterRegistry;
let store: MemoryStore;
let collector: Collector;
let cluster: string;

beforeEach(async () => {
  fleet = await createDemoFleet({ clusters: 1, objects: 150, faults: false });
  cluster = fleet.leaves[0]?.name ?? '';
  const settings = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'payments' },
    data: { key: 'value' },
  };
  fleet.leaves[0]?.objects.load([settings]);
  registry = new ClusterRegistry();
  const kubeconfig = parseKubeconfig(fleet.kubeconfig, { source: 'sim', directory: '/' });
  const client = createKubernetesClient(await kubeconfig.target(cluster), { log: silentLogger });
  registry.add({
    name: cluster,
    client,
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
    authorization: 'rbac',
  });
  store = new MemoryStore();
  collector = startCollector({ registry, store, kinds: KINDS, log: silentLogger, holder: 'collector' });
  await until(async () => (await store.snapshot(cluster, NEVER)).state?.phase === 'synced');
});
afterEach(async () => {
  await collector.close();
  await registry.close();
  await fleet.close();
  await store.close();
});

const leaf = () => fleet.leaves[0] as DemoFleet['leaves'][number];
const options = (more: Partial<CheckOptions> = {}): CheckOptions => {
  const registered = registry.get(cluster);
  if (!registered) throw new Error('the cluster is not registered');
  return { cluster, client: registered.client, store, kinds: KINDS, signal: NEVER, pauseMs: 20, ...more };
};
const found = async () => {
  const { differences } = await checkIndex(options());
  return [...differences].flatMap(([resource, list]) =>
    list.map(({ type, key, fields }) => [resource, type, key.split('/').at(-1), fields.join()].join(' ')),
  );
};
const write = async (batch: Batch) => {
  const lease = await store.acquire(cluster, 'vandal', 1_000);
  if (!lease) throw new Error('the lease is held');
  await store.apply(lease, batch);
  await store.release(lease);
};
const rows = async (): Promise<Row[]> => {
  const all: Row[] = [];
  for await (const chunk of (await store.snapshot(cluster, NEVER)).rows) all.push(...chunk);
  return all;
};
const pod = async () => (await rows()).find(({ kind }) => kind === 'Pod') as Row;

async function spoil(): Promise<string[]> {
  await collector.close();
  const victim = await pod();
  const [missing] = (await rows()).filter(({ kind }) => kind === 'Deployment');
  const { grants } = await store.snapshot(cluster, NEVER);
  const [grant] = grants.filter(({ type }) => type === 'RoleBinding');
  if (!missing || !grant) throw new Error('the demo has no Deployment or no RoleBinding');
  await write({
    puts: [
      { ...victim, status: 'UNKNOWN', message: 'never said' },
      row({ cluster, group: 'apps', kind: 'Deployment', name: 'left-over' }),
      row({ name: 'stranger', cluster, group: 'acme.example', kind: 'Gone' }),
    ],
    deletes: [encodeObjectKey(missing)],
    grantPuts: [
      { ...grant, namespace: 'other', name: 'left-over' },
      binding('left-over', { namespace: '', type: 'ClusterRoleBinding' }),
    ],
    grantDeletes: [`${grant.type}/${grant.namespace}/${grant.name}`],
  });
  return [
    'acme.example/Gone extra stranger ',
    'clusterrolebindings.rbac.authorization.k8s.io extra left-over ',
    'deployments.apps extra left-over ',
    `deployments.apps missing ${missing.name} `,
    `pods different ${victim.name} message,status`,
    'rolebindings.rbac.authorization.k8s.io extra left-over ',
    `rolebindings.rbac.authorization.k8s.io missing ${grant.name} `,
  ];
}

describe('checkIndex', () => {
  it('finds a cluster equal of which one namespace is collected from now on', async () => {
    const collect = { namespaces: ['payments'] };
    await registry.replace({ ...registry.get(cluster)!, collect });
    await until(async () => (await store.snapshot(cluster, NEVER)).state?.reason === 'SOME_NAMESPACES', 60_000);
    expect(new Set((await rows()).map(({ namespace }) => namespace))).toEqual(new Set(['', 'payments']));
    const { differences, rows: compared, grants, skipped } = await checkIndex(options({ collect }));
    expect([[...differences], [...skipped]]).toEqual([[], []]);
    expect(compared).toBe((await rows()).length);
    expect(grants).toBe((await store.snapshot(cluster, NEVER)).grants.length);
  });

  it('finds a collected cluster equal, every kind and every grant of it', async () => {
    const report = await checkIndex(options());
    expect(report).toMatchObject({ differences: new Map(), moving: 0, skipped: new Map() });
    expect(report.rows).toBe((await rows()).length);
    expect(report.grants).toBe((await store.snapshot(cluster, NEVER)).grants.length);
    expect(report.rows).toBeGreaterThan(100);
    expect((await rows()).map(({ kind }) => kind)).toContain('ConfigMap');
  });

  it('reads statuses by the rules that the collectors have', async () => {
    const pods = { group: '', kind: 'Pod', expressions: { current: 'true', message: "'as told'" } };
    const { differences } = await checkIndex(options({ lookup: withRules([pods]) }));
    expect([...differences.keys()]).toEqual(['pods']);
    expect(differences.get('pods')?.map(({ leaf: row }) => (row as Row).message)).toContain('as told');
  });

  it('finds everything that was spoilt, with the fields that differ', async () => {
    const spoilt = await spoil();
    expect((await found()).sort()).toEqual(spoilt.sort());
  });

  it('finds a store that knows nothing of the cluster', async () => {
    const { rows: onLeaf, grants, differences } = await checkIndex(options({ store: new MemoryStore() }));
    const all = [...differences.values()].flat();
    expect(all.length).toBe(onLeaf + grants);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['missing']));
  });

  it('does not count what a collector at work brings before the next look', async () => {
    const { name, namespace } = await pod();
    const object = leaf().objects.get({ ...PODS, metadata: { name, namespace } });
    if (!object) throw new Error('the Pod is gone');
    let looks = 0;
    const onProgress = (resource: string) => {
      if (resource !== 'pods') return;
      looks += 1;
      if (looks === 1)
        for (let i = 0; i < 50; i++)
          leaf().objects.put({ ...object, ...PODS, metadata: { ...object.metadata, name: `new-${i}` } });
    };
    expect(await checkIndex(options({ pauseMs: 500, onProgress }))).toMatchObject({
      differences: new Map(),
      moving: 0,
    });
  });

  it('says of what changes between all looks that nothing can be said', async () => {
    await collector.close();
    const { name, namespace } = await pod();
    const object = leaf().objects.get({ ...PODS, metadata: { name, namespace } });
    if (!object) throw new Error('the Pod is gone');
    const onProgress = () => leaf().objects.put({ ...object, ...PODS, metadata: object.metadata });
    expect(await checkIndex(options({ onProgress }))).toMatchObject({ differences: new Map(), moving: 1 });
  });

  it('names a resource that may not be listed, and does not judge its rows', async () => {
    leaf().fail({ matching: /\/pods\?/, answer: 'error' });
    await expect(checkIndex(options())).rejects.toThrow('etcdserver');
    leaf().fail({});
    leaf().objects.put({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'fleetgraph-collector' },
      rules: [{ apiGroups: ['rbac.authorization.k8s.io', 'apps'], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
    });
    const { skipped } = await checkIndex(options());
    expect([...skipped.keys()]).toContain('pods');
    expect([...skipped.keys()]).not.toContain('deployments.apps');
    expect(skipped.get('pods')).toContain('forbidden');
  });
});
