/**
 * Explains why an identity may or may not act. Lists the chain binding → role → rule → matched subject of the grants
 * that allow the action, up to MAX_CHAINS.
 *
 * Only grants of the identity are shown. If a rule has resourceNames, only the matching name is shown. An explanation
 * therefore reveals neither other users' rights nor other names in resourceNames. A refusal has no chain, so absent and
 * forbidden objects look the same.
 *
 * The attacker is a tenant who binds themselves to one large role hundreds of times and then requests explanations.
 * Three measures limit the cost. The work runs in steps. Each role is evaluated once, even if many bindings name it.
 * The work ends with the last chain that is shown.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import { clusterRolesOf, contributorsOf } from './aggregation.ts';
import { reachesIn, type Reach, steadily, isPrivileged, matchingSubject } from './grant-index.ts';
import { objectAttributes, partFor, ruleAllows, sizeOfRule } from './rules.ts';
import type {
  Attributes,
  BindingObject,
  ClusterGrants,
  GivenUp,
  LeafIdentity,
  PolicyRule,
  Resource,
  RoleObject,
  Subject,
} from './types.ts';

/** One grant that allows the action. */
export interface GrantChain {
  readonly binding: BindingObject;
  readonly role: RoleObject;
  /**
   * The rule that allows the action. Its resourceNames are reduced to the matched name. A long rule is reduced to its
   * matching entries.
   */
  readonly rule: PolicyRule;
  readonly subject: Subject;
  /** Names of the ClusterRoles that contribute the rule to an aggregated role. Empty if none is found. */
  readonly contributors: readonly string[];
}

export interface Explanation {
  readonly allowed: boolean;
  /** One sentence. It names no objects except those of the request and of `grants`. */
  readonly reason: string;
  readonly grants: readonly GrantChain[];
  /** Number of bindings, rules and rule entries that were read from the identity's grants. */
  readonly size: number;
}

export interface ObjectName {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
}

const MAX_CHAINS = 50;

/**
 * Explains whether the leaf would allow the verb on this object, and through which grants. `list` or `watch` counts as
 * allowed if the verb is allowed for the whole collection, or for this name alone.
 * @param who Name of the identity in the sentence
 */
export function* explainVerb(
  grants: ClusterGrants,
  identity: LeafIdentity,
  object: ObjectName,
  verb: string,
  who = 'you',
): Steps<Explanation | GivenUp> {
  const attributes = objectAttributes(verb, object.resource, object.namespace, object.name, object.subresource);
  const requests = verb === 'list' || verb === 'watch' ? [{ ...attributes, name: '' }, attributes] : [attributes];
  const found = yield* chainsOf(grants, identity, requests);
  if (typeof found === 'string') return found;
  const { chains, size } = found;
  const [first] = chains;
  const what = describe(object);
  if (first)
    return { allowed: true, reason: `${describeChain(first)} lets ${who} ${verb} ${what}.`, grants: chains, size };
  if (isPrivileged(identity)) {
    const reason = `Group system:masters lets ${who} ${verb} ${what}: its members pass before any rule is read.`;
    return { allowed: true, reason, grants: [], size };
  }
  return { allowed: false, reason: `No grant that reaches ${who} lets ${who} ${verb} ${what}.`, grants: [], size };
}

/**
 * The grants that allow one request, up to MAX_CHAINS. `request` has the form in which the API server passes a request
 * to its authorizer.
 */
export function* explainRequest(
  grants: ClusterGrants,
  identity: LeafIdentity,
  request: Attributes,
): Steps<readonly GrantChain[] | GivenUp> {
  const found = yield* chainsOf(grants, identity, [request]);
  return typeof found === 'string' ? found : found.chains;
}

interface Chains {
  readonly chains: readonly GrantChain[];
  readonly size: number;
}

/**
 * @param requests Requests in one namespace, or in cluster scope. If a rule with resourceNames allows several requests,
 * the chain shows the name of the first
 */
function chainsOf(
  grants: ClusterGrants,
  identity: LeafIdentity,
  requests: readonly Attributes[],
): Steps<Chains | GivenUp> {
  return steadily(grants, identity, pace => new Walk(grants, identity, requests, pace).chains());
}

