/** Cluster sources on a simulated hub: the clusters that each kind of object adds, and the effect of its changes. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argocdClusters, type ArgocdClustersOptions } from '../../clusters/sources/argocd-clusters.ts';
import { clusterProfiles, CLUSTER_PROFILES } from '../../clusters/sources/cluster-profiles.ts';
import { gitopsClusters, GITOPS_CLUSTERS } from '../../clusters/sources/gitops-clusters.ts';
import { clusterApiSecrets, kubeconfigSecrets } from '../../clusters/sources/kubeconfig-secrets.ts';
import type { HubOptions } from '../../clusters/hub.ts';
import type { HubSourceOptions } from '../../clusters/hub-source.ts';
import type { ClusterSource } from '../../clusters/source.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { authority } from '../kubernetes/certificates.ts';
import { until } from '../kubernetes/until.ts';
import { MemoryStore } from '../../store/memory.ts';
import { ADMIN, startLeaf } from '../sim/fixtures.ts';
import { Followed, POLICY } from './fixtures.ts';

let ca = '';
beforeAll(async () => {
  ca = Buffer.from((await authority('leaf')).cert).toString('base64');
});

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const RESOURCES = [GITOPS_CLUSTERS, CLUSTER_PROFILES].map(({ group, version, kind, plural }) =>
  simulatedResource(`${group}/${version}`, kind, plural),
);

async function hubWith(
  open_: (options: HubOptions & HubSourceOptions) => ClusterSource,
  objects: KubernetesObject[],
  {
    resources = RESOURCES,
    token = ADMIN,
    ...more
  }: { resources?: typeof RESOURCES; token?: string; namespace?: string } = {},
): Promise<{ hub: SimulatedLeaf; followed: Followed; file: string }> {
  const hub = await startLeaf({ name: 'hub', resources });
  open.push(() => hub.close());
  hub.objects.load(objects);
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-hub-'));
  open.push(() => rm(directory, { recursive: true }));
  const file = join(directory, 'hub');
  await writeFile(file, simulatedKubeconfig([hub], token));
  const followed = new Followed();
  open.push(() => followed[Symbol.asyncDispose]());
  followed.sources.follow([
    {
      key: 'hub',
      source: () => open_({ kubeconfig: file, env: {}, log: followed.log.logger, policy: POLICY, allow: [], ...more }),
    },
  ]);
  await followed.sources.settled(10_000);
  return { hub, followed, file };
}

function kubeconfig(server: string, user: object = { token: 'sesame' }): string {
  return JSON.stringify({
    clusters: [{ name: 'k', cluster: { server, 'certificate-authority-data': ca } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    'current-context': 'c',
  });
}

interface SecretParts {
  readonly namespace?: string;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly type?: string;
  readonly createdAt?: string;
}

function secret(
  name: string,
  data: Record<string, string>,
  {
    namespace = 'fleet',
    labels = {},
    annotations = {},
    type = 'Opaque',
    createdAt = '2026-01-01T00:00:00Z',
  }: SecretParts = {},
): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type,
    metadata: { name, namespace, labels, annotations, creationTimestamp: createdAt },
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  };
}

const KIALI = { 'kiali.io/multiCluster': 'true' };
const kiali = (name: string, server: string, parts: SecretParts = {}) =>
  secret(
    `kiali-remote-cluster-secret-${name}`,
    { [name]: kubeconfig(server) },
    { labels: { ...KIALI, env: 'prod' }, annotations: { 'kiali.io/cluster': name }, ...parts },
  );
const byLabel = (options: HubOptions & HubSourceOptions) =>
  kubeconfigSecrets({ ...options, labelSelector: 'kiali.io/multiCluster=true' });

describe('Secrets by a label', () => {
  it('are clusters by their annotation, with their labels, and other Secrets are none', async () => {
    const { followed } = await hubWith(byLabel, [
      kiali('leaf', 'https://leaf.example'),
      secret('other', { value: kubeconfig('https://x.example') }),
    ]);
    expect(followed.registry.list()).toMatchObject([
      { name: 'leaf', labels: { env: 'prod' }, target: { server: 'https://leaf.example' } },
    ]);
    expect(followed.problems).toEqual([]);
  });

  it('are collected as the source says, whatever they say', async () => {
    const limited = (options: HubOptions & HubSourceOptions) =>
      byLabel({ ...options, policy: { ...options.policy, collect: { namespaces: ['shop'] } } });
    const { followed } = await hubWith(limited, [
      kiali('leaf', 'https://leaf.example', { annotations: { collect: '*' } }),
    ]);
    expect(followed.registry.list()).toMatchObject([{ collect: { namespaces: ['shop'] } }]);
  });

  it('come, change and go while the process runs', async () => {
    const { hub, followed } = await hubWith(byLabel, []);
    hub.objects.put(kiali('leaf', 'https://leaf.example'));
    await until(() => followed.reported.join() === '+leaf');
    hub.objects.put(
      secret(
        'kiali-remote-cluster-secret-leaf',
        { leaf: kubeconfig('https://leaf.example', { token: 'other' }) },
        { labels: KIALI, annotations: { 'kiali.io/cluster': 'leaf' } },
      ),
    );
    await until(() => followed.reported.join() === '+leaf,=leaf');
    hub.objects.put(secret('kiali-remote-cluster-secret-leaf', {}, { labels: {} })); // without the label
    await until(() => followed.reported.join() === '+leaf,=leaf,-leaf');
    expect(followed.log.text).not.toContain('sesame');
  });

  it('with one name give it to the oldest, and the others have their namespace in theirs', async () => {
    const { hub, followed } = await hubWith(byLabel, [
      kiali('leaf', 'https://young.example', { namespace: 'a', createdAt: '2026-02-02T00:00:00Z' }),
      kiali('leaf', 'https://old.example', { namespace: 'b', createdAt: '2026-01-01T00:00:00Z' }),
    ]);
    const servers = () =>
      Object.fromEntries(followed.registry.list().map(({ name, target }) => [name, target?.server]));
    expect(servers()).toEqual({ leaf: 'https://old.example', 'a/leaf': 'https://young.example' });
    hub.objects.put(kiali('leaf', 'https://thief.example', { namespace: 'c', createdAt: '2026-03-03T00:00:00Z' }));
    await until(() => followed.names === 'a/leaf,c/leaf,leaf');
    expect(servers()['leaf']).toBe('https://old.example');
  });

  it('that are broken are told without what they hold, and change nothing', async () => {
    const { hub, followed } = await hubWith(byLabel, [kiali('leaf', 'https://leaf.example')]);
    hub.objects.put(
      secret(
        'kiali-remote-cluster-secret-leaf',
        { leaf: 'token: [sesame' },
        { labels: KIALI, annotations: { 'kiali.io/cluster': 'leaf' } },
      ),
    );
    hub.objects.put(
      secret('runs', { value: kubeconfig('https://runs.example', { exec: { command: 'sesame' } }) }, { labels: KIALI }),
    );
    hub.objects.put(secret('two', { a: 'sesame', b: 'sesame' }, { labels: KIALI }));
    await until(() => followed.problems.length === 3);
    expect(followed.problems.toSorted()).toEqual([
      expect.stringMatching(/Secret fleet\/kiali-remote-cluster-secret-leaf: not valid YAML/),
      expect.stringMatching(/Secret fleet\/runs: users\[\]\.user\.exec is not taken from a hub/),
      expect.stringMatching(/Secret fleet\/two: it has no key value, kubeconfig, config, and not exactly one/),
    ]);
    expect(followed.reported).toEqual(['+leaf']);
    expect(followed.log.text).not.toContain('sesame');
  });

  it('are read in one namespace where that is set', async () => {
    const { followed } = await hubWith(
      byLabel,
      [kiali('here', 'https://here.example'), kiali('there', 'https://there.example', { namespace: 'team' })],
      { namespace: 'fleet' },
    );
    expect(followed.names).toBe('here');
  });
});

it('a hub that refuses or goes away takes no cluster with it', async () => {
  const { hub, followed } = await hubWith(byLabel, [kiali('leaf', 'https://leaf.example')]);
  await hub.close();
  await until(() => followed.problems.length === 1);
  expect(followed.problems[0]).toMatch(/secrets cannot be read/);
  expect(followed.names).toBe('leaf');
});

it('a hub that refuses from the start is told, and the fleet is not complete', async () => {
  const { followed } = await hubWith(byLabel, [kiali('leaf', 'https://leaf.example')], { token: 'jane-token' });
  expect(followed.problems).toEqual([expect.stringMatching(/secrets cannot be read: .*forbidden/i)]);
  expect(followed.registry.isComplete).toBe(false);
});

it('a hub without a kubeconfig is the cluster that this process runs in, and it says when there is none', async () => {
  const followed = new Followed();
  open.push(() => followed[Symbol.asyncDispose]());
  followed.sources.follow([
    { key: 'hub', source: () => byLabel({ env: {}, log: followed.log.logger, policy: POLICY, allow: [] }) },
  ]);
  await followed.sources.settled(10_000);
  expect(followed.problems).toEqual([expect.stringMatching(/this process does not run in a cluster/)]);
});

it("Cluster API's kubeconfigs are clusters by their label, and its other Secrets are none", async () => {
  const type = 'cluster.x-k8s.io/secret';
  const labels = { 'cluster.x-k8s.io/cluster-name': 'prod-1' };
  const { followed } = await hubWith(clusterApiSecrets, [
    secret('prod-1-kubeconfig', { value: kubeconfig('https://prod-1.example') }, { type, labels }),
    secret('prod-1-ca', { 'tls.crt': 'x', 'tls.key': 'y' }, { type, labels }),
    secret(
      'forged-kubeconfig',
      { value: kubeconfig('https://forged.example') },
      { labels: { 'cluster.x-k8s.io/cluster-name': 'forged' } },
    ),
  ]);
  expect(followed.registry.list()).toMatchObject([{ name: 'prod-1', target: { server: 'https://prod-1.example' } }]);
  expect(followed.problems).toEqual([]);
});

describe("several kubeconfigs of Cluster API's clusters", () => {
  const plugin = {
    exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'aws', args: ['eks', 'get-token'] },
  };
  interface CapiParts {
    readonly user?: object;
    readonly controller?: string;
    readonly namespace?: string;
    readonly createdAt?: string;
  }
  const capi = (
    name: string,
    cluster: string,
    { user = { token: 'sesame' }, controller = '', ...parts }: CapiParts = {},
  ) => {
    const made = secret(
      name,
      { value: kubeconfig(`https://${name}.example`, user) },
      { type: 'cluster.x-k8s.io/secret', labels: { 'cluster.x-k8s.io/cluster-name': cluster }, ...parts },
    );
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'Other', name: 'x', uid: 'shared' },
      { apiVersion: 'v1', kind: 'ControlPlane', name: 'x', uid: controller, controller: true },
    ];
    return controller === '' ? made : { ...made, metadata: { ...made.metadata, ownerReferences } };
  };
  const servers = (followed: Followed) =>
    Object.fromEntries(
      followed.registry.list().map(({ name, target }) => [name, target?.server.replace(/^https:\/\/|\.example$/g, '')]),
    );

  it('are one cluster, of which the Secret counts that Cluster API itself uses', async () => {
    const { hub, followed } = await hubWith(clusterApiSecrets, [
      // Secrets in the form of the providers for EKS, GKE and Scaleway.
      capi('leaf-kubeconfig', 'leaf', { controller: 'control-plane-1' }),
      capi('leaf-user-kubeconfig', 'leaf-user', { controller: 'control-plane-1', user: plugin }),
      // Several Secrets of the cluster `prod`.
      capi('a-kubeconfig', 'prod', { user: plugin }),
      capi('prod-kubeconfig', 'prod'),
      capi('prod-user-kubeconfig', 'prod'),
    ]);
    expect(servers(followed)).toEqual({ leaf: 'leaf-kubeconfig', prod: 'prod-kubeconfig' });
    expect(followed.problems).toEqual([]);
    expect(followed.reported.toSorted()).toEqual(['+leaf', '+prod']);
    hub.objects.remove(capi('prod-kubeconfig', 'prod'));
    await until(() => followed.problems.length === 2);
    expect(followed.problems.toSorted()).toEqual([
      expect.stringMatching(/Secret fleet\/a-kubeconfig: users\[\]\.user\.exec is not taken from a hub/),
      expect.stringMatching(/Secret fleet\/prod-user-kubeconfig: "prod" is the cluster of Secret fleet\/a-kubeconfig/),
    ]);
  });

  it('leave clusters apart that only look alike', async () => {
    const { followed } = await hubWith(clusterApiSecrets, [
      capi('leaf-kubeconfig', 'leaf', { controller: 'control-plane-1' }),
      capi('leaf-user-kubeconfig', 'leaf-user', { controller: 'control-plane-2' }),
      capi('leaf-2-kubeconfig', 'leaf-2'),
      capi('other-kubeconfig', 'other', { controller: 'control-plane-1', namespace: 'team' }),
      capi('odd-name-kubeconfig', 'odd'),
    ]);
    expect(servers(followed)).toEqual({
      ...{ leaf: 'leaf-kubeconfig', 'leaf-user': 'leaf-user-kubeconfig', 'leaf-2': 'leaf-2-kubeconfig' },
      ...{ other: 'other-kubeconfig', odd: 'odd-name-kubeconfig' },
    });
  });

  const older = { createdAt: '2025-12-31T23:59:59Z' };
  const younger = { createdAt: '2026-01-01T00:00:01Z' };
  it.each([
    ['younger', younger],
    ['older, and labelled later', older],
  ])('leave running clusters alone where others are added that are %s', async (_what, age) => {
    const { hub, followed } = await hubWith(clusterApiSecrets, [
      capi('prod-eu-kubeconfig', 'prod-eu', { controller: 'cp-1' }),
      capi('prod-user-kubeconfig', 'prod-user', { controller: 'cp-1' }),
      capi('odd-name-kubeconfig', 'odd'),
    ]);
    const before = { 'prod-eu': 'prod-eu-kubeconfig', 'prod-user': 'prod-user-kubeconfig', odd: 'odd-name-kubeconfig' };
    expect(servers(followed)).toEqual(before);
    hub.objects.put(capi('odd-kubeconfig', 'odd', age));
    hub.objects.put(capi('prod-kubeconfig', 'prod', { controller: 'cp-1', ...age }));
    await until(() => followed.names.split(',').includes('prod') && followed.problems.length === 1);
    expect(servers(followed)).toEqual({ ...before, prod: 'prod-kubeconfig' });
    expect(followed.reported.filter(reported => !reported.startsWith('+'))).toEqual([]);
    expect(followed.problems).toEqual([
      'the Secrets of Cluster API: Secret fleet/odd-kubeconfig: ' +
        '"odd" is the cluster of Secret fleet/odd-name-kubeconfig (the Secrets of Cluster API); this one is left out.',
    ]);
  });

  it('have the oldest Secret at a start, and the others are told and get no other name', async () => {
    const { followed } = await hubWith(clusterApiSecrets, [
      capi('odd-kubeconfig', 'odd', younger),
      capi('odd-name-kubeconfig', 'odd'),
      capi('odd-kubeconfig', 'odd', { ...younger, namespace: 'team' }),
      capi('odd-name-kubeconfig', 'odd', { namespace: 'team' }),
    ]);
    expect(servers(followed)).toEqual({ odd: 'odd-name-kubeconfig', 'team/odd': 'odd-name-kubeconfig' });
    expect(followed.problems.toSorted()).toEqual([
      expect.stringMatching(/Secret fleet\/odd-kubeconfig: "odd" is the cluster of Secret fleet\/odd-name-kubeconfig/),
      expect.stringMatching(
        /Secret team\/odd-kubeconfig: "team\/odd" is the cluster of Secret team\/odd-name-kubeconfig/,
      ),
    ]);
  });

  it.each([
    ['is younger', { name: 'prod-kubeconfig', of: 'prod-user', age: younger }],
    ['is not the Secret of Cluster API', { name: 'x-kubeconfig', of: 'prod-user', age: {} }],
    ['belongs to a name with another end', { name: 'prod-kubeconfig', of: 'prod-eu', age: {} }],
  ])('are apart at a start where the one with the same controller %s', async (_what, { name, of, age }) => {
    const { followed } = await hubWith(clusterApiSecrets, [
      capi(`${of}-kubeconfig`, of, { controller: 'cp-1' }),
      capi(name, 'prod', { controller: 'cp-1', ...age }),
    ]);
    expect(servers(followed)).toEqual({ [of]: `${of}-kubeconfig`, prod: name });
  });
});

describe('GitopsClusters', () => {
  const cluster = (name: string, spec: Record<string, unknown>): KubernetesObject => ({
    apiVersion: 'gitops.weave.works/v1alpha1',
    kind: 'GitopsCluster',
    metadata: { name, namespace: 'fleet', labels: { tier: name } },
    spec,
  });

  it('have the Secret that they name, or that Cluster API made', async () => {
    const { hub, followed } = await hubWith(gitopsClusters, [
      cluster('named', { secretRef: { name: 'way' } }),
      cluster('capi', { capiClusterRef: { name: 'prod' } }),
      cluster('lost', { secretRef: { name: 'absent' } }),
      cluster('empty', {}),
      secret('way', { 'value.yaml': kubeconfig('https://named.example') }),
      secret('prod-kubeconfig', { value: kubeconfig('https://capi.example') }),
      secret('absent', { value: kubeconfig('https://elsewhere.example') }, { namespace: 'other' }),
    ]);
    const servers = Object.fromEntries(
      followed.registry.list().map(({ name, target, labels }) => [name, [target?.server, labels?.['tier']]]),
    );
    expect(servers).toEqual({ named: ['https://named.example', 'named'], capi: ['https://capi.example', 'capi'] });
    expect(followed.problems.toSorted()).toEqual([
      'the GitopsClusters: GitopsCluster fleet/empty: it has neither spec.secretRef nor spec.capiClusterRef.',
      'the GitopsClusters: GitopsCluster fleet/lost: its namespace has no Secret "absent" with the key value or value.yaml.',
    ]);
    hub.objects.put(secret('absent', { value: kubeconfig('https://lost.example') }));
    await until(() => followed.names === 'capi,lost,named');
    hub.objects.remove(cluster('capi', {}));
    await until(() => followed.names === 'lost,named');
  });

  it('come with a Secret that was there before they named it, and again with another one', async () => {
    const { hub, followed } = await hubWith(gitopsClusters, [
      cluster('first', { secretRef: { name: 'way-1' } }),
      ...[1, 2, 3].map(i => secret(`way-${i}`, { value: kubeconfig(`https://way-${i}.example`) })),
    ]);
    const servers = () =>
      followed.registry
        .list()
        .map(({ name, target }) => `${name} ${target?.server}`)
        .toSorted()
        .join();
    expect(servers()).toBe('first https://way-1.example');
    hub.objects.put(cluster('second', { secretRef: { name: 'way-2' } }));
    await until(() => servers() === 'first https://way-1.example,second https://way-2.example');
    hub.objects.put(cluster('first', { secretRef: { name: 'way-3' } }));
    await until(() => servers() === 'first https://way-3.example,second https://way-2.example');
    hub.objects.put(secret('way-3', { value: kubeconfig('https://way-4.example') }));
    await until(() => servers() === 'first https://way-4.example,second https://way-2.example');
    expect(followed.problems).toEqual([]);
  });

  it('are told to be missing where the hub does not serve them', async () => {
    const { followed } = await hubWith(gitopsClusters, [], { resources: [] });
    expect(followed.problems).toEqual([expect.stringMatching(/gitopsclusters cannot be read/)]);
  });
});

it('ClusterProfiles have the Secret of their namespace that says so, and no plugin is run', async () => {
  const profile = (name: string, status = {}): KubernetesObject => ({
    apiVersion: 'multicluster.x-k8s.io/v1alpha1',
    kind: 'ClusterProfile',
    metadata: { name, namespace: 'fleet', labels: { region: 'eu' } },
    spec: { displayName: name, clusterManager: { name: 'm' } },
    status,
  });
  const labels = { 'x-k8s.io/cluster-profile': 'one', 'x-k8s.io/cluster-inventory-consumer': 'fleetgraph' };
  const { hub, followed } = await hubWith(clusterProfiles, [
    profile('one'),
    profile('two', { accessProviders: [{ name: 'cp-creds', cluster: { server: 'https://two.example' } }] }),
    secret('s', { Config: kubeconfig('https://one.example') }, { labels }),
    secret('thief', { Config: kubeconfig('https://thief.example') }, { labels, namespace: 'team' }),
  ]);
  expect(followed.registry.list()).toMatchObject([
    { name: 'one', labels: { region: 'eu' }, target: { server: 'https://one.example' } },
  ]);
  expect(followed.problems).toEqual([
    expect.stringMatching(/fleet\/two: its namespace has no Secret .* access providers are commands/),
  ]);
  // A Secret that is created before its ClusterProfile.
  hub.objects.put(
    secret(
      'early',
      { Config: kubeconfig('https://three.example') },
      { labels: { 'x-k8s.io/cluster-profile': 'three' } },
    ),
  );
  hub.objects.put(profile('three'));
  await until(() => followed.names === 'one,three');
});

describe('cluster Secrets of Argo CD', () => {
  const argo = (name: string, data: Record<string, string>) =>
    secret(name, data, { labels: { 'argocd.argoproj.io/secret-type': 'cluster', env: 'prod' } });
  const tls = () => ({ caData: ca });

  it('are clusters by their name, with a token', async () => {
    const config = JSON.stringify({ bearerToken: 'sesame', tlsClientConfig: { insecure: false, caData: ca } });
    const { followed } = await hubWith(argocdClusters, [
      argo('cluster-x', { name: 'prod', server: 'https://prod.example', config }),
    ]);
    expect(followed.registry.list()).toMatchObject([
      { name: 'prod', labels: { env: 'prod' }, target: { server: 'https://prod.example' } },
    ]);
  });

  it.each<[string, Record<string, unknown> | string, RegExp]>([
    [
      'a command',
      { execProviderConfig: { command: 'sesame' } },
      /execProviderConfig .* clusterSources\[\]\.commands of this source does not name/,
    ],
    [
      'a cloud',
      { awsAuthConfig: { clusterName: 'sesame' } },
      /awsAuthConfig, which is argocd-k8s-auth.* clusterSources\[\]\.commands/,
    ],
    [
      'a command and a token',
      { bearerToken: 'sesame', execProviderConfig: { command: 'sh' } },
      /clusterSources\[\]\.commands/,
    ],
    [
      'a number among arguments',
      { execProviderConfig: { command: 'x', args: ['a', 17] } },
      /not as Argo CD writes it: execProviderConfig\.args\.1/,
    ],
    ['no credentials', {}, /has no credentials/],
    [
      'an unchecked certificate',
      { bearerToken: 'sesame', tlsClientConfig: { insecure: true } },
      /insecure-skip-tls-verify is not allowed/,
    ],
    ['a proxy', { bearerToken: 'sesame', proxyUrl: 'http://sesame' }, /proxy-url is not allowed/],
    ['no JSON', '{"bearerToken": "sesame",', /config is not JSON/],
    ['another shape', { bearerToken: ['sesame'] }, /config is not as Argo CD writes it: bearerToken/],
  ])('with %s are refused', async (_what, config, words) => {
    const text = typeof config === 'string' ? config : JSON.stringify({ tlsClientConfig: tls(), ...config });
    const { followed } = await hubWith(argocdClusters, [
      argo('x', { name: 'prod', server: 'https://prod.example', config: text }),
    ]);
    expect(followed.problems).toEqual([expect.stringMatching(words)]);
    expect(followed.names).toBe('');
    expect(followed.log.text).not.toContain('sesame');
  });
});

describe('cluster Secrets of Argo CD for managed clouds, where the source allows commands', () => {
  /** A command that records its arguments and environment, and prints a token. */
  async function command(
    name: string,
    script = '',
  ): Promise<{ path: string; ran: () => Promise<{ args: string[]; env: string[] }> }> {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-command-'));
    open.push(() => rm(directory, { recursive: true }));
    const path = join(directory, name);
    const credential = JSON.stringify({
      ...{
        apiVersion: 'client.authentication.k8s.io/v1beta1',
        kind: 'ExecCredential',
        status: { token: 'of-the-cloud' },
      },
    });
    const lines = [
      '#!/bin/sh',
      `for arg; do printf '%s\\0' "$arg"; done > '${directory}/args'`,
      `tr '\\0' '\\n' < /proc/$$/environ > '${directory}/env'`,
      script,
      `echo '${credential}'`,
    ];
    await writeFile(path, lines.join('\n'), { mode: 0o755 });
    const ran = async () => ({
      args: (await readFile(join(directory, 'args'), 'utf8')).split('\0').slice(0, -1),
      env: (await readFile(join(directory, 'env'), 'utf8')).trim().split('\n').toSorted(),
    });
    return { path, ran };
  }

  async function opened(config: object, commands: ArgocdClustersOptions['commands'] & object) {
    const text = JSON.stringify({ tlsClientConfig: { caData: ca }, ...config });
    const server = 'https://prod.example';
    const labels = { 'argocd.argoproj.io/secret-type': 'cluster' };
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home/of-fleetgraph',
      AWS_REGION: 'eu-1',
      REDIS_PASSWORD: 'sesame',
    };
    const { followed } = await hubWith(
      options => argocdClusters({ ...options, env, commands }),
      [secret('x', { name: 'prod', server, config: text }, { labels })],
    );
    const target = followed.registry.get('prod')?.target as ClusterTarget | undefined;
    return { followed, credentials: () => target!.credentials!() };
  }

  it('awsAuthConfig runs argocd-k8s-auth as Argo CD does', async () => {
    const { path, ran } = await command('argocd-k8s-auth');
    const awsAuthConfig = { clusterName: 'prod; $(reboot)', roleARN: 'arn:aws:iam::1:role/fleet' };
    const { credentials } = await opened({ awsAuthConfig }, [{ path, env: ['AWS_REGION', 'NOT_SET'], secretEnv: [] }]);
    expect(await credentials()).toEqual({ authorization: 'Bearer of-the-cloud' });
    const { args, env } = await ran();
    expect(args).toEqual(['aws', '--cluster-name', 'prod; $(reboot)', '--role-arn', 'arn:aws:iam::1:role/fleet']);
    expect(
      env.filter(line => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)).map(line => line.slice(0, line.indexOf('='))),
    ).toEqual([...['AWS_REGION', 'HOME', 'KUBERNETES_EXEC_INFO', 'PATH']]);
    expect(env.join()).not.toContain('sesame');
  });

  it('execProviderConfig passes its arguments as they are, and the variables that it may set', async () => {
    const { path, ran } = await command('token-maker');
    const execProviderConfig = {
      ...{ command: path, apiVersion: 'client.authentication.k8s.io/v1beta1', installHint: 'x' },
      ...{ args: ['', 'a b', '--x=$HOME', '"', '\n'], env: { AZURE_CLIENT_ID: 'id 1' } },
    };
    const { credentials } = await opened({ execProviderConfig }, [{ path, env: [], secretEnv: ['AZURE_CLIENT_ID'] }]);
    expect(await credentials()).toEqual({ authorization: 'Bearer of-the-cloud' });
    const { args, env } = await ran();
    expect(args).toEqual(execProviderConfig.args);
    expect(env).toContain('AZURE_CLIENT_ID=id 1');
  });

  it.each<[string, object, RegExp]>([
    ['another command', { command: 'other' }, /does not name by its absolute path/],
    ['another file of the same name', { command: '/tmp/token-maker' }, /does not name by its absolute path/],
    ['a relative path', { command: './token-maker' }, /does not name by its absolute path/],
    [
      'a variable that it may not set',
      { command: 'token-maker', env: { LD_PRELOAD: 'sesame' } },
      /sets a variable of .*token-maker that secretEnv/,
    ],
    ['a NUL', { command: 'token-maker', args: ['sesame\0'] }, /holds a NUL/],
  ])('%s is refused', async (_what, execProviderConfig, words) => {
    const { path } = await command('token-maker');
    const { followed } = await opened({ execProviderConfig }, [{ path, env: [], secretEnv: ['OTHER'] }]);
    expect(followed.names).toBe('');
    expect(followed.problems).toEqual([expect.stringMatching(words)]);
    expect(followed.log.text).not.toContain('sesame');
  });

  it('a command that fails is told by its first line', async () => {
    const { path } = await command('token-maker', 'echo no such role >&2; exit 3');
    const { credentials } = await opened({ execProviderConfig: { command: 'token-maker' } }, [
      { path, env: [], secretEnv: [] },
    ]);
    await expect(credentials()).rejects.toThrow(/Secret fleet\/x: .* gave no credentials: no such role$/);
  });
});

