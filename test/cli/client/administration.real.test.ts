/**
 * `fleetgraph clusters --server` on a real hub, whose RBAC decides who is an administrator. Covers valid registrations,
 * invalid registrations, and callers without the permission.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../../harness/fleetgraph.ts';

const EXECUTABLE = new URL('../../../bin/fleetgraph', import.meta.url).pathname;
const RBAC = 'rbac.authorization.k8s.io';
const ADA = { token: 'token-of-the-administrator', user: 'ada', groups: [] };
const GUEST = { token: 'token-of-nobody', user: 'guest', groups: [] };
const JANE = { token: 'token-of-somebody-else', user: 'jane', groups: [] };

let hub: ApiServer;
let fleetgraph: Fleetgraph;

function granted(name: string, user: string, rule: object): KubernetesJson[] {
  return [
    { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules: [rule] },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
    },
  ];
}

function secret(name: string, kubeconfig: unknown): KubernetesJson {
  const labels = { 'kiali.io/multiCluster': 'true' };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'fleet', labels },
    stringData: { kubeconfig: stringify(kubeconfig) },
  };
}

beforeAll(async () => {
  hub = await startApiServer({ name: 'hub', users: [{ name: 'reader' }] });
  const commands = hub.kubeconfig('reader');
  commands.users[0]!.user = { exec: { command: 'true', apiVersion: 'client.authentication.k8s.io/v1' } } as never;
  const elsewhere = hub.kubeconfig('reader');
  elsewhere.clusters[0]!.cluster.server = 'https://127.0.0.1:9';
  await hub.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } },
    ...granted('everything', 'reader', { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }),
    ...granted('fleet-administrators', 'ada', {
      apiGroups: ['fleetgraph.dev'],
      resources: ['registrations'],
      verbs: ['list'],
    }),
    ...granted('pods', 'jane', { apiGroups: [''], resources: ['pods'], verbs: ['list'] }),
    secret('leaf-a', hub.kubeconfig('reader')),
    secret('away', elsewhere),
    secret('commands', commands),
    secret('broken', 'clusters: ['),
  ]);
  const kubeconfig = join(hub.directory, 'hub.kubeconfig');
  await hub.writeKubeconfig(kubeconfig);
  fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: [{ name: 'hub', kubeconfig }],
      clusterSources: [{ type: 'secrets', kubeconfig, namespace: 'fleet', allow: ['local-addresses'] }],
      administrators: { cluster: 'hub' },
      duplicates: 'allow', // one API server is the hub and also a leaf
      authentication: [{ type: 'static', tokens: [ADA, JANE, GUEST] }],
    },
  });
});
afterAll(async () => {
  await fleetgraph?.stop();
  await hub?.remove();
});

function clusters(token: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, FLEETGRAPH_TOKEN: token };
  return new Promise(resolve => {
    execFile(
      EXECUTABLE,
      ['clusters', '--server', fleetgraph.url, ...args],
      { env, timeout: 60_000 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
  });
}

describe('fleetgraph clusters --server', () => {
  it('tells an administrator of every registration, and why two Secrets were left out, by fixed sentences', async () => {
    const settled = ({ stdout }: { stdout: string }) =>
      /leaf-a +INDEXED/.test(stdout) && /away +UNREACHABLE/.test(stdout);
    const { answer } = await eventually(() => clusters(ADA.token), settled, { what: 'settled clusters' });
    expect(answer.code).toBe(1);
    expect(answer.stdout).toMatch(/^hub +INDEXED .* CONFIGURATION +leaf-a$/m);
    expect(answer.stdout).toMatch(/^leaf-a +INDEXED .* SECRETS +Secret fleet\/leaf-a +hub$/m);
    expect(answer.stdout).toMatch(
      /^away +UNREACHABLE +UNREACHABLE +never .* Secret fleet\/away +its API server cannot be reached/m,
    );
    expect(answer.stdout).toMatch(
      /^SECRETS +Secret fleet\/commands +commands +NOT_ALLOWED +it asks for what whoever registers clusters may not ask for$/m,
    );
    expect(answer.stdout).toMatch(
      /^SECRETS +Secret fleet\/broken +broken +UNUSABLE +what leads to the cluster cannot be read or used$/m,
    );
    expect(answer.stdout).not.toMatch(/127\.0\.0\.1|https:|kubeconfig:|exec|\/tmp/);
  });

  it('prints the same for programs', async () => {
    const { stdout } = await clusters(ADA.token, '-o', 'json');
    const { registrations, problems } = JSON.parse(stdout) as {
      registrations: { name: string }[];
      problems: { cause: string }[];
    };
    expect(registrations.map(({ name }) => name)).toEqual(['away', 'hub', 'leaf-a']);
    expect(problems.map(({ cause }) => cause)).toEqual(['UNUSABLE', 'NOT_ALLOWED']);
  });

  it('tells everybody else of the clusters that they may name, and of no registration', async () => {
    const { code, stdout, stderr } = await clusters(JANE.token);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^You are not an administrator of this fleetgraph\. These are the clusters that you may know\./,
      ),
    ]);
    expect(stdout).toMatch(
      /^CLUSTER +STATE +CAUSE +OBJECTS +KUBERNETES +REASON\nhub +INDEXED .*\nleaf-a +INDEXED .*\n$/,
    );
    expect(stdout).not.toMatch(/away|commands|broken|Secret/);
    const { clusters: reported } = JSON.parse((await clusters(JANE.token, '-o', 'json')).stdout) as {
      clusters: unknown[];
    };
    expect(reported).toEqual(['hub', 'leaf-a'].map(name => expect.objectContaining({ name, objectCount: 0 })));
    const { data } = await fleetgraph.query(JANE.token, '{ administration { registrations { totalCount } } }');
    expect(data).toEqual({ administration: null });
  });

  it('tells whoever may name no cluster just that', async () => {
    const { code, stdout, stderr } = await clusters(GUEST.token);
    expect([code, stdout, stderr]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^You are not an administrator of this fleetgraph\. There is no cluster that you may know\./,
      ),
    ]);
  });

  it('follows RBAC of the hub', async () => {
    await hub.request('DELETE', `/apis/${RBAC}/v1/clusterrolebindings/fleet-administrators`);
    await eventually(
      () => fleetgraph.query(ADA.token, '{ administration { registrations { totalCount } } }'),
      ({ data }) => data?.administration === null,
    );
  });
});
