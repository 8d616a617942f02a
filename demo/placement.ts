/**
 * Open Cluster Management in the demo fleet. The first cluster is the hub, and the first five clusters are members. The
 * workloads show different outcomes, such as a failure or no matching member.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { simulatedResource, type SimulatedResource } from '../sim/resources.ts';
import type { DemoCluster, Environment, Trouble } from './cluster.ts';
import { namespace } from './nodes-and-namespaces.ts';
import { selector, template } from './pods.ts';
import { seededHex } from './random.ts';
import { bornAt, condition, demoObject, type DemoObject } from './render.ts';
import { deployment } from './workloads.ts';

const CLUSTER = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';
export const CLUSTER_SET_LABEL = `${CLUSTER}/clusterset`;
export const WORK_SET_LABEL = `${WORK}/manifestworkreplicaset`;
export const MANAGED_CLUSTER = [`${CLUSTER}/v1`, 'ManagedCluster'] as const;
export const SET_BINDING = [`${CLUSTER}/v1beta2`, 'ManagedClusterSetBinding'] as const;
export const PLACEMENT = [`${CLUSTER}/v1beta1`, 'Placement'] as const;
export const DECISION = [`${CLUSTER}/v1beta1`, 'PlacementDecision'] as const;
export const WORK_SET = [`${WORK}/v1alpha1`, 'ManifestWorkReplicaSet'] as const;
export const MANIFEST_WORK = [`${WORK}/v1`, 'ManifestWork'] as const;

/** Resources that exist only on the hub. */
export const PLACEMENT_RESOURCES: readonly SimulatedResource[] = [
  simulatedResource(...MANAGED_CLUSTER, 'managedclusters', 'Cluster'),
  simulatedResource(`${CLUSTER}/v1beta2`, 'ManagedClusterSet', 'managedclustersets', 'Cluster'),
  simulatedResource(...SET_BINDING, 'managedclustersetbindings'),
  simulatedResource(...PLACEMENT, 'placements'),
  simulatedResource(...DECISION, 'placementdecisions'),
  simulatedResource(...WORK_SET, 'manifestworkreplicasets'),
  simulatedResource(...MANIFEST_WORK, 'manifestworks'),
];

/** Namespace on the hub for workloads of the platform team. */
export const PLACED_IN = 'placed-apps';
/** Namespace of the workloads' copies on members. */
const COPIES_IN = 'edge';
const SET = 'production';
const STAGING = 'staging';
const DAY = 24 * 3_600_000;
/** Index of the member cluster that is being repaired. No new workload is placed on this member. */
const IN_REPAIR = 3;

export interface Member {
  readonly name: string;
  readonly index: number;
  readonly region: string;
  readonly environment: Environment;
}

export interface PlacedWorkload {
  readonly name: string;
  readonly image: string;
  readonly replicas: number;
  readonly predicates: readonly object[];
  readonly numberOfClusters?: number;
  readonly hasService: boolean;
  /** Name of a PersistentVolumeClaim that only Pods of one Node can mount. */
  readonly claim?: string;
  readonly trouble: Trouble;
  /** Cluster sets from which members are chosen. @default only production */
  readonly sets?: readonly string[];
  readonly accepts: (member: Member) => boolean;
  /** Index of the member that is selected first at the start. @default the first member that matches */
  readonly startsOn?: number;
}