describe('with a hub of an attacker that is listed first', () => {
  async function hubs() {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-hubs-'));
    open.push(() => rm(directory, { recursive: true }));
    return Promise.all(
      ['attackers', 'ours'].map(async name => {
        const hub = await startLeaf({ name });
        open.push(() => hub.close());
        const kubeconfig = join(directory, name);
        await writeFile(kubeconfig, simulatedKubeconfig([hub], ADMIN));
        return { hub, kubeconfig };
      }),
    );
  }

  /** Starts a process that follows both hubs. If the process collects, it stores the owner of each name. */
  function start(both: Awaited<ReturnType<typeof hubs>>, store: MemoryStore, collects: boolean): Followed {
    const registrants = async () =>
      new Map([...(await store.origins())].map(([name, { registrant }]) => [name, registrant]));
    const followed = new Followed({ registrants });
    open.push(() => followed[Symbol.asyncDispose]());
    const keeps = ({ name, registrant }: { name: string; registrant?: string }) => {
      if (collects) void store.acquire(name, 'collector', 60_000, registrant);
    };
    followed.registry.subscribe({ added: keeps, replaced: keeps, removed: () => undefined });
    followed.sources.follow(
      both.map(({ kubeconfig }) => ({
        key: kubeconfig,
        source: () => byLabel({ kubeconfig, env: {}, log: followed.log.logger, policy: POLICY, allow: [] }),
      })),
    );
    return followed;
  }

  const serverOf = (followed: Followed) => followed.registry.get('prod')?.target?.server;

  it('its later Secret does not get the name of a cluster that runs, also when that is away at a restart', async () => {
    const both = await hubs();
    const [attackers, ours] = both.map(({ hub }) => hub) as [SimulatedLeaf, SimulatedLeaf];
    const store = new MemoryStore();
    ours.objects.load([kiali('prod', 'https://prod.example')]);
    const before = start(both, store, true);
    await until(() => before.names === 'prod');

    attackers.objects.put(kiali('prod', 'https://thief.example', { createdAt: '2020-01-01T00:00:00Z' }));
    attackers.objects.put(kiali('seen', 'https://seen.example'));
    await until(() => before.names === 'prod,seen');
    expect(serverOf(before)).toBe('https://prod.example');
    expect(before.reported).toEqual(['+prod', '+seen']);

    await before.sources.close();
    await ours.close();
    for (const collects of [true, false]) {
      const after = start(both, store, collects);
      expect(await after.sources.settled(20_000)).toBe(true);
      expect(after.names).toBe('seen');
      expect(after.problems).toContainEqual(
        expect.stringMatching(/"prod" is reserved for a registration of the Secrets/),
      );
      await after.sources.close();
    }
  });

  it('it gets the name when our hub, read again, does not name the cluster any more', async () => {
    const both = await hubs();
    const [attackers, ours] = both.map(({ hub }) => hub) as [SimulatedLeaf, SimulatedLeaf];
    const store = new MemoryStore();
    ours.objects.load([kiali('prod', 'https://prod.example')]);
    const before = start(both, store, true);
    await until(() => before.names === 'prod');
    await before.sources.close();
    ours.objects.remove(kiali('prod', ''));
    attackers.objects.put(kiali('prod', 'https://other.example'));
    const after = start(both, store, false);
    await until(() => serverOf(after) === 'https://other.example');
  });
});
