/**
 * The words of the suite: few, so that what is hidden and what is shown meet in names, namespaces, kinds, labels and messages; some of them
 * chosen to break separators, globs and prototypes.
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
/** What every cluster serves. */
export const COMMON = [NAMESPACE, POD, SERVICE, KUSTOMIZATION, resource('apps', 'v1', 'Deployment', 'deployments')];
/** What a cluster may serve beside them: the same plural or kind in another group, another version, cluster scope. */
export const RARE = [
  resource('secret.example.com', 'v1alpha1', 'Widget', 'widgets'),
  resource('apps.example.com', 'v2', 'Deployment', 'deployments'),
  resource('', 'v1', 'Node', 'nodes', false),
  resource('tenancy.example.com', 'v1', 'Namespace', 'namespaces', false),
  resource('work.karmada.io', 'v1alpha2', 'ResourceBinding', 'resourcebindings'),
  resource('work.open-cluster-management.io', 'v1alpha1', 'ManifestWorkReplicaSet', 'manifestworkreplicasets'),
];
export const RESOURCES = [...COMMON, ...RARE];

export const CLUSTERS = ['leaf-b', 'leaf:x'];
/** Clusters that come and go; they sort before, between and after the others. */
export const OTHER_CLUSTERS = ['a-hidden', 'leaf-c', 'zz/hidden'];
export const NAMESPACES = ['team-a', 'team-a-2', 'kube-system', '__proto__'];
export const NAMES = ['web', 'Web', 'a,b', '*', 'secret-name', ...NAMESPACES];
export const REASONS = ['', 'Failed', 'SecretReason'];
export const MESSAGES = ['', 'could not pull', 'Could not reach secret-name in kube-system'];
export const REVISIONS = ['', 'main@sha1:1', 'secret@sha1:2'];
export const SOURCE_URLS = ['https://git.example/web', 'https://git.example/secret'];
export const IMAGES = ['', 'registry/web:1', 'registry/web:1\nsecret/sidecar:2'];
export const LABELS = { keys: ['app', 'n', '__proto__', 'secret.example.com/key'], values: ['', '1', '20', 'web', 'secret-value'] };
export const TIMES = [1_700_000_000_000, 1_700_000_000_001, 1_700_000_100_000];

/** Callers of the queries. `root` may list everything: in every world somebody sees all that the others do not. */
export const ASKERS = {
  jane: { token: 'token-jane', user: 'jane', groups: ['dev'] },
  olga: { token: 'token-olga', user: 'olga', groups: ['ops', 'dev'] },
  nobody: { token: 'token-nobody', user: 'nobody', groups: [] },
  root: { token: 'token-root', user: 'root', groups: [] },
} as const;
export type Asker = keyof typeof ASKERS;
