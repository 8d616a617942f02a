/**
 * The fleets S1 and S2. Each row is a function of its number. So our store, Postgres and the expected answers are made
 * from equal rows, and no process must hold all rows.
 *
 * Names end in six random hexadecimal digits and are nearly all distinct. Label sets are shared. Healthy objects share
 * messages.
 *
 * A row's content must not depend on its number modulo a divisor of the number of clusters. Otherwise the rows of a
 * cluster would be too alike.
 */
import type { BindingObject, GrantObject, PolicyRule, Resource, RoleObject } from '../../rbac/types.ts';
import type { ClusterState, ObjectStatus, Row } from '../../store/store.ts';

export interface FleetShape {
  readonly name: string;
  readonly clusters: number;
  /** Number of namespaces in each cluster. All clusters have equal namespace names. */
  readonly namespaces: number;
  /** Total number of rows. */
  readonly rows: number;
  /** Number of rows in each namespace. Undefined means a random number for each namespace. */
  readonly rowsPerNamespace?: number;
}

const S1: FleetShape = { name: 'S1', clusters: 200, namespaces: 50, rows: 500_000 };

export const SHAPES = {
  S1,
  /** The clusters and namespaces of S1 with a tenth of the rows, for the benchmark `growth`. */
  tenth: { ...S1, name: 'tenth', rows: 50_000 },
  S2: { name: 'S2', clusters: 300, namespaces: 1_000, rows: 4_800_000, rowsPerNamespace: 16 },
} as const satisfies Record<string, FleetShape>;

export interface FleetKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** Percentage of all rows. */
  readonly weight: number;
}

const SOURCE = 'source.toolkit.fluxcd.io';

