/**
 * Why an identity may or may not: the chain binding → role → rule → matched subject of every grant that allows.
 *
 * It shows only grants that reach the identity, and of a rule's resourceNames only the one that matched, so that an explanation reveals
 * neither other users' rights nor objects that the caller cannot see. A refusal has no chain: absent and forbidden read alike.
 */
import { clusterRolesOf, contributorsOf } from './aggregation.ts';
import { countsIn } from './authorize.ts';
import { grantsReaching } from './grant-index.ts';
import type { Reach } from './grant-index.ts';
import { isNamespaceLike, objectAttributes, ruleAllows } from './rules.ts';
import { isPrivileged, matchingSubject } from './subjects.ts';
import type { Attributes, BindingObject, ClusterGrants, LeafIdentity, PolicyRule, Resource, RoleObject, Subject } from './types.ts';

/** One grant that allows. */
export interface GrantChain {
  readonly binding: BindingObject;
  readonly role: RoleObject;
  /** With the matched name only, where the rule has resourceNames. */
  readonly rule: PolicyRule;
  readonly subject: Subject;
  /** For an aggregated role: the names of the ClusterRoles from which it has the rule, as far as the leaf's objects say. */
  readonly contributors: readonly string[];
}

export interface Explanation {
  readonly allowed: boolean;
  /** One sentence; it names only what the chain names. */
  readonly reason: string;
  readonly grants: readonly GrantChain[];
}

export interface ObjectName {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
}

/** More grants than this explain nothing more. */
const MAX_CHAINS = 50;

/**
 * Whether a row of this object would be visible (see compileVisibility), and through which grants. `who`: the name of the identity in the
 * sentence.
 */
export function explainRow(grants: ClusterGrants, identity: LeafIdentity, object: ObjectName, who = 'you'): Explanation {
  const { resource, name } = object;
  const list = objectAttributes('list', resource, object.namespace, '');
  const byName = [objectAttributes('list', resource, object.namespace, name), { ...list, verb: 'get', name }];
  const ownScope = isNamespaceLike(resource) ? objectAttributes('get', resource, object.namespace, name) : undefined;
  return explain(grants, identity, object, { who, action: 'see' }, (rule, reach) => {
    // A row with a scope other than its resource's is visible to no identity.
    if (resource.namespaced !== (object.namespace !== '')) return undefined;
    if (countsIn(reach, list.namespace)) {
      if (ruleAllows(rule, list)) return list;
      const named = rule.resourceNames.length > 0 && byName.find(attributes => ruleAllows(rule, attributes));
      if (named) return named;
    }
    return ownScope && reach.binding.type === 'RoleBinding' && countsIn(reach, name) && ruleAllows(rule, ownScope) ? ownScope : undefined;
  });
}

/**
 * Whether the leaf would allow the verb on this object, and through which grants. `list` or `watch` is allowed when it is on the
 * collection, or when a request for this name alone is.
 */
export function explainVerb(grants: ClusterGrants, identity: LeafIdentity, object: ObjectName, verb: string, who = 'you'): Explanation {
  const attributes = objectAttributes(verb, object.resource, object.namespace, object.name, object.subresource);
  const requests = verb === 'list' || verb === 'watch' ? [{ ...attributes, name: '' }, attributes] : [attributes];
  return explain(grants, identity, object, { who, action: verb }, (rule, reach) =>
    requests.find(request => countsIn(reach, request.namespace) && ruleAllows(rule, request)),
  );
}

/** The grants that allow one request as an authorizer sees it. */
export function explainRequest(grants: ClusterGrants, identity: LeafIdentity, request: Attributes): readonly GrantChain[] {
  return chainsOf(grants, identity, (rule, reach) =>
    countsIn(reach, request.namespace) && ruleAllows(rule, request) ? request : undefined,
  );
}

/** `match` gives the request that a rule allows. */
function explain(
  grants: ClusterGrants,
  identity: LeafIdentity,
  object: ObjectName,
  { who, action }: { readonly who: string; readonly action: string },
  match: (rule: PolicyRule, reach: Reach) => Attributes | undefined,
): Explanation {
  const chains = chainsOf(grants, identity, match);
  const [first] = chains;
  const what = describe(object);
  if (first) return { allowed: true, reason: `${describeChain(first)} lets ${who} ${action} ${what}.`, grants: chains };
  if (isPrivileged(identity)) {
    return {
      allowed: true,
      reason: `Group system:masters lets ${who} ${action} ${what}: its members pass before any rule is read.`,
      grants: [],
    };
  }
  return { allowed: false, reason: `No grant that reaches ${who} lets ${who} ${action} ${what}.`, grants: [] };
}

function chainsOf(
  grants: ClusterGrants,
  identity: LeafIdentity,
  match: (rule: PolicyRule, reach: Reach) => Attributes | undefined,
): readonly GrantChain[] {
  const chains: GrantChain[] = [];
  let clusterRoles: readonly RoleObject[] | undefined;
  for (const reach of grantsReaching(grants, identity)) {
    const { binding, role } = reach;
    for (const rule of role.rules) {
      const request = chains.length < MAX_CHAINS ? match(rule, reach) : undefined;
      if (!request) continue;
      const subject = matchingSubject(binding, identity)!; // a binding that reaches the identity has one that means it
      const contributors = role.aggregated ? contributorsOf(role, rule, (clusterRoles ??= clusterRolesOf(grants))) : [];
      chains.push({ binding, role, rule: narrowed(rule, request.name), subject, contributors });
    }
  }
  return chains;
}

function narrowed(rule: PolicyRule, name: string): PolicyRule {
  return rule.resourceNames.length === 0 ? rule : { ...rule, resourceNames: [name] };
}

function describe({ resource, namespace, name, subresource }: ObjectName): string {
  const plural = subresource ? `${resource.plural}/${subresource}` : resource.plural;
  const type = resource.group === '' ? plural : `${plural}.${resource.group}`;
  return `${type} "${name}"${resource.namespaced ? ` in namespace "${namespace}"` : ''}`;
}

function describeChain({ binding, role, subject, contributors }: GrantChain): string {
  const scope = binding.namespace === '' ? '' : ` in namespace "${binding.namespace}"`;
  const aggregated = role.aggregated ? 'aggregated ' : '';
  const from = contributors.length > 0 ? ` (put together from ${contributors.map(name => `"${name}"`).join(', ')})` : '';
  return `${binding.type} "${binding.name}"${scope}, which gives ${aggregated}${role.type} "${role.name}"${from} to ${subject.kind} "${subject.name}",`;
}
