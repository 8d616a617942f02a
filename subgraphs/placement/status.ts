/** Status and phase of a workload, from the status of its copies. */
import type { ObjectStatus } from '../../store/store.ts';
import type { Replicas } from './projections.ts';

/**
 * Standing of a copy.
 *
 * - COUNTED: the status of the copy's row counts.
 * - MISSING: the copy should exist and does not, or the engine did not create the object.
 * - UNTOLD: the caller cannot know whether the copy exists.
 */
export type Standing = 'COUNTED' | 'MISSING' | 'UNTOLD';

export interface CopyState {
  /** Sort key of copies, unique within a workload. */
  readonly place: string;
  readonly standing: Standing;
  /** Status and reason of the row. Used only if the standing is COUNTED. */
  readonly status?: ObjectStatus | undefined;
  readonly reason?: string | undefined;
  /** State of the cluster in CamelCase. Undefined for INDEXED, and for a cluster that the caller may not name. */
  readonly stale?: string | undefined;
  readonly replicas?: Replicas | undefined;
}

const RANKS = ['CURRENT', 'IN_PROGRESS', 'UNKNOWN', 'FAILED'] as const;
type Rank = (typeof RANKS)[number];

/** Collects the worst status of the copies, and whether some copies are UNTOLD. */
export class CopyTally {
  #worst = -1;
  isUntold = false;

  add(standing: Standing, status: ObjectStatus | undefined, stale: string | undefined): void {
    if (standing === 'UNTOLD') this.isUntold = true;
    else this.#worst = Math.max(this.#worst, rankOf(standing, status, stale));
  }

  /** The worst status of the copies. Null if there is no copy, or all copies are UNTOLD. */
  get status(): Rank | null {
    return this.#worst === -1 ? null : RANKS[this.#worst]!;
  }
}

/** Index in RANKS for a copy. The copy must not be UNTOLD. */
function rankOf(standing: Standing, status: ObjectStatus | undefined, stale: string | undefined): number {
  const isCounted = standing === 'COUNTED';
  if (isCounted && status === 'FAILED') return 3;
  if (stale !== undefined || (isCounted && status === 'UNKNOWN')) return 2;
  return isCounted && status === 'CURRENT' ? 0 : 1;
}

export function tallyOf(copies: readonly CopyState[]): CopyTally {
  const tally = new CopyTally();
  for (const { standing, status, stale } of copies) tally.add(standing, status, stale);
  return tally;
}

export function statusOf(copies: readonly CopyState[]): Rank | null {
  return tallyOf(copies).status;
}

export interface CopyCounts {
  readonly current: number;
  readonly inProgress: number;
  readonly failed: number;
  readonly terminating: number;
  readonly unknown: number;
  readonly missing: number;
  readonly untold: number;
}

const COUNT_OF: Readonly<Record<ObjectStatus, keyof CopyCounts>> = {
  ...{
    CURRENT: 'current',
    IN_PROGRESS: 'inProgress',
    FAILED: 'failed',
    TERMINATING: 'terminating',
    UNKNOWN: 'unknown',
  },
};

export function countsOf(copies: readonly CopyState[]): CopyCounts {
  const counts = { current: 0, inProgress: 0, failed: 0, terminating: 0, unknown: 0, missing: 0, untold: 0 };
  for (const { standing, status } of copies) {
    if (standing === 'COUNTED') counts[COUNT_OF[status!]]++;
    else counts[standing === 'MISSING' ? 'missing' : 'untold']++;
  }
  return counts;
}

/** Sums of the replicas of counted copies. Undefined if no counted copy has replicas. */
export function replicasOf(copies: readonly CopyState[]): Replicas | undefined {
  const all = copies.flatMap(({ standing, replicas }) => (standing === 'COUNTED' && replicas ? [replicas] : []));
  const sum = (i: 0 | 1 | 2 | 3) => all.reduce((total, replicas) => total + replicas[i], 0);
  return all.length === 0 ? undefined : [sum(0), sum(1), sum(2), sum(3)];
}

export const PHASES = [
  'DELETING',
  'PENDING',
  'UNSCHEDULABLE',
  'MOVING',
  'FAILED',
  'UNKNOWN',
  'PROGRESSING',
  'RUNNING',
] as const;
export type Phase = (typeof PHASES)[number];

export interface Decision {
  readonly isDeleting: boolean;
  readonly isDecided: boolean;
  /** Phases of the moves of the workload's policies. */
  readonly moves: readonly string[];
  readonly assigned: number;
  /** Reason of the condition that the engine reports. */
  readonly reason: string;
  /** True if there may be further copies, because a record holds only a limited number of them. */
  readonly isCut: boolean;
}

const UNDER_WAY = ['HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING'];

export interface Phased {
  readonly phase: Phase;
  readonly reason: string;
}

/** @param tally Tally of the copies in members with the state ASSIGNED */
export function phaseOf(decision: Decision, tally: CopyTally): Phase {
  if (decision.isDeleting) return 'DELETING';
  if (!decision.isDecided) return 'PENDING';
  if (moveOf(decision) !== undefined) return 'MOVING';
  if (decision.assigned === 0) return 'UNSCHEDULABLE';
  const { status, isUntold } = tally;
  if (status === 'FAILED' || status === 'UNKNOWN') return status;
  if (status === null || isUntold || decision.isCut) return 'UNKNOWN';
  return status === 'IN_PROGRESS' ? 'PROGRESSING' : 'RUNNING';
}

/**
 * The phase with its reason.
 * @param copies Copies in members with the state ASSIGNED
 */
export function phasedOf(decision: Decision, copies: readonly CopyState[]): Phased {
  const tally = tallyOf(copies);
  const phase = phaseOf(decision, tally);
  return { phase, reason: reasonOf(phase, decision, tally, copies) };
}

function reasonOf(
  phase: Phase,
  decision: Decision,
  { status, isUntold }: CopyTally,
  copies: readonly CopyState[],
): string {
  switch (phase) {
    case 'DELETING':
      return 'Deleting';
    case 'PENDING':
      return 'NotDecided';
    case 'MOVING':
      return camelCase(moveOf(decision)!);
    case 'UNSCHEDULABLE':
      return decision.reason;
    case 'FAILED':
      return reasonOfFirst(copies, 'FAILED');
    case 'UNKNOWN':
      if (status === 'UNKNOWN') return reasonOfFirst(copies, 'UNKNOWN');
      return decision.isCut && !isUntold ? 'TooManyCopies' : 'CopyUntold';
    case 'PROGRESSING':
      return reasonOfFirst(copies, 'IN_PROGRESS');
    case 'RUNNING':
      return '';
  }
}

function moveOf({ moves }: Decision): string | undefined {
  return moves.length === 0 ? undefined : UNDER_WAY.find(phase => moves.includes(phase));
}

/** Reason of the first copy with this rank, in the order of `place`. */
function reasonOfFirst(copies: readonly CopyState[], rank: Rank): string {
  let first: CopyState | undefined;
  for (const copy of copies) {
    const { standing, status, stale, place } = copy;
    if (standing === 'UNTOLD' || RANKS[rankOf(standing, status, stale)] !== rank) continue;
    if (first === undefined || place < first.place) first = copy;
  }
  const { standing, reason, stale, status } = first!;
  if (standing === 'MISSING') return 'CopyMissing';
  return rank === 'UNKNOWN' && status !== 'UNKNOWN' ? `Cluster${stale}` : (reason ?? '');
}

export function camelCase(word: string): string {
  return word.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
