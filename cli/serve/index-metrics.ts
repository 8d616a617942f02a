/**
 * Metrics about all rows of the index, regardless of who may see them, for alerts on the fleet itself. The operator
 * must enable them, because they reveal the names of clusters and kinds to everybody who reads /metrics. Closed
 * clusters have no such metrics: fleetgraph does not trust the grants of a closed cluster, so it reveals nothing about
 * this cluster.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Access } from '../../access/access.ts';
import { everyRowOf } from '../../access/reviews/live-access.ts';
import { KINDS } from '../../kinds/registry.ts';
import { QueryError } from '../../readmodel/query.ts';
import { NO_RIGHTS, type Question } from '../../readmodel/question.ts';
import type { KindTally, ReadModel } from '../../readmodel/readmodel.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import { labelValue } from '../../telemetry/label-value.ts';

const MAX_OTHER_KINDS = 50;
const DEFAULT_KINDS: ReadonlySet<string> = new Set(
  KINDS.flatMap(({ kind, indexedAs }) => (indexedAs === undefined ? [] : kind)),
);
/** No kind can have this name, because of its parentheses. */
const OTHER_KINDS = '(other)';
const STATUSES = OBJECT_STATUSES.map(status => status.toLowerCase());
const STEP_MS = 2;
const HEAD = `# HELP fleetgraph_objects Objects in the index of this replica, by cluster, kind and status.
# TYPE fleetgraph_objects gauge
`;

/**
 * `fleetgraph_objects`: objects by cluster, kind and status, as lines of Prometheus' text format. Series with count 0
 * are omitted.
 *
 * The number of series has a bound. `limits.clusters` bounds the clusters. Each cluster has series for the default
 * kinds and for the first 50 other kinds by name. Objects of further kinds count as kind `(other)`.
 *
 * The text is made here in short steps. prom-client makes all series of a metric in one step, which blocks the event
 * loop for about 50 ms per 12 000 series.
 */
export async function objectMetrics(
  readModel: Pick<ReadModel, 'clusters' | 'tallies'>,
  access: Pick<Access, 'closed'>,
): Promise<string> {
  const closed = access.closed();
  let text = HEAD;
  let began = performance.now();
  for (const { cluster } of readModel.clusters()) {
    if (closed.has(cluster)) continue;
    for (const [kind, counts] of byKind(readModel.tallies(cluster)))
      for (const [status, count] of counts.entries())
        if (count > 0)
          text += `fleetgraph_objects{cluster="${labelValue(cluster)}",kind="${labelValue(kind)}",status="${STATUSES[status]}"} ${count}\n`;
    if (performance.now() - began < STEP_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return text;
}

/** Adds up kinds of the same name in several API groups, and the kinds beyond `MAX_OTHER_KINDS`. */
function byKind(tallies: readonly KindTally[]): ReadonlyMap<string, readonly number[]> {
  const others = [...new Set(tallies.map(({ kind }) => kind))]
    .filter(kind => !DEFAULT_KINDS.has(kind))
    .toSorted(compareText);
  const folded = new Set(others.slice(MAX_OTHER_KINDS));
  const found = new Map<string, number[]>();
  for (const { kind, counts } of tallies) {
    const name = folded.has(kind) ? OTHER_KINDS : kind;
    const before = found.get(name);
    found.set(name, before ? before.map((count, status) => count + counts[status]!) : [...counts]);
  }
  return found;
}

/**
 * Metrics of the subgraphs, as lines of Prometheus' text format. Omits a metric if the index is too large to compute
 * it.
 */
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
  const rights = {
    ...NO_RIGHTS,
    stateOf: (cluster: string) => (readModel.cluster(cluster) ? ('INDEXED' as const) : undefined),
  };
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