/** A rule that allows one of the requests. */
interface Match {
  readonly rule: PolicyRule;
  /** The rule in the form that the chain shows. */
  readonly shown: PolicyRule;
}

class Walk {
  readonly #grants: ClusterGrants;
  readonly #identity: LeafIdentity;
  readonly #requests: readonly Attributes[];
  readonly #pace: Pace;
  /** Known matches by rules. Roles with equal rules usually share one array of rules (sharing.ts). */
  readonly #judged = new Map<readonly PolicyRule[], readonly Match[]>();
  readonly #contributors = new Map<RoleObject, Map<PolicyRule, readonly string[]>>();
  #clusterRoles: readonly RoleObject[] | undefined;
  /** Counts only grants of the identity. Otherwise the size would reveal the number of other grants. */
  #size = 0;

  constructor(grants: ClusterGrants, identity: LeafIdentity, requests: readonly Attributes[], pace: Pace) {
    this.#grants = grants;
    this.#identity = identity;
    this.#requests = requests;
    this.#pace = pace;
  }

  *chains(): Steps<Chains> {
    const chains: GrantChain[] = [];
    const reaches = yield* reachesIn(this.#requests[0]!.namespace, this.#grants, this.#identity, this.#pace);
    this.#size += reaches.length;
    for (const reach of reaches) {
      if (this.#pace.spent()) yield;
      for (const match of yield* this.#matchesOf(reach.role)) {
        if (chains.length === MAX_CHAINS) return { chains, size: this.#size };
        chains.push(yield* this.#chain(reach, match));
      }
    }
    return { chains, size: this.#size };
  }

  *#matchesOf({ rules }: RoleObject): Steps<readonly Match[]> {
    const known = this.#judged.get(rules);
    if (known) return known;
    const matches: Match[] = [];
    for (const rule of rules) {
      if (matches.length === MAX_CHAINS) break;
      const size = 1 + sizeOfRule(rule);
      this.#size += size;
      const part = yield* partFor(rule, this.#requests, this.#pace);
      const request = this.#requests.find(it => ruleAllows(part, it));
      if (request)
        matches.push({
          rule,
          shown: rule.resourceNames.length === 0 ? part : { ...part, resourceNames: [request.name] },
        });
      // partFor() has already counted the entries of a long rule.
      if (this.#pace.spent(part === rule ? size : 1)) yield;
    }
    this.#judged.set(rules, matches);
    return matches;
  }

  *#chain({ binding, role }: Reach, { rule, shown }: Match): Steps<GrantChain> {
    // A binding of the identity always has a matching subject.
    const subject = (yield* matchingSubject(binding, this.#identity, this.#pace))!;
    return {
      binding,
      role,
      rule: shown,
      subject,
      contributors: role.aggregated ? yield* this.#contributorsOf(role, rule) : [],
    };
  }

  *#contributorsOf(role: RoleObject, rule: PolicyRule): Steps<readonly string[]> {
    const ofRole = this.#contributors.get(role) ?? new Map<PolicyRule, readonly string[]>();
    this.#contributors.set(role, ofRole);
    const known = ofRole.get(rule);
    if (known) return known;
    this.#clusterRoles ??= yield* clusterRolesOf(this.#grants, this.#pace);
    const found = yield* contributorsOf(role, rule, this.#clusterRoles, this.#pace);
    ofRole.set(rule, found);
    return found;
  }
}

function describe({ resource, namespace, name, subresource }: ObjectName): string {
  const plural = subresource ? `${resource.plural}/${subresource}` : resource.plural;
  const type = resource.group === '' ? plural : `${plural}.${resource.group}`;
  return `${type} "${name}"${resource.namespaced ? ` in namespace "${namespace}"` : ''}`;
}

function describeChain({ binding, role, subject, contributors }: GrantChain): string {
  const scope = binding.namespace === '' ? '' : ` in namespace "${binding.namespace}"`;
  const aggregated = role.aggregated ? 'aggregated ' : '';
  const from =
    contributors.length > 0 ? ` (put together from ${contributors.map(name => `"${name}"`).join(', ')})` : '';
  return `${binding.type} "${binding.name}"${scope}, which gives ${aggregated}${role.type} "${role.name}"${from} to ${subject.kind} "${subject.name}",`;
}
