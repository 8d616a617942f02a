/**
 * Metrics of the subgraphs about all rows of the index, whoever may see them, for alerts on the fleet itself. Switched
 * on together with `fleetgraph_objects`, since they reveal the names of clusters to their readers, too.
 *
 * Closed clusters have none: a gateway that trusts no grants of a cluster says nothing about it.
 */
import type { Access } from '../access/access.ts';
import { everyRowOf } from '../access/reviews/live-access.ts';
import { QueryError } from '../readmodel/query.ts';
import { NO_RIGHTS, type Question } from '../readmodel/question.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';

/** Lines of Prometheus' text format; none of a question that the index is too large for. */
export async function rowMetrics(
  readModel: Pick<ReadModel, 'cluster' | 'ask'>,
  access: Pick<Access, 'closed'>,
  questions: readonly Question<string>[],
): Promise<string> {
  const closed = access.closed();
  const view = (cluster: string) => {
    const index = closed.has(cluster) ? undefined : readModel.cluster(cluster);
    return index && everyRowOf(index)(cluster);
  };
  const rights = { ...NO_RIGHTS, stateOf: (cluster: string) => (readModel.cluster(cluster) ? ('INDEXED' as const) : undefined) };
  let text = '';
  for (const question of questions) {
    try {
      text += await readModel.ask(view, question, undefined, () => rights);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
    }
  }
  return text;
}
