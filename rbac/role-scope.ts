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
import type { Pace, Steps } from '../async/fair-turns.ts';
import { isNamespaceLike } from './rules.ts';
import { addTo, ScopeBuilder, scopeFor } from './scope.ts';
import type { PolicyRule, Resource, RoleObject, ScopeVisibility } from './types.ts';

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