export const PLACED: readonly PlacedWorkload[] = [
  {
    ...{
      name: 'edge-cache',
      image: 'registry.acme.example/edge/cache:3.2.0',
      replicas: 2,
      hasService: true,
      trouble: 'none',
    },
    ...{ predicates: [], numberOfClusters: 2, accepts: () => true },
  },
  {
    ...{
      name: 'geo-lookup',
      image: 'registry.acme.example/edge/geo-lookup:0.9.1',
      replicas: 1,
      hasService: false,
      trouble: 'image-pull',
    },
    predicates: [{ requiredClusterSelector: { labelSelector: { matchLabels: { region: 'us-east-1' } } } }],
    accepts: ({ region }) => region === 'us-east-1',
  },
  {
    ...{
      name: 'model-trainer',
      image: 'registry.acme.example/ml/trainer:1.0.0',
      replicas: 1,
      hasService: false,
      trouble: 'none',
    },
    predicates: [
      {
        requiredClusterSelector: {
          claimSelector: {
            matchExpressions: [{ key: 'gpu.acme.example/model', operator: 'In', values: ['a100', 'h100'] }],
          },
        },
      },
    ],
    accepts: () => false,
  },
  {
    ...{
      name: 'release-notes',
      image: 'registry.acme.example/edge/release-notes:2.1.0',
      replicas: 2,
      hasService: true,
      trouble: 'none',
    },
    predicates: [
      { requiredClusterSelector: { labelSelector: { matchLabels: { region: 'eu-west-1' } } } },
      { requiredClusterSelector: { labelSelector: { matchLabels: { environment: 'prod' } } } },
    ],
    ...{ sets: [SET, STAGING], numberOfClusters: 1, startsOn: 1 },
    accepts: ({ region, environment }) => region === 'eu-west-1' || environment === 'prod',
  },
  {
    ...{
      name: 'session-store',
      image: 'registry.acme.example/edge/session-store:7.0.2',
      replicas: 1,
      hasService: true,
      trouble: 'none',
    },
    ...{ claim: 'session-store', predicates: [], numberOfClusters: 1, accepts: () => true, startsOn: 2 },
  },
];

/** The members that a Placement selects at the start. */
export function decidedFor(workload: PlacedWorkload, members: readonly Member[]): readonly Member[] {
  const { sets = [SET], accepts, startsOn, numberOfClusters = Infinity } = workload;
  const open = members.filter(member => sets.includes(setOf(member)) && member.index !== IN_REPAIR && accepts(member));
  const first = open.filter(({ index }) => index === startsOn);
  return [...first, ...open.filter(({ index }) => index !== startsOn)].slice(0, numberOfClusters);
}

function setOf({ environment }: Member): string {
  return environment === 'prod' ? SET : STAGING;
}

/** Objects of a cluster: the hub's objects on the first cluster, and the copies that the cluster runs as a member. */
export function placementOf(cluster: DemoCluster, members: readonly Member[]): readonly DemoObject[] {
  const copies = PLACED.filter(workload => decidedFor(workload, members).some(({ name }) => name === cluster.name));
  return [
    ...(cluster.index === 0 ? hubOf(cluster, members) : []),
    ...(members.some(({ name }) => name === cluster.name)
      ? [namespace(cluster, COPIES_IN, { 'acme.example/team': 'platform' })]
      : []),
    ...copies.flatMap(workload =>
      copiesOf(cluster, {
        work: workload.name,
        manifests: manifestsOf(workload),
        trouble: workload.trouble,
        at: placedAt(cluster),
        rollout: 1,
      }),
    ),
  ];
}

function hubOf(cluster: DemoCluster, members: readonly Member[]): readonly DemoObject[] {
  const labels = { 'acme.example/team': 'platform' };
  return [
    namespace(cluster, PLACED_IN, labels),
    ...members.map(({ name }) =>
      namespace(cluster, name, { 'cluster.open-cluster-management.io/managedCluster': name }),
    ),
    ...members.map(member => managedCluster(cluster, member)),
    ...[SET, STAGING].map(name =>
      demoObject(cluster, [`${CLUSTER}/v1beta2`, 'ManagedClusterSet'], '', name, () => ({
        generation: 1,
        content: {
          spec: { clusterSelector: { selectorType: 'ExclusiveClusterSetLabel' } },
          status: {
            conditions: [
              condition('ClusterSetEmpty', false, 'ClustersSelected', 'Clusters selected', { at: bornAt(cluster) }),
            ],
          },
        },
      })),
    ),
    ...[SET, STAGING].map(name =>
      demoObject(cluster, SET_BINDING, PLACED_IN, name, () => ({
        generation: 1,
        content: {
          spec: { clusterSet: name },
          status: { conditions: [condition('Bound', true, 'ClusterSetBound', '', { at: bornAt(cluster) })] },
        },
      })),
    ),
    ...PLACED.flatMap(workload => placedObjects(cluster, workload, decidedFor(workload, members))),
  ];
}

