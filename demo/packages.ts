/**
 * Packages of the demo fleet that Flux does not deliver. Each cluster has Config Sync. The first cluster is the hub,
 * with packages in Porch, and an Application of Argo CD for each of the first ten clusters. The clusters have different
 * states.
 */
import type { DemoCluster } from './cluster.ts';
import { namespace } from './nodes-and-namespaces.ts';
import { seededHex } from './random.ts';
import { bornAt, condition, demoObject, time, type DemoObject } from './render.ts';
import { deployment } from './workloads.ts';

const CONFIG_SYNC = 'configsync.gke.io/v1beta1';
const RESOURCE_GROUP = ['kpt.dev/v1alpha1', 'ResourceGroup'] as const;
const SYSTEM = 'config-management-system';
const REPOSITORY = 'https://git.acme.example/platform-config';
const HOUR = 3_600_000;

export function packagesOf(cluster: DemoCluster): readonly DemoObject[] {
  return [
    namespace(cluster, SYSTEM, { 'acme.example/team': 'platform' }),
    ...syncsOf(cluster),
    ...kptGroupOf(cluster),
    ...hubOf(cluster),
  ];
}

function isHub({ index }: Pick<DemoCluster, 'index'>): boolean {
  return index === 0;
}

/** Commit of the repository after this number of changes. */
function commit(change: number): string {
  return seededHex(40, 'platform-config', change);
}

/** Number of the change that last published a package. */
const PUBLISHED = { 'packages/edge-proxy': 31, 'packages/network-policies': 28 } as const;
const HEAD = 33;

type SyncState = 'ready' | 'newer' | 'behind' | 'reconciling' | 'failed' | 'sync-failed' | 'syncing' | 'terminating';

interface SyncParts {
  readonly kind: 'RootSync' | 'RepoSync';
  readonly namespace: string;
  readonly name: string;
  readonly directory: string;
  readonly state: SyncState;
  readonly objects: readonly SyncedObject[];
}

interface SyncedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

const EDGE_PROXY: readonly SyncedObject[] = [
  { group: 'apps', kind: 'Deployment', namespace: 'ingress-nginx', name: 'edge-proxy' },
  { group: '', kind: 'Service', namespace: 'ingress-nginx', name: 'edge-proxy' },
  { group: '', kind: 'ConfigMap', namespace: 'ingress-nginx', name: 'edge-proxy-settings' },
];
const NETWORK_POLICIES: readonly SyncedObject[] = ['ingress-nginx', 'monitoring'].map(space => ({
  ...{ group: 'networking.k8s.io', kind: 'NetworkPolicy', namespace: space, name: 'default-deny' },
}));

/** States of a package on the clusters. The list is repeated if there are more clusters. */
const EDGE_STATES: readonly SyncState[] = ['ready', 'behind', 'failed', 'newer', 'reconciling'];
const POLICY_STATES: readonly SyncState[] = ['ready', 'sync-failed', 'syncing', 'ready', 'ready'];
const TEAM_STATES: readonly SyncState[] = ['ready', 'ready', 'terminating', 'ready', 'ready'];

function syncsOf(cluster: DemoCluster): readonly DemoObject[] {
  const { index, teams } = cluster;
  const state = (states: readonly SyncState[]) => states[index % states.length] ?? 'ready';
  const root = (name: string, directory: string, state: SyncState, objects: readonly SyncedObject[]): SyncParts => ({
    ...{ kind: 'RootSync', namespace: SYSTEM, name, directory, state, objects },
  });
  const [team] = teams;
  const ofTeam: SyncParts[] =
    team === undefined
      ? []
      : [
          {
            ...{
              kind: 'RepoSync',
              namespace: team,
              name: 'repo-sync',
              directory: `teams/${team}`,
              state: state(TEAM_STATES),
            },
            objects: [{ group: '', kind: 'ConfigMap', namespace: team, name: 'feature-flags' }],
          },
        ];
  const edge = state(EDGE_STATES);
  return [
    ...[
      root('edge-proxy', 'packages/edge-proxy', edge, EDGE_PROXY),
      root('network-policies', 'packages/network-policies', state(POLICY_STATES), NETWORK_POLICIES),
      ...ofTeam,
    ].flatMap(parts => [syncOf(cluster, parts), inventoryOf(cluster, parts)]),
    ...edgeProxyOf(cluster, edge),
  ];
}

