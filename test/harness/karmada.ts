/**
 * Karmada on real API servers. Its controllers, scheduler and webhook run on the hub and push to the members. The kind
 * Cluster is a CRD on the hub. In a full installation, Karmada's own API server serves this kind.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { authority, issue } from '../kubernetes/certificates.ts';
import type { KubernetesJson } from './apiserver-client.ts';
import type { ApiServer } from './apiserver.ts';
import { startEngine, type EngineProcesses } from './engines.ts';
import { crdsOf, folderOf } from './go-module.ts';
import { freePort } from './processes.ts';

/** The release that test/engines/karmada builds. */
const MODULE = 'github.com/karmada-io/karmada@v1.16.0';
const READY_TIMEOUT_MS = 120_000;
/** Controllers that place a workload and summarise the status of its copies. */
const CONTROLLERS = [
  'cluster',
  'clusterStatus',
  'binding',
  'bindingStatus',
  'execution',
  'workStatus',
  'namespace',
  'gracefulEviction',
];
const SECRETS = 'karmada-cluster';

export interface KarmadaOptions {
  readonly hub: ApiServer;
  /** Member servers by name. */
  readonly members: Readonly<Record<string, ApiServer>>;
}

export function startKarmada({ hub, members }: KarmadaOptions): Promise<EngineProcesses> {
  return startEngine('karmada', async processes => {
    await hub.serveCrds([CLUSTER_CRD, ...(await crds())]);
    await hub.apply(
      ['karmada-system', SECRETS].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    );
    const kubeconfig = join(processes.directory, 'hub.kubeconfig');
    await hub.writeKubeconfig(kubeconfig);
    const common = [`--kubeconfig=${kubeconfig}`, '--metrics-bind-address=0', '--health-probe-bind-address=0'];
    await startWebhook(processes, hub, common);
    const quick = ['--kube-api-qps=200', '--kube-api-burst=400', '--leader-elect=false'];
    processes.run('controller-manager', [
      ...[...common, ...quick, `--controllers=${CONTROLLERS.join()}`, '--cluster-status-update-frequency=2s'],
      ...['--cluster-success-threshold=2s', '--cluster-api-qps=200', '--cluster-api-burst=400'],
    ]);
    processes.run('scheduler', [...common, ...quick, '--enable-scheduler-estimator=false']);
    for (const [name, server] of Object.entries(members)) await hub.apply(clusterObjects(name, server));
    await untilReady(processes, hub, Object.keys(members));
  });
}

/** Starts the webhook, which gives ids to policies, bindings and works. */
async function startWebhook(processes: EngineProcesses, hub: ApiServer, common: readonly string[]): Promise<void> {
  const { directory } = processes;
  const port = await freePort();
  const ca = await authority('karmada');
  const { cert, key } = await issue(ca, 'karmada-webhook', { addresses: ['127.0.0.1'] });
  await writeFile(join(directory, 'tls.crt'), cert);
  await writeFile(join(directory, 'tls.key'), key, { mode: 0o600 });
  processes.run('webhook', [...common, '--bind-address=127.0.0.1', `--secure-port=${port}`, `--cert-dir=${directory}`]);
  await hub.apply(await webhookConfigurations(`https://127.0.0.1:${port}`, ca.cert));
}

async function untilReady(processes: EngineProcesses, hub: ApiServer, members: readonly string[]): Promise<void> {
  const end = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const { body } = await hub.request('GET', '/apis/cluster.karmada.io/v1alpha1/clusters');
    const ready = (body.items ?? []).filter(isReady).map(({ metadata }) => metadata?.name);
    if (members.every(member => ready.includes(member))) return;
    processes.expectAlive();
    if (performance.now() > end) throw new Error(`Members of Karmada are not ready: ${JSON.stringify(body.items)}`);
    await delay(100);
  }
}

function isReady({ status }: KubernetesJson): boolean {
  const { conditions = [], apiEnablements = [] } = (status ?? {}) as {
    conditions?: { type: string; status: string }[];
    apiEnablements?: object[];
  };
  return apiEnablements.length > 0 && conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

async function crds(): Promise<KubernetesJson[]> {
  const folders = ['apps', 'autoscaling', 'config', 'multicluster', 'networking', 'policy', 'remedy', 'work'];
  const all = await Promise.all(
    folders.map(folder => crdsOf(MODULE, `charts/karmada/_crds/bases/${folder}`, () => true)),
  );
  return all.flat();
}

/** The installer's webhook configurations, for the API groups that the tests use. */
async function webhookConfigurations(url: string, ca: string): Promise<KubernetesJson[]> {
  const file = join(await folderOf(MODULE), 'artifacts/deploy/webhook-configuration.yaml');
  const text = (await readFile(file, 'utf8')).replaceAll('{{caBundle}}', Buffer.from(ca).toString('base64'));
  return parseAllDocuments(text).map(document => {
    const configuration = document.toJS() as KubernetesJson & { webhooks: Webhook[] };
    const webhooks = configuration.webhooks.filter(({ rules }) =>
      rules.some(({ apiGroups }) => apiGroups.some(group => GROUPS.has(group))),
    );
    for (const { clientConfig } of webhooks)
      clientConfig.url = clientConfig.url.replace('https://karmada-webhook.karmada-system.svc:443', url);
    return { ...configuration, webhooks };
  });
}

const GROUPS = new Set(['policy.karmada.io', 'work.karmada.io']);

interface Webhook {
  rules: { apiGroups: string[] }[];
  clientConfig: { url: string };
}

const CLUSTER_CRD: KubernetesJson = {
  ...{
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'clusters.cluster.karmada.io' },
  },
  spec: {
    ...{ group: 'cluster.karmada.io', scope: 'Cluster' },
    names: { plural: 'clusters', singular: 'cluster', kind: 'Cluster', listKind: 'ClusterList' },
    versions: [
      {
        ...{ name: 'v1alpha1', served: true, storage: true, subresources: { status: {} } },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Objects that register a member, with an administrator's permissions, as `karmadactl join` creates them. */
function clusterObjects(name: string, server: ApiServer): KubernetesJson[] {
  const stringData = { token: server.adminToken, caBundle: server.ca };
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: SECRETS, name }, stringData },
    {
      ...{ apiVersion: 'cluster.karmada.io/v1alpha1', kind: 'Cluster', metadata: { name, labels: { name } } },
      spec: {
        ...{ syncMode: 'Push', id: name, apiEndpoint: server.url },
        ...{ secretRef: { namespace: SECRETS, name }, impersonatorSecretRef: { namespace: SECRETS, name } },
      },
    },
  ];
}

/** Objects that people create on the hub to place workloads. */
export const karmadaObjects = {
  /** @param rules Further fields of `spec.placement` */
  policy: (
    namespace: string,
    name: string,
    kinds: readonly object[],
    members: readonly string[],
    rules: object = {},
    spec: object = {},
  ) => ({
    ...{ apiVersion: 'policy.karmada.io/v1alpha1', kind: 'PropagationPolicy', metadata: { namespace, name } },
    spec: {
      resourceSelectors: [...kinds],
      placement: { clusterAffinity: { clusterNames: [...members] }, ...rules },
      ...spec,
    },
  }),
};
