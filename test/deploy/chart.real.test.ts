/** The Helm chart: real Helm renders it, and a real API server accepts the objects. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import { SOURCES } from '../../clusters/sources/registry.ts';
import { loadConfig } from '../../config/load.ts';
import { REPORTED_KINDS } from '../../schema/reported-kinds.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const chart = join(root, 'charts', 'fleetgraph');

// Objects are untyped, because the tests below check the fields that matter.
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

const kinds = (objects: readonly Manifest[]): string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
const authentication = [{ type: 'oidc', issuer: 'https://id.example.org', audience: 'fleetgraph' }];
const HUB = [
  { type: 'secrets' },
  { type: 'clusterApi', namespace: 'clusters' },
  { type: 'gitopsClusters', namespace: 'clusters' },
  { type: 'clusterProfiles' },
  { type: 'argocd', namespace: 'clusters', kubeconfig: '../secrets/hub/kubeconfig' },
  { type: 'kubeconfig', path: '../secrets/leaves' },
];
/** Permissions that sources of a type need, sorted, as `group/plural verb verb`. */
const rightsOf = (wanted: string): string[] =>
  SOURCES.filter(({ type }) => type === wanted)
    .flatMap(({ reads }) => reads.map(({ group, plural }) => `${group}/${plural} list watch`))
    .sort();
const ruleText = ({
  apiGroups,
  resources,
  verbs,
}: Readonly<Record<'apiGroups' | 'resources' | 'verbs', string[]>>): string =>
  `${apiGroups.join()}/${resources.join()} ${verbs.join(' ')}`;
