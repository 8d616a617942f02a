/**
 * What one caller may list on one cluster, in a few lines: what holds everywhere, then namespaces by what may be listed in them.
 *
 * A summary, cut to a bound: it is for people who ask what they can expect to find, not a way to enumerate rights.
 */
import type { Resource, ScopeVisibility, Visibility } from '../rbac/types.ts';
import { scopesOfNamespaces } from '../rbac/visibility.ts';
import { TopK } from '../readmodel/containers/top-k.ts';
import { compareText } from '../readmodel/texts/id-order.ts';
import type { Yielder } from '../async/yielder.ts';

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
/** Namespaces between two looks at the clock. */
const LOOKED_AT = 256;

/**
 * A caller may have grants in very many namespaces, so others have their turns meanwhile.
 * @param named The resources of which the caller may know: of others not even that some object would be visible by its name is told.
 */
export async function accessOf(
  cluster: string,
  visibility: Visibility,
  named: readonly Resource[],
  turns: Yielder,
): Promise<ClusterAccess> {
  const { resources, cluster: wide, namespaces } = visibility;
  const groups = new Map<string, Group>();
  // Namespaces in which the same roles are held share one scope.
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
    inNamespaces: all.slice(0, MAX_GROUPS).map(({ kinds, first, count }) => ({ kinds, namespaces: first.sorted(), namespaceCount: count })),
    byName: isAnyByName(visibility, new Set(named)),
    truncated: all.length > MAX_GROUPS || all.some(({ count }) => count > MAX_NAMESPACES),
  };
}

/** Namespaces in which the same kinds may be listed. */
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

/** A name of what may be listed anyway says nothing, and where a cluster was asked, whether it spelled that out follows from what else it serves. */
function isAnyByName(visibility: Visibility, named: ReadonlySet<Resource>): boolean {
  const { cluster, resources } = visibility;
  for (const { list, names } of [cluster, ...scopesOfNamespaces(visibility)])
    for (const number of names.keys()) if (list[number] !== 1 && cluster.list[number] !== 1 && named.has(resources[number]!)) return true;
  return false;
}

/** As the filter of objects takes them, by name. */
function kindsWhere(resources: readonly Resource[], holds: (number: number) => boolean): string[] {
  return resources
    .filter((_, number) => holds(number))
    .map(({ kind, group }) => (group === '' ? kind : `${kind}.${group}`))
    .sort();
}
