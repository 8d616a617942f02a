/**
 * Namespaces in which to review a caller's rights: those with indexed objects, and those in which a RoleBinding reaches
 * the caller. In the latter, what the caller learns of their own rights does not depend on hidden objects.
 *
 * Bypasses the caller's View: who may know of a namespace is the very question. The names go only to the cluster
 * itself, which knows them.
 */
import { eventLoopTurns } from '../../async/fair-turns.ts';
import type { LeafIdentity } from '../../rbac/types.ts';
import { compileInSteps, compileVisibility } from '../../rbac/visibility.ts';
import type { View } from '../../readmodel/select/visibility-mask.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';

const PAGE = 5_000;

/** A View of one cluster that shows every row. */
export function everyRowOf({ cluster, resources }: Pick<ClusterIndex, 'cluster' | 'resources'>): View {
  const everything = compileVisibility({ revision: 0, objects: new Map() }, { user: '', groups: ['system:masters'] }, resources);
  return name => (name === cluster ? everything : undefined);
}

export async function placesOf(
  readModel: Pick<ReadModel, 'namespaces' | 'page'>,
  index: ClusterIndex,
  caller: LeafIdentity,
): Promise<string[]> {
  const view = everyRowOf(index);
  const places = new Set([
    ...((await readModel.namespaces(view, [index.cluster])).get(index.cluster) ?? []),
    // Namespaces in which RoleBindings reach the caller.
    ...(await eventLoopTurns.run(caller.user, compileInSteps(index.grants, caller, index.resources))).namespaces.keys(),
  ]);
  for (let after: string | undefined; ;) {
    const filter = { clusters: [index.cluster], kinds: [{ kind: 'Namespace', group: '' }] };
    const page = await readModel.page(view, filter, [], { first: PAGE, after });
    page.rows.forEach(({ name }) => places.add(name));
    after = page.endCursor;
    if (!page.hasNextPage) return [...places].sort();
  }
}
