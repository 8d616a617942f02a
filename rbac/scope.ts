/**
 * Builds what is visible in one scope (all objects of a resource, or single names of it), and what one role shows
 * there.
 *
 * A role may name hundreds of thousands of objects, for many resources. So resources with the same visible names share
 * one set of them, and so do scopes. A set is copied, in steps, only where some of its users get further names.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import type { Resource, ScopeVisibility, PolicyRule, RoleObject } from './types.ts';
import { isNamespaceLike } from './rules.ts';

type Names = ReadonlySet<string>;

export class ScopeBuilder {
  readonly #list: Uint8Array;
  readonly #names = new Map<number, Names>();
  /** Sets made here, with the number of resources that use each; some resources may use another set since. */
  readonly #own = new Map<Names | undefined, number>();

  constructor(resourceCount: number) {
    this.#list = new Uint8Array(resourceCount);
  }

  addAll(resource: number): void {
    this.#list[resource] = 1;
  }

  /** @param names Without '', since no object has that name; must not change afterwards */
  *addNames(resources: Iterable<number>, names: Names, pace: Pace): Steps<void> {
    if (names.size === 0) return;
    for (const [known, sharing] of Map.groupBy(resources, resource => this.#names.get(resource))) {
      // No other scope shares it, so it can grow.
      if (this.#own.get(known) === sharing.length) yield* addTo(known as Set<string>, names, pace);
      else {
        const united = known ? yield* union(known, names, pace) : names;
        if (known) this.#own.set(united, sharing.length);
        for (const resource of sharing) this.#names.set(resource, united);
      }
    }
  }

  *add({ list, names }: ScopeVisibility, pace: Pace): Steps<void> {
    list.forEach((all, resource) => {
      if (all) this.addAll(resource);
    });
    if (pace.spent(list.length / 16)) yield;
    for (const [set, resources] of Map.groupBy(names.keys(), resource => names.get(resource)!))
      yield* this.addNames(resources, set, pace);
  }

  /** Omits names of a resource that is visible as a whole. */
  build(): ScopeVisibility {
    const names =
      this.#names.size === 0 ? this.#names : new Map([...this.#names].filter(([resource]) => !this.#list[resource]));
    return { list: this.#list, names };
  }
}

/** Cost of a text, in operations: it stays in memory, and a very large set grows in one step. */
const TEXT = 8;

function* union(some: Names, others: Names, pace: Pace): Steps<Names> {
  const united = new Set<string>();
  yield* addTo(united, some, pace);
  yield* addTo(united, others, pace);
  return united;
}

/** @param texts As many as fit into one object of a leaf */
export function* addTo(set: Set<string>, texts: Iterable<string>, pace: Pace): Steps<void> {
  for (const text of texts) {
    set.add(text);
    if (pace.spent(TEXT)) yield;
  }
}

/** The part of a scope for some of the resources. */
export function scopeFor(
  { list, names }: ScopeVisibility,
  resources: readonly Resource[],
  has: (resource: Resource) => boolean,
): ScopeVisibility {
  return {
    list: list.map((all, number) => (has(resources[number]!) ? all : 0)),
    names: new Map([...names].filter(([number]) => has(resources[number]!))),
  };
}

export function shows(scope: ScopeVisibility, resource: number, name: string): boolean {
  return scope.list[resource] === 1 || scope.names.get(resource)?.has(name) === true;
}

export function isEmptyScope({ list, names }: ScopeVisibility): boolean {
  return names.size === 0 && !list.includes(1);
}

/**
 * What one role shows, per scope in which a binding can give it: the rules of a role, compiled once for all its
 * holders.
 *
 * The rule: an unrestricted `list` shows every object of a resource; a rule for `list` or `get` with resourceNames
 * shows the objects it names. `''` among the names matches a list without a name, so such a `list` is unrestricted.
 * `watch`, and `get` without names, show nothing. Each rule is judged by itself and the results are united, so that a
 * further rule never hides anything.
 *
 * The leaf decides how long a rule's lists are, up to some megabytes. So compiling walks each list once, in steps, and
 * never combines two of them.
 */

/** Immutable, so that all holders of the role in one scope can share it. */
export interface RoleScope {
  /** Given by a ClusterRoleBinding: all namespaces, and cluster scope. */
  readonly clusterWide: ScopeVisibility;
  /** Given by a RoleBinding: the namespaced resources only. */
  readonly namespaced: ScopeVisibility;
  /** Given by a RoleBinding, for resources like namespaces: the objects named like the binding's namespace. */
  readonly ownNamespace: ScopeVisibility;
  /** Resources with any object shown there; empty for most roles. */
  readonly readsOwn: readonly number[];
}

/** By rules, since roles with equal rules share them (sharing.ts). */
const compiled = new WeakMap<readonly Resource[], WeakMap<readonly PolicyRule[], RoleScope>>();

/** Undefined if the role has not been compiled yet. */
export function knownScope({ rules }: RoleObject, resources: readonly Resource[]): RoleScope | undefined {
  return compiled.get(resources)?.get(rules);
}

export function* compileScope({ rules }: RoleObject, resources: readonly Resource[], pace: Pace): Steps<RoleScope> {
  const clusterWide = new ScopeBuilder(resources.length);
  const ownNamespace = new ScopeBuilder(resources.length);
  for (const rule of rules) {
    if (pace.spent(1 + resources.length / 16)) yield;
    const [lists, gets] = [grants(rule, 'list'), grants(rule, 'get')];
    const numbers = lists || gets ? yield* resourcesOf(rule, resources, pace) : [];
    if (numbers.length === 0) continue;
    const names = new Set<string>();
    yield* addTo(names, rule.resourceNames, pace);
    const all = names.size === 0;
    const isNameless = names.delete('');
    if (lists && (all || isNameless)) numbers.forEach(number => clusterWide.addAll(number));
    else yield* clusterWide.addNames(numbers, names, pace);
    // `GET /namespaces/M` is evaluated in scope M, so there a RoleBinding may show it; no list request is, so `list`
    // does not count.
    const own = gets ? numbers.filter(number => isNamespaceLike(resources[number]!)) : [];
    if (all) own.forEach(number => ownNamespace.addAll(number));
    else yield* ownNamespace.addNames(own, names, pace);
  }
  const [everywhere, own] = [clusterWide.build(), ownNamespace.build()];
  return remembered(rules, resources, {
    clusterWide: everywhere,
    namespaced: scopeFor(everywhere, resources, resource => resource.namespaced),
    ownNamespace: own,
    readsOwn: [...resources.keys()].filter(number => own.list[number] === 1 || own.names.has(number)),
  });
}

/** A concurrent compilation may have finished first, with the same result. */
function remembered(rules: readonly PolicyRule[], resources: readonly Resource[], scope: RoleScope): RoleScope {
  let roles = compiled.get(resources);
  if (!roles) compiled.set(resources, (roles = new WeakMap()));
  const known = roles.get(rules);
  if (!known) roles.set(rules, scope);
  return known ?? scope;
}

function grants(rule: PolicyRule, verb: string): boolean {
  return rule.verbs.includes(verb) || rule.verbs.includes('*');
}

/** Numbers of a rule's resources. A pattern with a slash is for subresources, and matches none. */
function* resourcesOf(
  { apiGroups, resources: plurals }: PolicyRule,
  resources: readonly Resource[],
  pace: Pace,
): Steps<number[]> {
  const [groups, wanted] = [new Set<string>(), new Set<string>()];
  yield* addTo(groups, apiGroups, pace);
  yield* addTo(wanted, plurals, pace);
  return [...resources.keys()].filter(number => {
    const { group, plural } = resources[number]!;
    return (groups.has('*') || groups.has(group)) && (wanted.has('*') || wanted.has(plural));
  });
}
