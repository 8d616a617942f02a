/**
 * Short forms of RBAC manifests for an API server: small functions that show only what matters to a test. fixtures.ts
 * has functions of equal names for the evaluator's input.
 */
import type { GrantObject } from '../../rbac/types.ts';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const RBAC_VERSION = `${RBAC_GROUP}/v1`;

/** A rule for the core group, unless the resources are written as `plural.group`. */
export function allow(
  verbs: string | string[],
  resources: string | string[],
  ...resourceNames: string[]
): RuleManifest {
  const split = [resources]
    .flat()
    .map(resource => (resource.includes('.') ? resource.split(/\.(.*)/s) : [resource, '']));
  return {
    verbs: [verbs].flat(),
    apiGroups: [...new Set(split.map(([, group]) => group!))],
    resources: split.map(([plural]) => plural!),
    ...(resourceNames.length > 0 && { resourceNames }),
  };
}

export function role(namespace: string, name: string, ...rules: RuleManifest[]): RbacManifest {
  return { kind: 'Role', metadata: { namespace, name }, rules };
}

export function clusterRole(name: string, ...rules: RuleManifest[]): RbacManifest {
  return { kind: 'ClusterRole', metadata: { name, labels: {} }, rules };
}

export const user = (name: string): SubjectManifest => ({ kind: 'User', apiGroup: RBAC_GROUP, name });
export const group = (name: string): SubjectManifest => ({ kind: 'Group', apiGroup: RBAC_GROUP, name });
export const serviceAccount = (namespace: string, name: string): SubjectManifest => ({
  kind: 'ServiceAccount',
  name,
  ...(namespace !== '' && { namespace }),
});

/** @param ref `Role/name` or `ClusterRole/name` */
export function roleBinding(
  namespace: string,
  name: string,
  ref: string,
  ...subjects: SubjectManifest[]
): RbacManifest {
  return { kind: 'RoleBinding', metadata: { namespace, name }, roleRef: roleRef(ref), subjects };
}

export function clusterRoleBinding(name: string, ref: string, ...subjects: SubjectManifest[]): RbacManifest {
  return { kind: 'ClusterRoleBinding', metadata: { name }, roleRef: roleRef(ref), subjects };
}

/** A RoleBinding. For the namespace '', a ClusterRoleBinding. */
export function bind(namespace: string, ...rest: Parameters<typeof clusterRoleBinding>): RbacManifest {
  return namespace === '' ? clusterRoleBinding(...rest) : roleBinding(namespace, ...rest);
}

function roleRef(ref: string): { apiGroup: string; kind: string; name: string } {
  const [kind = '', name = ''] = ref.split(/\/(.*)/s);
  return { apiGroup: RBAC_GROUP, kind, name };
}

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
  /** Rules of a role. Null means no rules. */
  rules?: RuleManifest[] | null;
  aggregationRule?: { clusterRoleSelectors: { matchLabels: Record<string, string> }[] };
  /** Role that a binding refers to. */
  roleRef?: { apiGroup: string; kind: string; name: string };
  subjects?: SubjectManifest[];
}

export const PLURALS: Readonly<Record<GrantObject['type'], string>> = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
  RoleBinding: 'rolebindings',
  ClusterRoleBinding: 'clusterrolebindings',
};

export const GRANT_TYPES = Object.keys(PLURALS) as GrantObject['type'][];

export function rbacPath(kind: GrantObject['type'], namespace = '', name?: string): string {
  const scope = namespace === '' ? '' : `/namespaces/${namespace}`;
  return `/apis/${RBAC_VERSION}${scope}/${PLURALS[kind]}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}
