/**
 * Users of the demo fleet and their rights, as RBAC objects of each cluster. There is an administrator of everything, a
 * developer of one team, and a known user without rights. The collector may list everything and impersonate anybody.
 */
import { DEVELOPER_TEAM } from './plan.ts';
import type { DemoCluster } from './cluster.ts';
import { demoObject, type DemoObject } from './render.ts';

export interface DemoIdentity {
  readonly name: string;
  readonly token: string;
  readonly user: string;
  readonly groups: readonly string[];
}

export const demoIdentities: readonly DemoIdentity[] = [
  { name: 'platform-admin', token: 'demo-platform-admin', user: 'ada@acme.example', groups: ['platform-admins'] },
  {
    name: 'team-developer',
    token: 'demo-team-developer',
    user: 'jane@acme.example',
    groups: [`team-${DEVELOPER_TEAM}`],
  },
  { name: 'nobody', token: 'demo-nobody', user: 'guest@acme.example', groups: ['contractors'] },
];

/** Identity with which fleetgraph itself sends requests to the clusters of the demo. */
export const demoCollector: DemoIdentity = {
  name: 'collector',
  token: 'demo-collector',
  user: 'system:serviceaccount:fleetgraph:fleetgraph',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:fleetgraph'],
};

/**
 * True if the developer has rights in the team's namespaces on this cluster. In production, the developer has rights
 * only on clusters whose index is a multiple of three.
 */
export function developerWorksOn({ environment, index }: DemoCluster): boolean {
  return environment !== 'prod' || index % 3 === 0;
}

const RBAC = 'rbac.authorization.k8s.io';
const READ = ['get', 'list', 'watch'];
const CUSTOM_ROLE_LABEL = 'acme.example/aggregate-to-developer';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

const WORKLOAD_RULES: readonly Rule[] = [
  {
    apiGroups: [''],
    resources: ['pods', 'pods/log', 'services', 'configmaps', 'persistentvolumeclaims', 'events'],
    verbs: READ,
  },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: READ },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: READ },
  { apiGroups: ['apps'], resources: ['deployments', 'replicasets', 'statefulsets', 'daemonsets'], verbs: READ },
  { apiGroups: ['batch'], resources: ['jobs', 'cronjobs'], verbs: READ },
  { apiGroups: ['metrics.k8s.io'], resources: ['pods'], verbs: ['get', 'list'] },
];
const FLUX_RULES: readonly Rule[] = ['kustomize', 'helm', 'source'].map(part => ({
  apiGroups: [`${part}.toolkit.fluxcd.io`],
  resources: ['*'],
  verbs: READ,
}));
/** Rules for Config Sync and kpt's inventories. */
const SYNC_RULES: readonly Rule[] = ['configsync.gke.io', 'kpt.dev'].map(group => ({
  apiGroups: [group],
  resources: ['*'],
  verbs: READ,
}));
/** Rules for the team's routes, its policies, and its part of the mesh. */
const TRAFFIC_RULES: readonly Rule[] = [
  'gateway.networking.k8s.io',
  'kuadrant.io',
  'networking.istio.io',
  'security.istio.io',
].map(group => ({
  ...{ apiGroups: [group], resources: ['*'], verbs: READ },
}));
const NAMESPACE_RULES: readonly Rule[] = [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get'] }];

const ADMIN_RULES: readonly Rule[] = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const COLLECTOR_RULES: readonly Rule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['list', 'watch'] },
  { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
];

