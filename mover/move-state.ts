/** The annotation `move` of a policy contains the state of a move, so that a mover can continue after a restart. */
import { annotation, at, text } from '../kinds/untrusted.ts';
import { INTENT, MAX_MOVE_LENGTH, pinMemory, type PinFields } from '../subgraphs/placement-intent.ts';
import { moveOf, type MovePhase, type MoveReason } from '../subgraphs/placement/annotations.ts';

export interface MoveState {
  readonly phase: MovePhase;
  readonly reason?: MoveReason | undefined;
  readonly member?: string | undefined;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly isDrain: boolean;
  /** Start of the move, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Start of the current phase, in milliseconds since the epoch. */
  readonly since: number;
  /** Original values of the fields that the mover has replaced. */
  readonly was?: PinFields | undefined;
  /** Digest of the field values that the pin wrote. */
  readonly wrote?: string | undefined;
}

/** State of the move. Undefined if the policy has none, or if it cannot be read. */
export function moveState(kind: string, policy: unknown): MoveState | undefined {
  const known = moveOf(annotation(policy, INTENT.move));
  if (!known) return undefined;
  const { move, from, to } = known;
  return {
    phase: move.phase as MovePhase,
    ...(move.reason !== undefined && { reason: move.reason as MoveReason }),
    ...(move.member !== undefined && { member: move.member }),
    ...{ from, to, isDrain: move.drain === true, startedAt: move.startedAt ?? 0, since: move.since ?? 0 },
    ...pinMemory(kind, policy),
  };
}

/** Value of the annotation. Undefined if it would be too long to be read again. */
export function spelled({
  phase,
  reason,
  member,
  from,
  to,
  isDrain,
  startedAt,
  since,
  was,
  wrote,
}: MoveState): string | undefined {
  const iso = (ms: number) => new Date(ms).toISOString();
  const value = JSON.stringify({
    ...{ v: 1, phase, reason, member, from, to },
    ...(isDrain && { drain: true }),
    ...{ startedAt: iso(startedAt), since: iso(since), was, wrote },
  });
  return value.length <= MAX_MOVE_LENGTH ? value : undefined;
}

export function isFinding(
  state: MoveState | undefined,
  { reason, member }: Pick<MoveState, 'reason' | 'member'>,
): boolean {
  return state?.reason === reason && state?.member === member;
}

export function resourceVersion(object: unknown): string {
  return text(at(object, 'metadata', 'resourceVersion'));
}