const EVERYTHING = {
  image: { repository: 'registry.example.org/fleetgraph', digest: `sha256:${'a'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  config: {
    server: {
      host: '0.0.0.0',
      port: 8443,
      tls: { certFile: '../secrets/tls/tls.crt', keyFile: '../secrets/tls/tls.key' },
    },
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
const HARDENED = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

/** Values of a company with its own conventions for its cluster, registry and Gateway. */
const OWN_WAYS = {
  fullnameOverride: 'fleet-graph',
  nameOverride: 'graph',
  image: { repository: 'registry.example.org/fleetgraph', digest: `sha256:${'a'.repeat(64)}` },
  config: {
    store: { type: 'redis' },
    clusterSources: [{ type: 'secrets', namespace: 'clusters' }],
    server: { drainTime: '1m' },
  },
  existingConfig: { secret: 'fleetgraph-config' },
  env: [{ name: 'FLEETGRAPH_LOG_LEVEL', value: 'debug' }],
  envFrom: [{ secretRef: { name: 'fleetgraph-secrets' } }],
  extraVolumes: [{ name: 'authorities', configMap: { name: 'authorities' } }],
  extraVolumeMounts: [{ name: 'authorities', mountPath: '/etc/authorities', readOnly: true }],
  podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null },
  gateway: {
    podLabels: { team: 'platform' },
    podAnnotations: { 'example.org/scrape': 'never' },
    priorityClassName: 'system-cluster-critical',
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    extraContainers: [{ name: 'proxy', image: 'proxy:1', securityContext: HARDENED }],
    topologySpreadConstraints: [{ maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
  },
  collector: {
    image: { tag: '0.2.0' },
    terminationGracePeriodSeconds: 7,
    nodeSelector: { disk: 'ssd' },
  },
  service: {
    type: 'LoadBalancer',
    annotations: { 'example.org/internal': 'true' },
    loadBalancerClass: 'example.org/lb',
    loadBalancerSourceRanges: ['10.0.0.0/8'],
  },
  httpRoute: {
    enabled: true,
    parentRefs: [{ name: 'public', namespace: 'gateways' }],
    hostnames: ['tools.example.org'],
    path: '/fleetgraph',
  },
  monitoring: {
    podMonitor: { enabled: true },
    prometheusRule: { enabled: true, runbooks: 'https://wiki.example.org/runbooks' },
  },
};
/** A hub that does not connect to its clusters. An agent in each cluster connects to the hub. */
const REPORTED = {
  config: {
    authentication,
    store: { type: 'redis', url: 'redis://redis.example.org' },
    clusters: [{ name: 'leaf-7', push: { tokens: [{ file: '../secrets/agents/leaf-7' }] } }],
  },
  secretMounts: [{ name: 'agents', secretName: 'agents' }],
  ingress: { enabled: true, host: 'fleet.example.org' },
  httpRoute: { enabled: true, parentRefs: [{ name: 'public' }], path: '/fleetgraph' },
};
const AGENT = {
  agent: { enabled: true, hub: 'https://fleet.example.org', tokenSecret: 'agent-token', caConfigMap: 'authorities' },
};
const CASES: [string, object][] = [
  ['one process', { config: { authentication } }],
  ['a trial with a Redis of its own', { config: { authentication }, redis: { enabled: true } }],
  ['everything', EVERYTHING],
  ['own ways', OWN_WAYS],
  ['agents that report', REPORTED],
  ['an agent', AGENT],
];
/** Cases in which the chart generates the configuration. */
const WRITTEN = CASES.filter(([, values]) => !('existingConfig' in values || 'agent' in values));

/** Path at which objects of a kind are created. */
const pathOf = ({ apiVersion, kind, metadata }: Manifest): string => {
  const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : kind.endsWith('s') ? `${kind}es` : `${kind}s`;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = kind.startsWith('ClusterRole') ? '' : `/namespaces/${metadata.namespace ?? 'fleet'}`;
  return `${group}${scope}/${plural.toLowerCase()}`;
};
/** True for objects of CRDs that the test's API server does not have. */
const isOfOperator = ({ apiVersion }: Manifest): boolean =>
  /^(monitoring\.coreos\.com|gateway\.networking\.k8s\.io)\//.test(apiVersion);

describe.each(CASES)('%s', (_name, values) => {
  it('passes helm lint', async () => {
    await helm('lint', '--strict', chart, '--namespace', 'fleet', '--values', await file(values));
  });

  it('is taken by a real API server, without a field that it does not know', async () => {
    for (const object of (await render(values)).filter(object => !isOfOperator(object))) {
      const { status, body } = await server.request(
        'POST',
        `${pathOf(object)}?dryRun=All&fieldValidation=Strict`,
        object,
      );
      expect([object.kind, object.metadata.name, status, status < 300 ? '' : body['message']]).toEqual([
        object.kind,
        object.metadata.name,
        201,
        '',
      ]);
    }
  });

  it('runs every container without a user of its own, rights to gain, or a root to write', async () => {
    const pods = (await render(values))
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => spec.template.spec);
    expect(pods.length).toBeGreaterThan(0);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of containers) expect(container.securityContext).toEqual(HARDENED);
    }
  });
});

it.each(WRITTEN)('of %s fleetgraph gets a configuration that it starts with, in every role', async (_name, values) => {
  const objects = await render(values);
  const config = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'trial-fleetgraph')
    .data['config.yaml'];
  const path = join(folder, 'config.yaml');
  await writeFile(path, config);
  const deployments = objects.filter(
    ({ kind, metadata }) => kind === 'Deployment' && !metadata.name.endsWith('-redis'),
  );
  for (const { spec } of deployments) {
    const [{ env: variables }] = spec.template.spec.containers;
    const env = Object.fromEntries(variables.map(({ name, value = 'secret' }: Manifest) => [name, value]));
    expect(loadConfig({ file: path, env, cwd: folder }).roles).toEqual(JSON.parse(env['FLEETGRAPH_ROLES']));
  }
});

describe('what is rendered', () => {
  it('lets gateways move workloads where that is switched on', async () => {
    const rolesOf = async (config: object) => {
      const objects = await render({ config: { authentication, ...config } });
      return objects.flatMap(({ kind, spec }) =>
        kind === 'Deployment' || kind === 'StatefulSet'
          ? [
              JSON.parse(
                spec.template.spec.containers[0].env.find(({ name }: { name: string }) => name === 'FLEETGRAPH_ROLES')
                  .value,
              ),
            ]
          : [],
      );
    };
    const placement = { mover: { enabled: true } };
    const store = { type: 'redis', url: 'redis://redis' };
    expect(await rolesOf({ placement })).toEqual([['gateway', 'collector', 'mover']]);
    expect(await rolesOf({ placement, store })).toContainEqual(['gateway', 'mover']);
    expect(await rolesOf({ store })).toContainEqual(['gateway']);
  });

  it('leads reports to the collectors, and gives the collectors a port for them', async () => {
    const objects = await render(REPORTED);
    const find = (kind: string, name: string) =>
      objects.find(object => object.kind === kind && object.metadata.name === name);
    const port = { name: 'http', containerPort: 4000 };
    expect(find('Deployment', 'trial-fleetgraph-collector').spec.template.spec.containers[0].ports).toContainEqual(
      port,
    );
    expect(find('Service', 'trial-fleetgraph-collector').spec.selector['app.kubernetes.io/component']).toBe(
      'collector',
    );
    const backends = find('Ingress', 'trial-fleetgraph').spec.rules[0].http.paths;
    expect(backends.map(({ path, backend }: Manifest) => [path, backend.service.name])).toEqual([
      ['/ingest', 'trial-fleetgraph-collector'],
      ['/', 'trial-fleetgraph'],
    ]);
    const routes = find('HTTPRoute', 'trial-fleetgraph').spec.rules;
    expect(routes.map(({ matches, backendRefs }: Manifest) => [matches[0].path.value, backendRefs[0].name])).toEqual([
      ['/fleetgraph/ingest', 'trial-fleetgraph-collector'],
      ['/fleetgraph', 'trial-fleetgraph'],
    ]);
    expect(find('NetworkPolicy', 'trial-fleetgraph-collector').spec.ingress[0].ports).toEqual([{ port: 'http' }]);
  });

  it('is an agent alone, which may list and watch what it reports and nothing else', async () => {
    const objects = await render(AGENT);
    expect(kinds(objects)).toEqual([
      'ClusterRole fleet-trial-fleetgraph-agent',
      'ClusterRoleBinding fleet-trial-fleetgraph-agent',
      'Deployment trial-fleetgraph-agent',
      'NetworkPolicy trial-fleetgraph-agent',
      'ServiceAccount trial-fleetgraph-agent',
    ]);
    const { rules } = objects.find(({ kind }) => kind === 'ClusterRole');
    expect(rules.every(({ verbs }: Manifest) => verbs.join() === 'list,watch')).toBe(true);
    const read = rules.flatMap(({ apiGroups: [group], resources }: Manifest) =>
      resources.map((plural: string) => (group === '' ? plural : `${plural}.${group}`)),
    );
    const rbac = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(
      plural => `${plural}.rbac.authorization.k8s.io`,
    );
    expect(read).toEqual([...REPORTED_KINDS, ...rbac]);
    const [container] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
    expect(container.args.filter((arg: string) => !arg.startsWith('--kind='))).toEqual([
      ...[
        'agent',
        '--hub=https://fleet.example.org',
        '--name=trial-fleetgraph-agent',
        '--token-file=/etc/fleetgraph/token/token',
      ],
      ...['--detail=full', '--ca-file=/etc/fleetgraph/ca/ca.crt'],
    ]);
    expect(container.args.filter((arg: string) => arg.startsWith('--kind='))).toEqual(
      REPORTED_KINDS.map(kind => `--kind=${kind}`),
    );
  });

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
    expect(
      deployments.map(({ spec }) =>
        spec.template.spec.containers[0].ports.map(({ name, containerPort }: Manifest) => [name, containerPort]),
      ),
    ).toEqual([
      [['operations', 9999]],
      [
        ['http', 8443],
        ['operations', 9999],
      ],
    ]);
    for (const { spec } of deployments) {
      const [{ livenessProbe, readinessProbe }] = spec.template.spec.containers;
      for (const { httpGet } of [livenessProbe, readinessProbe])
        expect(httpGet).toMatchObject({ port: 'operations', scheme: 'HTTPS' });
    }
    expect(objects.find(({ kind }) => kind === 'PodMonitor').spec.podMetricsEndpoints).toEqual([
      { port: 'operations', path: '/metrics', interval: '30s', scheme: 'https' },
    ]);
    expect(objects.find(({ kind }) => kind === 'Service').spec.ports).toEqual([
      { name: 'http', port: 80, targetPort: 'http' },
    ]);
    const { gatewayFrom, metricsFrom } = EVERYTHING.networkPolicy;
    const ingressOf = (name: string) =>
      objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `trial-fleetgraph-${name}`)
        .spec.ingress;
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
    // Sources that read this cluster.
    const here = HUB.filter(({ kubeconfig, path }) => kubeconfig === undefined && path === undefined);
    const read = here.map(({ type, namespace }) => [namespace, rightsOf(type)]);
    const given = roles.map(({ metadata, rules }) => [metadata.namespace, rules.map(ruleText).sort()]);
    expect(given).toEqual(expect.arrayContaining(read));
    expect(given).toHaveLength(read.length);
    expect(objects.filter(({ kind }) => kind.endsWith('Binding'))).toHaveLength(here.length);
  });

  it.each(SOURCES.map(({ type }) => type))(
    'gives the account what a source of type %s reads, and nothing else',
    async type => {
      const clusterSources = [{ type, ...(type === 'kubeconfig' && { path: '../secrets/leaves' }) }];
      const roles = (await render({ config: { authentication, clusterSources } })).filter(
        ({ kind }) => kind === 'ClusterRole',
      );
      const rights = rightsOf(type);
      expect(roles.map(({ rules }) => rules.map(ruleText).sort())).toEqual(rights.length === 0 ? [] : [rights]);
    },
  );

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
    const [deployment] = (await render({ config: { authentication, clusterSources } })).filter(
      ({ kind }) => kind === 'Deployment',
    );
    expect(deployment.spec.template.spec.automountServiceAccountToken).toBe(mounted);
  });

  it('restarts pods for what serve cannot take while it runs, and for nothing else', async () => {
    const checksum = async (config: object) => {
      const [deployment] = (await render({ config: { authentication, ...config } })).filter(
        ({ kind }) => kind === 'Deployment',
      );
      return deployment.spec.template.metadata.annotations['checksum/config'];
    };
    const first = await checksum({});
    expect(await checksum({ clusters: [{ name: 'leaf', kubeconfig: '../secrets/leaves/leaf' }] })).toBe(first);
    expect(await checksum({ limits: { concurrentRequests: 7 } })).not.toBe(first);
  });
});

describe('a company with ways of its own', () => {
  let objects: Manifest[];
  const named = (kind: string, name: string) => objects.find(it => it.kind === kind && it.metadata.name === name);
  const podOf = (name: string) => named('Deployment', name).spec.template;
  beforeAll(async () => {
    objects = await render(OWN_WAYS);
  });

  it('has objects and labels of its own names, by which they find each other', () => {
    expect(objects.map(({ metadata }) => metadata.name).filter(name => !name.startsWith('fleet-graph'))).toEqual([]);
    const labels = { 'app.kubernetes.io/name': 'graph', 'app.kubernetes.io/instance': 'trial' };
    expect(named('Service', 'fleet-graph').spec.selector).toMatchObject(labels);
    expect(named('PodMonitor', 'fleet-graph').spec.selector.matchLabels).toEqual(labels);
    expect(podOf('fleet-graph').metadata.labels).toMatchObject({ ...labels, team: 'platform' });
  });

  it('reads its configuration from the Secret that it made, and writes none', () => {
    expect(objects.filter(({ kind }) => kind === 'ConfigMap')).toEqual([]);
    for (const name of ['fleet-graph', 'fleet-graph-collector'])
      expect(podOf(name).spec.volumes).toEqual(
        expect.arrayContaining([
          { name: 'config', secret: { secretName: 'fleetgraph-config', defaultMode: 0o440 } },
          { name: 'authorities', configMap: { name: 'authorities' } },
        ]),
      );
    expect(named('Role', 'fleet-graph-source-0').metadata.namespace).toBe('clusters');
  });

  it('may upgrade one role before the other', () => {
    const imageOf = (name: string) => podOf(name).spec.containers[0].image;
    expect(imageOf('fleet-graph')).toBe(`registry.example.org/fleetgraph@sha256:${'a'.repeat(64)}`);
    expect(imageOf('fleet-graph-collector')).toBe('registry.example.org/fleetgraph:0.2.0');
  });

  it('leaves the user of its pods to the cluster, as OpenShift wants it', () => {
    expect(podOf('fleet-graph').spec.securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });

  it('has in its pods what it adds to them', () => {
    const { metadata, spec } = podOf('fleet-graph');
    expect(metadata.annotations).toMatchObject({ 'example.org/scrape': 'never' });
    expect(spec).toMatchObject({
      priorityClassName: 'system-cluster-critical',
      topologySpreadConstraints: [{ maxSkew: 2 }],
    });
    const [fleetgraph, proxy] = spec.containers;
    expect(proxy).toMatchObject({ name: 'proxy', image: 'proxy:1' });
    expect(fleetgraph).toMatchObject({
      envFrom: [{ secretRef: { name: 'fleetgraph-secrets' } }],
      lifecycle: { preStop: { sleep: { seconds: 5 } } },
    });
    expect(fleetgraph.volumeMounts).toContainEqual({
      name: 'authorities',
      mountPath: '/etc/authorities',
      readOnly: true,
    });
    expect(podOf('fleet-graph-collector').spec.nodeSelector).toEqual({ disk: 'ssd' });
  });

  it('gives pods the time to drain that the configuration says, or a time of its own', () => {
    expect(podOf('fleet-graph').spec.terminationGracePeriodSeconds).toBe(85);
    expect(podOf('fleet-graph-collector').spec.terminationGracePeriodSeconds).toBe(7);
  });

  it('is reached by its load balancer and by its Gateway', () => {
    expect(named('Service', 'fleet-graph')).toMatchObject({
      metadata: { annotations: { 'example.org/internal': 'true' } },
      spec: { type: 'LoadBalancer', loadBalancerClass: 'example.org/lb', loadBalancerSourceRanges: ['10.0.0.0/8'] },
    });
    expect(named('HTTPRoute', 'fleet-graph').spec).toEqual({
      parentRefs: [{ name: 'public', namespace: 'gateways' }],
      hostnames: ['tools.example.org'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/fleetgraph' } }],
          backendRefs: [{ name: 'fleet-graph', port: 80 }],
        },
      ],
    });
  });

  it('has alerts that link to where its people read the runbooks', () => {
    const { rules } = named('PrometheusRule', 'fleet-graph').spec.groups[0];
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`https://wiki.example.org/runbooks#${alert.toLowerCase()}`);
  });
});