/** Number of the change that a sync has applied, and number of the newest change that the sync has fetched. */
function changesOf({ directory, state }: SyncParts): { applied: number; fetched: number } {
  const published = PUBLISHED[directory as keyof typeof PUBLISHED] ?? HEAD;
  switch (state) {
    case 'newer':
      return { applied: HEAD, fetched: HEAD };
    case 'behind':
      return { applied: published - 2, fetched: published - 2 };
    case 'sync-failed':
    case 'syncing':
      return { applied: published - 1, fetched: published };
    default:
      return { applied: published, fetched: published };
  }
}

/** Time of a change. There is a change every twelve hours. The newest change was two hours ago. */
function timeOf({ now }: DemoCluster, change: number): number {
  return now - 2 * HOUR - (HEAD - change) * 12 * HOUR;
}

function syncOf(cluster: DemoCluster, parts: SyncParts): DemoObject {
  const { kind, namespace, name, directory, state } = parts;
  return demoObject(cluster, [CONFIG_SYNC, kind], namespace, name, () => {
    const { applied, fetched } = changesOf(parts);
    const at = timeOf(cluster, fetched) + 3 * 60_000;
    const failed = state === 'sync-failed';
    const gitStatus = { repo: REPOSITORY, branch: 'main', dir: directory, revision: 'HEAD' };
    const part = (change: number, errors: readonly unknown[] = []) => ({
      ...{ commit: commit(change), gitStatus, lastUpdate: time(timeOf(cluster, change)) },
      ...(errors.length > 0 && { errors }),
      errorSummary: { totalCount: errors.length, truncated: false, errorCountAfterTruncation: errors.length },
    });
    const error = {
      code: '1021',
      errorMessage: `KNV1021: No CustomResourceDefinition is defined for the type "GlobalNetworkPolicy.crd.projectcalico.org" in the cluster. source: ${directory}/calico.yaml`,
    };
    const errors = failed ? [error] : [];
    const message = state === 'syncing' ? 'Syncing' : failed ? '' : 'Sync Completed';
    const syncing = {
      ...(condition('Syncing', state === 'syncing', 'Sync', message, { at }) as object),
      commit: commit(fetched),
      lastUpdateTime: time(at),
      ...(failed && { errorSourceRefs: ['SyncStatusErrors'] }),
      errorSummary: part(fetched, errors).errorSummary,
    };
    return {
      generation: 2,
      createdAt: bornAt(cluster),
      ...(state === 'terminating' && { deleting: { since: at, finalizer: 'configsync.gke.io/reconciler' } }),
      content: {
        spec: {
          sourceFormat: 'unstructured',
          sourceType: 'git',
          git: { repo: REPOSITORY, branch: 'main', dir: directory, auth: 'none', period: '15s' },
        },
        status: {
          observedGeneration: 2,
          reconciler: `${kind === 'RootSync' ? 'root' : 'ns'}-reconciler-${name}`,
          conditions: [
            condition('Reconciling', false, 'Deployment', 'Reconciler deployment is available', {
              at: bornAt(cluster),
            }),
            condition('Stalled', false, '', '', { at: bornAt(cluster) }),
            syncing,
          ],
          lastSyncedCommit: commit(applied),
          source: part(fetched),
          rendering: { ...part(fetched), message: 'Rendering skipped' },
          sync: part(failed ? fetched : applied, errors),
        },
      },
    };
  });
}

/** The ResourceGroup in which Config Sync records the applied objects. */
function inventoryOf(cluster: DemoCluster, parts: SyncParts): DemoObject {
  const { namespace, name, state, objects } = parts;
  const statusOf = (position: number) => {
    if (position > 0) return 'Current';
    return state === 'failed' ? 'Failed' : state === 'reconciling' ? 'InProgress' : 'Current';
  };
  const at = timeOf(cluster, changesOf(parts).applied) + 5 * 60_000;
  return demoObject(cluster, RESOURCE_GROUP, namespace, name, () => ({
    generation: 4,
    labels: {
      'app.kubernetes.io/managed-by': 'configmanagement.gke.io',
      'cli-utils.sigs.k8s.io/inventory-id': `${namespace}_${name}`,
    },
    content: {
      spec: { resources: objects },
      status: {
        observedGeneration: 4,
        conditions: [
          condition('Reconciling', state === 'reconciling', 'FinishReconciling', 'finish reconciling', { at }),
          condition('Stalled', state === 'failed', state === 'failed' ? 'ComponentFailed' : 'FinishReconciling', '', {
            at,
          }),
        ],
        resourceStatuses: objects.map((object, position) => ({
          ...object,
          ...{ status: statusOf(position), actuation: 'Succeeded', strategy: 'Apply', reconcile: 'Succeeded' },
        })),
      },
    },
  }));
}

