/** Health of a part of the mesh: shape, colour and word. */
import type { MeshHealthStatus } from '../graph/graphql.ts';
import { Mark } from '../parts/status.tsx';
import { meshTexts as said } from './texts.ts';
import { STATUS_OF } from './traffic.ts';

export function HealthMark({ health }: { health: MeshHealthStatus }) {
  return <Mark status={STATUS_OF[health]} word={said.health[health]} />;
}
