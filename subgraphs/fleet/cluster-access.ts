/**
 * What one caller may list on one cluster, in a few lines: what holds everywhere, then namespaces by what may be listed in them.
 *
 * A summary, cut to a bound: it is for people who ask what they can expect to find, not a way to enumerate rights.
 */
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import { scopesOfNamespaces } from '../../rbac/visibility.ts';

export interface ClusterAccess {
  readonly cluster: { readonly name: string };
  /** Kinds that may be listed in all namespaces, or in cluster scope. */
  readonly everywhere: readonly string[];
  readonly inNamespaces: readonly NamespaceAccess[];
  /** Whether some objects are visible by their names alone. */
  readonly byName: boolean;
  /** Whether there is more than is told. */
  readonly truncated: boolean;
}

/** Namespaces in which the same kinds may be listed. */
export interface NamespaceAccess {
  readonly kinds: readonly string[];
  /** The first of them, by name. */
  readonly namespaces: readonly string[];
  readonly namespaceCount: number;
}

const MAX_GROUPS = 20;
const MAX_NAMESPACES = 20;

export function accessOf(cluster: string, visibility: Visibility): ClusterAccess {
  const { resources, cluster: wide, namespaces } = visibility;
  const groups = new Map<string, { kinds: string[]; names: string[] }>();
  // Namespaces in which the same roles are held share one scope.
  const beyondWide = new Map<ScopeVisibility, string[]>();
  for (const [namespace, scope] of namespaces) {
    let beyond = beyondWide.get(scope);
    if (!beyond) {
      beyond = kindsWhere(
        resources,
        number => resources[number]?.namespaced === true && scope.list[number] === 1 && wide.list[number] !== 1,
      );
      beyondWide.set(scope, beyond);
    }
    if (beyond.length === 0) continue;
    const group = groups.get(beyond.join()) ?? { kinds: beyond, names: [] };
    groups.set(beyond.join(), group);
    group.names.push(namespace);
  }
  const all = [...groups.values()].sort((a, b) => b.names.length - a.names.length || (a.kinds.join() < b.kinds.join() ? -1 : 1));
  return {
    cluster: { name: cluster },
    everywhere: kindsWhere(resources, number => wide.list[number] === 1),
    inNamespaces: all.slice(0, MAX_GROUPS).map(({ kinds, names }) => ({
      kinds,
      namespaces: names.sort().slice(0, MAX_NAMESPACES),
      namespaceCount: names.length,
    })),
    byName: [wide, ...scopesOfNamespaces(visibility)].some(({ names }) => names.size > 0),
    truncated: all.length > MAX_GROUPS || all.some(({ names }) => names.length > MAX_NAMESPACES),
  };
}

/** As the filter of objects takes them, by name. */
function kindsWhere(resources: readonly Resource[], holds: (number: number) => boolean): string[] {
  return resources
    .filter((_, number) => holds(number))
    .map(({ kind, group }) => (group === '' ? kind : `${kind}.${group}`))
    .sort();
}
