/**
 * Open Cluster Management in the demo fleet: the first cluster is the hub, and all are its members. One workload runs on
 * two members, one fails on its member, and one finds no member that it may run on.
 */
import { simulatedResource, type SimulatedResource } from '../sim/resources.ts';
import type { DemoCluster, Environment, Trouble } from './cluster.ts';
import { namespace } from './nodes-and-namespaces.ts';
import { selector, template } from './pods.ts';
import { seededHex } from './random.ts';
import { bornAt, condition, demoObject, type DemoObject } from './render.ts';
import { deployment } from './workloads.ts';

const CLUSTER = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';
export const MANAGED_CLUSTER = [`${CLUSTER}/v1`, 'ManagedCluster'] as const;
export const PLACEMENT = [`${CLUSTER}/v1beta1`, 'Placement'] as const;
export const DECISION = [`${CLUSTER}/v1beta1`, 'PlacementDecision'] as const;
export const WORK_SET = [`${WORK}/v1alpha1`, 'ManifestWorkReplicaSet'] as const;
export const MANIFEST_WORK = [`${WORK}/v1`, 'ManifestWork'] as const;

/** On the hub. */
export const PLACEMENT_RESOURCES: readonly SimulatedResource[] = [
  simulatedResource(...MANAGED_CLUSTER, 'managedclusters', 'Cluster'),
  simulatedResource(`${CLUSTER}/v1beta2`, 'ManagedClusterSet', 'managedclustersets', 'Cluster'),
  simulatedResource(`${CLUSTER}/v1beta2`, 'ManagedClusterSetBinding', 'managedclustersetbindings'),
  simulatedResource(...PLACEMENT, 'placements'),
  simulatedResource(...DECISION, 'placementdecisions'),
  simulatedResource(...WORK_SET, 'manifestworkreplicasets'),
  simulatedResource(...MANIFEST_WORK, 'manifestworks'),
];

/** The namespace of what the platform team places, on the hub. */
export const PLACED_IN = 'placed-apps';
/** The namespace of the copies. */
const COPIES_IN = 'edge';
const SET = 'production';
const DAY = 24 * 3_600_000;
/** The member that is being repaired: nothing new is placed there. */
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
  readonly trouble: Trouble;
  readonly accepts: (member: Member) => boolean;
}

export const PLACED: readonly PlacedWorkload[] = [
  {
    ...{ name: 'edge-cache', image: 'registry.acme.example/edge/cache:3.2.0', replicas: 2, hasService: true, trouble: 'none' },
    ...{ predicates: [], numberOfClusters: 2, accepts: () => true },
  },
  {
    ...{ name: 'geo-lookup', image: 'registry.acme.example/edge/geo-lookup:0.9.1', replicas: 1, hasService: false, trouble: 'image-pull' },
    predicates: [{ requiredClusterSelector: { labelSelector: { matchLabels: { region: 'us-east-1' } } } }],
    accepts: ({ region }) => region === 'us-east-1',
  },
  {
    ...{ name: 'model-trainer', image: 'registry.acme.example/ml/trainer:1.0.0', replicas: 1, hasService: false, trouble: 'none' },
    predicates: [
      {
        requiredClusterSelector: {
          claimSelector: { matchExpressions: [{ key: 'gpu.acme.example/model', operator: 'In', values: ['a100', 'h100'] }] },
        },
      },
    ],
    accepts: () => false,
  },
];

/** The members that a Placement names at the start. */
export function decidedFor({ accepts, numberOfClusters = Infinity }: PlacedWorkload, members: readonly Member[]): readonly Member[] {
  const open = members.filter(member => isProduction(member) && member.index !== IN_REPAIR && accepts(member));
  return open.slice(0, numberOfClusters);
}

function isProduction({ environment }: Member): boolean {
  return environment === 'prod';
}

/** The objects of a cluster: those of the hub on the first, and the copies that it runs as a member. */
export function placementOf(cluster: DemoCluster, members: readonly Member[]): readonly DemoObject[] {
  const copies = PLACED.filter(workload => decidedFor(workload, members).some(({ name }) => name === cluster.name));
  return [
    ...(cluster.index === 0 ? hubOf(cluster, members) : []),
    ...(copies.length > 0 ? [namespace(cluster, COPIES_IN, { 'acme.example/team': 'platform' })] : []),
    ...copies.flatMap(workload => copiesOf(cluster, workload)),
  ];
}

