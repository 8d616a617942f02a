/** Placed workloads as shown on the page: phases as statuses, verdicts in order, and a move as steps. */
import type {
  MovePhase,
  ObjectStatus,
  PlacedLineFragment,
  PlacementAssignmentState,
  PlacementEngine,
  PlacementMovePartFragment,
  PlacementPhase,
  PlacementVerdict,
} from '../graph/graphql.ts';

/** Phases, worst first, with the status that gives each its shape and colour. */
export const STATUS_OF: Readonly<Record<PlacementPhase, ObjectStatus>> = {
  FAILED: 'FAILED',
  UNSCHEDULABLE: 'FAILED',
  UNKNOWN: 'UNKNOWN',
  PENDING: 'IN_PROGRESS',
  PROGRESSING: 'IN_PROGRESS',
  MOVING: 'IN_PROGRESS',
  DELETING: 'TERMINATING',
  RUNNING: 'CURRENT',
};
export const PHASES = Object.keys(STATUS_OF) as readonly PlacementPhase[];

export const STATUS_OF_VERDICT: Readonly<Record<PlacementVerdict, ObjectStatus>> = {
  ASSIGNED: 'CURRENT',
  HELD: 'IN_PROGRESS',
  REJECTED: 'FAILED',
  OUTRANKED: 'UNKNOWN',
  ELIGIBLE: 'UNKNOWN',
  UNKNOWN: 'UNKNOWN',
};
const VERDICTS = Object.keys(STATUS_OF_VERDICT) as readonly PlacementVerdict[];

/** Members that have the workload first, then members that are refused, then others; by score, then by name. */
export function inOrder<
  Candidate extends { readonly verdict: PlacementVerdict; readonly score: number | null; readonly member: string },
>(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (a, b) =>
      VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
      (b.score ?? 0) - (a.score ?? 0) ||
      (a.member < b.member ? -1 : 1),
  );
}

/** Members that the engine has assigned. Members where it only keeps or removes copies are not included. */
export const assignedCount = (assignments: readonly { readonly state: PlacementAssignmentState }[]): number =>
  assignments.filter(({ state }) => state === 'ASSIGNED').length;

/** Problems first; otherwise keeps the order. */
export const worstFirst = <Line extends { readonly phase: PlacementPhase }>(lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase));

/** Name of a workload: the name of its template, or of its binding. */
export function nameOf({
  template,
  binding,
  bindingId,
}: Pick<PlacedLineFragment, 'template' | 'binding' | 'bindingId'>): string {
  const object = template ?? binding;
  return object ? [object.namespace, object.name].filter(Boolean).join('/') : bindingId;
}

export interface Step {
  readonly phase: MovePhase;
  readonly state: 'done' | 'current' | 'toCome';
}

const FORWARD: Readonly<Record<PlacementEngine, readonly MovePhase[]>> = {
  OCM: ['PENDING', 'EXTENDED', 'NARROWED', 'DONE'],
  KARMADA: ['PENDING', 'HOLDING', 'EXTENDED', 'NARROWED', 'DONE'],
};

/** Steps of a move in order. A blocked move waits before the first step; a cancelled move goes back. */
export function stepsOf({ phase }: Pick<PlacementMovePartFragment, 'phase'>, engine: PlacementEngine): Step[] {
  const all: readonly MovePhase[] =
    phase === 'REVERTING'
      ? ['PENDING', 'EXTENDED', 'REVERTING', 'DONE']
      : phase === 'BLOCKED'
        ? ['BLOCKED', ...FORWARD[engine].slice(1)]
        : FORWARD[engine];
  const at = all.indexOf(phase);
  return all.map((it, index) => ({
    phase: it,
    state: index < at || phase === 'DONE' ? 'done' : index === at ? 'current' : 'toCome',
  }));
}