/** Objects that the RootSync edge-proxy has applied. */
function edgeProxyOf(cluster: DemoCluster, state: SyncState): readonly DemoObject[] {
  const labels = { 'app.kubernetes.io/name': 'edge-proxy', 'acme.example/team': 'platform' };
  const objects = deployment(cluster, {
    ...{
      namespace: 'ingress-nginx',
      name: 'edge-proxy',
      image: 'registry.acme.example/platform/edge-proxy:2.31.0',
      replicas: 1,
      labels,
    },
    ...{ at: timeOf(cluster, PUBLISHED['packages/edge-proxy']) + 4 * 60_000, createdAt: bornAt(cluster), rollout: 12 },
    trouble: state === 'failed' ? 'crash-loop' : state === 'reconciling' ? 'progressing' : 'none',
  });
  return objects.map(object => (object.kind === 'Deployment' ? applied(object, ':root_edge-proxy') : object));
}

/** Adds the annotation of Config Sync to applied objects. */
function applied(object: DemoObject, manager: string): DemoObject {
  return {
    ...object,
    render: () => {
      const { metadata, ...rendered } = object.render();
      const annotations = {
        ...(metadata as { annotations?: object }).annotations,
        'configsync.gke.io/manager': manager,
      };
      return { ...rendered, metadata: { ...metadata, annotations } };
    },
  };
}

/**
 * The inventory of a manual `kpt live apply` on the first three clusters. On the third cluster, one object could not be
 * applied.
 */
function kptGroupOf(cluster: DemoCluster): readonly DemoObject[] {
  if (cluster.index > 2) return [];
  const broken = cluster.index === 2;
  const job = { group: 'batch', kind: 'CronJob', namespace: 'kube-system', name: 'etcd-snapshot' };
  const account = { group: '', kind: 'ServiceAccount', namespace: 'kube-system', name: 'etcd-snapshot' };
  const entry = (object: SyncedObject, actuation: string) => ({
    ...object,
    ...{
      status: 'Unknown',
      strategy: 'Apply',
      actuation,
      reconcile: actuation === 'Succeeded' ? 'Succeeded' : 'Skipped',
    },
  });
  return [
    demoObject(cluster, RESOURCE_GROUP, 'kube-system', 'etcd-backup', () => ({
      generation: 3,
      labels: { 'cli-utils.sigs.k8s.io/inventory-id': seededHex(40, 'inventory', cluster.name) },
      content: {
        spec: { resources: [job, account] },
        status: {
          observedGeneration: 2,
          resourceStatuses: [entry(job, broken ? 'Failed' : 'Succeeded'), entry(account, 'Succeeded')],
        },
      },
    })),
  ];
}

function hubOf(cluster: DemoCluster): readonly DemoObject[] {
  if (!isHub(cluster)) return [];
  const labels = { 'acme.example/team': 'platform' };
  return [
    namespace(cluster, 'porch', labels),
    porchRepository(cluster),
    packageRevision(cluster, 'edge-proxy', 2, 'Published', PUBLISHED['packages/edge-proxy'] - 2),
    packageRevision(cluster, 'edge-proxy', 3, 'Published', PUBLISHED['packages/edge-proxy']),
    packageRevision(cluster, 'edge-proxy', 0, 'Draft', HEAD),
    packageRevision(cluster, 'network-policies', 1, 'Published', PUBLISHED['packages/network-policies']),
    namespace(cluster, 'argocd', labels),
    ...cluster.neighbours.map((name, index) => application(cluster, name, index)),
  ];
}

