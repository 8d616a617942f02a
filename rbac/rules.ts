/**
 * Decides whether one rule allows one request: exactly the matching of Kubernetes' RBAC authorizer.
 *
 * Follows k8s.io/kubernetes pkg/apis/rbac/v1/evaluation_helpers.go (v1.36). A resource pattern is `*`, a plural, a
 * plural with a subresource, or any plural with a subresource. There is no other wildcard, and names, verbs and groups
 * are compared literally and with case.
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

/** Longer rules are reduced to their matching part first. */
const LONG = 500;

export function sizeOfRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): number {
  return verbs.length + apiGroups.length + resources.length + resourceNames.length;
}

/**
 * A rule equivalent for these requests: of a long rule, only the entries that can match. A leaf decides how long the
 * lists of a rule are, so they are walked once, in steps.
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
    // An empty list would allow every name.
    resourceNames: resourceNames.length > 0 ? resourceNames : rule.resourceNames.slice(0, 1),
  };
}

/** The wanted entries of the list, each once. */
function* entriesIn(list: readonly string[], wanted: Set<string>, pace: Pace): Steps<string[]> {
  const found: string[] = [];
  for (const entry of list) {
    if (wanted.delete(entry)) found.push(entry);
    if (pace.spent()) yield;
  }
  return found;
}

/** Requests that never carry a name: the name of a new object is in the body. */
const NAMELESS_VERBS = new Set(['create', 'deletecollection']);

/**
 * The attributes of a request for one object. `GET /namespaces/M` is evaluated in scope M: the API server reads the
 * first path segment after `namespaces` as the namespace, in every API group (k8s.io/apiserver
 * pkg/endpoints/request/requestinfo.go).
 */
export function objectAttributes(
  verb: string,
  resource: Resource,
  namespace: string,
  name: string,
  subresource = '',
): Attributes {
  // A subresource follows the object's name, for every verb: `create pods/exec`.
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

/** True if requests for one object of this resource are evaluated in the namespace of its name. */
export function isNamespaceLike(resource: Resource): boolean {
  return !resource.namespaced && resource.plural === 'namespaces';
}

function literalOrAny(patterns: readonly string[], value: string): boolean {
  return patterns.includes('*') || patterns.includes(value);
}

/** Patterns in a rule that match the resource of a request. */
function resourcePatterns({
  resource,
  subresource = '',
}: Pick<Attributes, 'resource' | 'subresource'>): readonly string[] {
  return subresource === '' ? ['*', resource] : ['*', `${resource}/${subresource}`, `*/${subresource}`];
}
