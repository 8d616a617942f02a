/**
 * The namespaces of a cluster of which the index holds anything: where a caller's rights have to be asked for.
 *
 * Read past every caller's View, since who may know of a namespace is the very question. The names go to the cluster itself, which knows them,
 * and to nobody else.
 */
import { compileVisibility } from '../../../rbac/visibility.ts';
import type { Row } from '../../../store/store.ts';
import type { View } from '../../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';

const PAGE = 5_000;

/** A View of one cluster that shows every row. */
export function everyRowOf({ cluster, resources }: Pick<ClusterIndex, 'cluster' | 'resources'>): View {
  const everything = compileVisibility({ revision: 0, objects: new Map() }, { user: '', groups: ['system:masters'] }, resources);
  return name => (name === cluster ? everything : undefined);
}

export async function placesOf(readModel: Pick<ReadModel, 'namespaces' | 'page'>, index: ClusterIndex): Promise<string[]> {
  const view = everyRowOf(index);
  const places = new Set(readModel.namespaces(view).get(index.cluster)?.keys());
  for (let after: string | undefined; ;) {
    const filter = { clusters: [index.cluster], kinds: [{ kind: 'Namespace', group: '' }] };
    const page = await readModel.page(view, filter, [], { first: PAGE, ...(after !== undefined && { after }) });
    page.rows.forEach(({ name }: Row) => places.add(name));
    after = page.cursors.at(-1);
    if (!page.hasNextPage || after === undefined) return [...places].sort();
  }
}
