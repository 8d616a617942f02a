/** Objects of Karmada and Open Cluster Management, and of their members, as controllers write them. */
import type { Json } from './placement-fleet.ts';

const T = '2026-01-30T10:00:00Z';
export const HASH = 'f'.repeat(64);

export const condition = (type: string, status: string, more: Json = {}): Json => ({
  ...{ type, status, reason: `${type}${status}`, message: `${type} is ${status}`, lastTransitionTime: T },
  ...more,
});

/** An object. `place` is `namespace/name`, or `name` for a cluster-scoped object. */
function named(apiVersion: string, kind: string, place: string, metadata: Json = {}): Json {
  const [namespace, name] = place.includes('/') ? place.split('/') : [undefined, place];
  return { apiVersion, kind, metadata: { ...(namespace && { namespace }), name, generation: 1, ...metadata } };
}

const CLUSTER = 'cluster.open-cluster-management.io';
const WORK = 'work.open-cluster-management.io';

interface PlacementOptions {
  readonly satisfied?: string | null;
  readonly annotations?: Json;
}

export function placement(
  place: string,
  spec: Json = {},
  { satisfied = 'True', annotations = {} }: PlacementOptions = {},
): Json {
  const conditions = satisfied === null ? [] : [condition('PlacementSatisfied', satisfied)];
  return { ...named(`${CLUSTER}/v1beta1`, 'Placement', place, { annotations }), spec, status: { conditions } };
}

export function decision(place: string, of: string, members: readonly (string | Json)[]): Json {
  const decisions = members.map(member => (typeof member === 'string' ? { clusterName: member, reason: '' } : member));
  return {
    ...named(`${CLUSTER}/v1beta1`, 'PlacementDecision', place, { labels: { [`${CLUSTER}/placement`]: of } }),
    status: { decisions },
  };
}

export const manifest = (apiVersion: string, kind: string, place: string): Json => named(apiVersion, kind, place);

export function workSet(
  place: string,
  placements: readonly string[],
  manifests: readonly Json[],
  metadata: Json = {},
): Json {
  return {
    ...named(`${WORK}/v1alpha1`, 'ManifestWorkReplicaSet', place, metadata),
    spec: { placementRefs: placements.map(name => ({ name })), manifestWorkTemplate: { workload: { manifests } } },
    status: { conditions: [condition('PlacementVerified', 'True'), condition('ManifestworkApplied', 'True')] },
  };
}

interface WorkOptions {
  readonly set?: string;
  readonly manifests?: readonly Json[];
  readonly applied?: string | null;
  readonly available?: string | null;
  readonly observed?: number;
}

export function work(
  place: string,
  { set, manifests = [], applied = 'True', available = 'True', observed = 1 }: WorkOptions = {},
): Json {
  const labels = set === undefined ? {} : { [`${WORK}/manifestworkreplicaset`]: set };
  const conditions = [
    ...(applied === null ? [] : [condition('Applied', applied, { observedGeneration: observed })]),
    ...(available === null ? [] : [condition('Available', available, { observedGeneration: observed })]),
  ];
  return {
    ...named(`${WORK}/v1`, 'ManifestWork', place, { labels }),
    spec: { workload: { manifests } },
    status: { conditions },
  };
}

export function managedCluster(
  name: string,
  { labels = {}, annotations = {}, spec = {}, status = {}, metadata = {} } = {},
): Json {
  return {
    ...named(`${CLUSTER}/v1`, 'ManagedCluster', name, { labels, annotations, ...metadata }),
    spec: { hubAcceptsClient: true, ...spec },
    status: { conditions: [condition('ManagedClusterConditionAvailable', 'True')], ...status },
  };
}

export const clusterSet = (name: string, spec: Json = {}): Json => ({
  ...named(`${CLUSTER}/v1beta2`, 'ManagedClusterSet', name),
  spec,
});
export const setBinding = (namespace: string, set: string): Json => ({
  ...named(`${CLUSTER}/v1beta2`, 'ManagedClusterSetBinding', `${namespace}/${set}`),
  spec: { clusterSet: set },
});

/** Metadata of a copy that the work agent has applied: its owner reference. */
export const ownedBy = (work: string): Json => ({
  ownerReferences: [{ apiVersion: `${WORK}/v1`, kind: 'AppliedManifestWork', name: `${HASH}-${work}`, uid: 'u' }],
});

