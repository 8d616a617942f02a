/** The phase of a deployment. One rule serves all engines. */
import type { PackageRecord } from '../../kinds/package-projection.ts';

/** Phases, sorted from worst to best. */
export const PHASES = [
  'FAILED',
  'SYNC_FAILED',
  'UNKNOWN',
  'TERMINATING',
  'OUTDATED',
  'SYNCING',
  'RECONCILING',
  'READY',
] as const;
export type Phase = (typeof PHASES)[number];
export type Health = Extract<Phase, 'FAILED' | 'UNKNOWN' | 'RECONCILING' | 'READY'>;

/** The fields of a published revision that affect phases. */
export interface Published {
  readonly commit?: string | undefined;
  /** Time of publication, in milliseconds since the epoch. */
  readonly publishedAt?: number | undefined;
  /** Branch on which the revision is published. Undefined if unknown. */
  readonly branch?: string | undefined;
}

/** State of a deployment. Unknown revisions are ''. */
export interface Running {
  readonly step: PackageRecord['step'];
  /** True if the engine reports that the objects differ from the source. */
  readonly differs: boolean;
  readonly health: Health;
  readonly revision: string;
  /**
   * Revision whose objects are in place but not healthy. Set for engines that report only healthy revisions as
   * applied.
   */
  readonly unhealthyRevision: string;
  readonly branch: string | undefined;
  readonly sourceRevision: string;
  /** Time of the source revision, in milliseconds since the epoch. */
  readonly sourceTime: number | undefined;
}

/** The revision that a deployment should run, in its original spelling. Empty if unknown. */
export function expectedRevision(
  running: Running,
  published: Published | undefined,
  requested: string | undefined,
): string {
  return requested ?? published?.commit ?? running.sourceRevision;
}

export function phaseOf(running: Running, published: Published | undefined, requested: string | undefined): Phase {
  if (running.step !== undefined) return running.step;
  if (running.differs) return 'OUTDATED';
  const expected = expectedRevision(running, published, requested);
  if (expected === '') return running.health;
  const isIntent = requested === undefined && published?.commit !== undefined;
  const { revision, unhealthyRevision } = running;
  const isAt = [revision, unhealthyRevision].some(
    applied => isSameCommit(applied, expected) || (isIntent && isPast(applied, running, published)),
  );
  return isAt ? running.health : 'OUTDATED';
}

/**
 * True if the applied commit is on the branch of the published revision and is not older. A commit for another package
 * of the repository must not make the deployment outdated.
 */
function isPast(applied: string, { branch, sourceRevision, sourceTime }: Running, published: Published): boolean {
  return (
    branch !== undefined &&
    branch === published.branch &&
    sourceTime !== undefined &&
    published.publishedAt !== undefined &&
    sourceTime >= published.publishedAt &&
    isSameCommit(applied, sourceRevision)
  );
}

/** True if both texts mean the same commit. Unknown revisions are never equal. */
function isSameCommit(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  if (a === b) return true;
  const commit = commitOf(a);
  return commit !== '' && commit === commitOf(b);
}

/** The commit of a revision such as `main@sha1:ab` or `main/ab`. Digests other than SHA-1 keep their prefix. */
export function commitOf(revision: string): string {
  const last = revision.slice(Math.max(revision.lastIndexOf('@'), revision.lastIndexOf('/')) + 1).toLowerCase();
  return last.startsWith('sha1:') ? last.slice('sha1:'.length) : last;
}

/** Numbers of deployments: all (`total`), by phase, and those whose cluster has an outdated index (`stale`). */
export interface PhaseCounts {
  readonly total: number;
  readonly failed: number;
  readonly syncFailed: number;
  readonly unknown: number;
  readonly terminating: number;
  readonly outdated: number;
  readonly syncing: number;
  readonly reconciling: number;
  readonly ready: number;
  readonly stale: number;
}

/** Computes PhaseCounts from single deployments. */
export class PhaseCounter {
  readonly #counts = PHASES.map(() => 0);
  #stale = 0;
  total = 0;

  add(phase: Phase, isStale: boolean): void {
    this.#counts[PHASES.indexOf(phase)]!++;
    this.total++;
    if (isStale) this.#stale++;
  }

  get counts(): PhaseCounts {
    const [failed, syncFailed, unknown, terminating, outdated, syncing, reconciling, ready] = this.#counts as Eight;
    const rest = { terminating, outdated, syncing, reconciling, ready, stale: this.#stale };
    return { total: this.total, failed, syncFailed, unknown, ...rest };
  }
}

type Eight = [number, number, number, number, number, number, number, number];
