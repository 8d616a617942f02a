/**
 * A cluster without incoming connections: a real API server, its `fleetgraph agent`, and a hub that never connects to
 * the cluster. The connection of the agent fails and returns. The API server stops and starts again.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { REPORTED_KINDS } from '../../schema/reported-kinds.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { startProcess, type ServerProcess } from '../harness/processes.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const TOKEN = 'the-token-of-the-agent-of-leaf-7-0123456789';
const ID = 'leaf-7/kustomize.toolkit.fluxcd.io/Kustomization/team-a/web';

let directory: string;
let leaf: ApiServer;
let hub: Fleetgraph;
let agent: ServerProcess | undefined;

const kustomization = (namespace: string, name: string) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, namespace, labels: { app: name } },
  spec: { interval: '10m', path: './apps', prune: true, sourceRef: { kind: 'GitRepository', name: 'fleet' } },
});
const rbac = (kind: string, name: string, more: object, namespace?: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  ...more,
});
const user = (name: string) => ({ subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name }] });
const roleRef = (kind: string, name: string) => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name } });

/** Rules of the ClusterRole that the chart gives an agent. */
function agentRules() {
  const kinds = REPORTED_KINDS.map(kind => kind.split('.'));
  return [
    ...kinds.map(([plural, ...group]) => ({
      verbs: ['list', 'watch'],
      apiGroups: [group.join('.')],
      resources: [plural],
    })),
    {
      ...{ verbs: ['list', 'watch'], apiGroups: ['rbac.authorization.k8s.io'] },
      resources: ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    },
  ];
}

async function startAgent(): Promise<void> {
  agent = startProcess({
    name: 'the agent',
    command: EXECUTABLE,
    args: [
      'agent',
      '--hub',
      hub.url,
      '--kubeconfig',
      join(directory, 'kubeconfig'),
      '--name',
      'agent-1',
      '--log-level',
      'debug',
    ],
    env: { FLEETGRAPH_AGENT_TOKEN: TOKEN, NODE_OPTIONS: '' },
    logFile: join(directory, 'agent.log'),
  });
}

