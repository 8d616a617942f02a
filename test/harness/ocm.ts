/**
 * Open Cluster Management on real API servers: its placement controller and work manager on the hub, and a work agent for each member.
 * Registration is done by hand: ManagedClusters are made as accepted and available, in the default set.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiServer } from './apiserver.ts';
import { builtEngine } from './engines.ts';
import { crdsOf } from './go-module.ts';
import { freePort, startProcess, type ServerProcess } from './processes.ts';

/** The module that publishes the CRDs of the release that test/engines/ocm builds. */
const API = 'open-cluster-management.io/api@v1.2.0';
const CLUSTER = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';
const SET = 'default';

/** Nobody asks the controllers anything, so they need not find out who does. */
const CONFIGURATION = {
  ...{ apiVersion: 'operator.openshift.io/v1alpha1', kind: 'GenericOperatorConfig' },
  ...{ authentication: { disabled: true }, authorization: { disabled: true } },
};

/** What the controllers say when they start: ten lines for each. */
const STARTING = /^.*(Starting worker of controller|Caches are synced).*\n/gm;

export interface OcmOptions {
  readonly hub: ApiServer;
  /** By the names of members. */
  readonly members: Readonly<Record<string, ApiServer>>;
  /** Namespaces on the hub whose Placements may choose from all members. */
  readonly namespaces: readonly string[];
}

export async function startOcm(options: OcmOptions): Promise<Ocm> {
  const [folder, directory] = await Promise.all([builtEngine('ocm'), mkdtemp(join(tmpdir(), 'fleetgraph-ocm-'))]);
  const ocm = new Ocm(options, join(folder, 'ocm'), directory);
  try {
    await ocm.start();
    return ocm;
  } catch (error) {
    await ocm.stop();
    throw error;
  }
}

export class Ocm implements AsyncDisposable {
  readonly #options: OcmOptions;
  readonly #executable: string;
  readonly #directory: string;
  readonly #processes = new Map<string, ServerProcess>();

  constructor(options: OcmOptions, executable: string, directory: string) {
    this.#options = options;
    this.#executable = executable;
    this.#directory = directory;
  }

  async start(): Promise<void> {
    const { hub, members, namespaces } = this.#options;
    await Promise.all([prepareHub(hub, Object.keys(members), namespaces), ...Object.values(members).map(prepareMember)]);
    const kubeconfigs = new Map<string, string>();
    for (const [name, server] of [['', hub] as const, ...Object.entries(members)]) {
      const path = join(this.#directory, `${name || 'hub'}.kubeconfig`);
      await server.writeKubeconfig(path);
      kubeconfigs.set(name, path);
    }
    await writeFile(this.#configFile, JSON.stringify(CONFIGURATION));
    const onHub = `--kubeconfig=${kubeconfigs.get('')}`;
    await this.#run('placement', 'placement', [onHub]);
    await this.#run('work-manager', 'work-manager', [onHub, '--feature-gates=ManifestWorkReplicaSet=true']);
    for (const member of Object.keys(members)) await this.#startAgent(member, kubeconfigs.get(member)!, kubeconfigs.get('')!);
  }

  /** The end of every process's log, for a failing test. */
  async logs(): Promise<string> {
    const logs = [...this.#processes].map(async ([name, process]) => `--- ${name}\n${(await process.logTail()).replaceAll(STARTING, '')}`);
    return (await Promise.all(logs)).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map(process => process.stop()));
    await rm(this.#directory, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  get #configFile(): string {
    return join(this.#directory, 'config.json');
  }

  async #startAgent(member: string, kubeconfig: string, hubKubeconfig: string): Promise<void> {
    await this.#run(`agent-${member}`, 'work-agent', [
      `--kubeconfig=${kubeconfig}`,
      `--hub-kubeconfig=${hubKubeconfig}`,
      `--workload-source-config=${hubKubeconfig}`,
      `--spoke-cluster-name=${member}`,
      '--status-sync-interval=1s',
    ]);
  }

  async #run(name: string, component: string, flags: readonly string[]): Promise<void> {
    const listen = `--listen=127.0.0.1:${await freePort()}`;
    const common = [`--config=${this.#configFile}`, '--disable-leader-election', '--namespace=open-cluster-management', listen];
    const logFile = join(this.#directory, `${name}.log`);
    const options = { name: `${component} of OCM`, command: this.#executable, args: [component, ...common, ...flags], logFile };
    this.#processes.set(name, startProcess({ ...options, endsWithStdin: true }));
  }
}

async function prepareHub(hub: ApiServer, members: readonly string[], namespaces: readonly string[]): Promise<void> {
  const folders = ['cluster/v1', 'cluster/v1alpha1', 'cluster/v1beta1', 'cluster/v1beta2', 'work/v1', 'work/v1alpha1'];
  const crds = await Promise.all(folders.map(folder => crdsOf(API, folder, file => !file.includes('appliedmanifestworks'))));
  await hub.serveCrds(crds.flat());
  await hub.apply(
    [...namespaces, ...members, 'open-cluster-management'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  );
  const spec = { clusterSelector: { selectorType: 'ExclusiveClusterSetLabel' } };
  await hub.apply([{ apiVersion: `${CLUSTER}/v1beta2`, kind: 'ManagedClusterSet', metadata: { name: SET }, spec }]);
  for (const namespace of namespaces)
    await hub.apply([
      { apiVersion: `${CLUSTER}/v1beta2`, kind: 'ManagedClusterSetBinding', metadata: { namespace, name: SET }, spec: { clusterSet: SET } },
    ]);
  const at = new Date().toISOString();
  const condition = (type: string) => ({ type, status: 'True', reason: type, message: '', lastTransitionTime: at });
  await hub.apply(
    members.map(name => ({
      ...{ apiVersion: `${CLUSTER}/v1`, kind: 'ManagedCluster', metadata: { name, labels: { [`${CLUSTER}/clusterset`]: SET, name } } },
      spec: { hubAcceptsClient: true },
      status: { conditions: ['HubAcceptedManagedCluster', 'ManagedClusterJoined', 'ManagedClusterConditionAvailable'].map(condition) },
    })),
  );
}

async function prepareMember(member: ApiServer): Promise<void> {
  await member.serveCrds(await crdsOf(API, 'work/v1', file => file.includes('appliedmanifestworks')));
  await member.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'open-cluster-management' } }]);
}

/** Objects on the hub that place workloads, as people write them. */
export const ocmObjects = {
  placement: (namespace: string, name: string, spec: object) => ({
    ...{ apiVersion: `${CLUSTER}/v1beta1`, kind: 'Placement', metadata: { namespace, name } },
    spec: { clusterSets: [SET], ...spec },
  }),
  /** Predicates that choose members by name. */
  named: (members: readonly string[]) => [
    { requiredClusterSelector: { labelSelector: { matchExpressions: [{ key: 'name', operator: 'In', values: [...members] }] } } },
  ],
  workSet: (namespace: string, name: string, placement: string, manifests: readonly object[]) => ({
    ...{ apiVersion: `${WORK}/v1alpha1`, kind: 'ManifestWorkReplicaSet', metadata: { namespace, name } },
    spec: { placementRefs: [{ name: placement }], manifestWorkTemplate: { workload: { manifests: [...manifests] } } },
  }),
};
