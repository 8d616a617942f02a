/** The complete collector, from simulated leaves to the store. */
import { describe, expect, it, jest } from '@jest/globals';
import type { ClusterProgress } from '../../collector/cluster-status.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { Lease } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { namespace, pod, type Rule } from '../sim/fixtures.ts';
import { startSilentServer } from '../kubernetes/silent-server.ts';
import { until } from '../kubernetes/until.ts';
import { Fleet, kustomization, KUSTOMIZATIONS, may } from './fixtures.ts';

const POD = { apiVersion: 'v1', kind: 'Pod' };
const list = (group: string, ...resources: string[]): Rule => ({
  verbs: ['list', 'watch'],
  apiGroups: [group],
  resources,
});
const RBAC = list('rbac.authorization.k8s.io', 'roles', 'rolebindings', 'clusterroles', 'clusterrolebindings');

describe('a collector', () => {
  it('brings every object of the collected kinds to the store, and then each change', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', {
      objects: [pod('apps', 'a'), pod('apps', 'b'), kustomization('web', 'False')],
      resources: [KUSTOMIZATIONS],
    });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    expect(await fleet.store.names('leaf', 'Pod')).toEqual(['a', 'b']);
    expect(await fleet.store.names('leaf', 'Namespace')).toContain('apps');
    expect((await fleet.store.allRows('leaf')).find(({ kind }) => kind === 'Kustomization')).toMatchObject({
      cluster: 'leaf',
      status: 'FAILED',
      reason: 'BuildFailed',
    });

    leaf.objects.put(pod('apps', 'c'));
    leaf.objects.put(kustomization('web', 'True'));
    leaf.objects.remove({ ...POD, metadata: { namespace: 'apps', name: 'a' } });
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'b,c');
    await until(async () =>
      (await fleet.store.allRows('leaf')).some(({ kind, status }) => kind === 'Kustomization' && status === 'CURRENT'),
    );
  });

  it('writes only changes after a restart, and deletes what vanished meanwhile', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', {
      objects: Array.from({ length: 50 }, (_, index) => pod('apps', `p-${index}`)),
    });
    const first = fleet.collect();
    await until(() => fleet.synced('leaf'));
    await first.close();

    leaf.objects.put(pod('apps', 'p-1', { phase: 'Succeeded' }));
    leaf.objects.put(pod('apps', 'new'));
    leaf.objects.remove({ ...POD, metadata: { namespace: 'apps', name: 'p-2' } });
    fleet.store.batches.length = 0;
    fleet.collect();
    await until(async () => (await fleet.store.names('leaf', 'Pod')).includes('new') && fleet.store.deletes.length > 0);
    await until(() => fleet.synced('leaf'));
    expect(fleet.store.puts.map(({ name }) => name).sort()).toEqual(['new', 'p-1']);
    expect(fleet.store.deletes).toEqual(['/Pod/apps/p-2']);
    expect(fleet.store.batches.flatMap(({ grantPuts = [] }) => grantPuts)).toEqual([]);
  });

  it('starts a kind when its definition is installed and removes its rows when it goes', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf');
    fleet.collect({ timing: { discoveryMs: 60_000 } });
    await until(() => fleet.synced('leaf'));
    expect((await fleet.store.state('leaf'))?.resources.map(({ kind }) => kind)).not.toContain('Kustomization');

    leaf.serve(KUSTOMIZATIONS);
    leaf.objects.put(kustomization('web', 'True'));
    await until(async () => (await fleet.store.names('leaf', 'Kustomization')).length === 1);

    leaf.withdraw(KUSTOMIZATIONS);
    await until(async () => (await fleet.store.names('leaf', 'Kustomization')).length === 0);
    await until(async () => !(await fleet.store.state('leaf'))?.resources.some(({ kind }) => kind === 'Kustomization'));
  });

  it('removes the rows of a kind that went while no collector ran', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [kustomization('web', 'True')], resources: [KUSTOMIZATIONS] });
    const first = fleet.collect();
    await until(async () => (await fleet.store.names('leaf', 'Kustomization')).length === 1);
    await first.close();
    leaf.withdraw(KUSTOMIZATIONS);
    fleet.collect();
    await until(async () => (await fleet.store.names('leaf', 'Kustomization')).length === 0);
  });

  it('says which kinds are forbidden, and collects them as soon as they no longer are', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')], rules: [list('', 'namespaces'), RBAC] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    const kinds = (await fleet.store.state('leaf'))?.kinds ?? [];
    expect(kinds.find(({ kind }) => kind === 'Pod')).toEqual({
      group: '',
      kind: 'Pod',
      state: 'forbidden',
      reason: 'FORBIDDEN',
    });
    expect(kinds.find(({ kind }) => kind === 'Namespace')).toMatchObject({ state: 'watching', reason: '' });
    for (const object of may([list('', 'namespaces', 'pods'), RBAC])) leaf.objects.put(object);
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a');
  });

  it('drops the rows of a kind that has been forbidden for long', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const first = fleet.collect();
    await until(async () => (await fleet.store.names('leaf', 'Pod')).length === 1);
    await first.close();
    for (const object of may([list('', 'namespaces'), RBAC])) leaf.objects.put(object);
    fleet.collect({ timing: { forbiddenRowsMs: 500 } });
    await until(
      async () =>
        (await fleet.store.state('leaf'))?.kinds.some(({ kind, state }) => kind === 'Pod' && state === 'forbidden') ??
        false,
    );
    await until(async () => (await fleet.store.names('leaf', 'Pod')).length === 0);
  });

  it('polls a kind that it may list and not watch', async () => {
    await using fleet = new Fleet();
    const rules = [{ ...list('', 'pods'), verbs: ['list'] }, list('', 'namespaces'), RBAC];
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')], rules });
    fleet.collect();
    await until(
      async () =>
        (await fleet.store.state('leaf'))?.kinds.some(({ kind, state }) => kind === 'Pod' && state === 'polling') ??
        false,
    );
    leaf.objects.put(pod('apps', 'b'));
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a,b');
  });

  it('misses no deletion when the leaf has forgotten its history', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a'), pod('apps', 'b')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    leaf.fail({ answer: 'reset' });
    leaf.dropWatches();
    leaf.objects.remove({ ...POD, metadata: { namespace: 'apps', name: 'a' } });
    leaf.expireHistory();
    leaf.fail({});
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'b');
  });

  it('says that a leaf is unreachable, keeps its rows, and catches up when it is back', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    await leaf.stop();
    await until(async () => (await fleet.store.state('leaf'))?.phase === 'unreachable');
    expect((await fleet.store.state('leaf'))?.reason).toBe('UNREACHABLE');
    expect(await fleet.store.names('leaf', 'Pod')).toEqual(['a']);
    leaf.objects.put(pod('apps', 'b'));
    await leaf.start();
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a,b');
    await until(() => fleet.synced('leaf'));
  });

  it('says that a leaf is unreachable when its connections just hang', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf');
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    leaf.fail({ answer: 'hang' });
    await until(async () => (await fleet.store.state('leaf'))?.phase === 'unreachable');
  });

  it('keeps what it cannot store while the store is away', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    fleet.store.away = true;
    leaf.objects.put(pod('apps', 'b'));
    leaf.objects.put(pod('apps', 'c'));
    await until(() => fleet.store.refused > 1);
    leaf.objects.remove({ ...POD, metadata: { namespace: 'apps', name: 'c' } });
    fleet.store.away = false;
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a,b');
  });

  it('fills a store that was started anew', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    fleet.store.forgetEverything();
    await until(async () => (await fleet.synced('leaf')) && (await fleet.store.names('leaf', 'Pod')).join() === 'a');
    expect(await fleet.store.grantNames('leaf')).toContain('ClusterRole/collector');
  });

  it('stands by while another holds the lease, and takes over when that one ends', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const first = fleet.collect();
    await until(() => fleet.synced('leaf'));
    const second = fleet.collect();
    await until(() => second.status()[0]?.reason === 'another collector holds this cluster');
    await first.close();
    await until(() => second.status()[0]?.phase === 'synced');
    leaf.objects.put(pod('apps', 'b'));
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a,b');
  });

  it('stops writing when its lease was taken, and goes on when it gets it back', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const collector = fleet.collect({ timing: { leaseMs: 300, renewMs: 1_000 } });
    await until(() => fleet.synced('leaf'));
    let thief: Lease | undefined;
    await until(async () => (thief ??= await fleet.store.acquire('leaf', 'thief', 60_000)) !== undefined);
    const batches = fleet.store.batches.length;
    leaf.objects.put(pod('apps', 'b'));
    await until(() => collector.status()[0]?.reason === 'another collector holds this cluster');
    expect(fleet.store.batches).toHaveLength(batches);
    if (thief) await fleet.store.release(thief);
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a,b');
  });

  it('forgets a cluster that is no longer registered, and knows it anew when it comes back', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const collector = fleet.collect();
    await until(() => fleet.synced('leaf'));
    void fleet.registry.remove('leaf');
    await fleet.register(leaf);
    expect(collector.status()).toEqual([]);
    await until(
      async () => collector.status()[0]?.phase === 'synced' && (await fleet.store.names('leaf', 'Pod')).join() === 'a',
    );
    void fleet.registry.remove('leaf');
    await until(async () => (await fleet.store.clusters()).length === 0);
  });

  it('identifies a new API server before the first session', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const leases = jest.spyOn(fleet.store, 'acquire');
    fleet.collect({ timing: { firstAnswerMs: 60_000 } });
    await until(() => fleet.synced('leaf'));
    expect(leases).toHaveBeenCalledTimes(1);
  });

  it('reports the state of a new cluster whose API server does not answer, and collects it later', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    leaf.fail({ answer: 'hang' });
    fleet.collect({ timing: { firstAnswerMs: 50 } });
    await until(async () => (await fleet.store.state('leaf'))?.phase === 'unreachable');
    leaf.fail({});
    await until(() => fleet.synced('leaf'));
    expect(await fleet.store.names('leaf', 'Pod')).toEqual(['a']);
  });

  it('keeps the lease of a new cluster, and reports its state, while no connection comes about', async () => {
    await using fleet = new Fleet();
    await using silent = await startSilentServer();
    const client = createKubernetesClient({ cluster: 'leaf', server: silent.url }, { log: silentLogger });
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    fleet.registry.add({ name: 'leaf', client, identity, authorization: 'rbac' });
    const leases = jest.spyOn(fleet.store, 'acquire');
    fleet.collect({ timing: { firstAnswerMs: 50 } });
    await until(async () => (await fleet.store.state('leaf'))?.phase === 'unreachable');
    expect(leases).toHaveBeenCalledTimes(1);
  });

  it('removes a cluster that goes while its collection begins anew', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    void fleet.registry.replace(await fleet.registration(leaf));
    void fleet.registry.remove('leaf');
    await until(async () => (await fleet.store.clusters()).length === 0);
  });

  it('reaches a cluster by its new client and writes nothing that it has stored', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const collector = fleet.collect();
    await until(() => fleet.synced('leaf'));
    const puts = fleet.store.puts.length;
    await fleet.registry.replace(await fleet.registration(leaf));
    await until(() => collector.status()[0]?.phase === 'synced');
    leaf.objects.put(pod('apps', 'b'));
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a,b');
    expect(fleet.store.puts.length - puts).toBe(1);
    expect(fleet.store.deletes).toEqual([]);
  });

  it('goes on where a cluster only got other labels', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    const registration = fleet.registry.get('leaf')!;
    const before = registration.client.traffic().connections;
    await fleet.registry.replace({ ...registration, labels: { env: 'prod' } });
    await until(async () => (await fleet.store.names('leaf', 'Pod')).join() === 'a');
    expect(registration.client.traffic().connections).toBe(before);
  });

  it('removes nothing before every source has told its clusters', async () => {
    await using fleet = new Fleet();
    const left = await fleet.store.acquire('left', 'before', 60_000);
    if (left) await fleet.store.release(left);
    let isComplete = false;
    let requested = 0;
    Object.defineProperty(fleet.registry, 'isComplete', { get: () => (requested++, isComplete) });
    fleet.collect({ timing: { sweepMs: 20 } });
    await until(() => requested > 4);
    expect(await fleet.store.clusters()).toEqual(['left']);
    isComplete = true;
    await until(async () => (await fleet.store.clusters()).length === 0);
  });

  it('removes clusters that are no longer registered, but not those that another collector holds', async () => {
    await using fleet = new Fleet();
    const left = await fleet.store.acquire('left', 'before', 60_000);
    if (left) await fleet.store.release(left);
    await fleet.store.acquire('elsewhere', 'another', 60_000);
    await fleet.leaf('leaf');
    fleet.collect({ timing: { sweepMs: 50 } });
    await until(async () => (await fleet.store.clusters()).sort().join() === 'elsewhere,leaf');
  });

  it('ends up with what the leaf has, whatever failed on the way', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'p-0')] });
    fleet.collect();
    let seed = 20261121;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const mishaps = [
      () => leaf.fail({ answer: 'reset' }),
      () => leaf.fail({ answer: 'truncated' }),
      () => leaf.fail({ answer: 'error' }),
      () => leaf.fail({ slowBodyMs: 1 }),
      () => leaf.dropWatches(),
      () => leaf.expireHistory(),
      () => void (fleet.store.away = true),
      () => fleet.store.forgetEverything(),
    ];
    for (let step = 0; step < 150; step++) {
      const name = `p-${random(20)}`;
      if (random(3) === 0) leaf.objects.remove({ ...POD, metadata: { namespace: 'apps', name } });
      else leaf.objects.put(pod('apps', name, { phase: random(2) === 0 ? 'Running' : 'Succeeded' }));
      if (random(4) === 0) mishaps[random(mishaps.length)]?.();
      if (random(3) === 0) {
        leaf.fail({});
        fleet.store.away = false;
      }
      await new Promise(resolve => setTimeout(resolve, random(20)));
    }
    leaf.fail({});
    fleet.store.away = false;
    const phases = async () =>
      (await fleet.store.allRows('leaf'))
        .filter(({ kind }) => kind === 'Pod')
        .map(row => `${row.name} ${row.resourceVersion}`);
    const wanted = leaf.objects.list(POD).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
    await until(async () => (await phases()).sort().join() === wanted.sort().join(), 40_000);
  });

  it('does not let a sick cluster delay the others', async () => {
    await using fleet = new Fleet();
    for (const name of ['hangs', 'fails', 'html', 'refuses']) await fleet.leaf(name);
    const [hangs, fails, html, refuses] = fleet.leaves;
    hangs?.fail({ answer: 'hang' });
    fails?.fail({ answer: 'error' });
    html?.fail({ answer: 'html' });
    await refuses?.stop();
    await fleet.leaf('well');
    fleet.collect();
    await until(() => fleet.synced('well'));
    for (const name of ['hangs', 'fails', 'html', 'refuses'])
      await until(async () => (await fleet.store.state(name))?.phase === 'unreachable');
    const reasons = await Promise.all(
      ['hangs', 'fails', 'html', 'refuses'].map(async name => (await fleet.store.state(name))?.reason),
    );
    expect(reasons).toEqual(['TIMEOUT', 'SERVER_ERROR', 'MALFORMED', 'UNREACHABLE']);
  });

  it('reports its progress', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const reported: ClusterProgress[] = [];
    fleet.collect({ onProgress: progress => reported.push(progress) });
    await until(() => reported.at(-1)?.phase === 'synced');
    expect(reported.some(({ reason }) => /^listing \d+\/15 kinds$/.test(reason))).toBe(true);
    expect(reported.at(-1)).toMatchObject({ cluster: 'leaf', reason: '', kindsListed: 15, kindsTotal: 15 });
  });

  it('collects any served kind when configured so, without the excluded ones', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    fleet.collect({ kinds: { include: ['*'], exclude: ['pods'] } });
    await until(() => fleet.synced('leaf'));
    expect(await fleet.store.names('leaf', 'Pod')).toEqual([]);
    expect(await fleet.store.names('leaf', 'ClusterRole')).toContain('collector');
  });

  it.each([true, false])(
    'never asks for the values of Secrets and ConfigMaps, nor for schemas (streamed lists: %s)',
    async watchList => {
      await using fleet = new Fleet();
      const requested: string[] = [];
      const secret = (name: string) => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace: 'apps' },
        data: { key: 'c2VjcmV0' },
      });
      const leaf = await fleet.leaf('leaf', {
        objects: [secret('before'), { ...secret('settings'), kind: 'ConfigMap' }, pod('apps', 'a')],
        watchList,
        onRequest: ({ url, accept }) =>
          requested.push(`${/\/(secrets|configmaps|customresourcedefinitions|pods)\b/.exec(url)?.[1]} ${accept}`),
      });
      fleet.collect();
      await until(() => fleet.synced('leaf'));
      leaf.objects.put(secret('then'));
      await until(async () => (await fleet.store.names('leaf', 'Secret')).join() === 'before,then');
      expect(await fleet.store.names('leaf', 'ConfigMap')).toEqual(['settings']);
      expect((await fleet.store.allRows('leaf')).find(({ kind }) => kind === 'Secret')).toMatchObject({
        status: 'CURRENT',
        group: '',
        version: 'v1',
      });
      const plain = requested.filter(
        line => /^(secrets|configmaps) /.test(line) && !line.includes('as=PartialObjectMetadata'),
      );
      expect(plain).toEqual([]);
      expect(requested).toContain('pods application/json');
      // CustomResourceDefinitions are watched, since they announce new kinds.
      expect(requested.some(line => /^customresourcedefinitions .*as=PartialObjectMetadata/.test(line))).toBe(true);
    },
  );

  it('makes a Pod fail that finds no node in time, without any event', async () => {
    await using fleet = new Fleet();
    const unschedulable = pod('apps', 'big');
    const status = {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
    };
    const creationTimestamp = new Date(Date.now() - 13_500).toISOString().replace(/\.\d+/, '');
    await fleet.leaf('leaf', {
      objects: [{ ...unschedulable, metadata: { ...unschedulable.metadata, creationTimestamp }, status }],
    });
    fleet.collect();
    const row = async () => (await fleet.store.allRows('leaf')).find(({ kind }) => kind === 'Pod');
    await until(async () => (await row())?.reason === 'PodNotScheduled');
    await until(async () => (await row())?.status === 'FAILED');
  });
});

