/**
 * Reads a leaf's RBAC object into what the evaluator needs of it.
 *
 * Total over any JSON: what is not shaped as the API server shapes it reads as something that grants nothing. Dropping a bad part is not
 * always the safe reading (a rule without its resourceNames grants more), so a rule is kept whole or not at all.
 */
import { sharedRoleRef, sharedText } from './sharing.ts';
import type { BindingObject, GrantObject, PolicyRule, RoleObject, RoleRef, Subject } from './types.ts';

/** A real object fits etcd's request limit of 1.5 MiB. A larger one comes from something else, and grants nothing. */
const MAX_OBJECT_CHARACTERS = 2 * 1024 * 1024;
/** What one string costs beside its characters: quotes and a comma, so that a million empty strings are not free. */
const STRING_OVERHEAD = 3;

const NO_ROLE: RoleRef = { apiGroup: '', kind: '', name: '' };

type Json = Readonly<Record<string, unknown>>;

export function parseGrantObject(type: GrantObject['type'], object: unknown): GrantObject {
  const metadata = record(record(object)?.['metadata']);
  const clusterWide = type === 'ClusterRole' || type === 'ClusterRoleBinding';
  const named = {
    namespace: clusterWide ? '' : sharedText(text(metadata?.['namespace'])),
    name: text(metadata?.['name']),
    resourceVersion: text(metadata?.['resourceVersion']),
  };
  return type === 'Role' || type === 'ClusterRole' ? parseRole(type, named, record(object)) : parseBinding(type, named, record(object));
}

type Named = Pick<GrantObject, 'namespace' | 'name' | 'resourceVersion'>;

function parseRole(type: RoleObject['type'], { namespace, name, resourceVersion }: Named, object: Json | undefined): RoleObject {
  const rules = array(object?.['rules'])
    .map(parseRule)
    .filter(rule => rule !== undefined);
  const size = rules.reduce((sum, rule) => sum + sizeOf(rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames), 0);
  const aggregated = type === 'ClusterRole' && record(object?.['aggregationRule']) !== undefined;
  return { type, namespace, name, rules: size > MAX_OBJECT_CHARACTERS ? [] : rules, aggregated, resourceVersion };
}

/** Undefined for a rule that grants no resource: malformed, or without verbs, groups or resources (as rules for non-resource URLs are). */
function parseRule(value: unknown): PolicyRule | undefined {
  const rule = record(value);
  const [verbs, apiGroups, resources, resourceNames] = RULE_FIELDS.map(field => strings(rule?.[field]));
  if (!verbs?.length || !apiGroups?.length || !resources?.length || !resourceNames) return undefined;
  return { verbs, apiGroups, resources, resourceNames };
}

const RULE_FIELDS = ['verbs', 'apiGroups', 'resources', 'resourceNames'] as const;

function parseBinding(type: BindingObject['type'], { namespace, name, resourceVersion }: Named, object: Json | undefined): BindingObject {
  const subjects = array(object?.['subjects'])
    .map(parseSubject)
    .filter(subject => subject !== undefined);
  const size = subjects.reduce((sum, subject) => sum + sizeOf([subject.kind, subject.apiGroup, subject.name, subject.namespace]), 0);
  const roleRef = parseRoleRef(object?.['roleRef']);
  return { type, namespace, name, roleRef, subjects: size > MAX_OBJECT_CHARACTERS ? [] : subjects, resourceVersion };
}

function parseSubject(value: unknown): Subject | undefined {
  const subject = record(value);
  const { kind, apiGroup = '', name, namespace = '' } = subject ?? {};
  if (typeof kind !== 'string' || typeof apiGroup !== 'string' || typeof name !== 'string' || typeof namespace !== 'string')
    return undefined;
  return name === '' ? undefined : { kind: sharedText(kind), apiGroup: sharedText(apiGroup), name, namespace: sharedText(namespace) };
}

function parseRoleRef(value: unknown): RoleRef {
  const { apiGroup = '', kind, name } = record(value) ?? {};
  if (typeof apiGroup !== 'string' || typeof kind !== 'string' || typeof name !== 'string' || name === '') return NO_ROLE;
  return sharedRoleRef({ apiGroup, kind, name });
}

function record(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Absent and null are the empty list, as in Go; undefined stands for anything that is not a list of strings. */
function strings(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined;
}

function sizeOf(...lists: readonly (readonly string[])[]): number {
  return lists.flat().reduce((sum, item) => sum + item.length + STRING_OVERHEAD, 0);
}
