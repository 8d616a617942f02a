/**
 * Decides whether one rule allows one request, as Kubernetes' RBAC authorizer does.
 *
 * Follows k8s.io/kubernetes pkg/apis/rbac/v1/evaluation_helpers.go (v1.36). A resource pattern is `*`, a plural, a
 * plural with a subresource, or `*` with a subresource. In verbs and groups, `*` matches any value. There are no other
 * wildcards. Other values are compared literally and with case.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import type { Attributes, PolicyRule, Resource } from './types.ts';

export function ruleAllows(rule: PolicyRule, request: Omit<Attributes, 'namespace'>): boolean {
  const { verb, group, name } = request;
  return (
    literalOrAny(rule.verbs, verb) &&
    literalOrAny(rule.apiGroups, group) &&
    resourcePatterns(request).some(pattern => rule.resources.includes(pattern)) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

/** Rules with more entries than this are first reduced to their matching entries. */
const LONG = 500;

export function sizeOfRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): number {
  return verbs.length + apiGroups.length + resources.length + resourceNames.length;
}

/**
 * A rule that is equivalent for these requests. A long rule is reduced to the entries that can match. The leaf controls
 * the length of a rule's lists, so they are read once, in steps.
 */
export function* partFor(rule: PolicyRule, requests: readonly Attributes[], pace: Pace): Steps<PolicyRule> {
  if (sizeOfRule(rule) <= LONG) return rule;
  const wanted = (of: (request: Attributes) => readonly string[]) => new Set(requests.flatMap(of));
  const resourceNames = yield* entriesIn(
    rule.resourceNames,
    wanted(({ name }) => [name]),
    pace,
  );
  return {
    verbs: yield* entriesIn(
      rule.verbs,
      wanted(({ verb }) => ['*', verb]),
      pace,
    ),
    apiGroups: yield* entriesIn(
      rule.apiGroups,
      wanted(({ group }) => ['*', group]),
      pace,
    ),
    resources: yield* entriesIn(rule.resources, wanted(resourcePatterns), pace),
    // An empty list would allow every name, so keep at least one name.
    resourceNames: resourceNames.length > 0 ? resourceNames : rule.resourceNames.slice(0, 1),
  };
}

/** The entries of the list that are wanted, without duplicates. */
function* entriesIn(list: readonly string[], wanted: Set<string>, pace: Pace): Steps<string[]> {
  const found: string[] = [];
  for (const entry of list) {
    if (wanted.delete(entry)) found.push(entry);
    if (pace.spent()) yield;
  }
  return found;
}

/**
 * Verbs whose requests carry no name. The name of a new object is in the body. Requests for a subresource do carry a
 * name.
 */
const NAMELESS_VERBS = new Set(['create', 'deletecollection']);

/**
 * The attributes of a request for one object. `GET /namespaces/M` is evaluated in the namespace M. The reason is that
 * the API server reads the path segment after `namespaces` as the namespace. It does so in every API group
 * (k8s.io/apiserver pkg/endpoints/request/requestinfo.go).
 */
export function objectAttributes(
  verb: string,
  resource: Resource,
  namespace: string,
  name: string,
  subresource = '',
): Attributes {
  // A subresource follows the object's name, so even `create` has a name: `create pods/exec`.
  const isNameless = NAMELESS_VERBS.has(verb) && subresource === '';
  const onObject = !isNameless && verb !== 'list' && verb !== 'watch';
  const scope = onObject && isNamespaceLike(resource) ? name : resource.namespaced ? namespace : '';
  return {
    verb,
    group: resource.group,
    resource: resource.plural,
    ...(subresource !== '' && { subresource }),
    namespace: scope,
    name: isNameless ? '' : name,
  };
}

/** True if a request for one object of this resource is evaluated in the namespace with the object's name. */
export function isNamespaceLike(resource: Resource): boolean {
  return !resource.namespaced && resource.plural === 'namespaces';
}

function literalOrAny(patterns: readonly string[], value: string): boolean {
  return patterns.includes('*') || patterns.includes(value);
}

/** Patterns in rules that match the resource of this request. */
function resourcePatterns({
  resource,
  subresource = '',
}: Pick<Attributes, 'resource' | 'subresource'>): readonly string[] {
  return subresource === '' ? ['*', resource] : ['*', `${resource}/${subresource}`, `*/${subresource}`];
}
