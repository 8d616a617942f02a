/**
 * Reads the rights of one caller on one cluster from the cluster's own reviews, in the form of grants, so that
 * rbac/visibility.ts evaluates them like grants from the index.
 *
 * SelfSubjectRulesReviews list the rules in cluster scope and in namespaces. An `incomplete` review means that the
 * cluster has an authorizer that cannot list its rules and may also deny. Single SelfSubjectAccessReviews then decide
 * about resources and about the names in the rules. Tenants control the number of rules, so work on rules runs in
 * steps.
 */
import { eventLoopTurns, Pace, type Steps } from '../../async/fair-turns.ts';
import { inParallel } from '../../async/parallel.ts';
import type { AccessReviews, RulesAnswer } from '../../identity/access-reviews.ts';
import { callerKey, type Identity } from '../../identity/identity.ts';
import { parseGrantObject } from '../../rbac/parse.ts';
import { isNamespaceLike, objectAttributes, sizeOfRule } from '../../rbac/rules.ts';
import {
  grantKey,
  type Attributes,
  type ClusterGrants,
  type GrantObject,
  type PolicyRule,
  type Resource,
  type RoleObject,
} from '../../rbac/types.ts';

export interface ReviewedCluster {
  readonly cluster: string;
  readonly resources: readonly Resource[];
  /** The namespaces to review. */
  readonly namespaces: readonly string[];
}

/** Self-reviews of a caller. */
export type CallersReviews = Pick<AccessReviews, 'rules' | 'may'>;

export interface LeafRulesOptions {
  readonly reviews: CallersReviews;
  readonly caller: Identity;
  /** The caller's user name on the leaf. */
  readonly user: string;
  readonly signal: AbortSignal;
}

/** Maximum number of namespaces that are reviewed at a time, and of concurrent access reviews in one scope. */
const CONCURRENCY = 8;
/** Maximum number of checks of single names in one scope, over all verbs and resources. Further names give no right. */
const MAX_NAMES = 100;
/** Maximum number of rules and names that are kept for one caller on one cluster. */
const MAX_WEIGHT = 250_000;
/**
 * A rules review must name a namespace. This name is invalid, so no RoleBinding applies, and only rules of cluster
 * scope are returned.
 */
const CLUSTER_SCOPE = '_cluster_';
/** Namespace value that means cluster scope in reviews and grants. */
const NO_NAMESPACE = '';

let revisions = 0;

/**
 * Reads a caller's rights. The time is limited (`signal`), but not the number of namespaces. Namespaces that are hidden
 * from the caller are reviewed too, so with such a limit the result would depend on hidden namespaces.
 * @throws ReviewError, TooLargeError, or the reason of the signal
 */
export async function leafRules(cluster: ReviewedCluster, options: LeafRulesOptions): Promise<ClusterGrants> {
  const asking = new Asking(cluster, options);
  const wide = await asking.clusterScope();
  const listed = new Set(await asking.inTurns(pace => allowedOf('list', cluster.resources, wide.confirmed, pace)));
  const rules = new Map([[NO_NAMESPACE, wide.confirmed]]);
  let weight = weightOfRules(wide.confirmed);
  // A caller who may list everything everywhere gains no rights from a namespace.
  if (listed.size < cluster.resources.length) {
    await inParallel(cluster.namespaces, CONCURRENCY, async namespace => {
      const its = await asking.namespace(namespace, wide, listed);
      weight += weightOfRules(its);
      if (weight > MAX_WEIGHT) throw new TooLargeError();
      rules.set(namespace, its);
    });
  }
  const objects = [...rules].flatMap(([namespace, its]) =>
    its.length > 0 ? grantOf(namespace, its, options.user) : [],
  );
  return { revision: ++revisions, objects: new Map(objects.map(object => [grantKey(object), object])) };
}

export function weightOfRules(rules: readonly PolicyRule[]): number {
  return rules.reduce((sum, { resourceNames }) => sum + 1 + resourceNames.length, 0);
}

export class TooLargeError extends Error {
  constructor() {
    super(`its reviews spell out more than ${MAX_WEIGHT} rules and names`);
  }
}

