/**
 * What one role shows, per scope that a binding can give it in: the rules of a role compiled once for all who hold it.
 *
 * The rule: an unrestricted `list` shows every object of a resource; a rule for `list` or `get` with resourceNames shows the objects it
 * names. `''` among the names matches a list without a name, so such a `list` is unrestricted. `watch`, and `get` without names, show
 * nothing. Rules are judged one by one and united, so that a further rule never hides anything.
 */
import { isNamespaceLike } from './rules.ts';
import { ScopeBuilder } from './scope.ts';
import type { PolicyRule, Resource, RoleObject, ScopeVisibility } from './types.ts';

/** Never changed once it is made, so that everybody who holds the role in one scope can share it. */
export interface RoleScope {
  /** Held by a ClusterRoleBinding: all namespaces, and cluster scope. */
  readonly clusterWide: ScopeVisibility;
  /** Held by a RoleBinding: the namespaced resources only. */
  readonly namespaced: ScopeVisibility;
  /** Held by a RoleBinding: the resources of which it shows the object that is called like the binding's namespace. */
  readonly namespaceReaders: readonly NamespaceReader[];
}

export interface NamespaceReader {
  readonly resource: number;
  /** Empty: every namespace. */
  readonly names: ReadonlySet<string>;
}

/** By rules, since roles of the same rules share them (sharing.ts). */
const compiled = new WeakMap<readonly Resource[], WeakMap<readonly PolicyRule[], RoleScope>>();

export function scopeOfRole({ rules }: RoleObject, resources: readonly Resource[]): RoleScope {
  let roles = compiled.get(resources);
  if (!roles) compiled.set(resources, (roles = new WeakMap()));
  let scope = roles.get(rules);
  if (!scope) roles.set(rules, (scope = compileRole(rules, resources)));
  return scope;
}

/** Each scope is made when a binding first gives the role there: most roles are held in one kind of scope only. */
function compileRole(all: readonly PolicyRule[], resources: readonly Resource[]): RoleScope {
  const rules = all.filter(rule => grants(rule, 'list') || grants(rule, 'get'));
  const namespaceReaders = namespaceReadersOf(rules, resources);
  let clusterWide: ScopeVisibility | undefined;
  let namespaced: ScopeVisibility | undefined;
  return {
    get clusterWide() {
      return (clusterWide ??= scopeOf(rules, resources, () => true));
    },
    get namespaced() {
      return (namespaced ??= scopeOf(rules, resources, resource => resource.namespaced));
    },
    namespaceReaders,
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();

function scopeOf(rules: readonly PolicyRule[], resources: readonly Resource[], holds: (resource: Resource) => boolean): ScopeVisibility {
  const scope = new ScopeBuilder(resources.length);
  for (const rule of rules) {
    const everything = grants(rule, 'list') && (rule.resourceNames.length === 0 || rule.resourceNames.includes(''));
    const names = everything ? NO_NAMES : new Set(rule.resourceNames.filter(name => name !== ''));
    for (const number of resourcesOf(rule, resources)) {
      if (!holds(resources[number]!)) continue;
      if (everything) scope.addAll(number);
      scope.addNames(number, names);
    }
  }
  return scope.build();
}

/** `GET /namespaces/M` is evaluated in scope M, so there a RoleBinding may show it; no list request is, so `list` does not count. */
function namespaceReadersOf(rules: readonly PolicyRule[], resources: readonly Resource[]): readonly NamespaceReader[] {
  const readers: NamespaceReader[] = [];
  for (const rule of rules) {
    if (!grants(rule, 'get') || !(rule.resources.includes('namespaces') || rule.resources.includes('*'))) continue;
    const names = new Set(rule.resourceNames);
    for (const number of resourcesOf(rule, resources)) if (isNamespaceLike(resources[number]!)) readers.push({ resource: number, names });
  }
  return readers;
}

function grants(rule: PolicyRule, verb: string): boolean {
  return rule.verbs.includes(verb) || rule.verbs.includes('*');
}

/** The numbers of the resources that a rule is for. A pattern with a slash is for subresources, hence for none of them. */
function resourcesOf(rule: PolicyRule, resources: readonly Resource[]): Set<number> {
  const groups = numbersOf(resources);
  const found = new Set<number>();
  for (const plurals of rule.apiGroups.includes('*') ? groups.values() : rule.apiGroups.map(group => groups.get(group))) {
    for (const plural of rule.resources) {
      for (const number of plurals?.get(plural === '*' ? EVERY : plural) ?? []) found.add(number);
    }
  }
  return found;
}

/** Group → plural → numbers; under EVERY those of the whole group. */
type ResourceNumbers = ReadonlyMap<string, ReadonlyMap<string | symbol, readonly number[]>>;

const EVERY = Symbol('every resource of the group');
const numbers = new WeakMap<readonly Resource[], ResourceNumbers>();

function numbersOf(resources: readonly Resource[]): ResourceNumbers {
  const known = numbers.get(resources);
  if (known) return known;
  const groups = new Map<string, Map<string | symbol, number[]>>();
  resources.forEach(({ group, plural }, number) => {
    let plurals = groups.get(group);
    if (!plurals) groups.set(group, (plurals = new Map<string | symbol, number[]>()));
    for (const key of [EVERY, plural]) {
      const list = plurals.get(key);
      if (list) list.push(number);
      else plurals.set(key, [number]);
    }
  });
  numbers.set(resources, groups);
  return groups;
}
