/** The Helm chart: what real Helm renders, a real API server takes and keeps, and fleetgraph itself can start with. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import { loadConfig } from '../../config/load.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const chart = join(root, 'deploy', 'chart');

// Objects are as they are written: what matters of them is asked for below.
type Manifest = any;

let folder: string;
let helmPath: string;
let server: ApiServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetgraph-chart-'));
  const build = run(join(root, 'test', 'helm', 'build.sh'));
  build.child.stderr?.pipe(process.stderr);
  [server, helmPath] = await Promise.all([startApiServer(), build.then(({ stdout }) => stdout.trim())]);
  await writeFile(join(folder, 'kubeconfig'), stringify(server.kubeconfig()), { mode: 0o600 });
  for (const name of ['fleet', 'clusters']) await server.request('POST', '/api/v1/namespaces', { metadata: { name } });
}, 600_000);
afterAll(async () => {
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function helm(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    KUBECONFIG: join(folder, 'kubeconfig'),
    HELM_CACHE_HOME: folder,
    HELM_CONFIG_HOME: folder,
    HELM_DATA_HOME: folder,
  };
  return (await run(helmPath, args, { env, maxBuffer: 16 * 1024 * 1024 })).stdout;
}

const file = async (values: object): Promise<string> => {
  const path = join(folder, 'values.yaml');
  await writeFile(path, stringify(values));
  return path;
};

async function render(values: object): Promise<Manifest[]> {
  const text = await helm('template', 'trial', chart, '--namespace', 'fleet', '--values', await file(values));
  return parseAllDocuments(text)
    .map(document => document.toJS())
    .filter(object => object !== null);
}

const kinds = (objects: readonly Manifest[]): string[] => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
const authentication = [{ type: 'oidc', issuer: 'https://id.example.org', audience: 'fleetgraph' }];
const HUB = [
  { type: 'secrets' },
  { type: 'clusterApi', namespace: 'clusters' },
  { type: 'gitopsClusters', namespace: 'clusters' },
  { type: 'clusterProfiles' },
  { type: 'argocd', namespace: 'clusters', kubeconfig: '../secrets/hub/kubeconfig' },
  { type: 'kubeconfig', path: '../secrets/leaves' },
];
const EVERYTHING = {
  image: { repository: 'registry.example.org/fleetgraph', digest: `sha256:${'a'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  config: {
    server: { host: '0.0.0.0', port: 8443, tls: { certFile: '../secrets/tls/tls.crt', keyFile: '../secrets/tls/tls.key' } },
    store: { type: 'redis', url: 'rediss://redis.example.org:6379', passwordEnv: 'REDIS_PASSWORD' },
    clusterSources: HUB,
    authentication,
  },
  secretMounts: [
    { name: 'leaves', secretName: 'leaf-kubeconfigs' },
    { name: 'hub', secretName: 'hub-kubeconfig' },
    { name: 'tls', secretName: 'fleetgraph-tls' },
  ],
  env: [{ name: 'REDIS_PASSWORD', valueFrom: { secretKeyRef: { name: 'redis', key: 'password' } } }],
  gateway: {
    autoscaling: { enabled: true },
    podAnnotations: { 'example.org/team': 'platform' },
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ key: 'infra', operator: 'Exists' }],
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  },
  ingress: { enabled: true, className: 'nginx', host: 'fleet.example.org', tlsSecretName: 'fleet-tls' },
  networkPolicy: {
    gatewayFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
  },
  monitoring: { podMonitor: { enabled: true }, prometheusRule: { enabled: true }, dashboard: { enabled: true } },
};
const CASES: [string, object][] = [
  ['one process', { config: { authentication } }],
  ['a trial with a Redis of its own', { config: { authentication }, redis: { enabled: true } }],
  ['everything', EVERYTHING],
];

/** Where objects of a kind are created. */
const pathOf = ({ apiVersion, kind, metadata }: Manifest): string => {
  const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : kind.endsWith('s') ? `${kind}es` : `${kind}s`;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = kind.startsWith('ClusterRole') ? '' : `/namespaces/${metadata.namespace ?? 'fleet'}`;
  return `${group}${scope}/${plural.toLowerCase()}`;
};
const isOfOperator = ({ apiVersion }: Manifest): boolean => apiVersion.startsWith('monitoring.coreos.com/');

