/**
 * Status and phase of a workload, from the status of its copies. A workload may have very many copies, so they are
 * added up one by one and not kept.
 */
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

  /** Returns the rank of the copy as an index in RANKS, or -1 if the copy is UNTOLD. */
  add(standing: Standing, status: ObjectStatus | undefined, stale: string | undefined): number {
    if (standing === 'UNTOLD') {
      this.isUntold = true;
      return -1;
    }
    const rank = rankOf(standing, status, stale);
    this.#worst = Math.max(this.#worst, rank);
    return rank;
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

/** Adds up the copies in members with the state ASSIGNED. Keeps only the copy that gives the phase its reason. */
export class CopySummary {
  readonly tally = new CopyTally();
  readonly counts = { current: 0, inProgress: 0, failed: 0, terminating: 0, unknown: 0, missing: 0, untold: 0 };
  /** True if a counted copy is in a cluster that is not INDEXED. */
  isStale = false;
  /** First copy of the worst rank so far, in the order of `place`. Undefined if all copies are CURRENT or UNTOLD. */
  #first: { readonly rank: number; readonly place: string; readonly copy: CopyState } | undefined;

  add(copy: CopyState): void {
    const { standing, status, stale } = copy;
    const rank = this.tally.add(standing, status, stale);
    if (standing === 'COUNTED') {
      this.counts[COUNT_OF[status!]]++;
      this.isStale ||= stale !== undefined;
    } else this.counts[standing === 'MISSING' ? 'missing' : 'untold']++;
    const first = this.#first;
    if (rank <= 0 || (first && rank < first.rank)) return;
    const { place } = copy;
    if (!first || rank > first.rank || place < first.place) this.#first = { rank, place, copy };
  }

  /** Reason of the first copy of the worst rank. There must be a copy that is neither CURRENT nor UNTOLD. */
  get reason(): string {
    const { copy, rank } = this.#first!;
    if (copy.standing === 'MISSING') return 'CopyMissing';
    return RANKS[rank] === 'UNKNOWN' && copy.status !== 'UNKNOWN' ? `Cluster${copy.stale}` : (copy.reason ?? '');
  }
}

/** Sum of the replicas so far and the replicas of a copy. Undefined if neither has replicas. */
export function plusReplicas(sum: Replicas | undefined, { standing, replicas }: CopyState): Replicas | undefined {
  if (standing !== 'COUNTED' || !replicas) return sum;
  const [wanted, updated, ready, available] = sum ?? [0, 0, 0, 0];
  return [wanted + replicas[0], updated + replicas[1], ready + replicas[2], available + replicas[3]];
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

export function phasedOf(decision: Decision, summary: CopySummary): Phased {
  const phase = phaseOf(decision, summary.tally);
  return { phase, reason: reasonOf(phase, decision, summary) };
}

function reasonOf(phase: Phase, decision: Decision, summary: CopySummary): string {
  const { status, isUntold } = summary.tally;
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
      return summary.reason;
    case 'UNKNOWN':
      if (status === 'UNKNOWN') return summary.reason;
      return decision.isCut && !isUntold ? 'TooManyCopies' : 'CopyUntold';
    case 'PROGRESSING':
      return summary.reason;
    case 'RUNNING':
      return '';
  }
}

function moveOf({ moves }: Decision): string | undefined {
  return moves.length === 0 ? undefined : UNDER_WAY.find(phase => moves.includes(phase));
}

export function camelCase(word: string): string {
  return word.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