function managedCluster(cluster: DemoCluster, member: Member): DemoObject {
  const { name, index, region, environment } = member;
  return demoObject(cluster, MANAGED_CLUSTER, '', name, () => {
    const at = bornAt(cluster) + DAY;
    const stamp = { generation: 1, at };
    return {
      generation: 1,
      createdAt: at,
      labels: { [CLUSTER_SET_LABEL]: setOf(member), region, environment, cloud: 'Amazon', vendor: 'EKS' },
      content: {
        spec: {
          hubAcceptsClient: true,
          leaseDurationSeconds: 60,
          ...(index === IN_REPAIR && {
            taints: [
              {
                key: 'acme.example/repair',
                value: 'nodes',
                effect: 'NoSelectIfNew',
                timeAdded: new Date(at).toISOString(),
              },
            ],
          }),
        },
        status: {
          version: { kubernetes: 'v1.36.1' },
          allocatable: { cpu: '11760m', memory: '45Gi', pods: '174' },
          capacity: { cpu: '12', memory: '48Gi', pods: '174' },
          clusterClaims: [
            { name: 'id.k8s.io', value: name },
            { name: 'platform.open-cluster-management.io', value: 'AWS' },
          ],
          conditions: [
            condition(
              'HubAcceptedManagedCluster',
              true,
              'HubClusterAdminAccepted',
              'Accepted by hub cluster admin',
              stamp,
            ),
            condition('ManagedClusterJoined', true, 'ManagedClusterJoined', 'Managed cluster joined', stamp),
            condition(
              'ManagedClusterConditionAvailable',
              true,
              'ManagedClusterAvailable',
              'Managed cluster is available',
              stamp,
            ),
          ],
        },
      },
    };
  });
}

function placedObjects(
  cluster: DemoCluster,
  workload: PlacedWorkload,
  decided: readonly Member[],
): readonly DemoObject[] {
  const { name, predicates, numberOfClusters, sets = [SET] } = workload;
  const at = placedAt(cluster);
  const common = { generation: 1, createdAt: at };
  const manifests = manifestsOf(workload);
  return [
    demoObject(cluster, PLACEMENT, PLACED_IN, name, () => ({
      ...common,
      content: {
        spec: {
          clusterSets: sets,
          ...(numberOfClusters !== undefined && { numberOfClusters }),
          ...(predicates.length > 0 && { predicates }),
        },
        status: placementStatus({ selected: decided.length, wanted: numberOfClusters }, at),
      },
    })),
    demoObject(cluster, DECISION, PLACED_IN, `${name}-decision-1`, () => ({
      ...common,
      labels: {
        [`${CLUSTER}/placement`]: name,
        [`${CLUSTER}/decision-group-index`]: '0',
        [`${CLUSTER}/decision-group-name`]: '',
      },
      owner: { apiVersion: PLACEMENT[0], kind: PLACEMENT[1], name },
      content: { status: decisionStatus(decided.map(member => member.name)) },
    })),
    demoObject(cluster, WORK_SET, PLACED_IN, name, () => ({
      ...common,
      content: {
        spec: {
          placementRefs: [{ name, rolloutStrategy: { type: 'All' } }],
          manifestWorkTemplate: { workload: { manifests } },
        },
        status: workSetStatus(decided.length, decided.length, at),
      },
    })),
    ...decided.map(member =>
      demoObject(cluster, MANIFEST_WORK, member.name, name, () => ({
        ...common,
        labels: workLabels(PLACED_IN, name, name),
        content: { spec: { workload: { manifests } }, status: workStatus(1, at) },
      })),
    ),
  ];
}

