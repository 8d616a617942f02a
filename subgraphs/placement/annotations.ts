/** Reads the annotations of policies and members. An invalid or oversized annotation counts as absent. */
import { annotation, at, list, text, time } from '../../kinds/untrusted.ts';
import { boundIn, INTENT, isMemberName, MAX_MEMBERS, moveValue } from '../placement-intent.ts';
import type { Intent } from './records.ts';

export const MOVE_PHASES = ['PENDING', 'BLOCKED', 'HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING', 'DONE'] as const;
export type MovePhase = (typeof MOVE_PHASES)[number];

export const MOVE_REASONS = [
  ...[
    'QUEUED',
    'INVALID_LIST',
    'UNKNOWN_MEMBER',
    'REJECTED',
    'VOLUME',
    'POLICY_FORM',
    'SPEC_EDITED',
    'EMPTY',
    'NOT_VISIBLE',
  ],
  ...['FORBIDDEN', 'NOT_ASSIGNED', 'TOO_FEW_REPLICAS', 'NOT_APPLIED', 'NOT_CURRENT', 'NO_ENDPOINTS', 'FOREIGN_OBJECT'],
  ...['UNREACHABLE', 'SETTLING', 'REMOVING'],
] as const;
export type MoveReason = (typeof MOVE_REASONS)[number];

export interface Move extends Required<Pick<Intent, 'move'>>, Readonly<Record<'from' | 'to', readonly string[]>> {}

/** The state of a move, as the mover writes it into the annotation. Undefined if the text is not a valid state. */
export function moveOf(value: string | undefined): Move | undefined {
  const json = moveValue(value);
  const [phase, reason, member] = [text(at(json, 'phase')), text(at(json, 'reason')), at(json, 'member')];
  if (!MOVE_PHASES.includes(phase as MovePhase)) return undefined;
  const [startedAt, since] = [time(at(json, 'startedAt')), time(at(json, 'since'))];
  const names = (field: string) =>
    [...new Set(list(at(json, field)).filter(isMemberName))].slice(0, MAX_MEMBERS).sort();
  return {
    move: {
      phase,
      ...(MOVE_REASONS.includes(reason as MoveReason) && { reason }),
      ...(isMemberName(member) && { member }),
      ...(at(json, 'drain') === true && { drain: true }),
      ...(startedAt !== 0 && { startedAt }),
      ...(since !== 0 && { since }),
    },
    from: names('from'),
    to: names('to'),
  };
}

export function isDrained(object: unknown): boolean {
  return annotation(object, INTENT.drain) === 'true';
}

export function boundOf(object: unknown): number | undefined {
  return boundIn(annotation(object, INTENT.bound));
}