const ask = async (token: string, query: string) => (await hub.query(token, query)).data;
const stateOf = async () => {
  const data = await ask(
    'admin',
    '{ cluster(name: "leaf-7") { coverage { state cause } } coverage { closed rebuilding stale indexed } }',
  );
  return { ...data?.coverage, ...data?.cluster?.coverage } as {
    state?: string;
    cause?: string;
    closed: number;
    rebuilding: number;
  };
};
const namesFor = async (token: string): Promise<string[]> => {
  const data = await ask(
    token,
    '{ objects(filter: { kinds: ["Kustomization"] }, first: 50) { totalCount nodes { namespace name } } }',
  );
  return data.objects.nodes.map(({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`);
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-agent-'));
  leaf = await startApiServer({ name: 'leaf-7', users: [{ name: 'agent' }] });
  await leaf.installCrds(['kustomizations.kustomize.toolkit.fluxcd.io', 'gitrepositories.source.toolkit.fluxcd.io']);
  await leaf.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-b' } },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'hidden', namespace: 'team-a' },
      stringData: { key: 'value' },
    },
    kustomization('team-a', 'web'),
    kustomization('team-b', 'db'),
    rbac('ClusterRole', 'agent', { rules: agentRules() }),
    rbac('ClusterRoleBinding', 'agent', { ...roleRef('ClusterRole', 'agent'), ...user('agent') }),
    rbac('ClusterRole', 'viewer', { rules: [{ verbs: ['list', 'get'], apiGroups: ['*'], resources: ['*'] }] }),
    rbac('ClusterRoleBinding', 'admins', { ...roleRef('ClusterRole', 'viewer'), ...user('admin') }),
    rbac('RoleBinding', 'jane', { ...roleRef('ClusterRole', 'viewer'), ...user('jane') }, 'team-a'),
  ]);
  await leaf.writeKubeconfig(join(directory, 'kubeconfig'), 'agent');
  await writeFile(join(directory, 'token'), TOKEN);
  hub = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: [
        {
          name: 'leaf-7',
          push: { tokens: [{ file: join(directory, 'token') }], interval: '5s' },
          labels: { env: 'edge' },
        },
      ],
      rbac: { maxAge: '25s' },
      authentication: [{ type: 'static', tokens: ['admin', 'jane', 'bob'].map(name => ({ token: name, user: name })) }],
    },
  });
});
afterAll(async () => {
  await agent?.stop();
  await hub?.stop();
  await leaf?.remove();
  await rm(directory, { recursive: true, force: true });
});

describe('a cluster that only dials out', () => {
  it('is being rebuilt before its first report, and then shows each caller what its RBAC lets them list', async () => {
    expect(await stateOf()).toMatchObject({ rebuilding: 1 });
    await startAgent();
    await eventually(
      () => namesFor('admin'),
      names => names.length === 2,
      { what: 'the report in lists' },
    );
    expect([await namesFor('jane'), await namesFor('bob')]).toEqual([['team-a/web'], []]);
    expect(await stateOf()).toMatchObject({ state: 'INDEXED' });
    const data = await ask(
      'jane',
      '{ objects(filter: { clusterLabels: "env=edge" }) { totalCount facets(fields: [KIND]) { values { value count } } } }',
    );
    expect(
      data.objects.facets[0].values
        .map(({ value, count }: { value: string; count: number }) => [value, count])
        .toSorted(),
    ).toEqual([
      ['Kustomization.kustomize.toolkit.fluxcd.io', 1],
      ['Namespace', 1], // holds the RoleBinding that lets jane read the namespace
    ]);
  });

  it('is never connected to: live reads say so, and no request leaves the hub', async () => {
    const data = await ask(
      'jane',
      `{ object(id: ${JSON.stringify(ID)}) { name live { state message manifest } } liveObject(id: ${JSON.stringify(ID)}) { state } }`,
    );
    expect(data.object).toMatchObject({ name: 'web', live: { state: 'UNREACHABLE', manifest: null } });
    expect(data.liveObject).toEqual({ state: 'UNREACHABLE' });
    expect(await hub.metric('fleetgraph-1', 'fleetgraph_leaf_requests_total')).toBe(0);
  });

  it('answers for packages as a cluster that is read does, and says by which mechanism', async () => {
    await leaf.apply([
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata: { name: 'fleet', namespace: 'team-a' },
        spec: { interval: '10m', url: 'https://git.example/org/fleet.git' },
      },
    ]);
    const deploymentOf = async () => {
      const data = await ask(
        'jane',
        `{ object(id: ${JSON.stringify(ID)}) { deployment { phase mechanism stale package { address directory } } } }`,
      );
      return data.object.deployment;
    };
    const { answer } = await eventually(deploymentOf, found => found.package !== null, { what: 'the package' });
    expect(answer).toEqual({
      ...{ phase: 'SYNCING', mechanism: 'PUSH', stale: false },
      package: { address: 'https://git.example/org/fleet', directory: 'apps' },
    });
    const { cluster } = await ask('jane', '{ cluster(name: "leaf-7") { mechanism packagePhases { total syncing } } }');
    expect(cluster).toEqual({ mechanism: 'PUSH', packagePhases: { total: 1, syncing: 1 } });
  });

  it('takes no token of an agent for a user, and no user for an agent', async () => {
    expect((await hub.query(TOKEN, '{ viewer { user } }')).status).toBe(401);
    const answer = await fetch(`${hub.url}/ingest/v1/report`, {
      method: 'POST',
      body: '',
      headers: { authorization: 'Bearer admin' },
    });
    expect(answer.status).toBe(401);
  });

  it('tells a live query of a change, and follows a right that goes', async () => {
    const { resume } = (await ask('jane', '{ objects(filter: { kinds: ["Kustomization"] }) { resume } }')).objects;
    const changes = async () => {
      const data = await ask(
        'jane',
        `{ objectChanges(filter: { kinds: ["Kustomization"] }, since: ${JSON.stringify(resume)}) { changes { type id } reset } }`,
      );
      return data.objectChanges.changes.map(
        ({ type, id }: { type: string; id: string }) => `${type} ${id.split('/').at(-1)}`,
      );
    };
    await leaf.apply([kustomization('team-a', 'api')]);
    await eventually(changes, all => all.includes('ENTER api'), { what: 'the new object among the changes' });
    await leaf.request('DELETE', '/apis/rbac.authorization.k8s.io/v1/namespaces/team-a/rolebindings/jane');
    await eventually(
      () => namesFor('jane'),
      names => names.length === 0,
      { what: 'the end of the right' },
    );
    expect((await namesFor('admin')).length).toBe(3);
  });

  it('is stale while its agent is silent, closed when its rights are old, and itself again with the next report', async () => {
    await agent?.kill();
    await eventually(stateOf, ({ state }) => state === 'STALE', { what: 'STALE' });
    expect((await stateOf()).cause).toBe('SILENT');
    expect((await namesFor('admin')).length).toBe(3);
    await eventually(stateOf, ({ closed }) => closed === 1, { what: 'CLOSED' });
    expect(await namesFor('admin')).toEqual([]);
    await leaf.request('DELETE', '/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/team-b/kustomizations/db');
    await startAgent();
    await eventually(stateOf, ({ state }) => state === 'INDEXED', { what: 'INDEXED' });
    expect(await namesFor('admin')).toEqual(['team-a/api', 'team-a/web']);
  });

  it('goes on by itself after its API server was away', async () => {
    await leaf.stop();
    await delay(2_000);
    await leaf.start();
    await leaf.apply([kustomization('team-a', 'later')]);
    await eventually(
      () => namesFor('admin'),
      names => names.includes('team-a/later'),
      { what: 'the object after the cut' },
    );
  });

  it('is rebuilt by the next report when the hub has lost everything', async () => {
    await hub.kill('fleetgraph-1');
    await hub.start('fleetgraph-1');
    await eventually(
      () => namesFor('admin'),
      names => names.length === 3,
      { what: 'the next full report' },
    );
  });

  it('ends in good order', async () => {
    await agent?.stop();
    expect(await agent?.exited).toBe('exited with code 0');
  });
});
