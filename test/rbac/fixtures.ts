/** Short functions for RBAC in the form that the evaluator takes. They parse the manifests of manifests.ts. */
import { parseGrantObject } from '../../rbac/parse.ts';
import { finished, type Steps } from '../../async/fair-turns.ts';
import { grantKey } from '../../rbac/types.ts';
import type { ClusterGrants, GivenUp, GrantObject, LeafIdentity, Resource } from '../../rbac/types.ts';
import * as manifests from './manifests.ts';
import type { RbacManifest, RuleManifest, SubjectManifest } from './manifests.ts';

export { allow, group, serviceAccount, user } from './manifests.ts';

export function role(namespace: string, name: string, ...rules: RuleManifest[]): GrantObject {
  return parsed(manifests.role(namespace, name, ...rules));
}

export function clusterRole(name: string, ...rules: RuleManifest[]): GrantObject {
  return parsed(manifests.clusterRole(name, ...rules));
}

/** @param ref `Role/name` or `ClusterRole/name` */
export function roleBinding(namespace: string, name: string, ref: string, ...subjects: SubjectManifest[]): GrantObject {
  return parsed(manifests.roleBinding(namespace, name, ref, ...subjects));
}

export function clusterRoleBinding(name: string, ref: string, ...subjects: SubjectManifest[]): GrantObject {
  return parsed(manifests.clusterRoleBinding(name, ref, ...subjects));
}

function parsed(manifest: RbacManifest): GrantObject {
  return parseGrantObject(manifest.kind, manifest);
}

let revisions = 0;

export function grantsOf(...objects: GrantObject[]): ClusterGrants {
  return { revision: ++revisions, objects: new Map(objects.map(object => [grantKey(object), object])) };
}

export function identity(name: string, ...groups: string[]): LeafIdentity {
  return { user: name, groups };
}

export function resource(
  plural: string,
  kind: string,
  options: { group?: string; namespaced?: boolean } = {},
): Resource {
  return { group: options.group ?? '', version: 'v1', kind, plural, namespaced: options.namespaced ?? true };
}

/**
 * Result of work on grants.
 * @throws Error if the work was abandoned
 */
export function found<T>(steps: Steps<T | GivenUp>): T {
  const result = finished(steps);
  if (result === 'too-large' || result === 'changing') throw new Error(`The work was given up: ${result as string}.`);
  return result;
}

export const PODS = resource('pods', 'Pod');
export const EVENTS = resource('events', 'Event');
export const EVENTS_GROUP = resource('events', 'Event', { group: 'events.k8s.io' });
export const NAMESPACES = resource('namespaces', 'Namespace', { namespaced: false });
export const NODES = resource('nodes', 'Node', { namespaced: false });
export const DEPLOYMENTS = resource('deployments', 'Deployment', { group: 'apps' });
export const RESOURCES = [PODS, EVENTS, EVENTS_GROUP, NAMESPACES, NODES, DEPLOYMENTS];