export interface BindingOptions {
  readonly template?: Json;
  readonly clusters?: readonly Json[];
  readonly tasks?: readonly Json[];
  readonly requiredBy?: readonly Json[];
  readonly replicas?: number;
  readonly scheduled?: string | null;
  readonly observed?: number;
  readonly reported?: readonly Json[];
  readonly policy?: string | null;
  readonly id?: string;
  readonly spec?: Json;
  readonly status?: Json;
}

const ID = 'resourcebinding.karmada.io/permanent-id';

export function binding(place: string, options: BindingOptions = {}): Json {
  const [namespace] = place.split('/');
  const {
    template = { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web' },
    clusters = [],
    tasks,
    requiredBy,
  } = options;
  const {
    replicas,
    scheduled = 'True',
    observed = 1,
    reported = [],
    policy = `${namespace}/policy`,
    id = 'id-1',
  } = options;
  const [policyNamespace, policyName] = policy?.split('/') ?? [];
  const annotations =
    policy === null
      ? {}
      : { 'propagationpolicy.karmada.io/namespace': policyNamespace, 'propagationpolicy.karmada.io/name': policyName };
  return {
    ...named('work.karmada.io/v1alpha2', 'ResourceBinding', place, { labels: { [ID]: id }, annotations }),
    spec: {
      ...{ resource: template, clusters },
      ...(replicas !== undefined && { replicas }),
      ...(tasks && { gracefulEvictionTasks: tasks }),
      ...(requiredBy && { requiredBy }),
      ...options.spec,
    },
    status: {
      ...(observed > 0 && { schedulerObservedGeneration: observed }),
      conditions: [
        ...(scheduled === null ? [] : [condition('Scheduled', scheduled)]),
        condition('FullyApplied', 'True'),
      ],
      aggregatedStatus: reported,
      ...options.status,
    },
  };
}

export const marked = (id = 'id-1'): Json => ({ labels: { [ID]: id } });

export function policy(place: string, rules: Json = {}, annotations: Json = {}): Json {
  return {
    ...named('policy.karmada.io/v1alpha1', 'PropagationPolicy', place, { annotations }),
    spec: { placement: rules },
  };
}

export function karmadaCluster(
  name: string,
  { labels = {}, annotations = {}, spec = {}, status = {}, metadata = {} } = {},
): Json {
  return {
    ...named('cluster.karmada.io/v1alpha1', 'Cluster', name, { labels, annotations, ...metadata }),
    spec: { syncMode: 'Push', ...spec },
    status: {
      conditions: [condition('Ready', 'True')],
      apiEnablements: [{ groupVersion: 'apps/v1', resources: [{ name: 'deployments', kind: 'Deployment' }] }],
      ...status,
    },
  };
}

export type Health = 'CURRENT' | 'IN_PROGRESS' | 'FAILED' | 'TERMINATING';

export function deployment(place: string, health: Health = 'CURRENT', metadata: Json = {}, replicas = 2): Json {
  const ready = health === 'IN_PROGRESS' ? 1 : replicas;
  const deadline = condition('Progressing', 'False', { reason: 'ProgressDeadlineExceeded' });
  const deleted = health === 'TERMINATING' ? { deletionTimestamp: T, finalizers: ['x/y'] } : {};
  return {
    ...named('apps/v1', 'Deployment', place, { ...deleted, ...metadata }),
    spec: { replicas },
    status: {
      ...{ observedGeneration: 1, replicas, updatedReplicas: ready, readyReplicas: ready, availableReplicas: ready },
      conditions:
        health === 'FAILED'
          ? [deadline]
          : [condition('Available', 'True'), condition('Progressing', 'True', { reason: 'NewReplicaSetAvailable' })],
    },
  };
}

export function pod(place: string, owner: Json): Json {
  return {
    ...named('v1', 'Pod', place, { ownerReferences: [owner] }),
    status: { phase: 'Running', conditions: [condition('Ready', 'True')] },
  };
}

export function replicaSet(place: string, owner: Json): Json {
  return {
    ...named('apps/v1', 'ReplicaSet', place, { ownerReferences: [owner] }),
    spec: { replicas: 1 },
    status: { observedGeneration: 1, replicas: 1, readyReplicas: 1, availableReplicas: 1, fullyLabeledReplicas: 1 },
  };
}

export const owner = (apiVersion: string, kind: string, name: string): Json => ({
  apiVersion,
  kind,
  name,
  uid: 'u',
  controller: true,
});

export const service = (place: string, metadata: Json = {}): Json => ({
  ...named('v1', 'Service', place, metadata),
  spec: { selector: { app: 'web' } },
});
