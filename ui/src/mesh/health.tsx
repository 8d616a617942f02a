/** Health of the mesh as a mark. */
import type { MeshHealthStatus } from '../graph/graphql.ts';
import { StatusShape } from '../parts/status.tsx';
import { meshTexts as said } from './texts.ts';
import { STATUS_OF } from './traffic.ts';

export function HealthMark({ health }: { health: MeshHealthStatus }) {
  return (
    <span className="status" data-status={STATUS_OF[health]}>
      <StatusShape status={STATUS_OF[health]} />
      <span className="status-word">{said.health[health]}</span>
    </span>
  );
}