function placedAt(cluster: DemoCluster): number {
  return bornAt(cluster) + 100 * DAY;
}

export interface Chosen {
  readonly selected: number;
  /** Number of members to select. Undefined selects all members that match. */
  readonly wanted: number | undefined;
}

export function placementStatus({ selected, wanted = selected }: Chosen, at: number): object {
  const unscheduled = Math.max(0, wanted - selected);
  const satisfied = (status: boolean, reason: string, message: string) =>
    condition('PlacementSatisfied', status, reason, message, { at });
  return {
    numberOfSelectedClusters: selected,
    decisionGroups: [{ decisionGroupIndex: 0, decisionGroupName: '', decisions: [], clusterCount: selected }],
    conditions: [
      selected === 0
        ? satisfied(false, 'NoManagedClusterMatched', 'No ManagedCluster matches any of the cluster predicate')
        : unscheduled > 0
          ? satisfied(false, 'NotAllDecisionsScheduled', `${unscheduled} cluster decisions unscheduled`)
          : satisfied(true, 'AllDecisionsScheduled', 'All cluster decisions scheduled'),
      condition('PlacementMisconfigured', false, 'Succeedconfigured', 'Placement configurations check pass', { at }),
    ],
  };
}

export function decisionStatus(members: readonly string[]): object {
  return { decisions: members.map(clusterName => ({ clusterName, reason: '' })) };
}

/** @param available Number of ManifestWorks whose objects all exist, healthy or not */
export function workSetStatus(total: number, available: number, at: number): object {
  const summary = { total, applied: available, available, progressing: 0, degraded: 0 };
  const stamp = { generation: 1, at };
  return {
    summary,
    conditions: [
      condition('PlacementVerified', total > 0, total > 0 ? 'AsExpected' : 'PlacementDecisionEmpty', '', stamp),
      condition('PlacementRolledOut', true, 'Complete', '', stamp),
      condition(
        'ManifestworkApplied',
        total > 0 && available === total,
        total > 0 && available === total ? 'AsExpected' : 'NotAsExpected',
        '',
        stamp,
      ),
    ],
  };
}

export function workLabels(namespace: string, set: string, placement: string): Readonly<Record<string, string>> {
  return { [WORK_SET_LABEL]: `${namespace}.${set}`, [`${WORK}/placementname`]: placement };
}

/** Status of a ManifestWork whose current generation is applied and whose objects exist. */
export function workStatus(generation: number, at: number): object {
  const stamp = { generation, at };
  return {
    conditions: [
      condition('Applied', true, 'AppliedManifestWorkComplete', 'Apply manifest work complete', stamp),
      condition('Available', true, 'ResourcesAvailable', 'All resources are available', stamp),
    ],
  };
}

function labelsOfCopy(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name, 'acme.example/team': 'platform' };
}

function manifestsOf({ name, image, replicas, hasService, claim }: PlacedWorkload): readonly KubernetesObject[] {
  const labels = labelsOfCopy(name);
  const metadata = { namespace: COPIES_IN, name, labels };
  const made = template({ labels, image });
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: claim } }];
  const spec = {
    ...{ replicas, selector: selector({ name, labels }) },
    template: claim === undefined ? made : { ...made, spec: { ...(made['spec'] as object), volumes } },
  };
  const ports = [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }];
  const claimed = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '8Gi' } },
    storageClassName: 'gp3',
  };
  return [
    ...(claim === undefined
      ? []
      : [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { ...metadata, name: claim }, spec: claimed }]),
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    ...(hasService
      ? [{ apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { 'app.kubernetes.io/name': name }, ports } }]
      : []),
  ];
}

export interface CopiesOf {
  /** Name of the ManifestWork. */
  readonly work: string;
  readonly manifests: readonly KubernetesObject[];
  readonly trouble: Trouble;
  readonly at: number;
  /** Number that distinguishes Pods of different rollouts. */
  readonly rollout: number;
}

