/**
 * Summary of what one caller may list on one cluster: the kinds that are listable everywhere, and then groups of
 * namespaces with the same listable kinds.
 *
 * The summary is bounded. It shows people what they can expect to find, and is not meant for enumerating rights.
 */
import type { Resource, ScopeVisibility, Visibility } from '../rbac/types.ts';
import { scopesOfNamespaces } from '../rbac/visibility.ts';
import { TopK } from '../readmodel/table/containers.ts';
import { compareText } from '../readmodel/table/names.ts';
import type { Yielder } from '../async/fair-turns.ts';

export interface ClusterAccess {
  readonly cluster: { readonly name: string };
  /** Kinds that are listable in all namespaces, or in cluster scope. */
  readonly everywhere: readonly string[];
  readonly inNamespaces: readonly NamespaceAccess[];
  /** True if some objects are visible only by name (`resourceNames` of a rule). */
  readonly byName: boolean;
  /** True if the summary omits groups, or namespaces of a group. */
  readonly truncated: boolean;
}

/** Namespaces with the same listable kinds. */
export interface NamespaceAccess {
  readonly kinds: readonly string[];
  /** The names that come first in alphabetical order, at most MAX_NAMESPACES. */
  readonly namespaces: readonly string[];
  readonly namespaceCount: number;
}

const MAX_GROUPS = 20;
const MAX_NAMESPACES = 20;
/** Number of namespaces between two checks of the clock. */
const LOOKED_AT = 256;

/**
 * Yields to other callers, because a caller may have grants in very many namespaces.
 * @param named The resources that the caller may name. `byName` ignores other resources
 */
export async function accessOf(
  cluster: string,
  visibility: Visibility,
  named: readonly Resource[],
  turns: Yielder,
): Promise<ClusterAccess> {
  const { resources, cluster: wide, namespaces } = visibility;
  const groups = new Map<string, Group>();
  // Namespaces with the same roles share one scope, so the result is cached by scope.
  const ofScope = new Map<ScopeVisibility, Group | undefined>();
  let looked = 0;
  for (const [namespace, scope] of namespaces) {
    let group = ofScope.get(scope);
    if (!ofScope.has(scope)) {
      const kinds = kindsWhere(
        resources,
        number => resources[number]?.namespaced === true && scope.list[number] === 1 && wide.list[number] !== 1,
      );
      group = kinds.length > 0 ? groupOf(groups, kinds) : undefined;
      ofScope.set(scope, group);
    }
    if (group) {
      group.count++;
      group.first.offer(namespace);
    }
    if (++looked % LOOKED_AT === 0) await turns.take();
  }
  const all = [...groups.values()].sort((a, b) => b.count - a.count || compareText(a.key, b.key));
  return {
    cluster: { name: cluster },
    everywhere: kindsWhere(resources, number => wide.list[number] === 1),
    inNamespaces: all
      .slice(0, MAX_GROUPS)
      .map(({ kinds, first, count }) => ({ kinds, namespaces: first.sorted(), namespaceCount: count })),
    byName: isAnyByName(visibility, new Set(named)),
    truncated: all.length > MAX_GROUPS || all.some(({ count }) => count > MAX_NAMESPACES),
  };
}

interface Group {
  readonly key: string;
  readonly kinds: readonly string[];
  readonly first: TopK<string>;
  count: number;
}

function groupOf(groups: Map<string, Group>, kinds: readonly string[]): Group {
  const key = kinds.join();
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { key, kinds, first: new TopK(MAX_NAMESPACES, compareText), count: 0 }));
  return group;
}

/**
 * True if a name makes an object visible that is not listable. Names of listable objects do not count. Live reviews
 * report or omit such names, depending on the other kinds that the cluster serves.
 */
function isAnyByName(visibility: Visibility, named: ReadonlySet<Resource>): boolean {
  const { cluster, resources } = visibility;
  for (const { list, names } of [cluster, ...scopesOfNamespaces(visibility)])
    for (const number of names.keys())
      if (list[number] !== 1 && cluster.list[number] !== 1 && named.has(resources[number]!)) return true;
  return false;
}

/** Kinds in the spelling of the object filter, sorted. */
function kindsWhere(resources: readonly Resource[], holds: (number: number) => boolean): string[] {
  return resources
    .filter((_, number) => holds(number))
    .map(({ kind, group }) => (group === '' ? kind : `${kind}.${group}`))
    .sort();
}
