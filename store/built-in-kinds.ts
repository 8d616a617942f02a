/**
 * Frequent kinds, each with its letter in Redis and its served version. Other kinds are spelled out in Redis. This
 * table is part of the wire format: never reuse a letter, and raise WIRE_FORMAT if a version changes.
 */
import type { ObjectKey } from '../schema/object-id.ts';

export const BUILT_IN_KINDS: readonly (readonly [code: string, group: string, kind: string, version: string])[] = [
  ['A', '', 'Pod', 'v1'],
  ['B', '', 'Namespace', 'v1'],
  ['C', '', 'ConfigMap', 'v1'],
  ['D', '', 'Secret', 'v1'],
  ['E', '', 'Service', 'v1'],
  ['F', '', 'ServiceAccount', 'v1'],
  ['G', '', 'PersistentVolumeClaim', 'v1'],
  ['H', '', 'PersistentVolume', 'v1'],
  ['I', '', 'Endpoints', 'v1'],
  ['J', '', 'Event', 'v1'],
  ['K', '', 'Node', 'v1'],
  ['L', '', 'ResourceQuota', 'v1'],
  ['M', '', 'LimitRange', 'v1'],
  ['N', 'apps', 'Deployment', 'v1'],
  ['O', 'apps', 'ReplicaSet', 'v1'],
  ['P', 'apps', 'StatefulSet', 'v1'],
  ['Q', 'apps', 'DaemonSet', 'v1'],
  ['R', 'apps', 'ControllerRevision', 'v1'],
  ['S', 'batch', 'Job', 'v1'],
  ['T', 'batch', 'CronJob', 'v1'],
  ['U', 'networking.k8s.io', 'Ingress', 'v1'],
  ['V', 'networking.k8s.io', 'NetworkPolicy', 'v1'],
  ['W', 'discovery.k8s.io', 'EndpointSlice', 'v1'],
  ['X', 'autoscaling', 'HorizontalPodAutoscaler', 'v2'],
  ['Y', 'policy', 'PodDisruptionBudget', 'v1'],
  ['Z', 'coordination.k8s.io', 'Lease', 'v1'],
  ['a', 'rbac.authorization.k8s.io', 'Role', 'v1'],
  ['b', 'rbac.authorization.k8s.io', 'RoleBinding', 'v1'],
  ['c', 'rbac.authorization.k8s.io', 'ClusterRole', 'v1'],
  ['d', 'rbac.authorization.k8s.io', 'ClusterRoleBinding', 'v1'],
  ['e', 'apiextensions.k8s.io', 'CustomResourceDefinition', 'v1'],
  ['f', 'kustomize.toolkit.fluxcd.io', 'Kustomization', 'v1'],
  ['g', 'helm.toolkit.fluxcd.io', 'HelmRelease', 'v2'],
  ['h', 'source.toolkit.fluxcd.io', 'GitRepository', 'v1'],
  ['i', 'source.toolkit.fluxcd.io', 'OCIRepository', 'v1'],
  ['j', 'source.toolkit.fluxcd.io', 'HelmRepository', 'v1'],
  ['k', 'source.toolkit.fluxcd.io', 'HelmChart', 'v1'],
  ['l', 'source.toolkit.fluxcd.io', 'Bucket', 'v1'],
  ['m', 'image.toolkit.fluxcd.io', 'ImageRepository', 'v1'],
  ['n', 'image.toolkit.fluxcd.io', 'ImagePolicy', 'v1'],
  ['o', 'image.toolkit.fluxcd.io', 'ImageUpdateAutomation', 'v1'],
  ['p', 'notification.toolkit.fluxcd.io', 'Provider', 'v1beta3'],
  ['q', 'notification.toolkit.fluxcd.io', 'Alert', 'v1beta3'],
  ['r', 'notification.toolkit.fluxcd.io', 'Receiver', 'v1'],
];

const CODES = new Map(BUILT_IN_KINDS.map(([code, group, kind]) => [`${group}/${kind}`, code]));

export const KINDS = new Map(BUILT_IN_KINDS.map(([code, group, kind, version]) => [code, { group, kind, version }]));
export const VERSIONS = new Map(BUILT_IN_KINDS.map(([, group, kind, version]) => [`${group}/${kind}`, version]));

/** Redis hash field for an object key. One letter replaces the group and kind of frequent kinds. */
export function encodeField(key: ObjectKey): string {
  const end = key.indexOf('/', key.indexOf('/') + 1);
  const code = CODES.get(key.slice(0, end));
  return code === undefined ? key : code + key.slice(end);
}

/** @throws RangeError */
export function decodeField(field: string): ObjectKey {
  const slashes = field.split('/').length - 1;
  if (slashes === 3) return field;
  const kind = slashes === 2 ? KINDS.get(field.slice(0, field.indexOf('/'))) : undefined;
  if (!kind) throw new RangeError('a field that is no key');
  return `${kind.group}/${kind.kind}${field.slice(1)}`;
}