/**
 * Objects that the work agent of a member applies, each with its owner. Includes the objects that controllers create
 * from the applied objects.
 */
export function copiesOf(cluster: DemoCluster, copies: CopiesOf): readonly DemoObject[] {
  const made = copies.manifests.flatMap(manifest => copyOf(cluster, manifest, copies));
  const pods = made.filter(({ kind }) => kind === 'Pod');
  const services = copies.manifests.filter(({ kind }) => kind === 'Service');
  return [...made, ...services.map(service => endpointsOf(cluster, service, pods, copies.at))];
}

function copyOf(cluster: DemoCluster, manifest: KubernetesObject, copies: CopiesOf): readonly DemoObject[] {
  const { apiVersion = '', kind = '', metadata, spec } = manifest;
  const { namespace = '', name, labels = {} } = metadata;
  const { at, trouble, rollout } = copies;
  if (kind === 'Deployment') {
    const replicas = Number(spec?.['replicas'] ?? 1);
    const image = imageOf(manifest);
    const made = deployment(cluster, {
      ...{ namespace, name, image, replicas, labels, trouble, rollout },
      at,
      createdAt: at,
    });
    return made.map(object => (object.kind === 'Deployment' ? applied(object, copies.work, spec ?? {}) : object));
  }
  const status = {
    Service: { loadBalancer: {} },
    PersistentVolumeClaim: { phase: 'Bound', accessModes: spec?.['accessModes'] },
  }[kind];
  const bound = kind === 'PersistentVolumeClaim' ? { volumeName: `pv-${namespace}-${name}` } : {};
  const content = { ...manifest, ...(spec && { spec: { ...spec, ...bound } }), ...(status && { status }) };
  const object = demoObject(cluster, [apiVersion, kind], namespace, name, () => ({
    labels,
    createdAt: at,
    content: withoutIdentity(content),
  }));
  return [applied(object, copies.work)];
}

function withoutIdentity({
  apiVersion: _version,
  kind: _kind,
  metadata: _metadata,
  ...content
}: KubernetesObject): Record<string, unknown> {
  return content;
}

function imageOf({ spec }: KubernetesObject): string {
  const made = spec?.['template'] as
    | { readonly spec?: { readonly containers?: readonly { readonly image?: string }[] } }
    | undefined;
  return made?.spec?.containers?.[0]?.image ?? '';
}

function endpointsOf(
  cluster: DemoCluster,
  service: KubernetesObject,
  pods: readonly DemoObject[],
  at: number,
): DemoObject {
  const { namespace = '', name } = service.metadata;
  return demoObject(
    cluster,
    ['discovery.k8s.io/v1', 'EndpointSlice'],
    namespace,
    `${name}-${seededHex(5, cluster.name, name)}`,
    () => ({
      labels: { 'kubernetes.io/service-name': name },
      createdAt: at,
      owner: { apiVersion: 'v1', kind: 'Service', name },
      content: {
        addressType: 'IPv4',
        ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
        endpoints: pods.map(it => {
          const { metadata, status } = it.render();
          const conditions = status?.['conditions'] as readonly { readonly type: string; readonly status: string }[];
          const ready = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
          return {
            addresses: [status?.['podIP']],
            conditions: { ready },
            targetRef: { kind: 'Pod', namespace, name: metadata.name },
          };
        }),
      },
    }),
  );
}

function applied(object: DemoObject, work: string, spec: object = {}): DemoObject {
  return {
    ...object,
    render: () => {
      const { metadata, ...rendered } = object.render();
      const name = `${seededHex(64, 'hub')}-${work}`;
      const owner = {
        apiVersion: `${WORK}/v1`,
        kind: 'AppliedManifestWork',
        name,
        uid: seededHex(32, object.metadata.name, work),
      };
      return {
        ...rendered,
        ...(rendered.spec && { spec: { ...rendered.spec, ...spec } }),
        metadata: { ...metadata, ownerReferences: [owner] },
      };
    },
  };
}
