/** Placed workloads as shown on the page: phases as statuses, sorted verdicts, and the steps of a move. */
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

/** Object status that gives a phase its shape and colour. Worst phase first. */
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

/**
 * Sorts members by verdict, then by score, then by name. Members that have the workload come first, then members that
 * are refused.
 */
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

/** Number of members that the engine has assigned. Does not count members where copies are only kept or removed. */
export const assignedCount = (assignments: readonly { readonly state: PlacementAssignmentState }[]): number =>
  assignments.filter(({ state }) => state === 'ASSIGNED').length;

/** Sorts by phase, problems first. Keeps the order within a phase. */
export const worstFirst = <Line extends { readonly phase: PlacementPhase }>(lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase));

/** Name of a workload: the name of its template or of its binding, otherwise the id of the binding. */
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

/**
 * Steps of a move, in order. A blocked move has the step BLOCKED first. A move that is being reverted has the step
 * REVERTING.
 */
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
