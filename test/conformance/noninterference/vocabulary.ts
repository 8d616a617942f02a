/**
 * The words of which worlds and queries consist. There are only a few, so that hidden and shown objects share names,
 * namespaces, kinds, labels and messages. Some words contain separators, globs or names of prototype members, to break
 * careless code.
 */
import type { Resource } from '../../../rbac/types.ts';

const resource = (group: string, version: string, kind: string, plural: string, namespaced = true): Resource => ({
  group,
  version,
  kind,
  plural,
  namespaced,
});

export const NAMESPACE = resource('', 'v1', 'Namespace', 'namespaces', false);
export const POD = resource('', 'v1', 'Pod', 'pods');
export const SERVICE = resource('', 'v1', 'Service', 'services');
export const KUSTOMIZATION = resource('kustomize.toolkit.fluxcd.io', 'v1', 'Kustomization', 'kustomizations');
/** Kinds that deploy packages, and kinds that describe a package or its source. */
export const OF_PACKAGES = [
  resource('configsync.gke.io', 'v1beta1', 'RootSync', 'rootsyncs'),
  resource('kpt.dev', 'v1alpha1', 'ResourceGroup', 'resourcegroups'),
  resource('argoproj.io', 'v1alpha1', 'Application', 'applications'),
  resource('porch.kpt.dev', 'v1alpha1', 'PackageRevision', 'packagerevisions'),
  resource('source.toolkit.fluxcd.io', 'v1', 'GitRepository', 'gitrepositories'),
];
/** Kinds that every cluster serves. */
export const COMMON = [
  NAMESPACE,
  POD,
  SERVICE,
  KUSTOMIZATION,
  resource('apps', 'v1', 'Deployment', 'deployments'),
  ...OF_PACKAGES,
];
/** Kinds that only some clusters serve. */
export const RARE = [
  resource('secret.example.com', 'v1alpha1', 'Widget', 'widgets'),
  resource('apps.example.com', 'v2', 'Deployment', 'deployments'),
  resource('', 'v1', 'Node', 'nodes', false),
  resource('networking.istio.io', 'v1', 'VirtualService', 'virtualservices'),
  resource('networking.istio.io', 'v1', 'DestinationRule', 'destinationrules'),
  resource('monitoring.coreos.com', 'v1', 'PodMonitor', 'podmonitors'),
  resource('tenancy.example.com', 'v1', 'Namespace', 'namespaces', false),
  resource('work.karmada.io', 'v1alpha2', 'ResourceBinding', 'resourcebindings'),
  resource('work.open-cluster-management.io', 'v1alpha1', 'ManifestWorkReplicaSet', 'manifestworkreplicasets'),
];
export const RESOURCES = [...COMMON, ...RARE];

/**
 * Values of `shownAs`, the kind under which objects of another kind are collected. No cluster serves gone.example.com.
 */
export const SHOWN_AS = [
  'pods',
  'deployments.apps',
  'widgets.secret.example.com',
  'deployments.apps.example.com',
  'gone.example.com',
];

export const CLUSTERS = ['leaf-b', 'leaf:x'];
/** Clusters that come and go. Their names sort before, between and after the names of the other clusters. */
export const OTHER_CLUSTERS = ['a-hidden', 'leaf-c', 'zz/hidden'];
export const NAMESPACES = ['team-a', 'team-a-2', 'kube-system', '__proto__'];
export const NAMES = ['web', 'Web', 'a,b', '*', 'secret-name', ...NAMESPACES];
export const REASONS = ['', 'Failed', 'SecretReason'];
export const MESSAGES = ['', 'could not pull', 'Could not reach secret-name in kube-system'];
export const REVISIONS = ['', 'main@sha1:1', 'secret@sha1:2'];
export const SOURCE_URLS = ['https://git.example/web', 'https://git.example/secret'];
export const PLACES = [
  ' apps',
  'https://git.example/web ',
  'https://git.example/web apps',
  'https://git.example/secret apps',
];
/** Clusters that hold Applications and PackageRevisions about other clusters. */
export const HUBS = ['leaf:x', 'a-hidden'];
export const IMAGES = ['', 'registry.example/web:1', 'registry.example/web:1\nsecret/sidecar:2'];
export const LABELS = {
  keys: ['app', 'n', '__proto__', 'secret.example.com/key'],
  values: ['', '1', '20', 'web', 'secret-value'],
};
/** Records of restarts. Some have equal numbers of restarts. */
/** Label selectors. A PodMonitor also selects in other namespaces. */
export const LABEL_SELECTORS = [
  { selector: [], namespaces: '*' },
  { selector: [{ key: 'app', operator: 'exists', values: [] }], namespaces: ['kube-system', 'team-a'] },
  { selector: [{ key: 'app', operator: 'in', values: ['web', 'secret-value'] }] },
];
/** Numbers of replicas: wanted, updated, ready, available. */
export const REPLICA_RECORDS = [{ n: [2, 2, 2, 2] }, { n: [3, 2, 1, 1] }];
/** Volumes of workloads, and access modes of claims. */
export const VOLUME_RECORDS = [{ claims: ['web', 'secret-name'] }, { templates: true }, { modes: ['ReadWriteOnce'] }];
export const RESTART_RECORDS = [
  { of: 'Pod', restarts: 1, container: 'web' },
  { of: 'Pod', restarts: 17, container: 'web', at: 1_000, reason: 'Error', exitCode: 1 },
  { of: 'Pod', restarts: 17, container: 'secret-name', at: 2_000, reason: 'SecretReason', exitCode: 137 },
];
/** Records of Services, of workloads and of Istio objects. They name objects that may be hidden. */
export const MESH_RECORDS = [
  [{ ports: ['80/TCP'], selector: { app: 'web' } }],
  [{ type: 'NodePort', rate: '5XX,0,1,http,inbound' }],
  [{ labels: { app: 'web', version: '1' }, account: 'secret-name', replicas: [2, 2, 1, 2] }],
  [{ labels: { app: 'secret-value' } }],
  [
    { hosts: ['web', 'secret-name.kube-system'], gateways: ['web'] },
    { at: 'http[0]/route[0]', host: 'web.team-a', subset: 'v1', weight: 50 },
    { at: 'http[1]/route[0]', host: 'secret-name.kube-system' },
  ],
  [{ host: 'web', subsets: [{ name: 'v1', labels: { version: '1' } }] }],
  [{ host: 'web.team-a', exportTo: ['.', 'kube-system'] }],
];
export const TIMES = [1_700_000_000_000, 1_700_000_000_001, 1_700_000_100_000];

/** Callers of the queries. `root` may list everything, and so sees rows that are hidden from other callers. */
export const ASKERS = {
  jane: { token: 'token-jane', user: 'jane', groups: ['dev'] },
  olga: { token: 'token-olga', user: 'olga', groups: ['ops', 'dev'] },
  nobody: { token: 'token-nobody', user: 'nobody', groups: [] },
  root: { token: 'token-root', user: 'root', groups: [] },
} as const;
export type Asker = keyof typeof ASKERS;
