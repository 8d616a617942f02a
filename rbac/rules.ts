/**
 * Whether one rule allows one request: exactly the matching of Kubernetes' RBAC authorizer.
 *
 * Follows k8s.io/kubernetes pkg/apis/rbac/v1/evaluation_helpers.go (v1.36). A resource pattern is `*`, a plural, a plural with a
 * subresource, or any plural with a subresource. There is no other wildcard, and names, verbs and groups are compared literally and with
 * case.
 */
import type { Attributes, PolicyRule, Resource } from './types.ts';

export function ruleAllows(rule: PolicyRule, { verb, group, resource, subresource = '', name }: Omit<Attributes, 'namespace'>): boolean {
  return (
    literalOrAny(rule.verbs, verb) &&
    literalOrAny(rule.apiGroups, group) &&
    matchesResource(rule.resources, resource, subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

/** Requests that never carry a name: the name of a new object is in the body. */
const NAMELESS_VERBS = new Set(['create', 'deletecollection']);

/**
 * The attributes of a request for one object. `GET /namespaces/M` is evaluated in scope M: the API server reads the first path segment
 * after `namespaces` as the namespace, in every API group (k8s.io/apiserver pkg/endpoints/request/requestinfo.go).
 */
export function objectAttributes(verb: string, resource: Resource, namespace: string, name: string, subresource = ''): Attributes {
  // The subresource of an object is behind its name, whatever is done with it: `create pods/exec`.
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

/** Whether requests for one object of this resource are evaluated in the scope that its name names. */
export function isNamespaceLike(resource: Resource): boolean {
  return !resource.namespaced && resource.plural === 'namespaces';
}

function literalOrAny(patterns: readonly string[], value: string): boolean {
  return patterns.includes('*') || patterns.includes(value);
}

function matchesResource(patterns: readonly string[], resource: string, subresource: string): boolean {
  if (subresource === '') return literalOrAny(patterns, resource);
  return literalOrAny(patterns, `${resource}/${subresource}`) || patterns.includes(`*/${subresource}`);
}