function hubOf(cluster: DemoCluster, members: readonly Member[]): readonly DemoObject[] {
  const labels = { 'acme.example/team': 'platform' };
  return [
    namespace(cluster, PLACED_IN, labels),
    ...members.map(({ name }) => namespace(cluster, name, { 'cluster.open-cluster-management.io/managedCluster': name })),
    ...members.map(member => managedCluster(cluster, member)),
    ...[SET, 'staging'].map(name =>
      demoObject(cluster, [`${CLUSTER}/v1beta2`, 'ManagedClusterSet'], '', name, () => ({
        generation: 1,
        content: {
          spec: { clusterSelector: { selectorType: 'ExclusiveClusterSetLabel' } },
          status: { conditions: [condition('ClusterSetEmpty', false, 'ClustersSelected', 'Clusters selected', { at: bornAt(cluster) })] },
        },
      })),
    ),
    demoObject(cluster, [`${CLUSTER}/v1beta2`, 'ManagedClusterSetBinding'], PLACED_IN, SET, () => ({
      generation: 1,
      content: {
        spec: { clusterSet: SET },
        status: { conditions: [condition('Bound', true, 'ClusterSetBound', '', { at: bornAt(cluster) })] },
      },
    })),
    ...PLACED.flatMap(workload => placedObjects(cluster, workload, decidedFor(workload, members))),
  ];
}

function managedCluster(cluster: DemoCluster, { name, index, region, environment }: Member): DemoObject {
  const set = environment === 'prod' ? SET : 'staging';
  return demoObject(cluster, MANAGED_CLUSTER, '', name, () => {
    const at = bornAt(cluster) + DAY;
    const stamp = { generation: 1, at };
    return {
      generation: 1,
      createdAt: at,
      labels: { [`${CLUSTER}/clusterset`]: set, region, environment, cloud: 'Amazon', vendor: 'EKS' },
      content: {
        spec: {
          hubAcceptsClient: true,
          leaseDurationSeconds: 60,
          ...(index === IN_REPAIR && {
            taints: [{ key: 'acme.example/repair', value: 'nodes', effect: 'NoSelectIfNew', timeAdded: new Date(at).toISOString() }],
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
            condition('HubAcceptedManagedCluster', true, 'HubClusterAdminAccepted', 'Accepted by hub cluster admin', stamp),
            condition('ManagedClusterJoined', true, 'ManagedClusterJoined', 'Managed cluster joined', stamp),
            condition('ManagedClusterConditionAvailable', true, 'ManagedClusterAvailable', 'Managed cluster is available', stamp),
          ],
        },
      },
    };
  });
}

function placedObjects(cluster: DemoCluster, workload: PlacedWorkload, decided: readonly Member[]): readonly DemoObject[] {
  const { name, predicates, numberOfClusters } = workload;
  const at = bornAt(cluster) + 100 * DAY;
  const common = { generation: 1, createdAt: at };
  return [
    demoObject(cluster, PLACEMENT, PLACED_IN, name, () => ({
      ...common,
      content: {
        spec: {
          clusterSets: [SET],
          ...(numberOfClusters !== undefined && { numberOfClusters }),
          ...(predicates.length > 0 && { predicates }),
        },
        status: placementStatus(decided.length, at),
      },
    })),
    demoObject(cluster, DECISION, PLACED_IN, `${name}-decision-1`, () => ({ ...common, ...decisionContent(cluster, name, decided) })),
    demoObject(cluster, WORK_SET, PLACED_IN, name, () => ({
      ...common,
      content: {
        spec: {
          placementRefs: [{ name, rolloutStrategy: { type: 'All' } }],
          manifestWorkTemplate: { workload: { manifests: manifestsOf(workload) } },
        },
        status: workSetStatus(decided.length, decided.filter(() => workload.trouble === 'none').length, at),
      },
    })),
    ...decided.map(member =>
      demoObject(cluster, MANIFEST_WORK, member.name, name, () => ({
        ...common,
        ...workContent(workload, { isAvailable: workload.trouble === 'none', at }),
      })),
    ),
  ];
}

export function placementStatus(count: number, at: number): object {
  const satisfied =
    count > 0
      ? condition('PlacementSatisfied', true, 'AllDecisionsScheduled', 'All cluster decisions scheduled', { at })
      : condition('PlacementSatisfied', false, 'NoManagedClusterMatched', 'No ManagedCluster matches any of the cluster predicate', { at });
  return {
    numberOfSelectedClusters: count,
    decisionGroups: [{ decisionGroupIndex: 0, decisionGroupName: '', decisions: [], clusterCount: count }],
    conditions: [satisfied, condition('PlacementMisconfigured', false, 'Succeedconfigured', 'Placement configurations check pass', { at })],
  };
}

/** Labels, owner and status of a PlacementDecision. */
export function decisionContent(_cluster: DemoCluster, placement: string, decided: readonly { readonly name: string }[]) {
  return {
    labels: { [`${CLUSTER}/placement`]: placement, [`${CLUSTER}/decision-group-index`]: '0', [`${CLUSTER}/decision-group-name`]: '' },
    owner: { apiVersion: PLACEMENT[0], kind: PLACEMENT[1], name: placement },
    content: { status: { decisions: decided.map(({ name }) => ({ clusterName: name, reason: '' })) } },
  };
}

export function workSetStatus(total: number, available: number, at: number): object {
  const summary = { total, applied: total, available, progressing: 0, degraded: 0 };
  const verified =
    total > 0
      ? condition('PlacementVerified', true, 'AsExpected', '', { generation: 1, at })
      : condition('PlacementVerified', false, 'PlacementDecisionEmpty', '', { generation: 1, at });
  return {
    summary,
    conditions: [
      verified,
      condition('PlacementRolledOut', true, 'Complete', '', { generation: 1, at }),
      condition('ManifestworkApplied', total > 0, total > 0 ? 'AsExpected' : 'NotAsExpected', '', { generation: 1, at }),
    ],
  };
}

/** Labels, manifests and status of the ManifestWork of a member. */
export function workContent(workload: PlacedWorkload, { isAvailable, at }: { readonly isAvailable: boolean; readonly at: number }) {
  const stamp = { generation: 1, at };
  return {
    labels: { [`${WORK}/manifestworkreplicaset`]: `${PLACED_IN}.${workload.name}`, [`${WORK}/placementname`]: workload.name },
    content: {
      spec: { workload: { manifests: manifestsOf(workload) } },
      status: {
        conditions: [
          condition('Applied', true, 'AppliedManifestWorkComplete', 'Apply manifest work complete', stamp),
          condition('Available', isAvailable, isAvailable ? 'ResourcesAvailable' : 'ResourcesNotAvailable', '', stamp),
        ],
      },
    },
  };
}

function labelsOfCopy(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name, 'acme.example/team': 'platform' };
}

