/**
 * Builds the visibility of one scope: for each resource, either all objects or single names. Also compiles what one
 * role makes visible in a scope.
 *
 * A role may name hundreds of thousands of objects, for many resources. So resources with the same visible names can
 * share one set, and so can scopes. Before further names are added to a set that others may use, the set is copied, in
 * steps.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import type { Resource, ScopeVisibility, PolicyRule, RoleObject } from './types.ts';
import { isNamespaceLike } from './rules.ts';

type Names = ReadonlySet<string>;

export class ScopeBuilder {
  readonly #list: Uint8Array;
  readonly #names = new Map<number, Names>();
  /**
   * Sets that this builder created, each with the number of resources that used the set when it was created. Some of
   * these resources may use another set now.
   */
  readonly #own = new Map<Names | undefined, number>();

  constructor(resourceCount: number) {
    this.#list = new Uint8Array(resourceCount);
  }

  addAll(resource: number): void {
    this.#list[resource] = 1;
  }

  /** @param names Must not contain '', since no object has this name. Must not change afterwards */
  *addNames(resources: Iterable<number>, names: Names, pace: Pace): Steps<void> {
    if (names.size === 0) return;
    for (const [known, sharing] of Map.groupBy(resources, resource => this.#names.get(resource))) {
      // This builder made the set, and all resources that use the set get the names. So the set can grow.
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

  /** Builds the result. Omits the object names of each resource whose objects are all visible. */
  build(): ScopeVisibility {
    const names =
      this.#names.size === 0 ? this.#names : new Map([...this.#names].filter(([resource]) => !this.#list[resource]));
    return { list: this.#list, names };
  }
}

/**
 * Cost of one text, counted in operations. It is high because the text stays in memory and a very large set grows in
 * one step.
 */
const TEXT = 8;

function* union(some: Names, others: Names, pace: Pace): Steps<Names> {
  const united = new Set<string>();
  yield* addTo(united, some, pace);
  yield* addTo(united, others, pace);
  return united;
}

export function* addTo(set: Set<string>, texts: Iterable<string>, pace: Pace): Steps<void> {
  for (const text of texts) {
    set.add(text);
    if (pace.spent(TEXT)) yield;
  }
}

/** The part of a scope that concerns the given resources. */
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

/** The visibility that a role grants. Immutable, so that all holders of the role in one scope can share it. */
export interface RoleScope {
  /** Visible through a ClusterRoleBinding: objects in all namespaces, and cluster-scoped objects. */
  readonly clusterWide: ScopeVisibility;
  /** Visible through a RoleBinding: objects of namespaced resources. */
  readonly namespaced: ScopeVisibility;
  /** What a RoleBinding shows of resources like `namespaces`: only the object whose name is the binding's namespace. */
  readonly ownNamespace: ScopeVisibility;
  /** Numbers of the resources with objects in `ownNamespace`. Empty for most roles. */
  readonly readsOwn: readonly number[];
}

/** Compiled roles by resources, then by rules. Roles with equal rules usually share one array (sharing.ts). */
const compiled = new WeakMap<readonly Resource[], WeakMap<readonly PolicyRule[], RoleScope>>();

/** The compiled role. Undefined if the role has not been compiled yet. */
export function knownScope({ rules }: RoleObject, resources: readonly Resource[]): RoleScope | undefined {
  return compiled.get(resources)?.get(rules);
}

/**
 * Compiles the objects that one role makes visible, for each scope in which a binding can grant the role. A role is
 * compiled once for all its holders.
 *
 * An unrestricted `list` shows every object of a resource. A rule for `list` or `get` with resourceNames shows the
 * objects with these names. The name `''` matches a list without a name, so such a `list` is unrestricted. `watch`
 * shows nothing. `get` without names shows only a Namespace object, through a RoleBinding in this namespace. Each rule
 * is evaluated by itself and the results are united, so a further rule never hides anything.
 *
 * The leaf controls the length of a rule's lists, up to some megabytes. So compiling reads long lists in steps, and
 * never combines two lists.
 */
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
    // `GET /namespaces/M` is evaluated in the namespace M, so a RoleBinding there may allow it. No list request of
    // namespaces is evaluated in the namespace M, so `list` does not count.
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

/** Stores a compiled role. If a concurrent compilation has finished first, its equal result is kept. */
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

/** Numbers of the resources that a rule names. A pattern with a slash is for subresources and matches no resource. */
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
