/**
 * Open Cluster Management on real API servers. Its placement controller and work manager watch the hub, and each
 * member has a work agent. There is no registration: the ManagedClusters are created as accepted and available, in the
 * default set.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiServer } from './apiserver.ts';
import { startEngine, type EngineProcesses } from './engines.ts';
import { crdsOf } from './go-module.ts';
import { freePort } from './processes.ts';

/** Module with the CRDs of the release that test/engines/ocm builds. */
const API = 'open-cluster-management.io/api@v1.2.0';
const CLUSTER = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';
const SET = 'default';

/** Configuration without authentication, since the controllers get no requests. */
const CONFIGURATION = {
  ...{ apiVersion: 'operator.openshift.io/v1alpha1', kind: 'GenericOperatorConfig' },
  ...{ authentication: { disabled: true }, authorization: { disabled: true } },
};

/** Log lines about the start of controllers. */
const STARTING = /^.*(Starting worker of controller|Caches are synced).*\n/gm;

export interface OcmOptions {
  readonly hub: ApiServer;
  /** Member servers by name. */
  readonly members: Readonly<Record<string, ApiServer>>;
  /** Namespaces on the hub. Placements in these namespaces may choose from all members. */
  readonly namespaces: readonly string[];
}

export function startOcm({ hub, members, namespaces }: OcmOptions): Promise<EngineProcesses> {
  return startEngine(
    'ocm',
    async processes => {
      await Promise.all([
        prepareHub(hub, Object.keys(members), namespaces),
        ...Object.values(members).map(prepareMember),
      ]);
      const config = join(processes.directory, 'config.json');
      await writeFile(config, JSON.stringify(CONFIGURATION));
      const kubeconfigOf = async (name: string, server: ApiServer) => {
        const path = join(processes.directory, `${name}.kubeconfig`);
        await server.writeKubeconfig(path);
        return path;
      };
      const run = async (component: string, flags: readonly string[], name?: string) => {
        const listen = `--listen=127.0.0.1:${await freePort()}`;
        const common = [
          `--config=${config}`,
          '--disable-leader-election',
          '--namespace=open-cluster-management',
          listen,
        ];
        processes.run(component, [...common, ...flags], name);
      };
      const onHub = await kubeconfigOf('hub', hub);
      await run('placement', [`--kubeconfig=${onHub}`]);
      await run('work-manager', [`--kubeconfig=${onHub}`, '--feature-gates=ManifestWorkReplicaSet=true']);
      for (const [name, server] of Object.entries(members)) {
        const agent = `agent-${name}`;
        const flags = [
          `--kubeconfig=${await kubeconfigOf(agent, server)}`,
          `--hub-kubeconfig=${onHub}`,
          `--workload-source-config=${onHub}`,
          `--spoke-cluster-name=${name}`,
          '--status-sync-interval=1s',
        ];
        await run('work-agent', flags, agent);
      }
    },
    { leftOut: STARTING },
  );
}

async function prepareHub(hub: ApiServer, members: readonly string[], namespaces: readonly string[]): Promise<void> {
  const folders = ['cluster/v1', 'cluster/v1alpha1', 'cluster/v1beta1', 'cluster/v1beta2', 'work/v1', 'work/v1alpha1'];
  const crds = await Promise.all(
    folders.map(folder => crdsOf(API, folder, file => !file.includes('appliedmanifestworks'))),
  );
  await hub.serveCrds(crds.flat());
  await hub.apply(
    [...namespaces, ...members, 'open-cluster-management'].map(name => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    })),
  );
  const spec = { clusterSelector: { selectorType: 'ExclusiveClusterSetLabel' } };
  await hub.apply([{ apiVersion: `${CLUSTER}/v1beta2`, kind: 'ManagedClusterSet', metadata: { name: SET }, spec }]);
  for (const namespace of namespaces)
    await hub.apply([
      {
        apiVersion: `${CLUSTER}/v1beta2`,
        kind: 'ManagedClusterSetBinding',
        metadata: { namespace, name: SET },
        spec: { clusterSet: SET },
      },
    ]);
  const at = new Date().toISOString();
  const condition = (type: string) => ({ type, status: 'True', reason: type, message: '', lastTransitionTime: at });
  await hub.apply(
    members.map(name => ({
      ...{
        apiVersion: `${CLUSTER}/v1`,
        kind: 'ManagedCluster',
        metadata: { name, labels: { [`${CLUSTER}/clusterset`]: SET, name } },
      },
      spec: { hubAcceptsClient: true },
      status: {
        conditions: ['HubAcceptedManagedCluster', 'ManagedClusterJoined', 'ManagedClusterConditionAvailable'].map(
          condition,
        ),
      },
    })),
  );
}

async function prepareMember(member: ApiServer): Promise<void> {
  await member.serveCrds(await crdsOf(API, 'work/v1', file => file.includes('appliedmanifestworks')));
  await member.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'open-cluster-management' } }]);
}

/** Objects that people create on the hub to place workloads. */
export const ocmObjects = {
  placement: (namespace: string, name: string, spec: object) => ({
    ...{ apiVersion: `${CLUSTER}/v1beta1`, kind: 'Placement', metadata: { namespace, name } },
    spec: { clusterSets: [SET], ...spec },
  }),
  /** Predicates that choose members by name. */
  named: (members: readonly string[]) => [
    {
      requiredClusterSelector: {
        labelSelector: { matchExpressions: [{ key: 'name', operator: 'In', values: [...members] }] },
      },
    },
  ],
  workSet: (namespace: string, name: string, placement: string, manifests: readonly object[]) => ({
    ...{ apiVersion: `${WORK}/v1alpha1`, kind: 'ManifestWorkReplicaSet', metadata: { namespace, name } },
    spec: { placementRefs: [{ name: placement }], manifestWorkTemplate: { workload: { manifests: [...manifests] } } },
  }),
};