function manifestsOf({ name, image, replicas, hasService }: PlacedWorkload): readonly object[] {
  const labels = labelsOfCopy(name);
  const metadata = { namespace: COPIES_IN, name, labels };
  const spec = { replicas, selector: selector({ name, labels }), template: template({ labels, image }) };
  return [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    ...(hasService ? [{ apiVersion: 'v1', kind: 'Service', metadata, spec: serviceSpec(name) }] : []),
  ];
}

function serviceSpec(name: string): object {
  return { selector: { 'app.kubernetes.io/name': name }, ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }] };
}

/** The copies of a workload on a member, with the owner that the agent there writes. */
export function copiesOf(cluster: DemoCluster, workload: PlacedWorkload): readonly DemoObject[] {
  const { name, image, replicas, hasService, trouble } = workload;
  const labels = labelsOfCopy(name);
  const at = bornAt(cluster) + 100 * DAY;
  const copies = deployment(cluster, {
    ...{ namespace: COPIES_IN, name, image, replicas, labels, trouble, at, createdAt: at, rollout: 1 },
  });
  const service = demoObject(cluster, ['v1', 'Service'], COPIES_IN, name, () => ({
    labels,
    createdAt: at,
    content: { spec: { type: 'ClusterIP', ...serviceSpec(name) }, status: { loadBalancer: {} } },
  }));
  return [...copies, ...(hasService ? [service] : [])].map(object =>
    object.kind === 'Deployment' || object.kind === 'Service' ? applied(object, name) : object,
  );
}

function applied(object: DemoObject, work: string): DemoObject {
  return {
    ...object,
    render: () => {
      const { metadata, ...rendered } = object.render();
      const name = `${seededHex(64, 'hub')}-${work}`;
      const owner = { apiVersion: `${WORK}/v1`, kind: 'AppliedManifestWork', name, uid: seededHex(32, object.metadata.name, work) };
      return { ...rendered, metadata: { ...metadata, ownerReferences: [owner] } };
    },
  };
}
