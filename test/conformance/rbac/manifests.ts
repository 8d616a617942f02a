/**
 * RBAC as manifests: what a test sends to an API server, kept by key, so that a world of it can be changed one object at a time.
 */
import type { GrantObject, Resource } from '../../../rbac/types.ts';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const RBAC_VERSION = `${RBAC_GROUP}/v1`;

export interface RuleManifest {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

export interface SubjectManifest {
  kind: string;
  name: string;
  apiGroup?: string;
  namespace?: string;
}

/** A Role, ClusterRole, RoleBinding or ClusterRoleBinding. */
export interface RbacManifest {
  kind: GrantObject['type'];
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  /** Of a role. Null is stored as no rules. */
  rules?: RuleManifest[] | null;
  aggregationRule?: { clusterRoleSelectors: { matchLabels: Record<string, string> }[] };
  /** Of a binding. */
  roleRef?: { apiGroup: string; kind: string; name: string };
  subjects?: SubjectManifest[];
}

/** Manifests by keyOf(). */
export type World = ReadonlyMap<string, RbacManifest>;

export const PLURALS: Readonly<Record<GrantObject['type'], string>> = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
  RoleBinding: 'rolebindings',
  ClusterRoleBinding: 'clusterrolebindings',
};

export const GRANT_TYPES = Object.keys(PLURALS) as GrantObject['type'][];

export function keyOf({ kind, metadata: { name, namespace = '' } }: RbacManifest): string {
  return `${kind}/${namespace}/${name}`;
}

export function worldOf(manifests: Iterable<RbacManifest>): World {
  return new Map(Array.from(manifests, manifest => [keyOf(manifest), manifest]));
}

export function rbacPath(kind: GrantObject['type'], namespace = '', name?: string): string {
  const scope = namespace === '' ? '' : `/namespaces/${namespace}`;
  return `/apis/${RBAC_VERSION}${scope}/${PLURALS[kind]}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}

export function definition(resource: Resource): KubernetesJson {
  const { group, version, kind, plural, namespaced } = resource;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
}

/** An object of any resource, as little of it as the API server takes. */
export function objectOf({ group, version, kind }: Resource, namespace: string, name: string): KubernetesJson {
  const manifest: KubernetesJson = {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name, ...(namespace !== '' && { namespace }) },
  };
  if (kind === 'Pod' && group === '') manifest['spec'] = { containers: [{ name: 'main', image: 'main:1' }] };
  if (kind === 'Deployment') {
    const labels = { app: name.replaceAll('.', '-') };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main:1' }] } };
    manifest['spec'] = { selector: { matchLabels: labels }, template };
  }
  if (kind === 'Event' && group === '') {
    manifest['involvedObject'] = { kind: 'Pod', namespace, name };
    manifest['reason'] = 'Seen';
  }
  return manifest;
}