describe.each(CASES)('%s', (_name, values) => {
  it('passes helm lint', async () => {
    await helm('lint', '--strict', chart, '--namespace', 'fleet', '--values', await file(values));
  });

  it('is taken by a real API server, without a field that it does not know', async () => {
    for (const object of (await render(values)).filter(object => !isOfOperator(object))) {
      const { status, body } = await server.request('POST', `${pathOf(object)}?dryRun=All&fieldValidation=Strict`, object);
      expect([object.kind, object.metadata.name, status, status < 300 ? '' : body['message']]).toEqual([
        object.kind,
        object.metadata.name,
        201,
        '',
      ]);
    }
  });

  it('gives fleetgraph a configuration that it starts with, in every role', async () => {
    const objects = await render(values);
    const config = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'trial-fleetgraph').data['config.yaml'];
    const path = join(folder, 'config.yaml');
    await writeFile(path, config);
    const deployments = objects.filter(({ kind, metadata }) => kind === 'Deployment' && !metadata.name.endsWith('-redis'));
    for (const { spec } of deployments) {
      const [{ env: variables }] = spec.template.spec.containers;
      const env = Object.fromEntries(variables.map(({ name, value = 'secret' }: Manifest) => [name, value]));
      expect(loadConfig({ file: path, env, cwd: folder }).roles).toEqual(JSON.parse(env['FLEETGRAPH_ROLES']));
    }
  });

  it('runs every container without a user of its own, rights to gain, or a root to write', async () => {
    const pods = (await render(values)).filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec);
    expect(pods.length).toBeGreaterThan(0);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });
});

describe('what is rendered', () => {
  it('is one process without Redis', async () => {
    expect(kinds(await render({ config: { authentication } }))).toEqual([
      'ConfigMap trial-fleetgraph',
      'Deployment trial-fleetgraph',
      'NetworkPolicy trial-fleetgraph-gateway',
      'PodDisruptionBudget trial-fleetgraph',
      'Service trial-fleetgraph',
      'ServiceAccount trial-fleetgraph',
    ]);
  });

  it('asks for probes and metrics on the operations port, which neither Service nor Ingress leads to', async () => {
    const operations = { host: '0.0.0.0', port: 9999 };
    const config = { ...EVERYTHING.config, server: { ...EVERYTHING.config.server, operations } };
    const objects = await render({ ...EVERYTHING, config });
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ spec }) => spec.template.spec.containers[0].ports.map(({ name, containerPort }: Manifest) => [name, containerPort])))
      .toEqual([[['operations', 9999]], [['http', 8443], ['operations', 9999]]]); // prettier-ignore
    for (const { spec } of deployments) {
      const [{ livenessProbe, readinessProbe }] = spec.template.spec.containers;
      for (const { httpGet } of [livenessProbe, readinessProbe]) expect(httpGet).toMatchObject({ port: 'operations', scheme: 'HTTPS' });
    }
    expect(objects.find(({ kind }) => kind === 'PodMonitor').spec.podMetricsEndpoints).toEqual([
      { port: 'operations', path: '/metrics', interval: '30s', scheme: 'https' },
    ]);
    expect(objects.find(({ kind }) => kind === 'Service').spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    const { gatewayFrom, metricsFrom } = EVERYTHING.networkPolicy;
    const ingressOf = (name: string) =>
      objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `trial-fleetgraph-${name}`).spec.ingress;
    expect(ingressOf('gateway')).toEqual([
      { ports: [{ port: 'http' }], from: gatewayFrom },
      { ports: [{ port: 'operations' }], from: metricsFrom },
    ]);
    expect(ingressOf('collector')).toEqual([{ ports: [{ port: 'operations' }], from: metricsFrom }]);
  });

  it('puts the alert rules and the dashboard where Prometheus and Grafana look for them', async () => {
    const objects = await render(EVERYTHING);
    expect(objects.find(({ kind }) => kind === 'PrometheusRule').spec.groups[0].rules.length).toBeGreaterThan(5);
    const dashboard = objects.find(({ metadata }) => metadata.name === 'trial-fleetgraph-dashboard');
    expect(JSON.parse(dashboard.data['fleetgraph.json'])).toMatchObject({ uid: 'fleetgraph' });
    expect(dashboard.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
  });

  it('gives the account list and watch of what the sources read where they read it, and nothing else', async () => {
    const objects = await render(EVERYTHING);
    const roles = objects.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole');
    const secrets = { apiGroups: [''], resources: ['secrets'], verbs: ['list', 'watch'] };
    const gitops = { apiGroups: ['gitops.weave.works'], resources: ['gitopsclusters'], verbs: ['list', 'watch'] };
    const profiles = { apiGroups: ['multicluster.x-k8s.io'], resources: ['clusterprofiles'], verbs: ['list', 'watch'] };
    expect(roles.map(({ metadata, rules }) => [metadata.namespace, rules])).toEqual(
      expect.arrayContaining([
        [undefined, [secrets]],
        ['clusters', [secrets]],
        ['clusters', [secrets, gitops]],
        [undefined, [secrets, profiles]],
      ]),
    );
    expect(roles).toHaveLength(4);
    expect(objects.filter(({ kind }) => kind.endsWith('Binding'))).toHaveLength(4);
  });

  it('lets the account patch Secrets where tokens are written to them, and there alone', async () => {
    const clusterSources = [
      { type: 'secrets', namespace: 'clusters', writeTokens: true },
      { type: 'secrets', namespace: 'fleet' },
    ];
    const roles = (await render({ config: { authentication, clusterSources } })).filter(({ kind }) => kind === 'Role');
    expect(roles.map(({ metadata, rules }) => [metadata.namespace, rules[0].verbs])).toEqual([
      ['clusters', ['list', 'watch', 'patch']],
      ['fleet', ['list', 'watch']],
    ]);
  });

  it.each([
    ['has no token where no source reads the hub', [{ type: 'kubeconfig', path: '../secrets/leaves' }], false],
    ['has a token where one does', [{ type: 'secrets' }], true],
  ])('has a pod that %s', async (_what, clusterSources, mounted) => {
    const [deployment] = (await render({ config: { authentication, clusterSources } })).filter(({ kind }) => kind === 'Deployment');
    expect(deployment.spec.template.spec.automountServiceAccountToken).toBe(mounted);
  });

  it('restarts pods for what serve cannot take while it runs, and for nothing else', async () => {
    const checksum = async (config: object) => {
      const [deployment] = (await render({ config: { authentication, ...config } })).filter(({ kind }) => kind === 'Deployment');
      return deployment.spec.template.metadata.annotations['checksum/config'];
    };
    const first = await checksum({});
    expect(await checksum({ clusters: [{ name: 'leaf', kubeconfig: '../secrets/leaves/leaf' }] })).toBe(first);
    expect(await checksum({ limits: { concurrentRequests: 7 } })).not.toBe(first);
  });
});