describe('the grants of a cluster', () => {
  it('are stored, change at once, and are complete when all four kinds have been listed', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [namespace('team')] });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    expect((await fleet.store.state('leaf'))?.grants).toMatchObject({ complete: true, reason: '' });
    expect((await fleet.store.state('leaf'))?.grants.confirmedAgo).toBeLessThan(5_000);
    expect(await fleet.store.grantNames('leaf')).toEqual(['ClusterRole/collector', 'ClusterRoleBinding/collector']);
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'viewer', namespace: 'team' },
      rules: [],
    };
    leaf.objects.put(role);
    await until(async () => (await fleet.store.grantNames('leaf')).includes('Role/viewer'));
    leaf.objects.remove(role);
    await until(async () => !(await fleet.store.grantNames('leaf')).includes('Role/viewer'));
  });

  it('are incomplete, with the reason, where one kind of them may not be read', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', {
      rules: [list('', 'namespaces'), list('rbac.authorization.k8s.io', 'clusterroles', 'roles', 'rolebindings')],
    });
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    expect((await fleet.store.state('leaf'))?.grants).toMatchObject({
      complete: false,
      confirmedAgo: undefined,
      reason: 'FORBIDDEN',
    });
  });

  it('stay as they were known, and grow old, when a new collector finds the leaf away', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: [pod('apps', 'a')] });
    const first = fleet.collect();
    await until(
      async () => (await fleet.synced('leaf')) && ((await fleet.store.state('leaf'))?.grants.complete ?? false),
    );
    await first.close();
    await leaf.stop();
    fleet.collect();
    await until(async () => (await fleet.store.state('leaf'))?.phase === 'unreachable');
    const state = await fleet.store.state('leaf');
    expect(state?.grants.complete).toBe(true);
    expect(state?.grants.confirmedAgo).toBeGreaterThan(0);
    expect(state?.resources.map(({ kind }) => kind)).toContain('Pod');
    expect(await fleet.store.names('leaf', 'Pod')).toEqual(['a']);
  });
});
