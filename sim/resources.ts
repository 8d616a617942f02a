/**
 * The resources that a simulated API server can serve. Built-in resources always exist. Custom resources exist while
 * their CustomResourceDefinition exists, as on a real server.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { Resource } from '../rbac/types.ts';

export interface SimulatedResource extends Resource {
  /** Other served versions. The least preferred is last. Objects have the same content in all versions. */
  readonly olderVersions?: readonly string[];
  /** True if `/status` exists. Writes to the main path then never change a status. */
  readonly hasStatus: boolean;
  /** Verbs of the resource. Reviews (such as SubjectAccessReview) can only be created, and are never stored. */
  readonly verbs: readonly string[];
}

const READ_WRITE = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'] as const;

type Scope = 'Namespaced' | 'Cluster';

/** A resource that can be read and written. `groupVersion` has the form of apiVersion: `v1` or `apps/v1`. */
export function simulatedResource(
  groupVersion: string,
  kind: string,
  plural: string,
  scope: Scope = 'Namespaced',
  hasStatus = true,
): SimulatedResource {
  const names = {
    ...(SHORT_NAMES[kind] && { shortNames: SHORT_NAMES[kind] }),
    ...(IN_ALL.has(kind) && { categories: ['all'] }),
  };
  return {
    ...splitGroupVersion(groupVersion),
    kind,
    plural,
    namespaced: scope === 'Namespaced',
    ...names,
    hasStatus,
    verbs: READ_WRITE,
  };
}

/** Short names, as in API servers and in the CustomResourceDefinitions of Flux. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  Namespace: ['ns'],
  Node: ['no'],
  Pod: ['po'],
  Service: ['svc'],
  ServiceAccount: ['sa'],
  ConfigMap: ['cm'],
  PersistentVolumeClaim: ['pvc'],
  Event: ['ev'],
  Deployment: ['deploy'],
  ReplicaSet: ['rs'],
  StatefulSet: ['sts'],
  DaemonSet: ['ds'],
  CronJob: ['cj'],
  HorizontalPodAutoscaler: ['hpa'],
  Ingress: ['ing'],
  CustomResourceDefinition: ['crd', 'crds'],
  GitRepository: ['gitrepo'],
  OCIRepository: ['ocirepo'],
  HelmRepository: ['helmrepo'],
  HelmChart: ['hc'],
  Kustomization: ['ks'],
  HelmRelease: ['hr'],
};
const IN_ALL: ReadonlySet<string> = new Set([
  ...[
    'Pod',
    'Service',
    'Deployment',
    'ReplicaSet',
    'StatefulSet',
    'DaemonSet',
    'Job',
    'CronJob',
    'HorizontalPodAutoscaler',
  ],
]);

export function splitGroupVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export function groupVersion({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

function review(group: string, kind: string): SimulatedResource {
  const namespaced = kind === 'LocalSubjectAccessReview';
  return {
    group,
    version: 'v1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced,
    hasStatus: false,
    verbs: ['create'],
  };
}

const RBAC = 'rbac.authorization.k8s.io/v1';

export const BUILT_IN_RESOURCES: readonly SimulatedResource[] = [
  simulatedResource('v1', 'Namespace', 'namespaces', 'Cluster'),
  simulatedResource('v1', 'Node', 'nodes', 'Cluster'),
  simulatedResource('v1', 'Pod', 'pods'),
  simulatedResource('v1', 'Service', 'services'),
  simulatedResource('v1', 'ServiceAccount', 'serviceaccounts', 'Namespaced', false),
  simulatedResource('v1', 'ConfigMap', 'configmaps', 'Namespaced', false),
  simulatedResource('v1', 'Secret', 'secrets', 'Namespaced', false),
  simulatedResource('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'),
  simulatedResource('v1', 'Event', 'events', 'Namespaced', false),
  simulatedResource('apps/v1', 'Deployment', 'deployments'),
  simulatedResource('apps/v1', 'ReplicaSet', 'replicasets'),
  simulatedResource('apps/v1', 'StatefulSet', 'statefulsets'),
  simulatedResource('apps/v1', 'DaemonSet', 'daemonsets'),
  simulatedResource('batch/v1', 'Job', 'jobs'),
  simulatedResource('batch/v1', 'CronJob', 'cronjobs'),
  simulatedResource('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
  simulatedResource('networking.k8s.io/v1', 'Ingress', 'ingresses'),
  simulatedResource('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', 'Namespaced', false),
  simulatedResource('coordination.k8s.io/v1', 'Lease', 'leases', 'Namespaced', false),
  simulatedResource(RBAC, 'Role', 'roles', 'Namespaced', false),
  simulatedResource(RBAC, 'RoleBinding', 'rolebindings', 'Namespaced', false),
  simulatedResource(RBAC, 'ClusterRole', 'clusterroles', 'Cluster', false),
  simulatedResource(RBAC, 'ClusterRoleBinding', 'clusterrolebindings', 'Cluster', false),
  simulatedResource('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions', 'Cluster'),
  review('authorization.k8s.io', 'SubjectAccessReview'),
  review('authorization.k8s.io', 'SelfSubjectAccessReview'),
  review('authorization.k8s.io', 'SelfSubjectRulesReview'),
  review('authentication.k8s.io', 'TokenReview'),
];

export function definitionOf(resource: SimulatedResource): KubernetesObject {
  const { group, kind, plural, namespaced, hasStatus, policy } = resource;
  const singular = kind.toLowerCase();
  const established = [
    { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
    {
      type: 'Established',
      status: 'True',
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
    },
  ];
  const { shortNames, categories } = resource;
  const names = {
    kind,
    listKind: `${kind}List`,
    plural,
    singular,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      ...(policy !== undefined && { labels: { 'gateway.networking.k8s.io/policy': policy } }),
    },
    spec: {
      group,
      names,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      versions: [resource.version, ...(resource.olderVersions ?? [])].map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        ...(hasStatus ? { subresources: { status: {} } } : {}),
      })),
    },
    status: { acceptedNames: names, conditions: established, storedVersions: [resource.version] },
  };
}

interface Definition {
  readonly group: string;
  readonly scope: Scope;
  readonly names: Pick<Resource, 'kind' | 'plural' | 'shortNames' | 'categories'>;
  readonly versions: readonly {
    readonly name: string;
    readonly served: boolean;
    readonly subresources?: { readonly status?: unknown };
  }[];
}

/**
 * The resource that a CustomResourceDefinition defines. Undefined if the definition is incomplete or serves no version.
 */
export function resourceOf(definition: KubernetesObject): SimulatedResource | undefined {
  const spec = definition.spec as Partial<Definition> | undefined;
  const served = spec?.versions?.filter(version => version.served) ?? [];
  const [preferred, ...older] = served;
  if (!spec?.group || !spec.names || !preferred) return undefined;
  return {
    group: spec.group,
    version: preferred.name,
    olderVersions: older.map(version => version.name),
    kind: spec.names.kind,
    plural: spec.names.plural,
    namespaced: spec.scope === 'Namespaced',
    shortNames: spec.names.shortNames,
    categories: spec.names.categories,
    hasStatus: preferred.subresources?.status !== undefined,
    verbs: READ_WRITE,
  };
}
