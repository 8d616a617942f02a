/**
 * The demo fleet: simulated leaf clusters of a company that deploys with Flux, Config Sync and Argo CD. `fleetgraph
 * demo`, tests and benchmarks use this fleet.
 *
 * Only the options determine which objects exist. Some applications fail on purpose, and clusters run different
 * revisions. By default, one cluster responds slowly, and one is often unreachable.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { simulatedKubeconfig } from '../sim/kubeconfig.ts';
import { startSimulatedLeaf, type SimulatedLeaf } from '../sim/leaf.ts';
import { simulatedResource, type SimulatedResource } from '../sim/resources.ts';
import { appObjectsOf } from './app-objects.ts';
import { rbacAuthorizer } from './authorizer.ts';
import { eventsOf } from './events.ts';
import { demoCollector, demoIdentities, grantsOf } from './identities.ts';
import { planFleet, type DemoFleetOptions } from './plan.ts';
import type { DemoApp, DemoCluster } from './cluster.ts';
import { appKustomization } from './kustomizations.ts';
import { packagesOf } from './packages.ts';
import { platformOf } from './platform.ts';
import { demoLog } from './pod-logs.ts';
import { nodeUsage, podUsage } from './usage.ts';
import type { DemoObject } from './render.ts';
import { chartOf, releaseOf } from './releases.ts';
import { isInMesh, MESH_LABELS, sceneResources, scenesOf, startTelemetry } from './scenes.ts';
import { workloadOf } from './workloads.ts';

const SOURCE = 'source.toolkit.fluxcd.io/v1';

/** Custom resources of Flux, Config Sync, Argo CD and Porch. */
export const DEMO_RESOURCES: readonly SimulatedResource[] = [
  ...['GitRepository', 'OCIRepository', 'HelmRepository'].map(kind =>
    simulatedResource(SOURCE, kind, kind.toLowerCase().replace(/y$/, 'ies')),
  ),
  simulatedResource(SOURCE, 'HelmChart', 'helmcharts'),
  simulatedResource(SOURCE, 'Bucket', 'buckets'),
  simulatedResource('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'kustomizations'),
  simulatedResource('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'helmreleases'),
  simulatedResource('configsync.gke.io/v1beta1', 'RootSync', 'rootsyncs'),
  simulatedResource('configsync.gke.io/v1beta1', 'RepoSync', 'reposyncs'),
  simulatedResource('kpt.dev/v1alpha1', 'ResourceGroup', 'resourcegroups'),
  simulatedResource('argoproj.io/v1alpha1', 'Application', 'applications'),
  simulatedResource('porch.kpt.dev/v1alpha1', 'PackageRevision', 'packagerevisions'),
  simulatedResource('config.porch.kpt.dev/v1alpha1', 'Repository', 'repositories'),
];

export interface DemoFleet {
  readonly clusters: readonly DemoCluster[];
  /** Leaves, in the order of the clusters. */
  readonly leaves: readonly SimulatedLeaf[];
  /** Kubeconfig with one context per cluster and the collector's token. */
  readonly kubeconfig: string;
  /** Labels with which the cluster would be registered. */
  labelsOf(cluster: string): Readonly<Record<string, string>>;
  /** URL of the Prometheus that has telemetry of the mesh and of containers. Undefined without scenes. */
  readonly prometheusUrl: string | undefined;
  /** Descriptions of the clusters' faults. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface CreateDemoFleetOptions extends DemoFleetOptions {
  /** True to make one cluster slow and one often unreachable, if there are at least three clusters. @default true */
  readonly faults?: boolean;
}

/** Starts a leaf for each cluster and loads its objects. */
export async function createDemoFleet({ faults = true, ...options }: CreateDemoFleetOptions = {}): Promise<DemoFleet> {
  const clusters = planFleet(options);
  const leaves = await Promise.all(clusters.map(startLeaf));
  const prometheus = options.scenes ? await startTelemetry(clusters, keptPods(leaves)) : undefined;
  const inMesh = new Set(clusters.filter(isInMesh).map(({ name }) => name));
  const placeOf = new Map(clusters.map(({ name, environment, region }) => [name, { env: environment, region }]));
  const troubled: string[] = [];
  if (faults && clusters.length >= 3) {
    const [slow, flapping] = [leaves[Math.min(3, clusters.length - 2)], leaves[Math.min(4, clusters.length - 1)]];
    slow?.fail({ latencyMs: [300, 800] });
    flapping?.flap({ upMs: 45_000, downMs: 10_000 });
    troubled.push(`${slow?.name} answers slowly`, `${flapping?.name} goes away for 10 s in every minute`);
  }
  return {
    clusters,
    leaves,
    kubeconfig: simulatedKubeconfig(leaves, demoCollector.token),
    labelsOf: name => ({ ...placeOf.get(name), ...(inMesh.has(name) && MESH_LABELS) }),
    prometheusUrl: prometheus?.url,
    faults: troubled,
    close: async () => {
      await Promise.all([...leaves.map(leaf => leaf.close()), prometheus?.close()]);
    },
  };
}

/**
 * Returns a function that lists the Pods of all leaves by cluster. The function reads the leaves at most once a second,
 * because a range query calls it for many points in time.
 */
function keptPods(leaves: readonly SimulatedLeaf[]): () => ReadonlyMap<string, readonly KubernetesObject[]> {
  let kept: { readonly until: number; readonly pods: ReadonlyMap<string, readonly KubernetesObject[]> } | undefined;
  return () => {
    if (!kept || kept.until < performance.now()) {
      const pods = leaves.map(leaf => [leaf.name, leaf.objects.list({ apiVersion: 'v1', kind: 'Pod' })] as const);
      kept = { until: performance.now() + 1_000, pods: new Map(pods) };
    }
    return kept.pods;
  };
}

async function startLeaf(cluster: DemoCluster): Promise<SimulatedLeaf> {
  const tokens = new Map(
    [demoCollector, ...demoIdentities].map(({ token, user, groups }) => [token, { user, groups }]),
  );
  const resources = [...DEMO_RESOURCES, ...sceneResources(cluster)];
  const leaf = await startSimulatedLeaf({ name: cluster.name, authorizer: rbacAuthorizer, tokens, resources });
  leaf.objects.load(objectsOf(cluster));
  leaf.logs.unwritten = (pod, run) => demoLog(pod, run, Date.now());
  leaf.metrics.serve({ pod: pod => podUsage(pod, Date.now()), node: (_node, pods) => nodeUsage(pods, Date.now()) });
  return leaf;
}

/**
 * All objects of a cluster, in an order in which they can be created: namespaces and owners before the objects that
 * need them.
 */
export function objectsOf(cluster: DemoCluster): readonly DemoObject[] {
  return [
    ...platformOf(cluster),
    ...packagesOf(cluster),
    ...cluster.apps.flatMap(app => appObjects(cluster, app)),
    ...scenesOf(cluster),
    ...grantsOf(cluster),
  ];
}

/** Objects of one application, including its events. */
export function appObjects(cluster: DemoCluster, app: DemoApp): readonly DemoObject[] {
  const delivery =
    app.delivery === 'helm' ? [chartOf(cluster, app), releaseOf(cluster, app)] : [appKustomization(cluster, app)];
  const objects = [...delivery, ...workloadOf(cluster, app), ...appObjectsOf(cluster, app)];
  return [...objects, ...eventsOf(cluster, app, objects)];
}

/**
 * Manifests of a cluster with their statuses, for a real API server. Generations become 1. A real server assigns its
 * own uids, so the caller must put these uids into the owner references of later objects.
 */
export function demoObjects(cluster: DemoCluster): readonly KubernetesObject[] {
  return objectsOf(cluster).map(object => fromGenerationOne(object.render()));
}

function fromGenerationOne(object: KubernetesObject): KubernetesObject {
  const { generation } = object.metadata;
  const replaced = (key: string, value: unknown) => {
    if (key === 'observedGeneration') return value === generation ? 1 : -1;
    return key === 'generation' && value === generation ? 1 : value;
  };
  return JSON.parse(JSON.stringify(object, replaced)) as KubernetesObject;
}
