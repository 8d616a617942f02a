/**
 * RBAC in few words: small functions that show only what matters to a test.
 */
import { parseGrantObject } from '../../rbac/parse.ts';
import { grantKey } from '../../rbac/types.ts';
import type { ClusterGrants, GrantObject, LeafIdentity, Resource } from '../../rbac/types.ts';

export interface RuleFixture {
  verbs?: string[] | undefined;
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
}

/** A rule in the core group, unless the resource says `plural.group`. */
export function allow(verbs: string | string[], resources: string | string[], ...resourceNames: string[]): RuleFixture {
  const split = [resources].flat().map(resource => (resource.includes('.') ? resource.split(/\.(.*)/s) : [resource, '']));
  return {
    verbs: [verbs].flat(),
    apiGroups: [...new Set(split.map(([, group]) => group!))],
    resources: split.map(([plural]) => plural!),
    ...(resourceNames.length > 0 && { resourceNames }),
  };
}

export function role(namespace: string, name: string, ...rules: RuleFixture[]): GrantObject {
  return parseGrantObject('Role', { metadata: { namespace, name }, rules });
}

export function clusterRole(name: string, ...rules: RuleFixture[]): GrantObject {
  return parseGrantObject('ClusterRole', { metadata: { name }, rules });
}

export const user = (name: string) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name });
export const group = (name: string) => ({ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name });
export const serviceAccount = (namespace: string, name: string) => ({ kind: 'ServiceAccount', name, ...(namespace && { namespace }) });

/** `Role/name` or `ClusterRole/name`. */
export function roleBinding(namespace: string, name: string, ref: string, ...subjects: object[]): GrantObject {
  return parseGrantObject('RoleBinding', { metadata: { namespace, name }, roleRef: roleRef(ref), subjects });
}

export function clusterRoleBinding(name: string, ref: string, ...subjects: object[]): GrantObject {
  return parseGrantObject('ClusterRoleBinding', { metadata: { name }, roleRef: roleRef(ref), subjects });
}

function roleRef(ref: string) {
  const [kind, name] = ref.split(/\/(.*)/s);
  return { apiGroup: 'rbac.authorization.k8s.io', kind, name };
}

let revisions = 0;

export function grantsOf(...objects: GrantObject[]): ClusterGrants {
  return { revision: ++revisions, objects: new Map(objects.map(object => [grantKey(object), object])) };
}

export function identity(name: string, ...groups: string[]): LeafIdentity {
  return { user: name, groups };
}

export function resource(plural: string, kind: string, options: { group?: string; namespaced?: boolean } = {}): Resource {
  return { group: options.group ?? '', version: 'v1', kind, plural, namespaced: options.namespaced ?? true };
}

export const PODS = resource('pods', 'Pod');
export const EVENTS = resource('events', 'Event');
export const EVENTS_GROUP = resource('events', 'Event', { group: 'events.k8s.io' });
export const NAMESPACES = resource('namespaces', 'Namespace', { namespaced: false });
export const NODES = resource('nodes', 'Node', { namespaced: false });
export const DEPLOYMENTS = resource('deployments', 'Deployment', { group: 'apps' });
export const RESOURCES = [PODS, EVENTS, EVENTS_GROUP, NAMESPACES, NODES, DEPLOYMENTS];