/** Rights in cluster scope. */
interface Wide {
  /** Rules as the review lists them. */
  readonly rules: readonly PolicyRule[];
  readonly complete: boolean;
  /** The rules to use. If the review is incomplete, a SelfSubjectAccessReview has confirmed each of them. */
  readonly confirmed: readonly PolicyRule[];
  /** The resource `namespaces`, if the caller may get all its objects. This right alone shows no object. */
  readonly gets: ReadonlySet<Resource>;
}

class Asking {
  readonly #cluster: ReviewedCluster;
  readonly #options: LeafRulesOptions;

  constructor(cluster: ReviewedCluster, options: LeafRulesOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  async clusterScope(): Promise<Wide> {
    const answer = await this.#rules(CLUSTER_SCOPE);
    const rules = rulesIn(answer);
    const { resources } = this.#cluster;
    const alike = resources.filter(isNamespaceLike);
    if (!answer.incomplete) {
      const gets = await this.inTurns(pace => allowedOf('get', alike, rules, pace));
      return { rules, complete: true, confirmed: rules, gets: new Set(gets) };
    }
    const unnamespaced = resources.filter(({ namespaced }) => !namespaced);
    const gets = await inParallel(alike, CONCURRENCY, resource => this.#may(collection('get', resource, NO_NAMESPACE)));
    const confirmed = [
      ...(await this.#listable(resources, NO_NAMESPACE)),
      ...(await this.#named(rules, unnamespaced, NO_NAMESPACE)),
    ];
    return { rules, complete: false, confirmed, gets: new Set(alike.filter((_, i) => gets[i])) };
  }

  async namespace(namespace: string, wide: Wide, listed: ReadonlySet<Resource>): Promise<readonly PolicyRule[]> {
    const answer = await this.#rules(namespace);
    const rules = rulesIn(answer);
    // The answer repeats the cluster-wide rules. Without them, the rules of RoleBindings remain.
    if (!answer.incomplete && wide.complete) return this.inTurns(pace => without(rules, wide.rules, pace));
    const open = this.#cluster.resources.filter(resource => resource.namespaced && !listed.has(resource));
    const found = [...(await this.#listable(open, namespace)), ...(await this.#named(rules, open, namespace))];
    const own = this.#cluster.resources.filter(
      resource => isNamespaceLike(resource) && !listed.has(resource) && !wide.gets.has(resource),
    );
    const gets = await inParallel(own, CONCURRENCY, resource =>
      this.#may(objectAttributes('get', resource, NO_NAMESPACE, namespace)),
    );
    return [...found, ...own.filter((_, i) => gets[i]).map(resource => ruleFor('get', resource, namespace))];
  }

  async #listable(resources: readonly Resource[], namespace: string): Promise<PolicyRule[]> {
    const answers = await inParallel(resources, CONCURRENCY, resource =>
      this.#may(collection('list', resource, namespace)),
    );
    return resources.filter((_, i) => answers[i]).map(resource => ruleFor('list', resource));
  }

  /** Rights on single objects: the names in the rules that the leaf confirms by a review. */
  async #named(rules: readonly PolicyRule[], resources: readonly Resource[], namespace: string): Promise<PolicyRule[]> {
    const candidates = await this.inTurns(pace => spelledOut(rules, resources, pace));
    const answers = await inParallel(candidates, CONCURRENCY, ({ verb, resource, name }) =>
      this.#may({ ...objectAttributes(verb, resource, namespace, name), name }),
    );
    return candidates.filter((_, i) => answers[i]).map(({ verb, resource, name }) => ruleFor(verb, resource, name));
  }

  async inTurns<T>(work: (pace: Pace) => Steps<T>): Promise<T> {
    const { caller, signal } = this.#options;
    return eventLoopTurns.run(callerKey(caller), work(new Pace()), signal);
  }

  #rules(namespace: string): Promise<RulesAnswer> {
    const { reviews, caller, signal } = this.#options;
    signal.throwIfAborted();
    return reviews.rules(this.#cluster.cluster, caller, namespace, signal);
  }

  #may(question: Attributes): Promise<boolean> {
    const { reviews, caller, signal } = this.#options;
    signal.throwIfAborted();
    const { verb, group, resource, namespace, name } = question;
    return reviews.may(this.#cluster.cluster, caller, { verb, group, resource, namespace, name }, signal);
  }
}

/** The first MAX_NAMES rights to single objects in the rules. A leaf may list hundreds of thousands of names. */
function* spelledOut(rules: readonly PolicyRule[], resources: readonly Resource[], pace: Pace): Steps<NamedRight[]> {
  const found: NamedRight[] = [];
  for (const resource of resources) {
    for (const rule of rules) {
      if (pace.spent()) yield;
      if (!isFor(rule, resource)) continue;
      for (const verb of ['list', 'get'] as const) {
        if (!allowsVerb(rule, verb)) continue;
        for (const name of rule.resourceNames) {
          if (found.length === MAX_NAMES) return found;
          if (name !== '') found.push({ verb, resource, name });
          if (pace.spent()) yield;
        }
      }
    }
  }
  return found;
}

/** Resources for which a rule allows the verb on all objects. */
function* allowedOf(
  verb: string,
  resources: readonly Resource[],
  rules: readonly PolicyRule[],
  pace: Pace,
): Steps<Resource[]> {
  const allowed: Resource[] = [];
  for (const resource of resources) {
    for (const rule of rules) {
      if (pace.spent()) yield;
      if (!allowsAll(rule, verb, resource)) continue;
      allowed.push(resource);
      break;
    }
  }
  return allowed;
}

interface NamedRight {
  readonly verb: 'list' | 'get';
  readonly resource: Resource;
  readonly name: string;
}

function rulesIn({ rules }: RulesAnswer): readonly PolicyRule[] {
  return (parseGrantObject('ClusterRole', { rules }) as RoleObject).rules;
}

/** `rules` without `others`. Each of `others` is removed only once, because two bindings may give equal rules. */
function* without(
  rules: readonly PolicyRule[],
  others: readonly PolicyRule[],
  pace: Pace,
): Steps<readonly PolicyRule[]> {
  const counts = new Map<string, number>();
  for (const rule of others) {
    const key = JSON.stringify(rule);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (pace.spent(1 + sizeOfRule(rule))) yield;
  }
  const rest: PolicyRule[] = [];
  for (const rule of rules) {
    const key = JSON.stringify(rule);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    if (left <= 0) rest.push(rule);
    if (pace.spent(1 + sizeOfRule(rule))) yield;
  }
  return rest;
}

function collection(verb: string, resource: Resource, namespace: string): Attributes {
  return { verb, group: resource.group, resource: resource.plural, namespace, name: '' };
}

function ruleFor(verb: string, resource: Resource, ...resourceNames: string[]): PolicyRule {
  return { verbs: [verb], apiGroups: [resource.group], resources: [resource.plural], resourceNames };
}

function allowsVerb({ verbs }: PolicyRule, verb: string): boolean {
  return verbs.includes(verb) || verbs.includes('*');
}

function isFor({ apiGroups, resources }: PolicyRule, { group, plural }: Resource): boolean {
  return (
    (apiGroups.includes(group) || apiGroups.includes('*')) && (resources.includes(plural) || resources.includes('*'))
  );
}

function allowsAll(rule: PolicyRule, verb: string, resource: Resource): boolean {
  return (
    isFor(rule, resource) &&
    allowsVerb(rule, verb) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(''))
  );
}

/** A role with these rules, and its binding to the caller in this scope. */
function grantOf(namespace: string, rules: readonly PolicyRule[], user: string): [GrantObject, GrantObject] {
  const [role, binding] =
    namespace === NO_NAMESPACE ? (['ClusterRole', 'ClusterRoleBinding'] as const) : (['Role', 'RoleBinding'] as const);
  const metadata = { namespace, name: 'live-review' };
  const apiGroup = 'rbac.authorization.k8s.io';
  return [
    parseGrantObject(role, { metadata, rules }),
    parseGrantObject(binding, {
      metadata,
      roleRef: { apiGroup, kind: role, name: metadata.name },
      subjects: [{ apiGroup, kind: 'User', name: user }],
    }),
  ];
}
