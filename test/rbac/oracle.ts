/**
 * The visibility rule in its slowest and simplest form: every binding, every rule, one request at a time. Uses no
 * index, no cache and no code of rbac/. Tests compare the compiled evaluator with this oracle, and this oracle with the
 * real API server.
 */
import type { ClusterGrants, LeafIdentity, PolicyRule, Resource, RoleObject } from '../../rbac/types.ts';

interface Request {
  verb: string;
  group: string;
  resource: string;
  namespace: string;
  name: string;
}

export function oracleAllows(grants: ClusterGrants, identity: LeafIdentity, request: Request): boolean {
  if (identity.groups.includes('system:masters')) return true;
  return [...oracleRules(grants, identity, request.namespace)].some(rule => allows(rule, request));
}

export function oracleSees(
  grants: ClusterGrants,
  identity: LeafIdentity,
  resource: Resource,
  namespace: string,
  name: string,
): boolean {
  const request = { group: resource.group, resource: resource.plural };
  if (oracleAllows(grants, identity, { ...request, verb: 'list', namespace, name: '' })) return true;
  for (const rule of oracleRules(grants, identity, namespace)) {
    if (!rule.resourceNames.includes(name)) continue;
    if (['list', 'get'].some(verb => allows(rule, { ...request, verb, namespace, name }))) return true;
  }
  if (resource.namespaced || resource.plural !== 'namespaces') return false;
  return [...roleBindingRules(grants, identity, name)].some(rule =>
    allows(rule, { ...request, verb: 'get', namespace: name, name }),
  );
}

/** Every rule that applies to the identity in the namespace. */
export function* oracleRules(grants: ClusterGrants, identity: LeafIdentity, namespace: string): Iterable<PolicyRule> {
  for (const object of grants.objects.values()) {
    if (object.type !== 'ClusterRoleBinding' || !object.subjects.some(subject => applies(identity, subject, '')))
      continue;
    if (object.roleRef.kind === 'ClusterRole') yield* rulesOf(grants, 'ClusterRole', '', object.roleRef.name);
  }
  if (namespace !== '') yield* roleBindingRules(grants, identity, namespace);
}

function* roleBindingRules(grants: ClusterGrants, identity: LeafIdentity, namespace: string): Iterable<PolicyRule> {
  for (const object of grants.objects.values()) {
    if (object.type !== 'RoleBinding' || object.namespace !== namespace) continue;
    if (!object.subjects.some(subject => applies(identity, subject, namespace))) continue;
    if (object.roleRef.kind === 'ClusterRole') yield* rulesOf(grants, 'ClusterRole', '', object.roleRef.name);
    if (object.roleRef.kind === 'Role') yield* rulesOf(grants, 'Role', namespace, object.roleRef.name);
  }
}

function rulesOf(
  grants: ClusterGrants,
  type: RoleObject['type'],
  namespace: string,
  name: string,
): readonly PolicyRule[] {
  for (const object of grants.objects.values()) {
    if (object.type === type && 'rules' in object && object.namespace === namespace && object.name === name)
      return object.rules;
  }
  return [];
}

function applies(
  identity: LeafIdentity,
  subject: { kind: string; name: string; namespace: string },
  bindingNamespace: string,
): boolean {
  if (subject.kind === 'User') return subject.name === identity.user;
  if (subject.kind === 'Group') return identity.groups.includes(subject.name);
  if (subject.kind !== 'ServiceAccount') return false;
  const namespace = subject.namespace || bindingNamespace;
  return namespace !== '' && identity.user === `system:serviceaccount:${namespace}:${subject.name}`;
}

function allows(rule: PolicyRule, request: Request): boolean {
  const matches = (patterns: readonly string[], value: string) =>
    patterns.some(pattern => pattern === '*' || pattern === value);
  return (
    matches(rule.verbs, request.verb) &&
    matches(rule.apiGroups, request.group) &&
    matches(rule.resources, request.resource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.some(name => name === request.name))
  );
}
