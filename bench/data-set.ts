/**
 * The data set S0 and its truth: the existing rows and the users who may see them. Both come from the generator's
 * plan, not from the product.
 */
import { objectsOf, type CreateDemoFleetOptions } from '../demo/fleet.ts';
import { demoIdentities, developerWorksOn, type DemoIdentity } from '../demo/identities.ts';
import { DEVELOPER_TEAM, planFleet } from '../demo/plan.ts';
import type { DemoCluster } from '../demo/cluster.ts';
import type { DemoObject } from '../demo/render.ts';

export interface DataSet {
  readonly fleet: Required<Pick<CreateDemoFleetOptions, 'clusters' | 'objects' | 'now' | 'faults'>>;
  /** Text about the data set for the report. */
  readonly description: string;
}

/** The data set S0. Its timestamps are relative to `now`. */
export function smallDataSet(now: number): DataSet {
  return {
    fleet: { clusters: 50, objects: 50_000, now, faults: false },
    description: '50 000 rows, 50 simulated clusters, every kind that is collected by default',
  };
}

export type Person = 'platform-admin' | 'team-developer';

export function identityOf(person: Person): DemoIdentity {
  const identity = demoIdentities.find(({ name }) => name === person);
  if (!identity)
    throw new Error(
      `The demo fleet knows no "${person}"; it knows ${demoIdentities.map(({ name }) => name).join(', ')}.`,
    );
  return identity;
}

/** The namespaces in which the developer has rights. */
export const DEVELOPER_NAMESPACES: readonly string[] = [DEVELOPER_TEAM, `${DEVELOPER_TEAM}-batch`];

export interface TrueRow {
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Paths on an API server of the kinds that the demo fleet has and that fleetgraph collects by default. */
export const COLLECTED_PATHS: Readonly<Record<string, string>> = {
  Namespace: '/api/v1/namespaces',
  Node: '/api/v1/nodes',
  Pod: '/api/v1/pods',
  Service: '/api/v1/services',
  ConfigMap: '/api/v1/configmaps',
  Secret: '/api/v1/secrets',
  PersistentVolumeClaim: '/api/v1/persistentvolumeclaims',
  Deployment: '/apis/apps/v1/deployments',
  StatefulSet: '/apis/apps/v1/statefulsets',
  DaemonSet: '/apis/apps/v1/daemonsets',
  ReplicaSet: '/apis/apps/v1/replicasets',
  Job: '/apis/batch/v1/jobs',
  CronJob: '/apis/batch/v1/cronjobs',
  Ingress: '/apis/networking.k8s.io/v1/ingresses',
  HorizontalPodAutoscaler: '/apis/autoscaling/v2/horizontalpodautoscalers',
  Kustomization: '/apis/kustomize.toolkit.fluxcd.io/v1/kustomizations',
  HelmRelease: '/apis/helm.toolkit.fluxcd.io/v2/helmreleases',
  GitRepository: '/apis/source.toolkit.fluxcd.io/v1/gitrepositories',
  OCIRepository: '/apis/source.toolkit.fluxcd.io/v1/ocirepositories',
  HelmRepository: '/apis/source.toolkit.fluxcd.io/v1/helmrepositories',
  HelmChart: '/apis/source.toolkit.fluxcd.io/v1/helmcharts',
  Bucket: '/apis/source.toolkit.fluxcd.io/v1/buckets',
  RootSync: '/apis/configsync.gke.io/v1beta1/rootsyncs',
  RepoSync: '/apis/configsync.gke.io/v1beta1/reposyncs',
  ResourceGroup: '/apis/kpt.dev/v1alpha1/resourcegroups',
  Application: '/apis/argoproj.io/v1alpha1/applications',
  PackageRevision: '/apis/porch.kpt.dev/v1alpha1/packagerevisions',
  Repository: '/apis/config.porch.kpt.dev/v1alpha1/repositories',
};

/** The rows that a person may see. */
export function trueRows({ fleet }: DataSet, person: Person): readonly TrueRow[] {
  return planFleet(fleet).flatMap(cluster =>
    objectsOf(cluster)
      .filter(({ kind = '' }) => kind in COLLECTED_PATHS)
      .filter(object => person === 'platform-admin' || developerSees(cluster, object))
      .map(({ kind = '', metadata: { namespace = '', name } }) => ({ cluster: cluster.name, kind, namespace, name })),
  );
}

/**
 * True if the developer may see the object: a namespace of the team, an object in such a namespace except a Secret, or
 * the team's Kustomization. False on clusters where the developer has no rights.
 */
function developerSees(cluster: DemoCluster, { kind, metadata: { namespace, name } }: DemoObject): boolean {
  if (!cluster.teams.includes(DEVELOPER_TEAM) || !developerWorksOn(cluster)) return false;
  if (kind === 'Namespace') return DEVELOPER_NAMESPACES.includes(name);
  if (kind === 'Kustomization' && namespace === 'flux-system') return name === `tenant-${DEVELOPER_TEAM}`;
  return kind !== 'Secret' && DEVELOPER_NAMESPACES.includes(namespace ?? '');
}

/** Number of rows for each value of the field. */
export function countBy(rows: readonly TrueRow[], field: keyof TrueRow): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[field], (counts.get(row[field]) ?? 0) + 1);
  return counts;
}