it.each([
  ['5s', 30],
  ['500ms', 26],
  ['1.5m', 115],
])('a pod has more time to end than drainTime %s takes', async (drainTime, seconds) => {
  const [deployment] = (await render({ config: { authentication, server: { drainTime } } })).filter(
    ({ kind }) => kind === 'Deployment',
  );
  expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(seconds);
});

it.each(['v1.27.0', 'v1.36.0-alpha.1', 'v1.33.4-eks-a18cd3a', 'v1.37.0-rc.0+k3s1'])(
  'is for Kubernetes %s',
  async version => {
    const values = await file({ config: { authentication } });
    const rendered = await helm('template', 'trial', chart, '--kube-version', version, '--values', values);
    expect(rendered).toContain('kind: Deployment');
  },
);

it.each([
  ['nobody may ask', {}, /config\.authentication is empty/],
  [
    'two gateways share nothing',
    { config: { authentication }, gateway: { replicas: 2 } },
    /More than one gateway needs a store/,
  ],
  ['the roles are written', { config: { authentication, roles: ['gateway'] } }, /Leave config\.roles out/],
  [
    'the ingress has no name',
    { config: { authentication }, ingress: { enabled: true } },
    /ingress\.host: under which name/,
  ],
  [
    'the configuration is in two places',
    { existingConfig: { configMap: 'a', secret: 'b' } },
    /existingConfig names a ConfigMap and a Secret\. Choose one/,
  ],
  [
    'the Redis of a trial would be in no configuration',
    { existingConfig: { secret: 'b' }, redis: { enabled: true } },
    /redis\.enabled writes config\.store/,
  ],
  [
    'no Gateway is named',
    { config: { authentication }, httpRoute: { enabled: true } },
    /httpRoute\.parentRefs is empty/,
  ],
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
  await helm(
    'upgrade',
    'trial',
    chart,
    ...where,
    await file({ ...values, gateway: { replicas: 3 }, collector: { replicas: 4 } }),
  );
  expect((await gateways()).spec.replicas).toBe(3);
  await helm('rollback', 'trial', '1', '--namespace', 'fleet');
  expect((await gateways()).spec.replicas).toBe(2);
  await helm('uninstall', 'trial', '--namespace', 'fleet');
  const { body } = await server.request('GET', '/apis/apps/v1/namespaces/fleet/deployments');
  expect(body.items).toEqual([]);
});
