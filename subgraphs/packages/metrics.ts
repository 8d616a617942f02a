/**
 * The metric `fleetgraph_package_deployments` for alerts: deployments by target cluster, engine and phase. Each
 * deployment counts once. There are at most 40 series for each cluster. Series with count 0 are omitted.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { labelValue } from '../../telemetry/label-value.ts';
import { Joins, judged, type Surroundings } from './joins.ts';

const HEAD = `# HELP fleetgraph_package_deployments Deployments of packages in the index of this replica, by cluster, engine and phase.
# TYPE fleetgraph_package_deployments gauge
`;

/** @throws QueryError if there are too many deployments */
export function* deploymentMetrics(rows: RowReader, around: Surroundings): Steps<string> {
  const joins = new Joins(rows, around);
  yield* joins.readIntents();
  const counts = new Map<string, number>();
  yield* joins.read({}, deployed => {
    const { phase } = judged(deployed, joins.intentOf(deployed.place));
    const cluster = labelValue(deployed.target ?? '');
    const labels = `cluster="${cluster}",engine="${deployed.engine.toLowerCase()}",phase="${phase.toLowerCase()}"`;
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
  });
  let text = HEAD;
  for (const [labels, count] of counts) text += `fleetgraph_package_deployments{${labels}} ${count}\n`;
  return text;
}
