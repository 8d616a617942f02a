/** `fleetgraph register` on a real hub and a real leaf, and a cluster source that reads the written Secret. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { kubeconfigSecrets } from '../../../clusters/sources/kubeconfig-secrets.ts';
import { Followed, POLICY } from '../../clusters/fixtures.ts';
import { requestToken } from '../../../kubernetes/token-request.ts';
import { until } from '../../kubernetes/until.ts';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';
import { startApiServers, type ApiServers } from '../../harness/apiserver.ts';

const EXECUTABLE = new URL('../../../bin/fleetgraph', import.meta.url).pathname;
const SECRET = '/api/v1/namespaces/fleet/secrets/prod';
const PEOPLE = [
  '--impersonate-user',
  'jane',
  '--impersonate-group',
  'dev',
  '--impersonate-user',
  'system:serviceaccount:apps:robot',
];
const HUB = ['--hub-context', 'leaf-01', '--hub-namespace', 'fleet', '--allow', 'local-addresses'];

let servers: ApiServers;
let directory: string;

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, KUBECONFIG: join(directory, 'kubeconfig') };
  return new Promise(resolve => {
    execFile(EXECUTABLE, ['register', ...args], { cwd: directory, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

beforeAll(async () => {
  servers = await startApiServers(2, { controllers: false });
  directory = servers.servers[0]!.directory;
  const [hub, leaf] = servers.servers.map(server => server.kubeconfig());
  const merged = {
    ...hub!,
    clusters: [...hub!.clusters, ...leaf!.clusters, { name: 'gone', cluster: { server: 'https://127.0.0.1:9' } }],
    users: [...hub!.users, ...leaf!.users],
    contexts: [
      ...hub!.contexts,
      ...leaf!.contexts,
      { name: 'gone', context: { cluster: 'gone', user: hub!.users[0]!.name } },
    ],
  };
  await writeFile(join(directory, 'kubeconfig'), stringify(merged), { mode: 0o600 });
  await servers.servers[1]!.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'apps' } }]);
}, 900_000);
afterAll(() => servers?.remove());

const secret = async () => (await servers.servers[0]!.request('GET', SECRET)).body;
const tokenIn = ({ data }: KubernetesJson) => {
  const { kubeconfig = '' } = data as Record<string, string>;
  return /token: (\S+)/.exec(Buffer.from(kubeconfig, 'base64').toString())?.[1] ?? '';
};

describe('fleetgraph register', () => {
  it('prints in a dry run what it would make, and makes nothing', async () => {
    const { code, stdout, stderr } = await run('leaf-02', '--name', 'prod', ...HUB, ...PEOPLE, '--dry-run');
    expect([code, stderr]).toEqual([0, expect.stringContaining('would be: 10 created')]);
    expect(stdout).toMatch(/# prod: created on the leaf\napiVersion: v1\nkind: ServiceAccount/);
    expect(stdout).toMatch(/kiali\.io\/cluster: prod[^]*server: https:\/\/127[^]*token: <its token>/);
    expect((await servers.servers[0]!.request('GET', SECRET)).status).toBe(404);
  });

  it('registers one, and one that cannot be reached stops nothing', async () => {
    await writeFile(join(directory, 'clusters.txt'), 'gone\nleaf-02 prod env=prod # the real one\nno-such-context\n');
    const { code, stdout, stderr } = await run('-f', 'clusters.txt', ...HUB, ...PEOPLE);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ok +prod +10 created; v1\.\d+\.\d+, impersonate 2 users and 3 groups by name, token for 29 days, renewed by serve$/m,
    );
    expect(stdout).toMatch(/^FAIL +gone /m);
    expect(stdout).toMatch(/^FAIL +no-such-context .*no context "no-such-context"; it has: /m);
    expect(stderr).toContain('2 failed, 1 registered');
    expect(stdout + stderr).not.toContain(tokenIn(await secret()).slice(0, 40));
  });

  it('writes what the source of Secrets takes', async () => {
    await using followed = new Followed();
    const log = followed.log.logger;
    const options = { kubeconfig: join(directory, 'kubeconfig'), context: 'leaf-01', namespace: 'fleet', env: {}, log };
    const source = () =>
      kubeconfigSecrets({
        ...options,
        labelSelector: 'kiali.io/multiCluster=true',
        policy: POLICY,
        allow: ['local-addresses'],
      });
    followed.sources.follow([{ key: 'hub', source }]);
    await followed.sources.settled(20_000);
    expect([followed.names, followed.problems]).toEqual(['prod', []]);
    const [registered] = followed.registry.list();
    expect(registered?.labels).toMatchObject({ env: 'prod' });
    await expect(registered?.client.request('/api/v1/namespaces', { as: { type: 'self' } })).resolves.toBeDefined();
    await expect(
      registered?.client.request('/apis/coordination.k8s.io/v1/leases', { as: { type: 'self' } }),
    ).rejects.toThrow(/forbidden/);
  });

  it('does nothing the second time, and takes a right away that is not asked for any more', async () => {
    await writeFile(join(directory, 'clusters.txt'), 'leaf-02 prod env=prod');
    const before = await secret();
    const again = await run('-f', 'clusters.txt', ...HUB, ...PEOPLE);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^ok +prod +nothing to do; v1/)]);
    expect((await secret()).metadata?.resourceVersion).toBe(before.metadata?.resourceVersion);
    const fewer = await run('-f', 'clusters.txt', ...HUB, ...PEOPLE.slice(0, 4));
    expect(fewer.stdout).toMatch(/^ok +prod +1 changed, 2 removed; .*impersonate 1 user and 1 group/);
    expect(tokenIn(await secret())).toBe(tokenIn(before));
  });

  it('lets the account read another kind, and keeps a rule that an administrator added', async () => {
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles/fleetgraph-collector';
    const leaf = servers.servers[1]!;
    const added = { apiGroups: ['example.org'], resources: ['gadgets'], verbs: ['list', 'watch'] };
    const { body: role } = await leaf.request('GET', path);
    const rules = [...(role['rules'] as object[]), added];
    expect((await leaf.request('PUT', path, { ...role, rules })).status).toBe(200);
    const again = await run('-f', 'clusters.txt', ...HUB, ...PEOPLE.slice(0, 4), '--kind', 'widgets.example.org');
    expect(again.stdout).toMatch(/^ok +prod +1 changed; /);
    const after = async () =>
      ((await leaf.request('GET', path)).body['rules'] as object[]).filter(rule =>
        JSON.stringify(rule).includes('example.org'),
      );
    expect(await after()).toEqual([{ ...added, resources: ['widgets'] }, added]);
    await run('-f', 'clusters.txt', ...HUB, ...PEOPLE.slice(0, 4));
    expect(await after()).toEqual([added]);
  });

  it('exchanges a token that the leaf does not take any more', async () => {
    const before = tokenIn(await secret());
    const account = '/api/v1/namespaces/fleetgraph/serviceaccounts/fleetgraph-collector';
    expect((await servers.servers[1]!.request('DELETE', account)).status).toBe(200);
    const { code } = await run('leaf-02', '--name', 'prod', ...HUB, ...PEOPLE);
    expect([code, tokenIn(await secret()) !== before]).toEqual([0, true]);
  });

  it('has a token that serve renews and writes back, where the source says so', async () => {
    await using followed = new Followed();
    const log = followed.log.logger;
    const options = { kubeconfig: join(directory, 'kubeconfig'), context: 'leaf-01', namespace: 'fleet', env: {}, log };
    const how = {
      labelSelector: 'kiali.io/multiCluster=true',
      policy: POLICY,
      allow: ['local-addresses'],
      writeTokens: true,
    } as const;
    followed.sources.follow([{ key: 'hub', source: () => kubeconfigSecrets({ ...options, ...how }) }]);
    await followed.sources.settled(20_000);
    const before = await secret();
    const [{ client, target } = { client: undefined, target: undefined }] = followed.registry.list();
    const renewed = await requestToken(client!, {
      namespace: 'fleetgraph',
      name: 'fleetgraph-collector',
      seconds: 86_400,
    });
    await target!.token!.replace(renewed!);
    await until(async () => tokenIn(await secret()) === renewed);
    const after = await secret();
    const rest = ({ data, metadata, ...others }: KubernetesJson) => [
      Object.keys(data as object),
      metadata?.labels,
      metadata?.annotations,
      others,
    ];
    expect(rest(after)).toEqual(rest(before));
    // The renewed token is written to the Secret, read from the Secret, and used by the existing client.
    await until(async () => (await followed.registry.list()[0]?.target?.token?.kept()) === renewed);
    expect(followed.registry.list()[0]?.client).toBe(client);
    expect(followed.log.text).not.toContain(renewed);
  });

  it('removes what it made, and nothing else', async () => {
    const { code, stdout } = await run('leaf-02', '--name', 'prod', ...HUB, '--remove');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok +prod +8 removed/)]);
    expect((await servers.servers[0]!.request('GET', SECRET)).status).toBe(404);
    const left = await Promise.all(
      [
        '/api/v1/namespaces/fleetgraph/serviceaccounts',
        '/apis/rbac.authorization.k8s.io/v1/clusterroles',
        '/apis/rbac.authorization.k8s.io/v1/rolebindings',
      ].map(async path =>
        (await servers.servers[1]!.request('GET', path)).body.items?.filter(({ metadata }) =>
          metadata?.name?.startsWith('fleetgraph'),
        ),
      ),
    );
    expect(left).toEqual([[], [], []]);
  });

  it.each([
    [['leaf-02'], /No user to impersonate is named/],
    [['leaf-02', '--no-impersonate'], /No hub is named/],
    [['--no-impersonate', ...HUB], /No cluster is named\./],
    [['leaf-02', '--no-impersonate', ...HUB, '--token-for', '5m'], /ten minutes or more/],
    [['leaf-02', 'leaf-01', '--name', 'x', '--no-impersonate', ...HUB], /--name and --server apply to one cluster/],
    [['leaf-02', '--no-impersonate', ...HUB, '--allow', 'all'], /--allow all/],
  ])('refuses %s', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