it.each([
  ['nobody may ask', {}, /config\.authentication is empty/],
  ['two gateways share nothing', { config: { authentication }, gateway: { replicas: 2 } }, /More than one gateway needs a store/],
  ['the roles are written', { config: { authentication, roles: ['gateway'] } }, /Leave config\.roles out/],
  ['the ingress has no name', { config: { authentication }, ingress: { enabled: true } }, /ingress\.host: under which name/],
  ['a value is misspelt', { config: { authentication }, replica: 2 }, /additional properties 'replica' not allowed/i],
  ['a value is of another type', { config: { authentication }, service: { port: 'http' } }, /port.*integer/s],
])('says what is wrong when %s', async (_what, values, message) => {
  await expect(render(values)).rejects.toThrow(message);
});

it('is installed, upgraded and rolled back by Helm', async () => {
  const values = { config: { authentication }, redis: { enabled: true } };
  const where = ['--namespace', 'fleet', '--values'];
  await helm('install', 'trial', chart, ...where, await file(values));
  const gateways = async () =>
    (await server.request('GET', '/apis/apps/v1/namespaces/fleet/deployments/trial-fleetgraph')).body as Manifest;
  expect((await gateways()).spec.replicas).toBe(2);
  await helm('upgrade', 'trial', chart, ...where, await file({ ...values, gateway: { replicas: 3 }, collector: { replicas: 4 } }));
  expect((await gateways()).spec.replicas).toBe(3);
  await helm('rollback', 'trial', '1', '--namespace', 'fleet');
  expect((await gateways()).spec.replicas).toBe(2);
  await helm('uninstall', 'trial', '--namespace', 'fleet');
  const { body } = await server.request('GET', '/apis/apps/v1/namespaces/fleet/deployments');
  expect(body.items).toEqual([]);
}, 60_000);
