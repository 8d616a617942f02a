/**
 * Status and phase of a workload. Kstatus is that of each copy; a sum never has one of its own, because engines do not
 * aggregate conditions. Pure: rows and rights are read in joins.ts.
 */
import type { ObjectStatus } from '../../store/store.ts';
import type { Replicas } from './projections.ts';

/**
 * COUNTED: its row counts. MISSING: it should be there, and is not, or somebody else has made it. UNTOLD: the caller is
 * told nothing of it.
 */
export type Standing = 'COUNTED' | 'MISSING' | 'UNTOLD';

export interface CopyState {
  /** Orders copies; unique within a workload. */
  readonly place: string;
  readonly standing: Standing;
  /** Status and reason of the row. Only of counted copies. */
  readonly status?: ObjectStatus | undefined;
  readonly reason?: string | undefined;
  /** State of its cluster if that is not INDEXED, in CamelCase. */
  readonly stale?: string | undefined;
  readonly replicas?: Replicas | undefined;
}

const RANKS = ['CURRENT', 'IN_PROGRESS', 'UNKNOWN', 'FAILED'] as const;
type Rank = (typeof RANKS)[number];

/** The first that holds: FAILED, UNKNOWN, IN_PROGRESS, CURRENT. Undefined for a copy of which nothing is told. */
function rankOf({ standing, status, stale }: CopyState): Rank | undefined {
  if (standing === 'UNTOLD') return undefined;
  if (standing === 'COUNTED' && status === 'FAILED') return 'FAILED';
  if (stale !== undefined || status === 'UNKNOWN') return 'UNKNOWN';
  return standing === 'COUNTED' && status === 'CURRENT' ? 'CURRENT' : 'IN_PROGRESS';
}

/** The status of copies together. Null if none is visible and none is missing. */
export function statusOf(copies: readonly CopyState[]): Rank | null {
  let worst = -1;
  for (const copy of copies) {
    const rank = rankOf(copy);
    if (rank !== undefined) worst = Math.max(worst, RANKS.indexOf(rank));
  }
  return worst === -1 ? null : RANKS[worst]!;
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
  ...{ CURRENT: 'current', IN_PROGRESS: 'inProgress', FAILED: 'failed', TERMINATING: 'terminating', UNKNOWN: 'unknown' },
};

export function countsOf(copies: readonly CopyState[]): CopyCounts {
  const counts = { current: 0, inProgress: 0, failed: 0, terminating: 0, unknown: 0, missing: 0, untold: 0 };
  for (const { standing, status } of copies) {
    if (standing === 'COUNTED') counts[COUNT_OF[status!]]++;
    else counts[standing === 'MISSING' ? 'missing' : 'untold']++;
  }
  return counts;
}

/** Sums of the replicas of counted copies. Undefined if none has replicas. */
export function replicasOf(copies: readonly CopyState[]): Replicas | undefined {
  const all = copies.flatMap(({ standing, replicas }) => (standing === 'COUNTED' && replicas ? [replicas] : []));
  const sum = (i: 0 | 1 | 2 | 3) => all.reduce((total, replicas) => total + replicas[i], 0);
  return all.length === 0 ? undefined : [sum(0), sum(1), sum(2), sum(3)];
}

export const PHASES = ['DELETING', 'PENDING', 'UNSCHEDULABLE', 'MOVING', 'FAILED', 'UNKNOWN', 'PROGRESSING', 'RUNNING'] as const;
export type Phase = (typeof PHASES)[number];

export interface Decision {
  readonly isDeleting: boolean;
  readonly isDecided: boolean;
  /** Phases of the moves of its policies. */
  readonly moves: readonly string[];
  readonly assigned: number;
  /** Reason of the engine's condition. */
  readonly reason: string;
  /** True if more copies may exist than are known. */
  readonly isCut: boolean;
}

const UNDER_WAY = ['HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING'];

export interface Phased {
  readonly phase: Phase;
  readonly reason: string;
}

/** @param copies Those of ASSIGNED members */
export function phaseOf(decision: Decision, copies: readonly CopyState[]): Phased {
  if (decision.isDeleting) return { phase: 'DELETING', reason: 'Deleting' };
  if (!decision.isDecided) return { phase: 'PENDING', reason: 'NotDecided' };
  const move = UNDER_WAY.find(phase => decision.moves.includes(phase));
  if (move !== undefined) return { phase: 'MOVING', reason: camelCase(move) };
  if (decision.assigned === 0) return { phase: 'UNSCHEDULABLE', reason: decision.reason };
  const status = statusOf(copies);
  if (status === 'FAILED') return { phase: 'FAILED', reason: reasonOf(copies, 'FAILED') };
  if (status === 'UNKNOWN') return { phase: 'UNKNOWN', reason: reasonOf(copies, 'UNKNOWN') };
  if (copies.some(({ standing }) => standing === 'UNTOLD')) return { phase: 'UNKNOWN', reason: 'CopyUntold' };
  if (decision.isCut) return { phase: 'UNKNOWN', reason: 'TooManyCopies' };
  if (status === null) return { phase: 'UNKNOWN', reason: 'CopyUntold' };
  if (status === 'IN_PROGRESS') return { phase: 'PROGRESSING', reason: reasonOf(copies, 'IN_PROGRESS') };
  return { phase: 'RUNNING', reason: '' };
}

/** Reason of the first copy of this rank. */
function reasonOf(copies: readonly CopyState[], rank: Rank): string {
  let first: CopyState | undefined;
  for (const copy of copies) if (rankOf(copy) === rank && (first === undefined || copy.place < first.place)) first = copy;
  const { standing, reason, stale, status } = first!;
  if (standing === 'MISSING') return 'CopyMissing';
  return rank === 'UNKNOWN' && status !== 'UNKNOWN' ? `Cluster${stale}` : (reason ?? '');
}

export function camelCase(word: string): string {
  return word.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
