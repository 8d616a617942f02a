/**
 * Parses a leaf's RBAC object for the evaluator.
 *
 * Accepts any JSON. Malformed rules, subjects and references are dropped, so they grant nothing. A malformed rule is
 * dropped whole, because a rule without its resourceNames would grant more.
 */
import { sharedGrant } from './sharing.ts';
import type {
  Aggregation,
  BindingObject,
  GrantObject,
  LabelRequirement,
  PolicyRule,
  RoleObject,
  RoleRef,
  Subject,
} from './types.ts';

/**
 * Maximum number of characters of an object's rules or subjects. A real object fits into etcd's default request limit
 * of 1.5 MiB. An object above the maximum grants nothing.
 */
const MAX_OBJECT_CHARACTERS = 2 * 1024 * 1024;
/**
 * Characters counted for each string in addition to its length: two quotes and a comma. Otherwise a million empty
 * strings would count as nothing.
 */
const STRING_OVERHEAD = 3;

/** Maximum number of characters of a ClusterRole's labels and selectors, as JSON. */
const MAX_AGGREGATION_CHARACTERS = 4_096;

const NO_ROLE: RoleRef = { apiGroup: '', kind: '', name: '' };

type Json = Readonly<Record<string, unknown>>;

export function parseGrantObject(type: GrantObject['type'], object: unknown): GrantObject {
  const metadata = record(record(object)?.['metadata']);
  const clusterWide = type === 'ClusterRole' || type === 'ClusterRoleBinding';
  const named = {
    namespace: clusterWide ? '' : text(metadata?.['namespace']),
    name: text(metadata?.['name']),
    resourceVersion: text(metadata?.['resourceVersion']),
  };
  return sharedGrant(
    type === 'Role' || type === 'ClusterRole'
      ? parseRole(type, named, record(object))
      : parseBinding(type, named, record(object)),
  );
}

type Named = Pick<GrantObject, 'namespace' | 'name' | 'resourceVersion'>;

function parseRole(type: RoleObject['type'], named: Named, object: Json | undefined): RoleObject {
  const rules = array(object?.['rules'])
    .map(parseRule)
    .filter(rule => rule !== undefined);
  const size = rules.reduce(
    (sum, rule) => sum + sizeOf(rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames),
    0,
  );
  const aggregated = type === 'ClusterRole' && record(object?.['aggregationRule']) !== undefined;
  const aggregation = type === 'ClusterRole' ? parseAggregation(object) : undefined;
  return { type, ...named, rules: size > MAX_OBJECT_CHARACTERS ? [] : rules, aggregated, aggregation };
}

/**
 * Parses a rule. Undefined for a rule that grants no resource: a malformed rule, or a rule without verbs, groups or
 * resources. Rules for non-resource URLs have no resources.
 */
function parseRule(value: unknown): PolicyRule | undefined {
  const rule = record(value);
  const [verbs, apiGroups, resources, resourceNames] = RULE_FIELDS.map(field => strings(rule?.[field]));
  if (!verbs?.length || !apiGroups?.length || !resources?.length || !resourceNames) return undefined;
  return { verbs, apiGroups, resources, resourceNames };
}

const RULE_FIELDS = ['verbs', 'apiGroups', 'resources', 'resourceNames'] as const;

/**
 * Parses labels and selectors, which only explanations use. Drops malformed parts. Undefined if nothing is left or the
 * result is too large. Explanations then name fewer roles.
 */
function parseAggregation(object: Json | undefined): Aggregation | undefined {
  const given = Object.entries(record(record(object?.['metadata'])?.['labels']) ?? {});
  const labels = Object.fromEntries(given.filter((label): label is [string, string] => typeof label[1] === 'string'));
  const selectors = array(record(object?.['aggregationRule'])?.['clusterRoleSelectors']).map(parseSelector);
  const aggregation = { labels, selectors: selectors.filter(selector => selector !== undefined) };
  const isSaid = Object.keys(labels).length > 0 || aggregation.selectors.length > 0;
  return isSaid && JSON.stringify(aggregation).length <= MAX_AGGREGATION_CHARACTERS ? aggregation : undefined;
}

function parseSelector(value: unknown): readonly LabelRequirement[] | undefined {
  const { matchLabels, matchExpressions } = record(value) ?? { matchExpressions: [null] };
  const requirements: LabelRequirement[] = [];
  for (const [key, label] of Object.entries(record(matchLabels) ?? {})) {
    if (typeof label !== 'string') return undefined;
    requirements.push({ key, operator: 'In', values: [label] });
  }
  for (const expression of array(matchExpressions)) {
    const { key, operator, values: given } = record(expression) ?? {};
    const values = strings(given);
    const known = OPERATORS.find(it => it === operator);
    if (typeof key !== 'string' || !known || !values) return undefined;
    requirements.push({ key, operator: known, values });
  }
  return requirements;
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

function parseBinding(
  type: BindingObject['type'],
  { namespace, name, resourceVersion }: Named,
  object: Json | undefined,
): BindingObject {
  const subjects = array(object?.['subjects'])
    .map(parseSubject)
    .filter(subject => subject !== undefined);
  const size = subjects.reduce(
    (sum, subject) => sum + sizeOf([subject.kind, subject.apiGroup, subject.name, subject.namespace]),
    0,
  );
  const roleRef = parseRoleRef(object?.['roleRef']);
  return { type, namespace, name, roleRef, subjects: size > MAX_OBJECT_CHARACTERS ? [] : subjects, resourceVersion };
}

function parseSubject(value: unknown): Subject | undefined {
  const subject = record(value);
  const { kind, apiGroup = '', name, namespace = '' } = subject ?? {};
  if (
    typeof kind !== 'string' ||
    typeof apiGroup !== 'string' ||
    typeof name !== 'string' ||
    typeof namespace !== 'string'
  )
    return undefined;
  return name === '' ? undefined : { kind, apiGroup, name, namespace };
}

function parseRoleRef(value: unknown): RoleRef {
  const { apiGroup = '', kind, name } = record(value) ?? {};
  if (typeof apiGroup !== 'string' || typeof kind !== 'string' || typeof name !== 'string' || name === '')
    return NO_ROLE;
  return { apiGroup, kind, name };
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

/**
 * Parses a list of strings. As in Go, an absent or null list is empty. Undefined if the value is not a list of strings.
 */
function strings(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined;
}

function sizeOf(...lists: readonly (readonly string[])[]): number {
  let size = 0;
  for (const list of lists) for (const item of list) size += item.length + STRING_OVERHEAD;
  return size;
}
