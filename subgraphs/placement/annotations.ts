/** What the annotations of policies and members say. An invalid or oversized one counts as absent. */
import { annotation, at, list, text, time } from '../../kinds/untrusted.ts';
import { INTENT } from './engine-kinds.ts';
import type { Intent } from './records.ts';

export const MOVE_PHASES = ['PENDING', 'BLOCKED', 'HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING', 'DONE'] as const;
export type MovePhase = (typeof MOVE_PHASES)[number];

export const MOVE_REASONS: readonly string[] = [
  ...['QUEUED', 'INVALID_LIST', 'UNKNOWN_MEMBER', 'REJECTED', 'VOLUME', 'POLICY_FORM', 'SPEC_EDITED', 'EMPTY', 'NOT_VISIBLE'],
  ...['FORBIDDEN', 'NOT_ASSIGNED', 'TOO_FEW_REPLICAS', 'NOT_APPLIED', 'NOT_CURRENT', 'NO_ENDPOINTS', 'FOREIGN_OBJECT'],
  ...['UNREACHABLE', 'SETTLING', 'REMOVING'],
];

const MAX_MEMBERS = 100;
/** A list of the most names of the greatest length, with blanks. */
const MAX_LIST_LENGTH = 32_768;
const MAX_MOVE_LENGTH = 16_384;

const MEMBER_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

export function isMemberName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 253 && MEMBER_NAME.test(value);
}

/** The names of a list, sorted. Undefined if it is no list of 1 to 100 different names. */
export function wantedMembers(value: string | undefined): readonly string[] | undefined {
  if (value === undefined || value.length > MAX_LIST_LENGTH) return undefined;
  const names = value.split(',').map(name => name.trim());
  const isValid = names.length <= MAX_MEMBERS && names.every(isMemberName) && new Set(names).size === names.length;
  return isValid ? names.sort() : undefined;
}

export interface Move extends Required<Intent>, Readonly<Record<'from' | 'to', readonly string[]>> {}

/** The state that a mover has written. */
export function moveOf(value: string | undefined): Move | undefined {
  if (value === undefined || value.length > MAX_MOVE_LENGTH) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    return undefined;
  }
  const [phase, reason, member] = [text(at(json, 'phase')), text(at(json, 'reason')), at(json, 'member')];
  if (!MOVE_PHASES.includes(phase as MovePhase)) return undefined;
  const [startedAt, since] = [time(at(json, 'startedAt')), time(at(json, 'since'))];
  const names = (field: string) => [...new Set(list(at(json, field)).filter(isMemberName))].slice(0, MAX_MEMBERS).sort();
  return {
    move: {
      phase,
      ...(MOVE_REASONS.includes(reason) && { reason }),
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

/** The most Pods of a member, from `pods=200`. */
export function boundOf(object: unknown): number | undefined {
  const [, digits] = /^\s*pods=(\d{1,9})\s*$/.exec((annotation(object, INTENT.bound) ?? '').slice(0, 64)) ?? [];
  const pods = Number(digits);
  return pods >= 1 ? pods : undefined;
}