export const KINDS: readonly FleetKind[] = [
  { group: 'kustomize.toolkit.fluxcd.io', version: 'v1', kind: 'Kustomization', plural: 'kustomizations', weight: 10 },
  { group: 'helm.toolkit.fluxcd.io', version: 'v2', kind: 'HelmRelease', plural: 'helmreleases', weight: 10 },
  { group: SOURCE, version: 'v1', kind: 'GitRepository', plural: 'gitrepositories', weight: 4 },
  { group: SOURCE, version: 'v1', kind: 'HelmRepository', plural: 'helmrepositories', weight: 3 },
  { group: SOURCE, version: 'v1', kind: 'HelmChart', plural: 'helmcharts', weight: 8 },
  { group: SOURCE, version: 'v1', kind: 'OCIRepository', plural: 'ocirepositories', weight: 3 },
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', weight: 26 },
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', weight: 10 },
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', plural: 'replicasets', weight: 10 },
  { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', weight: 10 },
  { group: '', version: 'v1', kind: 'Service', plural: 'services', weight: 6 },
];

const APPS = 4_000;
const COMMITS = 500;
const ENVIRONMENTS = ['dev', 'staging', 'prod'];
/** The time to which all timestamps are relative. */
const NOW = Date.UTC(2026, 0, 15);
const DAY = 86_400_000;

/** A row as numbers. */
export interface PlannedRow {
  readonly number: number;
  readonly cluster: number;
  readonly namespace: number;
  /** Index into KINDS. */
  readonly kind: number;
  readonly app: number;
  readonly status: ObjectStatus;
  readonly suspended: boolean;
}

/** The rows of one cluster, in an order that never changes. */
export function* plannedRows(shape: FleetShape, cluster: number): Generator<PlannedRow, void, void> {
  const { clusters, namespaces, rows, rowsPerNamespace } = shape;
  if (rowsPerNamespace === undefined) {
    for (let number = cluster; number < rows; number += clusters)
      yield plan(number, cluster, chance(number, 2) % namespaces);
    return;
  }
  const perCluster = namespaces * rowsPerNamespace;
  for (let i = 0; i < perCluster; i++) yield plan(cluster * perCluster + i, cluster, Math.floor(i / rowsPerNamespace));
}

const KIND_OF_SLOT = KINDS.flatMap(({ weight }, kind) => Array.from({ length: weight }, () => kind));

function plan(number: number, cluster: number, namespace: number): PlannedRow {
  const luck = chance(number, 3);
  const status = luck % 20 === 0 ? 'FAILED' : luck % 31 === 0 ? 'IN_PROGRESS' : 'CURRENT';
  const kind = KIND_OF_SLOT[chance(number, 1) % 100]!;
  return { number, cluster, namespace, kind, app: chance(number, 4) % APPS, status, suspended: luck % 53 === 0 };
}

export const clusterName = (cluster: number): string => `cluster-${String(cluster).padStart(3, '0')}`;
export const namespaceName = (namespace: number): string => `team-${namespace}`;
export const objectName = ({ number, kind, app }: PlannedRow): string =>
  `${KINDS[kind]!.kind.toLowerCase()}-app-${app}-${hex(number, 5, 6)}`;

export function rowOf(planned: PlannedRow): Row {
  const { number, app, status, suspended } = planned;
  const { group, version, kind } = KINDS[planned.kind]!;
  const [cluster, namespace, name] = [
    clusterName(planned.cluster),
    namespaceName(planned.namespace),
    objectName(planned),
  ];
  return {
    ...{ cluster, group, version, kind, namespace, name },
    uid: `${hex(number, 7, 8)}-${hex(number, 8, 4)}-4${hex(number, 9, 3)}-a${hex(number, 10, 3)}-${hex(number, 11, 8)}${hex(number, 12, 4)}`,
    resourceVersion: String(100_000_000 + (chance(number, 13) % 800_000_000)),
    ...{
      status,
      suspended,
      reason: reasonOf(planned),
      message: messageOf(planned),
      revision: revisionOf(planned),
      attemptedRevision: '',
    },
    images: imagesOf(planned),
    ...(kind === 'Kustomization' && {
      relations: [{ type: 'SOURCE', to: `${SOURCE}/GitRepository/${namespace}/app-${app}` }],
    }),
    labels: labelsOf(planned),
    ...timesOf(planned),
    syncedAt: NOW + (number % DAY),
  };
}

export function timesOf({ number }: PlannedRow): Pick<Row, 'createdAt' | 'transitionedAt'> {
  const createdAt = NOW - 1_000 * (chance(number, 6) % (400 * 86_400));
  return { createdAt, transitionedAt: Math.max(createdAt, NOW - 1_000 * (chance(number, 14) % (30 * 86_400))) };
}

/** The row after a change. Only its version, its status and `syncedAt` differ. */
export function changedRow(row: Row, round: number): Row {
  const resourceVersion = String(Number(row.resourceVersion) + 1 + round);
  const status = row.status === 'IN_PROGRESS' ? 'CURRENT' : 'IN_PROGRESS';
  return { ...row, resourceVersion, status, syncedAt: row.syncedAt + round };
}

function labelsOf({ cluster, kind, app }: PlannedRow): Row['labels'] {
  const labels = {
    'app.kubernetes.io/name': `app-${app}`,
    'app.kubernetes.io/managed-by': 'flux',
    team: `t${app % 40}`,
    env: environmentOf(cluster),
  };
  const { kind: named } = KINDS[kind]!;
  // An application has one hash per environment, so its pods share label sets.
  return named === 'Pod' || named === 'ReplicaSet'
    ? { ...labels, 'pod-template-hash': hex(app * 3 + (cluster % 3), 15, 8) }
    : labels;
}

const environmentOf = (cluster: number) => ENVIRONMENTS[cluster % ENVIRONMENTS.length]!;

function reasonOf({ kind, status }: PlannedRow): string {
  const flux = KINDS[kind]!.group.endsWith('fluxcd.io');
  if (status === 'FAILED') return flux ? 'ReconciliationFailed' : 'CrashLoopBackOff';
  if (status === 'IN_PROGRESS') return flux ? 'Progressing' : 'LessReplicas';
  return flux ? 'ReconciliationSucceeded' : '';
}

function messageOf(planned: PlannedRow): string {
  const { number, namespace, app, status } = planned;
  const { kind, group } = KINDS[planned.kind]!;
  const flux = group.endsWith('fluxcd.io');
  if (status === 'FAILED') {
    return flux
      ? `kustomize build failed: accumulating resources: 'deploy/app-${app}' not found in /tmp/kustomization-${chance(number, 16) % 1e9}`
      : `back-off 5m0s restarting failed container=app-${app} pod=${objectName(planned)}_${namespaceName(namespace)}`;
  }
  if (status === 'IN_PROGRESS')
    return flux ? 'Reconciliation in progress' : 'Available: 2/3, waiting for 1 more replica to be ready';
  switch (kind) {
    case 'Kustomization':
      return `Applied revision: ${commitOf(app)}`;
    case 'HelmRelease':
      return `Helm upgrade succeeded for release ${namespaceName(namespace)}/app-${app}.v${app % 17} with chart app@1.${app % 9}.2`;
    case 'GitRepository':
    case 'OCIRepository':
    case 'HelmRepository':
      return `stored artifact for revision '${commitOf(app)}'`;
    case 'HelmChart':
      return `pulled 'app' chart with version '1.${app % 9}.2'`;
    case 'Deployment':
    case 'ReplicaSet':
      return `${kind} is available. Replicas: ${1 + (app % 5)}`;
    case 'Pod':
      return 'Pod is Ready';
    default:
      return 'Resource is current';
  }
}

function revisionOf({ kind, app }: PlannedRow): string {
  const named = KINDS[kind]!.kind;
  if (named === 'HelmRelease' || named === 'HelmChart') return `1.${app % 9}.2`;
  return KINDS[kind]!.group.endsWith('fluxcd.io') ? commitOf(app) : '';
}

function imagesOf({ kind, app }: PlannedRow): string {
  const { kind: named, group } = KINDS[kind]!;
  const isWorkload = group === 'apps' || named === 'Pod';
  return isWorkload ? `registry.acme.example/app-${app}:1.${app % 9}.2` : '';
}

const COMMIT_TEXTS = Array.from(
  { length: COMMITS },
  (_, i) => `main@sha1:${[17, 18, 19, 20, 21].map(salt => hex(i, salt, 8)).join('')}`,
);
const commitOf = (app: number) => COMMIT_TEXTS[app % COMMITS]!;

const RESOURCES: readonly Resource[] = KINDS.map(({ group, version, kind, plural }) => ({
  group,
  version,
  kind,
  plural,
  namespaced: true,
}));

/** The state that the collector of a healthy cluster writes. */
export function fleetState(): ClusterState {
  return {
    ...{ phase: 'synced', reason: '', version: 'v1.36.1', authorization: 'rbac', answeredAgo: 0 },
    kinds: KINDS.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
    resources: RESOURCES,
    grants: { complete: true, confirmedAgo: 0, reason: '' },
  };
}

export function clusterRole(name: string, rules: readonly PolicyRule[]): RoleObject {
  return { type: 'ClusterRole', namespace: '', name, rules, aggregated: false, resourceVersion: '1' };
}

const RBAC = 'rbac.authorization.k8s.io';

/** Binds a ClusterRole in a namespace, or on the whole cluster if the namespace is empty. */
export function binding(
  namespace: string,
  name: string,
  role: string,
  [kind, subject]: readonly ['User' | 'Group', string],
): BindingObject {
  const type = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  const subjects = [{ kind, apiGroup: RBAC, name: subject, namespace: '' }];
  return {
    type,
    namespace,
    name,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects,
    resourceVersion: '1',
  };
}

const READ = ['get', 'list', 'watch'];

export const ROLES: readonly GrantObject[] = [
  clusterRole('cluster-admin', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }]),
  clusterRole(
    'reader',
    [...Map.groupBy(KINDS, ({ group }) => group)].map(([group, kinds]) => {
      return { verbs: READ, apiGroups: [group], resources: kinds.map(({ plural }) => plural), resourceNames: [] };
    }),
  ),
];

/** A pseudo-random number of 32 bits, from the finalizer of MurmurHash3. */
function chance(number: number, salt: number): number {
  let mixed = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca77);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hex(number: number, salt: number, digits: number): string {
  return chance(number, salt).toString(16).padStart(8, '0').slice(0, digits);
}

/** URL of the cluster, at which no server answers. */
export function serverOf(cluster: string): string {
  return `http://127.0.0.1:9/${cluster}`;
}