export function grantsOf(cluster: DemoCluster): readonly DemoObject[] {
  const [admin, developer] = demoIdentities;
  const everywhere = [
    clusterRole(cluster, 'acme-platform-admin', ADMIN_RULES),
    binding(cluster, '', 'acme-platform-admins', 'ClusterRole/acme-platform-admin', [
      `Group/${admin?.groups[0] ?? ''}`,
    ]),
    clusterRole(cluster, 'fleetgraph-collector', COLLECTOR_RULES),
    binding(cluster, '', 'fleetgraph-collector', 'ClusterRole/fleetgraph-collector', ['ServiceAccount/fleetgraph']),
    clusterRole(cluster, 'acme-developer-workloads', WORKLOAD_RULES, { labels: { [CUSTOM_ROLE_LABEL]: 'true' } }),
    clusterRole(cluster, 'acme-developer-flux', FLUX_RULES, { labels: { [CUSTOM_ROLE_LABEL]: 'true' } }),
    clusterRole(cluster, 'acme-developer-sync', SYNC_RULES, { labels: { [CUSTOM_ROLE_LABEL]: 'true' } }),
    clusterRole(cluster, 'acme-developer-traffic', TRAFFIC_RULES, { labels: { [CUSTOM_ROLE_LABEL]: 'true' } }),
    clusterRole(cluster, 'acme-developer-namespace', NAMESPACE_RULES, { labels: { [CUSTOM_ROLE_LABEL]: 'true' } }),
    // In a real cluster, the controller manager fills in these rules by aggregation.
    clusterRole(
      cluster,
      'acme-developer',
      [...WORKLOAD_RULES, ...FLUX_RULES, ...SYNC_RULES, ...TRAFFIC_RULES, ...NAMESPACE_RULES],
      {
        aggregates: CUSTOM_ROLE_LABEL,
      },
    ),
  ];
  const members = cluster.teams.flatMap(team => {
    if (team === DEVELOPER_TEAM && !developerWorksOn(cluster)) return [];
    return [team, `${team}-batch`].map(namespace =>
      binding(cluster, namespace, 'acme-developers', 'ClusterRole/acme-developer', [`Group/team-${team}`]),
    );
  });
  if (!cluster.teams.includes(DEVELOPER_TEAM) || !developerWorksOn(cluster)) return [...everywhere, ...members];
  return [...everywhere, ...members, ...deliveryGrants(cluster, developer?.user ?? '')];
}

/**
 * Grants for the object that delivers the team's namespaces. The object is in another namespace, and the developer may
 * read this object by name.
 */
function deliveryGrants(cluster: DemoCluster, user: string): readonly DemoObject[] {
  const name = `tenant-${DEVELOPER_TEAM}-readers`;
  const rules = [
    {
      apiGroups: ['kustomize.toolkit.fluxcd.io'],
      resources: ['kustomizations'],
      resourceNames: [`tenant-${DEVELOPER_TEAM}`],
      verbs: ['get'],
    },
  ];
  const role = demoObject(cluster, [`${RBAC}/v1`, 'Role'], 'flux-system', name, () => ({ content: { rules } }));
  return [role, binding(cluster, 'flux-system', name, `Role/${name}`, [`User/${user}`])];
}

function clusterRole(
  cluster: DemoCluster,
  name: string,
  rules: readonly Rule[],
  { labels, aggregates }: { labels?: Readonly<Record<string, string>>; aggregates?: string } = {},
): DemoObject {
  const aggregation = aggregates && {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [aggregates]: 'true' } }] },
  };
  return demoObject(cluster, [`${RBAC}/v1`, 'ClusterRole'], '', name, () => ({
    ...(labels && { labels }),
    content: { ...aggregation, rules },
  }));
}

/** A RoleBinding. If `namespace` is empty, a ClusterRoleBinding. `role` and `subjects` have the form `Kind/name`. */
function binding(
  cluster: DemoCluster,
  namespace: string,
  name: string,
  role: string,
  subjects: readonly string[],
): DemoObject {
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  const named = (reference: string) => ({
    kind: reference.slice(0, reference.indexOf('/')),
    name: reference.slice(reference.indexOf('/') + 1),
  });
  return demoObject(cluster, [`${RBAC}/v1`, kind], namespace, name, () => ({
    content: {
      roleRef: { apiGroup: RBAC, ...named(role) },
      subjects: subjects.map(subject => ({
        ...(subject.startsWith('ServiceAccount/') ? { namespace: 'fleetgraph' } : { apiGroup: RBAC }),
        ...named(subject),
      })),
    },
  }));
}
