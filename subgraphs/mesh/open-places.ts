/**
 * Places whose traffic a caller may see. A place is a cluster and a namespace. A place is open if the caller may list
 * all Services and Pods there.
 */
import { Pace, type Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { SERVICE_KIND } from './projections.ts';

const POD = { group: '', kind: 'Pod' };
/** Operations of mayListTraffic() for one place. */
const PLACE = 4;

/** True if the caller may see traffic of this cluster and namespace. */
export function mayListTraffic(reader: RowReader, cluster: string, namespace: string): boolean {
  return (
    reader.mayList(cluster, SERVICE_KIND, namespace) === 'ALL' && reader.mayList(cluster, POD, namespace) === 'ALL'
  );
}

/**
 * Clusters in which the namespace is open. The caller is charged only for these clusters, because the cost must not
 * depend on clusters that the caller may not name.
 */
export function* openClusters(
  reader: RowReader,
  clusters: readonly string[],
  namespace: string,
): Steps<ReadonlySet<string>> {
  const open = new Set<string>();
  const pace = new Pace();
  for (const cluster of clusters) {
    if (mayListTraffic(reader, cluster, namespace)) open.add(cluster);
    if (pace.spent(PLACE)) yield;
  }
  if (reader.spent(PLACE * open.size)) yield;
  return open;
}