function porchRepository(cluster: DemoCluster): DemoObject {
  return demoObject(cluster, ['config.porch.kpt.dev/v1alpha1', 'Repository'], 'porch', 'platform-config', () => ({
    generation: 1,
    content: {
      spec: {
        type: 'git',
        content: 'Package',
        deployment: true,
        git: { repo: REPOSITORY, branch: 'main', directory: '/packages' },
      },
      status: {
        conditions: [condition('Ready', true, 'Ready', 'Repository Ready', { generation: 1, at: bornAt(cluster) })],
      },
    },
  }));
}

/** A PackageRevision. Porch gives drafts the revision 0. */
function packageRevision(
  cluster: DemoCluster,
  name: string,
  revision: number,
  lifecycle: 'Draft' | 'Published',
  change: number,
): DemoObject {
  const workspace = revision === 0 ? 'next' : `v${revision}`;
  return demoObject(
    cluster,
    ['porch.kpt.dev/v1alpha1', 'PackageRevision'],
    'porch',
    `platform-config.${name}.${workspace}`,
    () => ({
      createdAt: timeOf(cluster, change) - HOUR,
      content: {
        spec: { packageName: name, repository: 'platform-config', workspaceName: workspace, revision, lifecycle },
        status: {
          deployment: true,
          ...(lifecycle === 'Published' && {
            publishedBy: 'ada@acme.example',
            publishTimestamp: time(timeOf(cluster, change)),
            selfLock: {
              type: 'git',
              git: {
                repo: REPOSITORY,
                directory: `packages/${name}`,
                ref: `packages/${name}/${workspace}`,
                commit: commit(change),
              },
            },
          }),
        },
      },
    }),
  );
}

interface ApplicationState {
  readonly sync: 'Synced' | 'OutOfSync' | 'Unknown';
  readonly health: 'Healthy' | 'Progressing' | 'Degraded';
  readonly behind: number;
}

const APPLICATION_STATES: readonly ApplicationState[] = [
  { sync: 'Synced', health: 'Healthy', behind: 0 },
  { sync: 'OutOfSync', health: 'Healthy', behind: 2 },
  { sync: 'Synced', health: 'Progressing', behind: 0 },
  { sync: 'Synced', health: 'Degraded', behind: 0 },
  { sync: 'Unknown', health: 'Healthy', behind: 1 },
];

/** An Application of the hub that deploys the storefront to a cluster. */
function application(cluster: DemoCluster, target: string, index: number): DemoObject {
  return demoObject(cluster, ['argoproj.io/v1alpha1', 'Application'], 'argocd', `storefront-${target}`, () => {
    const { sync, health, behind } = APPLICATION_STATES[index % APPLICATION_STATES.length]!;
    const newest = 17;
    const revision = (change: number) => seededHex(40, 'storefront', change);
    const at = cluster.now - (3 + index) * HOUR;
    const source = {
      repoURL: 'https://git.acme.example/storefront.git',
      path: 'deploy/overlays/default',
      targetRevision: 'main',
    };
    const unhealthy = health === 'Healthy' ? {} : { message: `Deployment "storefront" is ${health.toLowerCase()}.` };
    const resources = [
      {
        version: 'v1',
        kind: 'Service',
        namespace: 'storefront',
        name: 'storefront',
        status: 'Synced',
        health: { status: 'Healthy' },
      },
      {
        ...{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'storefront', name: 'storefront' },
        ...{ status: sync === 'Unknown' ? 'Synced' : sync, health: { status: health, ...unhealthy } },
      },
    ];
    return {
      generation: 9,
      createdAt: bornAt(cluster),
      content: {
        spec: {
          project: 'default',
          source,
          destination: { name: target, namespace: 'storefront' },
          syncPolicy: { automated: {} },
        },
        status: {
          sync: { status: sync, revision: sync === 'Unknown' ? '' : revision(newest), comparedTo: { source } },
          health: { status: health, lastTransitionTime: time(at), ...unhealthy },
          operationState: {
            phase: 'Succeeded',
            message: 'successfully synced (all tasks run)',
            syncResult: { revision: revision(newest - behind), source },
            startedAt: time(at - 30_000),
            finishedAt: time(at),
          },
          history: [{ id: 4, revision: revision(newest - behind), deployedAt: time(at), source }],
          reconciledAt: time(cluster.now - 60_000),
          resourceHealthSource: '',
          resources,
        },
      },
    };
  });
}
