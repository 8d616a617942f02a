/**
 * Expected visibility of an identity, by the server's own decisions. Each part of the visibility rule is a request to
 * the authority.
 *
 * The rule is about single grants ("a rule that names M"), but a review covers the union of all grants. Reviews cannot
 * decide one case: a read that is allowed for any name, and perhaps also by a rule with this name. In this case the
 * server lists the rules of the identity.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LeafIdentity, Resource } from '../../../rbac/types.ts';
import type { Authority, Request } from './authority.ts';
import type { RuleManifest } from '../../rbac/manifests.ts';
import type { Place } from './vocabulary.ts';

/** A name that no rule and no object has. */
const UNNAMED = 'no-rule-names-this';
/** A namespace without RoleBindings: all grants of an identity there come from ClusterRoleBindings. */
const NOWHERE = 'no-such-namespace';

export class Truth {
  readonly identity: LeafIdentity;
  readonly #authority: Authority;
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #rules = new Map<string, Promise<readonly RuleManifest[]>>();

  /** Caches its answers: create a new instance after a change of RBAC. */
  constructor(authority: Authority, identity: LeafIdentity) {
    this.#authority = authority;
    this.identity = identity;
  }

  /** The visibility rule of docs/security.md, "The promise", for one row. */
  async sees({ resource, namespace, name }: Place): Promise<boolean> {
    const about = { group: resource.group, resource: resource.plural, namespace };
    if (await this.#allows({ ...about, verb: 'list', name: '' })) return true;
    if (await this.#allows({ ...about, verb: 'list', name })) return true;
    const get = { ...about, verb: 'get', name };
    if (await this.#allows(get)) {
      if (!(await this.#allows({ ...get, name: UNNAMED }))) return true;
      if ((await this.#rulesIn(namespace)).some(rule => rule.resourceNames?.includes(name) && matches(rule, get)))
        return true;
    }
    return isNamespaceLike(resource) && this.#seesInItsOwnScope(get);
  }

  /** True if the resource may be listed in a namespace, or in all namespaces (''). */
  lists({ group, plural }: Resource, namespace: string): Promise<boolean> {
    return this.#allows({ verb: 'list', group, resource: plural, namespace, name: '' });
  }

  /** True if the RoleBindings of a namespace alone grant listing the resource in that namespace. */
  async listsByRoleBinding({ group, plural }: Resource, namespace: string): Promise<boolean> {
    const list = { verb: 'list', group, resource: plural, namespace, name: '' };
    return (await this.#allows(list)) && (await this.#roleBindingRules(namespace)).some(rule => matches(rule, list));
  }

  allows(request: Request): Promise<boolean> {
    return this.#allows(request);
  }

  /**
   * True if the identity may get a Namespace by a RoleBinding in that Namespace. The API server evaluates `GET
   * /namespaces/M` in scope M, so a right that is missing in cluster scope comes from a RoleBinding in M.
   */
  async #seesInItsOwnScope(get: Request): Promise<boolean> {
    const own = { ...get, namespace: get.name };
    if (!(await this.#allows(own))) return false;
    if (!(await this.#allows(get))) return true;
    return (await this.#roleBindingRules(get.name)).some(rule => matches(rule, own));
  }

  #allows(request: Request): Promise<boolean> {
    const key = JSON.stringify([
      request.verb,
      request.group,
      request.resource,
      request.subresource,
      request.namespace,
      request.name,
    ]);
    return remembered(this.#answers, key, () => this.#authority.allows(this.identity, request));
  }

  #rulesIn(namespace: string): Promise<readonly RuleManifest[]> {
    const scope = namespace === '' ? NOWHERE : namespace;
    return remembered(this.#rules, scope, () => this.#authority.rules(this.identity, scope));
  }

  /** Rules from the RoleBindings of the namespace, without the cluster-wide rules. */
  async #roleBindingRules(namespace: string): Promise<readonly RuleManifest[]> {
    const rules = [...(await this.#rulesIn(namespace))];
    for (const rule of await this.#rulesIn(NOWHERE)) {
      const at = rules.findIndex(candidate => isDeepStrictEqual(candidate, rule));
      if (at >= 0) rules.splice(at, 1);
    }
    return rules;
  }
}

/**
 * True for cluster-scoped resources with the plural `namespaces`, of any group. The server evaluates a request for the
 * object M of these resources in the scope of namespace M.
 */
export function isNamespaceLike({ namespaced, plural }: Resource): boolean {
  return !namespaced && plural === 'namespaces';
}

function matches(rule: RuleManifest, { verb, group, resource, name }: Request): boolean {
  const has = (patterns: readonly string[] | undefined, value: string) =>
    patterns?.some(pattern => pattern === '*' || pattern === value);
  const names = rule.resourceNames ?? [];
  return Boolean(
    has(rule.verbs, verb) &&
    has(rule.apiGroups, group) &&
    has(rule.resources, resource) &&
    (names.length === 0 || names.some(candidate => candidate === name)),
  );
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let answer = known.get(key);
  if (!answer) known.set(key, (answer = ask()));
  return answer;
}
